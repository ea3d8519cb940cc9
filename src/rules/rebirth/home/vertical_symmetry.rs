//! Vertical Symmetry Circe: the capture square mirrored left and right.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::board::Layout;
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// The square mirrored left and right.
pub(super) struct VerticalSymmetry;

impl RebirthSquare for VerticalSymmetry {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["VerticalSymmetry", "VertikaleSymmetrie", "VerticaleSymetrique"],
        meaning: "A man is reborn on the square mirrored left and right.",
        purpose: Purpose::Origin,
        example: Example::USUAL,
    });

    const BY_CAPTURE_SQUARE: bool = true;

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        query.geometry().layout.with_files_reflected(query.at).into()
    }

    fn board_conflict(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("the board has no mirror image")
    }
}
