//! Captures of which it is told what may become of the two men: of their branches only those are played
//! that are wanted.
//!
//! Most branches of a capture by which men go on, or come back where the mover chooses, give no check, leave
//! their own king in check, or hinder nobody. In an h#3 of Take&Make three quarters of the time went into
//! playing them (`docs/performance.md`).

use super::Flow;
use crate::board::{Board, Square, Squares};
use crate::game::movegen::preview::Preview;
use crate::game::{Game, PositionOf};
use crate::position::{CapturedMan, ManFlags, Move, MoveBranch, Walk};
use crate::rules::{CaptureBranches, CaptureQuery, GameRules};

/// Whom a branch is shown to, with how many decisions are made in it, and what it leads to.
pub(super) type BranchVisitor<'a, S> = &'a mut dyn FnMut(Move, usize, &Preview<S>) -> Flow;

impl<B: Board, R: GameRules> Game<B, R> {
    /// What may become of the men of a capture by what the mover decides first, if that is told.
    pub(super) fn predicted_branches(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        fixed: usize,
    ) -> Option<CaptureBranches<B::Set>> {
        // An own man who comes back would guard and attack.
        let plain = B::LINES_UNIQUE
            && !self.rules.flags().captures_own_men
            && position.walk(Walk::ReversedPawn).is_empty()
            && !position.has_neutrals();
        if fixed > 0 || !plain || self.has_pending_promotion(position) {
            return None;
        }
        let by = position.to_move;
        let mover = position.own_man(by, mv.walk, mv.from);
        let victim = CapturedMan { man: position.man(mv.to)?, at: mv.to };
        let marked = mover.flags != ManFlags::NONE || victim.man.flags != ManFlags::NONE;
        let intent = CaptureQuery { game: self, position, by, mv, mover, victim, for_check: false };
        if marked { None } else { self.rules.capture_branches(&intent) }
    }

    /// The only royal man of the side to move, if it is in check where it is attacked, and not elsewhere.
    pub(super) fn royal_checked_iff_attacked(&self, position: &PositionOf<B, R>) -> Option<Square> {
        let royals = position.royal & position.of(position.to_move);
        // Wherever he goes himself.
        let everywhere = self.rules.check_requires_attack();
        let told = everywhere && self.check_requires_attack(position) && self.attack_gives_check(position);
        royals.first().filter(|_| told && !royals.more_than_one())
    }

    /// Shows the branches of a capture with how many decisions are made in them, and what they lead to; of those
    /// by which the capturer goes on, only the ones to certain ends.
    pub(super) fn for_each_predicted_branch(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        branches: CaptureBranches<B::Set>,
        final_squares: &dyn Fn(B::Set) -> B::Set,
        visit: BranchVisitor<B::Set>,
    ) -> Flow {
        let (squares, or_not) = match branches {
            CaptureBranches::Forbidden => return Flow::Continue(()),
            CaptureBranches::CapturerContinues { squares, .. } => (squares, false),
            CaptureBranches::VictimReturns { squares, or_none: or_not, .. } => (squares, or_not),
        };
        let wanted = match branches {
            CaptureBranches::CapturerContinues { squares, .. } => final_squares(squares),
            _ => squares,
        };
        let ways = squares.count() + u32::from(or_not);
        let decided = squares.iter().map(Some).chain(or_not.then_some(None));
        for (number, at) in decided.enumerate() {
            if at.is_some_and(|at| !wanted.contains(at)) {
                continue;
            }
            let (capturer, reborn) = match (branches, at) {
                (CaptureBranches::CapturerContinues { rebirth: back, .. }, Some(at)) => {
                    if back.is_some_and(|back| back.is_mandatory && back.at == at) {
                        continue;
                    }
                    let back = back.filter(|back| back.at != at);
                    (at, back.map(|back| (back.walk, back.at)))
                }
                (CaptureBranches::VictimReturns { walk, .. }, Some(at)) => (mv.to, Some((walk, at))),
                _ => (mv.to, None),
            };
            let scene = self.preview_of_capture(position, mv, capturer, reborn);
            let Some(branch) = MoveBranch::new(number as u32) else {
                self.rules.mark_branch_overflow();
                break;
            };
            visit(Move { branch, ..mv }, usize::from(ways > 1), &scene)?;
        }
        Flow::Continue(())
    }

    /// Is it decided later what a pawn becomes where it stands after a capture?
    pub(super) fn promotes_late_in(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        preview: &Preview<B::Set>,
    ) -> bool {
        let side = position.to_move;
        let promotes = |walk: Walk, side, at| walk.is_pawn() && self.promotion_rank(walk, side).contains(at);
        (mv.promotion.is_none() && promotes(mv.walk, side, preview.at))
            || preview.reborn.is_some_and(|(walk, at)| promotes(walk, side.other(), at))
    }
}
