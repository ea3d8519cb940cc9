//! Circe Take&Make: where the man could go from the square of the capture, if the
//! capturer were not there.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::board::Squares;
use crate::rules::example::Example;
use crate::rules::field::Field;

/// Where the man could go without capturing from the square of the capture.
pub(super) struct Make;

impl RebirthSquare for Make {
    const WORD: Option<Word> = Some(Word {
        names: ["Take&Make", "Take&Make", "Take&Make"],
        meaning: "A man is reborn where it could go without capturing from the square of the capture.",
        purpose: Purpose::Birth,
        example: Example::USUAL,
    });

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        let others = birth.position.occupied().without(birth.at);
        // Nothing is mirrored about the way of a pawn.
        let side = if birth.backwards { birth.side.other() } else { birth.side };
        let targets = birth.field.quiet_targets(birth.decides.walk, side, birth.at, others);
        Homes::Must(targets & !birth.position.occupied())
    }
}
