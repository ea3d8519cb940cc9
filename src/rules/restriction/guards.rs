//! Super guards: a man guarded by its own side cannot be captured. Anti guards: only guarded men can
//! be captured.

use crate::position::RuleState;
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, CaptureQuery, Rule, RuleFlags};

/// The effect of a guard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guards {
    /// A guarded man cannot be captured.
    Protect,
    /// Only a guarded man can be captured.
    Expose,
}

impl Rule for Guards {
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
        let is_guarded = query.game.is_observed(query.position, query.victim.at, query.by.other());
        is_guarded == (*self != Guards::Protect)
    }
}
