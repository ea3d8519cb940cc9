//! Help and series play: solutions as lines of plies.

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

/// The number of lines sent in one message.
const LINES_PER_MESSAGE: usize = 32;
/// The minimum number of plies buffered in lines that wait to be emitted in order.
const MIN_BUFFERED_PLIES: usize = 4096;
/// One more ply is buffered for every 384 entries of the table. A ply takes about a hundred bytes, so that
/// the buffer takes a sixtieth of the table's memory.
const TABLE_ENTRIES_PER_PLY: usize = 384;

/// How the lines of one schedule are marked.
#[derive(Clone, Copy, Debug)]
pub struct LineKind {
    /// How the moves are numbered.
    pub counting: Counting,
    /// Whether the lines have fewer moves than required.
    pub short: bool,
}

/// Emits every line of a schedule and adds their number to `emitted`. The solver is shared with the other
/// lengths, because it keeps what it knows about the position.
pub fn emit_lines<'a, B: Board, R: GameRules>(
    narrator: &Narrator<'a, B, R>,
    solver: &mut ScheduleSolver<'a, B, R>,
    (schedule, position, kind): (&Schedule, &PositionOf<B, R>, LineKind),
    emitted: &mut u64,
    sink: &mut dyn Sink,
) -> EmitResult {
    let Some(&first) = schedule.plies.first() else { return Ok(()) };
    narrator.limits.begin_search(schedule.plies.len());
    let max_lines = narrator.options.max_solutions;
    let line = |steps| Line { moves: steps, counting: kind.counting, short: kind.short, forced: false };
    let mut emit_one = |steps: Vec<MoveRecord>| -> EmitResult {
        if max_lines.is_some_and(|max| *emitted >= max) {
            return Err(StopReason::MaxSolutions);
        }
        *emitted += 1;
        emit(sink, Event::Line(&line(steps)))?;
        if max_lines.is_some_and(|max| *emitted >= max) { Err(StopReason::MaxSolutions) } else { Ok(()) }
    };
    // With a single ply, or if every root move must solve, a root move cannot be decided alone.
    let together = first.quantifier == Quantifier::ForAll || schedule.plies.len() == 1;
    // Finding out whether there is any line costs more than finding the lines of a few selected root moves.
    let asks_all = together || (narrator.pool.is_none() && narrator.options.first_moves.is_none());
    if !asks_all
        && first.obligation != GoalObligation::Free
        && must_reach(narrator.game, narrator.stipulation.goal, first.obligation, position)
    {
        return Ok(());
    }
    if together || narrator.pool.is_none() {
        let lines = solver.at_root(schedule, position, 0, |solver| {
            if asks_all && !solver.has_solution(schedule, position, 0)? {
                return Ok(());
            }
            let mut finder = LineFinder { narrator, schedule, path: Vec::new() };
            finder.all_lines(solver, position, &mut emit_one)
        });
        return lines.unwrap_or(Ok(()));
    }
    emit_lines_of_root_moves(narrator, schedule, position, &mut emit_one)
}

