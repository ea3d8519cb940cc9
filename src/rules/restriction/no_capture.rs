//! No capture: nobody captures, or one side does not. A king attacked is still in check.

use crate::position::{Ledger, Side};
use crate::rules::game_view::Field;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Intent, Needs, Rule};

/// Who may not capture: one side, or, if none is named, both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoCapture(pub Option<Side>);

impl Rule for NoCapture {
    fn tally(&self) -> Option<Tally> {
        Some(Tally::FORBIDS)
    }

    fn needs(&self) -> Needs {
        Needs { forbids: true, ..Needs::default() }
    }

    fn aftermath(&self) -> Aftermath {
        Aftermath::Nothing
    }

    fn permits<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> bool {
        self.0.is_some_and(|side| side != intent.by)
    }

    fn binds_royal_captures(&self) -> bool {
        false
    }
}
