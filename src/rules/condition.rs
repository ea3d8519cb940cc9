//! A condition of a problem: a rule of the table with its parameters.

use std::fmt;

use super::change::{Andernach, Einstein, Tibet};
use super::deed::Deed;
use super::field::Field;
use super::hooks::Outcome;
use super::rebirth::{CapturerReborn, Rebirth, VictimReborn};
use super::rule::{Intent, Needs, Rule};
use super::table;
use super::veto::{Guards, NoCapture, Patrol};
use crate::board::Square;
use crate::position::{Ledger, Position};

macro_rules! conditions {
    ($($(#[$doc:meta])* $name:ident($rule:ty);)*) => {
        /// A rule beside orthodox chess, as a problem states it.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Condition {
            $($(#[$doc])* $name($rule),)*
        }

        impl Rule for Condition {
            fn needs(&self) -> Needs {
                match self { $(Condition::$name(rule) => rule.needs(),)* }
            }

            fn origins<F: Field<Memory = Ledger>>(
                &self,
                field: &F,
                position: &Position<F::Set, Ledger>,
                from: Square,
                capture: bool,
            ) -> Option<F::Set> {
                match self { $(Condition::$name(rule) => rule.origins(field, position, from, capture),)* }
            }

            fn permits<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> bool {
                match self { $(Condition::$name(rule) => rule.permits(intent),)* }
            }

            fn binds_royal_captures(&self) -> bool {
                match self { $(Condition::$name(rule) => rule.binds_royal_captures(),)* }
            }

            fn retypes<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
                match self { $(Condition::$name(rule) => rule.retypes(deed),)* }
            }

            fn concerns_others<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
                match self { $(Condition::$name(rule) => rule.concerns_others(deed),)* }
            }

            fn bears_capturer<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
                match self { $(Condition::$name(rule) => rule.bears_capturer(deed),)* }
            }

            fn recolours<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
                match self { $(Condition::$name(rule) => rule.recolours(deed),)* }
            }

            fn bears_victim<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
                match self { $(Condition::$name(rule) => rule.bears_victim(deed),)* }
            }
        }
    };
}

conditions! {
    /// A captured man is reborn.
    Circe(VictimReborn);
    /// The capturer is reborn.
    Anticirce(CapturerReborn);
    /// Men change sides.
    Andernach(Andernach);
    /// Men change sides that capture men of another walk.
    Tibet(Tibet);
    /// Men change their walk.
    Einstein(Einstein);
    /// Captures are forbidden.
    NoCapture(NoCapture);
    /// Capturers must be observed, or must not be.
    Patrol(Patrol);
    /// Guarded men cannot be captured, or only they can.
    Guards(Guards);
}

impl Condition {
    /// The parameters of rebirth, if it is a rule by which men are reborn.
    pub fn rebirth(self) -> Option<Rebirth> {
        match self {
            Condition::Circe(VictimReborn(rebirth)) | Condition::Anticirce(CapturerReborn(rebirth)) => {
                Some(rebirth)
            }
            _ => None,
        }
    }

    /// The same rule with other parameters of rebirth.
    pub fn with_rebirth(self, rebirth: Rebirth) -> Condition {
        match self {
            Condition::Circe(_) => Condition::Circe(VictimReborn(rebirth)),
            Condition::Anticirce(_) => Condition::Anticirce(CapturerReborn(rebirth)),
            other => other,
        }
    }

    /// Can the two rules not be in force together? So two forms of one rule.
    pub fn excludes(self, other: Condition) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// Is it a rule by which capturers are reborn?
    pub fn bears_capturers(self) -> bool {
        matches!(self, Condition::Anticirce(_))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&table::words(*self))
    }
}
