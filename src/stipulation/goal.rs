//! Goals: what the last move is to reach.

use std::fmt;

use crate::board::{Layout, Square};

/// What the last move of a solution is to reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goal {
    /// `#`: the other side is in check and has no legal move.
    Mate,
    /// `=`: the other side is not in check and has no legal move.
    Stalemate,
    /// `+`: the other side is in check.
    Check,
    /// `x`: the move captures.
    Capture,
    /// `z`*sq*: the move brings a man to the square, and it stays there.
    Target(Square),
    /// `00`: the move castles.
    Castling,
    /// `ep`: the move captures en passant.
    EnPassant,
    /// `~`: any move will do.
    Any,
}

impl Goal {
    /// The mark behind a move that reaches the goal, as Popeye and journals print it.
    pub fn mark(self) -> &'static str {
        match self {
            Goal::Mate => "#",
            Goal::Stalemate => "=",
            Goal::Check => "+",
            Goal::Capture => "x",
            Goal::Target(_) => "z",
            Goal::Castling | Goal::EnPassant | Goal::Any => "",
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Target(square) => write!(f, "z{}", Layout::CHESS.name(*square)),
            Goal::Castling => f.write_str("00"),
            Goal::EnPassant => f.write_str("ep"),
            Goal::Any => f.write_str("~"),
            goal => f.write_str(goal.mark()),
        }
    }
}
