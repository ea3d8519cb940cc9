//! Goal in one: whether the side to move can reach the goal by one move.
//!
//! **What.** Lists the moves that the [filters](super) accept and makes them until one reaches the goal.
//!
//! **Why it is correct.** Exact: the filters reject only moves that miss the goal. Legality is tested last,
//! by making the move.
//!
//! **Cost and gain.** Half of all nodes of battle play are such tests, and few moves are made; figures in
//! [`check_info`](super::check_info).
//!
//! **Reference.** Mate in one; see the filters.

use std::ops::ControlFlow;

use crate::board::Board;
use crate::game::killer_evasions::KillerEvasions;
use crate::game::movegen::generate::{AllMoves, MoveFilter};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind};
use crate::rules::GameRules;
use crate::search::goals::{reaches, reaches_with_killers};
use crate::search::last_move::filter::CheckGoalFilter;
use crate::search::last_move::stalemate::StalemateGoalFilter;
use crate::search::lower_bound::mate_patterns::MatePatterns;
use crate::stipulation::Goal;

/// Returns whether the side to move can reach the goal by one move; if patterns are given, by a move that one
/// of them accepts. `moves` is a scratch stack and is returned as it was.
#[inline]
pub(in crate::search) fn has_goal_in_one<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    patterns: Option<&mut MatePatterns<'_, B>>,
    moves: &mut Vec<Move>,
    killers: &mut KillerEvasions,
) -> bool {
    if game.tests_moves_by_making() {
        if !goal.mates_mover() {
            return has_goal_in_one_general(game, goal, position, patterns, killers);
        }
    } else if goal.needs_checking_move() {
        return has_check_goal_in_one(game, goal, position);
    }
    if StalemateGoalFilter::is_applicable(game, goal)
        && let Some(filter) = StalemateGoalFilter::new(game, position)
    {
        return has_stalemate_in_one(game, goal, position, patterns, &filter);
    }
    has_goal_in_one_by_trial(game, goal, position, patterns, moves)
}

/// [`has_goal_in_one`] for goals that require a check, where masks decide the legality of moves.
fn has_check_goal_in_one<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
) -> bool {
    let filter = CheckGoalFilter::new(game, goal, position);
    let visit = |mv| {
        let after = game.try_move(position, mv);
        match after.is_some_and(|after| reaches(game, goal, position, mv, &after)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    // A pass gives no check.
    game.for_each_pseudo_legal_move(position, &filter, visit).is_break()
}

/// [`has_goal_in_one`] towards stalemate, where masks decide the legality of moves.
fn has_stalemate_in_one<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut patterns: Option<&mut MatePatterns<'_, B>>,
    filter: &StalemateGoalFilter<'_, B, R>,
) -> bool {
    if filter.rejects_all_moves() {
        return false;
    }
    let visit = |mv| {
        let is_accepted =
            patterns.as_mut().is_none_or(|patterns| patterns.is_feasible_after(game, position, mv));
        let after = if is_accepted { game.try_move(position, mv) } else { None };
        match after.is_some_and(|after| reaches(game, goal, position, mv, &after)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    game.for_each_pseudo_legal_move(position, filter, visit).is_break()
}

/// [`has_goal_in_one`] where the generator makes many moves itself: none is made twice.
fn has_goal_in_one_general<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut patterns: Option<&mut MatePatterns<'_, B>>,
    killers: &mut KillerEvasions,
) -> bool {
    let filter = goal.needs_checking_move().then(|| CheckGoalFilter::new(game, goal, position));
    let mut visit = |mv: Move, after: Option<&PositionOf<B, R>>| {
        let reached = match after {
            Some(after) => reaches_with_killers(game, goal, position, mv, after, killers),
            None => reaches_with_killers(game, goal, position, mv, &game.play(position, mv), killers),
        };
        if reached { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let is_accepted =
        |mv: Move| patterns.as_mut().is_none_or(|patterns| patterns.accepts(game, position, mv));
    if StalemateGoalFilter::is_applicable(game, goal)
        && let Some(filter) = StalemateGoalFilter::new(game, position)
    {
        return game.for_each_move_with_position(position, &filter, is_accepted, &mut visit).is_break();
    }
    match &filter {
        // A pass gives no check, unless nothing is known of checks.
        Some(filter) => {
            game.for_each_move_with_position(position, filter, is_accepted, &mut visit).is_break()
                || game
                    .pass_move(position)
                    .is_some_and(|pass| filter.accepts(pass) && visit(pass, None).is_break())
        }
        None => {
            let found = game.for_each_move_with_position(position, &AllMoves, is_accepted, &mut visit);
            found.is_break() || game.pass_move(position).is_some_and(|pass| visit(pass, None).is_break())
        }
    }
}

/// [`has_goal_in_one`] for goals that are tested only after a move is made.
fn has_goal_in_one_by_trial<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut patterns: Option<&mut MatePatterns<'_, B>>,
    moves: &mut Vec<Move>,
) -> bool {
    let first = moves.len();
    append_candidates(game, goal, position, moves);
    let found = moves[first..].iter().any(|&mv| {
        let is_feasible =
            patterns.as_mut().is_none_or(|patterns| patterns.is_feasible_after(game, position, mv));
        is_feasible && reaches(game, goal, position, mv, &game.play(position, mv))
    });
    moves.truncate(first);
    found
}

/// Appends the moves that may reach the goal, to the end of `list`.
fn append_candidates<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) {
    let first = list.len();
    if goal.mates_mover() {
        // A legal move does not leave the mover in check.
        game.self_check_moves(position, list);
    } else {
        game.moves_and_pass(position, list);
    }
    let moves = &mut list[first..];
    let kept = match goal {
        Goal::Capture | Goal::Win => partition_in_place(moves, Move::is_capture),
        Goal::CircuitByRebirth | Goal::ExchangeByRebirth if game.only_captures_cause_rebirths() => {
            partition_in_place(moves, Move::is_capture)
        }
        Goal::Target(square) => partition_in_place(moves, |mv| game.may_finish_on(position, mv, square)),
        Goal::Castling => partition_in_place(moves, |mv| mv.kind == MoveKind::Castling),
        Goal::EnPassant => partition_in_place(moves, |mv| mv.kind == MoveKind::EnPassant),
        _ => moves.len(),
    };
    list.truncate(first + kept);
}

/// Moves the accepted moves to the front, in no particular order, and returns their number.
pub(in crate::search) fn partition_in_place(moves: &mut [Move], accept: impl Fn(Move) -> bool) -> usize {
    let mut front = 0;
    for index in 0..moves.len() {
        if accept(moves[index]) {
            moves.swap(front, index);
            front += 1;
        }
    }
    front
}
