//! Shielded kings: a king does not capture, and so does not check, a king that is guarded by a man of
//! its side. So kings may be adjacent.
//!
//! wKg4 Rh5, bKg6 Ph7: Kg4-g5 is legal: there the rook guards the king. Without the rook
//! it is not.

use crate::position::RuleState;
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, CaptureQuery, Rule, RuleFlags};

/// Kings do not attack guarded kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShieldedKings;

impl Rule for ShieldedKings {
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
        let is_guarded = || query.game.is_observed(query.position, query.victim.at, query.by.other());
        !(query.mover.royal && query.victim.man.royal && is_guarded())
    }
}
