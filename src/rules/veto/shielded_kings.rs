//! Shielded kings: a king does not capture, and so does not check, a king that a man of
//! its side guards. Kings may so stand beside each other.
//!
//! wKg4 Rh5, bKg6 Rf1: Kg4-g5 is legal, as far as the black king goes: the rook h5 guards
//! no king, so the black king must be guarded, and the white one is guarded by Rh5.

use crate::board::Squares;
use crate::position::Ledger;
use crate::rules::field::Field;
use crate::rules::rule::{Intent, Rule};

/// Kings do not attack guarded kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShieldedKings;

impl Rule for ShieldedKings {
    fn permits<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> bool {
        !(intent.mover.royal && intent.victim.man.royal)
            || intent.field.attackers(intent.position, intent.victim.at, intent.by.other()).is_empty()
    }
}
