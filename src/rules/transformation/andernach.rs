//! Andernach chess: a man that captures changes sides. Anti-Andernach: a man that does
//! not capture changes sides. Kings do not.

use crate::position::{Ledger, MoveKind};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Which men change sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Andernach {
    /// Those that capture.
    Capturers,
    /// Those that do not.
    Others,
}

impl Rule for Andernach {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn needs(&self) -> Needs {
        Needs { quiet: *self == Andernach::Others, ..Needs::default() }
    }

    fn recolours<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let wanted = match self {
            Andernach::Capturers => deed.victim.is_some(),
            Andernach::Others => deed.victim.is_none() && deed.mv.kind != MoveKind::Castling,
        };
        if wanted {
            deed.defect_mover(deed.by.other());
        }
        Outcome::Done
    }
}
