//! Proof-number search: a first key, where no other is asked for.
//!
//! Of every position it is reckoned how many others must at least be decided to prove it won, and how
//! many to prove that it is not. What is looked at next is what would decide most cheaply, so that a
//! win by force is found however deep it lies, and the other first moves are never refuted. (L. V.
//! Allis, 1994; depth first with a table, A. Nagai, 2002.) Near the end the prover is asked.
//!
//! It finds the key of a mate in six in a millisecond that takes 0.8 s to test; more stands in
//! `docs/performance.md`.

use super::ScheduleSolver;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::append_moves;
use crate::search::limits::Stopped;
use crate::search::table::{ProofNumbers, TranspositionTable};
use crate::stipulation::{GoalValue, Quantifier, Schedule};

/// With so many half-moves left the prover is quicker.
const LEAF_PLIES: usize = 3;

/// When so many times as many nodes were looked at as the table has entries, the prover decides what is left: it
/// asks the table less, while here whatever the table has forgotten is reckoned again and again.
const MAX_NODES_PER_ENTRY: u64 = 16;

/// A move and the numbers of the position behind it.
struct Child {
    mv: Move,
    numbers: ProofNumbers,
}

impl<B: Board, R: GameRules> ScheduleSolver<'_, B, R> {
    /// A key among these moves, which can be played at the first half-move of [free battle
    /// play](Schedule::is_free_battle); none if there is none.
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn find_key(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        moves: &[Move],
    ) -> Result<Option<Move>, Stopped> {
        let result = self.search_key(schedule, position, moves);
        self.reset_on_stop(result)
    }

    fn search_key(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        moves: &[Move],
    ) -> Result<Option<Move>, Stopped> {
        let plies_left = schedule.plies.len();
        self.root_nodes = self.total_nodes;
        let mut children = self.children(schedule, position, plies_left, moves.iter().copied())?;
        let unbounded = ProofNumbers { proof: ProofNumbers::INFINITY, disproof: ProofNumbers::INFINITY };
        self.expand_children(schedule, position, plies_left, &mut children, unbounded)?;
        Ok(children.iter().find(|child| child.numbers.proof == 0).map(|child| child.mv))
    }

    /// Looks at a position until it is decided, or one of its numbers is as great as that of the bound.
    fn expand(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        plies_left: usize,
        thresholds: ProofNumbers,
    ) -> Result<ProofNumbers, Stopped> {
        self.count_node()?;
        if self.total_nodes - self.root_nodes > MAX_NODES_PER_ENTRY * self.table.usage().entries as u64 {
            return Ok(ProofNumbers::decided(self.search_battle(schedule, position, plies_left)?));
        }
        let ply = schedule.plies[schedule.plies.len() - plies_left];
        let start_nodes = self.total_nodes;
        let mut moves = Vec::new();
        append_moves(self.game, self.goal, ply, position, &mut moves);
        let mut children = self.children(schedule, position, plies_left, moves.into_iter())?;
        let numbers = self.expand_children(schedule, position, plies_left, &mut children, thresholds)?;
        self.table.store_proof_numbers(
            self.proof_key(position, plies_left),
            numbers,
            self.total_nodes - start_nodes,
        );
        Ok(numbers)
    }

    /// Looks at the most promising of the children of a position again and again, until the position
    /// is decided or one of its numbers is as great as that of the bound.
    fn expand_children(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        plies_left: usize,
        children: &mut [Child],
        thresholds: ProofNumbers,
    ) -> Result<ProofNumbers, Stopped> {
        let is_attack = schedule.plies[schedule.plies.len() - plies_left].quantifier == Quantifier::Exists;
        debug_assert!(!children.is_empty() || is_attack, "who has no move has been judged before");
        // Seen from who moves: what proves that he has his way, and what that he has not.
        let from_mover = |numbers: ProofNumbers| if is_attack { numbers } else { numbers.swapped() };
        let mover_thresholds = from_mover(thresholds);
        loop {
            let all = children.iter().map(|child| from_mover(child.numbers));
            let proof = all.clone().map(|numbers| numbers.proof).min().unwrap_or(ProofNumbers::INFINITY);
            let disproof = all.clone().fold(0, |sum, numbers| ProofNumbers::sum(sum, numbers.disproof));
            if proof == 0
                || disproof == 0
                || proof >= mover_thresholds.proof
                || disproof >= mover_thresholds.disproof
            {
                return Ok(from_mover(ProofNumbers { proof, disproof }));
            }
            let best = all.clone().position(|numbers| numbers.proof == proof).unwrap_or(0);
            let others = all.enumerate().filter(|&(index, _)| index != best);
            let second = others.map(|(_, numbers)| numbers.proof).min().unwrap_or(ProofNumbers::INFINITY);
            let others = disproof - from_mover(children[best].numbers).disproof;
            let child_thresholds = from_mover(ProofNumbers {
                // A little more than the second best, lest two be looked at by turns.
                proof: mover_thresholds.proof.min(second.saturating_add(1 + second / 4)),
                disproof: mover_thresholds.disproof.saturating_sub(others).max(1),
            });
            let after = self.game.play(position, children[best].mv);
            children[best].numbers = self.expand(schedule, &after, plies_left - 1, child_thresholds)?;
        }
    }

    /// The moves of a position with what is known of what they lead to.
    fn children(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        plies_left: usize,
        moves: impl Iterator<Item = Move>,
    ) -> Result<Vec<Child>, Stopped> {
        let ply = schedule.plies[schedule.plies.len() - plies_left];
        let mut children = Vec::new();
        for mv in moves {
            let after = self.game.play(position, mv);
            let reaches_goal = ply.goal_value != GoalValue::Ignored && self.reaches(position, mv, &after);
            let numbers = match reaches_goal {
                true => ProofNumbers::decided(ply.goal_value == GoalValue::Good),
                false if plies_left == 1 => ProofNumbers::decided(false),
                false => self.initial_numbers(schedule, &after, plies_left - 1)?,
            };
            let decides = ProofNumbers::decided(ply.quantifier == Quantifier::Exists) == numbers;
            children.push(Child { mv, numbers });
            if decides {
                break;
            }
        }
        Ok(children)
    }

    /// What is known of a position: the truth near the end, what the table says, or a first guess.
    fn initial_numbers(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        plies_left: usize,
    ) -> Result<ProofNumbers, Stopped> {
        if plies_left <= LEAF_PLIES {
            return Ok(ProofNumbers::decided(self.search_battle(schedule, position, plies_left)?));
        }
        if let Some(known) = self.table.proof_numbers(self.proof_key(position, plies_left)) {
            return Ok(known);
        }
        let ply = schedule.plies[schedule.plies.len() - plies_left];
        if ply.quantifier == Quantifier::Exists {
            return Ok(ProofNumbers::UNKNOWN);
        }
        // Who has few moves is sooner beaten.
        let first = self.move_stack.len();
        append_moves(self.game, self.goal, ply, position, &mut self.move_stack);
        let count = self.move_stack.len() - first;
        self.move_stack.truncate(first);
        Ok(match count {
            0 => ProofNumbers::decided(false),
            count => ProofNumbers { proof: count as u32, disproof: 1 },
        })
    }

    /// What the numbers of a position are kept under.
    fn proof_key(&self, position: &PositionOf<B, R>, plies_left: usize) -> u64 {
        // No other entry is for so many half-moves.
        TranspositionTable::key(self.salt, position.key(), plies_left | 1 << 24)
    }
}
