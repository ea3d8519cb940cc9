//! File Circe: the square of the file on the man's own first rank.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::board::Layout;
use crate::position::Side;
use crate::rules::example::Example;
use crate::rules::game_view::Field;

/// The square of the file on the man's first rank, for a pawn on its second.
pub(super) struct File;

impl RebirthSquare for File {
    const WORD: Option<Word> = Some(Word {
        names: ["File", "File", "Colonne"],
        meaning: "A man is reborn on the square of the file on its first rank, a pawn on its second.",
        purpose: Purpose::Stand,
        example: Example::USUAL,
    });

    const OF_VICTIM: bool = true;
    const PROMOTES: bool = false;

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        let layout = birth.geometry().layout;
        let row = u8::from(birth.decides.walk.is_pawn());
        let rank = match birth.side {
            Side::White => Some(row),
            Side::Black => layout.ranks().checked_sub(1 + row),
        };
        rank.and_then(|rank| layout.at(layout.file(birth.at), rank)).into()
    }

    fn lacks(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("the files of the board fork")
    }
}
