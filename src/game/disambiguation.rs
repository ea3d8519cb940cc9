//! Men that could make the same move: what notation must tell apart.

use std::ops::ControlFlow;

use super::general::{Extent, QuietMoves, TargetMask};
use super::{Game, PositionOf};
use crate::board::{Board, Squares};
use crate::position::{Move, MoveKind};
use crate::rules::GameRules;

impl<B: Board, R: GameRules> Game<B, R> {
    /// Where other men of the same walk stand that could legally go to the same square.
    pub fn disambiguation_candidates(&self, position: &PositionOf<B, R>, mv: Move) -> B::Set {
        let side = position.to_move;
        let mut rivals = B::Set::EMPTY;
        if mv.kind == MoveKind::Entry
            || (position.walk(mv.walk) & position.of(side)).without(mv.from).is_empty()
        {
            return rivals;
        }
        let alike = |other: Move| {
            other.walk == mv.walk
                && other.to == mv.to
                && other.from != mv.from
                && other.promotion == mv.promotion
                && !matches!(other.kind, MoveKind::Castling | MoveKind::Entry)
        };
        if !R::GENERAL {
            let _ = self.for_each_move(position, |other| {
                if alike(other) {
                    rivals = rivals.with(other.from);
                }
                ControlFlow::Continue(())
            });
            return rivals;
        }
        // One legal branch of a move is enough.
        let _ = self.for_each_promotion_choice(position, &mut |settled, owed| {
            if !owed.is_prefix_of(mv) {
                return ControlFlow::Continue(());
            }
            let victims = Some(self.victims(settled));
            self.for_each_pseudo_legal_move_general(
                settled,
                QuietMoves::All,
                victims,
                &TargetMask::all,
                &mut |other, fixed| {
                    if alike(other)
                        && !rivals.contains(other.from)
                        && let Some((other, fixed)) = owed.prepend_to(other, fixed)
                        && self.has_legal_branch(position, other, fixed)
                    {
                        rivals = rivals.with(other.from);
                    }
                    ControlFlow::Continue(())
                },
            )
        });
        rivals
    }

    /// Is one of the branches of a move legal?
    fn has_legal_branch(&self, position: &PositionOf<B, R>, mv: Move, fixed: usize) -> bool {
        let side = position.to_move;
        let legal = |_, after: &PositionOf<B, R>| {
            let kept = self.keeps_royals(position, after, side);
            if kept && !self.in_check(after, side) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        self.for_each_branch(position, mv, fixed, Extent::Full, &mut { legal }).is_break()
    }
}
