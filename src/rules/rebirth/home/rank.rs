//! Rank Circe: the file of the game array, the rank of the capture.

use super::Birth;
use crate::board::Square;
use crate::position::Walk;
use crate::rules::field::Field;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Option<Square> {
    let layout = birth.geometry().layout;
    if birth.walk.is_pawn() {
        return Some(birth.at);
    }
    let homes = birth.geometry().homes[birth.side.index()][birth.walk.index()];
    let on_rank = |home| layout.at(layout.file(home), layout.rank(birth.at));
    let mut squares = crate::board::Squares::iter(homes).filter_map(on_rank);
    match birth.walk {
        Walk::King | Walk::Queen => squares.next(),
        _ => squares.find(|&square| layout.is_dark(square) == layout.is_dark(birth.at)),
    }
}
