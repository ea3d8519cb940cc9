//! Losing chess: whoever can capture must. Kings are men like others, are captured like
//! them, and castle through attacks; pawns may become kings.
//!
//! wKg2 Rd4, bKd6: Rd4*d6 is White's only move.

use crate::position::Side;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Compulsion, Needs, Rule};

/// Captures are compulsory, and kings are men like others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Losing;

impl Rule for Losing {
    fn tally(&self) -> Option<Tally> {
        Some(Tally::FORBIDS)
    }

    fn aftermath(&self) -> Aftermath {
        Aftermath::Nothing
    }

    fn needs(&self) -> Needs {
        Needs { kingless: true, ..Needs::default() }
    }

    fn compulsion(&self, _: Side) -> Compulsion {
        Compulsion::Capture
    }
}
