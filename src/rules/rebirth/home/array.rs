//! The squares of the game array.

use super::Birth;
use crate::board::{Geometry, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::field::Field;

/// The square in the game array.
pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Option<Square> {
    birth.array(birth.at)
}

/// The home of a kind of man captured on `at`: of several squares the one of the capture
/// square's colour, for a pawn the one on its file.
pub(super) fn square<S: Squares>(
    geometry: &Geometry<S>,
    walk: Walk,
    side: Side,
    at: Square,
) -> Option<Square> {
    crate::rules::circe::array::rebirth_square(geometry, walk, side, at)
}
