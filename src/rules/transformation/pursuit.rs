//! Chameleon pursuit: a man that goes to the square that the other side has just left
//! changes sides; kings do not.

use crate::position::Ledger;
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Chameleon pursuit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pursuit;

impl Rule for Pursuit {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn needs(&self) -> Needs {
        Needs { quiet: true, departures: true, ..Needs::default() }
    }

    fn recolours<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        if deed.position.memory.left == Some(deed.mv.to) {
            deed.defect_mover(deed.by.other());
        }
        Outcome::Done
    }
}
