//! Pruning of plans by their help lines.
//!
//! **What.** Each [help line](crate::stipulation::help_line) of a plan has a [`ScheduleSolver`], which keeps
//! the mate patterns along the path of the plan. A step that is equivalent to one line is solved by that
//! solver alone. For any other step the solvers of its necessary lines are initialised at the root and follow
//! the moves; one of them, that with the fewest patterns, must find a solution before the step is searched.
//!
//! **Why it is correct.** A step holds only if all its necessary lines have solutions.
//!
//! **Cost and gain.** `black 1h[-14hh[#]]h` from more than 40 to 0.3 CPU seconds; a reci-h#7 from more than
//! 60 to 3.6, and to 0.23 since only one line is searched first (`docs/internals/experiments.md`).
//!
//! **Reference.** None known.

use std::cell::{OnceCell, RefCell};

use super::PlanNode;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::Side;
use crate::rules::GameRules;
use crate::search::limits::{Limits, Stopped};
use crate::search::lower_bound::{Bounded, PathGuard};
use crate::search::{ScheduleNode, ScheduleSolver, TranspositionTable, next_position};
use crate::stipulation::help_line::LinePoint;
use crate::stipulation::{HelpLines, StepId};

/// The solvers of the help lines of a plan. The path of each one ends at the current node of the plan, or
/// elsewhere.
pub(super) struct LineSolvers<'a, B: Board, R: GameRules> {
    lines: HelpLines,
    game: &'a Game<B, R>,
    table: &'a TranspositionTable,
    limits: &'a Limits,
    /// The solvers by help line, created on first use.
    solvers: Vec<SolversBySide<'a, B, R>>,
}

/// The solvers of a help line, by the side that makes its last ply.
type SolversBySide<'a, B, R> = [OnceCell<Box<RefCell<ScheduleSolver<'a, B, R>>>>; 2];

/// Steps of the paths of several solvers.
pub(super) type LinePaths<'s, 'a, B, R> = Vec<PathGuard<'s, 'a, B, R, ScheduleSolver<'a, B, R>>>;

impl<'a, B: Board, R: GameRules> LineSolvers<'a, B, R> {
    pub fn new(
        lines: HelpLines,
        game: &'a Game<B, R>,
        table: &'a TranspositionTable,
        limits: &'a Limits,
    ) -> LineSolvers<'a, B, R> {
        let solvers = (0..lines.count()).map(|_| [OnceCell::new(), OnceCell::new()]).collect();
        LineSolvers { lines, game, table, limits, solvers }
    }

    /// Returns the solver of a help line.
    fn solver(&self, line: usize, last_side: Side) -> &RefCell<ScheduleSolver<'a, B, R>> {
        let LineSolvers { lines, game, table, limits, solvers } = self;
        solvers[line][last_side.index()].get_or_init(|| {
            let solver = ScheduleSolver::new(game, lines.get(line).goal, table, table.new_salt(), limits);
            Box::new(RefCell::new(solver))
        })
    }

    /// Returns whether a step holds that is equivalent to one help line. `None` for other steps.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn answer(&self, step: StepId, position: &PositionOf<B, R>) -> Result<Option<bool>, Stopped> {
        let equivalent = self.lines.equivalent_line(step);
        equivalent.map(|point| self.has_solution(point, position)).transpose()
    }

    /// Returns whether a help line has a solution from a position at one of its points.
    fn has_solution(&self, point: LinePoint, position: &PositionOf<B, R>) -> Result<bool, Stopped> {
        let line = self.lines.get(point.line);
        let last_side = line.last_side(point.plies_left, position.to_move);
        let mut solver = self.solver(point.line, last_side).borrow_mut();
        let (schedule, plies_left) = (line.schedule(last_side), point.plies_left);
        solver.has_solution(ScheduleNode { schedule, position, plies_left })
    }

    /// Begins the paths of the solvers of a step at a position, except of those that end there already. `None`
    /// if the step cannot hold.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before that is known.
    pub fn enter_roots(
        &self,
        step: StepId,
        position: &PositionOf<B, R>,
    ) -> Result<Option<LinePaths<'_, 'a, B, R>>, Stopped> {
        let mut paths = LinePaths::new();
        let mut fewest_patterns: Option<(usize, LinePoint)> = None;
        for &point in self.lines.necessary_lines(step) {
            let LinePoint { plies_left, .. } = point;
            let line = self.lines.get(point.line);
            let last_side = line.last_side(plies_left, position.to_move);
            let node = ScheduleNode { schedule: line.schedule(last_side), position, plies_left };
            let solver = self.solver(point.line, last_side);
            if !solver.borrow_mut().is_current(node) {
                let Some(root) = PathGuard::root(solver, node) else { return Ok(None) };
                paths.push(root);
            }
            let pattern_count = solver.borrow().root_pattern_count();
            if fewest_patterns
                .is_none_or(|(fewest, best)| (pattern_count, plies_left) < (fewest, best.plies_left))
            {
                fewest_patterns = Some((pattern_count, point));
            }
        }
        // A line with few patterns is refuted soonest, or the shortest one where patterns are not known. The
        // other lines usually have a solution: searching them first would take longer than searching the
        // step.
        match fewest_patterns {
            Some((_, point)) if !self.has_solution(point, position)? => Ok(None),
            _ => Ok(Some(paths)),
        }
    }

    /// Extends by the last move, made at a step, the paths of the solvers of that step that ended before the
    /// move. `None` if the move cannot be good.
    pub fn enter_move(&self, step: StepId, node: PlanNode<'_, B, R>) -> Option<LinePaths<'_, 'a, B, R>> {
        let mut paths = LinePaths::new();
        let Some((before, mv)) = node.last_move else { return Some(paths) };
        for point in self.lines.necessary_lines(step).iter().filter(|point| point.plies_left > 1) {
            let line = self.lines.get(point.line);
            let last_side = line.last_side(point.plies_left, before.to_move);
            let (schedule, plies_left) = (line.schedule(last_side), point.plies_left);
            let from = ScheduleNode { schedule, position: before, plies_left };
            let solver = self.solver(point.line, last_side);
            if solver.borrow_mut().is_current(from) {
                let next = next_position(self.game, line.goal, from.next(node.position))?;
                paths.push(PathGuard::move_to(solver, before, mv, from.next(&next))?);
            }
        }
        Some(paths)
    }
}
