//! Norsk Sjakk: a man captures only men of its own walk, a king none. Every man that moves
//! then changes, queen and knight into each other, rook and bishop likewise, the castling
//! rook too; kings, pawns and a man that has just promoted do not. Any attack on a king is
//! a check.

use crate::position::{Ledger, Walk};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rule::{Aftermath, Intent, Needs, Rule};

/// Norsk Sjakk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Norsk;

fn other(walk: Walk) -> Walk {
    match walk {
        Walk::Queen => Walk::Knight,
        Walk::Knight => Walk::Queen,
        Walk::Rook => Walk::Bishop,
        Walk::Bishop => Walk::Rook,
        walk => walk,
    }
}

impl Rule for Norsk {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn needs(&self) -> Needs {
        Needs { quiet: true, forbids: true, ..Needs::default() }
    }

    fn permits<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> bool {
        !intent.mover.royal && intent.mover.walk == intent.victim.man.walk
    }

    fn binds_royal_captures(&self) -> bool {
        false
    }

    fn retypes<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        if let Some((man, _)) = deed.capturer().filter(|(man, _)| man.walk == deed.mover.walk) {
            deed.retype_mover(other(man.walk));
        }
        if let Some(at) = deed.castled_rook() {
            deed.retype(at, other(Walk::Rook), true);
        }
        Outcome::Done
    }
}
