//! Battle play: mate-distance search with iterative deepening at each node.
//!
//! **What.** A position won in *n* plies is won in more, so that one table entry holds [`DistanceBounds`] for
//! all lengths. The attacker searches for the shortest win first, at every node ([iterative
//! deepening](https://www.chessprogramming.org/Iterative_Deepening)): short searches are cheap. The time goes
//! into refuting all moves but the key, and there one defence suffices if it is the right one; see
//! [`ordering`](super::ordering).
//!
//! **Why it is correct.** Exact, where [`Schedule::ends_with_battle`](crate::stipulation::Schedule::ends_with_battle)
//! holds: a longer schedule then includes
//! the solutions of shorter ones.
//!
//! **Cost and gain.** In a typical mate in six 1.02 defences are searched for each refuted move. Distance
//! bounds, and ordered defences one move before the mate: a #8 from 3.23 to 0.57 s, a #14 from 4.21 to 0.80 s
//! (`docs/internals/experiments.md`).
//!
//! **Reference.** Standard techniques of chess programming.

use std::ops::ControlFlow;

use super::ScheduleSolver;
use super::attack_shortcut::{AttackShortcut, NoShortcut};
use super::ordering::{Preference, is_promotion_useful};
use super::shared_refutation::SharedRefutation;
use crate::board::Board;
use crate::game::PositionOf;
use crate::rules::GameRules;
use crate::search::last_move::check_info::CheckInfo;
use crate::search::limits::Stopped;
use crate::search::lower_bound::mating_net::{MAX_MOVES, Mate};
use crate::search::penultimate::helpmate::{HelpmateFilter, ReplyMates};
use crate::search::penultimate::selfmate::SelfmateFilter;
use crate::search::table::{DistanceBounds, TranspositionTable};
use crate::search::{ScheduleNode, append_moves};
use crate::stipulation::{Goal, GoalObligation, GoalValue, Quantifier};

