//! The parameters of the compiled-in rules of the Circe family, and the conditions that have them.

use crate::rules::condition::Condition;
use crate::rules::rebirth::{self, CapturerReborn, Home, Rebirth, VictimReborn};

/// The parameters of the commonest rules of the Circe family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circe {
    /// Which man is reborn, and where.
    pub form: CirceForm,
    /// Whether the rebirth square is that of a man of the other side.
    pub mirrored: bool,
    /// What happens if the rebirth square is occupied.
    pub on_occupied: CirceOccupied,
    /// Whether royal men are reborn.
    pub royals: Royals,
}

/// Which man is reborn, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CirceForm {
    /// The captured man, on its square in the game array.
    Circe,
    /// The captured man, on the departure square of the capturer.
    Pwc,
    /// The captured man, as far from the square of the capture, and in the same direction, as the capturer has moved.
    Equipollent,
    /// Anticirce of the type Calvet: the capturer, on its square in the game array, also if it captures there.
    Calvet,
    /// Anticirce of the type Cheylan: the capturer, on its square in the game array. A capture on that square is
    /// illegal.
    Cheylan,
}

/// What happens if the rebirth square is occupied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CirceOccupied {
    /// The captured man disappears.
    Relaxed,
    /// The capture is illegal.
    Strict,
    /// The man on the rebirth square disappears, and the captured man is reborn.
    Assassin,
}

/// Whether royal men are reborn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Royals {
    /// Royal men are not reborn: an attacked king is in check.
    Exclusive,
    /// Royal men are reborn: a king is in check only if it could not be reborn.
    Inclusive,
}

impl CirceForm {
    /// Returns whether the capturer is reborn.
    pub(super) fn is_capturer_reborn(self) -> bool {
        matches!(self, CirceForm::Calvet | CirceForm::Cheylan)
    }

    /// Returns whether the rebirth square of the captured man depends on the move of the capturer. It can be a promotion
    /// square then.
    pub(super) fn depends_on_move(self) -> bool {
        matches!(self, CirceForm::Pwc | CirceForm::Equipollent)
    }
}

impl Circe {
    /// Circe without further parameters.
    pub const PLAIN: Circe = Circe {
        form: CirceForm::Circe,
        mirrored: false,
        on_occupied: CirceOccupied::Relaxed,
        royals: Royals::Exclusive,
    };

    /// PWC.
    pub const PWC: Circe = Circe { form: CirceForm::Pwc, ..Circe::PLAIN };

    /// Equipollents Circe.
    pub const EQUIPOLLENTS: Circe = Circe { form: CirceForm::Equipollent, ..Circe::PLAIN };

    /// Anticirce without further parameters.
    pub const ANTI: Circe = Circe {
        form: CirceForm::Calvet,
        on_occupied: CirceOccupied::Strict,
        royals: Royals::Inclusive,
        ..Circe::PLAIN
    };

    /// Returns the parameters of the condition, if it is one of these rules and has no other parameters.
    pub fn from_condition(condition: Condition) -> Option<Circe> {
        let (Condition::Circe(VictimReborn(rebirth)) | Condition::Anticirce(CapturerReborn(rebirth))) =
            condition
        else {
            return None;
        };
        let form = match rebirth.home {
            _ if condition.is_anticirce() && rebirth.cheylan => CirceForm::Cheylan,
            _ if condition.is_anticirce() => CirceForm::Calvet,
            Home::Departure => CirceForm::Pwc,
            Home::Equipollent => CirceForm::Equipollent,
            _ => CirceForm::Circe,
        };
        let occupied = match rebirth.on_occupied {
            rebirth::OnOccupied::Relaxed => CirceOccupied::Relaxed,
            rebirth::OnOccupied::Strict => CirceOccupied::Strict,
            rebirth::OnOccupied::Assassin => CirceOccupied::Assassin,
            rebirth::OnOccupied::Volcanic
            | rebirth::OnOccupied::Parachute
            | rebirth::OnOccupied::Pongracz => {
                return None;
            }
        };
        let circe = Circe { form, mirrored: rebirth.mirrored, on_occupied: occupied, royals: rebirth.royals };
        let is_supported = match form {
            CirceForm::Circe => true,
            CirceForm::Pwc | CirceForm::Equipollent => circe == Circe { form, ..Circe::PLAIN },
            CirceForm::Calvet | CirceForm::Cheylan => occupied == CirceOccupied::Strict,
        };
        (is_supported && circe.condition() == condition).then_some(circe)
    }

    /// Returns the rule as a condition.
    pub fn condition(self) -> Condition {
        if self.form.is_capturer_reborn() {
            Condition::Anticirce(CapturerReborn(self.rebirth()))
        } else {
            Condition::Circe(VictimReborn(self.rebirth()))
        }
    }

    /// Returns all parameters of the rebirth.
    pub fn rebirth(self) -> Rebirth {
        let occupied = match self.on_occupied {
            CirceOccupied::Relaxed => rebirth::OnOccupied::Relaxed,
            CirceOccupied::Strict => rebirth::OnOccupied::Strict,
            CirceOccupied::Assassin => rebirth::OnOccupied::Assassin,
        };
        let home = match self.form {
            CirceForm::Pwc => Home::Departure,
            CirceForm::Equipollent => Home::Equipollent,
            CirceForm::Circe | CirceForm::Calvet | CirceForm::Cheylan => Home::Array,
        };
        Rebirth {
            home,
            mirrored: self.mirrored,
            on_occupied: occupied,
            cheylan: self.form == CirceForm::Cheylan,
            royals: self.royals,
            ..Rebirth::CIRCE
        }
    }
}
