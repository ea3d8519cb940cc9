//! On the eve of the mate: captures after which men may be anywhere.
//!
//! In Super Circe a capture has as many branches as there are empty squares. It is asked of all of them at once
//! whether a mate may follow: as the others stand then, one of them moves, and the captured man guards from the
//! best of all squares, or he moves himself, to wherever he may come. (Of an h#5 715,000 captures were played one
//! by one before, 9 of which lead to a mate; now 31,000.) Where capturers go on (Take&Make) less is known.

use super::Scout;
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::rules::Rules;
use crate::search::lower_bound::distance::kinds;
use crate::search::lower_bound::king_zone::{KING, pattern};

/// How men stand behind a capture, but for who was captured.
struct Behind<S> {
    own: S,
    /// The men of the mated side but for the king.
    foe: S,
    king: Square,
}

impl<B: Board, R: Rules> Scout<'_, '_, B, R> {
    /// Leaves out the captures behind which no mate can follow, wherever the captured men come back.
    pub(super) fn look_at_births_anywhere(&mut self) {
        let Scout { game, position, own, foe, king, .. } = *self;
        let kings = position.walk(Walk::King) & own;
        let mating = position.to_move.other();
        let castlings = &game.board.geometry().castlings;
        // A rook might be reborn where it can castle.
        if castlings.iter().any(|way| way.side == mating && kings.contains(way.king_from)) {
            return;
        }
        let occupied = position.occupied();
        (self.eve.prey, self.eve.royal_prey) = (B::Set::EMPTY, B::Set::EMPTY);
        for captor in foe.iter() {
            let walk = position.walk_on(captor).unwrap_or(Walk::Queen);
            let prey = game.board.attacks(walk, position.to_move, captor, occupied) & own;
            for victim in (prey & !self.eve.prey).iter() {
                let behind = Behind { own: own.without(victim), foe: foe.without(captor).with(victim), king };
                if self.may_mate_behind(victim, &behind) {
                    self.eve.prey |= B::Set::of(victim);
                }
            }
        }
        for victim in (game.board.geometry().king[king.index()] & own).iter() {
            if self.may_mate_behind(victim, &Behind { own: own.without(victim), foe, king: victim }) {
                self.eve.royal_prey |= B::Set::of(victim);
            }
        }
    }

