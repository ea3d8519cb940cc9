//! The last half-move but one under general rules: moves are judged as they are found.
//!
//! Many of them have to be played to be found legal; a list would have them played twice
//! (`docs/performance.md`).

use std::cell::RefCell;
use std::ops::ControlFlow;

use super::ScheduleSolver;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::limits::Stopped;
use crate::stipulation::{GoalValue, Quantifier, Schedule};

impl<B: Board, R: GameRules> ScheduleSolver<'_, B, R> {
    /// Are moves judged as they are found?
    pub(super) fn is_lazy_node(&self, schedule: &Schedule, index: usize) -> bool {
        let ply = schedule.plies[index];
        let is_penultimate = schedule.plies.len() - index == 2;
        let one_suffices = ply.quantifier == Quantifier::Exists && ply.goal_value == GoalValue::Ignored;
        R::GENERAL && is_penultimate && one_suffices && !self.goal.is_diagram()
    }

    /// As [`decide`](Prover::decide), where moves are judged as they are found.
    pub(super) fn search_moves_lazily(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let game = self.game;
        let filter = self.penultimate_filter(schedule, position, index);
        let quiet_moves_are_plain = game.quiet_moves_are_orthodox(position);
        let mut found = Ok(false);
        let mut count = 0;
        // The search is asked for what serves, and to judge, by turns.
        let search = RefCell::new(&mut *self);
        let mut accepts = |mv| {
            let nets = &mut search.borrow_mut().mate_patterns;
            nets.as_mut().is_none_or(|nets| nets.accepts_generated(game, position, mv, quiet_moves_are_plain))
        };
        let mut visit = |mv: Move, after: Option<&PositionOf<B, R>>| {
            count += 1;
            match search.borrow_mut().search_lazy_move(schedule, position, (mv, after), index) {
                Ok(false) => ControlFlow::Continue(()),
                other => {
                    found = other;
                    ControlFlow::Break(())
                }
            }
        };
        let flow = game.for_each_move_general(position, filter.as_move_filter(), &mut accepts, &mut visit);
        if flow.is_continue()
            && let Some(pass) = game.pass_move(position)
        {
            let _ = visit(pass, None);
        }
        if let Some(nets) = &mut self.mate_patterns {
            nets.record_expansion(2, count);
        }
        found
    }

    /// Is a move good that is known to be legal, and perhaps where it leads?
    fn search_lazy_move(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        (mv, after): (Move, Option<&PositionOf<B, R>>),
        index: usize,
    ) -> Result<bool, Stopped> {
        let depth = self.depth();
        if !self.push_if_feasible(position, mv) {
            return Ok(false);
        }
        let good = match after {
            Some(after) => self.evaluate_move(schedule, position, mv, after, index)?,
            None => self.evaluate_move(schedule, position, mv, &self.game.play(position, mv), index)?,
        };
        self.pop_to(depth);
        Ok(good)
    }
}
