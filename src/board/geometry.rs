//! The tables of a board that do not depend on a position.

use serde::{Deserialize, Serialize};

use super::rebirth_attackers::RebirthAttackerTables;
use super::{Layout, Movements, PawnRules, Square, Squares};
use crate::position::{Side, Walk};

/// The two ways to castle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Wing {
    /// `0-0`.
    King,
    /// `0-0-0`.
    Queen,
}

/// A table with an entry for every square.
pub type PerSquare<T> = [T; Square::LIMIT];

/// Tables of a board: leaps, pawn moves, lines, home squares, castlings.
#[derive(Clone, Debug)]
pub struct Geometry<S> {
    /// The names and the drawing of the squares.
    pub layout: Layout,
    /// Every square.
    pub all: S,
    /// The dark squares.
    pub dark: S,
    /// The squares that a king attacks, by square.
    pub king: PerSquare<S>,
    /// The squares that a knight attacks, by square.
    pub knight: PerSquare<S>,
    /// The moves of pawns, by side.
    pub pawn: [PawnPaths<S>; 2],
    /// The squares strictly between two squares of a line, by `S::CAPACITY * a + b`.
    pub between: Vec<S>,
    /// The whole line through two squares, by `S::CAPACITY * a + b`; empty if there is none.
    pub line: Vec<S>,
    /// The castlings.
    pub castlings: Vec<Castling<S>>,
    /// The squares on which a king or rook may have a right to castle.
    pub castling_squares: S,
    /// The home squares of men in the game array, by side and walk; the promotion rank for fairy men.
    pub homes: [[S; Walk::TABLE_LEN]; 2],
    /// The [home square](super::GameArray::rebirth_homes) in Circe of a man captured on a square, by side,
    /// walk and square.
    pub rebirth_homes: [[PerSquare<Option<Square>>; Walk::TABLE_LEN]; 2],
    /// See [`Board::rebirth_attackers`](super::Board::rebirth_attackers).
    pub(super) rebirth_attackers: RebirthAttackerTables<S>,
    /// The moves of the fairy men that may appear in a game.
    pub movements: Movements<S>,
}

/// The moves of the pawns of one side.
#[derive(Clone, Debug)]
pub struct PawnPaths<S> {
    /// The square one step ahead, by square; empty on the first rank, where a pawn cannot move.
    pub step: PerSquare<S>,
    /// The first rank.
    pub first_rank: S,
    /// The squares that a pawn attacks, by square.
    pub attacks: PerSquare<S>,
    /// The squares from which a pawn attacks a square, by square.
    pub attackers: PerSquare<S>,
    /// The rank from which a pawn may make a double step; empty if the board has no double step.
    pub double_rank: S,
    /// The rank on which a pawn promotes.
    pub promotion_rank: S,
    /// The squares from which a pawn may promote by its next move. Rules that change the paths of pawns do
    /// not update this set and must not use it.
    pub seventh_rank: S,
}

impl<S: Squares> PawnPaths<S> {
    /// Returns the squares that a pawn may go to by one move, captures included, whatever is on the others.
    #[inline]
    pub fn reach(&self, from: Square) -> S {
        let step = self.step[from.index()];
        let over = step.first().filter(|_| self.double_rank.contains(from));
        self.attacks[from.index()] | step | over.map_or(S::EMPTY, |over| self.step[over.index()])
    }

    /// Returns those of some squares from which a pawn may promote by its next move.
    pub fn pre_promotion(&self, squares: impl Iterator<Item = Square>) -> S {
        let may_promote = |from: &Square| {
            (self.step[from.index()] | self.attacks[from.index()]).intersects(self.promotion_rank)
        };
        S::from_squares(squares.filter(may_promote))
    }
}

/// A castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling<S> {
    /// The side that castles.
    pub side: Side,
    /// The wing.
    pub wing: Wing,
    /// The home square of the king.
    pub king_from: Square,
    /// The square of the king after castling.
    pub king_to: Square,
    /// The home square of the rook.
    pub rook_from: Square,
    /// The square of the rook after castling.
    pub rook_to: Square,
    /// The squares that must be empty.
    pub empty: S,
    /// The squares of the king's path, both ends included, on which it must not be in check.
    pub safe: S,
}

impl<S> Castling<S> {
    /// Returns the letter of the castling right in FEN: `K` and `Q` for White's wings, `k` and `q` for
    /// Black's.
    pub const fn letter(&self) -> char {
        match (self.side, self.wing) {
            (Side::White, Wing::King) => 'K',
            (Side::White, Wing::Queen) => 'Q',
            (Side::Black, Wing::King) => 'k',
            (Side::Black, Wing::Queen) => 'q',
        }
    }
}

impl<S: Squares> Castling<S> {
    /// Returns whether king and rook have the right to castle, given the squares with a castling right.
    #[inline]
    pub fn is_granted(&self, rights: S) -> bool {
        rights.contains(self.king_from) && rights.contains(self.rook_from)
    }
}

impl<S: Squares> Geometry<S> {
    /// Returns the length of a table by squares: one more than the highest number of a square.
    pub fn table_len(&self) -> usize {
        self.all.iter().map(|square| square.index() + 1).max().unwrap_or(0)
    }

    /// Adds the moves of men with a walk of fairy chess; pawns take at most this number of steps from their first rank.
    pub fn add_movements(&mut self, walk: Walk, first_rank_steps: u8) {
        let pawns = PawnRules { paths: &self.pawn, first_rank_steps };
        self.movements.add(self.layout, walk, pawns);
    }

    /// Sets the home squares of fairy men, which are not in the game array: the promotion square on the file of the capture
    /// (Popeye 4.104).
    pub fn set_fairy_homes(&mut self) {
        let (layout, index) = (self.layout, Walk::CHESS_COUNT);
        for side in Side::BOTH {
            let promotion_rank = self.pawn(side).promotion_rank;
            self.homes[side.index()][index] = promotion_rank;
            for at in layout.squares() {
                let home = promotion_rank.iter().find(|&home| layout.file(home) == layout.file(at));
                self.rebirth_homes[side.index()][index][at.index()] = home;
            }
        }
    }

    /// Returns the castling by which a king moves from one square to another.
    pub fn castling(&self, from: Square, to: Square) -> Option<&Castling<S>> {
        self.castlings.iter().find(|castling| (castling.king_from, castling.king_to) == (from, to))
    }

    /// Returns the squares strictly between two squares of a line.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> S {
        self.between[S::CAPACITY * a.index() + b.index()]
    }

    /// Returns the whole line through two squares; empty if there is none.
    #[inline]
    pub fn line(&self, a: Square, b: Square) -> S {
        self.line[S::CAPACITY * a.index() + b.index()]
    }

    /// Returns the moves of the pawns of a side.
    #[inline]
    pub fn pawn(&self, side: Side) -> &PawnPaths<S> {
        &self.pawn[side.index()]
    }
}
