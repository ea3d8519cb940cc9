//! Killer evasions: a test for mate that first tries the moves that parried the last checks.
//!
//! Under rules where few moves can be tested without making them it takes a dozen moves to find an evasion, and most
//! checks are parried as the last one was. An hs#3 in power transfer takes 1.2 s instead of 1.5 s
//! (`docs/performance.md`). Compare the [killer heuristic](https://www.chessprogramming.org/Killer_Heuristic).

use std::ops::ControlFlow;

use super::{Game, PositionOf};
use crate::board::Board;
use crate::position::{Move, MoveBranch};
use crate::rules::GameRules;

/// The last two moves by which each side escaped mate.
#[derive(Default)]
pub struct KillerEvasions([[Option<Move>; 2]; 2]);

impl<B: Board, R: GameRules> Game<B, R> {
    /// Returns whether the side to move is mate, as [`is_mate`](Self::is_mate); tries the killers first and
    /// updates them.
    pub fn is_mate_with_killers(&self, position: &PositionOf<B, R>, killers: &mut KillerEvasions) -> bool {
        if !R::GENERAL {
            return self.is_mate(position);
        }
        self.in_check(position, position.to_move)
            && !self.has_move_with_killers(position, killers)
            && self.rules.counts_as_mate(&position.memory)
    }

    /// Returns whether the side to move has a legal move. Requires general rules.
    fn has_move_with_killers(
        &self,
        position: &PositionOf<B, R>,
        KillerEvasions(killers): &mut KillerEvasions,
    ) -> bool {
        if self.quick_king_move_general(position).is_some() {
            return true;
        }
        let last = &mut killers[position.to_move.index()];
        let is_legal =
            |mv: &Option<Move>| mv.is_some_and(|mv| self.retry_move(position, mv, |_| ()).is_some());
        if let Some(index) = last.iter().position(is_legal) {
            last.swap(0, index);
            return true;
        }
        let mut found = None;
        let _ = self.for_each_move_quiet_first(position, &mut |mv, _| {
            found = Some(mv);
            ControlFlow::Break(())
        });
        // A branch number has another meaning in another position.
        if found.is_some_and(|mv| mv.branch == MoveBranch::ONLY) {
            *last = [found, last[0]];
        }
        found.is_some()
    }
}
