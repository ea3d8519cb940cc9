//! The rules in force, with a query for each.

use kirke::position::Walk;
use kirke::rules::Condition;
use kirke::rules::rebirth::{
    CapturerReborn, Home, OnOccupied, Rebirth, RelevantCapture, Royals, VictimReborn,
};
use kirke::rules::transformation::{
    Breton, Einstein, Ghost, Kobul, Masand, Pad, Sentinels, Snek, VictimsWalk,
};

/// The rules in force.
#[derive(Clone, PartialEq, Debug)]
pub struct ActiveRules {
    pub conditions: Vec<Condition>,
    /// The walks of fairy chess to which pawns promote, too, unless it is the dummy.
    pub fairy_walks: Vec<Walk>,
}

/// Defines a query for the parameters of a rule, if it is in force.
macro_rules! asked {
    ($($name:ident: $rule:ident as $kind:ty;)*) => {
        impl ActiveRules {
            $(pub fn $name(&self) -> Option<$kind> {
                self.conditions.iter().find_map(|law| match law {
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
    masand: Masand as Masand;
    pad: Pad as Pad;
    sentinels: Sentinels as Sentinels;
    snek: Snek as Snek;
    victims_walk: VictimsWalk as VictimsWalk;
}

impl ActiveRules {
    pub fn has(&self, is: impl Fn(&Condition) -> bool) -> bool {
        self.conditions.iter().any(is)
    }

    /// Returns the rebirth of captured men.
    pub fn circe(&self) -> Option<Rebirth> {
        self.conditions.iter().find_map(|law| match law {
            Condition::Circe(VictimReborn(rebirth)) => Some(*rebirth),
            _ => None,
        })
    }

    /// Returns the rebirth of capturers.
    pub fn anticirce(&self) -> Option<Rebirth> {
        self.conditions.iter().find_map(|law| match law {
            Condition::Anticirce(CapturerReborn(rebirth)) => Some(*rebirth),
            _ => None,
        })
    }

    pub fn series_capture(&self) -> bool {
        self.has(|law| matches!(law, Condition::SeriesCapture(_)))
    }

    /// Returns whether kings are ordinary men.
    pub fn kingless(&self) -> bool {
        self.has(|law| matches!(law, Condition::Losing(_)))
    }

    /// Returns whether pawns on their own first rank step and capture.
    pub fn first_rank_pawns_move(&self) -> bool {
        let parrain = |rebirth: &Rebirth| {
            rebirth.relevant_capture == RelevantCapture::LastMove && rebirth.home == Home::Equipollent
        };
        let rebirths = self.circe().into_iter().chain(self.anticirce());
        self.einstein().is_some()
            || self.has(|law| matches!(law, Condition::NormalPawn(_)))
            || rebirths.into_iter().any(|rebirth| parrain(&rebirth) || rebirth.home == Home::Cage)
    }

    /// Returns the rank on which pawns promote, counted from their own first; `None` if they do not promote.
    pub fn promotion_rank(&self) -> Option<i32> {
        match () {
            () if self.einstein().is_some() => None,
            () if self.has(|law| matches!(law, Condition::Glasgow(_))) => Some(6),
            () => Some(7),
        }
    }

    /// Returns whether the position records which men have promoted.
    pub fn marks_promoted(&self) -> bool {
        self.has(|law| {
            matches!(law, Condition::Crazyhouse(_)) || law.rebirth().is_some_and(|rebirth| rebirth.frischauf)
        })
    }

    /// Returns whether a capture can remove a royal man other than the captured man.
    pub fn can_remove_other_royals(&self) -> bool {
        let rebirths = self.circe().into_iter().chain(self.anticirce());
        self.has(|law| matches!(law, Condition::Atomic(_) | Condition::Breton(_)))
            || rebirths
                .into_iter()
                .any(|rebirth| !matches!(rebirth.on_occupied, OnOccupied::Relaxed | OnOccupied::Strict))
    }
}

/// Returns whether royal men are included.
pub fn included(royals: Royals) -> bool {
    royals == Royals::Inclusive
}

impl ActiveRules {
    /// Returns the names of the rules.
    pub fn names(&self) -> String {
        self.conditions.iter().map(|law| law.to_string()).collect::<Vec<_>>().join(" + ")
    }
}
