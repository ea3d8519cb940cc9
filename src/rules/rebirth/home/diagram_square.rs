//! Diagram Circe: the square of this individual man in the diagram.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// The square of this individual man in the diagram.
pub(super) struct DiagramSquare;

impl RebirthSquare for DiagramSquare {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["Diagram", "Diagramm", "Diagramme"],
        meaning: "A man is reborn on its square of the diagram.",
        purpose: Purpose::Origin,
        example: Example { white: "Kg2 Ra4", black: "Kh8 Sb6", moves: "b6c4 a4c4", ..Example::USUAL },
    });
    const PROMOTES: bool = false;

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        query.deciding_man.flags.diagram_square().into()
    }
}
