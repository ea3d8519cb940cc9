//! Boards: where men stand and how lines run.
//!
//! A [`Board`] knows squares and lines, and nothing of who stands there.

pub mod game_array;
pub mod geometry;
pub mod graph;
pub mod layout;
pub mod rect;
pub mod squares;

pub use game_array::GameArray;
pub use geometry::{Castling, Geometry, PawnPaths, Wing};
pub use graph::GraphBoard;
pub use layout::Layout;
pub use rect::RectBoard;
pub use squares::{Set64, Set128, Square, Squares};

use crate::position::{Side, Walk};

/// A board.
pub trait Board: Clone + Send + Sync + 'static {
    /// The sets of its squares.
    type Set: Squares;

    /// Do lines through a square go on in one way only? Where they fork, men that shield
    /// their king are not found by looking along lines, but by trying.
    const LINES_UNIQUE: bool = true;

    /// What does not depend on who stands where.
    fn geometry(&self) -> &Geometry<Self::Set>;

    /// The same, for rules that give pawns other paths.
    fn geometry_mut(&mut self) -> &mut Geometry<Self::Set>;

    /// The squares that a rook attacks from a square, given the occupied squares.
    fn rook(&self, from: Square, occupied: Self::Set) -> Self::Set;

    /// The squares that a bishop attacks from a square, given the occupied squares.
    fn bishop(&self, from: Square, occupied: Self::Set) -> Self::Set;

    /// What a man of this walk and side attacks, with lines as `occupied` leaves them.
    #[inline]
    fn attacks(&self, walk: Walk, side: Side, from: Square, occupied: Self::Set) -> Self::Set {
        let geometry = self.geometry();
        match walk {
            Walk::King => geometry.king[from.index()],
            Walk::Knight => geometry.knight[from.index()],
            Walk::Rook => self.rook(from, occupied),
            Walk::Bishop => self.bishop(from, occupied),
            Walk::Queen => self.rook(from, occupied) | self.bishop(from, occupied),
            Walk::Pawn => geometry.pawn(side).attacks[from.index()],
            Walk::ReversedPawn => geometry.pawn(side.other()).attacks[from.index()],
        }
    }
}
