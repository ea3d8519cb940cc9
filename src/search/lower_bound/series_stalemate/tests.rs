//! Which stalemates can be arranged in small positions.

use super::*;
use crate::board::{Grid, Layout, Set64};
use crate::position::Man;
use crate::rules::Orthodox;
use Side::{Black, White};

/// Can Black, who has so many moves, be stalemated by White's next?
fn can_be_arranged(layout: Layout, men: &[(Side, Walk, &str)], moves: usize) -> bool {
    let game = Game::new(Grid::new(layout), Orthodox);
    let mut position: Position<Set64> = Position::empty(Black);
    for &(side, walk, square) in men {
        let square = layout.square(square).expect("a square");
        position.put(Man::new(side, walk), square);
    }
    Ends::new(Black).hopeful(&game, &position, moves)
}

#[test]
fn who_is_captured_last_must_come_there() {
    let men = |rook| {
        [
            (White, Walk::King, "b6"),
            (White, Walk::Rook, "f7"),
            (Black, Walk::King, "a8"),
            (Black, Walk::Rook, rook),
        ]
    };
    let arranged = |rook, moves| can_be_arranged(Layout::CHESS, &men(rook), moves);
    assert!(arranged("e7", 1));
    assert!(!arranged("e5", 1));
    assert!(arranged("e5", 2));
}

#[test]
fn pawns_leave_their_files_only_by_capturing() {
    // The pawn is stopped only on the a-file, and comes there by capturing on a6.
    let mut men = vec![
        (White, Walk::King, "a3"),
        (White, Walk::Rook, "f7"),
        (Black, Walk::King, "h8"),
        (Black, Walk::Pawn, "b7"),
    ];
    let king = men.clone();
    men[2] = (Black, Walk::King, "h1");
    men[1] = (White, Walk::Rook, "g7");
    assert!(!can_be_arranged(Layout::CHESS, &king, 3));
    assert!(!can_be_arranged(Layout::CHESS, &men, 3));
    men.push((White, Walk::Knight, "a6"));
    men.push((White, Walk::King, "f2"));
    men.remove(0);
    men.push((White, Walk::Pawn, "a3"));
    assert!(can_be_arranged(Layout::CHESS, &men, 3));
}

#[test]
fn who_makes_a_way_round_may_find_his_place_by_it() {
    // 1.b2*a1=R 2.Kc2-b1 Ka4-b3=
    let men = [
        (White, Walk::King, "a4"),
        (White, Walk::Rook, "a1"),
        (Black, Walk::King, "c2"),
        (Black, Walk::Pawn, "a2"),
        (Black, Walk::Pawn, "b2"),
        (Black, Walk::Pawn, "c1"),
        (Black, Walk::Pawn, "c4"),
    ];
    let small = Layout::rectangle(3, 4).expect("a rectangle");
    assert!(can_be_arranged(small, &men, 2));
    assert!(!can_be_arranged(small, &men, 1));
}
