//! Symmetry Circe: the capture square reflected in the middle of the board.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::board::Layout;
use crate::rules::example::Example;
use crate::rules::game_view::Field;

/// The square opposite across the middle of the board.
pub(super) struct Symmetry;

impl RebirthSquare for Symmetry {
    const WORD: Option<Word> = Some(Word {
        names: ["Symmetry", "Symmetrie", "Symetrie"],
        meaning: "A man is reborn opposite across the middle of the board.",
        purpose: Purpose::Stand,
        example: Example { white: "Kg2 Rc4", black: "Kh7 Sc6", moves: "c4c6", ..Example::USUAL },
    });

    const OF_VICTIM: bool = true;

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        birth.geometry().layout.reflected(birth.at, true, true).into()
    }

    fn lacks(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("the board has no mirror image")
    }
}
