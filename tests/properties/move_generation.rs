//! The fast generator against the oracle, on random positions and random play.
//!
//! `KIRKE_CASES` is the number of positions of each set of rules.

use std::collections::BTreeSet;

use kirke::board::{Board as _, Layout, RectBoard, Set64, Squares};
use kirke::game::{Game, reference};
use kirke::position::{Man, Move, MoveKind, Position, Side, Walk};
use kirke::rules::{GameRules, Orthodox};

use crate::common::positions::{KnownToReference, Sketch, describe, every_fast_rule, quick_runner, sketch};
use proptest::prelude::*;

/// Counts of the comparisons made.
#[derive(Default, Debug)]
struct Counts {
    positions: u64,
    illegal: u64,
    moves: u64,
    captures: u64,
    en_passant: u64,
    castlings: u64,
    promotions: u64,
    checks: u64,
    mates: u64,
}

/// Returns a text of a move, for comparing and printing sets of moves.
fn name(mv: &Move, layout: Layout) -> String {
    let promotion = mv.promotion.map(|walk| format!("={}", walk.letter())).unwrap_or_default();
    let (from, to) = (layout.name(mv.from), layout.name(mv.to));
    format!("{}{from}{to}{promotion} {:?} {}", mv.walk.letter(), mv.kind, mv.branch.number())
}

fn names(moves: &[Move], layout: Layout) -> BTreeSet<String> {
    let names: BTreeSet<String> = moves.iter().map(|mv| name(mv, layout)).collect();
    assert_eq!(names.len(), moves.len(), "a move is listed twice: {names:?}");
    names
}

/// Converts a position of the oracle to a fast one, man by man.
fn position_of(board: &reference::ReferenceBoard, grid: &RectBoard) -> Position<Set64> {
    let mut position: Position<Set64> = Position::empty(board.to_move);
    for square in board.layout.squares() {
        if let Some(man) = board.man(square) {
            position.place(man, square);
        }
        if board.may_castle[square.index()] {
            position.grant_castling(square);
        }
    }
    if let Some(step) = &board.en_passant {
        // The fast side records a double step only if some pawn is in place to capture.
        let ready = |square: usize| {
            let pawns = position.walk(Walk::Pawn) & position.of(board.to_move);
            grid.geometry().pawn(board.to_move).attackers[square].intersects(pawns)
        };
        if step.squares.iter().any(|square| ready(square.index())) {
            position.set_ep(Set64::from_squares(step.squares.iter().copied()), step.pawn);
        }
    }
    position
}

/// Compares the two in a position and along random play from it.
fn compare_along_play<R: KnownToReference + GameRules<State = ()>>(
    rules: R,
    sketch: &Sketch,
    picks: &[(u8, u16)],
    tally: &mut Counts,
) -> Result<(), TestCaseError> {
    let layout = sketch.layout();
    let game = Game::new(RectBoard::new(layout), rules.clone());
    let mut position = sketch.position();
    for &(taste, pick) in picks {
        let mut board = reference::ReferenceBoard::from_position(&position, layout, rules.circe());
        let here = || format!("{:?}: {}", rules.circe(), describe(&position, layout));
        for side in Side::BOTH {
            let expected = board.in_check(side);
            prop_assert_eq!(game.in_check(&position, side), expected, "{} in check? {}", side, here());
            tally.checks += u64::from(expected);
        }
        tally.positions += 1;
        if board.in_check(board.to_move.other()) {
            // No legal play leads to this position. The comparison continues with the other side to move.
            tally.illegal += 1;
            position = position.after_null_move();
            board = reference::ReferenceBoard::from_position(&position, layout, rules.circe());
            if board.in_check(board.to_move.other()) {
                return Ok(());
            }
        }
        let here = || format!("{:?}: {}", rules.circe(), describe(&position, layout));
        let mut fast = Vec::new();
        game.moves(&position, &mut fast);
        let slow = board.legal_moves();
        prop_assert_eq!(names(&fast, layout), names(&slow, layout), "fast and slow moves: {}", here());
        let mated = slow.is_empty() && board.in_check(board.to_move);
        prop_assert_eq!(game.has_move(&position), !slow.is_empty(), "{}", here());
        prop_assert_eq!(game.is_mate(&position), mated, "{}", here());
        prop_assert_eq!(game.is_stalemate(&position), slow.is_empty() && !mated, "{}", here());
        tally.mates += u64::from(mated);
        for &mv in &fast {
            let after = game.play(&position, mv);
            let there = || format!("{} in {}", name(&mv, layout), here());
            let Some(slow_after) = board.play(mv) else {
                return Err(TestCaseError::fail(there()));
            };
            let expected = position_of(&slow_after, &game.board);
            prop_assert_eq!(describe(&after, layout), describe(&expected, layout), "{}", there());
            prop_assert_eq!(&after, &expected, "{}", there());
            prop_assert_eq!(after.key(), after.key_from_scratch(), "{}", there());
            if mv.kind == MoveKind::Quiet
                && position.ep_squares.is_empty()
                && after.castling == position.castling
            {
                prop_assert_eq!(position.key_after(mv), after.key(), "{}", there());
            }
            tally.moves += 1;
            tally.captures += u64::from(mv.is_capture());
            tally.en_passant += u64::from(mv.kind == MoveKind::EnPassant);
            tally.castlings += u64::from(mv.kind == MoveKind::Castling);
            tally.promotions += u64::from(mv.promotion.is_some());
        }
        let Some(mv) = choose(&fast, taste, pick) else {
            return Ok(());
        };
        position = game.play(&position, mv);
    }
    Ok(())
}

