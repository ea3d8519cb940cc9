//! Small positions with a capture that shows what a rule does.

use super::condition::Condition;

/// A position and the moves played there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// White's men, as in `Kg2 Rd4`.
    pub white: &'static str,
    /// Black's men, in the same notation.
    pub black: &'static str,
    /// The moves of both sides in turn, as departure and arrival square: `d4d6`. A further choice takes
    /// its first possibility, or the one with the index after the slash: `d4d6/2` takes the third.
    pub moves: &'static str,
    /// A further condition without which the rule has no effect.
    pub with: Option<Condition>,
}

impl Example {
    /// The example of most rules: a rook takes a knight.
    pub const USUAL: Example = Example { white: "Kg2 Rd4", black: "Kh7 Sd6", moves: "d4d6", with: None };
}
