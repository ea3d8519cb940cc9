//! What the strands of a plan say while play goes on: a prover for each, with its mating nets.

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

/// The provers of strands, each where play is or elsewhere.
pub(super) struct LineSolvers<'a, B: Board, R: GameRules> {
    lines: HelpLines,
    game: &'a Game<B, R>,
    table: &'a TranspositionTable,
    limits: &'a Limits,
    /// By strand and by the side that makes its last half-move, as they are needed.
    solvers: RefCell<Vec<SolversBySide<'a, B, R>>>,
}

/// The prover of a strand for each side that may make its last half-move.
type SolversBySide<'a, B, R> = [Option<Box<ScheduleSolver<'a, B, R>>>; 2];

/// How far provers had gone, by strand and side: to where they go back.
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

    /// Asks the prover of a strand.
    fn with_solver<T>(
        &self,
        line: usize,
        last_side: Side,
        visit: impl FnOnce(&mut ScheduleSolver<'a, B, R>) -> T,
    ) -> T {
        let LineSolvers { lines: strands, game, table, limits, solvers: provers } = self;
        let mut solvers = provers.borrow_mut();
        let solver = solvers[line][last_side.index()].get_or_insert_with(|| {
            Box::new(ScheduleSolver::new(game, strands.get(line).goal, table, table.new_salt(), limits))
        });
        visit(solver)
    }

    /// Does a step hold? None if that is not known of its strands.
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn answer(&self, step: StepId, position: &PositionOf<B, R>) -> Result<Option<bool>, Stopped> {
        let whole = self.lines.equivalent_line(step);
        whole.map(|place| self.has_solution(place, position)).transpose()
    }

    fn has_solution(
        &self,
        LinePoint { line: strand, plies_left: left, .. }: LinePoint,
        position: &PositionOf<B, R>,
    ) -> Result<bool, Stopped> {
        let line = self.lines.get(strand);
        let last_side = line.last_side(left, position.to_move);
        self.with_solver(strand, last_side, |prover| {
            prover.has_solution(line.schedule(last_side), position, line.index(left))
        })
    }

    /// Sets out from a position before a step is made. How far provers had gone before; none if the
    /// step cannot hold.
    ///
    /// # Errors
    /// When a limit is reached before that is known.
    pub fn init_roots(
        &self,
        step: StepId,
        position: &PositionOf<B, R>,
    ) -> Result<Option<SavedDepths>, Stopped> {
        let mut depths = SavedDepths::new();
        let mut fewest_patterns: Option<(usize, LinePoint)> = None;
        for &line_ply in self.lines.necessary_lines(step) {
            let LinePoint { line: strand, plies_left: left, .. } = line_ply;
            let line = self.lines.get(strand);
            let (last, index) = (line.last_side(left, position.to_move), line.index(left));
            let (is_feasible, pattern_count) = self.with_solver(strand, last, |prover| {
                if prover.is_current(position, index) {
                    return (true, prover.root_pattern_count());
                }
                depths.push((strand, last, prover.depth()));
                (prover.init_root(line.schedule(last), position, index), prover.root_pattern_count())
            });
            if !is_feasible {
                self.pop_to(depths);
                return Ok(None);
            }
            if fewest_patterns
                .is_none_or(|(fewest, known)| (pattern_count, left) < (fewest, known.plies_left))
            {
                fewest_patterns = Some((pattern_count, line_ply));
            }
        }
        // What is rare is soon refuted, and where no nets say what is, what is short. To find out that the others
        // hold as a rule would take longer than to go on.
        if let Some((_, place)) = fewest_patterns
            && !self.has_solution(place, position)?
        {
            self.pop_to(depths);
            return Ok(None);
        }
        Ok(Some(depths))
    }

    /// Goes on by the move just made at a step, with those that have set out from there. How far they
    /// had gone before; none if the move cannot be good.
    pub fn push_move(&self, step: StepId, node: PlanNode<'_, B, R>) -> Option<SavedDepths> {
        let mut depths = SavedDepths::new();
        let Some((before, mv)) = node.last_move else { return Some(depths) };
        for &LinePoint { line: strand, plies_left: left, .. } in
            self.lines.necessary_lines(step).iter().filter(|place| place.plies_left > 1)
        {
            let line = self.lines.get(strand);
            let (last, index) = (line.last_side(left, before.to_move), line.index(left));
            let schedule = line.schedule(last);
            let is_feasible = self.with_solver(strand, last, |prover| {
                if !prover.is_current(before, index) {
                    return true;
                }
                let next = next_position(self.game, prover.goal(), schedule, index, node.position);
                let Some(next) = next else { return false };
                depths.push((strand, last, prover.depth()));
                prover.push_move(before, mv, &next, index + 1)
            });
            if !is_feasible {
                self.pop_to(depths);
                return None;
            }
        }
        Some(depths)
    }

    /// Goes back.
    pub fn pop_to(&self, depths: SavedDepths) {
        for (strand, last, depth) in depths {
            self.with_solver(strand, last, |prover| prover.pop_to(depth));
        }
    }
}
