//! On the eve of the mate: captures after which men may be anywhere.
//!
//! In Super Circe a capture has as many branches as there are empty squares. It is asked of all of them at once
//! whether a mate may follow: as the others stand then, one of them moves, and the captured man guards from the
//! best of all squares, or he moves himself, to wherever he may come. (Of an h#5 715,000 captures were played one
//! by one before, 9 of which lead to a mate; now 31,000.) Where capturers go on (Take&Make) less is known.

use super::HelpmateAnalysis;
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::rules::GameRules;
use crate::search::lower_bound::distance::final_walks;
use crate::search::lower_bound::king_zone::{KING_SQUARE, zone_mask};

/// How men stand behind a capture, but for who was captured.
struct AfterCapture<S> {
    mating_men: S,
    /// The men of the mated side but for the king.
    mated_men: S,
    king: Square,
}

impl<B: Board, R: GameRules> HelpmateAnalysis<'_, '_, B, R> {
    /// Leaves out the captures behind which no mate can follow, wherever the captured men come back.
    pub(super) fn filter_super_circe_captures(&mut self) {
        let HelpmateAnalysis { game, position, mating_men: own, mated_men: foe, king, .. } = *self;
        let kings = position.walk(Walk::King) & own;
        let mating = position.to_move.other();
        let castlings = &game.board.geometry().castlings;
        // A rook might be reborn where it can castle.
        if castlings.iter().any(|way| way.side == mating && kings.contains(way.king_from)) {
            return;
        }
        let occupied = position.occupied();
        (self.filter.other_victims, self.filter.king_victims) = (B::Set::EMPTY, B::Set::EMPTY);
        for captor in foe.iter() {
            let walk = position.walk_on(captor).unwrap_or(Walk::Queen);
            let prey = game.board.attacks(walk, position.to_move, captor, occupied) & own;
            for victim in (prey & !self.filter.other_victims).iter() {
                let behind = AfterCapture {
                    mating_men: own.without(victim),
                    mated_men: foe.without(captor).with(victim),
                    king,
                };
                if self.may_mate_after_rebirth(victim, &behind) {
                    self.filter.other_victims |= B::Set::of(victim);
                }
            }
        }
        for victim in (game.board.geometry().king[king.index()] & own).iter() {
            if self.may_mate_after_rebirth(
                victim,
                &AfterCapture { mating_men: own.without(victim), mated_men: foe, king: victim },
            ) {
                self.filter.king_victims |= B::Set::of(victim);
            }
        }
    }

    /// Leaves out the captures behind which no mate can follow, where capturers go on.
    pub(super) fn filter_continued_captures(&mut self) {
        let HelpmateAnalysis { game, position, mating_men: own, mated_men: foe, .. } = *self;
        let occupied = position.occupied();
        let mut attacked = B::Set::EMPTY;
        for at in foe.iter() {
            let walk = position.walk_on(at).unwrap_or(Walk::Queen);
            attacked |= game.board.attacks(walk, position.to_move, at, occupied);
        }
        // A king who goes on may be mated anywhere.
        self.filter.other_victims = B::Set::EMPTY;
        for victim in (attacked & own).iter() {
            if self.may_mate_after_continued_capture(victim) {
                self.filter.other_victims |= B::Set::of(victim);
            }
        }
    }

    /// What these men attack if nobody stands in between.
    fn empty_board_attacks(&self, men: B::Set) -> B::Set {
        men.iter().fold(B::Set::EMPTY, |guarded, at| {
            let walk = self.position.walk_on(at);
            guarded | walk.map_or(!B::Set::EMPTY, |walk| self.king_zone.attacked(walk, at))
        })
    }

    /// May the king be mated by one of the men that are left, who may go anywhere, once a man has been
    /// captured by somebody who goes on; one more flight may be blocked by who captured last?
    fn may_mate_after_continued_capture(&self, victim: Square) -> bool {
        let HelpmateAnalysis { game, position, king_zone: guards, king, .. } = *self;
        let geometry = game.board.geometry();
        let own = self.mating_men.without(victim);
        // Who goes on is not captured where he has captured. Who stands next to the king may be safe from him.
        let around = geometry.king[king.index()] & !self.mated_men.with(victim) & !own;
        let mates = own.iter().any(|at| {
            let Some(walk) = position.walk_on(at) else { return true };
            let guarded = self.empty_board_attacks(own.without(at));
            let missing = zone_mask(geometry, around & !guarded, king);
            let wanted = if guarded.contains(king) { 0 } else { KING_SQUARE };
            guards
                .maximal_masks(walk, king)
                .iter()
                .any(|&pattern| pattern & wanted == wanted && (missing & !pattern).count_ones() <= 1)
        });
        mates || self.castlings().next().is_some()
    }

    /// May the king be mated behind a capture, wherever the captured man is reborn?
    fn may_mate_after_rebirth(&self, victim: Square, behind: &AfterCapture<B::Set>) -> bool {
        let Some(walk) = self.position.walk_on(victim) else { return true };
        behind.mating_men.iter().any(|at| self.may_mate_by_other_man(at, walk, behind))
            || self.may_mate_by_reborn_man(walk, behind)
    }

