//! The refuted moves against all replies.

use std::ops::ControlFlow;

use super::*;
use crate::board::Set64;
use crate::search::lower_bound::mating_net::tests::{Chess, can_mate, cases, men, position_of};
use proptest::prelude::*;

/// Returns all moves of a position.
fn moves_of(game: &Chess, position: &Position<Set64>) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = game.for_each_move(position, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    moves
}

/// Returns the moves of White and the defences that refute them: the defences are made as if White had passed.
fn refuted_moves(game: &Chess, position: &Position<Set64>) -> Vec<(Move, Move)> {
    let passed = position.after_null_move();
    let mut refuted = RefutedMoves::none();
    let mut pairs = Vec::new();
    for defence in moves_of(game, &passed) {
        let moves = moves_of(game, position);
        if refuted.set(&game.board, defence, &game.play(&passed, defence)).is_some() {
            let mut left = moves.clone();
            refuted.drop_from(&game.board, &mut left, 0);
            pairs.extend(moves.into_iter().filter(|mv| !left.contains(mv)).map(|mv| (mv, defence)));
        }
    }
    pairs
}

fn check(men: &[(Side, Walk, u8)]) -> Result<(), TestCaseError> {
    let game = Chess::chess();
    let Some(position) = position_of(&game, men) else { return Ok(()) };
    for (mv, defence) in refuted_moves(&game, &position) {
        let after = game.play(&position, mv);
        prop_assert!(moves_of(&game, &after).contains(&defence), "{mv:?} {defence:?} is illegal: {men:?}");
        let mates = can_mate(&game, &game.play(&after, defence), 1);
        prop_assert!(!mates, "{mv:?} {defence:?} allows a mate: {men:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10 * cases(3000)))]
    #[test]
    fn refuted_moves_allow_no_mate(men in men(8, 5)) {
        check(&men)?;
    }
}

/// Returns the position of some men, given by letter and square, with White to move.
fn position(game: &Chess, men: &[(Side, Walk, &str)]) -> Position<Set64> {
    let square = |name: &str| game.board.geometry().layout.square(name).expect("a square").index() as u8;
    let men: Vec<_> = men.iter().map(|&(side, walk, at)| (side, walk, square(at))).collect();
    position_of(game, &men).expect("a legal position")
}

#[test]
fn defence_refutes_all_moves_after_which_it_is_legal() {
    use Side::{Black, White};
    let game = Chess::chess();
    let men = [
        (White, Walk::King, "g1"),
        (White, Walk::Rook, "a1"),
        (White, Walk::Pawn, "d2"),
        (Black, Walk::King, "h7"),
        (Black, Walk::Pawn, "h6"),
    ];
    let position = position(&game, &men);
    let square = |name| game.board.geometry().layout.square(name).expect("a square");
    let kg7 = refuted_moves(&game, &position).into_iter().filter(|(_, defence)| defence.to == square("g7"));
    let refuted: Vec<Move> = kg7.map(|(mv, _)| mv).collect();
    let kept: Vec<Move> = moves_of(&game, &position).into_iter().filter(|mv| !refuted.contains(mv)).collect();
    // The rook on a7 attacks g7.
    assert_eq!(kept.iter().map(|mv| mv.to).collect::<Vec<_>>(), [square("a7")]);
    assert!(!refuted.is_empty());
}

/// Returns whether a move to a square is refuted by a defence to another.
fn is_refuted(men: &[(Side, Walk, &str)], to: &str, defence_to: &str) -> bool {
    let game = Chess::chess();
    let position = position(&game, men);
    let square = |name| game.board.geometry().layout.square(name).expect("a square");
    let passed = position.after_null_move();
    assert!(moves_of(&game, &position).iter().any(|mv| mv.to == square(to)));
    assert!(moves_of(&game, &passed).iter().any(|defence| defence.to == square(defence_to)));
    let mut refuted = refuted_moves(&game, &position).into_iter();
    refuted.any(|(mv, defence)| mv.to == square(to) && defence.to == square(defence_to))
}

/// As [`is_refuted`], with White's king and others against a king that goes from a8 to b8.
fn is_refuted_by_kb8(king: &str, others: &[(Side, Walk, &str)], to: &str) -> bool {
    let kings = [(Side::White, Walk::King, king), (Side::Black, Walk::King, "a8")];
    is_refuted(&[&kings, others].concat(), to, "b8")
}

#[test]
fn moves_before_a_mate_are_kept() {
    use Side::{Black, White};
    use Walk::{Bishop, Knight, Pawn, Rook};
    // Two moves of one man; a promotion; one move too many.
    assert!(!is_refuted_by_kb8("b6", &[(White, Rook, "h2")], "g2"));
    assert!(!is_refuted_by_kb8("b6", &[(White, Pawn, "g7"), (White, Pawn, "h2")], "h3"));
    assert!(is_refuted_by_kb8("b6", &[(White, Pawn, "g6"), (White, Pawn, "h2")], "h3"));
    // The bishop leaves the square of the promotion.
    let others = [(White, Knight, "b5"), (White, Pawn, "a7"), (White, Bishop, "a8")];
    let men = [&[(White, Walk::King, "a1"), (Black, Walk::King, "c8"), (Black, Knight, "b1")], &others[..]]
        .concat();
    assert!(!is_refuted(&men, "c6", "d2"));
    // The bishop opens the line of the rook.
    let others = [(White, Rook, "h8"), (White, Bishop, "g8"), (White, Pawn, "e2")];
    assert!(!is_refuted_by_kb8("b6", &others, "e3"));
    // The bishop captures on the line of the rook and leaves it, with a guard of c7.
    let others = [(White, Rook, "h8"), (White, Bishop, "h6"), (Black, Knight, "f8")];
    assert!(!is_refuted_by_kb8("a6", &others, "f8"));
    // The knight and the bishop leave the line of the rook.
    let others = [(White, Rook, "h8"), (White, Knight, "g8"), (White, Bishop, "f8")];
    assert!(!is_refuted_by_kb8("a6", &others, "f6"));
}

#[test]
fn double_steps_are_not_tested() {
    use Side::{Black, White};
    // 1.Kg1-g2 f7-f5 2.g5*f6 e.p. is mate.
    let men = [
        (White, Walk::King, "g1"),
        (White, Walk::Rook, "b1"),
        (White, Walk::Rook, "h5"),
        (White, Walk::Pawn, "g5"),
        (Black, Walk::King, "a5"),
        (Black, Walk::Pawn, "a4"),
        (Black, Walk::Pawn, "a6"),
        (Black, Walk::Pawn, "f7"),
    ];
    assert!(!is_refuted(&men, "g2", "f5"));
}
