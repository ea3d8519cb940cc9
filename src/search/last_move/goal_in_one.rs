//! Can the goal be reached by one move?
//!
//! Moves are played only in order to be judged, and as few as possible: towards mate and check
//! those that may give check ([`Checks`]), towards mate those that leave no flight that is seen
//! without playing them ([`Flights`]). Half of all positions of battle play are asked this, and
//! few of the moves are played: whether a move is legal is seen last, in playing it ([`Finish`]).

use std::ops::ControlFlow;

use crate::board::Board;
use crate::game::killer_evasions::KillerEvasions;
use crate::game::movegen::generate::{AllMoves, MoveFilter};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind};
use crate::rules::GameRules;
use crate::search::last_move::filter::CheckGoalFilter;
use crate::search::lower_bound::mate_patterns::MatePatterns;
use crate::search::penultimate::stalemate::StalemateGoalFilter;
use crate::search::{reaches, reaches_with_killers};
use crate::stipulation::Goal;

/// Can the side to move reach the goal at once? Where nets are given, by a move that serves one.
/// The list is used for moves on the way, and left as it was.
#[inline]
pub(in crate::search) fn has_goal_in_one<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    nets: Option<&mut MatePatterns<'_, B>>,
    moves: &mut Vec<Move>,
    escapes: &mut KillerEvasions,
) -> bool {
    if R::GENERAL && !goal.mates_mover() {
        return has_goal_in_one_general(game, goal, position, nets, escapes);
    }
    let by_check = goal.needs_checking_move();
    if !R::GENERAL && by_check {
        return has_check_goal_in_one(game, goal, position);
    }
    if StalemateGoalFilter::is_applicable(game, goal)
        && let Some(still) = StalemateGoalFilter::new(game, position)
    {
        return has_stalemate_in_one(game, goal, position, nets, &still);
    }
    has_goal_in_one_by_trial(game, goal, position, nets, moves)
}

/// As [`can_reach`] where the goal takes a check.
fn has_check_goal_in_one<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
) -> bool {
    let finish = CheckGoalFilter::new(game, goal, position);
    let take = |mv| {
        let after = game.try_move(position, mv);
        match after.is_some_and(|after| reaches(game, goal, position, mv, &after)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    // To pass gives no check.
    game.for_each_pseudo_legal_move(position, &finish, take).is_break()
}

/// As [`can_reach`] towards stalemate.
fn has_stalemate_in_one<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut nets: Option<&mut MatePatterns<'_, B>>,
    still: &StalemateGoalFilter<'_, B, R>,
) -> bool {
    if still.rejects_all_moves() {
        return false;
    }
    let take = |mv| {
        let serves = nets.as_mut().is_none_or(|nets| {
            let depth = nets.depth();
            let hopeful = nets.push_move(game, position, mv);
            nets.pop_to(depth);
            hopeful
        });
        let after = if serves { game.try_move(position, mv) } else { None };
        match after.is_some_and(|after| reaches(game, goal, position, mv, &after)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    game.for_each_pseudo_legal_move(position, still, take).is_break()
}

/// As [`can_reach`] where moves have to be played in order to be judged: none is played twice.
fn has_goal_in_one_general<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut nets: Option<&mut MatePatterns<'_, B>>,
    escapes: &mut KillerEvasions,
) -> bool {
    let finish = goal.needs_checking_move().then(|| CheckGoalFilter::new(game, goal, position));
    let mut take = |mv: Move, after: Option<&PositionOf<B, R>>| {
        let reached = match after {
            Some(after) => reaches_with_killers(game, goal, position, mv, after, escapes),
            None => reaches_with_killers(game, goal, position, mv, &game.play(position, mv), escapes),
        };
        if reached { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let serves = |mv: Move| nets.as_mut().is_none_or(|nets| nets.accepts(game, position, mv));
    if StalemateGoalFilter::is_applicable(game, goal)
        && let Some(still) = StalemateGoalFilter::new(game, position)
    {
        return game.for_each_move_with_position(position, &still, serves, &mut take).is_break();
    }
    match &finish {
        // To pass gives no check but where nothing is known of checks.
        Some(finish) => {
            game.for_each_move_with_position(position, finish, serves, &mut take).is_break()
                || game
                    .pass_move(position)
                    .is_some_and(|pass| finish.accepts(pass) && take(pass, None).is_break())
        }
        None => {
            let found = game.for_each_move_with_position(position, &AllMoves, serves, &mut take);
            found.is_break() || game.pass_move(position).is_some_and(|pass| take(pass, None).is_break())
        }
    }
}

/// As [`can_reach`] for goals of which more is known only once a move is played.
fn has_goal_in_one_by_trial<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    mut nets: Option<&mut MatePatterns<'_, B>>,
    moves: &mut Vec<Move>,
) -> bool {
    let first = moves.len();
    append_candidates(game, goal, position, moves);
    let found = moves[first..].iter().any(|&mv| {
        let hopeful = nets.as_mut().is_none_or(|nets| {
            let depth = nets.depth();
            let hopeful = nets.push_move(game, position, mv);
            nets.pop_to(depth);
            hopeful
        });
        hopeful && reaches(game, goal, position, mv, &game.play(position, mv))
    });
    moves.truncate(first);
    found
}

/// Appends the moves that may reach the goal.
fn append_candidates<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) {
    let first = list.len();
    if goal.mates_mover() {
        // Whoever moves legally is not in check then.
        game.self_check_moves(position, list);
    } else {
        game.moves_and_pass(position, list);
    }
    let moves = &mut list[first..];
    let kept = match goal {
        Goal::Capture | Goal::Win => partition_in_place(moves, Move::is_capture),
        // General rules let men be reborn after other moves too.
        Goal::CircuitByRebirth | Goal::ExchangeByRebirth => {
            partition_in_place(moves, |mv| R::GENERAL || mv.is_capture())
        }
        Goal::Target(square) => {
            let Game { rules, board, .. } = game;
            partition_in_place(moves, |mv| R::GENERAL || rules.final_square(board, position, mv) == square)
        }
        Goal::Castling => partition_in_place(moves, |mv| mv.kind == MoveKind::Castling),
        Goal::EnPassant => partition_in_place(moves, |mv| mv.kind == MoveKind::EnPassant),
        _ => moves.len(),
    };
    list.truncate(first + kept);
}

/// Puts the moves that are wanted before the others, and counts them.
pub(in crate::search) fn partition_in_place(moves: &mut [Move], wanted: impl Fn(Move) -> bool) -> usize {
    let mut front = 0;
    for at in 0..moves.len() {
        if wanted(moves[at]) {
            moves.swap(front, at);
            front += 1;
        }
    }
    front
}
