//! Traitor chess: a black man that has moved and stands on White's half of the board then
//! becomes white; kings do not.

use crate::position::{Ledger, Side};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Traitor chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Traitor;

impl Rule for Traitor {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn needs(&self) -> Needs {
        Needs { quiet: true, ..Needs::default() }
    }

    fn recolours<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let layout = deed.geometry().layout;
        let beyond = deed.at.is_some_and(|at| layout.rank(at) < layout.ranks() / 2);
        if beyond && deed.by == Side::Black {
            deed.defect_mover(Side::White);
        }
        Outcome::Done
    }
}
