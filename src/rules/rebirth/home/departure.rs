//! PWC (Platzwechselcirce): the departure square of the capturer.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// The departure square of the capturer.
pub(super) struct Departure;

impl RebirthSquare for Departure {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["PWC", "Platzwechsel", "Echange"],
        meaning: "A man is reborn on the square that the capturer left.",
        purpose: Purpose::VictimTest,
        example: Example::USUAL,
    });

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        HomeCandidates::One(query.departure)
    }
}
