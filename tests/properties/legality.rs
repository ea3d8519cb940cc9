//! Positions that have arisen in games have no warning that they cannot.

use std::cell::Cell;

use cozy_chess::{Board, Color, Move, Piece, Square as CozySquare};
use kirke::board::Layout;
use kirke::board::Square;
use kirke::legality::{LastPly, impossibilities};
use kirke::position::{Man, Side, Walk};
use kirke::problem::{Diagram, DoubleStep};
use proptest::prelude::*;

use crate::common::positions::runner;

const WALKS: [(Piece, Walk); 6] = [
    (Piece::Pawn, Walk::Pawn),
    (Piece::Knight, Walk::Knight),
    (Piece::Bishop, Walk::Bishop),
    (Piece::Rook, Walk::Rook),
    (Piece::Queen, Walk::Queen),
    (Piece::King, Walk::King),
];

fn side(colour: Color) -> Side {
    if colour == Color::White { Side::White } else { Side::Black }
}

fn diagram(board: &Board) -> Diagram {
    let mut diagram = Diagram::empty(Layout::CHESS);
    for (piece, walk) in WALKS {
        for square in board.pieces(piece) {
            let colour = board.color_on(square).expect("a man");
            diagram.put(Square::new(square as u8), Man::new(side(colour), walk));
        }
    }
    diagram
}

/// How moves are preferred: what random play rarely reaches.
#[derive(Clone, Copy, Debug)]
enum Taste {
    Any,
    Checks,
    PawnMoves,
    Quiet,
}

fn is_liked(board: &Board, mv: Move, taste: Taste) -> bool {
    match taste {
        Taste::Any => true,
        Taste::Checks => {
            let mut after = board.clone();
            after.play_unchecked(mv);
            !after.checkers().is_empty()
        }
        Taste::PawnMoves => board.piece_on(mv.from) == Some(Piece::Pawn),
        Taste::Quiet => !board.occupied().has(mv.to),
    }
}

fn choose(board: &Board, choice: u16, taste: Taste) -> Option<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_man| {
        moves.extend(of_man);
        false
    });
    let liked: Vec<Move> = moves.iter().copied().filter(|&mv| is_liked(board, mv, taste)).collect();
    // A move in four is any move, so that play does not repeat itself.
    let moves = if liked.is_empty() || choice.is_multiple_of(4) { moves } else { liked };
    (!moves.is_empty()).then(|| moves[usize::from(choice / 4) % moves.len()])
}

/// Returns the double step that a move was.
fn double_step(board: &Board, mv: Move) -> Option<DoubleStep> {
    let (from, to) = (mv.from as u8, mv.to as u8);
    let is_step = board.piece_on(mv.from) == Some(Piece::Pawn) && from.abs_diff(to) == 16;
    let square = |number: u8| Square::new(number);
    is_step.then(|| DoubleStep {
        departure: square(from),
        passed: vec![square(from.midpoint(to))],
        arrival: square(to),
    })
}

#[test]
fn positions_of_games_are_possible() {
    let tastes = [Taste::Any, Taste::Checks, Taste::PawnMoves, Taste::Quiet];
    let games = (prop::collection::vec(any::<u16>(), 200), 0..tastes.len(), 0..tastes.len());
    let (positions, checks, double_checks) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let result = runner(600).run(&games, |(choices, white, black)| {
        let mut board = Board::default();
        for choice in choices {
            let taste = if board.side_to_move() == Color::White { tastes[white] } else { tastes[black] };
            let Some(mv) = choose(&board, choice, taste) else { break };
            let moved = side(board.side_to_move());
            let step = double_step(&board, mv);
            board.play(mv);
            let diagram = diagram(&board);
            let last_plies = [
                Some(LastPly::Unknown),
                Some(LastPly::By(moved)),
                step.map(|step| LastPly::DoubleStep(moved, step)),
            ];
            for last_ply in last_plies.into_iter().flatten() {
                let found = impossibilities(&diagram, &last_ply);
                prop_assert!(found.is_empty(), "{board} after {mv}: {found:?}");
            }
            let count = |cell: &Cell<u64>, is_counted| cell.set(cell.get() + u64::from(is_counted));
            count(&positions, true);
            count(&checks, !board.checkers().is_empty());
            count(&double_checks, board.checkers().len() > 1);
        }
        Ok(())
    });
    println!("positions {positions:?}, checks {checks:?}, double checks {double_checks:?}");
    result.unwrap();
    assert!(double_checks.get() > 0, "play without double checks");
}

/// Squares have the same numbers in both libraries.
#[test]
fn squares_have_the_numbers_of_cozy_chess() {
    for square in CozySquare::ALL {
        assert_eq!(Layout::CHESS.name(Square::new(square as u8)), square.to_string());
    }
}
