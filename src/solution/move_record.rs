//! A move as it is told: everything that a printer can want to know of it,
//! without a board or a rule at hand.

use crate::board::Square;
pub use crate::board::Wing;
use crate::position::{Effect, Man, Side, Walk};
use crate::stipulation::Goal;

/// A half-move with all that it did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRecord {
    /// The side that moved.
    pub side: Side,
    /// What was done on the board.
    pub action: Action,
    /// What the rules did besides, in the order in which they did it.
    pub effects: Vec<Effect>,
    /// Is the side to move next in check?
    pub check: bool,
    /// The goal that the move reached.
    pub reached: Option<Goal>,
}

/// What the player did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A man went from a square to another.
    Move {
        /// The man as it was before.
        man: Man,
        /// Where it stood.
        from: Square,
        /// Where it went.
        to: Square,
        /// What it captured.
        captured: Option<Captured>,
        /// What it became.
        promotion: Option<Walk>,
        /// What short notation must add so that no other legal move is meant.
        ambiguity: Ambiguity,
    },
    /// A man came from beside the board.
    Entry {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
    },
    /// The side passed.
    Pass,
    /// King and rook castled.
    Castling {
        /// King's side or queen's side.
        wing: Wing,
        /// Where the king stood.
        from: Square,
        /// Where it went.
        to: Square,
    },
}

/// A captured man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captured {
    /// Who was captured.
    pub man: Man,
    /// Where it stood; not where the capturer arrived, if en passant.
    pub at: Square,
}

/// What short notation must add behind the man's letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ambiguity {
    /// Nothing.
    None,
    /// The file of departure.
    File,
    /// The rank of departure.
    Rank,
    /// The square of departure.
    Square,
}

impl MoveRecord {
    /// Was it a capture en passant?
    pub fn is_en_passant(&self) -> bool {
        matches!(&self.action, Action::Move { to, captured: Some(captured), .. } if captured.at != *to)
    }
}
