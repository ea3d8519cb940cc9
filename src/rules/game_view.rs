//! The game as a rule sees it.

use crate::board::{Geometry, Square, Squares};
use crate::position::{AnyRuleState, ManFlags, Position, Side, Walk};
use crate::rules::rule::CaptureQuery;

/// A game as a rule sees it: a board with men that move.
pub trait GameView {
    /// The sets of squares.
    type Set: Squares;
    /// The state of a position in addition to men and castling rights.
    type State: AnyRuleState;

    /// Returns the geometry of the board.
    fn geometry(&self) -> &Geometry<Self::Set>;

    /// Returns the men of `by` that attack a square by their walks, whether or not the rules permit the
    /// capture.
    fn attackers(&self, position: &Position<Self::Set, Self::State>, square: Square, by: Side) -> Self::Set;

    /// Returns the men of `by` that observe a square: those that attack it by their walks and that no rule prevents from
    /// observing.
    fn observers(&self, position: &Position<Self::Set, Self::State>, square: Square, by: Side) -> Self::Set;

    /// Returns whether a man of `by` [observes](Self::observers) a square.
    fn is_observed(&self, position: &Position<Self::Set, Self::State>, square: Square, by: Side) -> bool {
        !self.observers(position, square, by).is_empty()
    }

    /// Returns the men of `by` with a walk that [attack](Self::attackers) a square.
    fn attackers_of_walk(
        &self,
        position: &Position<Self::Set, Self::State>,
        square: Square,
        (walk, by): (Walk, Side),
    ) -> Self::Set {
        self.attackers(position, square, by) & position.walk(walk)
    }

    /// Returns the men of `by` that could capture the man of the last double step en passant by their walks, if `by` were to
    /// move.
    fn en_passant_capturers(&self, position: &Position<Self::Set, Self::State>, by: Side) -> Self::Set;

    /// Returns the squares that the man on a square, as a man of a side, attacks by its walk.
    fn attacked_from(&self, position: &Position<Self::Set, Self::State>, from: Square, by: Side)
    -> Self::Set;

    /// Returns the squares on which the man on a square, of the side to move, could capture a man by its
    /// walk.
    fn capture_targets(&self, position: &Position<Self::Set, Self::State>, from: Square) -> Self::Set;

    /// Returns whether the man on a square, of the side to move, which attacks the victim of a capture by its walk, could
    /// capture it as well, as far as the rules that do not count captures decide.
    fn could_capture(&self, query: &CaptureQuery<'_, Self>, from: Square) -> bool
    where
        Self: Sized;

    /// Returns whether the man on a square, of the side to move, could capture more than one man by its walk, or one man in
    /// more than one way: with several arrival squares. Promotions do not count.
    fn has_several_captures(&self, position: &Position<Self::Set, Self::State>, from: Square) -> bool {
        self.capture_targets(position, from).more_than_one()
    }

    /// Returns the squares to which a man of this walk and side could move from a square without
    /// capturing, if only the squares of `occupied` were occupied; double steps included.
    fn quiet_targets(&self, walk: Walk, side: Side, from: Square, occupied: Self::Set) -> Self::Set;

    /// Returns the squares to which the man of the side to move on a square could go without capturing if it were an enemy man
    /// with this walk; double steps included.
    fn quiet_targets_as_enemy(
        &self,
        position: &Position<Self::Set, Self::State>,
        walk: Walk,
        at: Square,
    ) -> Self::Set {
        self.quiet_targets(walk, position.to_move.other(), at, position.occupied().without(at))
    }

    /// Returns the squares that a man of this walk and side attacks from a square, if only the squares of
    /// `occupied` were occupied.
    fn attacks_of(&self, walk: Walk, side: Side, from: Square, occupied: Self::Set) -> Self::Set;

    /// Returns the squares that an orphan or a friend of this side attacks from a square with a walk that it borrows.
    fn attacks_of_borrower(&self, walk: Walk, side: Side, from: Square, occupied: Self::Set) -> Self::Set {
        self.attacks_of(walk, side, from, occupied)
    }

    /// Returns whether a captured king can be reborn.
    fn can_kings_be_reborn(&self) -> bool;

    /// Returns the walks to which a pawn of this walk can promote, in the order of the move list; empty if pawns do
    /// not promote.
    fn promotions(&self, pawn: Walk) -> &[Walk];

    /// Returns the attributes of which a man chooses one, or none, when it promotes to a walk; empty if it has no choice.
    fn promotion_marks(&self, walk: Walk) -> &[ManFlags];

    /// Returns whether the man of `by` on a square gives check.
    fn gives_check(&self, position: &Position<Self::Set, Self::State>, from: Square, by: Side) -> bool;

    /// Returns the men of the side to move that could move if none were paralysed, whether or not their side would be in
    /// check.
    fn movable_men(&self, position: &Position<Self::Set, Self::State>) -> Self::Set;

    /// Returns the promotion squares of a pawn of this walk and side.
    fn promotion_rank(&self, walk: Walk, side: Side) -> Self::Set;

    /// Returns whether it is known without a search that neither a rule nor a check restricts the moves
    /// of the side without capture.
    fn quiet_moves_are_unrestricted(&self, position: &Position<Self::Set, Self::State>, side: Side) -> bool;

    /// Returns whether the man on a square, of this side, would have a legal move without capture if the
    /// side were to move.
    fn has_quiet_move(&self, position: &Position<Self::Set, Self::State>, square: Square, side: Side)
    -> bool;
}
