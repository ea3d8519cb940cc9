//! Atomic chess: a capture is an explosion. The captured man, the capturer, whatever it has
//! become, and all men but pawns on the squares around the one where the capturer arrives
//! disappear. Kings do not capture, so that kings side by side give no check. Nobody may
//! let his own king explode; a king is in check if the enemy could let it explode alone.
//!
//! wKg2 Rd4 Sc5, bKh7 Sd6 Qe7 Pd7: Rd4*d6 leaves wKg2, bKh7 Pd7.

use crate::board::Squares;
use crate::position::{Ledger, Walk};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rule::{Intent, Needs, Rule};

/// Atomic chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Atomic;

impl Rule for Atomic {
    fn needs(&self) -> Needs {
        Needs { endangers: true, forbids: true, capturers_vanish: true, ..Needs::default() }
    }

    fn permits<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> bool {
        !intent.mover.royal
    }

    fn takes_along<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some(centre) = deed.at.filter(|_| deed.victim.is_some()) else { return Outcome::Done };
        let pawns = deed.position.walk(Walk::Pawn) | deed.position.walk(Walk::ReversedPawn);
        let around = deed.geometry().king[centre.index()] & deed.position.occupied() & !pawns;
        for square in around.with(centre).iter() {
            deed.remove(square);
        }
        Outcome::Done
    }
}
