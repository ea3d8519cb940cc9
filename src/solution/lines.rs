//! Help and series play: solutions as lines of half-moves.

use std::ops::ControlFlow;

use super::event::{Counting, Event, Line, Sink};
use super::move_record::MoveRecord;
use super::narrator::{EmitResult, Narrator, StopReason, emit};
use crate::board::Board;
use crate::game::PositionOf;
use crate::parallel::{Emit, Message, par_stream_ordered};
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::{ScheduleSolver, after_pass, must_pass, must_reach, next_position};
use crate::stipulation::{GoalObligation, GoalValue, Quantifier, Schedule};

/// So many lines are handed over at once.
const LINES_PER_MESSAGE: usize = 32;
/// Of the lines that wait for their turn so many half-moves are kept at least.
const MIN_BUFFERED_PLIES: usize = 4096;
/// And so many of them more as the table has entries divided by this: they take some hundred bytes each, which
/// is a sixtieth of the table.
const TABLE_ENTRIES_PER_PLY: usize = 384;

/// How the lines of one schedule are told.
#[derive(Clone, Copy, Debug)]
pub struct LineKind {
    /// How moves are counted.
    pub counting: Counting,
    /// Do the lines have fewer moves than asked?
    pub short: bool,
}

/// Tells every line of a schedule, and counts them in `told`. The search is the one of other
/// lengths, for what it knows of the position.
pub fn emit_lines<'a, B: Board, R: GameRules>(
    narrator: &Narrator<'a, B, R>,
    prover: &mut ScheduleSolver<'a, B, R>,
    (schedule, position, manner): (&Schedule, &PositionOf<B, R>, LineKind),
    told: &mut u64,
    sink: &mut dyn Sink,
) -> EmitResult {
    let Some(&first) = schedule.plies.first() else { return Ok(()) };
    narrator.limits.begin_search(schedule.plies.len());
    let most = narrator.options.max_solutions;
    let line = |steps| Line { moves: steps, counting: manner.counting, short: manner.short, forced: false };
    let mut tell_one = |steps: Vec<MoveRecord>| -> EmitResult {
        if most.is_some_and(|most| *told >= most) {
            return Err(StopReason::MaxSolutions);
        }
        *told += 1;
        emit(sink, Event::Line(&line(steps)))?;
        if most.is_some_and(|most| *told >= most) { Err(StopReason::MaxSolutions) } else { Ok(()) }
    };
    // Of a single half-move, or where every one must do, nothing is known of one move alone.
    let together = first.quantifier == Quantifier::ForAll || schedule.plies.len() == 1;
    // Whether there is a line at all costs more to find out than which lines the moves have that are wanted.
    let asks_all = together || (narrator.pool.is_none() && narrator.options.first_moves.is_none());
    if !asks_all
        && first.obligation != GoalObligation::Free
        && must_reach(narrator.game, narrator.stipulation.goal, first.obligation, position)
    {
        return Ok(());
    }
    if together || narrator.pool.is_none() {
        prover.pop_to(0);
        if !prover.init_root(schedule, position, 0)
            || (asks_all && !prover.has_solution(schedule, position, 0)?)
        {
            return Ok(());
        }
        let mut finder = LineFinder { narrator, schedule, solver: prover, path: Vec::new() };
        return finder.all_lines(position, &mut tell_one);
    }
    let mut result: EmitResult = Ok(());
    let moves = narrator.root_moves(schedule, position);
    narrator.limits.root_moves.start(moves.len() as u64);
    let flow = par_stream_ordered(
        narrator.pool,
        &moves,
        || {
            let mut prover = narrator.solver();
            let hopeful = prover.init_root(schedule, position, 0);
            (prover, hopeful)
        },
        |(prover, hopeful), &mv, say| {
            if !*hopeful {
                return Ok(());
            }
            let mut finder = LineFinder { narrator, schedule, solver: prover, path: Vec::new() };
            let (mut found, mut lines) = (0, Vec::new());
            let end = finder.root_move_lines(position, mv, &mut |steps| {
                found += 1;
                lines.push(steps);
                if lines.len() == LINES_PER_MESSAGE && send_lines(say, &mut lines).is_break() {
                    return Err(StopReason::LimitReached);
                }
                if most.is_some_and(|most| found >= most) { Err(StopReason::MaxSolutions) } else { Ok(()) }
            });
            // Whoever does not listen has broken off himself.
            let _ = send_lines(say, &mut lines);
            end
        },
        narrator.table.usage().entries / TABLE_ENTRIES_PER_PLY + MIN_BUFFERED_PLIES,
        |_, said| {
            result = match said {
                Message::Part(lines) => lines.into_iter().try_for_each(&mut tell_one),
                Message::Done(end) => {
                    narrator.limits.root_moves.advance();
                    if end == Err(StopReason::LimitReached) { end } else { Ok(()) }
                }
            };
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    if flow.is_break() && result.is_ok() { Err(StopReason::LimitReached) } else { result }
}

/// Says lines, and forgets them.
fn send_lines(say: &mut Emit<'_, Vec<Vec<MoveRecord>>>, lines: &mut Vec<Vec<MoveRecord>>) -> ControlFlow<()> {
    if lines.is_empty() {
        return ControlFlow::Continue(());
    }
    let weight = lines.iter().map(Vec::len).sum();
    say(std::mem::take(lines), weight)
}

/// Tells the goal moves to which a reflex duty forces White in the diagram; were there any?
pub fn emit_forced<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    position: &PositionOf<B, R>,
    counting: Counting,
    sink: &mut dyn Sink,
) -> Result<bool, StopReason> {
    let forced = narrator.goal_moves(position);
    for &mv in &forced {
        let steps = vec![narrator.record(position, mv, Some(narrator.stipulation.goal))];
        emit(sink, Event::Line(&Line { moves: steps, counting, short: false, forced: true }))?;
    }
    Ok(!forced.is_empty())
}

/// Finds lines by walking only through positions that hold.
struct LineFinder<'n, 'p, 'a, B: Board, R> {
    narrator: &'n Narrator<'a, B, R>,
    schedule: &'n Schedule,
    solver: &'p mut ScheduleSolver<'a, B, R>,
    path: Vec<MoveRecord>,
}

