//! Moves: what a player decides.

use super::man::Walk;
use crate::board::Square;

/// A move. What follows from it, rebirths and the like, the rules know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where the man stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// How the man moves.
    pub walk: Walk,
    /// What sort of move it is.
    pub kind: MoveKind,
    /// What a pawn becomes.
    pub promotion: Option<Walk>,
    /// Which of the branches that the rules make of the move.
    pub branch: MoveBranch,
}

/// One of the branches that rules make of a move: a number, 0 if they make none.
// Three bytes, so that a move is one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MoveBranch([u8; 3]);

impl MoveBranch {
    /// The branch of a move that rules leave alone.
    pub const ONLY: MoveBranch = MoveBranch([0; 3]);

    /// The branch of this number; none if there is no room for it.
    pub fn new(number: u32) -> Option<MoveBranch> {
        match number.to_le_bytes() {
            [low, middle, high, 0] => Some(MoveBranch([low, middle, high])),
            _ => None,
        }
    }

    /// Its number.
    #[inline]
    pub const fn number(self) -> u32 {
        u32::from_le_bytes([self.0[0], self.0[1], self.0[2], 0])
    }
}

/// The sorts of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// To an empty square.
    Quiet,
    /// To the square of the captured man.
    Capture,
    /// A pawn's step over squares on which it can be taken.
    DoubleStep,
    /// A capture of a pawn that has just passed the square.
    EnPassant,
    /// King and rook castle; from and to are the king's.
    Castling,
    /// A man comes from beside the board onto an empty square: from and to are that one.
    Entry,
    /// Nobody moves. From and to are a square without a man of the side that passes,
    /// so that nobody arrives either.
    Pass,
}

impl Move {
    /// A move without promotion and without branches.
    #[inline]
    pub fn new(walk: Walk, from: Square, to: Square, kind: MoveKind) -> Move {
        Move { from, to, walk, kind, promotion: None, branch: MoveBranch::ONLY }
    }

    /// Does the move take a man?
    #[inline]
    pub fn is_capture(self) -> bool {
        matches!(self.kind, MoveKind::Capture | MoveKind::EnPassant)
    }
}
