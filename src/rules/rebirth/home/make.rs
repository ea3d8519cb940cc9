//! Circe Take&Make: a square that the man could reach from the capture square if the capturer were not
//! there; occupied squares as far as a rebirth on them is possible.

use super::{HomeCandidates, HomeWord, Purpose, RebirthQuery, RebirthSquare};
use crate::board::Squares;
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// A square that the man could reach without capturing from the capture square.
pub(super) struct Make;

impl RebirthSquare for Make {
    const WORD: Option<HomeWord> = Some(HomeWord {
        names: ["Take&Make", "Take&Make", "Take&Make"],
        meaning: "A man is reborn where it could go without capturing from the square of the capture.",
        purpose: Purpose::Rebirth,
        example: Example::USUAL,
    });

    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
        let others = query.position.occupied().without(query.at);
        // A mirrored rebirth does not change the direction of a pawn.
        let side = if query.backwards { query.side.other() } else { query.side };
        let (game, walk) = (query.game, query.deciding_man.walk);
        let quiet_targets = game.quiet_targets(walk, side, query.at, others);
        // Squares on which the man could capture count too, if a rebirth on the square, or on its mirror
        // image, is possible.
        let capture_targets = game.attacks_of(walk, side, query.at, others) & query.position.of(side.other());
        HomeCandidates::Must(quiet_targets.without(query.at) | capture_targets.without(query.at))
    }
}
