//! The solver of plans: a depth-first search of branching stipulations.
//!
//! **What.** One recursion over the steps of a [`Plan`], with a [transposition table](super::table) of
//! position and step. Last plies are cheap and are not stored. Preconditions are tested at each visit, since
//! they may depend on the move that led to the position. Help play inside a plan is searched by the [solver
//! of schedules](super::solver), with its pruning (`help_lines`).
//!
//! **Why it is correct.** The recursion without a table and without help lines is the definition of a plan;
//! `tests/properties/plans.rs` compares both.
//!
//! **Cost and gain.** Help lines: a reci-h#7 from more than 60 to 3.6 CPU seconds, and to 0.23 where only the
//! line with the fewest mate patterns is searched first. Last plies as goal tests: two reci-h#3 under general
//! rules from 0.75 and 2.1 s to 0.03 and 0.08 s (`docs/internals/experiments.md`).
//!
//! **Reference.** None known.

mod help_lines;

use std::ops::ControlFlow;

use help_lines::LineSolvers;

use super::play::first_deciding_move;
use super::{after_pass, for_each_goal_candidate, reaches};
use crate::board::Board;
use crate::game::killer_evasions::KillerEvasions;
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::last_move::goal_in_one::has_goal_in_one;
use crate::search::limits::{Limits, Stopped};
use crate::search::table::TranspositionTable;
use crate::stipulation::{Goal, HelpLines, Plan, PlanEnd, PlanPly, PlanStep, Quantifier, StepId};

/// A solver of one plan.
pub struct PlanSolver<'a, B: Board, R: GameRules> {
    game: &'a Game<B, R>,
    plan: &'a Plan,
    /// The transposition table; `None` for the plain recursion, which defines the plan.
    table: Option<&'a TranspositionTable>,
    salt: u64,
    limits: &'a Limits,
    /// The solvers of the help lines; `None` without a table.
    line_solvers: Option<LineSolvers<'a, B, R>>,
}

/// A node of the search: a position and the move that led to it.
pub struct PlanNode<'p, B: Board, R: GameRules> {
    /// The position.
    pub position: &'p PositionOf<B, R>,
    /// The position before the last move, and the move; `None` at the beginning and after a pass.
    pub last_move: Option<(&'p PositionOf<B, R>, Move)>,
}

impl<B: Board, R: GameRules> Clone for PlanNode<'_, B, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Board, R: GameRules> Copy for PlanNode<'_, B, R> {}

impl<'a, B: Board, R: GameRules> PlanSolver<'a, B, R> {
    /// The capacity of a move list: few positions have more moves.
    const MOVE_CAPACITY: usize = 48;

