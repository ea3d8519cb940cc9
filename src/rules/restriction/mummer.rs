//! Maximummer: a side makes only its longest legal moves. Minimummer: only its shortest. An attacked king is in check even
//! if the attacker must make another move. In the ultra form it is not: a capture of a king gives check only if no
//! other move, legal or not, goes before it; and a side all longest moves of which leave its king in check has no legal
//! move.
//!
//! Lengths are measured between the centres of the squares. Castling is as long as the ways of both men together, and the
//! step of a mao or moa is the square root of 6.
//!
//! wKg2, bKh7 Ra8: with BlackMaximummer the rook goes to a1 or h8.

use crate::position::Side;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, LengthOrder, Obligation, Rule, RuleFlags};

/// One side makes its longest moves, or its shortest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mummer {
    /// The side.
    pub side: Side,
    /// The moves that it makes.
    pub order: LengthOrder,
    /// Whether moves that leave the own king in check count, and captures of kings are bound.
    pub ultra: bool,
}

impl Rule for Mummer {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { binds_royal_captures: self.ultra, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn obligation(&self, side: Side) -> Obligation {
        match self.ultra {
            _ if side != self.side => Obligation::None,
            true => Obligation::UltraLength(self.order),
            false => Obligation::Length(self.order),
        }
    }
}
