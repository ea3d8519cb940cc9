//! Rebirth squares that are only looked at: Immun chess and Geneva chess.
//!
//! Immun chess: a man can be captured only if its rebirth square is empty after the
//! capture; nobody is reborn. With wKg2 Rd4 against bKh7 Sd6 Bb8, Rd4*d6 is illegal:
//! the knight's home b8 is occupied.
//!
//! Geneva chess: a man captures only if its own rebirth square is empty and is not the
//! square it comes from; of several homes the one of the colour of that square counts,
//! and a pawn that promotes has a pawn's home. The square where it arrives is occupied, by
//! itself. With wKg2 Rd4 Sa1 against bKh7 Sd6, Rd4*d6 is illegal.
//!
//! Kings are exempt in both unless they are included; an attacked king is in check only
//! if the capture were legal.

use super::{Rebirth, Royals};
use crate::position::Ledger;
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// A man can be captured only if its rebirth square is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Immun(pub Rebirth);

/// A man captures only if its rebirth square is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Geneva(pub Rebirth);

impl Rule for Immun {
    fn tally(&self) -> Option<Tally> {
        Some(Tally::FORBIDS)
    }

    fn aftermath(&self) -> Aftermath {
        match self.0.royals {
            Royals::Exclusive => Aftermath::NothingForRoyals,
            _ => Aftermath::Anything,
        }
    }

    fn needs(&self) -> Needs {
        self.0.needs()
    }

    fn allows<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        if self.0.victim_is_homeless(deed) { Outcome::Forbidden } else { Outcome::Done }
    }
}

impl Rule for Geneva {
    fn tally(&self) -> Option<Tally> {
        Some(Tally::FORBIDS)
    }

    fn needs(&self) -> Needs {
        self.0.needs()
    }

    fn allows<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        if self.0.capturer_is_homeless(deed) { Outcome::Forbidden } else { Outcome::Done }
    }
}
