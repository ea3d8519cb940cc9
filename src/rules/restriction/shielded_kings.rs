//! Shielded kings: a king does not capture, and so does not check, a king that a man of
//! its side guards. Kings may so stand beside each other.
//!
//! wKg4 Rh5, bKg6 Ph7: Kg4-g5 is legal: there the rook guards the king. Without the rook
//! it is not.

use crate::board::Squares;
use crate::position::Ledger;
use crate::rules::game_view::Field;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Intent, Needs, Rule};

/// Kings do not attack guarded kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShieldedKings;

impl Rule for ShieldedKings {
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
        !(intent.mover.royal && intent.victim.man.royal)
            || intent.field.attackers(intent.position, intent.victim.at, intent.by.other()).is_empty()
    }
}
