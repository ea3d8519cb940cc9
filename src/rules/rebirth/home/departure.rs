//! PWC (Platzwechselcirce): the square that the capturer left.

use super::Birth;
use crate::board::Square;
use crate::rules::field::Field;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Option<Square> {
    Some(birth.left)
}
