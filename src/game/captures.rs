//! The pseudo-legal captures of a position.

use std::ops::ControlFlow;

use super::general::{QuietMoves, TargetMask};
use super::{Game, PositionOf};
use crate::board::{Board, Squares};
use crate::position::MoveKind;
use crate::rules::GameRules;

impl<B: Board, R: GameRules> Game<B, R> {
    /// Returns the men of the side to move that have a pseudo-legal capture of a man that is not royal, and the
    /// victims of these captures.
    pub fn capturers_and_victims(&self, position: &PositionOf<B, R>) -> (B::Set, B::Set) {
        let (mut capturers, mut victims) = (B::Set::EMPTY, B::Set::EMPTY);
        let side = position.to_move;
        if R::GENERAL {
            let _ = self.for_each_pseudo_legal_move_general(
                position,
                QuietMoves::None,
                Some(self.victims(position)),
                &TargetMask::all,
                &mut |mv, _| {
                    let at = position.ep_pawn().filter(|_| mv.kind == MoveKind::EnPassant).unwrap_or(mv.to);
                    capturers |= B::Set::of(mv.from);
                    victims |= B::Set::of(at);
                    ControlFlow::Continue(())
                },
            );
            return (capturers, victims & !position.royal);
        }
        let occupied = position.occupied();
        for at in (position.of(side.other()) & !position.royal).iter() {
            let attackers = self.attackers(position, at, side, occupied);
            if !attackers.is_empty() {
                capturers |= attackers;
                victims |= B::Set::of(at);
            }
        }
        for (from, _) in self.en_passant_captures(position) {
            capturers |= B::Set::of(from);
            victims |= position.ep_pawn().map_or(B::Set::EMPTY, B::Set::of);
        }
        (capturers, victims)
    }
}
