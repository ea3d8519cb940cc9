//! What a schedule means: one recursion for every stipulation.
//!
//! It tries every move, remembers nothing and is as slow as that. Whatever is faster
//! must give the same answers.

use super::{after_pass, moves_at, must_reach, next_position, passes, reaches};
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::rules::Rules;
use crate::search::limits::{Limits, Stopped};
use crate::stipulation::{Choice, Duty, Goal, Reach, Schedule};

/// The definition of a stipulation in a game.
pub struct Definition<'a, B: Board, R> {
    /// The game.
    pub game: &'a Game<B, R>,
    /// What is to be reached.
    pub goal: Goal,
    /// Who moves when, and what for.
    pub schedule: &'a Schedule,
    /// How far the search may go.
    pub limits: &'a Limits,
}

impl<B: Board, R: Rules> Definition<'_, B, R> {
    /// Is the position, before half-move `index`, won for the side that wants the goal?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn holds(&self, position: &PositionOf<B, R>, index: usize) -> Result<bool, Stopped> {
        self.holds_with(self.schedule.nontrivial.map_or(0, |wanted| wanted.spare), position, index)
    }

    /// As [`holds`](Definition::holds), if the defender may have so many moves that hold out
    /// besides one at a time.
    fn holds_with(&self, spare: u32, position: &PositionOf<B, R>, index: usize) -> Result<bool, Stopped> {
        self.limits.count(1)?;
        let Some(half) = self.schedule.halves.get(index) else {
            return Ok(false);
        };
        let mut moves = Vec::new();
        moves_at(self.game, self.goal, *half, position, &mut moves);
        let reached = |mv| reaches(self.game, self.goal, position, mv, &self.game.play(position, mv));
        let forced = match half.duty {
            Duty::Free => false,
            duty => must_reach(self.game, self.goal, duty, position),
        };
        if forced {
            return Ok(half.reach == Reach::Good);
        }
        if passes(self.game, *half, position) {
            return self.holds_with(spare, &after_pass::<B, R>(half.choice, position), index + 1);
        }
        let mut spare = spare;
        if half.choice == Choice::Every
            && let Some(answer) = self.schedule.answer_to_trivial(index)
        {
            spare += 1;
            for &mv in &moves {
                let good = if half.reach != Reach::Nothing && reached(mv) {
                    half.reach == Reach::Good
                } else {
                    self.holds_with(spare, &self.game.play(position, mv), answer)?
                };
                if !good && spare == 0 {
                    return Ok(false);
                }
                spare -= u32::from(!good);
            }
        }
        let mut every = !moves.is_empty();
        for &mv in &moves {
            let after = self.game.play(position, mv);
            let good = if half.reach != Reach::Nothing && reached(mv) {
                half.reach == Reach::Good
            } else if half.choice == Choice::Some && !self.threatens(&after, index)? {
                false
            } else {
                match next_position(self.game, self.goal, self.schedule, index, &after) {
                    Some(next) => self.holds_with(spare, &next, index + 1)?,
                    None => false,
                }
            };
            if good && half.choice == Choice::Some {
                return Ok(true);
            }
            every &= good;
        }
        Ok(half.choice == Choice::Every && every)
    }

    /// Does the attacker's move at half-move `index`, which led to the position, threaten
    /// as much as the schedule wants?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn threatens(&self, after: &PositionOf<B, R>, index: usize) -> Result<bool, Stopped> {
        match self.schedule.threat_begins(index) {
            None => Ok(true),
            Some(_) if self.game.in_check(after, after.to_move) => Ok(true),
            // Who must reach the goal at once need not be threatened.
            Some(_)
                if self.schedule.halves.get(index + 1).is_some_and(|half| half.duty == Duty::Bound)
                    && must_reach(self.game, self.goal, Duty::Bound, after) =>
            {
                Ok(true)
            }
            Some(begin) => self.holds(&after.threatened(), begin),
        }
    }
}
