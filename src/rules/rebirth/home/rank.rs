//! Rank Circe: the file of the game array, the rank of the capture.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::board::{Layout, Squares};
use crate::position::Walk;
use crate::rules::example::Example;
use crate::rules::game_view::Field;

/// As in the game array, but on the rank of the capture.
pub(super) struct Rank;

impl RebirthSquare for Rank {
    const WORD: Option<Word> = Some(Word {
        names: ["Rank", "Reihe", "Rangee"],
        meaning: "A man is reborn on the file of its home, but on the rank of the capture.",
        purpose: Purpose::Stand,
        example: Example::USUAL,
    });
    const PROMOTES: bool = false;

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        let layout = birth.geometry().layout;
        if birth.decides.walk.is_pawn() {
            return Homes::One(birth.at);
        }
        let homes = birth.geometry().homes[birth.side.index()][birth.decides.walk.index()];
        let on_rank = |home| layout.at(layout.file(home), layout.rank(birth.at));
        let mut squares = Squares::iter(homes).filter_map(on_rank);
        let square = match birth.decides.walk {
            Walk::King | Walk::Queen => squares.next(),
            _ => squares.find(|&square| layout.is_dark(square) == layout.is_dark(birth.at)),
        };
        square.into()
    }

    fn lacks(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("the files of the board fork")
    }
}
