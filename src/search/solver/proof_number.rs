//! Depth-first proof-number search (df-pn): finds a single key.
//!
//! **What.** The proof number of a position is the least number of positions that must be decided to prove it
//! won, the disproof number the least number to prove it not won. At the side that needs one good move:
//!
//! `proof = min over children of proof`, `disproof = sum over children of disproof`
//!
//! and the reverse at the other side. The child that decides most cheaply is expanded next, until its numbers
//! reach thresholds set by the second-best child. So a deep forced win is found without refuting the other
//! first moves. Positions with at most three plies left are decided by
//! [`search_battle`](ScheduleSolver::search_battle).
//!
//! **Why it is correct.** Exact in [free battle play](Schedule::is_free_battle): a position is decided when
//! its proof or disproof number is 0, which the game rules or the battle search prove.
//!
//! **Cost and gain.** The key of a mate in six in 0.001 s, where testing all first moves takes 0.8 s. Where
//! there is no key the search is slower: a s#5 5.0 s instead of 0.44 s (`docs/internals/experiments.md`).
//!
//! **Reference.** L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence*, 1994; A.
//! Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications*, 2002; [proof-number
//! search](https://www.chessprogramming.org/Proof-Number_Search).

use super::ScheduleSolver;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::limits::Stopped;
use crate::search::table::{ProofNumbers, TranspositionTable};
use crate::search::{ScheduleNode, append_moves};
use crate::stipulation::{GoalValue, Quantifier, Schedule};

/// The number of plies left at which positions are decided by the battle search, which is faster there.
const LEAF_PLIES: usize = 3;

/// The number of nodes per entry of the table after which the battle search decides the rest. It depends less
/// on the table, whereas numbers that a full table has lost are computed again and again.
const MAX_NODES_PER_ENTRY: u64 = 16;

/// A move and the numbers of the position after it.
struct Child {
    mv: Move,
    numbers: ProofNumbers,
}

impl<B: Board, R: GameRules> ScheduleSolver<'_, B, R> {
    /// Returns a key among `moves`, moves of the first ply of [free battle play](Schedule::is_free_battle).
    /// `None` if no move is a key.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
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
        let node = ScheduleNode::root(schedule, position);
        self.root_nodes = self.total_nodes;
        let mut children = self.children(node, moves.iter().copied())?;
        let unbounded = ProofNumbers { proof: ProofNumbers::INFINITY, disproof: ProofNumbers::INFINITY };
        self.expand_children(node, &mut children, unbounded)?;
        Ok(children.iter().find(|child| child.numbers.proof == 0).map(|child| child.mv))
    }

    /// Expands a position until it is decided, or one of its numbers reaches the threshold. Returns its
    /// numbers.
    fn expand(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        thresholds: ProofNumbers,
    ) -> Result<ProofNumbers, Stopped> {
        self.count_node()?;
        let ScheduleNode { position, plies_left, .. } = node;
        if self.total_nodes - self.root_nodes > MAX_NODES_PER_ENTRY * self.table.usage().entries as u64 {
            return Ok(ProofNumbers::decided(self.search_battle(node)?));
        }
        let ply = node.ply();
        let start_nodes = self.total_nodes;
        let mut moves = Vec::new();
        append_moves(self.game, self.goal, ply, position, &mut moves);
        let mut children = self.children(node, moves.into_iter())?;
        let numbers = self.expand_children(node, &mut children, thresholds)?;
        self.table.store_proof_numbers(
            self.proof_key(position, plies_left),
            numbers,
            self.total_nodes - start_nodes,
        );
        Ok(numbers)
    }

    /// Expands the most promising child again and again, until the position is decided or one of its numbers
    /// reaches the threshold. Returns its numbers.
    fn expand_children(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        children: &mut [Child],
        thresholds: ProofNumbers,
    ) -> Result<ProofNumbers, Stopped> {
        let is_attack = node.ply().quantifier == Quantifier::Exists;
        debug_assert!(!children.is_empty() || is_attack, "a defender without moves was decided before");
        // From the point of view of the side to move, `proof` is the number for its success.
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
            let disproof_of_others = disproof - from_mover(children[best].numbers).disproof;
            let child_thresholds = from_mover(ProofNumbers {
                // A little more than the second best number, lest two children alternate.
                proof: mover_thresholds.proof.min(second.saturating_add(1 + second / 4)),
                disproof: mover_thresholds.disproof.saturating_sub(disproof_of_others).max(1),
            });
            let after = self.game.play(node.position, children[best].mv);
            children[best].numbers = self.expand(node.next(&after), child_thresholds)?;
        }
    }

    /// Returns the moves of a position with the initial numbers of the positions after them; up to a move
    /// that decides.
    fn children(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        moves: impl Iterator<Item = Move>,
    ) -> Result<Vec<Child>, Stopped> {
        let ScheduleNode { position, plies_left, .. } = node;
        let ply = node.ply();
        let mut children = Vec::new();
        for mv in moves {
            let after = self.game.play(position, mv);
            let reaches_goal = ply.goal_value != GoalValue::Ignored && self.reaches(position, mv, &after);
            let numbers = match reaches_goal {
                true => ProofNumbers::decided(ply.goal_value == GoalValue::Good),
                false if plies_left == 1 => ProofNumbers::decided(false),
                false => self.initial_numbers(node.next(&after))?,
            };
            let decides = ProofNumbers::decided(ply.quantifier == Quantifier::Exists) == numbers;
            children.push(Child { mv, numbers });
            if decides {
                break;
            }
        }
        Ok(children)
    }

    /// Returns the numbers of a position before it is expanded: decided near the end, else those of the
    /// table, else an estimate.
    fn initial_numbers(&mut self, node: ScheduleNode<'_, B, R>) -> Result<ProofNumbers, Stopped> {
        let ScheduleNode { position, plies_left, .. } = node;
        if plies_left <= LEAF_PLIES {
            return Ok(ProofNumbers::decided(self.search_battle(node)?));
        }
        if let Some(known) = self.table.proof_numbers(self.proof_key(position, plies_left)) {
            return Ok(known);
        }
        let ply = node.ply();
        if ply.quantifier == Quantifier::Exists {
            return Ok(ProofNumbers::UNKNOWN);
        }
        // A defender with few moves is refuted sooner.
        let first = self.move_stack.len();
        append_moves(self.game, self.goal, ply, position, &mut self.move_stack);
        let count = self.move_stack.len() - first;
        self.move_stack.truncate(first);
        Ok(match count {
            0 => ProofNumbers::decided(false),
            count => ProofNumbers { proof: count as u32, disproof: 1 },
        })
    }

    /// Returns the table key of the numbers of a position.
    fn proof_key(&self, position: &PositionOf<B, R>, plies_left: usize) -> u64 {
        // No other key has that many plies left.
        TranspositionTable::key(self.salt, position.key(), plies_left | 1 << 24)
    }
}
