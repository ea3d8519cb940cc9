//! The square of the capture itself, which the capturer occupies unless it captured en
//! passant or has gone on.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::rules::example::Example;
use crate::rules::game_view::Field;

/// The square of the capture.
pub(super) struct CaptureSquare;

impl RebirthSquare for CaptureSquare {
    const WORD: Option<Word> = Some(Word {
        names: ["CaptureSquare", "Schlagfeld", "CaseDePrise"],
        meaning: "A man is reborn on the square of the capture.",
        purpose: Purpose::Test,
        example: Example { white: "Kg2 Pe5", black: "Kh8 Pd7", moves: "d7d5 e5d6", ..Example::USUAL },
    });
    const PROMOTES: bool = false;

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        Homes::One(birth.at)
    }
}
