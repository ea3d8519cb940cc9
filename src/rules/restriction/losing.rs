//! Losing chess: whoever can capture must. Kings are men like others, are captured like
//! them, and castle through attacks; pawns may become kings.
//!
//! wKg2 Rd4, bKd6: Rd4*d6 is White's only move.

use crate::position::Side;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, CaptureObligation, Rule, RuleFlags};

/// Captures are compulsory, and kings are men like others.
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

    fn capture_obligation(&self, _: Side) -> CaptureObligation {
        CaptureObligation::Capture
    }
}
