//! The definition with a table, an order of moves and cheap last half-moves.
//!
//! The last half-move that wants mate or check looks only at moves that may give
//! check; before an opponent's move, the move that refuted last time is tried first.

mod battle;
mod candidates;
mod lazy;
mod proof_number;

use battle::HistoryTable;

use super::{after_pass, append_moves, can_continue, first_deciding_move, must_pass, reaches_with_killers};
use crate::board::Board;
use crate::game::diagram_goal::BoundCache;
use crate::game::killer_evasions::KillerEvasions;
use crate::game::movegen::preview::StaticVerdict;
use crate::game::{Game, PositionOf};
use crate::position::{Move, zobrist};
use crate::rules::GameRules;
use crate::search::last_move::check_info::CheckInfo;
use crate::search::last_move::goal_in_one::{has_goal_in_one, partition_in_place};
use crate::search::limits::{Limits, Stopped};
use crate::search::lower_bound::mate_patterns::MatePatterns;
use crate::search::lower_bound::series_stalemate::SeriesStalemate;
use crate::search::table::TranspositionTable;
use crate::stipulation::{Goal, GoalObligation, GoalValue, Quantifier, Schedule};

/// One thread's search.
pub struct ScheduleSolver<'a, B: Board, R> {
    game: &'a Game<B, R>,
    goal: Goal,
    table: &'a TranspositionTable,
    limits: &'a Limits,
    salt: u64,
    /// How many moves that hold out the defender may still have besides one at a time.
    allowance: u32,
    /// Nodes not yet counted by the limits.
    unreported_nodes: u64,
    /// All nodes.
    total_nodes: u64,
    /// All nodes when a first key began to be sought.
    root_nodes: u64,
    /// The moves of all nodes on the way, one after the other.
    move_stack: Vec<Move>,
    /// By half-moves left: the moves that decided last.
    killers: Vec<[Option<Move>; 2]>,
    /// How likely the defences of all nodes on the way are to refute.
    score_stack: Vec<u32>,
    /// What refuted in battle play.
    history: HistoryTable,
    /// The mating nets of help play.
    mate_patterns: Option<MatePatterns<'a, B>>,
    /// The stalemates at the end of a series.
    series_stalemate: Option<SeriesStalemate<B::Set>>,
    /// What sides need in proof games.
    bound_cache: BoundCache,
    /// What escaped mate.
    killer_evasions: KillerEvasions,
}

