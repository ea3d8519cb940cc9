//! Grid chess: a man moves, captures and gives check only beyond the cell of its square. The cells are squares of two files
//! and two ranks, from a1 on.
//!
//! wKb2 Rc4, bKd5: the king does not move to a1, and the rook does not capture on c3 or d4.

use crate::board::{Geometry, Square, Squares};
use crate::position::Side;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Men leave the cells of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid;

impl Rule for Grid {
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
        let cell = |square: Square| (geometry.layout.file(square) / 2, geometry.layout.rank(square) / 2);
        let neighbours = geometry.king[from.index()].iter();
        !S::from_squares(neighbours.filter(|&to| cell(to) == cell(from)))
    }
}
