//! Castling under rules that may do anything.

use std::ops::ControlFlow;

use super::super::{Game, PositionOf};
use super::Flow;
use crate::board::{Board, Castling, Square, Squares};
use crate::position::{Memory, Move, MoveBranch, MoveKind, Walk};
use crate::rules::GameRules;

impl<B: Board, R: GameRules> Game<B, R> {
    /// Shows castling, with the king's way judged and not yet its end.
    pub(super) fn for_each_castling(
        &self,
        position: &PositionOf<B, R>,
        visit: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        let side = position.to_move;
        for way in self.board.geometry().castlings.iter().filter(|way| way.side == side) {
            let Some(king) = self.castling_king(position, way) else { continue };
            if !self.rules.may_move(self, position, king) {
                continue;
            }
            let rooks = self.castling_rooks(position, way, king);
            for (number, rook) in rooks.iter().enumerate() {
                let Some(branch) = MoveBranch::new(number as u32) else { continue };
                let mut home = *position;
                for (walk, from, to) in [(Walk::King, king, way.king_from), (Walk::Rook, rook, way.rook_from)]
                {
                    if from != to {
                        home.move_man(position.own_man(side, walk, from), from, to);
                    }
                }
                let safe_on = |square: Square| {
                    let mut there = home;
                    if square != way.king_from {
                        there.move_man(home.own_man(side, Walk::King, way.king_from), way.king_from, square);
                        there.memory.count_ply();
                    }
                    !self.in_check(&there, side)
                };
                // Where the king ends is judged with the whole move.
                if !home.occupied().intersects(way.empty) && way.safe.without(way.king_to).iter().all(safe_on)
                {
                    let mv = Move::new(Walk::King, way.king_from, way.king_to, MoveKind::Castling);
                    visit(Move { branch, ..mv }, usize::from(rooks.more_than_one()))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The king that can castle this way.
    pub(in crate::game) fn castling_king(
        &self,
        position: &PositionOf<B, R>,
        way: &Castling<B::Set>,
    ) -> Option<Square> {
        let home = way.king_from;
        if !self.rules.flags_for(&position.memory, way.side).castles_from_home {
            return Some(home).filter(|&home| position.castling.contains(home));
        }
        if position.castling.contains(home) {
            return Some(home);
        }
        let kings = position.walk(Walk::King) & position.royal & position.of(way.side);
        kings.iter().find(|&king| {
            let comes = |capture| self.rules.origins(self, position, king, capture).contains(home);
            // Who stands there moves from there in one way or the other in any case.
            if king == home { comes(false) && comes(true) } else { comes(false) || comes(true) }
        })
    }

    /// The rooks that can castle this way.
    pub(in crate::game) fn castling_rooks(
        &self,
        position: &PositionOf<B, R>,
        way: &Castling<B::Set>,
        king: Square,
    ) -> B::Set {
        let home = way.rook_from;
        if position.castling.contains(home) {
            return B::Set::of(home);
        }
        let needs = self.rules.flags_for(&position.memory, way.side);
        if !needs.castles_from_home || position.occupied().without(king).contains(home) {
            return B::Set::EMPTY;
        }
        let rooks = position.walk(Walk::Rook) & position.of(way.side);
        let comes = |&rook: &Square| self.rules.origins(self, position, rook, false).contains(home);
        B::Set::from_squares(rooks.iter().filter(comes))
    }
}
