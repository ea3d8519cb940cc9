//! The rebirth square of Circe: the square of the man in the game array.

use crate::board::{Geometry, Square, Squares};
use crate::position::{Side, Walk};

/// Returns the rebirth square of a man captured on `at`. Of several squares of its walk it is the one
/// with the colour of `at`, or the leftmost if there is none; for a pawn it is the one on the file of
/// `at`.
///
/// `side` selects the game array; for a neutral man it is the captured side.
#[inline]
pub fn rebirth_square<S: Squares>(
    geometry: &Geometry<S>,
    walk: Walk,
    side: Side,
    at: Square,
) -> Option<Square> {
    geometry.rebirth_homes[side.index()][walk.home_index()][at.index()]
}
