//! The squares that men can reach by rebirth in any position, for the lower bounds of the search.

use super::home::HomeCandidates;
use super::transform::{SquareTransform, WalkChange};
use super::{CapturerReborn, Home, Marscirce, OnOccupied, Rebirth, RelevantCapture, Royals, VictimReborn};
use crate::board::{Geometry, Square, Squares};
use crate::position::{Man, ManFlags, Position, Side, Walk};
use crate::rules::condition::Condition;
use crate::rules::fast::circe::array::rebirth_square;
use crate::rules::game_view::GameView;
use crate::rules::movement::TakeAndMake;
use crate::rules::rule::CaptureQuery;

/// The men that a capture moves to other squares than by their walks, in a form that the lower bounds
/// understand. Rules that have no such form are not supported by them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relocation {
    /// No man does.
    Never,
    /// Captured men other than kings.
    Victims(Rebirth),
    /// Capturers, possibly kings.
    Capturers(Rebirth),
    /// Capturers before the capture: they capture from their rebirth squares.
    FromHome(Rebirth),
    /// Capturers, which continue by the same move as the captured man could without capturing.
    TakeAndMake,
}

impl Relocation {
    /// Returns whether no man reaches other squares.
    // Called at every step of the search, where a comparison of all parameters would not be inlined.
    #[inline]
    pub fn is_never(&self) -> bool {
        matches!(self, Relocation::Never)
    }

    /// Returns the effect of a condition if it has no other: men with unchanged walk and side are reborn
    /// at once, or not at all, and no other man is affected except the one on the rebirth square.
    pub fn from_condition(condition: Condition) -> Option<Relocation> {
        let kind = match condition {
            Condition::Circe(VictimReborn(rebirth)) if rebirth.royals == Royals::Exclusive => {
                Relocation::Victims(rebirth)
            }
            Condition::Anticirce(CapturerReborn(rebirth)) if !rebirth.is_assassin() => {
                Relocation::Capturers(rebirth)
            }
            Condition::Marscirce(Marscirce(rebirth))
                if rebirth.has_fixed_squares() && !rebirth.is_assassin() =>
            {
                Relocation::FromHome(rebirth)
            }
            Condition::TakeAndMake(TakeAndMake { absolute: false }) => return Some(Relocation::TakeAndMake),
            _ => return None,
        };
        condition.rebirth().filter(Rebirth::is_simple).map(|_| kind)
    }
}

impl Rebirth {
    /// Returns whether a rebirth only moves one man, unchanged, to a square of the board.
    fn is_simple(&self) -> bool {
        self.relevant_capture == RelevantCapture::ThisMove
            && !self.partner_decides
            && self.walk_change == WalkChange::None
            && !self.turncoat
            && !self.frischauf
            && self.april.is_none()
            && match self.on_occupied {
                OnOccupied::Relaxed | OnOccupied::Strict => true,
                // If men were reborn on any square, any man could disappear.
                OnOccupied::Assassin => self.has_fixed_squares(),
                _ => false,
            }
            // Cages change the moves of pawns, diagram squares the flags of men.
            && !matches!(self.home, Home::Cage | Home::DiagramSquare)
    }

    /// Returns whether the reborn man removes the man on its rebirth square.
    pub fn is_assassin(&self) -> bool {
        self.on_occupied == OnOccupied::Assassin
    }

    /// Returns whether the mover chooses the rebirth square among many.
    pub fn is_super(&self) -> bool {
        self.home == Home::Super
    }

    /// Returns whether the rebirth square is the departure square of the capturer.
    pub fn is_pwc(&self) -> bool {
        self.home == Home::Departure && self.transform == SquareTransform::None && !self.mirrored
    }

    /// Returns whether the rebirth squares depend only on the man and the capture square.
    pub(super) fn has_fixed_squares(&self) -> bool {
        matches!(
            self.home,
            Home::Array
                | Home::File
                | Home::Rank
                | Home::PointSymmetry
                | Home::VerticalSymmetry
                | Home::HorizontalSymmetry
                | Home::Antipodes
        )
    }

