//! The reference solver: the definition of a schedule, by one recursion for every stipulation.
//!
//! **What.** It tries every move and stores nothing.
//!
//! **Why it is correct.** It is the definition: any faster solver must return the same answers.
//!
//! **Cost and gain.** Exponential in the plies; used by tests only.
//!
//! **Reference.** `docs/definitions.md`.

use super::{after_pass, append_moves, must_pass, must_reach, next_position, reaches};
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::rules::GameRules;
use crate::search::limits::{Limits, Stopped};
use crate::stipulation::{Goal, GoalObligation, GoalValue, Quantifier, Schedule};

/// The reference solver of a schedule in a game.
pub struct ReferenceSolver<'a, B: Board, R> {
    /// The game.
    pub game: &'a Game<B, R>,
    /// The goal.
    pub goal: Goal,
    /// The plies.
    pub schedule: &'a Schedule,
    /// The limits of the search.
    pub limits: &'a Limits,
}

impl<B: Board, R: GameRules> ReferenceSolver<'_, B, R> {
    /// Returns whether the position, before ply `index`, is solved: the side that wants the goal can reach it
    /// as the schedule requires.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn has_solution(&self, position: &PositionOf<B, R>, index: usize) -> Result<bool, Stopped> {
        let allowance = self.schedule.nontrivial.map_or(0, |nontrivial| nontrivial.allowance);
        self.has_solution_with(allowance, position, index)
    }

    /// As [`has_solution`](ReferenceSolver::has_solution), with an allowance of nontrivial defences in
    /// addition to one at each ply.
    fn has_solution_with(
        &self,
        allowance: u32,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        self.limits.count_nodes(1)?;
        let Some(ply) = self.schedule.plies.get(index) else {
            return Ok(false);
        };
        let mut moves = Vec::new();
        append_moves(self.game, self.goal, *ply, position, &mut moves);
        let reached = |mv| reaches(self.game, self.goal, position, mv, &self.game.play(position, mv));
        let goal_is_forced = match ply.obligation {
            GoalObligation::Free => false,
            obligation => must_reach(self.game, self.goal, obligation, position),
        };
        if goal_is_forced {
            return Ok(ply.goal_value == GoalValue::Good);
        }
        if must_pass(self.game, *ply, position) {
            return self.has_solution_with(
                allowance,
                &after_pass::<B, R>(ply.quantifier, position),
                index + 1,
            );
        }
        let mut allowance = allowance;
        if ply.quantifier == Quantifier::ForAll
            && let Some(answer_index) = self.schedule.trivial_answer_index(index)
        {
            allowance += 1;
            for &mv in &moves {
                let good = if ply.goal_value != GoalValue::Ignored && reached(mv) {
                    ply.goal_value == GoalValue::Good
                } else {
                    self.has_solution_with(allowance, &self.game.play(position, mv), answer_index)?
                };
                if !good && allowance == 0 {
                    return Ok(false);
                }
                allowance -= u32::from(!good);
            }
        }
        let mut all_good = !moves.is_empty();
        for &mv in &moves {
            let after = self.game.play(position, mv);
            let good = if ply.goal_value != GoalValue::Ignored && reached(mv) {
                ply.goal_value == GoalValue::Good
            } else if ply.quantifier == Quantifier::Exists && !self.has_required_threat(&after, index)? {
                false
            } else {
                match next_position(self.game, self.goal, self.schedule, index, &after) {
                    Some(next) => self.has_solution_with(allowance, &next, index + 1)?,
                    None => false,
                }
            };
            if good && ply.quantifier == Quantifier::Exists {
                return Ok(true);
            }
            all_good &= good;
        }
        Ok(ply.quantifier == Quantifier::ForAll && all_good)
    }

    /// Returns whether the attacker's move at ply `index`, which led to the position, carries the threat that
    /// the schedule requires.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn has_required_threat(&self, after: &PositionOf<B, R>, index: usize) -> Result<bool, Stopped> {
        match self.schedule.threat_index(index) {
            None => Ok(true),
            Some(_) if self.game.in_check(after, after.to_move) => Ok(true),
            // A defender that must reach the goal at once need not be threatened.
            Some(_)
                if self
                    .schedule
                    .plies
                    .get(index + 1)
                    .is_some_and(|ply| ply.obligation == GoalObligation::IfPossible)
                    && must_reach(self.game, self.goal, GoalObligation::IfPossible, after) =>
            {
                Ok(true)
            }
            Some(threat_index) => self.has_solution(&after.threat_position(), threat_index),
        }
    }
}
