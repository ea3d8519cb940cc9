//! Kobul kings: the king of a side that loses a man moves from then on as that man did,
//! after the loss of a pawn as a king again.

use crate::board::Squares;
use crate::position::{Ledger, Side, Walk};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::{Deed, side_of};
use crate::rules::rule::{Aftermath, Rule};

/// Whose king changes: one side's, or, if none is named, both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kobul(pub Option<Side>);

impl Rule for Kobul {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn concerns_others<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some(victim) = deed.victim else { return Outcome::Done };
        let loser = side_of(victim.man, deed.by);
        if self.0.is_some_and(|side| side != loser) {
            return Outcome::Done;
        }
        let walk = if victim.man.walk.is_pawn() { Walk::King } else { victim.man.walk };
        let royals = deed.position.royal & deed.position.of(loser);
        for king in royals.iter() {
            deed.retype(king, walk, false);
        }
        Outcome::Done
    }
}
