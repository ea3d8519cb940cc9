//! On the eve of the mate: captures, where nobody is reborn.
//!
//! Most of the moves that are left when flights have been asked of quiet moves are captures, and behind most
//! of them there are too few men left to mate. Who has captured stands on the square of his victim, who
//! guards nothing any more; lines are thought to be open, so that what the others guard is known from three
//! sets: what is attacked by somebody, by two and by three of them on an empty board.

use super::HelpmateAnalysis;
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::rules::GameRules;

/// What the men of the mating side attack on an empty board: by how many of them, at least.
struct AttackCounts<S> {
    once: S,
    twice: S,
    thrice: S,
}

impl<S: Squares> AttackCounts<S> {
    /// What is attacked without two men, of whom each attacks this.
    #[inline]
    fn without(&self, one: S, other: S) -> S {
        self.thrice | (self.twice & !(one & other)) | (self.once & !(one | other))
    }
}

impl<B: Board, R: GameRules> HelpmateAnalysis<'_, '_, B, R> {
    /// Leaves out the captures behind which no mate can follow.
    pub(super) fn filter_captures(&mut self) {
        if self.castlings().next().is_some() {
            return;
        }
        (self.filter.other_victims, self.filter.king_victims) = (B::Set::EMPTY, B::Set::EMPTY);
        let HelpmateAnalysis {
            game, position, king_zone: guards, mating_men: own, mated_men: foe, king, ..
        } = *self;
        let geometry = game.board.geometry();
        let mut attacked = AttackCounts { once: B::Set::EMPTY, twice: B::Set::EMPTY, thrice: B::Set::EMPTY };
        for at in own.iter() {
            let walk = position.walk_on(at).unwrap_or(Walk::Queen);
            let more = guards.attacked(walk, at);
            attacked.thrice |= attacked.twice & more;
            attacked.twice |= attacked.once & more;
            attacked.once |= more;
        }
        let pawns = position.walk(Walk::Pawn) & foe;
        let paths = geometry.pawn(position.to_move);
        let mut reached = pawns.iter().fold(B::Set::EMPTY, |all, at| all | paths.attacks[at.index()]);
        for arriving in &self.quiet_targets_by_walk {
            reached |= *arriving;
        }
        for victim in (reached & own).iter() {
            if self.may_mate_after_capture(victim, king, &attacked) {
                self.filter.other_victims |= B::Set::of(victim);
            }
        }
        for victim in (geometry.king[king.index()] & own).iter() {
            if self.may_mate_after_capture(victim, victim, &attacked) {
                self.filter.king_victims |= B::Set::of(victim);
            }
        }
    }

    /// May the king be mated on a square by one move once a man has been captured?
    fn may_mate_after_capture(&self, victim: Square, king: Square, attacked: &AttackCounts<B::Set>) -> bool {
        let HelpmateAnalysis { game, position, king_zone: guards, .. } = *self;
        let Some(walk) = position.walk_on(victim) else { return true };
        let gone = guards.attacked(walk, victim);
        let own = self.mating_men.without(victim);
        // Unless the king has captured, somebody else stands there now.
        let foe = if king == victim { self.mated_men } else { self.mated_men.with(victim) };
        let around = game.board.geometry().king[king.index()] & !foe;
        own.iter().any(|at| {
            let Some(walk) = position.walk_on(at) else { return true };
            let guarded = attacked.without(guards.attacked(walk, at), gone);
            let missing = around & !guarded;
            // Where he goes himself he need not guard.
            if missing.count() > guards.max_attacked_neighbours(walk) + 1 {
                return false;
            }
            let [steps, captures] = self.move_targets(walk, at, own, foe);
            self.targets_by_final_walk(walk, (steps | captures) & !own).into_iter().any(|(kind, posts)| {
                let checking =
                    if guarded.contains(king) { posts } else { posts & guards.attackers(kind, king) };
                let guarding =
                    |posts: B::Set, flight: Square| posts & guards.attackers(kind, flight).with(flight);
                !missing.iter().fold(checking, guarding).is_empty()
            })
        })
    }
}
