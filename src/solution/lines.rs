//! Help and series play: solutions as lines of plies.

use std::ops::ControlFlow;

use super::event::{Counting, Event, Line, Sink};
use super::move_numbers::NumberedMove;
use super::move_record::MoveRecord;
use super::narrator::{EmitResult, Narrator, StopReason, emit};
use super::parts::{PartEvent, PartState};
use crate::board::Board;
use crate::game::PositionOf;
use crate::parallel::{Emit, Message, par_stream_ordered};
use crate::position::Move;
use crate::problem::Options;
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

/// The sink of one length: counts the lines that it emits.
pub struct LineSink<'a> {
    /// How the lines are marked.
    pub kind: LineKind,
    /// The number of lines to emit; all if `None`.
    pub max_lines: Option<u64>,
    /// The number of lines emitted, in all lengths.
    pub emitted: u64,
    /// The sink of the solution.
    pub sink: &'a mut dyn Sink,
}

impl LineSink<'_> {
    fn is_full(&self) -> bool {
        self.max_lines.is_some_and(|max| self.emitted >= max)
    }

    pub(super) fn line(&mut self, moves: Vec<MoveRecord>) -> EmitResult {
        if self.is_full() {
            return Err(StopReason::MaxSolutions);
        }
        self.emitted += 1;
        let LineKind { counting, short } = self.kind;
        emit(self.sink, Event::Line(&Line { moves, counting, short, forced: false }))?;
        if self.is_full() { Err(StopReason::MaxSolutions) } else { Ok(()) }
    }
}

/// Emits every line of a schedule. The solver is shared with the other lengths, because it keeps what it knows about
/// the position.
pub fn emit_lines<'a, B: Board, R: GameRules>(
    narrator: &Narrator<'a, B, R>,
    solver: &mut ScheduleSolver<'a, B, R>,
    root: ScheduleNode<'_, B, R>,
    out: &mut LineSink<'_>,
) -> EmitResult {
    if root.plies_left == 0 {
        return Ok(());
    }
    if let Some(probe) = &narrator.options.probe {
        return narrator.emit_probed_lines(root, probe, out);
    }
    let first = root.ply();
    // With a single ply, or if every root move must solve, a root move cannot be decided alone.
    let together = first.quantifier == Quantifier::ForAll || root.plies_left == 1;
    if together || must_pass(narrator.game, root) {
        let lines = solver.at_root(root, |solver| {
            if !solver.has_solution(root)? {
                return Ok(());
            }
            let mut finder = LineFinder { narrator, path: Vec::new() };
            let Options { first_moves, move_numbers, .. } = *narrator.options;
            if !root.schedule.includes_shorter && first_moves.is_none() && !move_numbers {
                return finder.lines(solver, root, &mut |line| out.line(line));
            }
            finder.lines_by_root_move(solver, root, &narrator.root_moves(root), out)
        });
        return lines.unwrap_or(Ok(()));
    }
    if first.obligation != GoalObligation::Free
        && must_reach(narrator.game, narrator.stipulation.goal, first.obligation, root.position)
    {
        return Ok(());
    }
    let moves = narrator.root_moves(root);
    narrator.limits.progress().root_moves.start(moves.len() as u64);
    if narrator.pool.is_some() {
        return emit_lines_in_parallel(narrator, root, &moves, out);
    }
    let lines = solver.at_root(root, |solver| {
        LineFinder { narrator, path: Vec::new() }.lines_by_root_move(solver, root, &moves, out)
    });
    lines.unwrap_or_else(|| {
        moves.iter().try_for_each(|&numbered| settle_unsolvable(narrator, root, numbered, moves.len(), out))
    })
}

/// Emits that a root move is settled before any search, if the options number the moves.
fn settle_unsolvable<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    root: ScheduleNode<'_, B, R>,
    numbered: NumberedMove,
    total: usize,
    out: &mut LineSink<'_>,
) -> EmitResult {
    if !narrator.options.move_numbers {
        return Ok(());
    }
    narrator.settle_root_move(root, numbered, total, out.sink)
}

