//! Normal pawns: a pawn on its own first rank, otherwise frozen, steps one square and
//! captures as from any other rank.
//!
//! wKg4 Pa1 Pc2, bKh7 Sb2: a1-a2 and a1*b2 are legal, a1-a3 is not.

use crate::board::{Geometry, Square, Squares};
use crate::position::Side;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule};

/// Pawns move from their first rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NormalPawn;

impl Rule for NormalPawn {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        // A pawn can reach the initial square of another one.
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        let layout = geometry.layout;
        for side in Side::BOTH {
            let (first, second) = match side {
                Side::White => (0, 1),
                Side::Black => (layout.ranks() - 1, layout.ranks().saturating_sub(2)),
            };
            for file in 0..layout.files() {
                let Some(from) = layout.at(file, first) else { continue };
                let at = |file: Option<u8>| file.and_then(|file| layout.at(file, second));
                let paths = &mut geometry.pawn[side.index()];
                paths.step[from.index()] = at(Some(file)).map_or(S::EMPTY, S::of);
                let sides: Vec<Square> =
                    [at(file.checked_sub(1)), at(Some(file + 1))].into_iter().flatten().collect();
                for to in &sides {
                    paths.attackers[to.index()] |= S::of(from);
                }
                paths.attacks[from.index()] = S::from_squares(sides);
            }
        }
    }
}
