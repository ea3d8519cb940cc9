//! Haunted chess: a captured man stays below the square of its capture and comes up when
//! the square is left. Ghost chess: it cannot be captured then. Whom a pawn takes in
//! passing comes up at once. In Haunted chess a capture on a square lets who is below it
//! be forgotten.

use crate::position::{Ledger, Man, Marks};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// What comes up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ghost {
    /// The man as it was: Haunted chess.
    Haunted,
    /// The man, which cannot be captured any more: Ghost chess.
    Uncapturable,
}

impl Rule for Ghost {
    fn aftermath(&self) -> Aftermath {
        Aftermath::Below
    }

    fn needs(&self) -> Needs {
        Needs { summons: true, ..Needs::default() }
    }

    fn keeps_victim<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some(victim) = deed.victim.filter(|victim| !victim.man.royal) else { return Outcome::Done };
        let memory = &mut deed.position.memory;
        let man = match self {
            Ghost::Haunted => {
                memory.unearth(victim.at);
                victim.man
            }
            Ghost::Uncapturable => Man { marks: victim.man.marks.with(Marks::UNCAPTURABLE), ..victim.man },
        };
        if memory.bury(man, victim.at, true) { Outcome::Done } else { Outcome::Forbidden }
    }

    fn summons<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        deed.summon();
        Outcome::Done
    }
}
