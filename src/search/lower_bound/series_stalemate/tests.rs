//! The bound in small positions.

use super::*;
use crate::board::{Layout, RectBoard, Set64};
use crate::position::Man;
use crate::rules::Orthodox;
use Side::{Black, White};

/// Returns whether the bound allows White to stalemate after `moves` moves of Black.
fn black_can_be_stalemated(layout: Layout, men: &[(Side, Walk, &str)], moves: usize) -> bool {
    let game = Game::new(RectBoard::new(layout), Orthodox);
    let mut position: Position<Set64> = Position::empty(Black);
    for &(side, walk, square) in men {
        let square = layout.square(square).expect("a square");
        position.place(Man::new(side, walk), square);
    }
    SeriesStalemate::new(Black).is_feasible(&game, &position, moves)
}

#[test]
fn last_move_victim_must_reach_capture_square() {
    let men = |rook| {
        [
            (White, Walk::King, "b6"),
            (White, Walk::Rook, "f7"),
            (Black, Walk::King, "a8"),
            (Black, Walk::Rook, rook),
        ]
    };
    let is_feasible = |rook, moves| black_can_be_stalemated(Layout::CHESS, &men(rook), moves);
    assert!(is_feasible("e7", 1));
    assert!(!is_feasible("e5", 1));
    assert!(is_feasible("e5", 2));
}

#[test]
fn pawn_changes_file_only_by_capture() {
    // The pawn is blocked only on the a-file, which it reaches by capturing on a6.
    let mut men = vec![
        (White, Walk::King, "a3"),
        (White, Walk::Rook, "f7"),
        (Black, Walk::King, "h8"),
        (Black, Walk::Pawn, "b7"),
    ];
    let king = men.clone();
    men[2] = (Black, Walk::King, "h1");
    men[1] = (White, Walk::Rook, "g7");
    assert!(!black_can_be_stalemated(Layout::CHESS, &king, 3));
    assert!(!black_can_be_stalemated(Layout::CHESS, &men, 3));
    men.push((White, Walk::Knight, "a6"));
    men.push((White, Walk::King, "f2"));
    men.remove(0);
    men.push((White, Walk::Pawn, "a3"));
    assert!(black_can_be_stalemated(Layout::CHESS, &men, 3));
}

#[test]
fn capture_detour_may_end_on_final_square() {
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
    assert!(black_can_be_stalemated(small, &men, 2));
    assert!(!black_can_be_stalemated(small, &men, 1));
}

#[test]
fn men_between_king_and_rook_prevent_castling() {
    let board = RectBoard::new(Layout::CHESS);
    let square = |name| Layout::CHESS.square(name).expect("a square");
    let count_moves = |bishop| {
        let mut walks = [Set64::EMPTY; Walk::TABLE_LEN];
        walks[Walk::King.index()] = Set64::of(square("e1"));
        walks[Walk::Rook.index()] = Set64::of(square("h1"));
        walks[Walk::Bishop.index()] = Set64::of(square(bishop));
        let rights = Set64::of(square("e1")).with(square("h1"));
        let moves = stalemating_moves(
            &board,
            &PermittedTargets::unrestricted(board.geometry()),
            White,
            &walks,
            rights,
            1,
        );
        let castled = square("f1");
        moves
            .iter()
            .filter(|last| {
                last.walks[Walk::Rook.index()].contains(castled) && last.men.contains(square("g1"))
            })
            .count()
    };
    assert_eq!(count_moves("a4"), 1);
    assert_eq!(count_moves("f1"), 0);
}
