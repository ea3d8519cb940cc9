//! Circe Take&Make: where the man could go from the square of the capture, if the
//! capturer were not there; to occupied squares as far as there is room for two.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::board::Squares;
use crate::rules::example::Example;
use crate::rules::game_view::Field;

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
        let (field, walk) = (birth.field, birth.decides.walk);
        let ways = field.quiet_targets(walk, side, birth.at, others);
        // He may also go where he could capture, if that square, or its mirror image, has room for him.
        let prey = field.attacks_of(walk, side, birth.at, others) & birth.position.of(side.other());
        Homes::Must(ways.without(birth.at) | prey.without(birth.at))
    }
}