    /// Leaves out the captures behind which no mate can follow, where capturers go on.
    pub(super) fn look_at_prey(&mut self) {
        let Scout { game, position, own, foe, .. } = *self;
        let occupied = position.occupied();
        let mut attacked = B::Set::EMPTY;
        for at in foe.iter() {
            let walk = position.walk_on(at).unwrap_or(Walk::Queen);
            attacked |= game.board.attacks(walk, position.to_move, at, occupied);
        }
        // A king who goes on may be mated anywhere.
        self.eve.prey = B::Set::EMPTY;
        for victim in (attacked & own).iter() {
            if self.may_mate_without(victim) {
                self.eve.prey |= B::Set::of(victim);
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

    /// May the king be mated by one of the men that are left, who may go anywhere, once a man has been
    /// captured by somebody who goes on; one more flight may be blocked by who captured last?
    fn may_mate_without(&self, victim: Square) -> bool {
        let Scout { game, position, guards, king, .. } = *self;
        let geometry = game.board.geometry();
        let own = self.own.without(victim);
        // Who goes on is not captured where he has captured. Who stands next to the king may be safe from him.
        let around = geometry.king[king.index()] & !self.foe.with(victim) & !own;
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

    /// May the king be mated behind a capture, wherever the captured man is reborn?
    fn may_mate_behind(&self, victim: Square, behind: &Behind<B::Set>) -> bool {
        let Some(walk) = self.position.walk_on(victim) else { return true };
        behind.own.iter().any(|at| self.mates_by_other(at, walk, behind))
            || self.mates_by_reborn(walk, behind)
    }

    /// The men next to a king, among these, whom he may be unable to capture.
    fn safe_from(&self, king: Square, own: B::Set) -> B::Set {
        let near = self.game.board.geometry().king[king.index()] & own;
        let walk = |at| self.position.walk_on(at);
        B::Set::from_squares(
            near.iter().filter(|&at| walk(at).is_none_or(|walk| self.guards.bars_by_choice(walk, at))),
        )
    }

    /// What men attack behind a capture, if others stand on these squares.
    fn attacked_behind(&self, men: B::Set, occupied: B::Set) -> B::Set {
        men.iter().fold(B::Set::EMPTY, |attacked, at| {
            let walk = self.position.walk_on(at);
            attacked | walk.map_or(!B::Set::EMPTY, |walk| self.attacked_from(walk, at, occupied))
        })
    }

    /// What a man of the mating side attacks, if others stand on these squares.
    fn attacked_from(&self, walk: Walk, at: Square, occupied: B::Set) -> B::Set {
        self.game.board.attacks(walk, self.position.to_move.other(), at, occupied)
    }

    /// May the king be mated by a man who is not reborn, with the help of one who is?
    fn mates_by_other(&self, at: Square, reborn: Walk, behind: &Behind<B::Set>) -> bool {
        let Some(walk) = self.position.walk_on(at) else { return true };
        let &Behind { own, foe, king } = behind;
        let guards = self.guards;
        let others = own.without(at);
        let near = self.game.board.geometry().king[king.index()] & !self.safe_from(king, others);
        let rest = self.guarded_by(others);
        // Who comes back helps to guard, from one square more perhaps than he attacks.
        let most = guards.most_attacked(reborn) + 1;
        for (kind, posts) in self.kinds(walk, self.posts_behind(walk, at, behind)) {
            for to in posts.iter() {
                // A flight is blocked by who is captured.
                let spare = u32::from(foe.contains(to));
                let flights = near & !foe.without(to);
                let flights = if guards.bars_by_choice(kind, to) { flights.without(to) } else { flights };
                if (flights & !rest & !guards.attacked(kind, to)).count() > most + spare {
                    continue;
                }
                let occupied = (others | foe).with(to);
                let guarded = self.attacked_behind(others, occupied) | self.attacked_from(kind, to, occupied);
                let missing = flights & !guarded;
                let helps = |(kind, homes): (Walk, B::Set)| {
                    let seen = |occupied| self.attacked_from(kind, king, occupied);
                    let homes = match (guarded.contains(king), kind) {
                        (true, _) => homes,
                        // Who has left may have opened the line of who is reborn: lines are seen alike from both ends,
                        // but for switches.
                        (_, Walk::Queen | Walk::Rook | Walk::Bishop) if B::STRAIGHT => {
                            homes & seen(occupied) & !seen(occupied.with(at))
                        }
                        (_, Walk::Queen | Walk::Rook | Walk::Bishop) => homes,
                        _ => B::Set::EMPTY,
                    };
                    (homes & !occupied).iter().any(|home| {
                        let helped = missing & !self.attacked_from(kind, home, occupied);
                        let safe = guards.bars_by_choice(kind, home);
                        let helped = if safe { helped.without(home) } else { helped };
                        helped.count() <= spare
                    })
                };
                if (guarded.contains(king) && missing.count() <= spare)
                    || self.kinds(reborn, self.game.board.geometry().all).into_iter().any(helps)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Where a man may go behind a capture who has not taken part in it.
    fn posts_behind(&self, walk: Walk, at: Square, behind: &Behind<B::Set>) -> B::Set {
        let &Behind { own, foe, king } = behind;
        let occupied = (own | foe).with(king);
        let attacked = self.attacked_from(walk, at, occupied) & !own.with(king);
        let geometry = self.game.board.geometry();
        match walk {
            // Kings are never neighbours.
            Walk::King => attacked & !geometry.king[king.index()],
            Walk::Pawn => {
                let paths = geometry.pawn(self.position.to_move.other());
                let steps = paths.step[at.index()] & !occupied;
                let doubles = steps.iter().filter(|_| paths.double_rank.contains(at));
                let twice = doubles.fold(steps, |steps, passed| steps | paths.step[passed.index()]);
                (twice & !occupied) | (attacked & foe)
            }
            _ => attacked,
        }
    }

    /// May the king be mated by who has been reborn, wherever he has come from there?
    fn mates_by_reborn(&self, reborn: Walk, behind: &Behind<B::Set>) -> bool {
        let &Behind { own, foe, king } = behind;
        let near = self.game.board.geometry().king[king.index()] & !self.safe_from(king, own);
        let anywhere = self.game.board.geometry().all & !own.with(king);
        let rest = self.attacked_behind(own, own | foe);
        let flights = near & !rest;
        kinds(reborn).iter().any(|&kind| {
            let posts = match rest.contains(king) {
                true => anywhere,
                false => anywhere & self.guards.attackers(kind, king),
            };
            posts.iter().any(|to| {
                let attacked = self.attacked_from(kind, to, (own | foe).with(to));
                let missing = flights & !foe.without(to) & !attacked;
                let missing =
                    if self.guards.bars_by_choice(kind, to) { missing.without(to) } else { missing };
                let spare = u32::from(foe.contains(to));
                missing.count() <= spare && (rest | attacked).contains(king)
            })
        })
    }
}
