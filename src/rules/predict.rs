//! What a rule tells of a capture, and of an attack on a king, without anything being played.

use crate::board::{Square, Squares};
use crate::position::{Side, Walk};

/// What becomes of the two men of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureOutcome {
    /// The rules forbid the capture.
    Forbidden,
    /// Who stands where afterwards. All others stay where they are, and as what.
    Allowed {
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
pub enum CaptureBranches<S> {
    /// The capture is forbidden.
    Forbidden,
    /// The capturer goes on.
    CapturerContinues {
        /// To one of these squares.
        squares: S,
        /// What becomes of the captured man then.
        rebirth: Option<PredictedRebirth>,
    },
    /// The captured man comes back.
    VictimReturns {
        /// How he walks then.
        walk: Walk,
        /// On one of these squares; those that are occupied are forbidden.
        squares: S,
        /// Or, last of all, not; so, without a decision, if there is no square.
        or_none: bool,
    },
}

/// Where a captured man comes back once the capturer has gone on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PredictedRebirth {
    /// How he walks then.
    pub walk: Walk,
    /// On which square, unless the capturer stands there.
    pub at: Square,
    /// Is the capture forbidden if the capturer stands there?
    pub is_mandatory: bool,
}

/// Captures that may be more than in orthodox chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnmaskedCaptures<S> {
    /// Of men on these squares.
    pub victims: S,
    /// By men from these squares.
    pub departures: S,
}

impl<S: Squares> UnmaskedCaptures<S> {
    /// No capture.
    pub const NONE: UnmaskedCaptures<S> = UnmaskedCaptures { victims: S::EMPTY, departures: S::EMPTY };

    /// Any capture.
    #[inline]
    pub fn all() -> UnmaskedCaptures<S> {
        UnmaskedCaptures { victims: !S::EMPTY, departures: !S::EMPTY }
    }

    /// Of whom, if the capturer stands on a square.
    #[inline(always)]
    pub fn victims_from(self, from: Square) -> S {
        if self.departures.contains(from) { self.victims } else { S::EMPTY }
    }
}

/// A man who attacks a royal man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoyalAttacker {
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
pub enum CheckCondition<S> {
    /// That is not known.
    Unknown,
    /// Nothing does.
    Always,
    /// That all these squares are occupied.
    UnlessOccupied(S),
}

impl<S: Squares> CheckCondition<S> {
    /// Is the attack a check with these squares occupied, if that is known?
    #[inline]
    pub fn is_check(self, occupied: S) -> Option<bool> {
        match self {
            CheckCondition::Unknown => None,
            CheckCondition::Always => Some(true),
            CheckCondition::UnlessOccupied(squares) => Some(squares.intersects(!occupied)),
        }
    }

    /// What makes no check of two attacks by the same man.
    #[inline]
    pub fn and(self, other: CheckCondition<S>) -> CheckCondition<S> {
        match (self, other) {
            (CheckCondition::Always, _) | (_, CheckCondition::Always) => CheckCondition::Always,
            (CheckCondition::UnlessOccupied(some), CheckCondition::UnlessOccupied(others)) => {
                CheckCondition::UnlessOccupied(some | others)
            }
            _ => CheckCondition::Unknown,
        }
    }
}
