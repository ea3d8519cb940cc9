//! Mates that are none because of a reply that was seen before.
//!
//! Under rules that tell little of moves without playing them it takes a dozen moves to find one that escapes a
//! check, and most checks are parried as the last one was (`docs/performance.md`).

use std::ops::ControlFlow;

use super::{Game, PositionOf};
use crate::board::Board;
use crate::position::{Move, MoveBranch};
use crate::rules::GameRules;

/// The moves by which each side escaped mate last.
#[derive(Default)]
pub struct KillerEvasions([[Option<Move>; 2]; 2]);

impl<B: Board, R: GameRules> Game<B, R> {
    /// As [`is_mate`](Self::is_mate), where it is remembered what escapes.
    pub fn is_mate_with_killers(&self, position: &PositionOf<B, R>, killers: &mut KillerEvasions) -> bool {
        if !R::GENERAL {
            return self.is_mate(position);
        }
        self.in_check(position, position.to_move)
            && !self.has_move_with_killers(position, killers)
            && self.rules.counts_as_mate(&position.memory)
    }

    /// Has the side to move a legal move? Under general rules only.
    fn has_move_with_killers(
        &self,
        position: &PositionOf<B, R>,
        KillerEvasions(escapes): &mut KillerEvasions,
    ) -> bool {
        if self.quick_king_move_general(position).is_some() {
            return true;
        }
        let last = &mut escapes[position.to_move.index()];
        let again = |mv: &Option<Move>| mv.is_some_and(|mv| self.retry_move(position, mv, |_| ()).is_some());
        if let Some(place) = last.iter().position(again) {
            last.swap(0, place);
            return true;
        }
        let mut found = None;
        let _ = self.for_each_move_quiet_first(position, &mut |mv, _| {
            found = Some(mv);
            ControlFlow::Break(())
        });
        // A numbered branch means something else elsewhere.
        if found.is_some_and(|mv| mv.branch == MoveBranch::ONLY) {
            *last = [found, last[0]];
        }
        found.is_some()
    }
}
