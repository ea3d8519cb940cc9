//! A played move with everything a printer needs, without a board or a rule at hand.

use serde::{Deserialize, Serialize};

use crate::board::Square;
pub use crate::board::Wing;
use crate::position::{Effect, Man, Side, Walk};
use crate::stipulation::Goal;

/// A ply with all its effects.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The side that moved.
    pub side: Side,
    /// The player's action on the board.
    pub action: Action,
    /// The further effects of the rules, in the order in which they happened.
    pub effects: Vec<Effect>,
    /// Whether the side to move next is in check.
    pub check: bool,
    /// The goal that the move reached; `None` if it reached none.
    pub reached: Option<Goal>,
}

/// The action of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// A man moved from one square to another.
    Move {
        /// The man before the move.
        man: Man,
        /// The square of departure.
        from: Square,
        /// The square of arrival.
        to: Square,
        /// The captured man.
        captured: Option<Captured>,
        /// Whether it was captured en passant.
        en_passant: bool,
        /// The type to which a pawn was promoted.
        promotion: Option<Walk>,
        /// What short notation must add to exclude other legal moves.
        ambiguity: Ambiguity,
    },
    /// A man and an enemy man changed places.
    Exchange {
        /// The man of the side that moved.
        man: Man,
        /// Its square before.
        from: Square,
        /// The other man.
        partner: Man,
        /// The square of the other man before.
        to: Square,
    },
    /// A man entered from the reserve.
    Entry {
        /// The man.
        man: Man,
        /// The square of arrival.
        at: Square,
    },
    /// The side passed.
    Pass,
    /// King and rook castled.
    Castling {
        /// Kingside or queenside.
        wing: Wing,
        /// The king's square of departure.
        from: Square,
        /// The king's square of arrival.
        to: Square,
    },
}

/// A captured man.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Captured {
    /// The man before its capture.
    pub man: Man,
    /// Its square; not the capturer's square of arrival if captured en passant or by a locust.
    pub at: Square,
}

/// What short notation must add after the man's letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ambiguity {
    /// Nothing.
    None,
    /// The file of departure.
    File,
    /// The rank of departure.
    Rank,
    /// The square of departure.
    Square,
    /// The file or the rank of departure: either is enough. Notation has the file.
    FileOrRank,
}

impl Ambiguity {
    /// Returns every addition that is enough where this one is required, the shortest first.
    pub const fn sufficient(self) -> &'static [Ambiguity] {
        match self {
            Ambiguity::None => &[Ambiguity::None, Ambiguity::File, Ambiguity::Rank, Ambiguity::Square],
            Ambiguity::FileOrRank => &[Ambiguity::File, Ambiguity::Rank, Ambiguity::Square],
            Ambiguity::File => &[Ambiguity::File, Ambiguity::Square],
            Ambiguity::Rank => &[Ambiguity::Rank, Ambiguity::Square],
            Ambiguity::Square => &[Ambiguity::Square],
        }
    }
}

impl MoveRecord {
    /// Returns whether the move was a capture en passant.
    pub fn is_en_passant(&self) -> bool {
        matches!(self.action, Action::Move { en_passant: true, .. })
    }

    /// Returns the man that was captured on another square than the arrival square of the move, as by a locust or en
    /// passant.
    pub fn captured_aside(&self) -> Option<Captured> {
        match self.action {
            Action::Move { to, captured, .. } => captured.filter(|captured| captured.at != to),
            _ => None,
        }
    }
}
