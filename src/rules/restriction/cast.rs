//! CAST chess: a man that has more than one capture may not capture. Inverse: only such a man may.
//! Captures that leave the own king in check count; a capture with promotion counts once, and the
//! captures of one man with several arrival squares count each. The capture of a king counts too, and a king is in
//! check only if it can be captured.
//!
//! wKg2 Rd4 Sb5, bKh7 Sd6 Pa4: the rook could capture two men, so Sb5*d6 is the only
//! capture. Inverse: Rd4*d6 and Rd4*a4 are the only ones.

use crate::position::RuleState;
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, CaptureQuery, Rule, RuleFlags};

/// The men that may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cast {
    /// Men with a single capture.
    Single,
    /// Men with several captures: Inverse.
    Several,
}

impl Rule for Cast {
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
        query.game.has_several_captures(query.position, query.mv.from) == (*self == Cast::Several)
    }
}
