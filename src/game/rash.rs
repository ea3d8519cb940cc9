//! Rash moves: those that leave the own king in check.
//!
//! They are illegal, but goals by which the side that moves is mate allow for them.

use super::{Game, PositionOf};
use crate::board::{Board, Squares};
use crate::position::{Move, MoveKind, Silent};
use crate::rules::{Outcome, Rules};

impl<B: Board, R: Rules> Game<B, R> {
    /// Appends the moves that would be legal if they did not leave the own king in
    /// check. Nobody castles rashly, and nobody takes a king.
    pub fn rash_moves(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        let side = position.to_move;
        // A side without a king has nothing to fear.
        let mut fearless = *position;
        fearless.royal &= !position.of(side);
        let enemies = |position: &PositionOf<B, R>| (position.royal & position.of(side.other())).count();
        let first = list.len();
        self.moves(&fearless, list);
        let mut kept = first;
        for at in first..list.len() {
            let mv = list[at];
            let mut after = *position;
            let rash = mv.kind != MoveKind::Castling
                && self.make(&mut after, mv, &mut Silent) == Outcome::Done
                && enemies(&after) == enemies(position)
                && self.in_check(&after, side);
            if rash {
                list[kept] = mv;
                kept += 1;
            }
        }
        list.truncate(kept);
    }
}
