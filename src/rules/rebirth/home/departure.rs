//! PWC (Platzwechselcirce): the square that the capturer left.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::rules::example::Example;
use crate::rules::game_view::Field;

/// The square that the capturer left.
pub(super) struct Departure;

impl RebirthSquare for Departure {
    const WORD: Option<Word> = Some(Word {
        names: ["PWC", "Platzwechsel", "Echange"],
        meaning: "A man is reborn on the square that the capturer left.",
        purpose: Purpose::Test,
        example: Example::USUAL,
    });

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        Homes::One(birth.left)
    }
}
