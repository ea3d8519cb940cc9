//! Help and series play: solutions as lines of half-moves.

use std::ops::ControlFlow;

use super::event::{Counting, Event, Line, Sink};
use super::move_record::ToldMove;
use super::narrator::{Halt, Narrator, Telling, tell};
use crate::board::Board;
use crate::game::PositionOf;
use crate::parallel::{Said, Say, parts_in_order};
use crate::position::Move;
use crate::rules::Rules;
use crate::search::{Prover, after_pass, must_reach, next_position, passes};
use crate::stipulation::{Choice, Duty, Reach, Schedule};

/// So many lines are handed over at once.
const PART: usize = 32;
/// Of the lines that wait for their turn so many half-moves are kept at least.
const LEAST_ROOM: usize = 4096;
/// And so many of them more as the table has entries divided by this: they take some hundred bytes each, which
/// is a sixtieth of the table.
const ENTRIES_A_HALF_MOVE: usize = 384;

/// How the lines of one schedule are told.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How moves are counted.
    pub counting: Counting,
    /// Do the lines have fewer moves than asked?
    pub short: bool,
}

/// Tells every line of a schedule, and counts them in `told`. The search is the one of other
/// lengths, for what it knows of the position.
pub fn tell_lines<'a, B: Board, R: Rules>(
    narrator: &Narrator<'a, B, R>,
    prover: &mut Prover<'a, B, R>,
    (schedule, position, manner): (&Schedule, &PositionOf<B, R>, Manner),
    told: &mut u64,
    sink: &mut dyn Sink,
) -> Telling {
    let Some(&first) = schedule.halves.first() else { return Ok(()) };
    narrator.limits.begin_search(schedule.halves.len());
    let most = narrator.options.max_solutions;
    let line = |steps| Line { steps, counting: manner.counting, short: manner.short, forced: false };
    let mut tell_one = |steps: Vec<ToldMove>| -> Telling {
        if most.is_some_and(|most| *told >= most) {
            return Err(Halt::Counted);
        }
        *told += 1;
        tell(sink, Event::Line(&line(steps)))?;
        if most.is_some_and(|most| *told >= most) { Err(Halt::Counted) } else { Ok(()) }
    };
    // Of a single half-move, or where every one must do, nothing is known of one move alone.
    let together = first.choice == Choice::Every || schedule.halves.len() == 1;
    // Whether there is a line at all costs more to find out than which lines the moves have that are wanted.
    let asks_all = together || (narrator.pool.is_none() && narrator.options.first_moves.is_none());
    if !asks_all
        && first.duty != Duty::Free
        && must_reach(narrator.game, narrator.stipulation.goal, first.duty, position)
    {
        return Ok(());
    }
    if together || narrator.pool.is_none() {
        prover.back_to(0);
        if !prover.set_out(schedule, position, 0) || (asks_all && !prover.holds(schedule, position, 0)?) {
            return Ok(());
        }
        let mut finder = Finder { narrator, schedule, prover, path: Vec::new() };
        return finder.all_lines(position, &mut tell_one);
    }
    let mut result: Telling = Ok(());
    let moves = narrator.first_moves(schedule, position);
    narrator.limits.first_moves.begin(moves.len() as u64);
    let flow = parts_in_order(
        narrator.pool,
        &moves,
        || {
            let mut prover = narrator.prover();
            let hopeful = prover.set_out(schedule, position, 0);
            (prover, hopeful)
        },
        |(prover, hopeful), &mv, say| {
            if !*hopeful {
                return Ok(());
            }
            let mut finder = Finder { narrator, schedule, prover, path: Vec::new() };
            let (mut found, mut lines) = (0, Vec::new());
            let end = finder.lines_from(position, mv, &mut |steps| {
                found += 1;
                lines.push(steps);
                if lines.len() == PART && say_lines(say, &mut lines).is_break() {
                    return Err(Halt::Stopped);
                }
                if most.is_some_and(|most| found >= most) { Err(Halt::Counted) } else { Ok(()) }
            });
            // Whoever does not listen has broken off himself.
            let _ = say_lines(say, &mut lines);
            end
        },
        narrator.table.load().entries / ENTRIES_A_HALF_MOVE + LEAST_ROOM,
        |_, said| {
            result = match said {
                Said::Part(lines) => lines.into_iter().try_for_each(&mut tell_one),
                Said::End(end) => {
                    narrator.limits.first_moves.advance();
                    if end == Err(Halt::Stopped) { end } else { Ok(()) }
                }
            };
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    if flow.is_break() && result.is_ok() { Err(Halt::Stopped) } else { result }
}

/// Says lines, and forgets them.
fn say_lines(say: &mut Say<'_, Vec<Vec<ToldMove>>>, lines: &mut Vec<Vec<ToldMove>>) -> ControlFlow<()> {
    if lines.is_empty() {
        return ControlFlow::Continue(());
    }
    let weight = lines.iter().map(Vec::len).sum();
    say(std::mem::take(lines), weight)
}

/// Tells the goal moves to which a reflex duty forces White in the diagram; were there any?
pub fn tell_forced<B: Board, R: Rules>(
    narrator: &Narrator<'_, B, R>,
    position: &PositionOf<B, R>,
    counting: Counting,
    sink: &mut dyn Sink,
) -> Result<bool, Halt> {
    let forced = narrator.goal_moves(position);
    for &mv in &forced {
        let steps = vec![narrator.told(position, mv, Some(narrator.stipulation.goal))];
        tell(sink, Event::Line(&Line { steps, counting, short: false, forced: true }))?;
    }
    Ok(!forced.is_empty())
}

/// Finds lines by walking only through positions that hold.
struct Finder<'n, 'p, 'a, B: Board, R> {
    narrator: &'n Narrator<'a, B, R>,
    schedule: &'n Schedule,
    prover: &'p mut Prover<'a, B, R>,
    path: Vec<ToldMove>,
}

impl<B: Board, R: Rules> Finder<'_, '_, '_, B, R> {
    /// All lines from a position that holds.
    fn all_lines(
        &mut self,
        position: &PositionOf<B, R>,
        found: &mut dyn FnMut(Vec<ToldMove>) -> Telling,
    ) -> Telling {
        if !self.schedule.holds_shorter && self.narrator.options.first_moves.is_none() {
            return self.lines(position, 0, found);
        }
        for mv in self.narrator.first_moves(self.schedule, position) {
            self.lines_from(position, mv, found)?;
        }
        Ok(())
    }

    /// The lines that begin with a first move. Where the schedule holds its shorter
    /// solutions, only the shortest are told after it.
    fn lines_from(
        &mut self,
        position: &PositionOf<B, R>,
        mv: Move,
        found: &mut dyn FnMut(Vec<ToldMove>) -> Telling,
    ) -> Telling {
        if !self.schedule.holds_shorter {
            return self.lines_of(position, mv, 0, found);
        }
        let after = self.narrator.game.play(position, mv);
        for index in self.tails(0) {
            if self.prover.is_good(self.schedule, position, mv, &after, index)? {
                return self.lines_of(position, mv, index, found);
            }
        }
        Ok(())
    }

    /// Where a schedule that holds its shorter solutions can be entered from half-move
    /// `index` on, the shortest first.
    fn tails(&self, index: usize) -> Vec<usize> {
        (index..self.schedule.halves.len()).step_by(2).rev().collect()
    }

    /// The lines from a position that holds at half-move `index`.
    fn lines(
        &mut self,
        position: &PositionOf<B, R>,
        index: usize,
        found: &mut dyn FnMut(Vec<ToldMove>) -> Telling,
    ) -> Telling {
        let half = self.schedule.halves[index];
        let forced = half.duty != Duty::Free
            && must_reach(self.narrator.game, self.narrator.stipulation.goal, half.duty, position);
        if !forced && passes(self.narrator.game, half, position) {
            let next = after_pass::<B, R>(half.choice, position);
            let steps = self.prover.steps();
            let telling = match self.prover.pass(position, &next, index + 1) {
                true => self.lines(&next, index + 1, found),
                false => Ok(()),
            };
            self.prover.back_to(steps);
            return telling;
        }
        let mut index = index;
        if half.choice == Choice::Some && self.schedule.holds_shorter {
            for tail in self.tails(index) {
                if self.prover.holds(self.schedule, position, tail)? {
                    index = tail;
                    break;
                }
            }
        }
        for mv in self.narrator.moves(self.schedule, index, position) {
            self.lines_of(position, mv, index, found)?;
        }
        Ok(())
    }

    /// The lines that begin with a move.
    fn lines_of(
        &mut self,
        position: &PositionOf<B, R>,
        mv: Move,
        index: usize,
        found: &mut dyn FnMut(Vec<ToldMove>) -> Telling,
    ) -> Telling {
        let after = self.narrator.game.play(position, mv);
        let half = self.schedule.halves[index];
        if let Some(goal) = self.narrator.reached(self.schedule, index, position, mv, &after) {
            if half.reach == Reach::Good {
                let mut steps = self.path.clone();
                steps.push(self.narrator.told(position, mv, Some(goal)));
                return found(steps);
            }
            return Ok(());
        }
        if index + 1 == self.schedule.halves.len() {
            return Ok(());
        }
        let Some(next) =
            next_position(self.narrator.game, self.narrator.stipulation.goal, self.schedule, index, &after)
        else {
            return Ok(());
        };
        let steps = self.prover.steps();
        if !self.prover.step(position, mv, &next, index + 1) {
            return Ok(());
        }
        let mut telling = Ok(());
        if self.prover.holds(self.schedule, &next, index + 1)? {
            self.path.push(self.narrator.told(position, mv, None));
            telling = self.lines(&next, index + 1, found);
            self.path.pop();
        }
        self.prover.back_to(steps);
        telling
    }
}
