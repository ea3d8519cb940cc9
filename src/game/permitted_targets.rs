//! The squares to which men may go where rules restrict them by the square of the man alone, as in monochromatic, bichromatic
//! and grid chess and with edge movers. A man attacks only squares to which it may go.

use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{RuleState, Side, Walk};
use crate::rules::{GameRules, RuleSet};

/// The squares to which the men of each side may go, as far as squares alone decide.
#[derive(Clone, Debug)]
pub struct PermittedTargets<S> {
    /// By side and square.
    targets: [Vec<S>; 2],
    /// Whether rules restrict the squares.
    pub are_restricted: bool,
}

impl<S: Squares> PermittedTargets<S> {
    /// Returns what rules permit; `None` unless they restrict squares, all of them throughout the game.
    pub(super) fn new(rules: &RuleSet, geometry: &Geometry<S>) -> Option<PermittedTargets<S>> {
        if !rules.flags().restricts_targets || !rules.facts().all_unscoped {
            return None;
        }
        let mut permitted =
            PermittedTargets { are_restricted: true, ..PermittedTargets::unrestricted(geometry) };
        for side in Side::BOTH {
            for from in geometry.all.iter() {
                permitted.targets[side.index()][from.index()] =
                    rules.permitted_targets(geometry, &RuleState::default(), from, side);
            }
        }
        Some(permitted)
    }

    /// Returns a table that permits all squares.
    pub(crate) fn unrestricted(geometry: &Geometry<S>) -> PermittedTargets<S> {
        let all = || vec![!S::EMPTY; geometry.table_len()];
        PermittedTargets { targets: [all(), all()], are_restricted: false }
    }

    /// Returns whether each permitted move may also be made backwards.
    pub(crate) fn are_symmetric(&self, geometry: &Geometry<S>) -> bool {
        let may_return = |side, from| {
            let mut targets = (self.targets(side, from) & geometry.all).iter();
            targets.all(|to| self.targets(side, to).contains(from))
        };
        Side::BOTH.into_iter().all(|side| geometry.all.iter().all(|from| may_return(side, from)))
    }

    /// Returns the squares to which a man of `side` on `from` may go.
    #[inline]
    pub(crate) fn targets(&self, side: Side, from: Square) -> S {
        self.targets[side.index()][from.index()]
    }

    /// Returns the permitted squares that a man attacks.
    #[inline]
    pub(crate) fn attacks<B: Board<Set = S>>(
        &self,
        board: &B,
        (walk, side): (Walk, Side),
        from: Square,
        occupied: S,
    ) -> S {
        board.attacks(walk, side, from, occupied) & self.targets(side, from)
    }

    /// Returns the squares to which a pawn may advance by one or two steps.
    pub(crate) fn pawn_advances<B: Board<Set = S>>(
        &self,
        board: &B,
        side: Side,
        from: Square,
        occupied: S,
    ) -> S {
        let paths = board.geometry().pawn(side);
        let mut advances = paths.step[from.index()] & !occupied;
        for passed in advances.iter().filter(|_| paths.double_rank.contains(from)) {
            advances |= paths.step[passed.index()] & !occupied;
        }
        advances & self.targets(side, from)
    }

    /// Returns the permitted squares on which a pawn captures.
    pub(crate) fn pawn_captures<B: Board<Set = S>>(&self, board: &B, side: Side, from: Square) -> S {
        board.geometry().pawn(side).attacks[from.index()] & self.targets(side, from)
    }
}