impl<'a, B: Board, R: GameRules> ScheduleSolver<'a, B, R> {
    /// A search for a goal. Searches that share a table and a salt must be for the
    /// same goal and family, and see each other's answers.
    pub fn new(
        game: &'a Game<B, R>,
        goal: Goal,
        table: &'a TranspositionTable,
        salt: u64,
        limits: &'a Limits,
    ) -> ScheduleSolver<'a, B, R> {
        ScheduleSolver {
            game,
            goal,
            table,
            limits,
            salt,
            allowance: 0,
            unreported_nodes: 0,
            total_nodes: 0,
            root_nodes: 0,
            move_stack: Vec::new(),
            killers: Vec::new(),
            score_stack: Vec::new(),
            history: HistoryTable::new(),
            mate_patterns: None,
            series_stalemate: None,
            bound_cache: BoundCache::default(),
            killer_evasions: KillerEvasions::default(),
        }
    }

    /// The game.
    pub fn game(&self) -> &'a Game<B, R> {
        self.game
    }

    /// The goal.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The limits.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// As [`Definition::holds`](super::Definition::holds).
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn has_solution(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let known = self.is_current(position, index);
        let depth = self.depth();
        let result = match known || self.init_root(schedule, position, index) {
            true => self.search(schedule, position, index),
            false => Ok(false),
        };
        self.pop_to(depth);
        self.reset_on_stop(result)
    }

    /// Are mating nets known of the position, before this half-move?
    pub fn is_current(&self, position: &PositionOf<B, R>, index: usize) -> bool {
        self.mate_patterns.as_ref().is_some_and(|nets| nets.is_current(position.key(), index))
    }

    /// Draws the mating nets of a position, from which steps are then taken. False if the
    /// schedule cannot hold there.
    pub fn init_root(&mut self, schedule: &Schedule, position: &PositionOf<B, R>, index: usize) -> bool {
        if self.init_series_stalemate(schedule, position) {
            self.mate_patterns = None;
            return true;
        }
        self.series_stalemate = None;
        let uses_mate_patterns = MatePatterns::<B>::is_applicable(self.game, self.goal, schedule);
        let Some(last_ply) = schedule.plies.last().filter(|_| uses_mate_patterns) else {
            self.mate_patterns = None;
            return true;
        };
        let is_reusable = |nets: &MatePatterns<'_, B>| {
            nets.mating_side() == last_ply.side && !nets.should_rebuild() && nets.supports::<R>(position)
        };
        if !self.mate_patterns.as_ref().is_some_and(is_reusable) {
            self.mate_patterns = MatePatterns::new(self.game, last_ply.side, self.goal, position);
        }
        let Some(nets) = &mut self.mate_patterns else { return true };
        let hopeful = nets.init_root::<R>(position, schedule.moves_left(index));
        nets.set_key(position.key(), index);
        hopeful
    }

    /// Will it be asked at every position whether a stalemate can be arranged?
    fn init_series_stalemate(&mut self, schedule: &Schedule, position: &PositionOf<B, R>) -> bool {
        let applies = SeriesStalemate::<B::Set>::is_applicable(self.game, self.goal, schedule);
        let Some(last_ply) = schedule.plies.last().filter(|_| applies) else { return false };
        let stalemated_side = last_ply.side.other();
        let ends = self.series_stalemate.take().filter(|ends| ends.stalemated_side() == stalemated_side);
        let ends =
            self.series_stalemate.insert(ends.unwrap_or_else(|| SeriesStalemate::new(stalemated_side)));
        ends.init_root(self.game, position)
    }

    /// How many mating nets were drawn where it was first set out from; more than there can be if nothing is
    /// known of any.
    pub fn root_pattern_count(&self) -> usize {
        self.mate_patterns.as_ref().and_then(MatePatterns::root_count).unwrap_or(usize::MAX)
    }

    /// Takes a step from the position set out from, or come to, to the position before
    /// half-move `index`. False, and no step, if no mating net could be drawn then.
    pub fn push_move(
        &mut self,
        position: &PositionOf<B, R>,
        mv: Move,
        next: &PositionOf<B, R>,
        index: usize,
    ) -> bool {
        let Some(nets) = &mut self.mate_patterns else { return true };
        let hopeful = nets.push_move(self.game, position, mv);
        if hopeful {
            nets.set_key(next.key(), index);
        }
        hopeful
    }

    /// As [`step`](Self::step) where the side to move passes, because it only parries checks: it has one
    /// move less then.
    pub fn push_pass(&mut self, position: &PositionOf<B, R>, next: &PositionOf<B, R>, index: usize) -> bool {
        let Some(nets) = &mut self.mate_patterns else { return true };
        let hopeful = nets.push_pass(self.game, position);
        if hopeful {
            nets.set_key(next.key(), index);
        }
        hopeful
    }

    /// How many steps have been taken.
    pub fn depth(&self) -> usize {
        self.mate_patterns.as_ref().map_or(0, MatePatterns::depth)
    }

    /// Takes steps back, until so many are left.
    pub fn pop_to(&mut self, depth: usize) {
        if let Some(nets) = &mut self.mate_patterns {
            nets.pop_to(depth);
        }
    }

    /// Is the move good at half-move `index`: does it reach the goal where that is
    /// good, or lead to a won position?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn is_good_move(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        mv: Move,
        after: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let depth = self.depth();
        let hopeful = self.init_root(schedule, position, index) && self.push_if_feasible(position, mv);
        let result = match hopeful {
            true => self.evaluate_move(schedule, position, mv, after, index),
            false => Ok(false),
        };
        self.pop_to(depth);
        self.reset_on_stop(result)
    }

    /// Can the side to move reach the goal at once?
    pub fn has_goal_in_one(&mut self, position: &PositionOf<B, R>) -> bool {
        match self.goal.is_diagram() {
            true => self.has_target_in_one(position),
            false => has_goal_in_one(
                self.game,
                self.goal,
                position,
                self.mate_patterns.as_mut(),
                &mut self.move_stack,
                &mut self.killer_evasions,
            ),
        }
    }

    /// As [`can_reach`](Self::can_reach), before the last half-move, with which nets end.
    fn has_early_goal_in_one(&mut self, position: &PositionOf<B, R>) -> bool {
        has_goal_in_one(self.game, self.goal, position, None, &mut self.move_stack, &mut self.killer_evasions)
    }

    /// Does the attacker's move at half-move `index`, which led to the position, threaten
    /// as much as the schedule wants?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn has_required_threat(
        &mut self,
        schedule: &Schedule,
        after: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let result = self.search_required_threat(schedule, after, index);
        self.reset_on_stop(result)
    }

    #[inline]
    fn search_required_threat(
        &mut self,
        schedule: &Schedule,
        after: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        match schedule.threat_index(index) {
            None => Ok(true),
            Some(_) if self.game.in_check(after, after.to_move) => Ok(true),
            // Who must reach the goal at once need not be threatened.
            Some(_)
                if schedule.plies[index + 1].obligation == GoalObligation::IfPossible
                    && self.has_goal_in_one(after) =>
            {
                Ok(true)
            }
            Some(begin) => self.search(schedule, &after.threat_position(), begin),
        }
    }

    /// Does the move reach the goal?
    #[inline]
    fn reaches(&mut self, before: &PositionOf<B, R>, mv: Move, after: &PositionOf<B, R>) -> bool {
        reaches_with_killers(self.game, self.goal, before, mv, after, &mut self.killer_evasions)
    }

    /// Takes a step by a move, if a mating net could be drawn then.
    #[inline]
    fn push_if_feasible(&mut self, position: &PositionOf<B, R>, mv: Move) -> bool {
        self.mate_patterns.as_mut().is_none_or(|nets| nets.push_move(self.game, position, mv))
    }

    /// A question was answered, or the search stopped: then nothing of the way is kept.
    fn reset_on_stop<T>(&mut self, result: Result<T, Stopped>) -> Result<T, Stopped> {
        if result.is_err() {
            self.move_stack.clear();
            self.score_stack.clear();
        }
        result
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.unreported_nodes += 1;
        self.total_nodes += 1;
        if self.unreported_nodes >= self.limits.poll_interval() {
            let nodes = std::mem::take(&mut self.unreported_nodes);
            self.limits.count_nodes(nodes)?;
        }
        Ok(())
    }

    fn evaluate_move(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        mv: Move,
        after: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let ply = schedule.plies[index];
        if ply.goal_value != GoalValue::Ignored && self.reaches(position, mv, after) {
            return Ok(ply.goal_value == GoalValue::Good);
        }
        if index + 1 == schedule.plies.len() {
            return Ok(false);
        }
        if ply.quantifier == Quantifier::Exists && !self.search_required_threat(schedule, after, index)? {
            return Ok(false);
        }
        if !can_continue(self.game, self.goal, schedule, index, after) {
            return Ok(false);
        }
        if !schedule.is_series_step(index) {
            return self.search(schedule, after, index + 1);
        }
        // In its place: positions are large.
        let mut next = *after;
        next.make_null_move();
        self.search(schedule, &next, index + 1)
    }

    /// Under what the answer is stored for a position with so many half-moves left.
    #[inline]
    fn answer_key(&self, position: u64, plies_left: usize) -> u64 {
        TranspositionTable::key(self.salt, position, plies_left | (self.allowance as usize) << 16)
    }

    fn search(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        self.count_node()?;
        let Some(ply) = schedule.plies.get(index) else {
            return Ok(false);
        };
        if schedule.is_battle_from(index) {
            return self.search_battle(schedule, position, schedule.plies.len() - index);
        }
        if self.goal.is_diagram()
            && !self.game.can_reach_target(position, schedule.moves_left(index), &mut self.bound_cache)
        {
            return Ok(false);
        }
        let plies_left = schedule.plies.len() - index;
        if plies_left == 1 && ply.goal_value == GoalValue::Good {
            return Ok(match ply.quantifier {
                _ if ply.obligation == GoalObligation::IfPossible => self.has_goal_in_one(position),
                Quantifier::Exists => self.has_goal_in_one(position),
                Quantifier::ForAll => self.all_moves_reach_goal(position),
            });
        }
        let key = self.answer_key(position.key(), plies_left);
        let known = self.table.answer(key);
        if let Some(nets) = &mut self.mate_patterns {
            nets.record_probe(plies_left, known.is_some());
        }
        if let Some(answer) = known {
            return Ok(answer);
        }
        let must_pass = must_pass(self.game, *ply, position);
        // Who passes decides nothing.
        if let Some(nets) = &mut self.mate_patterns
            && !must_pass
            && !nets.refine(self.game, position)
        {
            self.table.store_answer(key, false, plies_left);
            return Ok(false);
        }
        if let Some(ends) = &mut self.series_stalemate
            && !ends.is_feasible(self.game, position, plies_left - 1)
        {
            self.table.store_answer(key, false, plies_left);
            return Ok(false);
        }
        let goal_is_forced = match ply.obligation {
            GoalObligation::Free => false,
            GoalObligation::IfPossible => self.has_early_goal_in_one(position),
            GoalObligation::IfUnavoidable => self.all_moves_reach_goal(position),
        };
        let answer = if goal_is_forced {
            ply.goal_value == GoalValue::Good
        } else if must_pass {
            let next = after_pass::<B, R>(ply.quantifier, position);
            let depth = self.depth();
            let answer = match self.push_pass(position, &next, index + 1) {
                true => self.search(schedule, &next, index + 1),
                false => Ok(false),
            };
            self.pop_to(depth);
            answer?
        } else if ply.quantifier == Quantifier::ForAll && schedule.nontrivial.is_some() {
            self.search_nontrivial(schedule, position, index)?
        } else if self.is_lazy_node(schedule, index) {
            self.search_moves_lazily(schedule, position, index)?
        } else {
            self.search_moves(schedule, position, index)?
        };
        self.table.store_answer(key, answer, plies_left);
        Ok(answer)
    }

    /// As [`decide`](Prover::decide), where the defender may have few moves that hold out.
    #[cold]
    fn search_nontrivial(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let Some(allowance) = self.remaining_allowance(schedule, position, index)? else { return Ok(false) };
        let before = self.replace_allowance(allowance);
        let decided = self.search_moves(schedule, position, index);
        self.replace_allowance(before);
        decided
    }

    /// Sets how many moves that hold out the defender may still have besides one at a time,
    /// and tells how many there were.
    pub fn replace_allowance(&mut self, allowance: u32) -> u32 {
        std::mem::replace(&mut self.allowance, allowance)
    }

    /// How many moves that hold out are left to spare if the defender moves at half-move
    /// `index`; none if he has too many now.
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn remaining_allowance(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<Option<u32>, Stopped> {
        let Some(answer) = schedule.trivial_answer_index(index) else { return Ok(Some(self.allowance)) };
        let ply = schedule.plies[index];
        let mut allowance = self.allowance.saturating_add(1);
        let mut moves = Vec::new();
        append_moves(self.game, self.goal, ply, position, &mut moves);
        for mv in moves {
            let after = self.game.play(position, mv);
            let answered = if ply.goal_value != GoalValue::Ignored && self.reaches(position, mv, &after) {
                ply.goal_value == GoalValue::Good
            } else {
                self.search(schedule, &after, answer)?
            };
            if !answered {
                match allowance.checked_sub(1) {
                    Some(less) => allowance = less,
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(allowance))
    }

    /// Looks at the moves until one decides: a good one where one suffices, a bad one
    /// where all must be good.
    fn search_moves(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let ply = schedule.plies[index];
        let plies_left = schedule.plies.len() - index;
        let wanted = ply.quantifier == Quantifier::Exists;
        let first = self.move_stack.len();
        self.list_candidates(schedule, position, index);
        if let Some(nets) = &mut self.mate_patterns {
            nets.record_expansion(plies_left, self.move_stack.len() - first);
        }
        if self.move_stack.len() == first {
            return Ok(false);
        }
        let side_switch = if schedule.is_series_step(index) { zobrist::SIDE_TO_MOVE } else { 0 };
        // Before the last half-move every move is judged at once: order would cost more.
        if plies_left > 2 {
            self.order_moves(&CheckInfo::new(self.game, position), first, plies_left, (wanted, true));
        }
        for at in first..self.move_stack.len() {
            let mv = self.move_stack[at];
            if plies_left > 2 {
                self.table.prefetch(self.answer_key(position.key_after(mv) ^ side_switch, plies_left - 1));
            }
            let depth = self.depth();
            if !self.push_if_feasible(position, mv) {
                continue;
            }
            let after = self.game.play(position, mv);
            let good = self.evaluate_move(schedule, position, mv, &after, index)?;
            self.pop_to(depth);
            if good == wanted {
                self.store_killer(plies_left, mv);
                self.move_stack.truncate(first);
                return Ok(wanted);
            }
        }
        self.move_stack.truncate(first);
        Ok(!wanted)
    }

    /// Puts the moves that decided last at the same distance from the end in front, then the moves
    /// that may give check, with them promotions where they help; last, for the side that does not
    /// want the goal, captures.
    fn order_moves(
        &mut self,
        checks: &CheckInfo<B::Set>,
        first: usize,
        plies_left: usize,
        (wanting, promoting): (bool, bool),
    ) {
        let killers = self.killers.get(plies_left).copied().unwrap_or_default();
        let moves = &mut self.move_stack[first..];
        let mut front = 0;
        for killer in killers.into_iter().flatten() {
            if let Some(at) = moves[front..].iter().position(|&mv| mv == killer) {
                moves[front..=front + at].rotate_right(1);
                front += 1;
            }
        }
        // A check leaves the other side few moves: whichever side gives it, what follows
        // is soon decided.
        let forces = |mv: Move| checks.may_give_check(mv) || (promoting && mv.promotion.is_some());
        front += partition_in_place(&mut moves[front..], forces);
        if !wanting {
            // Captures are the next likeliest defences.
            partition_in_place(&mut moves[front..], Move::is_capture);
        }
    }

    fn store_killer(&mut self, plies_left: usize, mv: Move) {
        if self.killers.len() <= plies_left {
            self.killers.resize(plies_left + 1, [None; 2]);
        }
        let killers = &mut self.killers[plies_left];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Is it easily seen that a move of the king does not reach the goal? He hardly ever gives check or mate, and
    /// mostly can move: most positions are done with before anything else is looked at.
    #[inline]
    fn quick_king_move_misses_goal(&mut self, position: &PositionOf<B, R>) -> bool {
        let Some(mv) = self.game.quick_king_move(position) else { return false };
        (self.goal.needs_checking_move() && self.game.king_move_gives_no_check(position, mv))
            || !self.reaches(position, mv, &self.game.play(position, mv))
    }

    /// Does every move reach the goal, and is there one?
    fn all_moves_reach_goal(&mut self, position: &PositionOf<B, R>) -> bool {
        // Under general rules moves are dear to play: a king's is seen to be legal.
        if R::GENERAL && self.quick_king_move_misses_goal(position) {
            return false;
        }
        let by_check = !R::GENERAL && self.goal.needs_checking_move();
        // What escaped the last time may do so again.
        for mv in self.killers.get(1).copied().unwrap_or_default().into_iter().flatten() {
            // Captures by which men are reborn are dear to play.
            if !R::ORTHODOX_CAPTURES && by_check && mv.is_capture() {
                if !self.game.is_pseudo_legal(position, mv) {
                    continue;
                }
                match self.game.static_verdict(position, mv) {
                    StaticVerdict::Illegal => continue,
                    StaticVerdict::LegalWithoutCheck => return false,
                    StaticVerdict::LegalMaybeCheck | StaticVerdict::Unknown => {}
                }
            }
            let game = self.game;
            if game.retry_move(position, mv, |after| self.reaches(position, mv, after)) == Some(false) {
                return false;
            }
        }
        if !R::GENERAL && self.quick_king_move_misses_goal(position) {
            return false;
        }
        match first_deciding_move(self.game, self.goal, false, position, &mut self.killer_evasions) {
            None => false,
            Some((_, true)) => true,
            Some((escape, false)) => {
                self.store_killer(1, escape);
                false
            }
        }
    }
}
