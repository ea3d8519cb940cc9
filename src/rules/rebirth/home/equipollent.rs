//! Equipollents Circe: the capture square moved on by the way of the move.

use super::{Birth, Homes};
use crate::rules::field::Field;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
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
