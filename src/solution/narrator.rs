//! What the narrators of trees and of lines share.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::event::{Event, Phase, RootMove, Settled, Sink};
use super::move_numbers::{NumberedMove, select_root_moves};
use super::move_record::MoveRecord;
use super::parts::{Part, PartKeeper, PartKey, PartState};
use super::record_move::record_move;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::parallel::{ThreadPool, Threads};
use crate::position::{Move, Side};
use crate::problem::{FirstMoveRange, Options};
use crate::rules::{GameRules, RuleSet};
use crate::search::{
    Limits, ScheduleNode, ScheduleSolver, Stopped, TranspositionTable, append_moves, for_each_goal_candidate,
    reaches,
};
use crate::stipulation::{Goal, GoalValue, Stipulation};

/// The largest number of plies of a search with root moves that take about the same short time.
const SHORT_PLIES: usize = 4;
/// The time of such a search on the caller's thread, before it is worth while to wake others.
const ALONE_TIME: Duration = Duration::from_millis(4);

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
    /// What is known of parts of the solution.
    pub parts: KnownParts<'a>,
}

/// What is known of the parts of a phase.
pub struct KnownParts<'a> {
    keeper: Option<&'a dyn PartKeeper>,
    twin: usize,
    side: Side,
    phase: Phase,
    /// Whether a part of the phase was left out.
    has_omitted: AtomicBool,
}

impl<'a> KnownParts<'a> {
    /// Returns the parts of a side of a twin.
    pub fn new(keeper: Option<&'a dyn PartKeeper>, twin: usize, side: Side) -> KnownParts<'a> {
        KnownParts { keeper, twin, side, phase: Phase::Actual, has_omitted: AtomicBool::new(false) }
    }

    /// Begins a phase.
    pub fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        self.has_omitted = AtomicBool::new(false);
    }

    /// Returns whether a part of the phase was left out.
    pub fn has_omitted(&self) -> bool {
        self.has_omitted.load(Ordering::Relaxed)
    }

    /// Returns what is known about a part that is about to be searched, and remembers whether it is left out.
    fn claim(&self, plies: usize, number: u64) -> PartState {
        let KnownParts { keeper, twin, side, phase, .. } = *self;
        let key = PartKey { twin, side, phase, plies, number };
        let state = keeper.map_or(PartState::Open, |keeper| keeper.claim(&key));
        if state == PartState::Taken {
            self.has_omitted.store(true, Ordering::Relaxed);
        }
        state
    }

    /// Returns what is known about the set play of battle play.
    pub fn claim_set_play(&self) -> PartState {
        match self.claim(0, 0) {
            PartState::Found(Part { root_move: Some(_), .. }) => PartState::Open,
            state => state,
        }
    }
}

impl<'a, B: Board, R: GameRules> Narrator<'a, B, R> {
    /// Returns a new solver for the calling thread.
    pub fn solver(&self) -> ScheduleSolver<'a, B, R> {
        let mut solver =
            ScheduleSolver::new(self.game, self.stipulation.goal, self.table, self.salt, self.limits);
        solver.replace_allowance(self.options.nontrivial.map_or(0, |wanted| wanted.allowance));
        solver
    }

    /// Returns the threads that search the root moves.
    pub fn threads(&self, root: ScheduleNode<'_, B, R>) -> Threads<'a> {
        let alone = if root.plies_left <= SHORT_PLIES { ALONE_TIME } else { Duration::ZERO };
        Threads { pool: self.pool, alone }
    }

    /// Returns the moves of a node in the order in which they are emitted.
    pub fn moves(&self, node: ScheduleNode<'_, B, R>) -> Vec<Move> {
        let mut moves = Vec::new();
        append_moves(self.game, self.stipulation.goal, node.ply(), node.position, &mut moves);
        moves
    }

    /// Returns the root moves that the options select, with their numbers.
    pub fn root_moves(&self, root: ScheduleNode<'_, B, R>) -> Vec<NumberedMove> {
        let moves = self.in_search_order(root, self.moves(root));
        let selected = self.options.first_moves.filter(|_| !self.numbers_are_lengths());
        match selected.or(self.options.move_numbers.then_some(FirstMoveRange::ALL)) {
            Some(wanted) => select_root_moves(self.game, root.position, moves, &wanted),
            None => NumberedMove::in_order(moves),
        }
    }

    /// Returns what is known about a root move that is about to be searched.
    pub fn claim_root_move(&self, root: ScheduleNode<'_, B, R>, numbered: NumberedMove) -> PartState {
        if self.parts.keeper.is_none() {
            return PartState::Open;
        }
        match self.parts.claim(root.plies_left, numbered.number) {
            // A part of another search that numbers the moves in another order is of no use.
            PartState::Found(part)
                if part.root_move.as_ref() != Some(&self.record(root.position, numbered.mv, None)) =>
            {
                PartState::Open
            }
            state => state,
        }
    }

    /// Returns whether a move had more branches than can be encoded: the search is incomplete.
    pub fn has_branch_overflow(&self) -> bool {
        self.game.rules.general().is_some_and(RuleSet::has_branch_overflow)
    }

    /// Emits that a part has been searched, unless the search is incomplete.
    pub fn settle(&self, part: Settled<'_>, sink: &mut dyn Sink) -> EmitResult {
        if self.has_branch_overflow() { Ok(()) } else { emit(sink, Event::Settled(part)) }
    }

    /// Emits that a root move, one of `total`, has been searched, and counts it.
    pub fn settle_root_move(
        &self,
        root: ScheduleNode<'_, B, R>,
        NumberedMove { number, mv }: NumberedMove,
        total: usize,
        sink: &mut dyn Sink,
    ) -> EmitResult {
        self.limits.progress().root_moves.advance();
        let (total, plies, (_, last)) = (total as u64, root.plies_left, self.limits.progress().plies());
        let root_move = RootMove { number, total, plies, last, mv: self.record(root.position, mv, None) };
        self.settle(Settled::RootMove(&root_move), sink)
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
