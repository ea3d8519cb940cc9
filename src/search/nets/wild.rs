//! On the eve of the mate: captures after which the captured man may be anywhere.
//!
//! In Super Circe a capture has as many branches as there are empty squares. It is asked of all of them at once
//! whether a mate may follow: whatever the captured man guards from the best of all squares, he guards no
//! more than he ever could, and one other man of his side moves, or he himself.

use super::eve::Scout;
use super::posts::Post;
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::rules::Rules;
use crate::search::guards::{KING, Pattern, pattern};

impl<B: Board, R: Rules> Scout<'_, '_, B, R> {
    /// Leaves out the captures behind which no mate can follow, wherever the captured men come back.
    pub(super) fn look_at_prey(&mut self) {
        let Scout { game, position, own, foe, king, .. } = *self;
        let geometry = game.board.geometry();
        let occupied = position.occupied();
        let mut attacked = B::Set::EMPTY;
        for at in foe.iter() {
            let walk = position.walk_on(at).unwrap_or(Walk::Queen);
            attacked |= game.board.attacks(walk, position.to_move, at, occupied);
        }
        self.eve.prey = B::Set::EMPTY;
        for victim in (attacked & own).iter() {
            if self.may_mate_without(victim, king) {
                self.eve.prey |= B::Set::of(victim);
            }
        }
        // A king who goes on may be mated anywhere.
        if self.guards.births.lead_on() {
            return;
        }
        self.eve.royal_prey = B::Set::EMPTY;
        for victim in (geometry.king[king.index()] & own).iter() {
            if self.may_mate_without(victim, victim) {
                self.eve.royal_prey |= B::Set::of(victim);
            }
        }
    }

    /// What these men attack if nobody stands in between.
    fn guarded_by(&self, men: B::Set) -> B::Set {
        men.iter().fold(B::Set::EMPTY, |guarded, at| {
            let walk = self.position.walk_on(at);
            guarded | walk.map_or(!B::Set::EMPTY, |walk| self.guards.attacked(walk, at))
        })
    }

    /// May the king be mated by one of these men, who may go anywhere, with the flights around him that
    /// are guarded by the others; one more may be blocked by who captured last?
    fn may_mate_anyhow(&self, own: B::Set, around: B::Set, king: Square) -> bool {
        let Scout { game, position, guards, .. } = *self;
        let geometry = game.board.geometry();
        let mates = own.iter().any(|at| {
            let Some(walk) = position.walk_on(at) else { return true };
            let guarded = self.guarded_by(own.without(at));
            let missing = pattern(geometry, around & !guarded, king);
            let wanted = if guarded.contains(king) { 0 } else { KING };
            guards
                .patterns(walk, king)
                .iter()
                .any(|&pattern| pattern & wanted == wanted && (missing & !pattern).count_ones() <= 1)
        });
        mates || self.castlings().next().is_some()
    }

    /// May the king be mated on a square once a man has been captured?
    fn may_mate_without(&self, victim: Square, king: Square) -> bool {
        let Scout { game, position, guards, .. } = *self;
        let Some(walk) = position.walk_on(victim) else { return true };
        let own = self.own.without(victim);
        // Unless the king has captured, somebody else stands there now.
        let foe = if king == victim { self.foe } else { self.foe.with(victim) };
        let geometry = game.board.geometry();
        // Who stands next to the king may be safe from him.
        let around = geometry.king[king.index()] & !foe & !own;
        // Who goes on is not captured where he has captured, and may go on anywhere himself.
        if guards.births.lead_on() {
            return self.may_mate_anyhow(own, around, king);
        }
        let patterns = guards.patterns(walk, king);
        // One more flight may be blocked by who is captured last.
        let covers = |guarded: B::Set, wanted: Pattern| {
            let missing = pattern(geometry, around & !guarded, king);
            patterns
                .iter()
                .any(|&pattern| pattern & wanted == wanted && (missing & !pattern).count_ones() <= 1)
        };
        let guarded = self.guarded_by(own);
        if covers(guarded, if guarded.contains(king) { 0 } else { KING }) {
            return true;
        }
        let mut scout = Scout { own, foe, eve: self.eve, ..*self };
        for at in own.iter() {
            let Some(mover) = position.walk_on(at) else { return true };
            let rest = self.guarded_by(own.without(at));
            // Who has left may have opened the line of who is reborn.
            let opens = game.board.attacks(Walk::Queen, position.to_move, at, B::Set::EMPTY).contains(king);
            let mut found = false;
            let told = scout.posts(
                mover,
                at,
                |_, among| among,
                |_, post: &Post<B::Set>| {
                    let guarded = rest | post.attacked;
                    found |= (opens || guarded.contains(king)) && covers(guarded.with(post.at), 0);
                },
            );
            if found || told.is_none() {
                return true;
            }
        }
        scout.castlings().next().is_some()
    }
}
