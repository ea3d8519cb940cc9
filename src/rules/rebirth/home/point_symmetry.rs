//! Symmetry Circe: the capture square reflected in the centre of the board.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::board::Layout;
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// The square reflected in the centre of the board.
pub(super) struct PointSymmetry;

impl RebirthSquare for PointSymmetry {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["Symmetry", "Symmetrie", "Symetrie"],
        meaning: "A man is reborn opposite across the middle of the board.",
        purpose: Purpose::Origin,
        example: Example { white: "Kg2 Rc4", black: "Kh7 Sc6", moves: "c4c6", ..Example::USUAL },
    });

    const BY_CAPTURE_SQUARE: bool = true;

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        query.geometry().layout.with_half_turn(query.at).into()
    }

    fn board_conflict(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("the board has no mirror image")
    }
}
