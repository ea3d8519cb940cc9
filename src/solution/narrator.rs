//! What the narrators of trees and of lines share.

use std::ops::ControlFlow;

use super::event::{Event, Sink};
use super::move_numbers::select_root_moves;
use super::move_record::MoveRecord;
use super::record_move::record_move;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::parallel::ThreadPool;
use crate::position::Move;
use crate::problem::Options;
use crate::rules::GameRules;
use crate::search::{
    Limits, ScheduleSolver, Stopped, TranspositionTable, append_moves, for_each_goal_candidate, reaches,
};
use crate::stipulation::{Goal, GoalValue, Schedule, Stipulation};

/// Why telling ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// A limit of the search was reached.
    LimitReached,
    /// The sink does not want to hear more.
    SinkClosed,
    /// As many solutions as were asked for have been told in this phase.
    MaxSolutions,
}

impl From<Stopped> for StopReason {
    fn from(_: Stopped) -> StopReason {
        StopReason::LimitReached
    }
}

/// Telling, or why it ended early.
pub type EmitResult = Result<(), StopReason>;

/// One who tells a phase of a solution.
pub struct Narrator<'a, B: Board, R> {
    /// The game.
    pub game: &'a Game<B, R>,
    /// What is asked.
    pub stipulation: Stipulation,
    /// What to tell.
    pub options: &'a Options,
    /// Answers of the search.
    pub table: &'a TranspositionTable,
    /// Distinguishes this phase's answers.
    pub salt: u64,
    /// How far to go.
    pub limits: &'a Limits,
    /// Threads, if there are several.
    pub pool: Option<&'a ThreadPool>,
}

impl<'a, B: Board, R: GameRules> Narrator<'a, B, R> {
    /// A search of this thread's own.
    pub fn solver(&self) -> ScheduleSolver<'a, B, R> {
        let mut solver =
            ScheduleSolver::new(self.game, self.stipulation.goal, self.table, self.salt, self.limits);
        solver.replace_allowance(self.options.nontrivial.map_or(0, |wanted| wanted.allowance));
        solver
    }

    /// The moves that can be played at a half-move, in the order in which they are told.
    pub fn moves(&self, schedule: &Schedule, index: usize, position: &PositionOf<B, R>) -> Vec<Move> {
        let mut moves = Vec::new();
        append_moves(self.game, self.stipulation.goal, schedule.plies[index], position, &mut moves);
        moves
    }

    /// The legal moves with which a phase begins, as far as they are wanted.
    pub fn root_moves(&self, schedule: &Schedule, position: &PositionOf<B, R>) -> Vec<Move> {
        let moves = self.moves(schedule, 0, position);
        match self.options.first_moves {
            Some(wanted) if !self.numbers_are_lengths() => {
                select_root_moves(self.game, position, moves, &wanted)
            }
            _ => moves,
        }
    }

    /// Do numbers of first moves stand for numbers of moves of a solution? So where
    /// Popeye would solve from the last positions.
    pub fn numbers_are_lengths(&self) -> bool {
        self.options.intelligent
            && !self.stipulation.family.is_battle()
            && matches!(self.stipulation.goal, Goal::Mate | Goal::Stalemate)
    }

    /// The goal, if the move reaches it at a half-move where that counts.
    pub fn goal_reached(
        &self,
        schedule: &Schedule,
        index: usize,
        position: &PositionOf<B, R>,
        mv: Move,
        after: &PositionOf<B, R>,
    ) -> Option<Goal> {
        let goal = self.stipulation.goal;
        let counts = schedule.plies[index].goal_value != GoalValue::Ignored;
        (counts && reaches(self.game, goal, position, mv, after)).then_some(goal)
    }

    /// The move as it is told.
    pub fn record(&self, position: &PositionOf<B, R>, mv: Move, reached: Option<Goal>) -> MoveRecord {
        record_move(self.game, position, mv, reached)
    }

    /// The moves by which the side to move reaches the goal, whether it wants to or not.
    pub fn goal_moves(&self, position: &PositionOf<B, R>) -> Vec<Move> {
        let goal = self.stipulation.goal;
        let mut moves = Vec::new();
        let _ = for_each_goal_candidate(self.game, goal, position, |mv| {
            if reaches(self.game, goal, position, mv, &self.game.play(position, mv)) {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        });
        moves
    }
}

/// Tells an event.
pub fn emit(sink: &mut dyn Sink, event: Event<'_>) -> EmitResult {
    match sink.on_event(event) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(StopReason::SinkClosed),
    }
}
