//! Monochromatic chess: a man moves, captures and gives check only on squares of the colour of its own. Bichromatic chess:
//! only on squares of the other colour. In castling both men are bound.
//!
//! wKe1 Rh1 Ra1 Sg3: in monochromatic chess the king castles with the rook on h1 only, and the knight does not move.

use crate::board::{Geometry, Square, Squares};
use crate::position::Side;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// The colour of the squares to which men may go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SquareColours {
    /// The colour of the square of the man: monochromatic chess.
    Same,
    /// The other colour: bichromatic chess.
    Other,
}

impl Rule for SquareColours {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { restricts_targets: true, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn permitted_targets<S: Squares>(&self, geometry: &Geometry<S>, from: Square, _: Side) -> S {
        let is_dark = geometry.dark.contains(from) == (*self == SquareColours::Same);
        if is_dark { geometry.dark } else { !geometry.dark }
    }
}
