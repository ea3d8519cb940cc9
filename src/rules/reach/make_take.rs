//! Make&Take: a man that captures first goes, without capturing, as the man could go that
//! it captures, and captures from there in its own way; all by one move. There are no
//! other captures.

use crate::board::{Square, Squares};
use crate::position::{Ledger, Man, Position, Side, Walk};
use crate::rules::field::Field;
use crate::rules::rule::{Needs, Rule};

/// Make&Take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MakeAndTake;

impl Rule for MakeAndTake {
    fn needs(&self) -> Needs {
        Needs { vantages: true, ..Needs::default() }
    }

    fn vantages<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        _: Man,
        at: Square,
        victim: Walk,
    ) -> Option<F::Set> {
        let victims: Side = position.to_move.other();
        Some(field.quiet_targets(victim, victims, at, position.occupied().without(at)))
    }
}
