//! The mating net against all lines of a few moves.

use super::*;
use crate::board::{RectBoard, Set64};
use crate::position::{Man, Side};
use crate::rules::Orthodox;
use proptest::prelude::*;
use std::ops::ControlFlow;

pub(in crate::search) type Chess = Game<RectBoard, Orthodox>;

const WALKS: [Walk; 5] = [Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn];

/// Returns the position of some men with White to move; `None` if it is illegal.
pub(in crate::search) fn position_of(game: &Chess, men: &[(Side, Walk, u8)]) -> Option<Position<Set64>> {
    let mut position: Position<Set64> = Position::empty(Side::White);
    for &(side, walk, at) in men {
        let square = Square::new(at);
        let is_misplaced = walk == Walk::Pawn && !(8..56).contains(&at);
        if position.occupied().contains(square) || is_misplaced {
            return None;
        }
        position.place(Man::new(side, walk), square);
    }
    let kings = [Side::White, Side::Black].map(|side| position.royal & position.of(side));
    let is_legal = kings.iter().all(|kings| kings.count() == 1) && !game.in_check(&position, Side::Black);
    is_legal.then_some(position)
}

/// Returns whether the side to move can mate in this number of moves with the help of the other.
pub(in crate::search) fn can_mate(game: &Chess, position: &Position<Set64>, moves: usize) -> bool {
    let is_mated = |after: &Position<Set64>| {
        game.in_check(after, after.to_move)
            && game.for_each_move(after, |_| ControlFlow::Break(())).is_continue()
    };
    let mate = |mv| {
        let after = game.play(position, mv);
        let replies = |reply| match can_mate(game, &game.play(&after, reply), moves - 1) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        match is_mated(&after) || (moves > 1 && game.for_each_move(&after, replies).is_break()) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    game.for_each_move(position, mate).is_break()
}

/// A mate in this number of moves, with White to move.
fn mate_by(attacker: Side, attacks: usize) -> Mate {
    let defences = if attacker == Side::White { attacks - 1 } else { attacks };
    Mate { attacker, attacks, defences }
}

/// Returns whether the net excludes a mate, whether or not the search would ask.
fn excludes(game: &Chess, position: &Position<Set64>, mate: Mate) -> bool {
    let mut net = MatingNet::of_game(game, Goal::Mate).expect("orthodox chess");
    net.excludes(&game.board, position, mate)
}

/// Kings and other men, half of which are close to Black's king.
pub(in crate::search) fn men(white: usize, black: usize) -> impl Strategy<Value = Vec<(Side, Walk, u8)>> {
    let man = (0..WALKS.len(), 0u8..64, 0i8..5, 0i8..5, any::<bool>());
    let some = |most| proptest::collection::vec(man.clone(), 0..=most);
    (0u8..64, 0u8..64, some(white), some(black)).prop_map(|(white_king, black_king, white, black)| {
        let place = |side, (walk, at, files, ranks, is_close): (usize, u8, i8, i8, bool)| {
            let (file, rank) = (black_king as i8 % 8 + files - 2, black_king as i8 / 8 + ranks - 2);
            let is_close = is_close && (0..8).contains(&file) && (0..8).contains(&rank);
            (side, WALKS[walk], if is_close { (8 * rank + file) as u8 } else { at })
        };
        let kings = [(Side::White, Walk::King, white_king), (Side::Black, Walk::King, black_king)];
        let white = white.into_iter().map(|man| place(Side::White, man));
        let black = black.into_iter().map(|man| place(Side::Black, man));
        kings.into_iter().chain(white).chain(black).collect()
    })
}

/// Returns the number of cases, which `KIRKE_CASES` changes.
pub(in crate::search) fn cases(default: u32) -> u32 {
    std::env::var("KIRKE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}

fn check(men: &[(Side, Walk, u8)], moves: usize) -> Result<(), TestCaseError> {
    let game = Chess::chess();
    let Some(position) = position_of(&game, men) else { return Ok(()) };
    if excludes(&game, &position, mate_by(Side::White, moves)) {
        prop_assert!(!can_mate(&game, &position, moves), "mate in {moves} excluded: {men:?}");
    }
    if excludes(&game, &position, mate_by(Side::Black, moves - 1)) {
        let is_mated = |mv| match can_mate(&game, &game.play(&position, mv), moves - 1) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let found = game.for_each_move(&position, is_mated).is_break();
        prop_assert!(!found, "mate by Black in {} excluded: {men:?}", moves - 1);
    }
    Ok(())
}

/// Tests what the net excludes after a defence, made as if White had passed: every move of White before that defence.
fn check_after_defence(men: &[(Side, Walk, u8)], moves: usize) -> Result<usize, TestCaseError> {
    let game = Chess::chess();
    let Some(position) = position_of(&game, men) else { return Ok(0) };
    let mut excluded = Vec::new();
    let mut net = MatingNet::of_game(&game, Goal::Mate).expect("orthodox chess");
    let mate = Mate { attacker: Side::White, attacks: moves, defences: moves - 2 };
    let passed = position.after_null_move();
    let _ = game.for_each_move(&passed, |defence| {
        let after = game.play(&passed, defence);
        if defence.promotion.is_none() && net.excludes_mate_after_defence(&game.board, &after, mate) {
            excluded.push(defence);
        }
        ControlFlow::Continue(())
    });
    let mates = game.for_each_move(&position, |mv| {
        let after = game.play(&position, mv);
        let mates = excluded.iter().any(|&defence| {
            game.retry_move(&after, defence, |after| can_mate(&game, after, moves - 1)) == Some(true)
        });
        if mates { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    prop_assert!(mates.is_continue(), "mate in {moves} excluded after a defence: {men:?}");
    Ok(excluded.len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(3000) / 5))]
    #[test]
    fn excluded_mates_after_a_defence_do_not_exist(men in men(5, 3)) {
        check_after_defence(&men, 2)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(3000) / 100))]
    #[test]
    fn excluded_mates_in_three_after_a_defence_do_not_exist(men in men(2, 1)) {
        check_after_defence(&men, 3)?;
    }
}

#[test]
fn defence_that_leaves_the_net_is_found() {
    let men = [(Side::White, Walk::King, 17), (Side::White, Walk::Rook, 63), (Side::Black, Walk::King, 9)];
    assert!(check_after_defence(&men, 2).is_ok_and(|excluded| excluded == 0));
    let men = [(Side::White, Walk::King, 18), (Side::White, Walk::Rook, 63), (Side::Black, Walk::King, 36)];
    assert!(check_after_defence(&men, 2).is_ok_and(|excluded| excluded > 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(3000)))]
    #[test]
    fn excluded_mates_in_two_do_not_exist(men in men(5, 4)) {
        check(&men, 2)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(3000) / 50))]
    #[test]
    fn excluded_mates_in_three_do_not_exist(men in men(3, 2)) {
        check(&men, 3)?;
    }
}

