//! Battle play: deeper step by step, with one table entry for all lengths.
//!
//! What wins in some half-moves wins in more, so a position has [`Bounds`]. The attacker
//! looks for the shortest win first at every position, where it costs little. What takes time
//! is to refute all moves but the key, and there one defence is enough if it is the right
//! one: checks, captures by what they take, then what refuted most. Of the defences that
//! were looked at in a typical mate in six, 1.02 were needed for each move refuted.

use std::ops::ControlFlow;

use super::Prover;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::{Move, Walk};
use crate::rules::Rules;
use crate::search::last_move::check_info::Checks;
use crate::search::limits::Stopped;
use crate::search::moves_at;
use crate::search::penultimate::selfmate::Tempo;
use crate::search::table::{Bounds, Table};
use crate::stipulation::{Choice, Duty, Reach, Schedule};

/// What is told of moves by their squares of departure and arrival.
pub(super) struct History(Vec<u32>);

impl History {
    /// The counts are halved before one gets greater.
    const MOST: u32 = 1 << 24;

    pub fn new() -> History {
        History(Vec::new())
    }

    #[inline]
    fn place(mv: Move) -> usize {
        mv.from.index() << 7 | mv.to.index()
    }

    #[inline]
    fn count(&self, mv: Move) -> u32 {
        self.0.get(History::place(mv)).copied().unwrap_or(0)
    }

