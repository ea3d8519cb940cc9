//! Which moves are looked at: not even listed are those of which it is known that they serve nothing.
//!
//! In proof games it is asked before a move is played, or even judged legal, whether what is left
//! suffices: few moves lead to positions from which the target can still be reached in time.

use std::ops::ControlFlow;

use super::ScheduleSolver;
use crate::board::Board;
use crate::game::PositionOf;
use crate::game::movegen::generate::{AllMoves, MoveFilter};
use crate::rules::GameRules;
use crate::search::goals::append_moves_matching;
use crate::search::penultimate::helpmate;
use crate::search::penultimate::selfmate::SelfmateFilter;
use crate::search::penultimate::stalemate as still;
use crate::search::reaches;
use crate::stipulation::{Quantifier, Schedule};

/// Which moves before the last half-move are worth looking at.
pub(super) enum PenultimateFilter<'a, B: Board, R: GameRules> {
    /// Those that may force the other side to mate.
    Selfmate(SelfmateFilter<'a, B, R>),
    /// Those that may let the other side stalemate.
    HelpStalemate(still::HelpStalemateFilter<B::Set>),
    /// Those that may let the other side mate.
    Helpmate(helpmate::HelpmateFilter<B::Set>),
    /// All.
    All,
}

impl<B: Board, R: GameRules> PenultimateFilter<'_, B, R> {
    /// As an aim.
    pub(super) fn as_move_filter(&self) -> &dyn MoveFilter<B::Set> {
        match self {
            PenultimateFilter::Selfmate(tempo) => tempo,
            PenultimateFilter::HelpStalemate(eve) => eve,
            PenultimateFilter::Helpmate(eve) => eve,
            PenultimateFilter::All => &AllMoves,
        }
    }
}

impl<'a, B: Board, R: GameRules> ScheduleSolver<'a, B, R> {
    /// Appends the moves to be looked at: of one that suffices, only what may serve.
    pub(super) fn list_candidates(&mut self, schedule: &Schedule, position: &PositionOf<B, R>, index: usize) {
        let ply = schedule.plies[index];
        if ply.quantifier == Quantifier::Exists && self.goal.is_diagram() {
            return self.list_proof_game_candidates(position, schedule.moves_left(index + 1));
        }
        match self.penultimate_filter(schedule, position, index) {
            PenultimateFilter::Selfmate(tempo) => self.list_matching(schedule, position, index, &tempo),
            PenultimateFilter::HelpStalemate(eve) => self.list_matching(schedule, position, index, &eve),
            PenultimateFilter::Helpmate(eve) => self.list_matching(schedule, position, index, &eve),
            PenultimateFilter::All => self.list_matching(schedule, position, index, &AllMoves),
        }
    }

    /// What is known of the moves worth looking at before the last half-move.
    pub(super) fn penultimate_filter<'p>(
        &self,
        schedule: &Schedule,
        position: &'p PositionOf<B, R>,
        index: usize,
    ) -> PenultimateFilter<'p, B, R>
    where
        'a: 'p,
    {
        if schedule.plies[index].quantifier != Quantifier::Exists || schedule.plies.len() - index != 2 {
            return PenultimateFilter::All;
        }
        if SelfmateFilter::is_applicable(self.game, self.goal, schedule)
            && let Some(tempo) = SelfmateFilter::new(self.game, position)
        {
            return PenultimateFilter::Selfmate(tempo);
        }
        if still::HelpStalemateFilter::is_applicable(self.game, self.goal, schedule)
            && let Some(eve) = still::HelpStalemateFilter::new(self.game, position)
        {
            return PenultimateFilter::HelpStalemate(eve);
        }
        // That not all moves mate is soon seen: there the eve takes longer.
        if (R::GENERAL || schedule.plies[index + 1].quantifier == Quantifier::Exists)
            && let Some(eve) =
                self.mate_patterns.as_ref().and_then(|nets| nets.helpmate_filter(self.game, position))
        {
            return PenultimateFilter::Helpmate(eve);
        }
        PenultimateFilter::All
    }

    /// As [`list`](Self::list), those of which an aim is known.
    fn list_matching(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
        filter: &impl MoveFilter<B::Set>,
    ) {
        let ply = schedule.plies[index];
        match &mut self.mate_patterns {
            // What cannot serve is not even listed.
            Some(nets) if ply.quantifier == Quantifier::Exists => {
                nets.append_useful_moves(self.game, position, filter, &mut self.move_stack);
            }
            _ => append_moves_matching(self.game, self.goal, ply, position, filter, &mut self.move_stack),
        }
    }

    /// Appends the moves after which the target can still be reached, as far as that is seen, if
    /// the sides have at most so many moves left then.
    fn list_proof_game_candidates(&mut self, position: &PositionOf<B, R>, moves_left: [usize; 2]) {
        let ScheduleSolver { game, move_stack: moves, bound_cache: reckoned, .. } = self;
        let filter = game.proof_game_filter(position, moves_left);
        let accepts = |mv| filter.accepts(mv, reckoned);
        let _ = game.for_each_move_with_position(position, &AllMoves, accepts, |mv, _| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves.extend(game.pass_move(position));
    }

    /// Does a move reach the target?
    pub(super) fn has_target_in_one(&mut self, position: &PositionOf<B, R>) -> bool {
        let (game, goal, reckoned) = (self.game, self.goal, &mut self.bound_cache);
        let reached = |mv, after: Option<&PositionOf<B, R>>| match after {
            Some(after) => reaches(game, goal, position, mv, after),
            None => reaches(game, goal, position, mv, &game.play(position, mv)),
        };
        let filter = game.proof_game_filter(position, [0, 0]);
        let accepts = |mv| filter.accepts(mv, reckoned);
        let found =
            game.for_each_move_with_position(position, &AllMoves, accepts, |mv, after| {
                match reached(mv, after) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
        found.is_break() || game.pass_move(position).is_some_and(|pass| reached(pass, None))
    }
}
