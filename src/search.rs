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
use crate::game::killer_evasions::Escapes;
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::rules::Rules;
use crate::stipulation::{Choice, Duty, Goal, Half, Schedule};
use goals::reaches_again;
pub use goals::{each_easy_first_towards, each_towards, moves_at, reaches};
pub use limits::{Limits, Stopped};
pub use plan::{Arrival, Planner};
pub use reference::Definition;
pub use solver::Prover;
pub use table::Table;

/// Does the side to move pass at this half-move, because it only parries checks and is
/// not in check?
#[inline]
pub fn passes<B: Board, R: Rules>(game: &Game<B, R>, half: Half, position: &PositionOf<B, R>) -> bool {
    half.parries && !game.in_check(position, half.side)
}

/// The position after the side to move has passed, because it only parries checks. In battle play that
/// is a half-move, so that what the last one captured is forgotten; in help play it is none, as between
/// the moves of a series.
#[inline]
pub fn after_pass<B: Board, R: Rules>(choice: Choice, position: &PositionOf<B, R>) -> PositionOf<B, R> {
    match choice {
        Choice::Every => position.without_parry(),
        Choice::Some => position.passed_over(),
    }
}

/// The position in which the half-move after `index` is made, given the position
/// after half-move `index`; none if play [cannot go on](play_goes_on).
#[inline]
pub fn next_position<'a, B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    schedule: &Schedule,
    index: usize,
    after: &'a PositionOf<B, R>,
) -> Option<Cow<'a, PositionOf<B, R>>> {
    let next = || match schedule.is_series_step(index) {
        true => Cow::Owned(after.passed_over()),
        false => Cow::Borrowed(after),
    };
    play_goes_on(game, goal, schedule, index, after).then(next)
}

/// Can play go on behind half-move `index`, given the position after it?
///
/// Where one side moves twice running, the other passes. It must not be in check,
/// for it could not leave it; and if at the end of the series it will be forced to
/// reach the goal, a position in which it already would be ends the series.
#[inline]
pub fn play_goes_on<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    schedule: &Schedule,
    index: usize,
    after: &PositionOf<B, R>,
) -> bool {
    if !schedule.is_series_step(index) {
        let most = schedule.max_flights.filter(|_| schedule.is_early_attack(index));
        // Who must reach the goal at once has no use for flights.
        let ends = || {
            let next = schedule.halves.get(index + 1).filter(|next| next.duty == Duty::Bound);
            next.is_some_and(|next| must_reach(game, goal, next.duty, after))
        };
        return most.is_none_or(|most| flights(game, after) <= most || ends());
    }
    if game.in_check(after, after.to_move) {
        return false;
    }
    let forced = |last: &&Half| last.choice == Choice::Every && last.side == after.to_move;
    let last = schedule.halves.last().filter(forced);
    last.is_none_or(|last| !must_reach(game, goal, last.duty, after))
}

/// How many moves the king of the side to move has.
fn flights<B: Board, R: Rules>(game: &Game<B, R>, position: &PositionOf<B, R>) -> u32 {
    let mut flights = 0;
    let _ = game.each_move(position, |mv| {
        flights += u32::from(position.royal.contains(mv.from));
        ControlFlow::Continue(())
    });
    flights
}

/// Must the side to move reach the goal: because it can and is bound to, or because
/// every move does?
pub fn must_reach<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    duty: Duty,
    position: &PositionOf<B, R>,
) -> bool {
    // One move that reaches decides for who is bound, one that does not for others.
    let decisive = duty == Duty::Bound;
    first_that(game, goal, decisive, position, &mut Escapes::default()).is_some_and(|(_, reached)| reached)
}

/// The first move that reaches the goal, or does not, as is wanted, and whether it does; the last
/// move if there is no such one, and none if there is no move.
fn first_that<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    wanted: bool,
    position: &PositionOf<B, R>,
    escapes: &mut Escapes,
) -> Option<(Move, bool)> {
    let mut seen = None;
    let _ = each_easy_first_towards(game, goal, position, |mv, after| {
        let reached = match after {
            Some(after) => reaches_again(game, goal, position, mv, after, escapes),
            None => reaches_again(game, goal, position, mv, &game.play(position, mv), escapes),
        };
        seen = Some((mv, reached));
        if reached == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    seen
}
