//! What a rule tells of a capture, and of an attack on a king, without anything being played.

use crate::board::{Square, Squares};
use crate::position::{Side, Walk};

/// What becomes of the two men of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The rules forbid the capture.
    Forbidden,
    /// Who stands where afterwards. All others stay where they are, and as what.
    Stand {
        /// Where the capturer stands then.
        capturer: Square,
        /// Where the captured man has come back, and as what.
        reborn: Option<(Walk, Square)>,
    },
}

/// What may become of the two men of a permitted capture, by what its mover decides first: the first
/// of these squares, the second, and so on. All others stay where they are, and as what, but that
/// pawns may promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fates<S> {
    /// The capture is forbidden.
    Forbidden,
    /// The capturer goes on.
    GoesOn {
        /// To one of these squares.
        squares: S,
        /// What becomes of the captured man then.
        back: Option<Back>,
    },
    /// The captured man comes back.
    ComesBack {
        /// How he walks then.
        walk: Walk,
        /// On one of these squares; those that are occupied are forbidden.
        squares: S,
        /// Or, last of all, not; so, without a decision, if there is no square.
        or_not: bool,
    },
}

/// Where a captured man comes back once the capturer has gone on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Back {
    /// How he walks then.
    pub walk: Walk,
    /// On which square, unless the capturer stands there.
    pub at: Square,
    /// Is the capture forbidden if the capturer stands there?
    pub must: bool,
}

/// Captures that may be more than in orthodox chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peril<S> {
    /// Of men on these squares.
    pub victims: S,
    /// By men from these squares.
    pub departures: S,
}

impl<S: Squares> Peril<S> {
    /// No capture.
    pub const NOWHERE: Peril<S> = Peril { victims: S::EMPTY, departures: S::EMPTY };

    /// Any capture.
    #[inline]
    pub fn anywhere() -> Peril<S> {
        Peril { victims: !S::EMPTY, departures: !S::EMPTY }
    }

    /// Of whom, if the capturer stands on a square.
    #[inline(always)]
    pub fn victims_of(self, from: Square) -> S {
        if self.departures.contains(from) { self.victims } else { S::EMPTY }
    }
}

/// A man who attacks a royal man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attacker {
    /// Its side.
    pub side: Side,
    /// How it moves.
    pub walk: Walk,
    /// Where it stands.
    pub from: Square,
    /// Is it royal itself?
    pub royal: bool,
}

/// What makes an attack on a royal man no check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shelter<S> {
    /// That is not known.
    Unknown,
    /// Nothing does.
    Nothing,
    /// That all these squares are occupied.
    While(S),
}

impl<S: Squares> Shelter<S> {
    /// Is the attack a check with these squares occupied, if that is known?
    #[inline]
    pub fn fails(self, occupied: S) -> Option<bool> {
        match self {
            Shelter::Unknown => None,
            Shelter::Nothing => Some(true),
            Shelter::While(squares) => Some(squares.meets(!occupied)),
        }
    }

    /// What makes no check of two attacks by the same man.
    #[inline]
    pub fn and(self, other: Shelter<S>) -> Shelter<S> {
        match (self, other) {
            (Shelter::Nothing, _) | (_, Shelter::Nothing) => Shelter::Nothing,
            (Shelter::While(some), Shelter::While(others)) => Shelter::While(some | others),
            _ => Shelter::Unknown,
        }
    }
}
