//! Multicaptures: a man can be captured only if at least two men can capture it, as far as the other rules
//! permit it. So a king is in check only if it is attacked twice.
//!
//! wKg2 Rd4 Sb5, bKh7 Sd6 Pa4: Rd4*d6 and Sb5*d6 are legal, Rd4*a4 is not.

use crate::board::{Square, Squares};
use crate::position::{RuleState, Side};
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, CaptureQuery, Rule, RuleFlags};

/// The side that is restricted; both sides if `None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MultiCaptures(pub Option<Side>);

impl Rule for MultiCaptures {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { restricts_captures: true, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn permits_capture<F: GameView<State = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        if self.0.is_some_and(|side| side != query.by) {
            return true;
        }
        let (game, position, at) = (query.game, query.position, query.victim.at);
        let passing = match position.ep_pawn() == Some(at) {
            true => game.en_passant_capturers(position, query.by),
            false => F::Set::EMPTY,
        };
        let captures = |from: &Square| {
            (passing.contains(*from) || game.capture_targets(position, *from).contains(at))
                && game.could_capture(query, *from)
        };
        position.of(query.by).iter().filter(captures).nth(1).is_some()
    }
}
