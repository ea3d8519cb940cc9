//! Last capture: the man captured by the move before the diagram. Rules with a rebirth later than the
//! capture (Parrain Circe, and Circe with LastMove or WaitCapture) start from it.
//!
//! wKa1 Qf2, bKc1 Pb3 Pg4, ParrainCirce, LastCapture White Bg4: a first move lets the bishop be reborn,
//! displaced from g4 by the vector of the move, if that square is on the board and empty.

use crate::position::{CapturedMan, RuleState};
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule};

/// The last capture before the diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LastCapture(pub CapturedMan);

impl Rule for LastCapture {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        self.0.man.is_plain().then_some(PlyBounds::RESTRICTION)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn init_state(&self, rule_state: &mut RuleState) {
        rule_state.last_captured = Some(self.0);
    }
}
