//! Small positions with a capture that shows what a rule does.

use super::condition::Condition;

/// A position and what is played there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// White's men, as in `Kg2 Rd4`.
    pub white: &'static str,
    /// Black's men.
    pub black: &'static str,
    /// The moves, one side's after the other's, as in `d4d6`: from where and to where. Where
    /// the mover decides besides, he takes the first possibility, or, as in `d4d6/2`, the one
    /// behind the first two.
    pub moves: &'static str,
    /// A condition without which the rule does nothing.
    pub with: Option<Condition>,
}

impl Example {
    /// What shows most rules: a rook takes a knight.
    pub const USUAL: Example = Example { white: "Kg2 Rd4", black: "Kh7 Sd6", moves: "d4d6", with: None };
}
