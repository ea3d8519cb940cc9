//! Super Circe: any empty square; under Assassin, Volcanic and Parachute any square.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// Any empty square.
pub(super) struct Super;

impl RebirthSquare for Super {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["Super", "Super", "Super"],
        meaning: "A man is reborn on any empty square.",
        purpose: Purpose::Origin,
        example: Example::USUAL,
    });

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        let all = query.geometry().all;
        HomeCandidates::Any(if query.on_occupied.always_has_room() {
            all
        } else {
            all & !query.position.occupied()
        })
    }
}
