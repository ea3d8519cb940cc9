//! The capture square, which the capturer occupies unless it captured en passant or has continued its
//! move.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// The capture square.
pub(super) struct CaptureSquare;

impl RebirthSquare for CaptureSquare {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["CaptureSquare", "Schlagfeld", "CaseDePrise"],
        meaning: "A man is reborn on the square of the capture.",
        purpose: Purpose::VictimTest,
        example: Example { white: "Kg2 Pe5", black: "Kh8 Pd7", moves: "d7d5 e5d6", ..Example::USUAL },
    });
    const PROMOTES: bool = false;

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        HomeCandidates::One(query.at)
    }
}
