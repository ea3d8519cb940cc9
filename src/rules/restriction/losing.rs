//! Losing chess: a side that can capture must. Kings are not royal: they can be captured and castle
//! through attacks; pawns may promote to kings.
//!
//! wKg2 Rd4, bKd6: Rd4*d6 is White's only move.

use crate::position::Side;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Obligation, Rule, RuleFlags};

/// Captures are compulsory, and kings are not royal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Losing;

impl Rule for Losing {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { kingless: true, ..RuleFlags::default() }
    }

    fn obligation(&self, _: Side) -> Obligation {
        Obligation::Capture
    }
}
