//! Last capture: the man that the move before the diagram has captured. Rules by which men
//! are reborn later than they are captured (Parrain Circe, and Circe with LastMove or
//! WaitCapture) begin with it.
//!
//! wKa1 Qf2, bKc1 Pb3 Pg4, ParrainCirce, LastCapture White Bg4: with every first move the
//! bishop comes back, as far from g4, and in the same direction, as that goes.

use crate::position::{Ledger, Taken};
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Rule};

/// The last capture before the diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LastCapture(pub Taken);

impl Rule for LastCapture {
    fn tally(&self) -> Option<Tally> {
        self.0.man.is_plain().then_some(Tally::FORBIDS)
    }

    fn aftermath(&self) -> Aftermath {
        Aftermath::Nothing
    }

    fn begins(&self, memory: &mut Ledger) {
        memory.taken = Some(self.0);
    }
}