    /// Returns a solver of a plan. Answers are stored in the table, if there is one, under keys with `salt`.
    pub fn new(
        game: &'a Game<B, R>,
        plan: &'a Plan,
        table: Option<&'a TranspositionTable>,
        salt: u64,
        limits: &'a Limits,
    ) -> PlanSolver<'a, B, R> {
        let line_solvers = table.map(|table| LineSolvers::new(HelpLines::of(plan), game, table, limits));
        PlanSolver { game, plan, table, salt, limits, line_solvers }
    }

    /// Returns the game.
    pub fn game(&self) -> &'a Game<B, R> {
        self.game
    }

    /// Returns the plan.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// Returns whether a step holds at a node.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn holds(&self, step: StepId, node: PlanNode<'_, B, R>) -> Result<bool, Stopped> {
        match self.plan.step(step) {
            PlanStep::Reached(goal) => Ok(self.is_goal_reached(*goal, node)),
            PlanStep::Any(steps) => self.any_step_is(steps, true, node),
            PlanStep::All(steps) => Ok(!self.any_step_is(steps, false, node)?),
            PlanStep::Not(step) => Ok(!self.holds(*step, node)?),
            PlanStep::Pass(step) => match self.after_null_move(node.position) {
                Some(position) => self.holds(*step, PlanNode { position: &position, last_move: None }),
                None => Ok(false),
            },
            PlanStep::Ply(ply) => {
                if self.has_failed_precondition(ply, node)? {
                    return Ok(false);
                }
                self.ply_holds(step, ply, node.position)
            }
        }
    }

    /// Returns whether one of the steps has the expected value. Steps of a single ply are tested first: they
    /// are cheap.
    fn any_step_is(
        &self,
        steps: &[StepId],
        expected: bool,
        node: PlanNode<'_, B, R>,
    ) -> Result<bool, Stopped> {
        let is_last =
            |step| matches!(self.plan.step(step), PlanStep::Ply(ply) if self.last_ply_goal(ply).is_some());
        for last in [true, false] {
            for &step in steps {
                if is_last(step) == last && self.holds(step, node)? == expected {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns whether the last move reached the goal. Without a last move only `#`, `=`, `#=` and `+`
    /// can be reached, which depend on the position only.
    fn is_goal_reached(&self, goal: Goal, node: PlanNode<'_, B, R>) -> bool {
        match (node.last_move, goal) {
            (Some((before, mv)), _) => reaches(self.game, goal, before, mv, node.position),
            (None, Goal::Mate) => self.game.is_mate(node.position),
            (None, Goal::Stalemate) => self.game.is_stalemate(node.position),
            (None, Goal::Immobility) => !self.game.has_move(node.position),
            (None, Goal::Check) => self.game.in_check(node.position, node.position.to_move),
            _ => false,
        }
    }

    /// Returns the position with the other side to move. `None` if the side to move is in check, and cannot
    /// pass.
    pub fn after_null_move(&self, position: &PositionOf<B, R>) -> Option<PositionOf<B, R>> {
        (!self.game.in_check(position, position.to_move)).then(|| position.after_null_move())
    }

    /// Returns whether a precondition of a ply fails, so that the ply cannot be played.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn has_failed_precondition(&self, ply: &PlanPly, node: PlanNode<'_, B, R>) -> Result<bool, Stopped> {
        for &precondition in &ply.preconditions {
            // A condition on the last move does not apply before the first move.
            let is_vacuous = node.last_move.is_none() && self.plan.is_goal(precondition);
            if !is_vacuous && !self.holds(precondition, node)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the moves that violate preconditions of the form "not possible in one move", each with the
    /// goal that it reaches.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn violations(
        &self,
        ply: &PlanPly,
        node: PlanNode<'_, B, R>,
    ) -> Result<Vec<(Move, Option<Goal>)>, Stopped> {
        let mut violations = Vec::new();
        for &precondition in &ply.preconditions {
            let PlanStep::Not(inner) = self.plan.step(precondition) else { continue };
            let PlanStep::Ply(forbidden) = self.plan.step(*inner) else { continue };
            if forbidden.next.is_some() || forbidden.quantifier != Quantifier::Exists {
                continue;
            }
            for mv in self.moves(forbidden, node.position) {
                let after = self.game.play(node.position, mv);
                let node_after = PlanNode { position: &after, last_move: Some((node.position, mv)) };
                for end in forbidden.ends.iter().filter(|end| end.good) {
                    if self.holds(end.step, node_after)? {
                        let goal = match self.plan.step(end.step) {
                            PlanStep::Reached(goal) => Some(*goal),
                            _ => None,
                        };
                        violations.push((mv, goal));
                        break;
                    }
                }
            }
        }
        Ok(violations)
    }

    /// Returns whether the side to move passes, because it may only parry checks and is not in check.
    pub fn must_pass(&self, ply: &PlanPly, position: &PositionOf<B, R>) -> bool {
        ply.parry_only && !self.game.in_check(position, position.to_move)
    }

    /// Returns the moves that can be played, and the pass if it is allowed.
    pub fn moves(&self, ply: &PlanPly, position: &PositionOf<B, R>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(Self::MOVE_CAPACITY);
        self.game.moves_and_pass(position, &mut moves);
        let legal = moves.len();
        for goal in self.plan.mover_mating_goals(ply) {
            // The legal moves come first; the others leave the own king in check.
            let mut count = 0;
            let _ = for_each_goal_candidate(self.game, goal, position, |mv| {
                count += 1;
                if count > legal {
                    moves.push(mv);
                }
                ControlFlow::Continue(())
            });
        }
        moves
    }

    /// Returns whether a ply, with all preconditions met, holds at a position.
    fn ply_holds(&self, step: StepId, ply: &PlanPly, position: &PositionOf<B, R>) -> Result<bool, Stopped> {
        self.limits.count_nodes(1)?;
        match (self.last_ply_goal(ply), ply.quantifier) {
            (Some(goal), Quantifier::Exists) => {
                return Ok(has_goal_in_one(
                    self.game,
                    goal,
                    position,
                    None,
                    &mut Vec::new(),
                    &mut KillerEvasions::default(),
                ));
            }
            // Usually the first move of all misses the goal.
            (Some(goal), Quantifier::ForAll) => {
                return Ok(first_deciding_move(
                    self.game,
                    goal,
                    false,
                    position,
                    &mut KillerEvasions::default(),
                )
                .is_some_and(|(_, reached)| reached));
            }
            (None, _) => {}
        }
        let key = TranspositionTable::key(self.salt, position.key(), step);
        if let Some(answer) = self.table.and_then(|table| table.answer(key)) {
            return Ok(answer);
        }
        let known = match &self.line_solvers {
            Some(line_solvers) => line_solvers.answer(step, position)?,
            None => None,
        };
        let answer = match known {
            Some(answer) => answer,
            None => self.search_moves(step, ply, position)?,
        };
        if let Some(table) = self.table {
            table.store_answer(key, answer, 1);
        }
        Ok(answer)
    }

    /// As [`ply_holds`](Self::ply_holds), by a search of the moves.
    fn search_moves(
        &self,
        step: StepId,
        ply: &PlanPly,
        position: &PositionOf<B, R>,
    ) -> Result<bool, Stopped> {
        if self.must_pass(ply, position) {
            let Some(next) = ply.next else { return Ok(false) };
            let after = after_pass::<B, R>(ply.quantifier, position);
            return self.holds(next, PlanNode { position: &after, last_move: None });
        }
        // The value of a move that decides.
        let decisive = ply.quantifier == Quantifier::Exists;
        let moves = self.moves(ply, position);
        if moves.is_empty() {
            return Ok(false);
        }
        self.within_step(step, position, || {
            for mv in moves {
                let after = self.game.play(position, mv);
                let node_after = PlanNode { position: &after, last_move: Some((position, mv)) };
                if self.after_good_move(step, ply, node_after, || Ok::<_, Stopped>(true))? == decisive {
                    return Ok(decisive);
                }
            }
            Ok(!decisive)
        })
    }

    /// Calls `visit`, which examines several moves at a step, with the help lines of the step initialised.
    /// Returns the default without a call if the help lines show that the step does not hold.
    ///
    /// # Errors
    /// Those of `visit`, and [`Stopped`] if a limit is reached.
    pub fn within_step<T: Default, E: From<Stopped>>(
        &self,
        step: StepId,
        position: &PositionOf<B, R>,
        visit: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let Some(line_solvers) = &self.line_solvers else { return visit() };
        match line_solvers.enter_roots(step, position)? {
            Some(_paths) => visit(),
            None => Ok(T::default()),
        }
    }

    /// Calls `visit` if the last move, made at a step, is [good](Self::is_good_move), with the help lines
    /// extended by the move. Returns the default without a call if it is not.
    ///
    /// # Errors
    /// Those of `visit`, and [`Stopped`] if a limit is reached.
    pub fn after_good_move<T: Default, E: From<Stopped>>(
        &self,
        step: StepId,
        ply: &PlanPly,
        node: PlanNode<'_, B, R>,
        visit: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let visit_if_good = || if self.is_good_move(ply, node)? { visit() } else { Ok(T::default()) };
        let Some(line_solvers) = &self.line_solvers else { return visit_if_good() };
        match line_solvers.enter_move(step, node) {
            Some(_paths) => visit_if_good(),
            None => Ok(T::default()),
        }
    }

    /// Returns the goal of a last ply: a ply at which a move is good if and only if it reaches the goal.
    /// `None` for any other ply.
    fn last_ply_goal(&self, ply: &PlanPly) -> Option<Goal> {
        let PlanPly { next: None, parry_only: false, .. } = ply else { return None };
        match (&ply.postconditions[..], &ply.ends[..]) {
            (&[], &[PlanEnd { step, good: true, .. }]) => match *self.plan.step(step) {
                PlanStep::Reached(goal) => Some(goal),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns whether the last move is good: it ends the play well, or the play after it holds.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before the answer is known.
    pub fn is_good_move(&self, ply: &PlanPly, node: PlanNode<'_, B, R>) -> Result<bool, Stopped> {
        if self.any_step_is(&ply.postconditions, false, node)? {
            return Ok(false);
        }
        for end in &ply.ends {
            if (end.good || end.ends_play) && self.holds(end.step, node)? {
                return Ok(end.good);
            }
        }
        match ply.next {
            Some(next) => self.holds(next, node),
            None => Ok(false),
        }
    }
}
