//! Bicaptures: own men can be captured like enemies, except for the own king.
//!
//! wKg2 Rd4 Sa4, bKh7 Sd6: Rd4*a4 is legal, and so is Rd4*d6.

use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Own men can be captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bicaptures;

impl Rule for Bicaptures {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { captures_own_men: true, ..RuleFlags::default() }
    }
}
