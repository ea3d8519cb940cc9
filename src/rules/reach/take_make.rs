//! Take&Make: a man that captures goes on, by the same move, from the square where it has
//! captured, without capturing again, as the captured man could have gone. If it cannot,
//! the capture is illegal. Only where it ends can a pawn promote, and that is not its own
//! first rank. A king is in check from any attack, in the absolute form only if the
//! attacker could go on. Who captures a king that is reborn goes on.

use crate::board::Squares;
use crate::position::Ledger;
use crate::rules::deed::{Deed, KingsFate, side_of};
use crate::rules::field::Field;
use crate::rules::hooks::Outcome;
use crate::rules::rule::{Aftermath, Needs, Rule};
use crate::rules::tally::Tally;

/// Take&Make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TakeAndMake {
    /// Who captures a king has to go on too.
    pub absolute: bool,
}

impl Rule for TakeAndMake {
    fn tally(&self) -> Option<Tally> {
        // It leaves the square of the capture empty behind it.
        Some(Tally::LEADS)
    }

    fn needs(&self) -> Needs {
        Needs { late_promotion: true, ..Needs::default() }
    }

    fn aftermath(&self) -> Aftermath {
        if self.absolute { Aftermath::Anything } else { Aftermath::NothingForRoyals }
    }

    fn goes_on<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some(victim) = deed.victim else { return Outcome::Done };
        let freely = victim.man.royal && !self.absolute;
        if freely && !deed.field.kings_return() {
            return Outcome::Done;
        }
        if freely && deed.king == KingsFate::Falls {
            return Outcome::Done;
        }
        if freely {
            deed.king = if deed.choose(2) == 0 { KingsFate::Falls } else { KingsFate::Returns };
            if deed.king == KingsFate::Falls {
                return Outcome::Done;
            }
        }
        let Some((capturer, at)) = deed.capturer() else { return Outcome::Done };
        let side = side_of(victim.man, deed.by);
        let occupied = deed.position.occupied();
        let mut ends = deed.field.quiet_targets(victim.man.walk, side, at, occupied);
        if capturer.walk.is_pawn() {
            ends &= !deed.geometry().pawn(deed.by).first_rank;
        }
        let ends: Vec<_> = ends.iter().collect();
        if ends.is_empty() {
            return Outcome::Forbidden;
        }
        let end = ends[deed.choose(ends.len())];
        deed.go_on_to(end);
        Outcome::Done
    }
}