impl<B: Board, R: GameRules> ScheduleSolver<'_, B, R> {
    /// As [`search`](ScheduleSolver::search), where the rest of the schedule is battle play.
    pub(super) fn search_battle(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let ScheduleNode { position, plies_left, .. } = node;
        let is_attack = node.ply().quantifier == Quantifier::Exists;
        if is_attack && plies_left == 2 {
            // Many lines of help play transpose to this position: the answer is worth storing in any case.
            let key = self.bounds_key(position.key(), plies_left);
            if let Some(answer) = self.table.bounds(key).answer(plies_left) {
                return Ok(answer);
            }
            let start_nodes = self.total_nodes;
            let won = self.search_attack(node)?;
            let (won_in, not_won_in) = if won { (2, 0) } else { (0, 2) };
            let bounds = DistanceBounds { won_in, not_won_in };
            self.table.store_bounds(key, bounds, self.total_nodes - start_nodes);
            return Ok(won);
        }
        if is_attack {
            return self.search_attack(node);
        }
        // A short win of the attacker is cheap to find.
        for depth in (2 - plies_left % 2..=plies_left).step_by(2) {
            if self.search_defence(node.with_plies_left(depth))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the table key of the distance bounds of a position: one for all numbers of plies left of the
    /// same parity.
    #[inline]
    fn bounds_key(&self, position: u64, plies_left: usize) -> u64 {
        TranspositionTable::key(self.salt, position, plies_left % 2)
    }

    /// Returns whether the attacker, to move, wins.
    // Half of all nodes are last attacks: inlined, no node is made for them.
    #[inline(always)]
    fn search_attack(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        self.count_node()?;
        match node.plies_left {
            1 => Ok(self.has_goal_in_one(node.position)),
            _ => self.search_early_attack(node),
        }
    }

    /// As [`search_attack`](Self::search_attack), before the last ply.
    fn search_early_attack(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let ScheduleNode { schedule, position, plies_left } = node;
        if plies_left == 2
            && SelfmateFilter::is_applicable(self.game, self.goal, schedule)
            && let Some(answer) = self.has_forcing_candidate(position)
        {
            return Ok(answer);
        }
        let key = self.bounds_key(position.key(), plies_left);
        let mut known = self.table.bounds(key);
        if let Some(answer) = known.answer(plies_left) {
            return Ok(answer);
        }
        let start_nodes = self.total_nodes;
        let ply = node.ply();
        // In direct play the attacker makes the last ply.
        let is_direct = plies_left % 2 == 1;
        if self.exclude_mates(node, &mut known) {
            self.table.store_bounds(key, known, 1);
            return Ok(false);
        }
        let has_goal = (ply.obligation == GoalObligation::IfPossible || (is_direct && known.not_won_in == 0))
            && self.has_goal_in_one(position);
        if has_goal && ply.obligation == GoalObligation::IfPossible {
            return Ok(ply.goal_value == GoalValue::Good);
        }
        if has_goal {
            self.table.store_bounds(key, DistanceBounds { won_in: 1, ..known }, 1);
            return Ok(true);
        }
        known.not_won_in = known.not_won_in.max(u8::from(is_direct));
        let may_reach_goal = !is_direct && ply.goal_value != GoalValue::Ignored;
        let won = self.deepen(node, may_reach_goal, &mut known)?;
        self.table.store_bounds(key, known, self.total_nodes - start_nodes);
        Ok(won)
    }

    /// Records in `known` which mates the mating net excludes, and returns whether it excludes all in the plies left.
    #[inline]
    fn exclude_mates(&mut self, node: ScheduleNode<'_, B, R>, known: &mut DistanceBounds) -> bool {
        let ScheduleNode { schedule, position, plies_left } = node;
        let Some(net) = &mut self.mating_net else { return false };
        // In self play the other side mates, and moves later.
        let shorter = plies_left % 2;
        let attacker = if shorter == 1 { position.to_move } else { position.to_move.other() };
        let first = usize::from(known.not_won_in).div_ceil(2) + 1;
        for attacks in first.max(2)..=plies_left.div_ceil(2).min(MAX_MOVES) {
            let mate = Mate { attacker, attacks, defences: attacks - shorter };
            // With Quodlibet the side that moves first may also win by its own mate.
            if !net.excludes_mate(&self.game.board, position, mate)
                || !schedule.is_won_only_by_moves_of(attacker)
            {
                return false;
            }
            known.not_won_in = (2 * attacks - shorter) as u8;
        }
        usize::from(known.not_won_in) >= plies_left
    }

    /// Returns whether the attacker has a winning move: all moves are searched to two plies more, again and
    /// again. Records what is found in `known`.
    #[inline]
    fn deepen(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        may_reach_goal: bool,
        known: &mut DistanceBounds,
    ) -> Result<bool, Stopped> {
        let ScheduleNode { schedule, position, plies_left } = node;
        let ply = node.ply();
        let first = self.move_stack.len();
        let reply_mates = if known.not_won_in == 0 { self.reply_mates_filter(node) } else { None };
        append_moves(self.game, self.goal, ply, position, &mut self.move_stack);
        if let Some(filter) = &reply_mates {
            self.record_rejected(position, first, filter);
        }
        let is_direct = plies_left % 2 == 1 && self.mating_net.is_some();
        if is_direct && plies_left == 3 && schedule.is_won_only_by_moves_of(position.to_move) {
            self.drop_refuted_moves(position, first);
            if self.move_stack.len() == first {
                known.not_won_in = 3;
                return Ok(false);
            }
        }
        let preference = Preference { promotions: is_promotion_useful(schedule), captures: false };
        self.order_moves(&CheckInfo::new(self.game, position), first, plies_left, preference);
        let won = match &reply_mates {
            Some(filter) => self.try_moves(node, first, may_reach_goal, known, filter),
            None if is_direct && plies_left > 3 => {
                self.try_moves(node, first, may_reach_goal, known, SharedRefutation::default())
            }
            None => self.try_moves(node, first, may_reach_goal, known, NoShortcut),
        };
        let won = won?;
        self.move_stack.truncate(first);
        Ok(won)
    }

    /// Returns whether one of the moves from `first` on the stack wins. Records what is found in `known`.
    #[inline(always)]
    fn try_moves(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        first: usize,
        may_reach_goal: bool,
        known: &mut DistanceBounds,
        mut shortcut: impl AttackShortcut<B, R>,
    ) -> Result<bool, Stopped> {
        let ScheduleNode { position, plies_left, .. } = node;
        for depth in (usize::from(known.not_won_in) + 2..=plies_left).step_by(2) {
            for at in first..self.move_stack.len() {
                let mv = self.move_stack[at];
                if shortcut.skips(self, node.with_plies_left(depth), mv) {
                    continue;
                }
                // Two plies before the end killer moves are tried before the table.
                if depth > 3 {
                    self.prefetch_bounds_after(position, at + 1, depth - 1);
                }
                let after = self.game.play(position, mv);
                let won = match may_reach_goal && self.reaches(position, mv, &after) {
                    true => node.ply().goal_value == GoalValue::Good,
                    false if shortcut.refutes(self.game, &after) => false,
                    false => self.search_defence(node.with_plies_left(depth).next(&after))?,
                };
                if won {
                    self.store_killer(plies_left, mv);
                    known.won_in = depth as u8;
                    return Ok(true);
                }
            }
            shortcut.reset();
            known.not_won_in = depth as u8;
        }
        Ok(false)
    }

    /// Prefetches the table entry of a position after a move, given by its index on the stack, if there is one.
    #[inline]
    fn prefetch_bounds_after(&self, position: &PositionOf<B, R>, at: usize, plies_left: usize) {
        if let Some(&mv) = self.move_stack.get(at) {
            self.table.prefetch(self.bounds_key(position.key_after(mv), plies_left));
        }
    }

    /// Records how many moves from `first` on the stack a filter rejects.
    fn record_rejected(
        &mut self,
        position: &PositionOf<B, R>,
        first: usize,
        filter: &HelpmateFilter<B::Set>,
    ) {
        let rejected = self.move_stack[first..].iter().filter(|&&mv| !filter.may_accept(mv)).count();
        if let Some(Some(reply_mates)) = &mut self.reply_mates {
            reply_mates.record(position, rejected);
        }
    }

    /// Returns the filter of the attacker's moves before the last ply of reflex play; `None` if it does not apply.
    #[inline]
    fn reply_mates_filter(&mut self, node: ScheduleNode<'_, B, R>) -> Option<HelpmateFilter<B::Set>> {
        let ScheduleNode { schedule, position, .. } = node;
        let last = schedule.plies.last()?;
        let applies = last.obligation == GoalObligation::IfPossible
            && last.side != position.to_move
            && node.ply().goal_value != GoalValue::Good
            && self.goal == Goal::Mate;
        if !applies {
            return None;
        }
        let of_game = || ReplyMates::new(self.game, last.side).map(Box::new);
        self.reply_mates.get_or_insert_with(of_game).as_mut()?.filter(self.game, position)
    }

    /// Returns whether the attacker has a move after which every defence reaches the goal. `None` if the
    /// selfmate filter does not apply, so that many moves would have to be made; the answer of the few that
    /// it accepts is not worth storing.
    #[inline(never)]
    fn has_forcing_candidate(&mut self, position: &PositionOf<B, R>) -> Option<bool> {
        let game = self.game;
        let filter = SelfmateFilter::new(game, position)?;
        let first = self.move_stack.len();
        let _ = game.for_each_move_matching(position, &filter, |mv| {
            self.move_stack.push(mv);
            ControlFlow::Continue(())
        });
        let preference = Preference { promotions: false, captures: false };
        self.order_moves(filter.check_info(), first, 2, preference);
        let found = (first..self.move_stack.len())
            .find(|&at| self.all_moves_reach_goal(&game.play(position, self.move_stack[at])));
        if let Some(at) = found {
            self.store_killer(2, self.move_stack[at]);
        }
        self.move_stack.truncate(first);
        Some(found.is_some())
    }

    /// Returns whether the defender, to move, loses.
    #[inline(always)]
    fn search_defence(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        self.count_node()?;
        match node.plies_left {
            1 if node.ply().obligation == GoalObligation::IfPossible => {
                Ok(self.has_goal_in_one(node.position))
            }
            1 => Ok(self.all_moves_reach_goal(node.position)),
            _ => self.search_early_defence(node),
        }
    }

    /// As [`search_defence`](Self::search_defence), before the last ply.
    fn search_early_defence(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let ScheduleNode { schedule, position, plies_left } = node;
        let ply = node.ply();
        // Killer moves are tried before the table is probed and before moves are generated. A function of its
        // own for them takes 1 % more instructions in all.
        if plies_left == 2 && ply.obligation == GoalObligation::Free && ply.goal_value == GoalValue::Ignored {
            for mv in self.killers(2).into_iter().flatten() {
                let game = self.game;
                let won = game.retry_move(position, mv, |after| self.search_attack(node.next(after)));
                if won.transpose()? == Some(false) {
                    return Ok(false);
                }
            }
        }
        if plies_left == 3
            && ply.obligation == GoalObligation::Free
            && SelfmateFilter::is_applicable(self.game, self.goal, schedule)
            && self.is_refuted_by_last_killer(node)?
        {
            return Ok(false);
        }
        let key = self.bounds_key(position.key(), plies_left);
        let mut known = self.table.bounds(key);
        if let Some(answer) = known.answer(plies_left) {
            return Ok(answer);
        }
        let start_nodes = self.total_nodes;
        if ply.obligation == GoalObligation::IfPossible && self.has_goal_in_one(position) {
            return Ok(ply.goal_value == GoalValue::Good);
        }
        let lost = self.search_defences(node)?;
        match lost {
            true => known.won_in = plies_left as u8,
            false => known.not_won_in = plies_left as u8,
        }
        self.table.store_bounds(key, known, self.total_nodes - start_nodes);
        Ok(lost)
    }

    /// Returns whether every defence loses, and there is at least one.
    #[inline]
    fn search_defences(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let ScheduleNode { position, plies_left, .. } = node;
        let ply = node.ply();
        let first = self.move_stack.len();
        append_moves(self.game, self.goal, ply, position, &mut self.move_stack);
        let end = self.move_stack.len();
        let scores = self.score_stack.len();
        self.score_defences(node, first);
        let mut lost = end > first;
        for at in first..end {
            self.pick_best_defence(at, end, scores + at - first);
            let mv = self.move_stack[at];
            if plies_left > 2 {
                self.prefetch_bounds_after(position, at, plies_left - 1);
            }
            let after = self.game.play(position, mv);
            let start_nodes = self.total_nodes;
            lost = match ply.goal_value != GoalValue::Ignored && self.reaches(position, mv, &after) {
                true => ply.goal_value == GoalValue::Good,
                false => self.search_attack(node.next(&after))?,
            };
            if !lost {
                self.history.add_refutation(mv, plies_left, self.total_nodes - start_nodes);
                self.store_killer(plies_left, mv);
                break;
            }
            self.history.add_failure(mv, plies_left);
        }
        self.move_stack.truncate(first);
        self.score_stack.truncate(scores);
        Ok(lost)
    }

    /// Returns whether the latest killer move refutes again.
    #[inline(never)]
    fn is_refuted_by_last_killer(&mut self, node: ScheduleNode<'_, B, R>) -> Result<bool, Stopped> {
        let Some(&[Some(mv), _]) = self.killers.get(node.plies_left) else { return Ok(false) };
        let goal_value = node.ply().goal_value;
        let game = self.game;
        let refutes = game.retry_move(node.position, mv, |after| {
            let reached = goal_value != GoalValue::Ignored && self.reaches(node.position, mv, after);
            Ok(!reached && !self.search_attack(node.next(after))?)
        });
        refutes.unwrap_or(Ok(false))
    }
}
