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
//! 60 to 3.6, and to 0.23 since only one line is searched first (`docs/performance.md`).
//!
//! **Reference.** None known.

use std::cell::RefCell;

use super::PlanNode;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::Side;
use crate::rules::GameRules;
use crate::search::limits::{Limits, Stopped};
use crate::search::{ScheduleSolver, TranspositionTable, next_position};
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
    solvers: RefCell<Vec<SolversBySide<'a, B, R>>>,
}

/// The solvers of a help line, by the side that makes its last ply.
type SolversBySide<'a, B, R> = [Option<Box<ScheduleSolver<'a, B, R>>>; 2];

/// The path lengths of solvers before a call, to be restored: help line, side of the last ply, length.
pub(super) type SavedDepths = Vec<(usize, Side, usize)>;

impl<'a, B: Board, R: GameRules> LineSolvers<'a, B, R> {
    pub fn new(
        lines: HelpLines,
        game: &'a Game<B, R>,
        table: &'a TranspositionTable,
        limits: &'a Limits,
    ) -> LineSolvers<'a, B, R> {
        let solvers = RefCell::new((0..lines.count()).map(|_| [None, None]).collect());
        LineSolvers { lines, game, table, limits, solvers }
    }

    /// Calls `visit` with the solver of a help line.
    fn with_solver<T>(
        &self,
        line: usize,
        last_side: Side,
        visit: impl FnOnce(&mut ScheduleSolver<'a, B, R>) -> T,
    ) -> T {
        let LineSolvers { lines, game, table, limits, solvers } = self;
        let mut solvers = solvers.borrow_mut();
        let solver = solvers[line][last_side.index()].get_or_insert_with(|| {
            Box::new(ScheduleSolver::new(game, lines.get(line).goal, table, table.new_salt(), limits))
        });
        visit(solver)
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
        self.with_solver(point.line, last_side, |solver| {
            solver.has_solution(line.schedule(last_side), position, line.index(point.plies_left))
        })
    }

    /// Makes a position the root of the solvers of a step, except of those that are there already. Returns
    /// their path lengths before; `None` if the step cannot hold.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before that is known.
    pub fn init_roots(
        &self,
        step: StepId,
        position: &PositionOf<B, R>,
    ) -> Result<Option<SavedDepths>, Stopped> {
        let mut depths = SavedDepths::new();
        let mut fewest_patterns: Option<(usize, LinePoint)> = None;
        for &point in self.lines.necessary_lines(step) {
            let LinePoint { plies_left, .. } = point;
            let line = self.lines.get(point.line);
            let (last_side, index) = (line.last_side(plies_left, position.to_move), line.index(plies_left));
            let (is_feasible, pattern_count) = self.with_solver(point.line, last_side, |solver| {
                if solver.is_current(position, index) {
                    return (true, solver.root_pattern_count());
                }
                depths.push((point.line, last_side, solver.depth()));
                (solver.init_root(line.schedule(last_side), position, index), solver.root_pattern_count())
            });
            if !is_feasible {
                self.pop_to(depths);
                return Ok(None);
            }
            if fewest_patterns
                .is_none_or(|(fewest, best)| (pattern_count, plies_left) < (fewest, best.plies_left))
            {
                fewest_patterns = Some((pattern_count, point));
            }
        }
        // A line with few patterns is refuted soonest, or the shortest one where patterns are not known. The
        // other lines usually have a solution: searching them first would take longer than searching the
        // step.
        if let Some((_, point)) = fewest_patterns
            && !self.has_solution(point, position)?
        {
            self.pop_to(depths);
            return Ok(None);
        }
        Ok(Some(depths))
    }

    /// Extends by the last move, made at a step, the paths of the solvers of that step that ended before the
    /// move. Returns their path lengths before; `None` if the move cannot be good.
    pub fn push_move(&self, step: StepId, node: PlanNode<'_, B, R>) -> Option<SavedDepths> {
        let mut depths = SavedDepths::new();
        let Some((before, mv)) = node.last_move else { return Some(depths) };
        for point in self.lines.necessary_lines(step).iter().filter(|point| point.plies_left > 1) {
            let line = self.lines.get(point.line);
            let last_side = line.last_side(point.plies_left, before.to_move);
            let (schedule, index) = (line.schedule(last_side), line.index(point.plies_left));
            let is_feasible = self.with_solver(point.line, last_side, |solver| {
                if !solver.is_current(before, index) {
                    return true;
                }
                let next = next_position(self.game, solver.goal(), schedule, index, node.position);
                let Some(next) = next else { return false };
                depths.push((point.line, last_side, solver.depth()));
                solver.push_move(before, mv, &next, index + 1)
            });
            if !is_feasible {
                self.pop_to(depths);
                return None;
            }
        }
        Some(depths)
    }

    /// Restores path lengths.
    pub fn pop_to(&self, depths: SavedDepths) {
        for (line, last_side, depth) in depths {
            self.with_solver(line, last_side, |solver| solver.pop_to(depth));
        }
    }
}
