//! Super Circe: any empty square; under Assassin, Volcanic and Parachute any square.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::rules::example::Example;
use crate::rules::game_view::Field;

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
        let all = birth.geometry().all;
        Homes::Any(if birth.occupied.makes_room() { all } else { all & !birth.position.occupied() })
    }
}
