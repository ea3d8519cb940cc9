//! Boards: squares, lines and move tables.
//!
//! A [`Board`] knows nothing of the men on it.

pub mod game_array;
pub mod geometry;
pub mod graph;
pub mod layout;
pub mod movements;
pub mod rebirth_attackers;
pub mod rect;
pub mod squares;

pub use game_array::GameArray;
pub use geometry::{Castling, Geometry, PawnPaths, Wing};
pub use graph::GraphBoard;
pub use layout::Layout;
pub use movements::{LineMark, Movements, PawnRules};
pub use rebirth_attackers::RebirthAttackers;
pub use rect::RectBoard;
pub use squares::{Set64, Set128, Square, Squares};

use crate::position::{Side, Walk};

/// A board with its move tables.
pub trait Board: Clone + Send + Sync + 'static {
    /// The set type of its squares.
    type Set: Squares;

    /// Whether every line continues through a square in one way only. Where lines fork, pinned men are not
    /// found along lines, but by making moves.
    const LINES_UNIQUE: bool = true;

    /// The tables that do not depend on a position.
    fn geometry(&self) -> &Geometry<Self::Set>;

    /// The same tables, for rules that give pawns other paths.
    fn geometry_mut(&mut self) -> &mut Geometry<Self::Set>;

    /// Returns the squares that a rook attacks from a square, given the occupied squares.
    fn rook(&self, from: Square, occupied: Self::Set) -> Self::Set;

    /// Returns the squares that a bishop attacks from a square, given the occupied squares.
    fn bishop(&self, from: Square, occupied: Self::Set) -> Self::Set;

    /// Returns the squares that a man with a walk of chess attacks from a square, given the occupied squares.
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
            fairy => {
                debug_assert!(false, "{fairy:?} is no walk of chess");
                Self::Set::EMPTY
            }
        }
    }

    /// Returns the squares on which a man of a side is captured and then attacks a square of the empty board from its home
    /// square, by attacked square and walk.
    #[inline]
    fn rebirth_attackers(&self, side: Side) -> &RebirthAttackers<Self::Set> {
        self.geometry().rebirth_attackers.of(self, side)
    }

    /// Returns the squares that a man with any walk attacks from a square, given the occupied squares.
    #[inline]
    fn attacks_by_any(&self, walk: Walk, side: Side, from: Square, occupied: Self::Set) -> Self::Set {
        if walk.is_fairy() {
            return fairy_attacks(self.geometry(), walk, side, from, occupied);
        }
        self.attacks(walk, side, from, occupied)
    }

    /// Returns the empty squares to which an officer can move without capture from a square, given the occupied squares.
    #[inline]
    fn quiet_targets(&self, walk: Walk, side: Side, from: Square, occupied: Self::Set) -> Self::Set {
        if walk.is_fairy() {
            return self.geometry().movements.quiet(walk, side, from, occupied);
        }
        self.attacks(walk, side, from, occupied) & !occupied
    }
}

// Out of line, since most men have a walk of chess.
#[cold]
#[inline(never)]
fn fairy_attacks<S: Squares>(geometry: &Geometry<S>, walk: Walk, side: Side, from: Square, occupied: S) -> S {
    geometry.movements.captures(walk, side, from, occupied)
}
