//! A node of the search of a schedule.
//!
//! **What.** A position and the plies that are left to play from it. Plies are counted from the end, as in the
//! keys of the transposition table: the last ply has one ply left.
//!
//! **Why it is correct.** The node adds nothing to its parts, which every function of the search needs.
//!
//! **Cost and gain.** None.
//!
//! **Reference.** None.

use crate::board::Board;
use crate::game::PositionOf;
use crate::rules::GameRules;
use crate::stipulation::{Ply, Schedule};

/// A position before a ply of a schedule.
pub struct ScheduleNode<'n, B: Board, R: GameRules> {
    /// The schedule.
    pub schedule: &'n Schedule,
    /// The position.
    pub position: &'n PositionOf<B, R>,
    /// The number of plies left; 0 after the last ply.
    pub plies_left: usize,
}

impl<B: Board, R: GameRules> Clone for ScheduleNode<'_, B, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Board, R: GameRules> Copy for ScheduleNode<'_, B, R> {}

impl<'n, B: Board, R: GameRules> ScheduleNode<'n, B, R> {
    /// Returns a position before the first ply of a schedule.
    pub fn root(schedule: &'n Schedule, position: &'n PositionOf<B, R>) -> Self {
        ScheduleNode { schedule, position, plies_left: schedule.plies.len() }
    }

    /// Returns the same position with another number of plies left.
    #[inline]
    pub fn with_plies_left(self, plies_left: usize) -> Self {
        ScheduleNode { plies_left, ..self }
    }

    /// Returns a position after the next ply.
    #[inline]
    pub fn next<'p>(self, position: &'p PositionOf<B, R>) -> ScheduleNode<'p, B, R>
    where
        'n: 'p,
    {
        ScheduleNode { schedule: self.schedule, position, plies_left: self.plies_left - 1 }
    }

    /// Returns the next ply.
    ///
    /// # Panics
    /// If no ply is left.
    #[inline]
    pub fn ply(self) -> Ply {
        self.schedule.plies[self.schedule.plies.len() - self.plies_left]
    }

    /// Returns whether the side to move also makes the ply after the next.
    #[inline]
    pub fn is_series_step(self) -> bool {
        self.schedule.is_series_step(self.plies_left)
    }

    /// Returns the maximal number of moves of White and of Black that are left.
    pub fn moves_left(self) -> [usize; 2] {
        self.schedule.moves_left(self.plies_left)
    }
}
