//! Battle play: deeper step by step, with one table entry for all lengths.
//!
//! What wins in some half-moves wins in more, so a position has [`Bounds`]. The attacker
//! looks for the shortest win first at every position, where it costs little. What takes time
//! is to refute all moves but the key, and there one defence is enough if it is the right
//! one: checks, captures by what they take, then what refuted most. Of the defences that
//! were looked at in a typical mate in six, 1.02 were needed for each move refuted.

use std::ops::ControlFlow;

use super::ScheduleSolver;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::{Move, Walk};
use crate::rules::GameRules;
use crate::search::append_moves;
use crate::search::last_move::check_info::CheckInfo;
use crate::search::limits::Stopped;
use crate::search::penultimate::selfmate::SelfmateFilter;
use crate::search::table::{DistanceBounds, TranspositionTable};
use crate::stipulation::{GoalObligation, GoalValue, Quantifier, Schedule};

/// What is told of moves by their squares of departure and arrival.
pub(super) struct HistoryTable(Vec<u32>);

impl HistoryTable {
    /// The counts are halved before one gets greater.
    const MAX_SCORE: u32 = 1 << 24;

    pub fn new() -> HistoryTable {
        HistoryTable(Vec::new())
    }

    #[inline]
    fn index(mv: Move) -> usize {
        mv.from.index() << 7 | mv.to.index()
    }

    #[inline]
    fn score(&self, mv: Move) -> u32 {
        self.0.get(HistoryTable::index(mv)).copied().unwrap_or(0)
    }

