//! The outcome of a capture, and the effect of an attack on a royal man, as far as they are known without
//! making a move.

use crate::board::{Square, Squares};
use crate::position::{Side, Walk};

/// The outcome of a capture under the rules of the fast engine; the general engine predicts
/// [`CaptureBranches`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureOutcome {
    /// The rules forbid the capture.
    Forbidden,
    /// The capture is permitted. All other men keep their square and walk.
    Allowed {
        /// The final square of the capturer.
        capturer: Square,
        /// The walk and the square of the victim if it is reborn.
        reborn: Option<(Walk, Square)>,
    },
}

/// The branches of a capture that [`permits_capture`](super::rule::Rule::permits_capture) allows. The index of the
/// mover's first choice is an index into `squares`.
/// All other men keep their square and walk, except that pawns may promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureBranches<S> {
    /// The capture is forbidden: it has no branch.
    Forbidden,
    /// The capturer continues its move.
    CapturerContinues {
        /// The possible final squares of the capturer.
        squares: S,
        /// The rebirth of the victim after the continuation.
        rebirth: Option<PredictedRebirth>,
    },
    /// The victim is reborn.
    VictimReturns {
        /// The walk of the victim after its rebirth.
        walk: Walk,
        /// The possible rebirth squares. The branch of an occupied square is forbidden.
        squares: S,
        /// Whether the last choice is no rebirth. If there is no square, there is no rebirth and no
        /// choice.
        or_none: bool,
    },
}

/// The rebirth of a victim after the capturer has continued its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PredictedRebirth {
    /// The walk of the victim after its rebirth.
    pub walk: Walk,
    /// The rebirth square. There is no rebirth if the capturer occupies it.
    pub at: Square,
    /// Whether the capture is forbidden if the capturer occupies the rebirth square.
    pub is_mandatory: bool,
}

/// Captures that the legality masks cannot test, because they may have other effects than in orthodox
/// chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnmaskedCaptures<S> {
    /// The squares of the victims.
    pub victims: S,
    /// The departure squares of the capturers.
    pub departures: S,
}

impl<S: Squares> UnmaskedCaptures<S> {
    /// No capture.
    pub const NONE: UnmaskedCaptures<S> = UnmaskedCaptures { victims: S::EMPTY, departures: S::EMPTY };

    /// Returns all captures.
    #[inline]
    pub fn all() -> UnmaskedCaptures<S> {
        UnmaskedCaptures { victims: !S::EMPTY, departures: !S::EMPTY }
    }

    /// Returns the squares of the victims of a capturer from `from`.
    #[inline(always)]
    pub fn victims_from(self, from: Square) -> S {
        if self.departures.contains(from) { self.victims } else { S::EMPTY }
    }
}

/// A man that attacks a royal man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoyalAttacker {
    /// The side of the man.
    pub side: Side,
    /// The walk of the man.
    pub walk: Walk,
    /// The square of the man.
    pub from: Square,
    /// Whether the man is royal.
    pub royal: bool,
}

/// The condition under which an attack on a royal man gives check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckCondition<S> {
    /// The condition is not known.
    Unknown,
    /// The attack gives check.
    Always,
    /// The attack gives check unless all these squares are occupied.
    UnlessOccupied(S),
}

impl<S: Squares> CheckCondition<S> {
    /// Returns whether the attack gives check while the squares of `occupied` are occupied; `None` if it
    /// is not known.
    #[inline]
    pub fn is_check(self, occupied: S) -> Option<bool> {
        match self {
            CheckCondition::Unknown => None,
            CheckCondition::Always => Some(true),
            CheckCondition::UnlessOccupied(squares) => Some(squares.intersects(!occupied)),
        }
    }

    /// Returns the condition under which at least one of two attacks by the same man gives check.
    #[inline]
    pub fn or(self, other: CheckCondition<S>) -> CheckCondition<S> {
        match (self, other) {
            (CheckCondition::Always, _) | (_, CheckCondition::Always) => CheckCondition::Always,
            (CheckCondition::UnlessOccupied(some), CheckCondition::UnlessOccupied(others)) => {
                CheckCondition::UnlessOccupied(some | others)
            }
            _ => CheckCondition::Unknown,
        }
    }
}
