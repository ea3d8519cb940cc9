//! Protean chess and Frankfurt chess: a capturer becomes what it has captured, before it
//! can promote. In Protean chess a captured pawn makes it a pawn that goes the other way,
//! in Frankfurt chess a pawn of its own side. Kings become it too, and stay royal.

use crate::position::{Ledger, Walk};
use crate::rules::fast::circe::Royals;
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// What becomes of capturers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VictimsWalk {
    /// A captured pawn makes a pawn that goes on in the captured pawn's direction.
    pub protean: bool,
    /// Whether kings change too.
    pub royals: Royals,
}

impl Rule for VictimsWalk {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn needs(&self) -> Needs {
        Needs { late_promotion: true, ..Needs::default() }
    }

    fn takes_walk<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some(victim) = deed.victim else { return Outcome::Done };
        if deed.mover.royal && self.royals == Royals::Exclusive {
            return Outcome::Done;
        }
        deed.retype_mover(match victim.man.walk {
            Walk::Pawn if self.protean => Walk::ReversedPawn,
            Walk::ReversedPawn if self.protean => Walk::Pawn,
            walk => walk,
        });
        Outcome::Done
    }
}
