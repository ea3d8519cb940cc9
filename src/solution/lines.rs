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
use crate::search::{ScheduleNode, ScheduleSolver, after_pass, must_pass, must_reach, next_position};
use crate::stipulation::{GoalObligation, GoalValue, Quantifier};

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
    root: ScheduleNode<'_, B, R>,
    kind: LineKind,
    emitted: &mut u64,
    sink: &mut dyn Sink,
) -> EmitResult {
    if root.plies_left == 0 {
        return Ok(());
    }
    let first = root.ply();
    narrator.limits.begin_search(root.plies_left);
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
    let together = first.quantifier == Quantifier::ForAll || root.plies_left == 1;
    // Finding out whether there is any line costs more than finding the lines of a few selected root moves.
    let asks_all = together || (narrator.pool.is_none() && narrator.options.first_moves.is_none());
    if !asks_all
        && first.obligation != GoalObligation::Free
        && must_reach(narrator.game, narrator.stipulation.goal, first.obligation, root.position)
    {
        return Ok(());
    }
    if together || narrator.pool.is_none() {
        let lines = solver.at_root(root, |solver| {
            if asks_all && !solver.has_solution(root)? {
                return Ok(());
            }
            let mut finder = LineFinder { narrator, path: Vec::new() };
            finder.all_lines(solver, root, &mut emit_one)
        });
        return lines.unwrap_or(Ok(()));
    }
    emit_lines_of_root_moves(narrator, root, &mut emit_one)
}

/// Searches the root moves with the threads of the pool and emits their lines in order.
fn emit_lines_of_root_moves<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    root: ScheduleNode<'_, B, R>,
    emit_one: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
) -> EmitResult {
    let mut result: EmitResult = Ok(());
    let max_lines = narrator.options.max_solutions;
    let moves = narrator.root_moves(root);
    narrator.limits.root_moves.start(moves.len() as u64);
    let flow = par_stream_ordered(
        narrator.pool,
        &moves,
        || narrator.solver().rooted(root),
        |solver, &mv, emit| {
            let Some(solver) = solver else { return Ok(()) };
            let mut finder = LineFinder { narrator, path: Vec::new() };
            let (mut found, mut lines) = (0, Vec::new());
            let end = finder.root_move_lines(solver.search(), root, mv, &mut |steps| {
                found += 1;
                lines.push(steps);
                if lines.len() == LINES_PER_MESSAGE && send_lines(emit, &mut lines).is_break() {
                    return Err(StopReason::SearchStopped);
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
                    if end == Err(StopReason::SearchStopped) { end } else { Ok(()) }
                }
            };
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    if flow.is_break() && result.is_ok() { Err(StopReason::SearchStopped) } else { result }
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
    path: Vec<MoveRecord>,
}

impl<'a, B: Board, R: GameRules> LineFinder<'_, 'a, B, R> {
    /// Passes all lines from a solvable root to `found`.
    fn all_lines(
        &mut self,
        solver: &mut ScheduleSolver<'a, B, R>,
        root: ScheduleNode<'_, B, R>,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        if !root.schedule.includes_shorter && self.narrator.options.first_moves.is_none() {
            return self.lines(solver, root, found);
        }
        for mv in self.narrator.root_moves(root) {
            self.root_move_lines(solver, root, mv, found)?;
        }
        Ok(())
    }

    /// Passes the lines that begin with a root move to `found`. If the schedule includes shorter solutions,
    /// only the shortest lines after the move.
    fn root_move_lines(
        &mut self,
        solver: &mut ScheduleSolver<'a, B, R>,
        root: ScheduleNode<'_, B, R>,
        mv: Move,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        if !root.schedule.includes_shorter {
            return self.move_lines(solver, root, mv, found);
        }
        let after = self.narrator.game.play(root.position, mv);
        for node in tails(root) {
            if solver.is_good_move(node, mv, &after)? {
                return self.move_lines(solver, node, mv, found);
            }
        }
        Ok(())
    }

    /// Passes the lines from a solvable node to `found`.
    fn lines(
        &mut self,
        solver: &mut ScheduleSolver<'a, B, R>,
        node: ScheduleNode<'_, B, R>,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        let (ply, game) = (node.ply(), self.narrator.game);
        let forced = ply.obligation != GoalObligation::Free
            && must_reach(game, self.narrator.stipulation.goal, ply.obligation, node.position);
        if !forced && must_pass(game, node) {
            let passed = after_pass::<B, R>(ply.quantifier, node.position);
            let next = node.next(&passed);
            let lines = solver.after_pass(node, next, |solver| self.lines(solver, next, found));
            return lines.unwrap_or(Ok(()));
        }
        let mut node = node;
        if ply.quantifier == Quantifier::Exists && node.schedule.includes_shorter {
            for tail in tails(node) {
                if solver.has_solution(tail)? {
                    node = tail;
                    break;
                }
            }
        }
        for mv in self.narrator.moves(node) {
            self.move_lines(solver, node, mv, found)?;
        }
        Ok(())
    }

    /// Passes the lines that begin with a move to `found`.
    fn move_lines(
        &mut self,
        solver: &mut ScheduleSolver<'a, B, R>,
        node: ScheduleNode<'_, B, R>,
        mv: Move,
        found: &mut dyn FnMut(Vec<MoveRecord>) -> EmitResult,
    ) -> EmitResult {
        let after = self.narrator.game.play(node.position, mv);
        if let Some(goal) = self.narrator.goal_reached(node, mv, &after) {
            if node.ply().goal_value == GoalValue::Good {
                let mut steps = self.path.clone();
                steps.push(self.narrator.record(node.position, mv, Some(goal)));
                return found(steps);
            }
            return Ok(());
        }
        if node.plies_left == 1 {
            return Ok(());
        }
        let goal = self.narrator.stipulation.goal;
        let Some(position) = next_position(self.narrator.game, goal, node.next(&after)) else {
            return Ok(());
        };
        let next = node.next(&position);
        let lines = solver.after_move(node, mv, next, |solver| {
            if !solver.has_solution(next)? {
                return Ok(());
            }
            self.path.push(self.narrator.record(node.position, mv, None));
            let result = self.lines(solver, next, found);
            self.path.pop();
            result
        });
        lines.unwrap_or(Ok(()))
    }
}

/// Returns the nodes, by number of plies left, at which a schedule that includes shorter solutions can be
/// entered, the fewest plies first.
fn tails<'n, B: Board, R: GameRules>(
    node: ScheduleNode<'n, B, R>,
) -> impl Iterator<Item = ScheduleNode<'n, B, R>> {
    (2 - node.plies_left % 2..=node.plies_left)
        .step_by(2)
        .map(move |plies_left| node.with_plies_left(plies_left))
}