impl<B: Board, R: GameRules> LineFinder<'_, '_, '_, B, R> {
    /// All lines from a position that holds.
    fn all_lines(
        &mut self,
        position: &PositionOf<B, R>,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        if !self.schedule.includes_shorter && self.narrator.options.first_moves.is_none() {
            return self.lines(position, 0, found);
        }
        for mv in self.narrator.root_moves(self.schedule, position) {
            self.root_move_lines(position, mv, found)?;
        }
        Ok(())
    }

    /// The lines that begin with a first move. Where the schedule holds its shorter
    /// solutions, only the shortest are told after it.
    fn root_move_lines(
        &mut self,
        position: &PositionOf<B, R>,
        mv: Move,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        if !self.schedule.includes_shorter {
            return self.move_lines(position, mv, 0, found);
        }
        let after = self.narrator.game.play(position, mv);
        for index in self.entry_indices(0) {
            if self.solver.is_good_move(self.schedule, position, mv, &after, index)? {
                return self.move_lines(position, mv, index, found);
            }
        }
        Ok(())
    }

    /// Where a schedule that holds its shorter solutions can be entered from half-move
    /// `index` on, the shortest first.
    fn entry_indices(&self, index: usize) -> Vec<usize> {
        (index..self.schedule.plies.len()).step_by(2).rev().collect()
    }

    /// The lines from a position that holds at half-move `index`.
    fn lines(
        &mut self,
        position: &PositionOf<B, R>,
        index: usize,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        let half = self.schedule.plies[index];
        let forced = half.obligation != GoalObligation::Free
            && must_reach(self.narrator.game, self.narrator.stipulation.goal, half.obligation, position);
        if !forced && must_pass(self.narrator.game, half, position) {
            let next = after_pass::<B, R>(half.quantifier, position);
            let steps = self.solver.depth();
            let telling = match self.solver.push_pass(position, &next, index + 1) {
                true => self.lines(&next, index + 1, found),
                false => Ok(()),
            };
            self.solver.pop_to(steps);
            return telling;
        }
        let mut index = index;
        if half.quantifier == Quantifier::Exists && self.schedule.includes_shorter {
            for tail in self.entry_indices(index) {
                if self.solver.has_solution(self.schedule, position, tail)? {
                    index = tail;
                    break;
                }
            }
        }
        for mv in self.narrator.moves(self.schedule, index, position) {
            self.move_lines(position, mv, index, found)?;
        }
        Ok(())
    }

    /// The lines that begin with a move.
    fn move_lines(
        &mut self,
        position: &PositionOf<B, R>,
        mv: Move,
        index: usize,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        let after = self.narrator.game.play(position, mv);
        let half = self.schedule.plies[index];
        if let Some(goal) = self.narrator.goal_reached(self.schedule, index, position, mv, &after) {
            if half.goal_value == GoalValue::Good {
                let mut steps = self.path.clone();
                steps.push(self.narrator.record(position, mv, Some(goal)));
                return found(steps);
            }
            return Ok(());
        }
        if index + 1 == self.schedule.plies.len() {
            return Ok(());
        }
        let Some(next) =
            next_position(self.narrator.game, self.narrator.stipulation.goal, self.schedule, index, &after)
        else {
            return Ok(());
        };
        let steps = self.solver.depth();
        if !self.solver.push_move(position, mv, &next, index + 1) {
            return Ok(());
        }
        let mut telling = Ok(());
        if self.solver.has_solution(self.schedule, &next, index + 1)? {
            self.path.push(self.narrator.record(position, mv, None));
            telling = self.lines(&next, index + 1, found);
            self.path.pop();
        }
        self.solver.pop_to(steps);
        telling
    }
}
