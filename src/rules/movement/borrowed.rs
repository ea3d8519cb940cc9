//! Orphans and friends: a man without moves of its own that moves as the men that observe it: an orphan as men of the
//! other side, a friend as men of its own. An orphan that is observed by another orphan moves as the men as which that
//! one moves, and so on; friends likewise. As a pawn, it also makes single steps and captures from its own first rank,
//! where a pawn has no moves (Popeye 4.104).
//!
//! wKa1 Oe4 Bh1, bKh8 Re8 Oh4: the white orphan, observed by the rook, moves as a rook; so it observes the black orphan,
//! which moves as a bishop and as a rook.

use crate::board::{Square, Squares};
use crate::position::{Position, RuleState, Side, Walk};
use crate::rules::game_view::GameView;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Orphans and friends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Borrowed;

/// A search for chains of observers.
struct Chains<'a, F: GameView> {
    game: &'a F,
    position: &'a Position<F::Set, RuleState>,
    /// The walk of the borrowers: orphan or friend.
    borrower: Walk,
    /// The walk that is borrowed.
    lent: Walk,
}

impl<F: GameView<State = RuleState>> Chains<'_, F> {
    /// Returns whether a man of `owner` on a square borrows the walk, in a chain of these borrowers, none of which is
    /// neutral.
    fn reach(&self, at: Square, owner: Side, mut borrowers: F::Set) -> bool {
        let lenders = self.position.walk(self.lent);
        let mut ends = [F::Set::EMPTY; 2];
        ends[owner.index()] = F::Set::of(at);
        while let Some(owner) = Side::BOTH.into_iter().find(|side| !ends[side.index()].is_empty()) {
            let observed = std::mem::replace(&mut ends[owner.index()], F::Set::EMPTY);
            let lender = self.lender(owner);
            let men = self.position.of(lender) & !observed;
            let occupied = self.position.occupied();
            let lends = |from| {
                self.game.attacks_of(self.lent, lender, from, occupied).without(from).intersects(observed)
            };
            if (lenders & men).iter().any(lends) {
                return true;
            }
            let passes = |&from: &Square| {
                let attacked = self.game.attacks_of_borrower(self.lent, lender, from, occupied);
                attacked.without(from).intersects(observed)
            };
            let next = F::Set::from_squares((borrowers & men).iter().filter(passes));
            borrowers &= !next;
            ends[lender.index()] |= next;
        }
        false
    }

    /// Returns the side of the men as which the borrowers of `owner` move.
    fn lender(&self, owner: Side) -> Side {
        if self.borrower == Walk::Orphan { owner.other() } else { owner }
    }

    /// Returns whether a man of `owner` on a square borrows the walk, in a chain in which no square of these borrowers
    /// appears twice: a neutral man observes for both sides.
    fn lead_to(&self, at: Square, owner: Side, borrowers: F::Set) -> bool {
        let lender = self.lender(owner);
        let men = self.position.of(lender).without(at);
        let occupied = self.position.occupied();
        let lends = |from| self.game.attacks_of(self.lent, lender, from, occupied).contains(at);
        let passes =
            |&from: &Square| self.game.attacks_of_borrower(self.lent, lender, from, occupied).contains(at);
        (self.position.walk(self.lent) & men).iter().any(lends)
            || (borrowers & men)
                .iter()
                .filter(passes)
                .any(|from| self.lead_to(from, lender, borrowers.without(from)))
    }
}

impl Rule for Borrowed {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { moves_as_others: true, moves_as_several: true, ..RuleFlags::default() }
    }

    fn borrows<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        at: Square,
        side: Side,
        walk: Walk,
    ) -> bool {
        let Some(borrower) = position.walk_on(at) else { return false };
        if !borrower.is_borrower() || walk.is_borrower() || position.walk(walk).is_empty() {
            return false;
        }
        let chains = Chains { game, position, borrower, lent: walk };
        let others = position.walk(borrower).without(at);
        match position.has_neutrals() {
            true => chains.lead_to(at, side, others),
            false => chains.reach(at, side, others),
        }
    }
}
