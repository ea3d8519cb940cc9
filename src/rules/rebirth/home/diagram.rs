//! Diagram Circe: where this very man stood in the diagram.

use super::{Birth, Homes, Purpose, RebirthSquare, Word};
use crate::rules::example::Example;
use crate::rules::game_view::Field;

/// Where this very man stood in the diagram.
pub(super) struct Diagram;

impl RebirthSquare for Diagram {
    const WORD: Option<Word> = Some(Word {
        names: ["Diagram", "Diagramm", "Diagramme"],
        meaning: "A man is reborn where it stood in the diagram.",
        purpose: Purpose::Stand,
        example: Example { white: "Kg2 Ra4", black: "Kh8 Sb6", moves: "b6c4 a4c4", ..Example::USUAL },
    });
    const PROMOTES: bool = false;

    fn homes<F: Field>(birth: &Birth<'_, F>) -> Homes<F::Set> {
        birth.decides.marks.origin().into()
    }
}