    fn add(&mut self, mv: Move, bonus: u32) {
        if self.0.is_empty() {
            self.0.resize(1 << 14, 0);
        }
        let place = HistoryTable::index(mv);
        self.0[place] += bonus;
        if self.0[place] > HistoryTable::MAX_SCORE {
            self.0.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

impl<B: Board, R: GameRules> ScheduleSolver<'_, B, R> {
    /// As [`search`](Prover::search), where the rest of the schedule is battle play.
    pub(super) fn search_battle(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        plies_left: usize,
    ) -> Result<bool, Stopped> {
        let is_attack = schedule.plies[schedule.plies.len() - plies_left].quantifier == Quantifier::Exists;
        if is_attack && plies_left == 2 {
            // Many ways of help play lead here, so that the answer is worth storing in any case.
            let key = TranspositionTable::key(self.salt, position.key(), plies_left % 2);
            if let Some(answer) = self.table.bounds(key).answer(plies_left) {
                return Ok(answer);
            }
            let start_nodes = self.total_nodes;
            let won = self.search_attack(schedule, position, plies_left)?;
            let (wins, fails) = if won { (2, 0) } else { (0, 2) };
            self.table.store_bounds(
                key,
                DistanceBounds { won_in: wins, not_won_in: fails },
                self.total_nodes - start_nodes,
            );
            return Ok(won);
        }
        if is_attack {
            return self.search_attack(schedule, position, plies_left);
        }
        // A short defeat costs little to see.
        for depth in (2 - plies_left % 2..=plies_left).step_by(2) {
            if self.search_defence(schedule, position, depth)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does the attacker, who is to move, win with so many half-moves left?
    fn search_attack(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        plies_left: usize,
    ) -> Result<bool, Stopped> {
        self.count_node()?;
        if plies_left == 1 {
            return Ok(self.has_goal_in_one(position));
        }
        if plies_left == 2
            && SelfmateFilter::is_applicable(self.game, self.goal, schedule)
            && let Some(answer) = self.has_forcing_candidate(position)
        {
            return Ok(answer);
        }
        let key = TranspositionTable::key(self.salt, position.key(), plies_left % 2);
        let mut known = self.table.bounds(key);
        if let Some(answer) = known.answer(plies_left) {
            return Ok(answer);
        }
        let start_nodes = self.total_nodes;
        let ply = schedule.plies[schedule.plies.len() - plies_left];
        // In direct play the attacker has the last half-move.
        let direct = plies_left % 2 == 1;
        let has_goal = (ply.obligation == GoalObligation::IfPossible || (direct && known.not_won_in == 0))
            && self.has_goal_in_one(position);
        if has_goal && ply.obligation == GoalObligation::IfPossible {
            return Ok(ply.goal_value == GoalValue::Good);
        }
        if has_goal {
            self.table.store_bounds(key, DistanceBounds { won_in: 1, ..known }, 1);
            return Ok(true);
        }
        known.not_won_in = known.not_won_in.max(u8::from(direct));
        let may_reach = !direct && ply.goal_value != GoalValue::Ignored;
        let first = self.move_stack.len();
        append_moves(self.game, self.goal, ply, position, &mut self.move_stack);
        self.order_moves(
            &CheckInfo::new(self.game, position),
            first,
            plies_left,
            (true, is_promotion_useful(schedule)),
        );
        let mut won = false;
        'deeper: for depth in (usize::from(known.not_won_in) + 2..=plies_left).step_by(2) {
            for at in first..self.move_stack.len() {
                let mv = self.move_stack[at];
                if depth > 2 {
                    self.table.prefetch(TranspositionTable::key(
                        self.salt,
                        position.key_after(mv),
                        (depth - 1) % 2,
                    ));
                }
                let after = self.game.play(position, mv);
                won = match may_reach && self.reaches(position, mv, &after) {
                    true => ply.goal_value == GoalValue::Good,
                    false => self.search_defence(schedule, &after, depth - 1)?,
                };
                if won {
                    self.store_killer(plies_left, mv);
                    known.won_in = depth as u8;
                    break 'deeper;
                }
            }
            known.not_won_in = depth as u8;
        }
        self.move_stack.truncate(first);
        self.table.store_bounds(key, known, self.total_nodes - start_nodes);
        Ok(won)
    }

    /// Has the attacker a move after which all moves of the defender reach the goal? None if many
    /// would have to be played; of few the answer is not worth storing.
    #[inline(never)]
    fn has_forcing_candidate(&mut self, position: &PositionOf<B, R>) -> Option<bool> {
        let game = self.game;
        let tempo = SelfmateFilter::new(game, position)?;
        let first = self.move_stack.len();
        let _ = game.for_each_move_matching(position, &tempo, |mv| {
            self.move_stack.push(mv);
            ControlFlow::Continue(())
        });
        self.order_moves(tempo.check_info(), first, 2, (true, false));
        let found = (first..self.move_stack.len())
            .find(|&at| self.all_moves_reach_goal(&game.play(position, self.move_stack[at])));
        if let Some(at) = found {
            self.store_killer(2, self.move_stack[at]);
        }
        self.move_stack.truncate(first);
        Some(found.is_some())
    }

    /// Does the defender, who is to move, lose with so many half-moves left?
    fn search_defence(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        plies_left: usize,
    ) -> Result<bool, Stopped> {
        self.count_node()?;
        let ply = schedule.plies[schedule.plies.len() - plies_left];
        if plies_left == 1 {
            return Ok(match ply.obligation {
                GoalObligation::IfPossible => self.has_goal_in_one(position),
                _ => self.all_moves_reach_goal(position),
            });
        }
        if plies_left == 2 && ply.obligation == GoalObligation::Free && ply.goal_value == GoalValue::Ignored {
            // Before anything is looked up or listed: what refuted the last time.
            for mv in self.killers.get(2).copied().unwrap_or_default().into_iter().flatten() {
                let game = self.game;
                let attacked = game.retry_move(position, mv, |after| self.search_attack(schedule, after, 1));
                if attacked.transpose()? == Some(false) {
                    return Ok(false);
                }
            }
        }
        if plies_left == 3
            && ply.obligation == GoalObligation::Free
            && SelfmateFilter::is_applicable(self.game, self.goal, schedule)
            && self.is_refuted_by_killer(schedule, position, plies_left)?
        {
            return Ok(false);
        }
        let key = TranspositionTable::key(self.salt, position.key(), plies_left % 2);
        let mut known = self.table.bounds(key);
        if let Some(answer) = known.answer(plies_left) {
            return Ok(answer);
        }
        let start_nodes = self.total_nodes;
        if ply.obligation == GoalObligation::IfPossible && self.has_goal_in_one(position) {
            return Ok(ply.goal_value == GoalValue::Good);
        }
        let first = self.move_stack.len();
        append_moves(self.game, self.goal, ply, position, &mut self.move_stack);
        let end = self.move_stack.len();
        let scores = self.score_stack.len();
        self.score_defences(schedule, position, first);
        let mut lost = end > first;
        for at in first..end {
            self.pick_best_defence(at, end, scores + at - first);
            let mv = self.move_stack[at];
            if plies_left > 2 {
                self.table.prefetch(TranspositionTable::key(
                    self.salt,
                    position.key_after(mv),
                    (plies_left - 1) % 2,
                ));
            }
            let after = self.game.play(position, mv);
            lost = match ply.goal_value != GoalValue::Ignored && self.reaches(position, mv, &after) {
                true => ply.goal_value == GoalValue::Good,
                false => self.search_attack(schedule, &after, plies_left - 1)?,
            };
            if !lost {
                self.history.add(mv, (plies_left * plies_left) as u32);
                self.store_killer(plies_left, mv);
                break;
            }
        }
        self.move_stack.truncate(first);
        self.score_stack.truncate(scores);
        match lost {
            true => known.won_in = plies_left as u8,
            false => known.not_won_in = plies_left as u8,
        }
        self.table.store_bounds(key, known, self.total_nodes - start_nodes);
        Ok(lost)
    }

    /// Does the defender's move that refuted last, so many half-moves before the end, do it again?
    #[inline(never)]
    fn is_refuted_by_killer(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        plies_left: usize,
    ) -> Result<bool, Stopped> {
        let Some(&[Some(mv), _]) = self.killers.get(plies_left) else { return Ok(false) };
        let reach = schedule.plies[schedule.plies.len() - plies_left].goal_value;
        let game = self.game;
        let refutes = game.retry_move(position, mv, |after| {
            let reached = reach != GoalValue::Ignored && self.reaches(position, mv, after);
            Ok(!reached && !self.search_attack(schedule, after, plies_left - 1)?)
        });
        refutes.unwrap_or(Ok(false))
    }

    /// Tells how likely each of the last moves of the list is to refute.
    fn score_defences(&mut self, schedule: &Schedule, position: &PositionOf<B, R>, first: usize) {
        let checks = CheckInfo::new(self.game, position);
        let promotion_is_useful = is_promotion_useful(schedule);
        let refuting = &self.history;
        self.score_stack.extend(self.move_stack[first..].iter().map(|&mv| {
            let forcing = match mv.is_capture() {
                _ if checks.may_give_check(mv) || (promotion_is_useful && mv.promotion.is_some()) => 15,
                true => 8 + capture_value(position.walk_on(mv.to)),
                false => 0,
            };
            forcing * HistoryTable::MAX_SCORE + refuting.score(mv)
        }));
    }

    /// Puts the likeliest refutation of those that are left in front of them: the first one
    /// mostly does, so that to sort them all would be in vain.
    #[inline]
    fn pick_best_defence(&mut self, at: usize, end: usize, score: usize) {
        let mut best = 0;
        for other in 1..end - at {
            if self.score_stack[score + other] > self.score_stack[score + best] {
                best = other;
            }
        }
        self.move_stack.swap(at, at + best);
        self.score_stack.swap(score, score + best);
    }
}

/// Is a new queen welcome: to the attacker, and to the defender? Not where the defender must not
/// be compelled: it has no use for one.
fn is_promotion_useful(schedule: &Schedule) -> bool {
    schedule.plies.last().is_some_and(|last| {
        last.quantifier == Quantifier::Exists || last.obligation == GoalObligation::IfPossible
    })
}

/// How much it hurts to lose a man, from 0 to 4.
fn capture_value(walk: Option<Walk>) -> u32 {
    match walk {
        Some(Walk::Queen) => 4,
        Some(Walk::Rook) => 3,
        Some(Walk::Bishop | Walk::Knight) => 2,
        _ => 0,
    }
}
