//! Nontrivial play: a limit on the defences that the attacker does not refute soon.
//!
//! **What.** A defence is *trivial* if the attacker wins against it within a given number of moves. After
//! each move of the attacker one defence may be nontrivial, and an *allowance* of more in the whole of a
//! variation ([`NonTrivial`](crate::stipulation::NonTrivial)).
//!
//! **Why it is correct.** Exact: [`ReferenceSolver`](crate::search::ReferenceSolver) counts the same
//! defences. The allowance is part of the key of the transposition table.
//!
//! **Cost and gain.** An option of the user, not a technique; it costs a short search of each defence. It
//! keeps the search to variations that force the defender.
//!
//! **Reference.** Popeye's option `NonTrivial`.

use super::ScheduleSolver;
use crate::board::Board;
use crate::rules::GameRules;
use crate::search::limits::Stopped;
use crate::search::{ScheduleNode, append_moves};
use crate::stipulation::GoalValue;

impl<B: Board, R: GameRules> ScheduleSolver<'_, B, R> {
    /// As [`search_moves`](ScheduleSolver::search_moves), for the defender's moves under a limit on
    /// nontrivial defences.
    #[cold]
    pub(super) fn search_nontrivial(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let Some(allowance) = self.remaining_allowance(node)? else { return Ok(false) };
        let before = self.replace_allowance(allowance);
        let answer = self.search_moves(node);
        self.replace_allowance(before);
        answer
    }

    /// Sets the allowance of nontrivial defences, and returns the one before.
    pub fn replace_allowance(&mut self, allowance: u32) -> u32 {
        std::mem::replace(&mut self.allowance, allowance)
    }

    /// Returns the allowance that is left after the defences at a node. `None` if too many of them are
    /// nontrivial.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn remaining_allowance(&mut self, node: ScheduleNode<'_, B, R>) -> Result<Option<u32>, Stopped> {
        let Some(answer) = node.schedule.plies_left_at_trivial_answer(node.plies_left) else {
            return Ok(Some(self.allowance));
        };
        let (ply, position) = (node.ply(), node.position);
        let mut allowance = self.allowance.saturating_add(1);
        let mut moves = Vec::new();
        append_moves(self.game, self.goal, ply, position, &mut moves);
        for mv in moves {
            let after = self.game.play(position, mv);
            let is_trivial = if ply.goal_value != GoalValue::Ignored && self.reaches(position, mv, &after) {
                ply.goal_value == GoalValue::Good
            } else {
                self.search(node.next(&after).with_plies_left(answer))?
            };
            if !is_trivial {
                match allowance.checked_sub(1) {
                    Some(less) => allowance = less,
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(allowance))
    }
}