/// Searches the root moves with the threads of the pool and emits their lines in order.
fn emit_lines_of_root_moves<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    schedule: &Schedule,
    position: &PositionOf<B, R>,
    emit_one: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
) -> EmitResult {
    let mut result: EmitResult = Ok(());
    let max_lines = narrator.options.max_solutions;
    let moves = narrator.root_moves(schedule, position);
    narrator.limits.root_moves.start(moves.len() as u64);
    let flow = par_stream_ordered(
        narrator.pool,
        &moves,
        || narrator.solver().rooted(schedule, position, 0),
        |solver, &mv, emit| {
            let Some(solver) = solver else { return Ok(()) };
            let mut finder = LineFinder { narrator, schedule, path: Vec::new() };
            let (mut found, mut lines) = (0, Vec::new());
            let end = finder.root_move_lines(solver.search(), position, mv, &mut |steps| {
                found += 1;
                lines.push(steps);
                if lines.len() == LINES_PER_MESSAGE && send_lines(emit, &mut lines).is_break() {
                    return Err(StopReason::LimitReached);
                }
                if max_lines.is_some_and(|max| found >= max) { Err(StopReason::MaxSolutions) } else { Ok(()) }
            });
            // If the receiver has stopped, the search has been stopped as well.
            let _ = send_lines(emit, &mut lines);
            end
        },
        narrator.table.usage().entries / TABLE_ENTRIES_PER_PLY + MIN_BUFFERED_PLIES,
        |_, message| {
            result = match message {
                Message::Part(lines) => lines.into_iter().try_for_each(&mut *emit_one),
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

/// Sends the lines and clears the list.
fn send_lines(
    emit: &mut Emit<'_, Vec<Vec<MoveRecord>>>,
    lines: &mut Vec<Vec<MoveRecord>>,
) -> ControlFlow<()> {
    if lines.is_empty() {
        return ControlFlow::Continue(());
    }
    let weight = lines.iter().map(Vec::len).sum();
    emit(std::mem::take(lines), weight)
}

/// Emits the goal moves that a reflex obligation forces on White in the diagram; returns whether there are
/// any.
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

/// Finds lines by visiting only positions that have a solution.
struct LineFinder<'n, 'a, B: Board, R> {
    narrator: &'n Narrator<'a, B, R>,
    schedule: &'n Schedule,
    path: Vec<MoveRecord>,
}

impl<'a, B: Board, R: GameRules> LineFinder<'_, 'a, B, R> {
    /// Passes all lines from a solvable position to `visit`.
    fn all_lines(
        &mut self,
        solver: &mut ScheduleSolver<'a, B, R>,
        position: &PositionOf<B, R>,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        if !self.schedule.includes_shorter && self.narrator.options.first_moves.is_none() {
            return self.lines(solver, position, 0, found);
        }
        for mv in self.narrator.root_moves(self.schedule, position) {
            self.root_move_lines(solver, position, mv, found)?;
        }
        Ok(())
    }

    /// Passes the lines that begin with a root move to `visit`. If the schedule includes shorter solutions,
    /// only the shortest lines after the move.
    fn root_move_lines(
        &mut self,
        solver: &mut ScheduleSolver<'a, B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        if !self.schedule.includes_shorter {
            return self.move_lines(solver, position, mv, 0, found);
        }
        let after = self.narrator.game.play(position, mv);
        for index in self.entry_indices(0) {
            if solver.is_good_move(self.schedule, position, mv, &after, index)? {
                return self.move_lines(solver, position, mv, index, found);
            }
        }
        Ok(())
    }

    /// Returns the plies from `index` on at which a schedule that includes shorter solutions can be entered,
    /// the shortest remainder first.
    fn entry_indices(&self, index: usize) -> Vec<usize> {
        (index..self.schedule.plies.len()).step_by(2).rev().collect()
    }

    /// Passes the lines from a position that is solvable at ply `index` to `visit`.
    fn lines(
        &mut self,
        solver: &mut ScheduleSolver<'a, B, R>,
        position: &PositionOf<B, R>,
        index: usize,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        let ply = self.schedule.plies[index];
        let forced = ply.obligation != GoalObligation::Free
            && must_reach(self.narrator.game, self.narrator.stipulation.goal, ply.obligation, position);
        if !forced && must_pass(self.narrator.game, ply, position) {
            let next = after_pass::<B, R>(ply.quantifier, position);
            let lines = solver.after_pass(position, (&next, index + 1), |solver| {
                self.lines(solver, &next, index + 1, found)
            });
            return lines.unwrap_or(Ok(()));
        }
        let mut index = index;
        if ply.quantifier == Quantifier::Exists && self.schedule.includes_shorter {
            for tail in self.entry_indices(index) {
                if solver.has_solution(self.schedule, position, tail)? {
                    index = tail;
                    break;
                }
            }
        }
        for mv in self.narrator.moves(self.schedule, index, position) {
            self.move_lines(solver, position, mv, index, found)?;
        }
        Ok(())
    }

    /// Passes the lines that begin with a move at ply `index` to `visit`.
    fn move_lines(
        &mut self,
        solver: &mut ScheduleSolver<'a, B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
        index: usize,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        let after = self.narrator.game.play(position, mv);
        let ply = self.schedule.plies[index];
        if let Some(goal) = self.narrator.goal_reached(self.schedule, index, position, mv, &after) {
            if ply.goal_value == GoalValue::Good {
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
        let lines = solver.after_move(position, mv, (&next, index + 1), |solver| {
            if !solver.has_solution(self.schedule, &next, index + 1)? {
                return Ok(());
            }
            self.path.push(self.narrator.record(position, mv, None));
            let result = self.lines(solver, &next, index + 1, found);
            self.path.pop();
            result
        });
        lines.unwrap_or(Ok(()))
    }
}
