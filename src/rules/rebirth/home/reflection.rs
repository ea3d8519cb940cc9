//! The three symmetries: the capture square reflected in the middle of the board.

use super::Birth;
use crate::board::Square;
use crate::rules::field::Field;

/// Symmetry Circe.
pub(super) fn point<F: Field>(birth: &Birth<'_, F>) -> Option<Square> {
    reflected(birth, true, true)
}

/// Vertical Symmetry Circe.
pub(super) fn left_and_right<F: Field>(birth: &Birth<'_, F>) -> Option<Square> {
    reflected(birth, true, false)
}

/// Horizontal Symmetry Circe.
pub(super) fn up_and_down<F: Field>(birth: &Birth<'_, F>) -> Option<Square> {
    reflected(birth, false, true)
}

fn reflected<F: Field>(birth: &Birth<'_, F>, files: bool, ranks: bool) -> Option<Square> {
    let layout = birth.geometry().layout;
    let (file, rank) = (layout.file(birth.at), layout.rank(birth.at));
    layout.at(
        if files { layout.files() - 1 - file } else { file },
        if ranks { layout.ranks() - 1 - rank } else { rank },
    )
}
