//! Circe: the square in the game array.

use super::{HomeCandidates, HomeWord, RebirthQuery, RebirthSquare};
use crate::board::{Geometry, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::game_view::GameView;

/// The square of the man in the game array: of several the one with the colour of the capture square, for
/// a pawn the one on its file.
pub(super) struct Array;

impl RebirthSquare for Array {
    const WORD: Option<HomeWord> = None;
    const PROMOTES: bool = false;

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        query.game_array_square(query.at).into()
    }
}

/// Returns the game array square of a man captured on `at`: of several the one with the colour of `at`,
/// for a pawn the one on its file.
pub(super) fn square<S: Squares>(
    geometry: &Geometry<S>,
    walk: Walk,
    side: Side,
    at: Square,
) -> Option<Square> {
    crate::rules::fast::circe::array::rebirth_square(geometry, walk, side, at)
}
