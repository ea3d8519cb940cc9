//! Take&Make: a man that captures goes on, by the same move, from the square where it has
//! captured, without capturing again, as the captured man could have gone. If it cannot,
//! the capture is illegal. Only where it ends can a pawn promote, and that is not its own
//! first rank. A king is in check from any attack, in the absolute form only if the
//! attacker could go on. Who captures a king that is reborn goes on.

use crate::board::{Square, Squares};
use crate::position::{Ledger, Side, Walk};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::{Deed, KingsFate, side_of};
use crate::rules::ply_bounds::Tally;
use crate::rules::predict::Fates;
use crate::rules::rule::{Aftermath, Intent, Needs, Rule};

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
        let ends = ends(deed.field, (capturer.walk, deed.by), (victim.man.walk, side), at, occupied);
        if ends.is_empty() {
            return Outcome::Forbidden;
        }
        let end = deed.choose(ends.count() as usize);
        if let Some(end) = ends.iter().nth(end) {
            deed.go_on_to(end);
        }
        Outcome::Done
    }

    fn fates<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> Option<Fates<F::Set>> {
        let Intent { field, position, by, mv, mover, victim, .. } = *intent;
        if victim.man.royal {
            return None;
        }
        let occupied = position.occupied().without(mv.from).without(victim.at).with(mv.to);
        let captured = (victim.man.walk, side_of(victim.man, by));
        let ends = ends(field, (mover.walk, by), captured, mv.to, occupied);
        Some(if ends.is_empty() { Fates::Forbidden } else { Fates::GoesOn { squares: ends, back: None } })
    }
}

/// Where a man of a walk and side goes on to that has captured on a square.
fn ends<F: Field>(
    field: &F,
    (walk, by): (Walk, Side),
    (captured, side): (Walk, Side),
    at: Square,
    occupied: F::Set,
) -> F::Set {
    let ends = field.quiet_targets(captured, side, at, occupied);
    match walk.is_pawn() {
        true => ends & !field.geometry().pawn(by).first_rank,
        false => ends,
    }
}
