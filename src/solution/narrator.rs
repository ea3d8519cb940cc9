//! What both ways of telling, trees and lines, have in common.

use std::ops::ControlFlow;

use rayon::ThreadPool;

use super::event::{Event, Sink};
use super::move_numbers::first_wanted;
use super::move_record::ToldMove;
use super::record_move::tell_move;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::problem::Options;
use crate::rules::Rules;
use crate::search::{Limits, Prover, Stopped, Table, each_towards, moves_at, reaches};
use crate::stipulation::{Goal, Reach, Schedule, Stipulation};

/// Why telling ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A limit of the search was reached.
    Stopped,
    /// The sink does not want to hear more.
    Enough,
    /// As many solutions as were asked for have been told in this phase.
    Counted,
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Halt {
        Halt::Stopped
    }
}

/// Telling, or why it ended early.
pub type Telling = Result<(), Halt>;

/// One who tells a phase of a solution.
pub struct Narrator<'a, B: Board, R> {
    /// The game.
    pub game: &'a Game<B, R>,
    /// What is asked.
    pub stipulation: Stipulation,
    /// What to tell.
    pub options: &'a Options,
    /// Answers of the search.
    pub table: &'a Table,
    /// Distinguishes this phase's answers.
    pub salt: u64,
    /// How far to go.
    pub limits: &'a Limits,
    /// Threads, if there are several.
    pub pool: Option<&'a ThreadPool>,
}

impl<'a, B: Board, R: Rules> Narrator<'a, B, R> {
    /// A search of this thread's own.
    pub fn prover(&self) -> Prover<'a, B, R> {
        let mut prover = Prover::new(self.game, self.stipulation.goal, self.table, self.salt, self.limits);
        prover.spend(self.options.nontrivial.map_or(0, |wanted| wanted.spare));
        prover
    }

    /// The moves that can be played at a half-move, in the order in which they are told.
    pub fn moves(&self, schedule: &Schedule, index: usize, position: &PositionOf<B, R>) -> Vec<Move> {
        let mut moves = Vec::new();
        moves_at(self.game, self.stipulation.goal, schedule.halves[index], position, &mut moves);
        moves
    }

    /// The legal moves with which a phase begins, as far as they are wanted.
    pub fn first_moves(&self, schedule: &Schedule, position: &PositionOf<B, R>) -> Vec<Move> {
        let moves = self.moves(schedule, 0, position);
        match self.options.first_moves {
            Some(wanted) if !self.counts_lengths() => first_wanted(self.game, position, moves, &wanted),
            _ => moves,
        }
    }

    /// Do numbers of first moves stand for numbers of moves of a solution? So where
    /// Popeye would solve from the last positions.
    pub fn counts_lengths(&self) -> bool {
        self.options.intelligent
            && !self.stipulation.family.is_battle()
            && matches!(self.stipulation.goal, Goal::Mate | Goal::Stalemate)
    }

    /// The goal, if the move reaches it at a half-move where that counts.
    pub fn reached(
        &self,
        schedule: &Schedule,
        index: usize,
        position: &PositionOf<B, R>,
        mv: Move,
        after: &PositionOf<B, R>,
    ) -> Option<Goal> {
        let goal = self.stipulation.goal;
        let counts = schedule.halves[index].reach != Reach::Nothing;
        (counts && reaches(self.game, goal, position, mv, after)).then_some(goal)
    }

    /// The move as it is told.
    pub fn told(&self, position: &PositionOf<B, R>, mv: Move, reached: Option<Goal>) -> ToldMove {
        tell_move(self.game, position, mv, reached)
    }

    /// The moves by which the side to move reaches the goal, whether it wants to or not.
    pub fn goal_moves(&self, position: &PositionOf<B, R>) -> Vec<Move> {
        let goal = self.stipulation.goal;
        let mut moves = Vec::new();
        let _ = each_towards(self.game, goal, position, |mv| {
            if reaches(self.game, goal, position, mv, &self.game.play(position, mv)) {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        });
        moves
    }
}

/// Tells an event.
pub fn tell(sink: &mut dyn Sink, event: Event<'_>) -> Telling {
    match sink.tell(event) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Halt::Enough),
    }
}
