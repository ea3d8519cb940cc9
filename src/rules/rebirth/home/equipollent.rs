//! Equipollents Circe: the capture square moved on by the way of the move.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::board::Layout;
use crate::rules::example::Example;
use crate::rules::game_view::Field;

/// As far from the capture, and in the same direction, as the move that triggers the
/// rebirth.
pub(super) struct Equipollent;

impl RebirthSquare for Equipollent {
    const WORD: Option<Word> = Some(Word {
        names: ["Equipollents", "Equipollents", "Equipollents"],
        meaning: "A man is reborn as far from the capture, and in the same direction, as the move goes.",
        purpose: Purpose::Test,
        example: Example::USUAL,
    });

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        let layout = birth.geometry().layout;
        let (files, ranks) = birth.vector;
        let moved = |number: u8, by: i8| {
            let by = if birth.backwards { -by } else { by };
            u8::try_from(number as i8 + by).ok()
        };
        let file = moved(layout.file(birth.at), files);
        let rank = moved(layout.rank(birth.at), ranks);
        match file.zip(rank).and_then(|(file, rank)| layout.at(file, rank)) {
            Some(square) => Homes::One(square),
            None => Homes::Off,
        }
    }

    fn lacks(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("squares of the board have no distance in files and ranks")
    }
}
