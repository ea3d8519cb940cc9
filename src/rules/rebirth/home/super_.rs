//! Super Circe: any empty square.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::rules::example::Example;
use crate::rules::field::Field;

/// Any empty square.
pub(super) struct Super;

impl RebirthSquare for Super {
    const WORD: Option<Word> = Some(Word {
        names: ["Super", "Super", "Super"],
        meaning: "A man is reborn on any empty square.",
        purpose: Purpose::Stand,
        example: Example::USUAL,
    });

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        Homes::Any(birth.geometry().all & !birth.position.occupied())
    }
}
