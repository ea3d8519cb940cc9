//! The reference solver: the definition of a schedule, by one recursion for every stipulation.
//!
//! **What.** It tries every move and stores nothing.
//!
//! **Why it is correct.** It is the definition: any faster solver must return the same answers.
//!
//! **Cost and gain.** Exponential in the plies; used by tests only.
//!
//! **Reference.** `docs/stipulations.md`.

use super::{ScheduleNode, after_pass, append_moves, must_pass, must_reach, next_position, reaches};
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::limits::{Limits, Stopped};
use crate::stipulation::{Goal, GoalObligation, GoalValue, Quantifier};

/// The reference solver of a goal in a game.
pub struct ReferenceSolver<'a, B: Board, R> {
    /// The game.
    pub game: &'a Game<B, R>,
    /// The goal.
    pub goal: Goal,
    /// The limits of the search.
    pub limits: &'a Limits,
}

impl<B: Board, R: GameRules> ReferenceSolver<'_, B, R> {
    /// Returns whether a node is solved: the side that wants the goal can reach it as the schedule requires.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn has_solution(&self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let allowance = node.schedule.nontrivial.map_or(0, |nontrivial| nontrivial.allowance);
        self.has_solution_with(allowance, node)
    }

    /// As [`has_solution`](ReferenceSolver::has_solution), with an allowance of nontrivial defences in
    /// addition to one at each ply.
    fn has_solution_with(&self, allowance: u32, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        self.limits.count_nodes(1)?;
        if node.plies_left == 0 {
            return Ok(false);
        }
        let (ply, position) = (node.ply(), node.position);
        let goal_is_forced = match ply.obligation {
            GoalObligation::Free => false,
            obligation => must_reach(self.game, self.goal, obligation, position),
        };
        if goal_is_forced {
            return Ok(ply.goal_value == GoalValue::Good);
        }
        if must_pass(self.game, node) {
            let passed = after_pass::<B, R>(ply.quantifier, position);
            return self.has_solution_with(allowance, node.next(&passed));
        }
        let mut moves = Vec::new();
        append_moves(self.game, self.goal, ply, position, &mut moves);
        let Some(allowance) = self.remaining_allowance(allowance, node, &moves)? else { return Ok(false) };
        let mut all_good = !moves.is_empty();
        for mv in moves {
            let good = self.is_good_move(allowance, node, mv)?;
            if good && ply.quantifier == Quantifier::Exists {
                return Ok(true);
            }
            all_good &= good;
        }
        Ok(ply.quantifier == Quantifier::ForAll && all_good)
    }

    /// Returns the allowance that is left after the defences at a node. `None` if too many of them are
    /// nontrivial.
    fn remaining_allowance(
        &self,
        mut allowance: u32,
        node: ScheduleNode<'_, B, R>,
        moves: &[Move],
    ) -> Result<Option<u32>, Stopped> {
        let answer = node.schedule.plies_left_at_trivial_answer(node.plies_left);
        let Some(answer) = answer.filter(|_| node.ply().quantifier == Quantifier::ForAll) else {
            return Ok(Some(allowance));
        };
        allowance += 1;
        for &mv in moves {
            let after = self.game.play(node.position, mv);
            let good = match self.value_of_reached_goal(node, mv, &after) {
                Some(good) => good,
                None => self.has_solution_with(allowance, node.next(&after).with_plies_left(answer))?,
            };
            if !good && allowance == 0 {
                return Ok(None);
            }
            allowance -= u32::from(!good);
        }
        Ok(Some(allowance))
    }

    /// Returns whether a move is good.
    fn is_good_move(&self, allowance: u32, node: ScheduleNode<'_, B, R>, mv: Move) -> Result<bool, Stopped> {
        let position = self.game.play(node.position, mv);
        if let Some(good) = self.value_of_reached_goal(node, mv, &position) {
            return Ok(good);
        }
        let after = node.next(&position);
        if node.ply().quantifier == Quantifier::Exists && !self.has_required_threat(after)? {
            return Ok(false);
        }
        match next_position(self.game, self.goal, after) {
            Some(next) => self.has_solution_with(allowance, node.next(&next)),
            None => Ok(false),
        }
    }

    /// Returns whether a move that reaches the goal is good. `None` if it does not reach the goal, or the goal
    /// has no effect.
    fn value_of_reached_goal(
        &self,
        node: ScheduleNode<'_, B, R>,
        mv: Move,
        after: &PositionOf<B, R>,
    ) -> Option<bool> {
        let value = node.ply().goal_value;
        let ends = value != GoalValue::Ignored && reaches(self.game, self.goal, node.position, mv, after);
        ends.then_some(value == GoalValue::Good)
    }

    /// Returns whether the attacker's move that led to a node carries the threat that the schedule requires.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn has_required_threat(&self, after: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let ScheduleNode { schedule, position, plies_left } = after;
        let Some(threat) = schedule.plies_left_at_threat(plies_left + 1) else { return Ok(true) };
        if self.game.in_check(position, position.to_move) {
            return Ok(true);
        }
        // A defender that must reach the goal at once need not be threatened.
        let obligation = schedule.ply(plies_left).map(|ply| ply.obligation);
        if obligation == Some(GoalObligation::IfPossible)
            && must_reach(self.game, self.goal, GoalObligation::IfPossible, position)
        {
            return Ok(true);
        }
        let threatening = position.threat_position();
        self.has_solution(ScheduleNode { schedule, position: &threatening, plies_left: threat })
    }
}
