//! Boards: where men stand and how lines run.
//!
//! A [`Board`] knows squares and lines, and nothing of who stands there.

pub mod geometry;
pub mod grid;
pub mod labelled;
pub mod layout;
pub mod squares;

pub use geometry::{Castling, Geometry, PawnPaths, Wing};
pub use grid::Grid;
pub use labelled::Labelled;
pub use layout::Layout;
pub use squares::{Set64, Set128, Square, Squares};

use crate::position::{Labels, Position};

/// The positions on a board.
pub type PositionOn<B> = Position<<B as Board>::Set, <B as Board>::Labels>;

/// A board.
pub trait Board: Clone + Send + Sync + 'static {
    /// The sets of its squares.
    type Set: Squares;

    /// Whether its men can be told apart: `()` if not.
    type Labels: Labels;

    /// What does not depend on who stands where.
    fn geometry(&self) -> &Geometry<Self::Set>;

    /// The squares that a rook attacks from a square, given the occupied squares.
    fn rook(&self, from: Square, occupied: Self::Set) -> Self::Set;

    /// The squares that a bishop attacks from a square, given the occupied squares.
    fn bishop(&self, from: Square, occupied: Self::Set) -> Self::Set;
}
