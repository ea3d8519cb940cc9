//! Proof-number search: a first key, where no other is asked for.
//!
//! Of every position it is reckoned how many others must at least be decided to prove it won, and how
//! many to prove that it is not. What is looked at next is what would decide most cheaply, so that a
//! win by force is found however deep it lies, and the other first moves are never refuted. (L. V.
//! Allis, 1994; depth first with a table, A. Nagai, 2002.) Near the end the prover is asked.
//!
//! It finds the key of a mate in six in a millisecond that takes 0.8 s to test; more stands in
//! `docs/performance.md`.

use super::Prover;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::Move;
use crate::rules::Rules;
use crate::search::limits::Stopped;
use crate::search::moves_at;
use crate::search::table::{Numbers, Table};
use crate::stipulation::{Choice, Reach, Schedule};

/// With so many half-moves left the prover is quicker.
const NEAR: usize = 3;

/// When so many times as many nodes were looked at as the table has entries, the prover decides what is left: it
/// asks the table less, while here whatever the table has forgotten is reckoned again and again.
const MOST_NODES_AN_ENTRY: u64 = 16;

/// A move and the numbers of the position behind it.
struct Child {
    mv: Move,
    numbers: Numbers,
}

impl<B: Board, R: Rules> Prover<'_, B, R> {
    /// A key among these moves, which can be played at the first half-move of [free battle
    /// play](Schedule::is_free_battle); none if there is none.
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn first_key(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        moves: &[Move],
    ) -> Result<Option<Move>, Stopped> {
        let result = self.seek(schedule, position, moves);
        self.ended(result)
    }

    fn seek(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        moves: &[Move],
    ) -> Result<Option<Move>, Stopped> {
        let left = schedule.halves.len();
        self.sought = self.visited;
        let mut children = self.children(schedule, position, left, moves.iter().copied())?;
        let endless = Numbers { proof: Numbers::NEVER, disproof: Numbers::NEVER };
        self.weigh(schedule, position, left, &mut children, endless)?;
        Ok(children.iter().find(|child| child.numbers.proof == 0).map(|child| child.mv))
    }

    /// Looks at a position until it is decided, or one of its numbers is as great as that of the bound.
    fn explore(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        left: usize,
        bound: Numbers,
    ) -> Result<Numbers, Stopped> {
        self.count()?;
        if self.visited - self.sought > MOST_NODES_AN_ENTRY * self.table.load().entries as u64 {
            return Ok(Numbers::decided(self.battle(schedule, position, left)?));
        }
        let half = schedule.halves[schedule.halves.len() - left];
        let begun = self.visited;
        let mut moves = Vec::new();
        moves_at(self.game, self.goal, half, position, &mut moves);
        let mut children = self.children(schedule, position, left, moves.into_iter())?;
        let numbers = self.weigh(schedule, position, left, &mut children, bound)?;
        self.table.note_numbers(self.key_of(position, left), numbers, self.visited - begun);
        Ok(numbers)
    }

    /// Looks at the most promising of the children of a position again and again, until the position
    /// is decided or one of its numbers is as great as that of the bound.
    fn weigh(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        left: usize,
        children: &mut [Child],
        bound: Numbers,
    ) -> Result<Numbers, Stopped> {
        let attacks = schedule.halves[schedule.halves.len() - left].choice == Choice::Some;
        debug_assert!(!children.is_empty() || attacks, "who has no move has been judged before");
        // Seen from who moves: what proves that he has his way, and what that he has not.
        let turned = |numbers: Numbers| if attacks { numbers } else { numbers.turned() };
        let most = turned(bound);
        loop {
            let all = children.iter().map(|child| turned(child.numbers));
            let proof = all.clone().map(|numbers| numbers.proof).min().unwrap_or(Numbers::NEVER);
            let disproof = all.clone().fold(0, |sum, numbers| Numbers::sum(sum, numbers.disproof));
            if proof == 0 || disproof == 0 || proof >= most.proof || disproof >= most.disproof {
                return Ok(turned(Numbers { proof, disproof }));
            }
            let best = all.clone().position(|numbers| numbers.proof == proof).unwrap_or(0);
            let others = all.enumerate().filter(|&(index, _)| index != best);
            let second = others.map(|(_, numbers)| numbers.proof).min().unwrap_or(Numbers::NEVER);
            let others = disproof - turned(children[best].numbers).disproof;
            let further = turned(Numbers {
                // A little more than the second best, lest two be looked at by turns.
                proof: most.proof.min(second.saturating_add(1 + second / 4)),
                disproof: most.disproof.saturating_sub(others).max(1),
            });
            let after = self.game.play(position, children[best].mv);
            children[best].numbers = self.explore(schedule, &after, left - 1, further)?;
        }
    }

    /// The moves of a position with what is known of what they lead to.
    fn children(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        left: usize,
        moves: impl Iterator<Item = Move>,
    ) -> Result<Vec<Child>, Stopped> {
        let half = schedule.halves[schedule.halves.len() - left];
        let mut children = Vec::new();
        for mv in moves {
            let after = self.game.play(position, mv);
            let ends = half.reach != Reach::Nothing && self.reaches(position, mv, &after);
            let numbers = match ends {
                true => Numbers::decided(half.reach == Reach::Good),
                false if left == 1 => Numbers::decided(false),
                false => self.numbers(schedule, &after, left - 1)?,
            };
            let decides = Numbers::decided(half.choice == Choice::Some) == numbers;
            children.push(Child { mv, numbers });
            if decides {
                break;
            }
        }
        Ok(children)
    }

    /// What is known of a position: the truth near the end, what the table says, or a first guess.
    fn numbers(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        left: usize,
    ) -> Result<Numbers, Stopped> {
        if left <= NEAR {
            return Ok(Numbers::decided(self.battle(schedule, position, left)?));
        }
        if let Some(known) = self.table.numbers(self.key_of(position, left)) {
            return Ok(known);
        }
        let half = schedule.halves[schedule.halves.len() - left];
        if half.choice == Choice::Some {
            return Ok(Numbers::UNKNOWN);
        }
        // Who has few moves is sooner beaten.
        let first = self.moves.len();
        moves_at(self.game, self.goal, half, position, &mut self.moves);
        let count = self.moves.len() - first;
        self.moves.truncate(first);
        Ok(match count {
            0 => Numbers::decided(false),
            count => Numbers { proof: count as u32, disproof: 1 },
        })
    }

    /// What the numbers of a position are kept under.
    fn key_of(&self, position: &PositionOf<B, R>, left: usize) -> u64 {
        // No other entry is for so many half-moves.
        Table::key(self.salt, position.key(), left | 1 << 24)
    }
}
