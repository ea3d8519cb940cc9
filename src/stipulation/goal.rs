//! Goals: the condition that the last move of a solution must fulfil.
//!
//! A goal is a variant here, a row of `SIMPLE`, `WITH_SQUARE` or `DIAGRAMS`, and a predicate in
//! [`search::goals`](crate::search::goals). `docs/internals/adding-a-goal.md` lists all steps.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::{Layout, Square};

/// The condition that the last move of a solution must fulfil.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Goal {
    /// `#`: the other side is in check and has no legal move.
    Mate,
    /// `=`: the other side is not in check and has no legal move.
    Stalemate,
    /// `#=`: the other side has no legal move.
    Immobility,
    /// `==`: neither side is in check or has a legal move.
    DoubleStalemate,
    /// `##`: both sides are in check and have no legal move, and the side that
    /// moved could have avoided it.
    DoubleMate,
    /// `##!`: both sides are in check and have no legal move, after a move of a side
    /// that was mate.
    CounterMate,
    /// `!#`: the side that moved is in check and has no legal move.
    AutoMate,
    /// `!=`: the side that moved would have no legal move; the other is not in check.
    AutoStalemate,
    /// `+`: the other side is in check.
    Check,
    /// `++`: the other side is in check by several men.
    MultipleCheck,
    /// `x`: the move captures.
    Capture,
    /// `%`: the move captures a man that is not reborn.
    Win,
    /// `z`*sq*: the move brings a man to the square, and it stays there.
    Target(Square),
    /// `k`*sq*: the man that moved, and no other man, is next to the man that was on the square
    /// in the diagram.
    Kiss(Square),
    /// `ct`: the man that moved is on its square of the diagram.
    Circuit,
    /// `ctr`: a man is reborn on its square of the diagram.
    CircuitByRebirth,
    /// `<>`: the man that moved and another man of its side have exchanged squares.
    Exchange,
    /// `<>r`: a man that is reborn and another man of its side have exchanged squares.
    ExchangeByRebirth,
    /// `c81`: the man that moved is on the last rank of its side.
    LastRank,
    /// `00`: the move castles.
    Castling,
    /// `ep`: the move captures en passant.
    EnPassant,
    /// `~`: any move will do.
    Any,
    /// `dia`: the position is that of the diagram; play begins from the game array.
    ProofGame,
    /// `a=>b`: the position is that of the second diagram; play begins from the first.
    AToB,
}

/// Makes the goal for a square.
type SquareGoal = fn(Square) -> Goal;

impl Goal {
    /// The notations of the goals without a square. A notation that is a prefix of another one
    /// comes after it.
    pub(crate) const SIMPLE: [(&'static str, Goal); 20] = [
        ("##!", Goal::CounterMate),
        ("##", Goal::DoubleMate),
        ("#=", Goal::Immobility),
        ("#", Goal::Mate),
        ("==", Goal::DoubleStalemate),
        ("!#", Goal::AutoMate),
        ("!=", Goal::AutoStalemate),
        ("=", Goal::Stalemate),
        ("++", Goal::MultipleCheck),
        ("+", Goal::Check),
        ("x", Goal::Capture),
        ("%", Goal::Win),
        ("ctr", Goal::CircuitByRebirth),
        ("ct", Goal::Circuit),
        ("c81", Goal::LastRank),
        ("<>r", Goal::ExchangeByRebirth),
        ("<>", Goal::Exchange),
        ("00", Goal::Castling),
        ("ep", Goal::EnPassant),
        ("~", Goal::Any),
    ];

    /// The notations of the goals that are followed by a square.
    pub(crate) const WITH_SQUARE: [(&'static str, SquareGoal); 2] = [("z", Goal::Target), ("k", Goal::Kiss)];

    /// The notations of the goals that are a whole diagram.
    pub(crate) const DIAGRAMS: [(&'static str, Goal); 2] = [("dia", Goal::ProofGame), ("a=>b", Goal::AToB)];

    /// Returns the mark after a move that reaches the goal, as Popeye and journals print it.
    pub fn mark(self) -> &'static str {
        match self {
            Goal::Target(_) => "z",
            Goal::Castling
            | Goal::EnPassant
            | Goal::Any
            | Goal::Kiss(_)
            | Goal::Circuit
            | Goal::CircuitByRebirth
            | Goal::Exchange
            | Goal::ExchangeByRebirth => "",
            goal => goal.text(),
        }
    }

    /// Returns the notation of the goal without its square.
    fn text(self) -> &'static str {
        match self {
            Goal::Target(_) => "z",
            Goal::Kiss(_) => "k",
            goal => {
                let mut rows = Goal::SIMPLE.iter().chain(&Goal::DIAGRAMS);
                rows.find(|(_, other)| *other == goal).map_or("", |(text, _)| text)
            }
        }
    }

    /// Returns whether the goal depends on the identity of men, not only on the position.
    pub fn needs_identity(self) -> bool {
        matches!(
            self,
            Goal::Kiss(_) | Goal::Circuit | Goal::CircuitByRebirth | Goal::Exchange | Goal::ExchangeByRebirth
        )
    }

    /// Returns whether the goal is a whole diagram.
    pub fn is_diagram(self) -> bool {
        matches!(self, Goal::ProofGame | Goal::AToB)
    }

    /// Returns whether the goal mates the side that moves: only moves that leave its own king in
    /// check can reach the goal.
    pub fn mates_mover(self) -> bool {
        matches!(self, Goal::DoubleMate | Goal::CounterMate | Goal::AutoMate)
    }

    /// Returns whether only a move that gives check can reach the goal.
    pub fn needs_checking_move(self) -> bool {
        matches!(self, Goal::Mate | Goal::Check | Goal::MultipleCheck)
    }

    /// Returns whether one of the sides is in check when the goal is reached.
    pub fn needs_check(self) -> bool {
        self.needs_checking_move() || self.mates_mover()
    }

    /// Returns whether a square is part of the goal.
    pub fn has_square(self) -> bool {
        matches!(self, Goal::Target(_) | Goal::Kiss(_))
    }

    /// Returns whether the mark of the goal replaces a check mark instead of following it.
    pub fn mark_replaces_check(self) -> bool {
        self.immobilises() || matches!(self, Goal::Check | Goal::MultipleCheck | Goal::AutoStalemate)
    }

    /// Returns whether a series may go on after the goal: the stalemated side need not move.
    pub fn allows_series_continuation(self) -> bool {
        matches!(self, Goal::Stalemate | Goal::Immobility)
    }

    /// Returns whether the side to move has no legal move when the goal is reached.
    pub fn immobilises(self) -> bool {
        matches!(
            self,
            Goal::Mate
                | Goal::Stalemate
                | Goal::Immobility
                | Goal::DoubleStalemate
                | Goal::DoubleMate
                | Goal::CounterMate
        )
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())?;
        match self {
            Goal::Target(square) | Goal::Kiss(square) => f.write_str(Layout::CHESS.name(*square)),
            _ => Ok(()),
        }
    }
}
