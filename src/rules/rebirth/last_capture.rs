//! Last capture: the man that the move before the diagram has captured. Rules by which men
//! are reborn later than they are captured (Parrain Circe, and Circe with LastMove or
//! WaitCapture) begin with it.
//!
//! wKa1 Qf2, bKc1 Pb3 Pg4, ParrainCirce, LastCapture White Bg4: with every first move the
//! bishop comes back, as far from g4, and in the same direction, as that goes.

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

    fn init_state(&self, memory: &mut RuleState) {
        memory.last_captured = Some(self.0);
    }
}
