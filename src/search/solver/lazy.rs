//! The last ply but one under the general engine: moves are evaluated as they are generated.
//!
//! **What.** The engine makes many moves to test their legality. It passes the position after such a move on,
//! and the move is evaluated there at once. From a list of moves each would be made twice.
//!
//! **Why it is correct.** Exact: the same moves are evaluated in another order.
//!
//! **Cost and gain.** 2 % in the mean, 6 % of an hs#3 in Circe Take&Make (`docs/internals/experiments.md`).
//!
//! **Reference.** Staged [move generation](https://www.chessprogramming.org/Move_Generation) interleaves
//! search and generation likewise.

use std::cell::RefCell;
use std::ops::ControlFlow;

use super::ScheduleSolver;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::ScheduleNode;
use crate::search::limits::Stopped;
use crate::search::lower_bound::Bounded;
use crate::stipulation::{GoalValue, Quantifier};

impl<B: Board, R: GameRules> ScheduleSolver<'_, B, R> {
    /// Returns whether the moves of a node are evaluated as they are generated.
    pub(super) fn is_lazy_node(&self, node: ScheduleNode<'_, B, R>) -> bool {
        let ply = node.ply();
        let is_penultimate = node.plies_left == 2;
        let is_choice = ply.quantifier == Quantifier::Exists && ply.goal_value == GoalValue::Ignored;
        self.game.tests_moves_by_making() && is_penultimate && is_choice && !self.goal.is_diagram()
    }

    /// As [`search_moves`](ScheduleSolver::search_moves), where moves are evaluated as they are generated.
    pub(super) fn search_moves_lazily(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let (game, position) = (self.game, node.position);
        let filter = self.penultimate_filter(node);
        let quiet_moves_are_plain = game.quiet_moves_are_orthodox(position);
        let mut answer = Ok(false);
        let mut count = 0;
        // The generator calls the two closures alternately.
        let solver = RefCell::new(&mut *self);
        let mut accepts = |mv| {
            let lower_bound = &mut solver.borrow_mut().lower_bound;
            lower_bound
                .mate_patterns_mut()
                .is_none_or(|patterns| patterns.accepts_generated(game, position, mv, quiet_moves_are_plain))
        };
        let mut visit = |mv: Move, after: Option<&PositionOf<B, R>>| {
            count += 1;
            match solver.borrow_mut().search_lazy_move(node, mv, after) {
                Ok(false) => ControlFlow::Continue(()),
                decided => {
                    answer = decided;
                    ControlFlow::Break(())
                }
            }
        };
        let flow = game.for_each_move_dynamic(position, filter.as_move_filter(), &mut accepts, &mut visit);
        if flow.is_continue()
            && let Some(pass) = game.pass_move(position)
        {
            let _ = visit(pass, None);
        }
        if let Some(patterns) = self.lower_bound.mate_patterns_mut() {
            patterns.record_expansion(2, count);
        }
        answer
    }

    /// Returns whether a legal move is good; `after` is the position after it, if the generator has made it.
    fn search_lazy_move(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        mv: Move,
        after: Option<&PositionOf<B, R>>,
    ) -> Result<bool, Stopped> {
        let good = self.with_move(node.position, mv, |solver| match after {
            Some(after) => solver.evaluate_move(node, mv, after),
            None => solver.evaluate_move(node, mv, &solver.game.play(node.position, mv)),
        });
        good.unwrap_or(Ok(false))
    }
}
