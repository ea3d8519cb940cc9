//! Where men can come by rebirth, whatever else the position is: what a bound on play may
//! reckon with.

use super::home::Homes;
use super::transform::{Adapt, WalkChange};
use super::{CapturerReborn, Home, Marscirce, Occupied, Rebirth, Royals, VictimReborn, When};
use crate::board::{Square, Squares};
use crate::position::{Man, Position, Side, Walk};
use crate::rules::condition::Condition;
use crate::rules::fast::circe::array::rebirth_square;
use crate::rules::game_view::Field;
use crate::rules::movement::TakeAndMake;

/// Who comes to other squares than its walk leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reborn {
    /// Nobody.
    Nobody,
    /// Captured men other than kings.
    Victims(Rebirth),
    /// Capturers, kings perhaps among them.
    Capturers(Rebirth),
    /// Capturers before they capture: they do so from their rebirth squares.
    FromHome(Rebirth),
    /// Capturers, who go on by the same move as the captured man could without capturing.
    Onward,
}

impl Reborn {
    /// Does nobody come to other squares?
    // Asked at every step of a search, where a comparison of all parameters would not be inlined.
    #[inline]
    pub fn is_nobody(&self) -> bool {
        matches!(self, Reborn::Nobody)
    }

    /// What a condition does, if that is all that it does: captured men of the same walk and side come
    /// back at once, or not at all, and nobody else is concerned but who stands where they come back.
    pub fn by(condition: Condition) -> Option<Reborn> {
        let reborn = match condition {
            Condition::Circe(VictimReborn(rebirth)) if rebirth.royals == Royals::Exclusive => {
                Reborn::Victims(rebirth)
            }
            Condition::Anticirce(CapturerReborn(rebirth)) if !rebirth.displaces() => {
                Reborn::Capturers(rebirth)
            }
            Condition::Marscirce(Marscirce(rebirth)) if rebirth.has_places() && !rebirth.displaces() => {
                Reborn::FromHome(rebirth)
            }
            Condition::TakeAndMake(TakeAndMake { absolute: false }) => return Some(Reborn::Onward),
            _ => return None,
        };
        condition.rebirth().filter(Rebirth::is_simple).map(|_| reborn)
    }
}

impl Rebirth {
    /// Does it do nothing but lead one man, as he is, to a square of the board?
    fn is_simple(&self) -> bool {
        self.when == When::ThisMove
            && !self.partner
            && self.walk == WalkChange::None
            && !self.turncoat
            && !self.frischauf
            && self.april.is_none()
            && match self.occupied {
                Occupied::Relaxed | Occupied::Strict => true,
                // Anybody might disappear if men came back anywhere.
                Occupied::Assassin => self.has_places(),
                _ => false,
            }
            // Cages change the paths of pawns, diagrams the men's marks.
            && !matches!(self.home, Home::Cage | Home::Diagram)
    }

    /// Does whoever is reborn take the place of who stands there?
    pub fn displaces(&self) -> bool {
        self.occupied == Occupied::Assassin
    }

    /// May whoever moves choose among many squares where the man is reborn?
    pub fn is_anywhere(&self) -> bool {
        self.home == Home::Super
    }

    /// Is the captured man reborn on the square that the capturer left?
    pub fn is_at_departure(&self) -> bool {
        self.home == Home::Departure && self.adapt == Adapt::None && !self.mirrored
    }

    /// Do the squares of rebirth hang on nothing but the man and the square of the capture?
    pub(super) fn has_places(&self) -> bool {
        matches!(
            self.home,
            Home::Array
                | Home::File
                | Home::Rank
                | Home::Symmetry
                | Home::VerticalSymmetry
                | Home::HorizontalSymmetry
                | Home::Antipodes
        )
    }

    /// Where a captured man of this walk and side comes back, at once or later; none if that can be
    /// anywhere.
    pub fn returns<F: Field>(&self, field: &F, walk: Walk, side: Side, at: Square) -> Option<F::Set> {
        let told = self.has_places() || self.home == Home::CaptureSquare;
        // Its partner's kind, or its own past, may lead it elsewhere.
        if !told || self.partner || self.walk != WalkChange::None || self.frischauf {
            return None;
        }
        self.one_place(field, walk, side, at)
    }

    /// Where a man of this walk and side is reborn that captures, or is captured, on a square;
    /// none if that can be anywhere.
    #[inline]
    pub fn places<F: Field>(&self, field: &F, walk: Walk, side: Side, at: Square) -> Option<F::Set> {
        if !self.has_places() || self.frischauf {
            return None;
        }
        // The simplest is asked for at every look at a position.
        if self.home == Home::Array && self.adapt == Adapt::None {
            let side = if self.mirrored { side.other() } else { side };
            let home = rebirth_square(field.geometry(), walk, side, at);
            return Some(home.map_or(F::Set::EMPTY, F::Set::of));
        }
        self.one_place(field, walk, side, at)
    }

    /// As [`places`](Self::places), where the rebirth square hangs on nothing else.
    fn one_place<F: Field>(&self, field: &F, walk: Walk, side: Side, at: Square) -> Option<F::Set> {
        let empty = Position::empty(side);
        match self.homes(&self.birth_at(field, &empty, (Man::new(side, walk), side), at)) {
            Homes::One(square) => Some(F::Set::of(square)),
            Homes::Nowhere | Homes::Off => Some(F::Set::EMPTY),
            Homes::Any(_) | Homes::Must(_) | Homes::Cages(..) => None,
        }
    }
}
