//! Super guards: a man guarded by its own side cannot be captured. Anti guards: only
//! guarded men can be.

use crate::board::Squares;
use crate::position::Ledger;
use crate::rules::game_view::Field;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Intent, Needs, Rule};

/// What a guard does to a man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guards {
    /// It cannot be captured.
    Protect,
    /// It can only be captured if guarded.
    Expose,
}

impl Rule for Guards {
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
        let guards = intent.field.attackers(intent.position, intent.victim.at, intent.by.other());
        guards.is_empty() == (*self == Guards::Protect)
    }
}
