//! Play by a schedule: when a side passes, when play can continue after a move, and when a side must reach the
//! goal.
//!
//! **What.** What the [reference](super::reference) and the fast solver agree on, and the layer above needs as
//! well.
//!
//! **Why it is correct.** Part of the definition of a schedule.
//!
//! **Cost and gain.** None.
//!
//! **Reference.** `docs/stipulations.md`.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::board::{Board, Squares};
use crate::game::killer_evasions::KillerEvasions;
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::ScheduleNode;
use crate::search::goals::{for_each_goal_candidate_cheap_first, reaches_with_killers};
use crate::stipulation::{Goal, GoalObligation, Ply, Quantifier};

/// Returns whether the side to move passes, because it may only parry checks and is not in check.
#[inline]
pub fn must_pass<B: Board, R: GameRules>(game: &Game<B, R>, node: ScheduleNode<'_, B, R>) -> bool {
    let ply = node.ply();
    ply.parry_only && !game.in_check(node.position, ply.side)
}

/// Returns the position after a pass of a side that may only parry checks. In battle play the pass is a ply,
/// so that the last capture is cleared; in help play it is a null move, as between the moves of a series.
#[inline]
pub fn after_pass<B: Board, R: GameRules>(
    quantifier: Quantifier,
    position: &PositionOf<B, R>,
) -> PositionOf<B, R> {
    match quantifier {
        Quantifier::ForAll => position.after_pass_ply(),
        Quantifier::Exists => position.after_null_move(),
    }
}

/// Returns the position before the next ply, given the node after a move. `None` if play
/// [cannot continue](can_continue).
#[inline]
pub fn next_position<'n, B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    after: ScheduleNode<'n, B, R>,
) -> Option<Cow<'n, PositionOf<B, R>>> {
    let next = || match follows_series_step(after) {
        true => Cow::Owned(after.position.after_null_move()),
        false => Cow::Borrowed(after.position),
    };
    can_continue(game, goal, after).then(next)
}

/// Returns whether the side that made the last move also makes the next ply.
#[inline]
fn follows_series_step<B: Board, R: GameRules>(after: ScheduleNode<'_, B, R>) -> bool {
    after.schedule.is_series_step(after.plies_left + 1)
}

/// Returns whether play can continue at a node after a move.
///
/// Where a side makes two plies in succession, the other side passes. It must not be in check, which a pass
/// cannot parry. If it will be forced to reach the goal at the end of the series, a position in which it
/// already is forced ends the series.
///
/// After an early move of the attacker the schedule may limit the flights of the defender's king.
#[inline]
pub fn can_continue<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    after: ScheduleNode<'_, B, R>,
) -> bool {
    can_continue_unless_forced(game, after, |obligation| must_reach(game, goal, obligation, after.position))
}

/// As [`can_continue`], if `must_reach` returns whether the side to move [must reach](must_reach) the goal with an
/// obligation.
#[inline]
pub(super) fn can_continue_unless_forced<B: Board, R: GameRules>(
    game: &Game<B, R>,
    after: ScheduleNode<'_, B, R>,
    must_reach: impl FnOnce(GoalObligation) -> bool,
) -> bool {
    let ScheduleNode { schedule, position, plies_left } = after;
    if !follows_series_step(after) {
        let Some(max) = schedule.max_flights.filter(|_| schedule.is_early_attack(plies_left + 1)) else {
            return true;
        };
        // A defender that must reach the goal at once cannot use its flights.
        let is_obliged =
            schedule.ply(plies_left).map(|next| next.obligation) == Some(GoalObligation::IfPossible);
        return count_flights(game, position) <= max
            || (is_obliged && must_reach(GoalObligation::IfPossible));
    }
    if game.in_check(position, position.to_move) {
        return false;
    }
    let is_forced_reply = |ply: &&Ply| ply.quantifier == Quantifier::ForAll && ply.side == position.to_move;
    let last_ply = schedule.plies.last().filter(is_forced_reply);
    last_ply.is_none_or(|ply| !must_reach(ply.obligation))
}

/// Returns the number of moves that the king of the side to move has.
fn count_flights<B: Board, R: GameRules>(game: &Game<B, R>, position: &PositionOf<B, R>) -> u32 {
    let mut flights = 0;
    let _ = game.for_each_move(position, |mv| {
        flights += u32::from(position.royal.contains(mv.from));
        ControlFlow::Continue(())
    });
    flights
}

/// Returns whether the side to move must reach the goal: because it has a move that does and is obliged to
/// play it, or because every move does.
pub fn must_reach<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    obligation: GoalObligation,
    position: &PositionOf<B, R>,
) -> bool {
    // A side obliged if possible is decided by one move that reaches the goal, any other side by one that
    // misses it.
    let decisive = obligation == GoalObligation::IfPossible;
    first_deciding_move(game, goal, decisive, position, &mut KillerEvasions::default())
        .is_some_and(|(_, reached)| reached)
}

/// Returns whether a pseudo-legal move certainly misses the goal because it gives no check.
#[inline]
pub(super) fn misses_check<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mv: Move,
) -> bool {
    game.tests_moves_by_making()
        && goal.needs_checking_move()
        && game.check_by_attacks(position, mv) == Some(false)
}

/// Returns the first move that reaches the goal (`decisive` is `true`) or misses it (`false`), and whether it
/// reaches it. If there is no such move, returns the last one; `None` if there is no move.
pub(super) fn first_deciding_move<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    decisive: bool,
    position: &PositionOf<B, R>,
    killers: &mut KillerEvasions,
) -> Option<(Move, bool)> {
    let mut last = None;
    let _ = for_each_goal_candidate_cheap_first(game, goal, position, |mv, after| {
        let reached = match after {
            Some(after) => reaches_with_killers(game, goal, position, mv, after, killers),
            None if misses_check(game, goal, position, mv) => false,
            None => reaches_with_killers(game, goal, position, mv, &game.play(position, mv), killers),
        };
        last = Some((mv, reached));
        if reached == decisive { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    last
}
