//! What a plan means, and whether it holds: one recursion with a table.
//!
//! Half-moves are looked up by position and step, but for last ones, which are cheap. What must hold before a move can ask
//! for the move that led there, so that it is looked at each time.

mod help_lines;

use std::ops::ControlFlow;

use help_lines::LineSolvers;

use super::{after_pass, first_deciding_move, for_each_goal_candidate, reaches};
use crate::board::Board;
use crate::game::killer_evasions::KillerEvasions;
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::last_move::goal_in_one::has_goal_in_one;
use crate::search::limits::{Limits, Stopped};
use crate::search::table::TranspositionTable;
use crate::stipulation::{Goal, HelpLines, Plan, PlanEnd, PlanPly, PlanStep, Quantifier, StepId};

/// One who asks whether steps of a plan hold.
pub struct PlanSolver<'a, B: Board, R: GameRules> {
    game: &'a Game<B, R>,
    plan: &'a Plan,
    /// None to remember nothing, as the definition does.
    table: Option<&'a TranspositionTable>,
    salt: u64,
    limits: &'a Limits,
    /// What is known of help play towards goals, where something is remembered.
    line_solvers: Option<LineSolvers<'a, B, R>>,
}

/// A position and the move that led to it, if one did.
pub struct PlanNode<'p, B: Board, R: GameRules> {
    /// The position now.
    pub position: &'p PositionOf<B, R>,
    /// The position before, and the move.
    pub last_move: Option<(&'p PositionOf<B, R>, Move)>,
}

impl<B: Board, R: GameRules> Clone for PlanNode<'_, B, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Board, R: GameRules> Copy for PlanNode<'_, B, R> {}

impl<'a, B: Board, R: GameRules> PlanSolver<'a, B, R> {
    /// More moves are seldom listed.
    const MOVE_CAPACITY: usize = 48;

