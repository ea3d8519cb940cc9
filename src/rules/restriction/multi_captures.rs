//! Multicaptures: a man can be captured only if at least two men could capture it, each
//! by the way it moves. So a king is in check only if it is attacked twice.
//!
//! wKg2 Rd4 Sb5, bKh7 Sd6 Pa4: Rd4*d6 and Sb5*d6 are legal, Rd4*a4 is not.

use crate::board::{Square, Squares};
use crate::position::{Ledger, Side};
use crate::rules::game_view::Field;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Intent, Needs, Rule};

/// Whose captures need company: one side's, or, if none is named, both sides'.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MultiCaptures(pub Option<Side>);

impl Rule for MultiCaptures {
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
        if self.0.is_some_and(|side| side != intent.by) {
            return true;
        }
        let (field, position, at) = (intent.field, intent.position, intent.victim.at);
        let passed = if position.passer() == Some(at) { position.passed } else { F::Set::EMPTY };
        let captures = |from: &Square| field.capture_targets(position, *from).meets(passed.with(at));
        position.of(intent.by).iter().filter(captures).nth(1).is_some()
    }
}
