//! The squares that a mating man can reach by its move, captures and rebirths included.
//!
//! **What.** For each mating man, the walk and the square after its move: promotions, the rebirth square of the
//! capturer, and the squares that a man captured on the way may be reborn on.
//!
//! **Why it is correct.** The list contains every destination of a legal move and may contain others: the men of the
//! mated side do not close lines, and any square may hold a victim. If it would have more than
//! [`MAX_DESTINATIONS`] entries the filter is given up.
//!
//! **Cost and gain.** Destinations are listed once for a position and king square, not for each move of the mated side.
//! Figures in [`helpmate`](super).
//!
//! **Reference.** None.

use super::HelpmateAnalysis;
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::rules::GameRules;
use crate::search::lower_bound::distance::union;

/// The greatest number of destinations of one man that are tested one by one.
const MAX_DESTINATIONS: usize = 128;

/// The result of a move of a mating man.
#[derive(Clone, Copy)]
pub(super) struct MatingDestination<S> {
    /// The walk of the man after the move.
    pub(super) walk: Walk,
    /// The square of the man after the move.
    pub(super) at: Square,
    /// The squares that the man attacks from there, through all men of the mated side.
    pub(super) attacked: S,
    /// The squares where the man on `to`, if one is there now, may be reborn.
    pub(super) victim_rebirth_squares: S,
    /// The target of the move; another square than `at` if the capturer is reborn or moves on.
    pub(super) to: Square,
    /// Whether the move is possible only as a capture.
    pub(super) needs_capture: bool,
}

impl<B: Board, R: GameRules> HelpmateAnalysis<'_, '_, B, R> {
    /// Calls `visit` with the destinations of a mating man. `mating_squares` returns, of a set of squares, those
    /// from which the man with a walk may mate. Returns `None` if there are too many destinations.
    pub(super) fn for_each_destination(
        &mut self,
        walk: Walk,
        at: Square,
        mating_squares: impl Fn(Walk, B::Set) -> B::Set,
        mut visit: impl FnMut(&mut Self, &MatingDestination<B::Set>),
    ) -> Option<()> {
        let HelpmateAnalysis { king_zone, mating_men, mated_men, .. } = *self;
        let others = mating_men.without(at);
        let mut count = 0;
        let mut emit = |analysis: &mut Self, walk: Walk, at: Square, to: Square, needs_capture: bool| {
            let victim = if mated_men.contains(to) { analysis.position.walk_on(to) } else { None };
            let victim_rebirth_squares =
                victim.map_or(B::Set::EMPTY, |victim| king_zone.victim_rebirth_squares(victim, to));
            let attacked = king_zone.attacked_upper_bound(walk, at, others);
            let destination =
                MatingDestination { walk, at, attacked, victim_rebirth_squares, to, needs_capture };
            visit(analysis, &destination);
            count += 1;
            (count <= MAX_DESTINATIONS).then_some(())
        };
        let victims = mated_men | self.quiet_targets;
        let has_continuation = king_zone.rebirth_squares.has_continued_captures();
        let [steps, captures] = self.move_targets(walk, at, mating_men, victims | self.en_passant_squares);
        if has_continuation {
            self.for_each_continuation(walk, at, victims, &mating_squares, &mut emit)?;
        }
        let (steps, captures) = match (has_continuation, walk == Walk::Pawn) {
            (false, _) => (steps, captures),
            (true, true) => (steps, B::Set::EMPTY),
            (true, false) => (steps & !mated_men, captures),
        };
        for (walk, squares) in self.targets_by_final_walk(walk, (steps | captures) & !mating_men) {
            for to in mating_squares(walk, squares).iter() {
                emit(self, walk, to, to, !steps.contains(to))?;
            }
        }
        if king_zone.has_capturer_rebirth() {
            let captures = if walk == Walk::Pawn { captures } else { (steps | captures) & victims };
            self.for_each_capturer_rebirth(walk, captures & !mating_men, &mating_squares, &mut emit)?;
        }
        Some(())
    }

    /// Calls `emit` with the captures after which the capturer moves on (Take&Make).
    #[inline]
    fn for_each_continuation(
        &mut self,
        walk: Walk,
        at: Square,
        victims: B::Set,
        mating_squares: &impl Fn(Walk, B::Set) -> B::Set,
        emit: &mut impl FnMut(&mut Self, Walk, Square, Square, bool) -> Option<()>,
    ) -> Option<()> {
        let mating_side = self.position.to_move.other();
        let captures = self.game.board.attacks(walk, mating_side, at, self.mating_men) & !self.mating_men;
        let victims = if walk == Walk::Pawn { victims | self.en_passant_squares } else { victims };
        // Most final squares are reached by several captures, so they are filtered once for all.
        let final_squares = self
            .targets_by_final_walk(walk, !B::Set::EMPTY)
            .map(|(walk, squares)| (walk, mating_squares(walk, squares)));
        let final_squares: Vec<_> = final_squares.filter(|(_, squares)| !squares.is_empty()).collect();
        for to in (captures & victims).iter() {
            let continuations = self.continuation_squares(walk, at, to);
            for &(walk, squares) in &final_squares {
                for at in (continuations & squares).iter() {
                    emit(self, walk, at, to, true)?;
                }
            }
        }
        Some(())
    }

