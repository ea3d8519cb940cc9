//! CAST chess: a man that has more than one capture may not capture. Inverse: only such a
//! man may. The captures count whether or not they would leave the own king in check; a
//! capture with promotion counts once. An attacked king counts as a capture too, and is
//! in check only if it could be captured.
//!
//! wKg2 Rd4 Sb5, bKh7 Sd6 Pa4: the rook could capture two men, so Sb5*d6 is the only
//! capture. Inverse: Rd4*d6 and Rd4*a4 are the only ones.

use crate::board::Squares;
use crate::position::Ledger;
use crate::rules::game_view::Field;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Intent, Needs, Rule};

/// Who may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cast {
    /// Men with one capture.
    Single,
    /// Men with several: the inverse.
    Several,
}

impl Rule for Cast {
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
        let targets = intent.field.capture_targets(intent.position, intent.mv.from);
        targets.several() == (*self == Cast::Several)
    }
}
