//! Bicaptures: own men can be captured as enemies can, all but the own king.
//!
//! wKg2 Rd4 Sa4, bKh7 Sd6: Rd4*a4 is legal, and so is Rd4*d6.

use crate::rules::rule::{Aftermath, Needs, Rule};

/// Own men can be captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bicaptures;

impl Rule for Bicaptures {
    fn aftermath(&self) -> Aftermath {
        Aftermath::Nothing
    }

    fn needs(&self) -> Needs {
        Needs { own_men: true, ..Needs::default() }
    }
}