    /// The men next to a king, among these, whom he may be unable to capture.
    fn possibly_uncapturable(&self, king: Square, own: B::Set) -> B::Set {
        let near = self.game.board.geometry().king[king.index()] & own;
        let walk = |at| self.position.walk_on(at);
        B::Set::from_squares(near.iter().filter(|&at| {
            walk(at).is_none_or(|walk| self.king_zone.may_prevent_king_capture_with_choice(walk, at))
        }))
    }

    /// What men attack behind a capture, if others stand on these squares.
    fn attacks_of(&self, men: B::Set, occupied: B::Set) -> B::Set {
        men.iter().fold(B::Set::EMPTY, |attacked, at| {
            let walk = self.position.walk_on(at);
            attacked | walk.map_or(!B::Set::EMPTY, |walk| self.attacks_from(walk, at, occupied))
        })
    }

    /// What a man of the mating side attacks, if others stand on these squares.
    fn attacks_from(&self, walk: Walk, at: Square, occupied: B::Set) -> B::Set {
        self.game.board.attacks(walk, self.position.to_move.other(), at, occupied)
    }

    /// May the king be mated by a man who is not reborn, with the help of one who is?
    fn may_mate_by_other_man(&self, at: Square, reborn: Walk, behind: &AfterCapture<B::Set>) -> bool {
        let Some(walk) = self.position.walk_on(at) else { return true };
        let &AfterCapture { mating_men: own, mated_men: foe, king } = behind;
        let guards = self.king_zone;
        let others = own.without(at);
        let near = self.game.board.geometry().king[king.index()] & !self.possibly_uncapturable(king, others);
        let rest = self.empty_board_attacks(others);
        // Who comes back helps to guard, from one square more perhaps than he attacks.
        let most = guards.max_attacked_neighbours(reborn) + 1;
        for (kind, posts) in self.targets_by_final_walk(walk, self.targets_after_capture(walk, at, behind)) {
            for to in posts.iter() {
                // A flight is blocked by who is captured.
                let spare = u32::from(foe.contains(to));
                let flights = near & !foe.without(to);
                let flights = if guards.may_prevent_king_capture_with_choice(kind, to) {
                    flights.without(to)
                } else {
                    flights
                };
                if (flights & !rest & !guards.attacked(kind, to)).count() > most + spare {
                    continue;
                }
                let occupied = (others | foe).with(to);
                let guarded = self.attacks_of(others, occupied) | self.attacks_from(kind, to, occupied);
                let missing = flights & !guarded;
                let helps = |(kind, homes): (Walk, B::Set)| {
                    let seen = |occupied| self.attacks_from(kind, king, occupied);
                    let homes = match (guarded.contains(king), kind) {
                        (true, _) => homes,
                        // Who has left may have opened the line of who is reborn: lines are seen alike from both ends,
                        // but for switches.
                        (_, Walk::Queen | Walk::Rook | Walk::Bishop) if B::LINES_UNIQUE => {
                            homes & seen(occupied) & !seen(occupied.with(at))
                        }
                        (_, Walk::Queen | Walk::Rook | Walk::Bishop) => homes,
                        _ => B::Set::EMPTY,
                    };
                    (homes & !occupied).iter().any(|home| {
                        let helped = missing & !self.attacks_from(kind, home, occupied);
                        let safe = guards.may_prevent_king_capture_with_choice(kind, home);
                        let helped = if safe { helped.without(home) } else { helped };
                        helped.count() <= spare
                    })
                };
                if (guarded.contains(king) && missing.count() <= spare)
                    || self
                        .targets_by_final_walk(reborn, self.game.board.geometry().all)
                        .into_iter()
                        .any(helps)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Where a man may go behind a capture who has not taken part in it.
    fn targets_after_capture(&self, walk: Walk, at: Square, behind: &AfterCapture<B::Set>) -> B::Set {
        let &AfterCapture { mating_men: own, mated_men: foe, king } = behind;
        let occupied = (own | foe).with(king);
        let attacked = self.attacks_from(walk, at, occupied) & !own.with(king);
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
    fn may_mate_by_reborn_man(&self, reborn: Walk, behind: &AfterCapture<B::Set>) -> bool {
        let &AfterCapture { mating_men: own, mated_men: foe, king } = behind;
        let near = self.game.board.geometry().king[king.index()] & !self.possibly_uncapturable(king, own);
        let anywhere = self.game.board.geometry().all & !own.with(king);
        let rest = self.attacks_of(own, own | foe);
        let flights = near & !rest;
        final_walks(reborn).iter().any(|&kind| {
            let posts = match rest.contains(king) {
                true => anywhere,
                false => anywhere & self.king_zone.attackers(kind, king),
            };
            posts.iter().any(|to| {
                let attacked = self.attacks_from(kind, to, (own | foe).with(to));
                let missing = flights & !foe.without(to) & !attacked;
                let missing = if self.king_zone.may_prevent_king_capture_with_choice(kind, to) {
                    missing.without(to)
                } else {
                    missing
                };
                let spare = u32::from(foe.contains(to));
                missing.count() <= spare && (rest | attacked).contains(king)
            })
        })
    }
}
