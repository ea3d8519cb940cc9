//! The rebirth square of Circe proper: where the man stood in the game array.

use crate::board::{Geometry, Square, Squares};
use crate::position::{Side, Walk};

/// The home of a kind of man captured on `at`: of several squares the one of the capture
/// square's colour, or the one farthest to the left if there is none; for a pawn the one
/// on its file.
///
/// `side` is the side whose home counts; for a neutral man that is the captured side.
#[inline]
pub fn rebirth_square<S: Squares>(
    geometry: &Geometry<S>,
    walk: Walk,
    side: Side,
    at: Square,
) -> Option<Square> {
    geometry.rebirth_homes[side.index()][walk.index()][at.index()]
}
