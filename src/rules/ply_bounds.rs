//! What can be counted of half-moves: how much a half-move can do at most.
//!
//! A rule that says nothing lets a half-move do anything. Proof games are given up by this
//! ([`Game::can_arrive`](crate::game::Game::can_arrive)), so that whatever is said must hold in
//! every position, for men without [attributes](crate::position::Marks::attributes) and of one side.

use super::rebirth::Rebirth;

/// How much a half-move can do at most under a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyBounds {
    /// How many squares it can empty, fill or change, beyond four: castling does so in orthodox chess,
    /// and a capture in passing with a rebirth.
    pub extra_changes: u32,
    /// On how many squares it can put another man than stood there, beyond the one to which the man of
    /// the move goes; the rook of castling is not counted.
    pub extra_arrivals: u32,
    /// It takes at most one man, an enemy. Nobody comes to the board who was not there before, but those
    /// who are still to be [reborn](Tally::pending); nobody changes sides.
    pub conserves_men: bool,
    /// How many men are off the board at most who can come back in later half-moves.
    pub pending_rebirths: u32,
    /// No man becomes a pawn.
    pub no_new_pawns: bool,
    /// How men come to squares, if the moves are counted.
    pub displacement: Displacement,
}

/// How men come to squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Displacement {
    /// As in orthodox chess: men go where their walks lead them, and castle. The rule does nothing but
    /// forbid.
    Orthodox,
    /// Besides, captured men come back as they were, at once or later, where this rebirth leads them.
    Rebirth(Rebirth),
    /// In other ways.
    Any,
}

impl PlyBounds {
    /// The rule does nothing but forbid, or compel.
    pub const RESTRICTION: PlyBounds = PlyBounds {
        extra_changes: 0,
        extra_arrivals: 0,
        conserves_men: true,
        pending_rebirths: 0,
        no_new_pawns: true,
        displacement: Displacement::Orthodox,
    };

    /// Men come to their squares otherwise than in orthodox chess, but a half-move leads one of them
    /// to a square, with at most one captured, as there. Where the rule tells no aftermath of a capture the
    /// capturer stays where he has captured.
    pub const FAIRY_MOVES: PlyBounds =
        PlyBounds { displacement: Displacement::Any, ..PlyBounds::RESTRICTION };

    /// Of two rules in one game.
    pub fn combined_with(self, other: PlyBounds) -> PlyBounds {
        let both_arrive = self.extra_arrivals > 0 && other.extra_arrivals > 0;
        PlyBounds {
            // By a capture in passing both may bring somebody back.
            extra_changes: self.extra_changes + other.extra_changes + u32::from(both_arrive),
            extra_arrivals: self.extra_arrivals + other.extra_arrivals,
            // Who is reborn by one rule could come back by the other once more.
            conserves_men: self.conserves_men && other.conserves_men && !both_arrive,
            pending_rebirths: self.pending_rebirths + other.pending_rebirths,
            no_new_pawns: self.no_new_pawns && other.no_new_pawns && !both_arrive,
            displacement: match (self.displacement, other.displacement) {
                (Displacement::Orthodox, ways) | (ways, Displacement::Orthodox) => ways,
                _ => Displacement::Any,
            },
        }
    }
}
