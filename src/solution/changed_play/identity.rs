//! The identity of a move across phases.

use crate::board::Square;
use crate::position::{Effect, Walk};
use crate::solution::{Action, MoveRecord, Wing};

/// What two records of the same move have in common, whatever was captured and however it is written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveIdentity {
    squares: MoveSquares,
    /// The effects of the rules. They include the choices of the player.
    effects: Vec<Effect>,
}

/// The squares of a move and its promotion.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum MoveSquares {
    Move { from: Square, to: Square, promotion: Option<Walk> },
    Castling(Wing),
    Exchange { from: Square, to: Square },
    Entry { walk: Walk, at: Square },
    Pass,
}

impl MoveIdentity {
    /// Returns the identity of a move after `first`, the first move of its phase. The man that made the first
    /// move is identified by its square before it.
    pub fn after(first: Option<&MoveRecord>, mv: &MoveRecord) -> MoveIdentity {
        let squares = match mv.action {
            Action::Move { from, to, promotion, .. } => {
                MoveSquares::Move { from: square_before(first, from), to, promotion }
            }
            Action::Castling { wing, .. } => MoveSquares::Castling(wing),
            Action::Exchange { from, to, .. } => {
                MoveSquares::Exchange { from: square_before(first, from), to }
            }
            Action::Entry { man, at } => MoveSquares::Entry { walk: man.walk, at },
            Action::Pass => MoveSquares::Pass,
        };
        MoveIdentity { squares, effects: mv.effects.clone() }
    }

    /// Returns whether two moves have the same squares and promotion, whatever the rules add.
    pub fn has_squares_of(&self, other: &MoveIdentity) -> bool {
        self.squares == other.squares
    }

    /// Returns the square of the man that moves; `None` if the move is not that of one man on the board.
    pub fn departure(&self) -> Option<Square> {
        match self.squares {
            MoveSquares::Move { from, .. } | MoveSquares::Exchange { from, .. } => Some(from),
            _ => None,
        }
    }
}

/// Returns the square before the first move of the man that is on `square` after it.
fn square_before(first: Option<&MoveRecord>, square: Square) -> Square {
    match first.map(|first| &first.action) {
        Some(Action::Move { from, to, .. } | Action::Castling { from, to, .. }) if *to == square => *from,
        Some(Action::Exchange { from, to, .. }) if *to == square => *from,
        Some(Action::Exchange { from, to, .. }) if *from == square => *to,
        _ => square,
    }
}
