//! Chameleon chess: an officer that moves takes the next walk of a cycle: Q S B R Q, or
//! another. A castling rook and a pawn that promotes do not.

use crate::position::{Ledger, Walk};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rebirth::transform::Cycle;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Chameleon chess with its cycle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chameleon(pub Cycle);

impl Rule for Chameleon {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn needs(&self) -> Needs {
        Needs { quiet: true, ..Needs::default() }
    }

    fn takes_walk<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        if let Some((man, _)) = deed.capturer().filter(|(man, _)| man.walk != Walk::King) {
            deed.retype_mover(self.0.next[man.walk.index()]);
        }
        Outcome::Done
    }
}
