//! Edge mover: the men of one side move, capture and give check only on squares on the edge of the board.
//!
//! wKg2 Rd4, bKh7: with WhiteEdgemover the rook moves to d1, d8, a4 and h4 only.

use crate::board::{Geometry, Square, Squares};
use crate::position::Side;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// The men of this side go to the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EdgeMover(pub Side);

impl Rule for EdgeMover {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { restricts_targets: true, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn permitted_targets<S: Squares>(&self, geometry: &Geometry<S>, _: Square, side: Side) -> S {
        if side != self.0 {
            return !S::EMPTY;
        }
        let layout = geometry.layout;
        let is_first_or_last = |number: u8, count: u8| number == 0 || number + 1 == count;
        S::from_squares(layout.squares().filter(|&square| {
            is_first_or_last(layout.file(square), layout.files())
                || is_first_or_last(layout.rank(square), layout.ranks())
        }))
    }
}
