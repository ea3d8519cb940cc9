//! Tibet chess: a black man that captures a man of another walk becomes white; its walk after
//! a promotion counts. Double
//! Tibet: a man of either side changes sides so.

use crate::position::{Ledger, Side};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rule::{Aftermath, Rule};

/// Whose men change sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tibet {
    /// Black's.
    Black,
    /// Both sides'.
    Both,
}

impl Rule for Tibet {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn recolours<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some(victim) = deed.victim else { return Outcome::Done };
        let concerned = *self == Tibet::Both || deed.by == Side::Black;
        if concerned && deed.capturer().is_some_and(|(man, _)| man.walk != victim.man.walk) {
            deed.defect_mover(deed.by.other());
        }
        Outcome::Done
    }
}
