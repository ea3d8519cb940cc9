//! Candidate moves: moves that cannot be good are not generated.
//!
//! **What.** Selects the move filter of a node. At the last ply but one it is a [`PenultimateFilter`]; in
//! help play it also tests the mate patterns; in proof games it is the bound on the moves to the target,
//! tested before a move is made or its legality is known.
//!
//! **Why it is correct.** The filters reject only moves after which the goal is out of reach.
//!
//! **Cost and gain.** See the filters.
//!
//! **Reference.** See the filters.

use std::ops::ControlFlow;

use super::ScheduleSolver;
use crate::board::Board;
use crate::game::movegen::generate::{AllMoves, MoveFilter};
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::goals::append_moves_matching;
use crate::search::lower_bound::LowerBound;
use crate::search::lower_bound::proof_game::ProofGameBound;
use crate::search::penultimate::PenultimateFilter;
use crate::search::{ScheduleNode, reaches};
use crate::stipulation::{Goal, Quantifier};

impl<'a, B: Board, R: GameRules> ScheduleSolver<'a, B, R> {
    /// Appends the moves to be searched to the stack: at an ∃ ply only moves that may be good.
    pub(super) fn list_candidates(&mut self, node: ScheduleNode<'_, B, R>) {
        if node.ply().quantifier == Quantifier::Exists
            && let LowerBound::ProofGame(bound) = &mut self.lower_bound
        {
            return list_proof_game_candidates(self.game, node, bound, &mut self.move_stack);
        }
        match self.penultimate_filter(node) {
            PenultimateFilter::Selfmate(filter) => self.list_matching(node, &filter),
            PenultimateFilter::HelpStalemate(filter) => self.list_matching(node, &filter),
            PenultimateFilter::Helpmate(filter) => self.list_matching(node, &filter),
            PenultimateFilter::All => self.list_matching(node, &AllMoves),
        }
    }

    /// Returns the filter of the last ply but one; [`All`](PenultimateFilter::All) at other plies.
    pub(super) fn penultimate_filter<'p>(&self, node: ScheduleNode<'p, B, R>) -> PenultimateFilter<'p, B, R>
    where
        'a: 'p,
    {
        PenultimateFilter::select(self.game, self.goal, node, self.lower_bound.mate_patterns())
    }

    /// Appends the moves to be searched that a filter accepts, and possibly others.
    fn list_matching(&mut self, node: ScheduleNode<'_, B, R>, filter: &impl MoveFilter<B::Set>) {
        let (ply, position) = (node.ply(), node.position);
        match self.lower_bound.mate_patterns_mut() {
            Some(patterns) if ply.quantifier == Quantifier::Exists => {
                patterns.append_useful_moves(self.game, position, filter, &mut self.move_stack);
            }
            _ => append_moves_matching(self.game, self.goal, ply, position, filter, &mut self.move_stack),
        }
    }
}

/// Appends the moves after which the bound allows the target to be reached.
fn list_proof_game_candidates<B: Board, R: GameRules>(
    game: &Game<B, R>,
    node: ScheduleNode<'_, B, R>,
    bound: &mut ProofGameBound<B::Set>,
    moves: &mut Vec<Move>,
) {
    let position = node.position;
    let mut filter = bound.filter(game, position, node.with_plies_left(node.plies_left - 1).moves_left());
    let accepts = |mv| filter.accepts(mv);
    let _ = game.for_each_move_with_position(position, &AllMoves, accepts, |mv, _| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    moves.extend(game.pass_move(position));
}

/// Returns whether a move reaches the target position.
pub(super) fn has_target_in_one<B: Board, R: GameRules>(
    game: &Game<B, R>,
    goal: Goal,
    position: &PositionOf<B, R>,
    bound: &mut ProofGameBound<B::Set>,
) -> bool {
    let reaches_target = |mv, after: Option<&PositionOf<B, R>>| match after {
        Some(after) => reaches(game, goal, position, mv, after),
        None => reaches(game, goal, position, mv, &game.play(position, mv)),
    };
    let mut filter = bound.filter(game, position, [0, 0]);
    let accepts = |mv| filter.accepts(mv);
    let flow = game.for_each_move_with_position(position, &AllMoves, accepts, |mv, after| {
        if reaches_target(mv, after) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    flow.is_break() || game.pass_move(position).is_some_and(|pass| reaches_target(pass, None))
}
