//! Captures of which it is told what may become of the two men: of their branches only those are played
//! that are wanted.
//!
//! Most branches of a capture by which men go on, or come back where the mover chooses, give no check, leave
//! their own king in check, or hinder nobody. In an h#3 of Take&Make three quarters of the time went into
//! playing them (`docs/performance.md`).

use super::Flow;
use crate::board::{Board, Square, Squares};
use crate::game::movegen::preview::Scene;
use crate::game::{Game, PositionOf};
use crate::position::{Branch, Marks, Move, Taken, Walk};
use crate::rules::{Fates, Intent, Rules};

/// Whom a branch is shown to, with how many decisions are made in it, and what it leads to.
pub(super) type Show<'a, S> = &'a mut dyn FnMut(Move, usize, &Scene<S>) -> Flow;

impl<B: Board, R: Rules> Game<B, R> {
    /// What may become of the men of a capture by what the mover decides first, if that is told.
    pub(super) fn fates(&self, position: &PositionOf<B, R>, mv: Move, fixed: usize) -> Option<Fates<B::Set>> {
        // An own man who comes back would guard and attack.
        let plain = B::STRAIGHT
            && !self.rules.needs().own_men
            && position.walk(Walk::ReversedPawn).is_empty()
            && !position.has_neutrals();
        if fixed > 0 || !plain || self.owes(position) {
            return None;
        }
        let by = position.to_move;
        let mover = position.own_man(by, mv.walk, mv.from);
        let victim = Taken { man: position.man(mv.to)?, at: mv.to };
        let marked = mover.marks != Marks::NONE || victim.man.marks != Marks::NONE;
        let intent = Intent { field: self, position, by, mv, mover, victim, hunted: false };
        if marked { None } else { self.rules.fates(&intent) }
    }

    /// The only royal man of the side to move, if it is in check where it is attacked, and not elsewhere.
    pub(super) fn told_royal(&self, position: &PositionOf<B, R>) -> Option<Square> {
        let royals = position.royal & position.of(position.to_move);
        // Wherever he goes himself.
        let everywhere = self.rules.check_is_attack();
        let told = everywhere && self.checks_are_attacks(position) && self.attacks_are_checks(position);
        royals.first().filter(|_| told && !royals.several())
    }

    /// Shows the branches of a capture with how many decisions are made in them, and what they lead to; of those
    /// by which the capturer goes on, only the ones to certain ends.
    pub(super) fn each_fate(
        &self,
        position: &PositionOf<B, R>,
        mv: Move,
        fates: Fates<B::Set>,
        ends: &dyn Fn(B::Set) -> B::Set,
        show: Show<B::Set>,
    ) -> Flow {
        let (squares, or_not) = match fates {
            Fates::Forbidden => return Flow::Continue(()),
            Fates::GoesOn { squares, .. } => (squares, false),
            Fates::ComesBack { squares, or_not, .. } => (squares, or_not),
        };
        let wanted = match fates {
            Fates::GoesOn { squares, .. } => ends(squares),
            _ => squares,
        };
        let ways = squares.count() + u32::from(or_not);
        let decided = squares.iter().map(Some).chain(or_not.then_some(None));
        for (number, at) in decided.enumerate() {
            if at.is_some_and(|at| !wanted.contains(at)) {
                continue;
            }
            let (capturer, reborn) = match (fates, at) {
                (Fates::GoesOn { back, .. }, Some(at)) => {
                    if back.is_some_and(|back| back.must && back.at == at) {
                        continue;
                    }
                    let back = back.filter(|back| back.at != at);
                    (at, back.map(|back| (back.walk, back.at)))
                }
                (Fates::ComesBack { walk, .. }, Some(at)) => (mv.to, Some((walk, at))),
                _ => (mv.to, None),
            };
            let scene = self.scene_of_capture(position, mv, capturer, reborn);
            let Some(branch) = Branch::new(number as u32) else {
                self.rules.lose_branches();
                break;
            };
            show(Move { branch, ..mv }, usize::from(ways > 1), &scene)?;
        }
        Flow::Continue(())
    }

    /// Is it decided later what a pawn becomes where it stands after a capture?
    pub(super) fn promotes_in(&self, position: &PositionOf<B, R>, mv: Move, scene: &Scene<B::Set>) -> bool {
        let side = position.to_move;
        let promotes = |walk: Walk, side, at| walk.is_pawn() && self.promotion_rank(walk, side).contains(at);
        (mv.promotion.is_none() && promotes(mv.walk, side, scene.at))
            || scene.reborn.is_some_and(|(walk, at)| promotes(walk, side.other(), at))
    }
}
