//! What the narrators of trees and of lines share.

use std::ops::ControlFlow;

use super::event::{Event, RootMove, Settled, Sink};
use super::move_numbers::{NumberedMove, select_root_moves};
use super::move_record::MoveRecord;
use super::record_move::record_move;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::parallel::ThreadPool;
use crate::position::Move;
use crate::problem::{FirstMoveRange, Options};
use crate::rules::GameRules;
use crate::search::{
    Limits, ScheduleNode, ScheduleSolver, Stopped, TranspositionTable, append_moves, for_each_goal_candidate,
    reaches,
};
use crate::stipulation::{Goal, GoalValue, Stipulation};

/// The reason why a narrator stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The search was stopped: a limit was reached, or the caller cancelled it (Ctrl-C).
    SearchStopped,
    /// The sink stopped the search.
    SinkClosed,
    /// The requested number of solutions of this phase has been emitted.
    MaxSolutions,
}

impl From<Stopped> for StopReason {
    fn from(_: Stopped) -> StopReason {
        StopReason::SearchStopped
    }
}

/// The result of emitting: complete, or the reason why it stopped early.
pub type EmitResult = Result<(), StopReason>;

/// The context in which a phase is solved and emitted.
pub struct Narrator<'a, B: Board, R> {
    /// The game.
    pub game: &'a Game<B, R>,
    /// The stipulation.
    pub stipulation: Stipulation,
    /// The options, which decide what is emitted.
    pub options: &'a Options,
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// The salt that separates the table entries of a side of a twin from others.
    pub salt: u64,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The threads, if there are several.
    pub pool: Option<&'a ThreadPool>,
}

impl<'a, B: Board, R: GameRules> Narrator<'a, B, R> {
    /// Returns a new solver for the calling thread.
    pub fn solver(&self) -> ScheduleSolver<'a, B, R> {
        let mut solver =
            ScheduleSolver::new(self.game, self.stipulation.goal, self.table, self.salt, self.limits);
        solver.replace_allowance(self.options.nontrivial.map_or(0, |wanted| wanted.allowance));
        solver
    }

    /// Returns the moves of a node in the order in which they are emitted.
    pub fn moves(&self, node: ScheduleNode<'_, B, R>) -> Vec<Move> {
        let mut moves = Vec::new();
        append_moves(self.game, self.stipulation.goal, node.ply(), node.position, &mut moves);
        moves
    }

    /// Returns the root moves that the options select, with their numbers.
    pub fn root_moves(&self, root: ScheduleNode<'_, B, R>) -> Vec<NumberedMove> {
        let moves = self.moves(root);
        let selected = self.options.first_moves.filter(|_| !self.numbers_are_lengths());
        match selected.or(self.options.move_numbers.then_some(FirstMoveRange::ALL)) {
            Some(wanted) => select_root_moves(self.game, root.position, moves, &wanted),
            None => NumberedMove::in_order(moves),
        }
    }

    /// Emits that a root move, one of `total`, has been searched, and counts it.
    pub fn settle_root_move(
        &self,
        root: ScheduleNode<'_, B, R>,
        NumberedMove { number, mv }: NumberedMove,
        total: usize,
        sink: &mut dyn Sink,
    ) -> EmitResult {
        self.limits.root_moves.advance();
        let (total, plies, (_, last)) = (total as u64, root.plies_left, self.limits.plies());
        let root_move = RootMove { number, total, plies, last, mv: self.record(root.position, mv, None) };
        emit(sink, Event::Settled(Settled::RootMove(&root_move)))
    }

    /// Returns whether the numbers of first moves in the options mean numbers of moves of a solution. They do
    /// in Popeye's intelligent mode, which solves backwards from the final positions.
    pub fn numbers_are_lengths(&self) -> bool {
        self.options.intelligent
            && !self.stipulation.family.is_battle()
            && matches!(self.stipulation.goal, Goal::Mate | Goal::Stalemate)
    }

    /// Returns the goal if a move reaches it and it counts at its ply.
    pub fn goal_reached(
        &self,
        node: ScheduleNode<'_, B, R>,
        mv: Move,
        after: &PositionOf<B, R>,
    ) -> Option<Goal> {
        let goal = self.stipulation.goal;
        let counts = node.ply().goal_value != GoalValue::Ignored;
        (counts && reaches(self.game, goal, node.position, mv, after)).then_some(goal)
    }

    /// Returns the record of a move.
    pub fn record(&self, position: &PositionOf<B, R>, mv: Move, reached: Option<Goal>) -> MoveRecord {
        record_move(self.game, position, mv, reached)
    }

    /// Returns the moves with which the side to move reaches the goal, whether it wants to or not.
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

/// Sends an event to a sink.
pub fn emit(sink: &mut dyn Sink, event: Event<'_>) -> EmitResult {
    match sink.on_event(event) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(StopReason::SinkClosed),
    }
}
