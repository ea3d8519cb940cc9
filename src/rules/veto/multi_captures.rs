//! Multicaptures: a man can be captured only if at least two men could capture it, each
//! by the way it moves. So a king is in check only if it is attacked twice.
//!
//! wKg2 Rd4 Sb5, bKh7 Sd6 Pa4: Rd4*d6 and Sb5*d6 are legal, Rd4*a4 is not.

use crate::board::Squares;
use crate::position::{Ledger, Side, Walk};
use crate::rules::field::Field;
use crate::rules::rule::{Aftermath, Intent, Needs, Rule};

/// Whose captures need company: one side's, or, if none is named, both sides'.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MultiCaptures(pub Option<Side>);

impl Rule for MultiCaptures {
    fn needs(&self) -> Needs {
        Needs { forbids: true, ..Needs::default() }
    }

    fn aftermath(&self) -> Aftermath {
        Aftermath::Nothing
    }

    fn permits<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> bool {
        if self.0.is_some_and(|side| side != intent.by) {
            return true;
        }
        let position = intent.position;
        let mut capturers = intent.field.attackers(position, intent.victim.at, intent.by);
        if position.passer() == Some(intent.victim.at) {
            let pawns = position.walk(Walk::Pawn) & position.of(intent.by);
            for to in position.passed.iter() {
                capturers |= intent.field.geometry().pawn(intent.by).attackers[to.index()] & pawns;
            }
        }
        capturers.several()
    }
}
