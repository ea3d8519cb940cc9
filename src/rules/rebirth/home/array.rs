//! The squares of the game array.

use super::{RebirthQuery, HomeCandidates, RebirthSquare, HomeWord};
use crate::board::{Geometry, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::game_view::GameView;

/// The man's square in the game array: of several the one of the capture square's
/// colour, for a pawn the one on its file.
pub(super) struct Array;

impl RebirthSquare for Array {
    const WORD: Option<HomeWord> = None;
    const PROMOTES: bool = false;

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        query.game_array_square(query.at).into()
    }
}

/// The home of a kind of man captured on `at`: of several squares the one of the capture
/// square's colour, for a pawn the one on its file.
pub(super) fn square<S: Squares>(
    geometry: &Geometry<S>,
    walk: Walk,
    side: Side,
    at: Square,
) -> Option<Square> {
    crate::rules::fast::circe::array::rebirth_square(geometry, walk, side, at)
}
