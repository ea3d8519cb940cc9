//! Super Circe: any empty square.

use super::{Birth, Homes};
use crate::rules::field::Field;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
    Homes::Any(birth.geometry().all & !birth.position.occupied())
}
