//! Must capture: a side that has a legal capture must capture. Ultra: without a capture it has no
//! legal move. An attacked king is in check even if the attacker must make another capture.
//!
//! wKg2 Rd4, bKh7 Sd6: with WhiteMustCapture, Rd4*d6 is White's only move.

use crate::position::Side;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Obligation, Rule};

/// One side must capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MustCapture {
    /// The side.
    pub side: Side,
    /// The side has no legal move without a capture.
    pub ultra: bool,
}

impl Rule for MustCapture {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn obligation(&self, side: Side) -> Obligation {
        match self.ultra {
            _ if side != self.side => Obligation::None,
            true => Obligation::OnlyCapture,
            false => Obligation::Capture,
        }
    }
}
