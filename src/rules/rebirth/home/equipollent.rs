//! Equipollents Circe: the capture square displaced by the vector of the move.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::board::Layout;
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// The capture square displaced by the vector of the move that causes the rebirth.
pub(super) struct Equipollent;

impl RebirthSquare for Equipollent {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["Equipollents", "Equipollents", "Equipollents"],
        meaning: "A man is reborn as far from the capture, and in the same direction, as the move goes.",
        purpose: Purpose::VictimTest,
        example: Example::USUAL,
    });

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        let layout = query.geometry().layout;
        let (files, ranks) = query.vector;
        let moved = |number: u8, by: i8| {
            let by = if query.backwards { -by } else { by };
            u8::try_from(number as i8 + by).ok()
        };
        let file = moved(layout.file(query.at), files);
        let rank = moved(layout.rank(query.at), ranks);
        match file.zip(rank).and_then(|(file, rank)| layout.at(file, rank)) {
            Some(square) => HomeCandidates::One(square),
            None => HomeCandidates::OffBoard,
        }
    }

    fn board_conflict(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("squares of the board have no distance in files and ranks")
    }
}
