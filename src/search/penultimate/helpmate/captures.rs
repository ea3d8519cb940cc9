//! The filter of captures under orthodox captures.
//!
//! **What.** Most moves that the filter of quiet moves leaves are captures, and after most of them too few men are left to
//! mate. The capturer is on its victim's square, and the victim guards nothing any more.
//!
//! **Why it is correct.** Admissible: lines count as open, so that the squares that the other men guard follow from three
//! sets: those attacked by at least one, two and three mating men on an empty board. An occupied line only removes
//! guards. Positions in which the mating side can castle are not filtered.
//!
//! **Cost and gain.** Two orthodox h#3 with 20 and 24 men drop from 0.50 to 0.36 s and from 0.51 to 0.38 s by this test and
//! by finding all squares of a man at once.
//!
//! **Reference.** None.

use super::HelpmateAnalysis;
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::rules::GameRules;

/// The squares that the mating men attack on an empty board, by the least number of attackers.
struct AttackCounts<S> {
    once: S,
    twice: S,
    thrice: S,
}

impl<S: Squares> AttackCounts<S> {
    /// Returns the squares attacked without two men that attack `one` and `other`.
    #[inline]
    fn without(&self, one: S, other: S) -> S {
        self.thrice | (self.twice & !(one & other)) | (self.once & !(one | other))
    }
}

impl<B: Board, R: GameRules> HelpmateAnalysis<'_, '_, B, R> {
    /// Removes the captures after which no mate can follow from the filter.
    pub(super) fn filter_captures(&mut self) {
        if self.castlings().next().is_some() {
            return;
        }
        (self.filter.other_victims, self.filter.king_victims) = (B::Set::EMPTY, B::Set::EMPTY);
        let HelpmateAnalysis { game, position, king_zone, mating_men, mated_men, king, .. } = *self;
        let geometry = game.board.geometry();
        let mut counts = AttackCounts { once: B::Set::EMPTY, twice: B::Set::EMPTY, thrice: B::Set::EMPTY };
        for at in mating_men.iter() {
            let walk = position.walk_on(at).unwrap_or(Walk::Queen);
            let attacked = king_zone.attacked(walk, at);
            counts.thrice |= counts.twice & attacked;
            counts.twice |= counts.once & attacked;
            counts.once |= attacked;
        }
        let pawns = position.walk(Walk::Pawn) & mated_men;
        let paths = geometry.pawn(position.to_move);
        let mut targets = pawns.iter().fold(B::Set::EMPTY, |all, at| all | paths.attacks[at.index()]);
        for walk_targets in &self.quiet_targets_by_walk {
            targets |= *walk_targets;
        }
        for victim in (targets & mating_men).iter() {
            if self.may_mate_after_capture(victim, king, &counts) {
                self.filter.other_victims |= B::Set::of(victim);
            }
        }
        for victim in (geometry.king[king.index()] & mating_men).iter() {
            if self.may_mate_after_capture(victim, victim, &counts) {
                self.filter.king_victims |= B::Set::of(victim);
            }
        }
    }

    /// Returns whether one move may mate the king on `king` after the man on `victim` has been captured.
    fn may_mate_after_capture(&self, victim: Square, king: Square, counts: &AttackCounts<B::Set>) -> bool {
        let HelpmateAnalysis { game, position, king_zone, .. } = *self;
        let Some(walk) = position.walk_on(victim) else { return true };
        let lost = king_zone.attacked(walk, victim);
        let mating_men = self.mating_men.without(victim);
        // The capturer is on the victim's square; the king is counted separately.
        let mated_men = if king == victim { self.mated_men } else { self.mated_men.with(victim) };
        let unblocked = game.board.geometry().king[king.index()] & !mated_men;
        mating_men.iter().any(|at| {
            let Some(walk) = position.walk_on(at) else { return true };
            let guarded = counts.without(king_zone.attacked(walk, at), lost);
            let unguarded = unblocked & !guarded;
            // A man need not guard its own square.
            if unguarded.count() > king_zone.max_attacked_neighbours(walk) + 1 {
                return false;
            }
            let [steps, captures] = self.move_targets(walk, at, mating_men, mated_men);
            let targets = (steps | captures) & !mating_men;
            self.targets_by_final_walk(walk, targets).any(|(walk, squares)| {
                let checking = match guarded.contains(king) {
                    true => squares,
                    false => squares & king_zone.attackers(walk, king),
                };
                let guarding = |squares: B::Set, flight: Square| {
                    squares & king_zone.attackers(walk, flight).with(flight)
                };
                !unguarded.iter().fold(checking, guarding).is_empty()
            })
        })
    }
}
