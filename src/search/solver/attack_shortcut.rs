//! What saves the search of attacking moves.

use super::ScheduleSolver;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::ScheduleNode;
use crate::search::penultimate::helpmate::HelpmateFilter;

/// A shortcut in the search of the moves of a position in which the attacker is to move.
// A type for each kind of play, since tests of all kinds in one loop take 2 % more instructions in all.
pub(super) trait AttackShortcut<B: Board, R: GameRules> {
    /// Returns whether a move of the node certainly does not win in the plies left. Called before each move is made.
    #[inline(always)]
    fn skips(&mut self, _: &mut ScheduleSolver<'_, B, R>, _: ScheduleNode<'_, B, R>, _: Move) -> bool {
        false
    }

    /// Returns whether the move that has led to a position is refuted.
    #[inline(always)]
    fn refutes(&self, _: &Game<B, R>, _: &PositionOf<B, R>) -> bool {
        false
    }

    /// Forgets what is valid for the present number of plies only. Called before the moves are searched to more plies.
    #[inline(always)]
    fn reset(&mut self) {}
}

/// No shortcut.
pub(super) struct NoShortcut;

impl<B: Board, R: GameRules> AttackShortcut<B, R> for NoShortcut {}

impl<B: Board, R: GameRules> AttackShortcut<B, R> for &HelpmateFilter<B::Set> {
    #[inline(always)]
    fn skips(&mut self, _: &mut ScheduleSolver<'_, B, R>, node: ScheduleNode<'_, B, R>, mv: Move) -> bool {
        node.plies_left == 2 && !self.may_accept(mv)
    }
}
