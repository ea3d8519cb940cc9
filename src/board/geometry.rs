//! What a board is made of, whoever stands on it.

use super::{Layout, Square, Squares};
use crate::position::{Side, Walk};

/// The two ways to castle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wing {
    /// `0-0`.
    King,
    /// `0-0-0`.
    Queen,
}

/// Something for every square.
pub type PerSquare<T> = [T; Square::LIMIT];

/// Tables of a board: leaps, pawns' paths, lines, homes.
#[derive(Clone, Debug)]
pub struct Geometry<S> {
    /// Names and drawing.
    pub layout: Layout,
    /// Every square.
    pub all: S,
    /// The dark squares.
    pub dark: S,
    /// Where a king steps, by square.
    pub king: PerSquare<S>,
    /// Where a knight leaps, by square.
    pub knight: PerSquare<S>,
    /// Pawns, by side.
    pub pawn: [PawnPaths<S>; 2],
    /// The squares strictly between two squares of a line, by `S::CAPACITY * a + b`.
    pub between: Vec<S>,
    /// The whole line through two squares; empty if there is none.
    pub line: Vec<S>,
    /// The ways to castle.
    pub castlings: Vec<Castling<S>>,
    /// The squares on which a king or rook may have a right to castle.
    pub castling_squares: S,
    /// The home squares of men in the game array: by side and walk.
    pub homes: [[S; Walk::COUNT]; 2],
    /// The one of them that counts for a man of a square, by side, walk and square.
    pub rebirth_homes: [[PerSquare<Option<Square>>; Walk::COUNT]; 2],
    /// From where a man would come home to where nothing but men between keeps it from attacking a
    /// square: by side, the square in question and walk.
    pub rebirth_attackers: [PerSquare<[S; Walk::COUNT]>; 2],
}

/// Where pawns of one side go.
#[derive(Clone, Debug)]
pub struct PawnPaths<S> {
    /// One step ahead, by square; nothing on the first rank, where a pawn is frozen.
    pub step: PerSquare<S>,
    /// The first rank.
    pub first_rank: S,
    /// What it attacks, by square.
    pub attacks: PerSquare<S>,
    /// From where the square is attacked, by square.
    pub attackers: PerSquare<S>,
    /// The rank from which it may step twice.
    pub double_rank: S,
    /// The rank on which it promotes.
    pub promotion_rank: S,
    /// From where it may get there by one move, as the board has it: rules that change its paths
    /// leave this as it was, and must not ask for it.
    pub seventh_rank: S,
}

impl<S: Squares> PawnPaths<S> {
    /// From where a pawn may promote by one move.
    pub fn pre_promotion(&self, squares: impl Iterator<Item = Square>) -> S {
        let promotes = |from: &Square| {
            (self.step[from.index()] | self.attacks[from.index()]).intersects(self.promotion_rank)
        };
        S::from_squares(squares.filter(promotes))
    }
}

/// A way to castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling<S> {
    /// Who castles.
    pub side: Side,
    /// Which wing.
    pub wing: Wing,
    /// The king's home.
    pub king_from: Square,
    /// Where the king goes.
    pub king_to: Square,
    /// The rook's home.
    pub rook_from: Square,
    /// Where the rook goes.
    pub rook_to: Square,
    /// What must be empty.
    pub empty: S,
    /// Where the king must not be in check: home, way and end.
    pub safe: S,
}

impl<S> Castling<S> {
    /// The letter of the right in FEN: `K` and `Q` for White's wings, `k` and `q` for Black's.
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
    /// May king and rook castle this way, if these squares have the right?
    #[inline]
    pub fn is_granted(&self, rights: S) -> bool {
        rights.contains(self.king_from) && rights.contains(self.rook_from)
    }
}

impl<S: Squares> Geometry<S> {
    /// The length of a table by squares: one more than the highest number of a square.
    pub fn table_len(&self) -> usize {
        self.all.iter().map(|square| square.index() + 1).max().unwrap_or(0)
    }

    /// The way to castle by which a king goes from one square to another.
    pub fn castling(&self, from: Square, to: Square) -> Option<&Castling<S>> {
        self.castlings.iter().find(|way| (way.king_from, way.king_to) == (from, to))
    }

    /// The squares strictly between two squares of a line.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> S {
        self.between[S::CAPACITY * a.index() + b.index()]
    }

    /// The whole line through two squares; empty if there is none.
    #[inline]
    pub fn line(&self, a: Square, b: Square) -> S {
        self.line[S::CAPACITY * a.index() + b.index()]
    }

    /// The pawns of a side.
    #[inline]
    pub fn pawn(&self, side: Side) -> &PawnPaths<S> {
        &self.pawn[side.index()]
    }
}
