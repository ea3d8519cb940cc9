//! Moves: the choice of a player.

use super::Walk;
use crate::board::Square;

/// A move. Its effects, such as rebirths, are determined by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The departure square.
    pub from: Square,
    /// The arrival square.
    pub to: Square,
    /// The walk of the man.
    pub walk: Walk,
    /// The kind of the move.
    pub kind: MoveKind,
    /// The walk to which a pawn promotes.
    pub promotion: Option<Walk>,
    /// The further choices of the mover.
    pub branch: MoveBranch,
}

/// A branch of a move: the number of one combination of the further choices that the rules offer to the mover.
// Three bytes, so that a move is one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MoveBranch([u8; 3]);

impl MoveBranch {
    /// The only branch of a move without further choices, and the first branch of others.
    pub const ONLY: MoveBranch = MoveBranch([0; 3]);

    /// Returns the branch with this number; `None` if the number is too large.
    pub fn new(number: u32) -> Option<MoveBranch> {
        match number.to_le_bytes() {
            [low, middle, high, 0] => Some(MoveBranch([low, middle, high])),
            _ => None,
        }
    }

    /// Returns the number of the branch.
    #[inline]
    pub const fn number(self) -> u32 {
        u32::from_le_bytes([self.0[0], self.0[1], self.0[2], 0])
    }
}

/// The kinds of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// A move to an empty square.
    Quiet,
    /// A capture on the square of the victim.
    Capture,
    /// A step of a pawn over squares on which it can be captured en passant.
    DoubleStep,
    /// A capture of a pawn that has just passed the square.
    EnPassant,
    /// A capture of a man on another square than the arrival square, which is empty, other than en passant.
    LocustCapture,
    /// Castling; the squares are those of the king.
    Castling,
    /// A man and an enemy man change places; the arrival square is that of the enemy man.
    Exchange,
    /// A man enters from the reserve on an empty square, which is both departure and arrival square.
    Entry,
    /// No man moves. Departure and arrival square are one square without a man of the side that passes, so that no man
    /// appears to arrive.
    Pass,
}

impl Move {
    /// Returns a move without promotion in its first branch.
    #[inline]
    pub fn new(walk: Walk, from: Square, to: Square, kind: MoveKind) -> Move {
        Move { from, to, walk, kind, promotion: None, branch: MoveBranch::ONLY }
    }

    /// Returns whether the move captures a man.
    #[inline]
    pub fn is_capture(self) -> bool {
        matches!(self.kind, MoveKind::Capture | MoveKind::EnPassant | MoveKind::LocustCapture)
    }
}
