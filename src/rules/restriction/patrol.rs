//! Patrol chess: a man captures, and gives check, only if a man of its own side observes
//! it. Lortap: only if none does. Provocation: only if a man of the other side observes it.

use crate::board::Squares;
use crate::position::Ledger;
use crate::rules::game_view::Field;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Intent, Needs, Rule};

/// By whom a capturer must be observed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Patrol {
    /// By its own side: Patrol chess.
    Own,
    /// Not by its own side: Lortap.
    NotOwn,
    /// By the other side: Provocation chess.
    Enemy,
}

impl Rule for Patrol {
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
        let by = if *self == Patrol::Enemy { intent.by.other() } else { intent.by };
        let observers = intent.field.attackers(intent.position, intent.mv.from, by);
        observers.is_empty() == (*self == Patrol::NotOwn)
    }
}
