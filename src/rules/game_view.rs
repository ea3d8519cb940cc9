//! What a rule may ask of the game that it is part of.

use crate::board::{Geometry, Square, Squares};
use crate::position::{Memory, Position, Side, Walk};

/// A game, as its rules see it: a board with men that move.
pub trait GameView {
    /// The sets of squares.
    type Set: Squares;
    /// What its positions remember.
    type Memory: Memory;

    /// The board.
    fn geometry(&self) -> &Geometry<Self::Set>;

    /// The men of `by` that attack a square by the way they move, whether or not the
    /// rules let them capture there.
    fn attackers(&self, position: &Position<Self::Set, Self::Memory>, square: Square, by: Side) -> Self::Set;

    /// The squares that the man on a square attacks by the way it moves.
    fn attacked_from(&self, position: &Position<Self::Set, Self::Memory>, from: Square) -> Self::Set;

    /// The squares on which the man on a square, of the side to move, could capture somebody by
    /// the way it moves.
    fn capture_targets(&self, position: &Position<Self::Set, Self::Memory>, from: Square) -> Self::Set;

    /// Where a man of this walk and side could go from a square without capturing, if
    /// only these squares were occupied; double steps included.
    fn quiet_targets(&self, walk: Walk, side: Side, from: Square, occupied: Self::Set) -> Self::Set;

    /// The squares that a man of this walk and side attacks from a square, if only these squares were
    /// occupied.
    fn attacks_of(&self, walk: Walk, side: Side, from: Square, occupied: Self::Set) -> Self::Set;

    /// Can a captured king come back?
    fn can_kings_be_reborn(&self) -> bool;

    /// What a pawn may become, in the order in which moves are listed; nothing if pawns do
    /// not promote.
    fn promotions(&self) -> &'static [Walk];

    /// Where a pawn of this walk and side promotes.
    fn promotion_rank(&self, walk: Walk, side: Side) -> Self::Set;

    /// Is it seen at once that neither a rule nor a check keeps men of the side from moves
    /// without capture?
    fn quiet_moves_are_unrestricted(&self, position: &Position<Self::Set, Self::Memory>, side: Side) -> bool;

    /// Would the man on a square, who is of this side, have a legal move that captures nothing, were the side
    /// to move?
    fn has_quiet_move(
        &self,
        position: &Position<Self::Set, Self::Memory>,
        square: Square,
        side: Side,
    ) -> bool;
}
