//! Antipodean Circe: four files and four ranks away.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::board::Layout;
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// The square four files and four ranks away.
pub(super) struct Antipodes;

impl RebirthSquare for Antipodes {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["Antipodes", "Antipoden", "Antipodes"],
        meaning: "A man is reborn four files and four ranks away.",
        purpose: Purpose::Origin,
        example: Example::USUAL,
    });

    const BY_CAPTURE_SQUARE: bool = true;

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        let layout = query.geometry().layout;
        let away = |number: u8| if number < 4 { number + 4 } else { number - 4 };
        layout.at(away(layout.file(query.at)), away(layout.rank(query.at))).into()
    }

    fn board_conflict(layout: Layout) -> Option<&'static str> {
        (!layout.is_chess_board()).then_some("the board has no antipodes")
    }
}
