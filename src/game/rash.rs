//! Rash moves: those that leave the own king in check.
//!
//! They are illegal, but goals by which the side that moves is mate allow for them.

use std::ops::ControlFlow;

use super::generate::Anywhere;
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
        let first = list.len();
        self.bold_moves(position, &fearless, list);
        let mut kept = first;
        for at in first..list.len() {
            let mv = list[at];
            let mut after = *position;
            let rash = mv.kind != MoveKind::Castling
                && self.make(&mut after, mv, &mut Silent) == Outcome::Done
                && self.keeps_royals(position, &after, side.other())
                && self.in_check(&after, side);
            if rash {
                list[kept] = mv;
                kept += 1;
            }
        }
        list.truncate(kept);
    }

    /// Appends the moves that would be legal if no man were royal. Who must capture if he can is held to
    /// what he can capture with his king.
    pub fn fearless_moves(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        let mut fearless = *position;
        fearless.royal = B::Set::EMPTY;
        self.bold_moves(position, &fearless, list);
    }

    /// What could be played without fear for the kings that are royal in a position, and not in the same
    /// one made fearless. Who must capture if he can need not if every capture would be rash.
    fn bold_moves(&self, position: &PositionOf<B, R>, fearless: &PositionOf<B, R>, list: &mut Vec<Move>) {
        if !R::GENERAL {
            return self.moves(fearless, list);
        }
        let quiet = !self.must_capture(position);
        let _ =
            self.each_uncompelled_move(fearless, (quiet, true), &Anywhere, &mut |_| true, &mut |mv, _| {
                list.push(mv);
                ControlFlow::Continue(())
            });
    }
}
