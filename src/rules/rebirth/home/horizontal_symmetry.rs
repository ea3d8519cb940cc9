//! Horizontal Symmetry Circe: the capture square mirrored up and down.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::board::Layout;
use crate::rules::example::Example;
use crate::rules::game_view::Field;

/// The square mirrored up and down.
pub(super) struct HorizontalSymmetry;

impl RebirthSquare for HorizontalSymmetry {
    const WORD: Option<Word> = Some(Word {
        names: ["HorizontalSymmetry", "HorizontaleSymmetrie", "HorizontaleSymetrique"],
        meaning: "A man is reborn on the square mirrored up and down.",
        purpose: Purpose::Stand,
        example: Example::USUAL,
    });

    const OF_VICTIM: bool = true;
    const PROMOTES: bool = false;

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        birth.geometry().layout.reflected(birth.at, false, true).into()
    }

    fn lacks(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("the board has no mirror image")
    }
}
