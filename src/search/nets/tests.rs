//! What nets say of small positions.

use super::*;
use crate::board::{Grid, Set64};
use crate::position::{Man, Position};
use crate::rules::Orthodox;
use Side::{Black, White};

/// Can White reach the goal with so many moves of White and Black?
fn can_be_drawn(goal: Goal, men: &[(Side, Walk, &str)], left: [usize; 2]) -> bool {
    let game = Game::new(Grid::chess(), Orthodox);
    let mut position: Position<Set64> = Position::empty(Black);
    for &(side, walk, square) in men {
        let square = game.board.geometry().layout.square(square).expect("a square");
        position.put(Man::new(side, walk), square);
    }
    let mut nets = Nets::new(&game, White, goal, &position).expect("a board of squares");
    nets.begin::<Orthodox>(&position, left)
}

#[test]
fn who_has_too_few_moves_does_not_mate() {
    let mut men = vec![(White, Walk::King, "e1"), (White, Walk::Rook, "h5"), (Black, Walk::King, "a1")];
    // The rook can guard a2 and attack a1; the king needs two moves to b1 and b2.
    assert!(!can_be_drawn(Goal::Mate, &men, [2, 0]));
    assert!(can_be_drawn(Goal::Mate, &men, [3, 0]));
    // Twelve moves: the king to c2, the pawn to a queen, and she to the king.
    let far = [(White, Walk::King, "h8"), (White, Walk::Pawn, "h2"), (Black, Walk::King, "a1")];
    assert!(can_be_drawn(Goal::Mate, &far, [12, 0]));
    assert!(!can_be_drawn(Goal::Mate, &far, [9, 0]));
    // A knight on h8 is too far away to block them.
    men.push((Black, Walk::Knight, "h8"));
    assert!(!can_be_drawn(Goal::Mate, &men, [1, 2]));
}

#[test]
fn a_pawn_that_stays_gives_no_check() {
    let men = |pawn, king| {
        [
            (White, Walk::Pawn, pawn),
            (White, Walk::King, king),
            (Black, Walk::King, "a4"),
            (Black, Walk::Rook, "a5"),
            (Black, Walk::Bishop, "b5"),
            (Black, Walk::Bishop, "a3"),
        ]
    };
    assert!(can_be_drawn(Goal::Mate, &men("b2", "c3"), [1, 0]));
    assert!(!can_be_drawn(Goal::Mate, &men("b3", "d3"), [1, 0]));
}

#[test]
fn who_can_parry_must_be_moved_away() {
    let mut men = vec![
        (White, Walk::King, "c2"),
        (White, Walk::Knight, "c5"),
        (Black, Walk::King, "a1"),
        (Black, Walk::Rook, "a2"),
    ];
    // The knight mates on b3; the pawn on c4 takes it there.
    assert!(can_be_drawn(Goal::Mate, &men, [1, 0]));
    men.push((Black, Walk::Pawn, "c4"));
    assert!(!can_be_drawn(Goal::Mate, &men, [1, 0]));
    assert!(can_be_drawn(Goal::Mate, &men, [1, 1]));
}

#[test]
fn for_stalemate_all_are_hemmed_in() {
    let mut men = vec![
        (White, Walk::King, "c7"),
        (White, Walk::Pawn, "b6"),
        (White, Walk::Rook, "h5"),
        (Black, Walk::King, "a8"),
        (Black, Walk::Queen, "h1"),
    ];
    // One queen may be captured, two cannot be by one move.
    assert!(can_be_drawn(Goal::Stalemate, &men, [1, 0]));
    men.push((Black, Walk::Queen, "h8"));
    assert!(!can_be_drawn(Goal::Stalemate, &men, [1, 0]));
}

#[test]
fn who_is_to_be_captured_comes_to_where_that_can_be() {
    let men = [
        (White, Walk::King, "c7"),
        (White, Walk::Pawn, "b6"),
        (Black, Walk::King, "a8"),
        (Black, Walk::Queen, "h1"),
    ];
    assert!(!can_be_drawn(Goal::Stalemate, &men, [1, 0]));
    assert!(can_be_drawn(Goal::Stalemate, &men, [1, 1]));
    // Only one of two can wait for the last move.
    let bishops = |other| {
        [
            (White, Walk::King, "c1"),
            (White, Walk::Pawn, "g5"),
            (Black, Walk::King, "a1"),
            (Black, Walk::Pawn, "a2"),
            (Black, Walk::Bishop, "e7"),
            (Black, Walk::Bishop, other),
        ]
    };
    assert!(can_be_drawn(Goal::Stalemate, &bishops("f6"), [2, 0]));
    assert!(!can_be_drawn(Goal::Stalemate, &bishops("d6"), [2, 1]));
    assert!(can_be_drawn(Goal::Stalemate, &bishops("d6"), [2, 2]));
}

#[test]
fn who_is_pinned_has_a_pinner() {
    let men = |pinner| {
        [
            (White, Walk::King, "c6"),
            (White, Walk::Pawn, "b6"),
            (White, pinner, "e1"),
            (Black, Walk::King, "a8"),
            (Black, Walk::Knight, "b8"),
        ]
    };
    assert!(can_be_drawn(Goal::Stalemate, &men(Walk::Rook), [1, 0]));
    assert!(!can_be_drawn(Goal::Stalemate, &men(Walk::Bishop), [1, 0]));
}

#[test]
fn a_pawn_is_stopped_by_whoever_can_come() {
    let men = |pawn| {
        [
            (White, Walk::King, "c7"),
            (White, Walk::Pawn, "b6"),
            (White, Walk::Knight, "f6"),
            (Black, Walk::King, "a8"),
            (Black, Walk::Pawn, pawn),
        ]
    };
    // The knight goes to g4 or takes on g4, and can do nothing about a pawn on g3.
    assert!(can_be_drawn(Goal::Stalemate, &men("g5"), [1, 0]));
    assert!(can_be_drawn(Goal::Stalemate, &men("g4"), [1, 0]));
    assert!(!can_be_drawn(Goal::Stalemate, &men("g3"), [1, 0]));
}
