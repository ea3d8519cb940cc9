//! Rank Circe: the file of the game array, the rank of the capture.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::board::{Layout, Squares};
use crate::position::Walk;
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// The square in the game array, displaced to the rank of the capture.
pub(super) struct Rank;

impl RebirthSquare for Rank {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["Rank", "Reihe", "Rangee"],
        meaning: "A man is reborn on the file of its home, but on the rank of the capture.",
        purpose: Purpose::Origin,
        example: Example::USUAL,
    });
    const PROMOTES: bool = false;

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        let layout = query.geometry().layout;
        let walk = query.deciding_man.walk;
        // The home of a fairy man is on the file of the capture, like that of a pawn.
        if walk.is_pawn() || walk.is_fairy() {
            return HomeCandidates::One(query.at);
        }
        let home_squares = query.geometry().homes[query.side.index()][walk.index()];
        let on_rank = |home| layout.at(layout.file(home), layout.rank(query.at));
        let mut squares = Squares::iter(home_squares).filter_map(on_rank);
        let square = match walk {
            Walk::King | Walk::Queen => squares.next(),
            _ => squares.find(|&square| layout.is_dark(square) == layout.is_dark(query.at)),
        };
        square.into()
    }

    fn board_conflict(layout: Layout) -> Option<&'static str> {
        (!layout.is_rectangle()).then_some("the files of the board fork")
    }
}