    /// One who remembers answers in a table, or nothing.
    pub fn new(
        game: &'a Game<B, R>,
        plan: &'a Plan,
        table: Option<&'a TranspositionTable>,
        salt: u64,
        limits: &'a Limits,
    ) -> PlanSolver<'a, B, R> {
        let hopes = table.map(|table| LineSolvers::new(HelpLines::of(plan), game, table, limits));
        PlanSolver { game, plan, table, salt, limits, line_solvers: hopes }
    }

    /// The game.
    pub fn game(&self) -> &'a Game<B, R> {
        self.game
    }

    /// The plan.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// Does a step hold?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
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
            PlanStep::Ply(play) => {
                if self.has_failed_precondition(play, node)? {
                    return Ok(false);
                }
                self.play_has_solution(step, play, node.position)
            }
        }
    }

    /// Does one of the steps hold, or not hold? What takes a single half-move is asked first.
    fn any_step_is(
        &self,
        steps: &[StepId],
        expected: bool,
        node: PlanNode<'_, B, R>,
    ) -> Result<bool, Stopped> {
        let is_last =
            |step| matches!(self.plan.step(step), PlanStep::Ply(play) if self.last_ply_goal(play).is_some());
        for last in [true, false] {
            for &step in steps {
                if is_last(step) == last && self.holds(step, node)? == expected {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Did the last move reach the goal? Goals that only look at the position can be
    /// reached without a move.
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

    /// The position with the other side to move, if the side to move can miss its turn.
    pub fn after_null_move(&self, position: &PositionOf<B, R>) -> Option<PositionOf<B, R>> {
        (!self.game.in_check(position, position.to_move)).then(|| position.after_null_move())
    }

    /// Does something forbid that the play goes on?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn has_failed_precondition(&self, play: &PlanPly, node: PlanNode<'_, B, R>) -> Result<bool, Stopped> {
        for &precondition in &play.preconditions {
            // Before the first move there is none of which anything could be asked.
            let is_vacuous = node.last_move.is_none() && self.plan.is_goal(precondition);
            if !is_vacuous && !self.holds(precondition, node)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The moves by which what must not be possible is possible, with the goal they reach.
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn violations(
        &self,
        play: &PlanPly,
        node: PlanNode<'_, B, R>,
    ) -> Result<Vec<(Move, Option<Goal>)>, Stopped> {
        let mut violations = Vec::new();
        for &precondition in &play.preconditions {
            let PlanStep::Not(inner) = self.plan.step(precondition) else { continue };
            let PlanStep::Ply(possible) = self.plan.step(*inner) else { continue };
            if possible.next.is_some() || possible.quantifier != Quantifier::Exists {
                continue;
            }
            for mv in self.moves(possible, node.position) {
                let after = self.game.play(node.position, mv);
                let node_after = PlanNode { position: &after, last_move: Some((node.position, mv)) };
                for end in possible.ends.iter().filter(|end| end.good) {
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

    /// Does the side to move pass, because it only parries checks?
    pub fn must_pass(&self, play: &PlanPly, position: &PositionOf<B, R>) -> bool {
        play.parry_only && !self.game.in_check(position, position.to_move)
    }

    /// The moves that can be played.
    pub fn moves(&self, play: &PlanPly, position: &PositionOf<B, R>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(Self::MOVE_CAPACITY);
        self.game.moves_and_pass(position, &mut moves);
        let legal = moves.len();
        for goal in self.plan.mover_mating_goals(play) {
            let mut seen = 0;
            let _ = for_each_goal_candidate(self.game, goal, position, |mv| {
                seen += 1;
                if seen > legal {
                    moves.push(mv);
                }
                ControlFlow::Continue(())
            });
        }
        moves
    }

    fn play_has_solution(
        &self,
        step: StepId,
        play: &PlanPly,
        position: &PositionOf<B, R>,
    ) -> Result<bool, Stopped> {
        self.limits.count_nodes(1)?;
        match (self.last_ply_goal(play), play.quantifier) {
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
            // The first move that does not reach it is mostly the first of all.
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
            None => self.search_moves(step, play, position)?,
        };
        if let Some(table) = self.table {
            table.store_answer(key, answer, 1);
        }
        Ok(answer)
    }

    /// Does a half-move hold? Looks at its moves.
    fn search_moves(
        &self,
        step: StepId,
        play: &PlanPly,
        position: &PositionOf<B, R>,
    ) -> Result<bool, Stopped> {
        if self.must_pass(play, position) {
            let Some(next) = play.next else { return Ok(false) };
            let after = after_pass::<B, R>(play.quantifier, position);
            return self.holds(next, PlanNode { position: &after, last_move: None });
        }
        let wanted = play.quantifier == Quantifier::Exists;
        let moves = self.moves(play, position);
        if moves.is_empty() {
            return Ok(false);
        }
        self.within_step(step, position, || {
            for mv in moves {
                let after = self.game.play(position, mv);
                let node_after = PlanNode { position: &after, last_move: Some((position, mv)) };
                if self.after_good_move(step, play, node_after, || Ok::<_, Stopped>(true))? == wanted {
                    return Ok(wanted);
                }
            }
            Ok(!wanted)
        })
    }

    /// Asks something of several moves that are made at a step, of which more is known then. Nothing is
    /// asked if the step does not hold.
    ///
    /// # Errors
    /// Those of the question, and when a limit is reached.
    pub fn within_step<T: Default, E: From<Stopped>>(
        &self,
        step: StepId,
        position: &PositionOf<B, R>,
        visit: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let Some(line_solvers) = &self.line_solvers else { return visit() };
        let Some(depths) = line_solvers.init_roots(step, position)? else { return Ok(T::default()) };
        let answer = visit();
        line_solvers.pop_to(depths);
        answer
    }

    /// Asks something where the move just made at a step is [good](Self::is_good), of which more is known
    /// then. Nothing is asked if it is not.
    ///
    /// # Errors
    /// Those of the question, and when a limit is reached.
    pub fn after_good_move<T: Default, E: From<Stopped>>(
        &self,
        step: StepId,
        play: &PlanPly,
        node: PlanNode<'_, B, R>,
        visit: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let visit_if_good = || if self.is_good_move(play, node)? { visit() } else { Ok(T::default()) };
        let Some(line_solvers) = &self.line_solvers else { return visit_if_good() };
        let Some(depths) = line_solvers.push_move(step, node) else { return Ok(T::default()) };
        let answer = visit_if_good();
        line_solvers.pop_to(depths);
        answer
    }

    /// The goal, if nothing else can make a half-move good, nothing can forbid to reach it and nothing
    /// follows.
    fn last_ply_goal(&self, play: &PlanPly) -> Option<Goal> {
        let PlanPly { next: None, parry_only: false, .. } = play else { return None };
        match (&play.postconditions[..], &play.ends[..]) {
            (&[], &[PlanEnd { step, good: true, .. }]) => match *self.plan.step(step) {
                PlanStep::Reached(goal) => Some(goal),
                _ => None,
            },
            _ => None,
        }
    }

    /// Is the move just made good: does it end the play well, or does the play hold on?
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn is_good_move(&self, play: &PlanPly, node: PlanNode<'_, B, R>) -> Result<bool, Stopped> {
        if self.any_step_is(&play.postconditions, false, node)? {
            return Ok(false);
        }
        for end in &play.ends {
            if (end.good || end.ends_play) && self.holds(end.step, node)? {
                return Ok(end.good);
            }
        }
        match play.next {
            Some(next) => self.holds(next, node),
            None => Ok(false),
        }
    }
}
