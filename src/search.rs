//! Is it so? The search answers yes or no and tells nothing.
//!
//! [`definition`] says what a schedule means, slowly and in one page; [`prover`]
//! gives the same answers fast. Both may be stopped by their [`limits`].

pub mod definition;
pub mod limits;
pub mod parallel;
pub mod prover;
pub mod table;

use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind};
use crate::rules::Rules;
use crate::stipulation::{Goal, Schedule};
pub use definition::Definition;
pub use limits::{Limits, Stopped};
pub use prover::Prover;
pub use table::Table;

/// Does the move, which led from a position to the one after, reach the goal?
#[inline]
pub fn reaches<B: Board, R: Rules>(game: &Game<B, R>, goal: Goal, mv: Move, after: &PositionOf<B>) -> bool {
    match goal {
        Goal::Mate => game.is_mate(after),
        Goal::Stalemate => game.is_stalemate(after),
        Goal::Check => game.in_check(after, after.to_move),
        Goal::Capture => mv.is_capture(),
        Goal::Target(square) => mv.to == square,
        Goal::Castling => mv.kind == MoveKind::Castling,
        Goal::EnPassant => mv.kind == MoveKind::EnPassant,
        Goal::Any => true,
    }
}

/// The position in which the half-move after `index` is made, given the position
/// after half-move `index`; none if play cannot go on.
///
/// Where one side moves twice running, the other passes; it must not be in check,
/// for it could not leave it.
#[inline]
pub fn next_position<B: Board, R: Rules>(
    game: &Game<B, R>,
    schedule: &Schedule,
    index: usize,
    after: &PositionOf<B>,
) -> Option<PositionOf<B>> {
    if schedule.is_series_step(index) {
        if game.in_check(after, after.to_move) { None } else { Some(after.passed_over()) }
    } else {
        Some(*after)
    }
}
