//! Vertical Symmetry Circe: the capture square mirrored left and right.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::board::Layout;
use crate::rules::example::Example;
use crate::rules::game_view::Field;

/// The square mirrored left and right.
pub(super) struct VerticalSymmetry;

impl RebirthSquare for VerticalSymmetry {
    const WORD: Option<Word> = Some(Word {
        names: ["VerticalSymmetry", "VertikaleSymmetrie", "VerticaleSymetrique"],
        meaning: "A man is reborn on the square mirrored left and right.",
        purpose: Purpose::Stand,
        example: Example::USUAL,
    });

    const OF_VICTIM: bool = true;

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        birth.geometry().layout.reflected(birth.at, true, false).into()
    }

    fn lacks(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("the board has no mirror image")
    }
}
