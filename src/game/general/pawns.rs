//! Pawns under general rules: both ways, and up to three steps from the first rank.

use super::super::{Game, PositionOf};
use crate::board::{Board, PawnPaths, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::GameRules;

impl<B: Board, R: GameRules> Game<B, R> {
    /// The paths of the pawns of this walk: a reversed pawn goes those of the other side.
    fn pawn_paths(&self, walk: Walk, side: Side) -> &PawnPaths<B::Set> {
        self.board.geometry().pawn(if walk == Walk::ReversedPawn { side.other() } else { side })
    }

    /// Where a pawn of this walk promotes.
    pub(in crate::game) fn promotion_rank(&self, walk: Walk, side: Side) -> B::Set {
        self.pawn_paths(walk, side).promotion_rank
    }

    /// Where a pawn can step, and which of these are steps over other squares.
    pub(in crate::game) fn pawn_steps(
        &self,
        walk: Walk,
        side: Side,
        from: Square,
        occupied: B::Set,
    ) -> (B::Set, B::Set) {
        let paths = self.pawn_paths(walk, side);
        let most = if paths.double_rank.contains(from) {
            2
        } else if paths.first_rank.contains(from) {
            self.rules.flags().first_rank_steps.max(1)
        } else {
            1
        };
        let single = paths.step[from.index()] & !occupied;
        let (mut all, mut reached) = (single, single);
        for _ in 1..most {
            let mut next = B::Set::EMPTY;
            for square in reached.iter() {
                next |= paths.step[square.index()] & !occupied;
            }
            all |= next;
            reached = next;
        }
        (all, all & !single)
    }

    /// The reversed pawns of `by` that attack a square.
    pub(super) fn reversed_attackers(&self, position: &PositionOf<B, R>, square: Square, by: Side) -> B::Set {
        let reversed = position.walk(Walk::ReversedPawn) & position.of(by);
        self.board.geometry().pawn(by.other()).attackers[square.index()] & reversed
    }
}
