//! The rules in force, asked one by one.

use kirke::rules::Condition;
use kirke::rules::rebirth::{
    CapturerReborn, Home, OnOccupied, Rebirth, RelevantCapture, Royals, VictimReborn,
};
use kirke::rules::transformation::{Breton, Einstein, Ghost, Kobul, Pad, Snek, VictimsWalk};

/// The rules in force.
#[derive(Clone, PartialEq, Debug)]
pub struct ActiveRules(pub Vec<Condition>);

/// The parameters of a rule, if it is in force.
macro_rules! asked {
    ($($name:ident: $rule:ident as $kind:ty;)*) => {
        impl ActiveRules {
            $(pub fn $name(&self) -> Option<$kind> {
                self.0.iter().find_map(|law| match law {
                    Condition::$rule(rule) => Some(*rule),
                    _ => None,
                })
            })*
        }
    };
}

asked! {
    breton: Breton as Breton;
    einstein: Einstein as Einstein;
    ghost: Ghost as Ghost;
    kobul: Kobul as Kobul;
    pad: Pad as Pad;
    snek: Snek as Snek;
    victims_walk: VictimsWalk as VictimsWalk;
}

impl ActiveRules {
    pub fn has(&self, is: impl Fn(&Condition) -> bool) -> bool {
        self.0.iter().any(is)
    }

    /// Rebirth of captured men.
    pub fn circe(&self) -> Option<Rebirth> {
        self.0.iter().find_map(|law| match law {
            Condition::Circe(VictimReborn(rebirth)) => Some(*rebirth),
            _ => None,
        })
    }

    /// Rebirth of capturers.
    pub fn anticirce(&self) -> Option<Rebirth> {
        self.0.iter().find_map(|law| match law {
            Condition::Anticirce(CapturerReborn(rebirth)) => Some(*rebirth),
            _ => None,
        })
    }

    pub fn series_capture(&self) -> bool {
        self.has(|law| matches!(law, Condition::SeriesCapture(_)))
    }

    /// Are kings men like others?
    pub fn kingless(&self) -> bool {
        self.has(|law| matches!(law, Condition::Losing(_)))
    }

    /// Do pawns on their own first rank step and capture?
    pub fn first_rank_pawns_move(&self) -> bool {
        let parrain = |rebirth: &Rebirth| {
            rebirth.relevant_capture == RelevantCapture::LastMove && rebirth.home == Home::Equipollent
        };
        let births = self.circe().into_iter().chain(self.anticirce());
        self.einstein().is_some()
            || self.has(|law| matches!(law, Condition::NormalPawn(_)))
            || births.into_iter().any(|rebirth| parrain(&rebirth) || rebirth.home == Home::Cage)
    }

    /// The rank on which pawns promote, counted from their own first, if they do.
    pub fn promotion_rank(&self) -> Option<i32> {
        match () {
            () if self.einstein().is_some() => None,
            () if self.has(|law| matches!(law, Condition::Glasgow(_))) => Some(6),
            () => Some(7),
        }
    }

    /// Is it to be known who has promoted?
    pub fn marks_promoted(&self) -> bool {
        self.has(|law| {
            matches!(law, Condition::Crazyhouse(_)) || law.rebirth().is_some_and(|rebirth| rebirth.frischauf)
        })
    }

    /// Can a capture remove a royal man whom it does not capture?
    pub fn can_remove_other_royals(&self) -> bool {
        let births = self.circe().into_iter().chain(self.anticirce());
        self.has(|law| matches!(law, Condition::Atomic(_) | Condition::Breton(_)))
            || births
                .into_iter()
                .any(|rebirth| !matches!(rebirth.on_occupied, OnOccupied::Relaxed | OnOccupied::Strict))
    }
}

/// Is a royal man included?
pub fn included(royals: Royals) -> bool {
    royals == Royals::Inclusive
}

impl ActiveRules {
    /// The names of the rules.
    pub fn names(&self) -> String {
        self.0.iter().map(|law| law.to_string()).collect::<Vec<_>>().join(" + ")
    }
}