    fn add(&mut self, mv: Move, count: u32) {
        if self.0.is_empty() {
            self.0.resize(1 << 14, 0);
        }
        let place = History::place(mv);
        self.0[place] += count;
        if self.0[place] > History::MOST {
            self.0.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

impl<B: Board, R: Rules> Prover<'_, B, R> {
    /// As [`search`](Prover::search), where the rest of the schedule is battle play.
    pub(super) fn battle(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        left: usize,
    ) -> Result<bool, Stopped> {
        let attacks = schedule.halves[schedule.halves.len() - left].choice == Choice::Some;
        if attacks && left == 2 {
            // Many ways of help play lead here, so that the answer is worth storing in any case.
            let key = Table::key(self.salt, position.key(), left % 2);
            if let Some(answer) = self.table.bounds(key).answer(left) {
                return Ok(answer);
            }
            let begun = self.visited;
            let won = self.attack(schedule, position, left)?;
            let (wins, fails) = if won { (2, 0) } else { (0, 2) };
            self.table.note(key, Bounds { wins, fails }, self.visited - begun);
            return Ok(won);
        }
        if attacks {
            return self.attack(schedule, position, left);
        }
        // A short defeat costs little to see.
        for less in (2 - left % 2..=left).step_by(2) {
            if self.defend(schedule, position, less)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does the attacker, who is to move, win with so many half-moves left?
    fn attack(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        left: usize,
    ) -> Result<bool, Stopped> {
        self.count()?;
        if left == 1 {
            return Ok(self.can_reach(position));
        }
        if left == 2
            && Tempo::speaks_of(self.game, self.goal, schedule)
            && let Some(answer) = self.compels_by_few(position)
        {
            return Ok(answer);
        }
        let key = Table::key(self.salt, position.key(), left % 2);
        let mut known = self.table.bounds(key);
        if let Some(answer) = known.answer(left) {
            return Ok(answer);
        }
        let begun = self.visited;
        let half = schedule.halves[schedule.halves.len() - left];
        // In direct play the attacker has the last half-move.
        let direct = left % 2 == 1;
        let at_once = (half.duty == Duty::Bound || (direct && known.fails == 0)) && self.can_reach(position);
        if at_once && half.duty == Duty::Bound {
            return Ok(half.reach == Reach::Good);
        }
        if at_once {
            self.table.note(key, Bounds { wins: 1, ..known }, 1);
            return Ok(true);
        }
        known.fails = known.fails.max(u8::from(direct));
        let may_reach = !direct && half.reach != Reach::Nothing;
        let first = self.moves.len();
        moves_at(self.game, self.goal, half, position, &mut self.moves);
        self.order(&Checks::new(self.game, position), first, left, (true, likes_promotions(schedule)));
        let mut won = false;
        'deeper: for less in (usize::from(known.fails) + 2..=left).step_by(2) {
            for at in first..self.moves.len() {
                let mv = self.moves[at];
                if less > 2 {
                    self.table.expect(Table::key(self.salt, position.key_after(mv), (less - 1) % 2));
                }
                let after = self.game.play(position, mv);
                won = match may_reach && self.reaches(position, mv, &after) {
                    true => half.reach == Reach::Good,
                    false => self.defend(schedule, &after, less - 1)?,
                };
                if won {
                    self.note_decider(left, mv);
                    known.wins = less as u8;
                    break 'deeper;
                }
            }
            known.fails = less as u8;
        }
        self.moves.truncate(first);
        self.table.note(key, known, self.visited - begun);
        Ok(won)
    }

    /// Has the attacker a move after which all moves of the defender reach the goal? None if many
    /// would have to be played; of few the answer is not worth storing.
    #[inline(never)]
    fn compels_by_few(&mut self, position: &PositionOf<B, R>) -> Option<bool> {
        let game = self.game;
        let tempo = Tempo::new(game, position)?;
        let first = self.moves.len();
        let _ = game.each_move_towards(position, &tempo, |mv| {
            self.moves.push(mv);
            ControlFlow::Continue(())
        });
        self.order(tempo.checks(), first, 2, (true, false));
        let found =
            (first..self.moves.len()).find(|&at| self.all_reach(&game.play(position, self.moves[at])));
        if let Some(at) = found {
            self.note_decider(2, self.moves[at]);
        }
        self.moves.truncate(first);
        Some(found.is_some())
    }

    /// Does the defender, who is to move, lose with so many half-moves left?
    fn defend(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        left: usize,
    ) -> Result<bool, Stopped> {
        self.count()?;
        let half = schedule.halves[schedule.halves.len() - left];
        if left == 1 {
            return Ok(match half.duty {
                Duty::Bound => self.can_reach(position),
                _ => self.all_reach(position),
            });
        }
        if left == 2 && half.duty == Duty::Free && half.reach == Reach::Nothing {
            // Before anything is looked up or listed: what refuted the last time.
            for mv in self.deciders.get(2).copied().unwrap_or_default().into_iter().flatten() {
                let game = self.game;
                let attacked = game.try_again(position, mv, |after| self.attack(schedule, after, 1));
                if attacked.transpose()? == Some(false) {
                    return Ok(false);
                }
            }
        }
        if left == 3
            && half.duty == Duty::Free
            && Tempo::speaks_of(self.game, self.goal, schedule)
            && self.is_refuted_again(schedule, position, left)?
        {
            return Ok(false);
        }
        let key = Table::key(self.salt, position.key(), left % 2);
        let mut known = self.table.bounds(key);
        if let Some(answer) = known.answer(left) {
            return Ok(answer);
        }
        let begun = self.visited;
        if half.duty == Duty::Bound && self.can_reach(position) {
            return Ok(half.reach == Reach::Good);
        }
        let first = self.moves.len();
        moves_at(self.game, self.goal, half, position, &mut self.moves);
        let end = self.moves.len();
        let scores = self.scores.len();
        self.score_defences(schedule, position, first);
        let mut lost = end > first;
        for at in first..end {
            self.bring_best_defence(at, end, scores + at - first);
            let mv = self.moves[at];
            if left > 2 {
                self.table.expect(Table::key(self.salt, position.key_after(mv), (left - 1) % 2));
            }
            let after = self.game.play(position, mv);
            lost = match half.reach != Reach::Nothing && self.reaches(position, mv, &after) {
                true => half.reach == Reach::Good,
                false => self.attack(schedule, &after, left - 1)?,
            };
            if !lost {
                self.refuting.add(mv, (left * left) as u32);
                self.note_decider(left, mv);
                break;
            }
        }
        self.moves.truncate(first);
        self.scores.truncate(scores);
        match lost {
            true => known.wins = left as u8,
            false => known.fails = left as u8,
        }
        self.table.note(key, known, self.visited - begun);
        Ok(lost)
    }

    /// Does the defender's move that refuted last, so many half-moves before the end, do it again?
    #[inline(never)]
    fn is_refuted_again(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        left: usize,
    ) -> Result<bool, Stopped> {
        let Some(&[Some(mv), _]) = self.deciders.get(left) else { return Ok(false) };
        let reach = schedule.halves[schedule.halves.len() - left].reach;
        let game = self.game;
        let refutes = game.try_again(position, mv, |after| {
            let reached = reach != Reach::Nothing && self.reaches(position, mv, after);
            Ok(!reached && !self.attack(schedule, after, left - 1)?)
        });
        refutes.unwrap_or(Ok(false))
    }

    /// Tells how likely each of the last moves of the list is to refute.
    fn score_defences(&mut self, schedule: &Schedule, position: &PositionOf<B, R>, first: usize) {
        let checks = Checks::new(self.game, position);
        let grows = likes_promotions(schedule);
        let refuting = &self.refuting;
        self.scores.extend(self.moves[first..].iter().map(|&mv| {
            let forcing = match mv.is_capture() {
                _ if checks.may_give(mv) || (grows && mv.promotion.is_some()) => 15,
                true => 8 + worth(position.walk_on(mv.to)),
                false => 0,
            };
            forcing * History::MOST + refuting.count(mv)
        }));
    }

    /// Puts the likeliest refutation of those that are left in front of them: the first one
    /// mostly does, so that to sort them all would be in vain.
    #[inline]
    fn bring_best_defence(&mut self, at: usize, end: usize, score: usize) {
        let mut best = 0;
        for other in 1..end - at {
            if self.scores[score + other] > self.scores[score + best] {
                best = other;
            }
        }
        self.moves.swap(at, at + best);
        self.scores.swap(score, score + best);
    }
}

/// Is a new queen welcome: to the attacker, and to the defender? Not where the defender must not
/// be compelled: it has no use for one.
fn likes_promotions(schedule: &Schedule) -> bool {
    schedule.halves.last().is_some_and(|last| last.choice == Choice::Some || last.duty == Duty::Bound)
}

/// How much it hurts to lose a man, from 0 to 4.
fn worth(walk: Option<Walk>) -> u32 {
    match walk {
        Some(Walk::Queen) => 4,
        Some(Walk::Rook) => 3,
        Some(Walk::Bishop | Walk::Knight) => 2,
        _ => 0,
    }
}