    /// Calls `emit` with the captures by which the capturer is reborn (Anticirce).
    #[inline]
    fn for_each_capturer_rebirth(
        &mut self,
        walk: Walk,
        captures: B::Set,
        mating_squares: &impl Fn(Walk, B::Set) -> B::Set,
        emit: &mut impl FnMut(&mut Self, Walk, Square, Square, bool) -> Option<()>,
    ) -> Option<()> {
        let HelpmateAnalysis { game, position, king_zone, .. } = *self;
        let promotion_rank = game.board.geometry().pawn(position.to_move.other()).promotion_rank;
        for (walk, targets) in self.targets_by_final_walk(walk, captures) {
            if targets.is_empty() {
                continue;
            }
            // Whether a square mates does not depend on the capture, so all rebirth squares are filtered at once.
            let homes = union(targets, |to| king_zone.capturer_rebirth_squares(walk, to));
            let mating = mating_squares(walk, homes);
            // A pawn may promote by its rebirth.
            let promoting = if walk == Walk::Pawn { homes & promotion_rank } else { B::Set::EMPTY };
            let promoted = match promoting.is_empty() {
                true => [(walk, promoting); 4],
                false => Walk::PROMOTIONS.map(|walk| (walk, mating_squares(walk, promoting))),
            };
            if promoted.iter().fold(mating, |all, (_, squares)| all | *squares).is_empty() {
                continue;
            }
            for to in targets.iter() {
                let homes = king_zone.capturer_rebirth_squares(walk, to);
                for (walk, squares) in std::iter::once((walk, mating)).chain(promoted) {
                    for home in (homes & squares).iter() {
                        emit(self, walk, home, to, true)?;
                    }
                }
            }
        }
        Some(())
    }

    /// Returns the targets of a mating man if only `mating_men` are in its way: those that need no capture
    /// (captures of a man other than a pawn may be among them), and those on `victims` that do.
    #[inline]
    pub(super) fn move_targets(
        &self,
        walk: Walk,
        at: Square,
        mating_men: B::Set,
        victims: B::Set,
    ) -> [B::Set; 2] {
        let HelpmateAnalysis { game, position, king_zone, .. } = *self;
        let mating_side = position.to_move.other();
        let from_home = king_zone.attacked_from_home(walk, at, mating_men.without(at));
        if walk != Walk::Pawn {
            return [game.board.attacks(walk, mating_side, at, mating_men), from_home];
        }
        let paths = game.board.geometry().pawn(mating_side);
        let single_steps = paths.step[at.index()];
        let passed = single_steps.iter().filter(|_| paths.double_rank.contains(at));
        let steps = passed.fold(single_steps, |steps, passed| steps | paths.step[passed.index()]);
        [steps, (from_home | paths.attacks[at.index()]) & victims]
    }

    /// Splits the targets of a mating man by its walk after the move.
    #[inline]
    pub(super) fn targets_by_final_walk(
        &self,
        walk: Walk,
        targets: B::Set,
    ) -> impl Iterator<Item = (Walk, B::Set)> + use<B, R> {
        let mating_side = self.position.to_move.other();
        let promoting = match walk {
            Walk::Pawn => targets & self.game.board.geometry().pawn(mating_side).promotion_rank,
            _ => B::Set::EMPTY,
        };
        let promotions: &[Walk] = if promoting.is_empty() { &[] } else { &Walk::PROMOTIONS };
        let promoted = promotions.iter().map(move |&walk| (walk, promoting));
        std::iter::once((walk, targets & !promoting)).chain(promoted)
    }

    /// Returns the squares to which a man that captures on `to` may move on, whichever men of the mated side are
    /// there or in its way then.
    fn continuation_squares(&self, walk: Walk, from: Square, to: Square) -> B::Set {
        let HelpmateAnalysis { game, position, mating_men, mated_men, .. } = *self;
        let others = mating_men.without(from);
        let geometry = game.board.geometry();
        let paths = geometry.pawn(position.to_move);
        let pawn_steps = || {
            let steps = paths.step[to.index()] & !others;
            let has_double_step = paths.double_rank.contains(to);
            let passed = steps.iter().filter(|_| has_double_step);
            passed.fold(steps, |steps, passed| steps | paths.step[passed.index()])
        };
        let squares_like = |victim: Walk| match victim {
            Walk::Pawn => pawn_steps(),
            victim => game.board.attacks(victim, position.to_move, to, others),
        };
        let mut squares = match position.walk_on(to) {
            Some(victim) if mated_men.contains(to) => squares_like(victim),
            _ => {
                let victims = Walk::CHESS
                    .iter()
                    .filter(|victim| self.quiet_targets_by_walk[victim.index()].contains(to));
                victims.fold(B::Set::EMPTY, |all, &victim| all | squares_like(victim))
            }
        };
        if self.en_passant_squares.contains(to) {
            squares |= pawn_steps();
        }
        let first_rank = geometry.pawn(position.to_move.other()).first_rank;
        squares & !others & if walk == Walk::Pawn { !first_rank } else { !B::Set::EMPTY }
    }
}
