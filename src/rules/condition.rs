//! A condition of a problem: a rule of the table with its parameters.

use std::fmt;

use super::circe::{Circe, Occupied, Royals};

/// A rule beside orthodox chess, as a problem states it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// A captured man is reborn.
    Circe(Circe),
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Circe(circe) => {
                f.write_str("Circe")?;
                match circe.occupied {
                    Occupied::Relaxed => {}
                    Occupied::Strict => f.write_str(" Strict")?,
                    Occupied::Assassin => f.write_str(" Assassin")?,
                }
                match circe.royals {
                    Royals::Exclusive => Ok(()),
                    Royals::Inclusive => f.write_str(" RexInclusive"),
                }
            }
        }
    }
}
