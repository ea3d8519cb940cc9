//! Cage Circe: any empty square on which the man would have no move without capture.

use super::{Birth, Homes};
use crate::board::Squares;
use crate::position::Man;
use crate::rules::field::Field;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
    let empty = birth.geometry().all & !birth.position.occupied();
    let man = Man { walk: birth.man.walk, ..birth.man };
    let cages = empty.iter().filter(|&square| {
        let mut there = *birth.position;
        there.put(man, square);
        !birth.field.can_move_quietly(&there, square)
    });
    Homes::Any(F::Set::from_squares(cages))
}
