//! Antipodean Circe: four files and four ranks away.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::board::Layout;
use crate::rules::example::Example;
use crate::rules::game_view::Field;

/// The square four files and four ranks away.
pub(super) struct Antipodes;

impl RebirthSquare for Antipodes {
    const WORD: Option<Word> = Some(Word {
        names: ["Antipodes", "Antipoden", "Antipodes"],
        meaning: "A man is reborn four files and four ranks away.",
        purpose: Purpose::Stand,
        example: Example::USUAL,
    });

    const OF_VICTIM: bool = true;

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        let layout = birth.geometry().layout;
        let away = |number: u8| if number < 4 { number + 4 } else { number - 4 };
        layout.at(away(layout.file(birth.at)), away(layout.rank(birth.at))).into()
    }

    fn lacks(layout: Layout) -> Option<&'static str> {
        (!layout.is_chess_board()).then_some("the board has no antipodes")
    }
}
