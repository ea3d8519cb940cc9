//! What can be counted of half-moves: how much a half-move can do at most.
//!
//! A rule that says nothing lets a half-move do anything. Proof games are given up by this
//! ([`Game::can_arrive`](crate::game::Game::can_arrive)), so that whatever is said must hold in
//! every position, for men without [attributes](crate::position::Marks::attributes) and of one side.

use super::rebirth::Rebirth;

/// How much a half-move can do at most under a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// How many squares it can empty, fill or change, beyond four: castling does so in orthodox chess,
    /// and a capture in passing with a rebirth.
    pub changes: u32,
    /// On how many squares it can put another man than stood there, beyond the one to which the man of
    /// the move goes; the rook of castling is not counted.
    pub arrivals: u32,
    /// It takes at most one man, an enemy. Nobody comes to the board who was not there before, but those
    /// who are still to be [reborn](Tally::pending); nobody changes sides.
    pub counted: bool,
    /// How many men are off the board at most who can come back in later half-moves.
    pub pending: u32,
    /// No man becomes a pawn.
    pub pawns: bool,
    /// How men come to squares, if the moves are counted.
    pub ways: Ways,
}

/// How men come to squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ways {
    /// As in orthodox chess: men go where their walks lead them, and castle. The rule does nothing but
    /// forbid.
    Walks,
    /// Besides, captured men come back as they were, at once or later, where this rebirth leads them.
    Returns(Rebirth),
    /// In other ways.
    Any,
}

impl Tally {
    /// The rule does nothing but forbid, or compel.
    pub const FORBIDS: Tally =
        Tally { changes: 0, arrivals: 0, counted: true, pending: 0, pawns: true, ways: Ways::Walks };

    /// Men come to their squares otherwise than in orthodox chess, but a half-move leads one of them
    /// to a square, with at most one captured, as there. Where the rule tells no aftermath of a capture the
    /// capturer stays where he has captured.
    pub const LEADS: Tally = Tally { ways: Ways::Any, ..Tally::FORBIDS };

    /// Of two rules in one game.
    pub fn and(self, other: Tally) -> Tally {
        let both_arrive = self.arrivals > 0 && other.arrivals > 0;
        Tally {
            // By a capture in passing both may bring somebody back.
            changes: self.changes + other.changes + u32::from(both_arrive),
            arrivals: self.arrivals + other.arrivals,
            // Who is reborn by one rule could come back by the other once more.
            counted: self.counted && other.counted && !both_arrive,
            pending: self.pending + other.pending,
            pawns: self.pawns && other.pawns && !both_arrive,
            ways: match (self.ways, other.ways) {
                (Ways::Walks, ways) | (ways, Ways::Walks) => ways,
                _ => Ways::Any,
            },
        }
    }
}
