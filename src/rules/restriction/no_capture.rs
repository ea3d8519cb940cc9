//! No capture: one side, or both, may not capture. An attacked king is still in check.

use crate::position::{RuleState, Side};
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, CaptureQuery, Rule, RuleFlags};

/// The side that may not capture; both sides if `None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoCapture(pub Option<Side>);

impl Rule for NoCapture {
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
        self.0.is_some_and(|side| side != query.by)
    }

    fn restricts_royal_captures(&self) -> bool {
        false
    }
}
