//! Can the goal be reached by one move?
//!
//! Moves are played only in order to be judged, and as few as possible: towards mate and check
//! those that may give check ([`Checks`]), towards mate those that leave no flight that is seen
//! without playing them ([`Flights`]). Half of all positions of battle play are asked this, and
//! few of the moves are played: whether a move is legal is seen last, in playing it ([`Finish`]).

use std::ops::ControlFlow;

use crate::board::Board;
use crate::game::killer_evasions::Escapes;
use crate::game::movegen::generate::{Aim, Anywhere};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind};
use crate::rules::Rules;
use crate::search::last_move::filter::Finish;
use crate::search::lower_bound::mate_patterns::Nets;
use crate::search::penultimate::stalemate::Still;
use crate::search::{reaches, reaches_again};
use crate::stipulation::Goal;

/// Can the side to move reach the goal at once? Where nets are given, by a move that serves one.
/// The list is used for moves on the way, and left as it was.
#[inline]
pub(in crate::search) fn can_reach<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    nets: Option<&mut Nets<'_, B>>,
    moves: &mut Vec<Move>,
    escapes: &mut Escapes,
) -> bool {
    if R::GENERAL && !goal.mates_the_mover() {
        return can_reach_by_rule(game, goal, position, nets, escapes);
    }
    let by_check = goal.takes_check();
    if !R::GENERAL && by_check {
        return can_reach_by_check(game, goal, position);
    }
    if Still::speaks_of(game, goal)
        && let Some(still) = Still::new(game, position)
    {
        return can_reach_by_stalling(game, goal, position, nets, &still);
    }
    can_reach_by_trying(game, goal, position, nets, moves)
}

/// As [`can_reach`] where the goal takes a check.
fn can_reach_by_check<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
) -> bool {
    let finish = Finish::new(game, goal, position);
    let take = |mv| {
        let after = game.try_move(position, mv);
        match after.is_some_and(|after| reaches(game, goal, position, mv, &after)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    // To pass gives no check.
    game.each_rash_move_towards(position, &finish, take).is_break()
}

/// As [`can_reach`] towards stalemate.
fn can_reach_by_stalling<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut nets: Option<&mut Nets<'_, B>>,
    still: &Still<'_, B, R>,
) -> bool {
    if still.is_hopeless() {
        return false;
    }
    let take = |mv| {
        let serves = nets.as_mut().is_none_or(|nets| {
            let depth = nets.depth();
            let hopeful = nets.step(game, position, mv);
            nets.back_to(depth);
            hopeful
        });
        let after = if serves { game.try_move(position, mv) } else { None };
        match after.is_some_and(|after| reaches(game, goal, position, mv, &after)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    game.each_rash_move_towards(position, still, take).is_break()
}

/// As [`can_reach`] where moves have to be played in order to be judged: none is played twice.
fn can_reach_by_rule<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut nets: Option<&mut Nets<'_, B>>,
    escapes: &mut Escapes,
) -> bool {
    let finish = goal.takes_check().then(|| Finish::new(game, goal, position));
    let mut take = |mv: Move, after: Option<&PositionOf<B, R>>| {
        let reached = match after {
            Some(after) => reaches_again(game, goal, position, mv, after, escapes),
            None => reaches_again(game, goal, position, mv, &game.play(position, mv), escapes),
        };
        if reached { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let serves = |mv: Move| nets.as_mut().is_none_or(|nets| nets.admit(game, position, mv));
    if Still::speaks_of(game, goal)
        && let Some(still) = Still::new(game, position)
    {
        return game.each_judged_move(position, &still, serves, &mut take).is_break();
    }
    match &finish {
        // To pass gives no check but where nothing is known of checks.
        Some(finish) => {
            game.each_judged_move(position, finish, serves, &mut take).is_break()
                || game.pass(position).is_some_and(|pass| finish.wants(pass) && take(pass, None).is_break())
        }
        None => {
            let found = game.each_judged_move(position, &Anywhere, serves, &mut take);
            found.is_break() || game.pass(position).is_some_and(|pass| take(pass, None).is_break())
        }
    }
}

/// As [`can_reach`] for goals of which more is known only once a move is played.
fn can_reach_by_trying<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut nets: Option<&mut Nets<'_, B>>,
    moves: &mut Vec<Move>,
) -> bool {
    let first = moves.len();
    candidates(game, goal, position, moves);
    let found = moves[first..].iter().any(|&mv| {
        let hopeful = nets.as_mut().is_none_or(|nets| {
            let depth = nets.depth();
            let hopeful = nets.step(game, position, mv);
            nets.back_to(depth);
            hopeful
        });
        hopeful && reaches(game, goal, position, mv, &game.play(position, mv))
    });
    moves.truncate(first);
    found
}

/// Appends the moves that may reach the goal.
fn candidates<B: Board, R: Rules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) {
    let first = list.len();
    if goal.mates_the_mover() {
        // Whoever moves legally is not in check then.
        game.rash_moves(position, list);
    } else {
        game.decisions(position, list);
    }
    let moves = &mut list[first..];
    let kept = match goal {
        Goal::Capture | Goal::Win => bring_forward(moves, Move::is_capture),
        // General rules let men be reborn after other moves too.
        Goal::CircuitByRebirth | Goal::ExchangeByRebirth => {
            bring_forward(moves, |mv| R::GENERAL || mv.is_capture())
        }
        Goal::Target(square) => {
            let Game { rules, board, .. } = game;
            bring_forward(moves, |mv| R::GENERAL || rules.arrival(board, position, mv) == square)
        }
        Goal::Castling => bring_forward(moves, |mv| mv.kind == MoveKind::Castling),
        Goal::EnPassant => bring_forward(moves, |mv| mv.kind == MoveKind::EnPassant),
        _ => moves.len(),
    };
    list.truncate(first + kept);
}

/// Puts the moves that are wanted before the others, and counts them.
pub(in crate::search) fn bring_forward(moves: &mut [Move], wanted: impl Fn(Move) -> bool) -> usize {
    let mut front = 0;
    for at in 0..moves.len() {
        if wanted(moves[at]) {
            moves.swap(front, at);
            front += 1;
        }
    }
    front
}
