//! Is it so? The search answers yes or no and tells nothing.
//!
//! [`definition`] says what a schedule means, slowly and in one page; [`prover`]
//! gives the same answers fast. Both may be stopped by their [`limits`].

pub mod definition;
pub mod limits;
pub mod parallel;
pub mod prover;
pub mod table;

use std::ops::ControlFlow;

use crate::board::{Board, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, MoveKind};
use crate::rules::Rules;
use crate::stipulation::{Choice, Duty, Goal, Schedule};
pub use definition::Definition;
pub use limits::{Limits, Stopped};
pub use prover::Prover;
pub use table::Table;

/// Does the move, which led from a position to the one after, reach the goal?
#[inline]
pub fn reaches<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    mv: Move,
    after: &PositionOf<B, R>,
) -> bool {
    match goal {
        Goal::Mate => game.is_mate(after),
        Goal::Stalemate => game.is_stalemate(after),
        Goal::Check => game.in_check(after, after.to_move),
        Goal::Capture => mv.is_capture(),
        // A man that the rules take away at once has not arrived.
        Goal::Target(square) if R::GENERAL => after.memory.arrived(mv.to) == Some(square),
        Goal::Target(square) => mv.to == square && after.of(after.to_move.other()).contains(square),
        Goal::Castling => mv.kind == MoveKind::Castling,
        Goal::EnPassant => mv.kind == MoveKind::EnPassant,
        Goal::Any => true,
    }
}

/// The position in which the half-move after `index` is made, given the position
/// after half-move `index`; none if play cannot go on.
///
/// Where one side moves twice running, the other passes. It must not be in check,
/// for it could not leave it; and if at the end of the series it will be forced to
/// reach the goal, a position in which it already would be ends the series.
#[inline]
pub fn next_position<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    schedule: &Schedule,
    index: usize,
    after: &PositionOf<B, R>,
) -> Option<PositionOf<B, R>> {
    if !schedule.is_series_step(index) {
        return Some(*after);
    }
    if game.in_check(after, after.to_move) {
        return None;
    }
    let last = schedule.halves.last().filter(|last| last.choice == Choice::Every);
    if last.is_some_and(|last| must_reach(game, goal, last.duty, after)) {
        return None;
    }
    let mut next = after.passed_over();
    // The side that moves again has just passed itself.
    if after.passed_by_choice() {
        next.note_pass();
    }
    Some(next)
}

/// Must the side to move reach the goal: because it can and is bound to, or because
/// every move does?
pub fn must_reach<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    duty: Duty,
    position: &PositionOf<B, R>,
) -> bool {
    let bound = duty == Duty::Bound;
    let mut decided = None;
    let mut look = |mv| {
        let reached = reaches(game, goal, mv, &game.play(position, mv));
        decided = Some(reached);
        // One move that reaches decides for who is bound, one that does not for others.
        if reached == bound { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if game.each_move(position, &mut look).is_continue()
        && let Some(pass) = game.pass(position)
    {
        let _ = look(pass);
    }
    decided == Some(true)
}
