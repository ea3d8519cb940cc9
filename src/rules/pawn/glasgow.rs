//! Glasgow chess: pawns promote on their seventh rank. A pawn beyond it moves to the last rank and
//! stays a pawn. Rebirth squares of pawns are those of orthodox chess, and a pawn reborn on a
//! promotion square promotes at once.
//!
//! wKg2 Pa6 Pb7, bKh4: a6-a7=Q and the other promotions are legal, and so is b7-b8.

use crate::board::{Geometry, Squares};
use crate::position::Side;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule};

/// Pawns promote one rank earlier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Glasgow;

impl Rule for Glasgow {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        // Pawns promote on another rank.
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        let layout = geometry.layout;
        for side in Side::BOTH {
            let rank = match side {
                Side::White => layout.ranks().saturating_sub(2),
                Side::Black => 1,
            };
            let squares = layout.squares().filter(|&square| layout.rank(square) == rank);
            geometry.pawn[side.index()].promotion_rank = S::from_squares(squares);
        }
    }
}
