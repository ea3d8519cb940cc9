//! Circe Take&Make: where the man could go from the square of the capture, if the
//! capturer were not there.

use super::{Birth, Homes};
use crate::board::Squares;
use crate::rules::field::Field;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
    let others = birth.position.occupied().without(birth.at);
    let targets = birth.field.quiet_targets(birth.walk, birth.side, birth.at, others);
    Homes::Must(targets & !birth.position.occupied())
}
