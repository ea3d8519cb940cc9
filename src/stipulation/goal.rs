//! Goals: what the last move is to reach.
//!
//! A goal is a line here, one in `SIMPLE` or `ON_A_SQUARE`, and a
//! predicate in [`search::goals`](crate::search::goals).

use std::fmt;

use crate::board::{Layout, Square};

/// What the last move of a solution is to reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    /// `%`: the move captures a man who is not reborn.
    Win,
    /// `z`*sq*: the move brings a man to the square, and it stays there.
    Target(Square),
    /// `k`*sq*: the man who moved touches the man who stood on the square in the
    /// diagram, and nobody else does.
    Kiss(Square),
    /// `ct`: the man who moved stands where he stood in the diagram.
    Circuit,
    /// `ctr`: a man is reborn where he stood in the diagram.
    CircuitByRebirth,
    /// `<>`: the man who moved and another of his side have changed places.
    Exchange,
    /// `<>r`: a man who is reborn and another of his side have changed places.
    ExchangeByRebirth,
    /// `c81`: the man who moved stands on the last rank, as his side sees it.
    LastRank,
    /// `00`: the move castles.
    Castling,
    /// `ep`: the move captures en passant.
    EnPassant,
    /// `~`: any move will do.
    Any,
    /// `dia`: the men stand as in the diagram; play begins from the game array.
    ProofGame,
    /// `a=>b`: the men stand as in the second diagram; play begins from the first.
    AToB,
}

/// The goal on a square.
type SquareGoal = fn(Square) -> Goal;

impl Goal {
    /// The goals that need no square, as they are written; those whose writing begins
    /// another's come later.
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

    /// The goals that a square is written behind.
    pub(crate) const WITH_SQUARE: [(&'static str, SquareGoal); 2] = [("z", Goal::Target), ("k", Goal::Kiss)];

    /// The goals that are a whole diagram.
    pub(crate) const DIAGRAMS: [(&'static str, Goal); 2] = [("dia", Goal::ProofGame), ("a=>b", Goal::AToB)];

    /// The mark behind a move that reaches the goal, as Popeye and journals print it.
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

    /// How the goal is written, without its square.
    fn text(self) -> &'static str {
        match self {
            Goal::Target(_) => "z",
            Goal::Kiss(_) => "k",
            goal => {
                let mut known = Goal::SIMPLE.iter().chain(&Goal::DIAGRAMS);
                known.find(|(_, known)| *known == goal).map_or("", |(text, _)| text)
            }
        }
    }

    /// Must it be known which man is which, and not only what stands where?
    pub fn needs_identity(self) -> bool {
        matches!(
            self,
            Goal::Kiss(_) | Goal::Circuit | Goal::CircuitByRebirth | Goal::Exchange | Goal::ExchangeByRebirth
        )
    }

    /// Is a whole diagram to be reached?
    pub fn is_diagram(self) -> bool {
        matches!(self, Goal::ProofGame | Goal::AToB)
    }

    /// Is the side that moves mate? Then only moves that leave its own king in check can
    /// reach the goal.
    pub fn mates_mover(self) -> bool {
        matches!(self, Goal::DoubleMate | Goal::CounterMate | Goal::AutoMate)
    }

    /// Can only a move that gives check reach it, whoever else is in check?
    pub fn needs_checking_move(self) -> bool {
        matches!(self, Goal::Mate | Goal::Check | Goal::MultipleCheck)
    }

    /// Is somebody in check when it is reached, whichever side it is?
    pub fn needs_check(self) -> bool {
        self.needs_checking_move() || self.mates_mover()
    }

    /// Is a square part of it?
    pub fn has_square(self) -> bool {
        matches!(self, Goal::Target(_) | Goal::Kiss(_))
    }

    /// Does its mark stand instead of a check mark, and not behind it?
    pub fn mark_replaces_check(self) -> bool {
        self.immobilises() || matches!(self, Goal::Check | Goal::MultipleCheck | Goal::AutoStalemate)
    }

    /// Has the side to move no legal move when it is reached?
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
            Goal::Target(square) | Goal::Kiss(square) => f.write_str(&Layout::CHESS.name(*square)),
            _ => Ok(()),
        }
    }
}
