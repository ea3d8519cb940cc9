//! Several moves in turn.

use super::Plan;
use crate::board::{Square, Squares};

/// Moves of one kind in turn, each but the last to an empty square.
#[derive(Clone, Debug)]
pub(super) struct Repeats<S> {
    plan: Box<Plan<S>>,
    most: u8,
    /// The squares from which the man moves on.
    stops: S,
}

impl<S: Squares> Repeats<S> {
    /// Returns at most this number of moves.
    pub fn new(plan: Plan<S>, most: Option<u8>, stops: S) -> Repeats<S> {
        // More moves than squares reach no more.
        Repeats { plan: Box::new(plan), most: most.unwrap_or(u8::MAX), stops }
    }

    /// Returns the squares that are reached, occupied or not.
    pub fn targets(&self, from: Square, occupied: S) -> S {
        let occupied = occupied.without(from);
        self.reached(from, self.stops & !occupied, |at| self.plan.targets(at, occupied))
    }

    /// Returns all squares that may be reached, wherever other men are.
    pub fn reach(&self, from: Square) -> S {
        self.reached(from, self.stops, |at| self.plan.reach(at))
    }

    fn reached(&self, from: Square, stops: S, targets: impl Fn(Square) -> S) -> S {
        let mut reached = S::EMPTY;
        // Moves on from the squares of one number of moves, each square once.
        let mut latest = S::of(from);
        let mut earlier = latest;
        for _ in 0..self.most {
            let next = latest.iter().fold(S::EMPTY, |all, at| all | targets(at));
            reached |= next;
            latest = next & stops & !earlier;
            if latest.is_empty() {
                break;
            }
            earlier |= latest;
        }
        reached
    }
}
