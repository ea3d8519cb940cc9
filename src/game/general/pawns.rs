//! Pawns under general rules: both ways, from the first rank, up to three steps.

use super::super::{Game, PositionOf};
use crate::board::{Board, PawnPaths, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::Rules;

impl<B: Board, R: Rules> Game<B, R> {
    /// The paths of the pawns of this walk: a reversed pawn goes those of the other side.
    fn paths(&self, walk: Walk, side: Side) -> &PawnPaths<B::Set> {
        self.board.geometry().pawn(if walk == Walk::ReversedPawn { side.other() } else { side })
    }

    /// Where a pawn of this walk promotes.
    pub(in crate::game) fn promotion_rank(&self, walk: Walk, side: Side) -> B::Set {
        self.paths(walk, side).promotion_rank
    }

    /// What a pawn attacks.
    pub(super) fn pawn_attacks(&self, walk: Walk, side: Side, from: Square) -> B::Set {
        let paths = self.paths(walk, side);
        match self.rules.needs().first_rank_steps {
            0 => paths.attacks[from.index()],
            _ => paths.free_attacks[from.index()],
        }
    }

    /// Where a pawn can step, and which of these are steps over other squares.
    pub(super) fn pawn_steps(
        &self,
        walk: Walk,
        side: Side,
        from: Square,
        occupied: B::Set,
    ) -> (B::Set, B::Set) {
        let paths = self.paths(walk, side);
        let most = if paths.double_rank.contains(from) {
            2
        } else if paths.first_rank.contains(from) {
            self.rules.needs().first_rank_steps
        } else {
            1
        };
        let (mut all, mut reached) = (B::Set::EMPTY, B::Set::of(from));
        let mut single = B::Set::EMPTY;
        for step in 0..most {
            let mut next = B::Set::EMPTY;
            for square in reached.iter() {
                next |= paths.free_step[square.index()] & !occupied;
            }
            if step == 0 {
                single = next;
            }
            all |= next;
            reached = next;
        }
        (all, all & !single)
    }

    /// The pawns of `by` that attack a square, but not as pawns usually do: backwards, or
    /// from the first rank.
    pub(super) fn unusual_pawn_attackers(
        &self,
        position: &PositionOf<B, R>,
        square: Square,
        by: Side,
    ) -> B::Set {
        let reversed = position.walk(Walk::ReversedPawn);
        let thawed = match self.rules.needs().first_rank_steps {
            0 => B::Set::EMPTY,
            _ => position.walk(Walk::Pawn) & self.paths(Walk::Pawn, by).first_rank,
        };
        let attacks = |walk: Walk, from: Square| self.pawn_attacks(walk, by, from).contains(square);
        let men = position.of(by);
        let reversed = (reversed & men).iter().filter(|&from| attacks(Walk::ReversedPawn, from));
        let thawed = (thawed & men).iter().filter(|&from| attacks(Walk::Pawn, from));
        B::Set::from_squares(reversed.chain(thawed))
    }
}
