//! File Circe: the square of the file on the man's own first rank.

use super::Birth;
use crate::board::Square;
use crate::position::Side;
use crate::rules::field::Field;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Option<Square> {
    let layout = birth.geometry().layout;
    let row = u8::from(birth.walk.is_pawn());
    let rank = match birth.side {
        Side::White => row,
        Side::Black => layout.ranks().checked_sub(1 + row)?,
    };
    layout.at(layout.file(birth.at), rank)
}
