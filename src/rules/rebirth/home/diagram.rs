//! Diagram Circe: where this very man stood in the diagram.

use super::Birth;
use crate::board::Square;
use crate::rules::field::Field;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Option<Square> {
    birth.man.marks.origin()
}