/// Returns one of the moves, often one of a rare kind.
fn choose(moves: &[Move], taste: u8, pick: u16) -> Option<Move> {
    let liked: Vec<Move> = match taste {
        0 => moves.iter().filter(|mv| mv.is_capture()).copied().collect(),
        1 => {
            moves.iter().filter(|mv| mv.kind != MoveKind::Quiet || mv.promotion.is_some()).copied().collect()
        }
        2 => moves.iter().filter(|mv| mv.kind == MoveKind::DoubleStep).copied().collect(),
        3 => moves.iter().filter(|mv| mv.walk == Walk::Pawn).copied().collect(),
        _ => Vec::new(),
    };
    let from = if liked.is_empty() { moves } else { &liked };
    from.get(usize::from(pick) % from.len().max(1)).copied()
}

/// Compares them under every rule, on sparse and on crowded boards.
fn compare(sizes: impl Strategy<Value = (u8, u8)> + Clone, usual: u32) {
    let sketches =
        || prop_oneof![sketch(sizes.clone(), 4), sketch(sizes.clone(), 10), sketch(sizes.clone(), 28)];
    for rule in every_fast_rule() {
        let mut tally = Counts::default();
        let tally_cell = std::cell::RefCell::new(&mut tally);
        let picks = prop::collection::vec((0u8..8, any::<u16>()), 1..=12);
        let result = quick_runner(usual).run(&(sketches(), picks), |(sketch, picks)| {
            let mut tally = tally_cell.borrow_mut();
            match rule {
                None => compare_along_play(Orthodox, &sketch, &picks, &mut tally),
                Some(circe) => compare_along_play(circe, &sketch, &picks, &mut tally),
            }
        });
        println!("{rule:?}: {tally:?}");
        if let Err(error) = result {
            panic!("{rule:?}: {error}");
        }
    }
}

#[test]
fn movegen_on_8x8_matches_reference() {
    compare(Just((8, 8)), 300);
}

#[test]
fn movegen_on_every_rectangle_matches_reference() {
    compare(prop_oneof![2 => (3u8..=8, 4u8..=8), 1 => (1u8..=8, 1u8..=8)], 100);
}

/// Equal positions have equal keys, whatever the moves that led to them.
#[test]
fn transposed_positions_have_equal_keys() {
    let game = Game::new(RectBoard::chess(), Orthodox);
    let mut start = Position::empty(Side::White);
    for (name, side, walk) in [
        ("e1", Side::White, Walk::King),
        ("b1", Side::White, Walk::Knight),
        ("a2", Side::White, Walk::Pawn),
        ("e8", Side::Black, Walk::King),
        ("g8", Side::Black, Walk::Knight),
    ] {
        start.place(Man::new(side, walk), Layout::CHESS.square(name).unwrap());
    }
    let after = |line: [&str; 4]| {
        line.iter().fold(start, |position, text| {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let mv = moves.into_iter().find(|mv| name(mv, Layout::CHESS).contains(text));
            game.play(&position, mv.unwrap_or_else(|| panic!("{text} is illegal")))
        })
    };
    let (one, two) = (after(["a2a4", "g8f6", "b1c3", "e8d8"]), after(["b1c3", "e8d8", "a2a4", "g8f6"]));
    assert_eq!(one, two);
    assert_eq!(one.key(), two.key());
}
