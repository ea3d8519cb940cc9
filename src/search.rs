//! Is it so? The search answers yes or no and tells nothing.
//!
//! [`reference`] says what a schedule means, slowly and in one page; [`solver`]
//! gives the same answers fast. Both may be stopped by their [`limits`].

pub mod goals;
mod last_move;
pub mod limits;
mod lower_bound;
pub mod penultimate;
pub mod plan;
pub mod reference;
pub mod solver;
pub mod table;

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::board::{Board, Squares};
use crate::game::killer_evasions::KillerEvasions;
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::rules::GameRules;
use crate::stipulation::{Goal, GoalObligation, Ply, Quantifier, Schedule};
use goals::reaches_with_killers;
pub use goals::{append_moves, for_each_goal_candidate, for_each_goal_candidate_cheap_first, reaches};
pub use limits::{Limits, Stopped};
pub use plan::{PlanNode, PlanSolver};
pub use reference::ReferenceSolver;
pub use solver::ScheduleSolver;
pub use table::TranspositionTable;

/// Does the side to move pass at this half-move, because it only parries checks and is
/// not in check?
#[inline]
pub fn must_pass<B: Board, R: GameRules>(game: &Game<B, R>, ply: Ply, position: &PositionOf<B, R>) -> bool {
    ply.parry_only && !game.in_check(position, ply.side)
}

/// The position after the side to move has passed, because it only parries checks. In battle play that
/// is a half-move, so that what the last one captured is forgotten; in help play it is none, as between
/// the moves of a series.
#[inline]
pub fn after_pass<B: Board, R: GameRules>(
    choice: Quantifier,
    position: &PositionOf<B, R>,
) -> PositionOf<B, R> {
    match choice {
        Quantifier::ForAll => position.after_pass_ply(),
        Quantifier::Exists => position.after_null_move(),
    }
}

/// The position in which the half-move after `index` is made, given the position
/// after half-move `index`; none if play [cannot go on](play_goes_on).
#[inline]
pub fn next_position<'a, B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    schedule: &Schedule,
    index: usize,
    after: &'a PositionOf<B, R>,
) -> Option<Cow<'a, PositionOf<B, R>>> {
    let next = || match schedule.is_series_step(index) {
        true => Cow::Owned(after.after_null_move()),
        false => Cow::Borrowed(after),
    };
    can_continue(game, goal, schedule, index, after).then(next)
}

/// Can play go on behind half-move `index`, given the position after it?
///
/// Where one side moves twice running, the other passes. It must not be in check,
/// for it could not leave it; and if at the end of the series it will be forced to
/// reach the goal, a position in which it already would be ends the series.
#[inline]
pub fn can_continue<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    schedule: &Schedule,
    index: usize,
    after: &PositionOf<B, R>,
) -> bool {
    if !schedule.is_series_step(index) {
        let max_flights = schedule.max_flights.filter(|_| schedule.is_early_attack(index));
        // Who must reach the goal at once has no use for flights.
        let must_reach_goal = || {
            let next_ply =
                schedule.plies.get(index + 1).filter(|next| next.obligation == GoalObligation::IfPossible);
            next_ply.is_some_and(|next| must_reach(game, goal, next.obligation, after))
        };
        return max_flights.is_none_or(|most| count_flights(game, after) <= most || must_reach_goal());
    }
    if game.in_check(after, after.to_move) {
        return false;
    }
    let is_forced_reply =
        |last_ply: &&Ply| last_ply.quantifier == Quantifier::ForAll && last_ply.side == after.to_move;
    let last_ply = schedule.plies.last().filter(is_forced_reply);
    last_ply.is_none_or(|last| !must_reach(game, goal, last.obligation, after))
}

/// How many moves the king of the side to move has.
fn count_flights<B: Board, R: GameRules>(game: &Game<B, R>, position: &PositionOf<B, R>) -> u32 {
    let mut flights = 0;
    let _ = game.for_each_move(position, |mv| {
        flights += u32::from(position.royal.contains(mv.from));
        ControlFlow::Continue(())
    });
    flights
}

/// Must the side to move reach the goal: because it can and is bound to, or because
/// every move does?
pub fn must_reach<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    duty: GoalObligation,
    position: &PositionOf<B, R>,
) -> bool {
    // One move that reaches decides for who is bound, one that does not for others.
    let decisive = duty == GoalObligation::IfPossible;
    first_deciding_move(game, goal, decisive, position, &mut KillerEvasions::default())
        .is_some_and(|(_, reached)| reached)
}

/// The first move that reaches the goal, or does not, as is wanted, and whether it does; the last
/// move if there is no such one, and none if there is no move.
fn first_deciding_move<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    wanted: bool,
    position: &PositionOf<B, R>,
    escapes: &mut KillerEvasions,
) -> Option<(Move, bool)> {
    let mut seen = None;
    let _ = for_each_goal_candidate_cheap_first(game, goal, position, |mv, after| {
        let reached = match after {
            Some(after) => reaches_with_killers(game, goal, position, mv, after, escapes),
            None => reaches_with_killers(game, goal, position, mv, &game.play(position, mv), escapes),
        };
        seen = Some((mv, reached));
        if reached == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    seen
}