    /// Returns the squares on which a captured man of this walk and side is reborn, at once or later;
    /// `None` if it can be any square.
    pub fn return_squares<S: Squares>(
        &self,
        geometry: &Geometry<S>,
        walk: Walk,
        side: Side,
        at: Square,
    ) -> Option<S> {
        let is_known = self.has_fixed_squares() || self.home == Home::CaptureSquare;
        // The walk of the partner, or flags of the man, may lead to another square.
        if !is_known || self.partner_decides || self.walk_change != WalkChange::None || self.frischauf {
            return None;
        }
        self.single_square(geometry, walk, side, at)
    }

    /// Returns the squares on which a man of this walk and side is reborn that captures, or is captured,
    /// on `at`; `None` if it can be any square.
    #[inline]
    pub fn rebirth_squares<S: Squares>(
        &self,
        geometry: &Geometry<S>,
        walk: Walk,
        side: Side,
        at: Square,
    ) -> Option<S> {
        if !self.has_fixed_squares() || self.frischauf {
            return None;
        }
        // The simplest case is needed at every test of a position.
        if self.home == Home::Array && self.transform == SquareTransform::None {
            let side = if self.mirrored { side.other() } else { side };
            let home = rebirth_square(geometry, walk, side, at);
            return Some(home.map_or(S::EMPTY, S::of));
        }
        self.single_square(geometry, walk, side, at)
    }

    /// As [`rebirth_squares`](Self::rebirth_squares), if the square depends on nothing else.
    fn single_square<S: Squares>(
        &self,
        geometry: &Geometry<S>,
        walk: Walk,
        side: Side,
        at: Square,
    ) -> Option<S> {
        let (board, empty) = (EmptyBoard(geometry), Position::empty(side));
        match self.candidates(&self.query_at(&board, &empty, (Man::new(side, walk), side), at)) {
            HomeCandidates::One(square) => Some(S::of(square)),
            HomeCandidates::None | HomeCandidates::OffBoard => Some(S::EMPTY),
            HomeCandidates::Any(_) | HomeCandidates::Must(_) | HomeCandidates::Cages(..) => None,
        }
    }
}

/// The view of an empty board, for rebirth squares that depend on the geometry alone.
struct EmptyBoard<'a, S>(&'a Geometry<S>);

impl<S: Squares> GameView for EmptyBoard<'_, S> {
    type Set = S;
    type State = ();

    fn geometry(&self) -> &Geometry<S> {
        self.0
    }

    fn attackers(&self, _: &Position<S>, _: Square, _: Side) -> S {
        S::EMPTY
    }

    fn observers(&self, _: &Position<S>, _: Square, _: Side) -> S {
        S::EMPTY
    }

    fn en_passant_capturers(&self, _: &Position<S>, _: Side) -> S {
        S::EMPTY
    }

    fn attacked_from(&self, _: &Position<S>, _: Square, _: Side) -> S {
        S::EMPTY
    }

    fn capture_targets(&self, _: &Position<S>, _: Square) -> S {
        S::EMPTY
    }

    fn could_capture(&self, _: &CaptureQuery<'_, Self>, _: Square) -> bool {
        false
    }

    fn quiet_targets(&self, _: Walk, _: Side, _: Square, _: S) -> S {
        S::EMPTY
    }

    fn attacks_of(&self, _: Walk, _: Side, _: Square, _: S) -> S {
        S::EMPTY
    }

    fn can_kings_be_reborn(&self) -> bool {
        false
    }

    fn promotions(&self, _: Walk) -> &'static [Walk] {
        &[]
    }

    fn promotion_marks(&self, _: Walk) -> &[ManFlags] {
        &[]
    }

    fn gives_check(&self, _: &Position<S>, _: Square, _: Side) -> bool {
        false
    }

    fn movable_men(&self, _: &Position<S>) -> S {
        S::EMPTY
    }

    fn promotion_rank(&self, _: Walk, _: Side) -> S {
        S::EMPTY
    }

    fn quiet_moves_are_unrestricted(&self, _: &Position<S>, _: Side) -> bool {
        false
    }

    fn has_quiet_move(&self, _: &Position<S>, _: Square, _: Side) -> bool {
        false
    }
}
