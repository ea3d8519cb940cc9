//! Antipodean Circe: four files and four ranks away.

use super::Birth;
use crate::board::Square;
use crate::rules::field::Field;

pub(super) fn home<F: Field>(birth: &Birth<'_, F>) -> Option<Square> {
    let layout = birth.geometry().layout;
    let away = |number: u8| if number < 4 { number + 4 } else { number - 4 };
    layout.at(away(layout.file(birth.at)), away(layout.rank(birth.at)))
}
