//! Which captures there are, whatever becomes of the own king.

use std::ops::ControlFlow;

use super::general::{Quiet, Within};
use super::{Game, PositionOf};
use crate::board::{Board, Squares};
use crate::position::MoveKind;
use crate::rules::Rules;

impl<B: Board, R: Rules> Game<B, R> {
    /// The men of the side to move who could capture one who is not royal, and those who could
    /// be captured.
    pub fn captures(&self, position: &PositionOf<B, R>) -> (B::Set, B::Set) {
        let (mut capturers, mut captured) = (B::Set::EMPTY, B::Set::EMPTY);
        let side = position.to_move;
        if R::GENERAL {
            let _ = self.each_pseudo_move(
                position,
                Quiet::None,
                Some(self.victims(position)),
                &Within::anywhere,
                &mut |mv, _| {
                    let at = position.passer().filter(|_| mv.kind == MoveKind::EnPassant).unwrap_or(mv.to);
                    capturers |= B::Set::of(mv.from);
                    captured |= B::Set::of(at);
                    ControlFlow::Continue(())
                },
            );
            return (capturers, captured & !position.royal);
        }
        let occupied = position.occupied();
        for at in (position.of(side.other()) & !position.royal).iter() {
            let attackers = self.attackers(position, at, side, occupied);
            if !attackers.is_empty() {
                capturers |= attackers;
                captured |= B::Set::of(at);
            }
        }
        for (from, _) in self.en_passant_departures(position) {
            capturers |= B::Set::of(from);
            captured |= position.passer().map_or(B::Set::EMPTY, B::Set::of);
        }
        (capturers, captured)
    }
}