#[test]
fn king_and_bishop_cannot_mate() {
    let game = Chess::chess();
    let at = |name: &str| game.board.geometry().layout.square(name).expect("a square").index() as u8;
    let men = |corner: &str, man| {
        [
            (Side::White, Walk::King, at("b3")),
            (Side::White, man, at("h7")),
            (Side::Black, Walk::King, at(corner)),
        ]
    };
    let position = |corner, man| position_of(&game, &men(corner, man)).expect("a legal position");
    for moves in 2..=MAX_MOVES {
        let mate = mate_by(Side::White, moves);
        assert!(excludes(&game, &position("a1", Walk::Bishop), mate));
        assert!(!excludes(&game, &position("a1", Walk::Rook), mate));
    }
    assert!(excludes(&game, &position("d5", Walk::Rook), mate_by(Side::White, 2)));
}

#[test]
fn tests_that_exclude_nothing_are_given_up() {
    let game = Chess::chess();
    let men = [(Side::White, Walk::King, 17), (Side::White, Walk::Rook, 55), (Side::Black, Walk::King, 0)];
    let position = position_of(&game, &men).expect("a legal position");
    let mut net = MatingNet::of_game(&game, Goal::Mate).expect("orthodox chess");
    for _ in 0..=TRIAL {
        assert!(!net.excludes_mate(&game.board, &position, mate_by(Side::White, 2)));
    }
    assert!(!net.success[2].pays(TRIAL, TESTS_PER_EXCLUSION));
}

#[test]
fn self_play_begins_without_tests() {
    let game = Chess::chess();
    // White cannot mate with a bishop, even if Black moves first.
    let men = [(Side::White, Walk::King, 17), (Side::White, Walk::Bishop, 55), (Side::Black, Walk::King, 0)];
    let position = position_of(&game, &men).expect("a legal position");
    let mut net = MatingNet::of_game(&game, Goal::Mate).expect("orthodox chess");
    let mate = Mate { attacker: Side::White, attacks: 2, defences: 2 };
    let mut excluded = || net.excludes_mate(&game.board, &position, mate);
    assert!((0..FIRST_SELF_TEST).all(|_| !excluded()));
    assert!(excluded());
}
