//! Horizontal Symmetry Circe: the capture square mirrored up and down.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::board::Layout;
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// The square mirrored up and down.
pub(super) struct HorizontalSymmetry;

impl RebirthSquare for HorizontalSymmetry {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["HorizontalSymmetry", "HorizontaleSymmetrie", "HorizontaleSymetrique"],
        meaning: "A man is reborn on the square mirrored up and down.",
        purpose: Purpose::Origin,
        example: Example::USUAL,
    });

    const BY_CAPTURE_SQUARE: bool = true;
    const PROMOTES: bool = false;

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        query.geometry().layout.with_ranks_reflected(query.at).into()
    }

    fn board_conflict(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("the board has no mirror image")
    }
}
