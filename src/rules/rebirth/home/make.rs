//! Circe Take&Make: where the man could go from the square of the capture, if the
//! capturer were not there; to occupied squares as far as there is room for two.

use super::{RebirthQuery, HomeCandidates, Purpose, RebirthSquare, HomeWord};
use crate::board::Squares;
use crate::rules::example::Example;
use crate::rules::game_view::GameView;

/// Where the man could go without capturing from the square of the capture.
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
        // Nothing is mirrored about the way of a pawn.
        let side = if query.backwards { query.side.other() } else { query.side };
        let (game, walk) = (query.game, query.deciding_man.walk);
        let ways = game.quiet_targets(walk, side, query.at, others);
        // He may also go where he could capture, if that square, or its mirror image, has room for him.
        let prey = game.attacks_of(walk, side, query.at, others) & query.position.of(side.other());
        HomeCandidates::Must(ways.without(query.at) | prey.without(query.at))
    }
}