/// Searches the root moves with the threads of the pool and emits their lines in order.
fn emit_lines_in_parallel<B: Board, R: GameRules>(
    narrator: &Narrator<'_, B, R>,
    root: ScheduleNode<'_, B, R>,
    moves: &[NumberedMove],
    out: &mut LineSink<'_>,
) -> EmitResult {
    let mut result: EmitResult = Ok(());
    let max_lines = out.max_lines;
    let flow = par_stream_ordered(
        narrator.threads(root),
        moves,
        || narrator.solver().rooted(root),
        |solver, numbered, emit| {
            let Some(solver) = solver else { return Ok(RootMoveEnd::Unsolvable) };
            match narrator.claim_root_move(root, *numbered) {
                PartState::Open => {}
                PartState::Found(part) => {
                    // If the receiver has stopped, the search has been stopped as well.
                    let _ = send_lines(emit, &mut known_lines(part.events).collect());
                    return Ok(RootMoveEnd::Searched);
                }
                PartState::Taken => return Ok(RootMoveEnd::Taken),
            }
            let mut finder = LineFinder { narrator, path: Vec::new() };
            let (mut found, mut lines) = (0, Vec::new());
            let end = finder.root_move_lines(solver.search(), root, numbered.mv, &mut |line| {
                found += 1;
                lines.push(line);
                if lines.len() == LINES_PER_MESSAGE && send_lines(emit, &mut lines).is_break() {
                    return Err(StopReason::SearchStopped);
                }
                if max_lines.is_some_and(|max| found >= max) { Err(StopReason::MaxSolutions) } else { Ok(()) }
            });
            // If the receiver has stopped, the search has been stopped as well.
            let _ = send_lines(emit, &mut lines);
            end.map(|()| RootMoveEnd::Searched)
        },
        narrator.table.usage().entries / TABLE_ENTRIES_PER_PLY + MIN_BUFFERED_PLIES,
        |&numbered, message| {
            result = match message {
                Message::Part(lines) => lines.into_iter().try_for_each(|line| out.line(line)),
                Message::Done(Err(StopReason::SearchStopped)) => Err(StopReason::SearchStopped),
                Message::Done(Ok(RootMoveEnd::Taken)) => Ok(()),
                Message::Done(Ok(RootMoveEnd::Unsolvable)) => {
                    settle_unsolvable(narrator, root, numbered, moves.len(), out)
                }
                Message::Done(_) => narrator.settle_root_move(root, numbered, moves.len(), out.sink),
            };
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    if flow.is_break() && result.is_ok() { Err(StopReason::SearchStopped) } else { result }
}

/// The end of the search of a root move.
enum RootMoveEnd {
    /// Its lines are complete.
    Searched,
    /// No line has the length, whatever the root move.
    Unsolvable,
    /// Another search has taken it.
    Taken,
}

/// Returns the lines among the events of a part.
fn known_lines(events: Vec<PartEvent>) -> impl Iterator<Item = Vec<MoveRecord>> {
    events.into_iter().filter_map(|event| match event {
        PartEvent::Line(line) => Some(line.moves),
        PartEvent::Node(_) | PartEvent::End => None,
    })
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
    /// Emits the lines that begin with each of the root moves, and then that the move is settled.
    fn lines_by_root_move(
        &mut self,
        solver: &mut ScheduleSolver<'a, B, R>,
        root: ScheduleNode<'_, B, R>,
        moves: &[NumberedMove],
        out: &mut LineSink<'_>,
    ) -> EmitResult {
        for &numbered in moves {
            match self.narrator.claim_root_move(root, numbered) {
                PartState::Open => {}
                PartState::Found(part) => {
                    known_lines(part.events).try_for_each(|line| out.line(line))?;
                    self.narrator.settle_root_move(root, numbered, moves.len(), out.sink)?;
                    continue;
                }
                PartState::Taken => continue,
            }
            self.root_move_lines(solver, root, numbered.mv, &mut |line| out.line(line))?;
            self.narrator.settle_root_move(root, numbered, moves.len(), out.sink)?;
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
