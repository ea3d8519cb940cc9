//! Where men can come by rebirth, whatever else the position is: what a bound on play may
//! reckon with.

use super::home::HomeCandidates;
use super::transform::{SquareTransform, WalkChange};
use super::{CapturerReborn, Home, Marscirce, OnOccupied, Rebirth, RelevantCapture, Royals, VictimReborn};
use crate::board::{Square, Squares};
use crate::position::{Man, Position, Side, Walk};
use crate::rules::condition::Condition;
use crate::rules::fast::circe::array::rebirth_square;
use crate::rules::game_view::GameView;
use crate::rules::movement::TakeAndMake;

/// Who comes to other squares than its walk leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RebirthKind {
    /// Nobody.
    NoRebirth,
    /// Captured men other than kings.
    Victims(Rebirth),
    /// Capturers, kings perhaps among them.
    Capturers(Rebirth),
    /// Capturers before they capture: they do so from their rebirth squares.
    FromHome(Rebirth),
    /// Capturers, who go on by the same move as the captured man could without capturing.
    TakeAndMake,
}

impl RebirthKind {
    /// Does nobody come to other squares?
    // Asked at every step of a search, where a comparison of all parameters would not be inlined.
    #[inline]
    pub fn is_no_rebirth(&self) -> bool {
        matches!(self, RebirthKind::NoRebirth)
    }

    /// What a condition does, if that is all that it does: captured men of the same walk and side come
    /// back at once, or not at all, and nobody else is concerned but who stands where they come back.
    pub fn from_condition(condition: Condition) -> Option<RebirthKind> {
        let reborn = match condition {
            Condition::Circe(VictimReborn(rebirth)) if rebirth.royals == Royals::Exclusive => {
                RebirthKind::Victims(rebirth)
            }
            Condition::Anticirce(CapturerReborn(rebirth)) if !rebirth.is_assassin() => {
                RebirthKind::Capturers(rebirth)
            }
            Condition::Marscirce(Marscirce(rebirth))
                if rebirth.has_fixed_squares() && !rebirth.is_assassin() =>
            {
                RebirthKind::FromHome(rebirth)
            }
            Condition::TakeAndMake(TakeAndMake { absolute: false }) => return Some(RebirthKind::TakeAndMake),
            _ => return None,
        };
        condition.rebirth().filter(Rebirth::is_simple).map(|_| reborn)
    }
}

impl Rebirth {
    /// Does it do nothing but lead one man, as he is, to a square of the board?
    fn is_simple(&self) -> bool {
        self.relevant_capture == RelevantCapture::ThisMove
            && !self.partner_decides
            && self.walk_change == WalkChange::None
            && !self.turncoat
            && !self.frischauf
            && self.april.is_none()
            && match self.on_occupied {
                OnOccupied::Relaxed | OnOccupied::Strict => true,
                // Anybody might disappear if men came back anywhere.
                OnOccupied::Assassin => self.has_fixed_squares(),
                _ => false,
            }
            // Cages change the paths of pawns, diagrams the men's marks.
            && !matches!(self.home, Home::Cage | Home::Diagram)
    }

    /// Does whoever is reborn take the place of who stands there?
    pub fn is_assassin(&self) -> bool {
        self.on_occupied == OnOccupied::Assassin
    }

    /// May whoever moves choose among many squares where the man is reborn?
    pub fn is_super(&self) -> bool {
        self.home == Home::Super
    }

    /// Is the captured man reborn on the square that the capturer left?
    pub fn is_pwc(&self) -> bool {
        self.home == Home::Departure && self.transform == SquareTransform::None && !self.mirrored
    }

    /// Do the squares of rebirth hang on nothing but the man and the square of the capture?
    pub(super) fn has_fixed_squares(&self) -> bool {
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
    pub fn return_squares<F: GameView>(
        &self,
        game: &F,
        walk: Walk,
        side: Side,
        at: Square,
    ) -> Option<F::Set> {
        let told = self.has_fixed_squares() || self.home == Home::CaptureSquare;
        // Its partner's kind, or its own past, may lead it elsewhere.
        if !told || self.partner_decides || self.walk_change != WalkChange::None || self.frischauf {
            return None;
        }
        self.single_square(game, walk, side, at)
    }

    /// Where a man of this walk and side is reborn that captures, or is captured, on a square;
    /// none if that can be anywhere.
    #[inline]
    pub fn rebirth_squares<F: GameView>(
        &self,
        game: &F,
        walk: Walk,
        side: Side,
        at: Square,
    ) -> Option<F::Set> {
        if !self.has_fixed_squares() || self.frischauf {
            return None;
        }
        // The simplest is asked for at every look at a position.
        if self.home == Home::Array && self.transform == SquareTransform::None {
            let side = if self.mirrored { side.other() } else { side };
            let home = rebirth_square(game.geometry(), walk, side, at);
            return Some(home.map_or(F::Set::EMPTY, F::Set::of));
        }
        self.single_square(game, walk, side, at)
    }

    /// As [`places`](Self::places), where the rebirth square hangs on nothing else.
    fn single_square<F: GameView>(&self, game: &F, walk: Walk, side: Side, at: Square) -> Option<F::Set> {
        let empty = Position::empty(side);
        match self.candidates(&self.query_at(game, &empty, (Man::new(side, walk), side), at)) {
            HomeCandidates::One(square) => Some(F::Set::of(square)),
            HomeCandidates::None | HomeCandidates::OffBoard => Some(F::Set::EMPTY),
            HomeCandidates::Any(_) | HomeCandidates::Must(_) | HomeCandidates::Cages(..) => None,
        }
    }
}
