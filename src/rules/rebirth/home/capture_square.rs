//! The square of the capture itself, which the capturer occupies unless it captured en
//! passant or has gone on.

use super::Birth;
use crate::board::Square;
use crate::rules::field::Field;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Option<Square> {
    Some(birth.at)
}
