//! Annan chess: a man with a man of its own side on the next square towards its own first rank moves, captures and
//! gives check as that man, and not as itself. Nanna chess: the same with the next square towards the last rank. Kings
//! take part, or not, in one part or in both (types A to D).
//!
//! wKg2 Rd4 Sd3, bKh7: the rook moves as a knight.

use crate::board::{Layout, Square, Squares};
use crate::position::{Man, Position, RuleState, Side, Walk};
use crate::rules::game_view::GameView;
use crate::rules::move_context::side_of;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Men move as the own men one rank back or ahead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Annan {
    /// Where the man stands that lends its walk.
    pub lender: Lender,
    /// The part that kings take.
    pub kings: KingsPart,
}

/// The part that kings take where men lend walks to others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KingsPart {
    /// They lend and borrow walks (type A).
    Both,
    /// They borrow walks, and lend none (type B).
    Borrow,
    /// They lend their walk, and borrow none (type C).
    Lend,
    /// None (type D).
    Neither,
}

impl KingsPart {
    /// Returns whether a king lends its walk.
    pub fn lend(self) -> bool {
        matches!(self, KingsPart::Both | KingsPart::Lend)
    }

    /// Returns whether a king moves as others.
    pub fn borrow(self) -> bool {
        matches!(self, KingsPart::Both | KingsPart::Borrow)
    }
}

/// Where the man stands that lends its walk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lender {
    /// On the next square towards the first rank.
    Rear,
    /// On the next square towards the last rank.
    Front,
}

impl Annan {
    /// Returns the square of the man that lends its walk to a man of a side; `None` beyond the edge.
    fn lender_square(&self, layout: Layout, side: Side, at: Square) -> Option<Square> {
        let rank = match (side, self.lender) {
            (Side::White, Lender::Rear) | (Side::Black, Lender::Front) => layout.rank(at).checked_sub(1)?,
            (Side::Black, Lender::Rear) | (Side::White, Lender::Front) => layout.rank(at) + 1,
        };
        layout.at(layout.file(at), rank)
    }
}

impl Rule for Annan {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { moves_as_others: true, ..RuleFlags::default() }
    }

    fn acts_as<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        let side = side_of(man, position.to_move.other());
        let lender = self.lender_square(game.geometry().layout, side, at)?;
        let may_lend = position.of(side).contains(lender)
            && (self.kings.lend() || !position.royal.contains(lender))
            && (self.kings.borrow() || !man.royal);
        position.walk_on(lender).filter(|_| may_lend)
    }

    fn lenders<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<F::Set> {
        let side = side_of(man, position.to_move.other());
        let lender = self.lender_square(game.geometry().layout, side, at);
        Some(lender.map_or(F::Set::EMPTY, F::Set::of))
    }
}
