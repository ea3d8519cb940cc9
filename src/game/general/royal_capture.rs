//! When a royal man is in danger: could the other side capture it, with all that the rules make of that?

use super::pending_promotion::PromotionChoice;
use super::{Extent, Flow, TargetMask, Victims};
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Side, Walk};
use crate::rules::{GameRules, GameView};

impl<B: Board, R: GameRules> Game<B, R> {
    /// Has the side as many royal men after a move as before, those below squares counted?
    pub(in crate::game) fn keeps_royals(
        &self,
        before: &PositionOf<B, R>,
        after: &PositionOf<B, R>,
        side: Side,
    ) -> bool {
        let count = |position: &PositionOf<B, R>| {
            (position.royal & position.of(side)).count() + position.memory.hidden_royal_count(side)
        };
        count(after) >= count(before)
    }

    /// Is there a capture that the rules allow and that leaves `side` with fewer
    /// royal men, and the other side with all of its own?
    pub(in crate::game) fn in_check_general(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        if (position.royal & position.of(side)).is_empty() {
            return false;
        }
        let checked = self.attack_gives_check(position) && !position.memory.has_royal_lookalikes();
        let near = self.check_requires_attack(position);
        if checked || near {
            let attacked = self.royals_are_attacked(position, side);
            if attacked && checked {
                return true;
            }
            if !attacked && (near || !self.can_reach_royal_by_extra_move(position, side)) {
                return self.royal_is_ep_pawn(position, side) && self.can_capture_royal(position, side);
            }
        }
        let memory = &position.memory;
        let plain = !position.has_neutrals() && !memory.has_attributes() && !memory.has_royal_lookalikes();
        if self.rules.acting_attack_gives_check() && plain && !self.royal_is_ep_pawn(position, side) {
            return self.royals_are_attacked(position, side);
        }
        self.can_capture_royal(position, side)
    }

    /// May a man capture a royal man of `side` whom he does not attack, if nothing else forbids it?
    fn can_reach_royal_by_extra_move(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        let needs = self.rules.flags();
        if position.has_neutrals() || needs.captures_own_men || needs.pending_promotions {
            return true;
        }
        let (by, royals) = (side.other(), position.royal & position.of(side));
        self.extra_reach[side.index()].intersects(royals)
            && Walk::ALL.iter().any(|&walk| {
                let men = position.walk(walk) & position.of(by);
                !men.is_empty()
                    && self.rules.extra_reach(self.board.geometry(), walk, by).intersects(royals)
                    && men.iter().any(|at| !self.rules.extra_targets(self, position, at, royals).is_empty())
            })
    }

    /// As [`royal_is_in_danger`](Self::royal_is_in_danger), every capture tried.
    fn can_capture_royal(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        if position.to_move != side {
            return self.mover_can_capture_royal(position, side);
        }
        // In its place: positions are large.
        let mut turned = *position;
        turned.make_null_move();
        self.mover_can_capture_royal(&turned, side)
    }

    /// The same, before a move of the other side.
    fn mover_can_capture_royal(&self, before: &PositionOf<B, R>, side: Side) -> bool {
        let extent = self.royal_capture_extent(before, side);
        let removes = |settled: &PositionOf<B, R>, owed: PromotionChoice| {
            let (movers, victims) = self.royal_capture_candidates(settled);
            movers.iter().try_for_each(|from| {
                let prey = Victims { men: victims, for_check: true };
                self.for_each_move_from(
                    settled,
                    from,
                    false,
                    Some(prey),
                    &TargetMask::all,
                    &mut |mv, fixed| {
                        if settled.royal.contains(mv.to) && self.removes_only_victim(settled, mv) {
                            return Flow::Break(());
                        }
                        let Some((mv, fixed)) = owed.prepend_to(mv, fixed) else { return Flow::Continue(()) };
                        self.for_each_branch(before, mv, fixed, extent, &mut |_, after| {
                            if !self.keeps_royals(before, after, side)
                                && self.keeps_royals(before, after, side.other())
                            {
                                Flow::Break(())
                            } else {
                                Flow::Continue(())
                            }
                        })
                    },
                )
            })
        };
        self.for_each_promotion_choice(before, &mut |settled, owed| removes(settled, owed)).is_break()
    }

    /// Who could remove an enemy royal man by a capture, and by the captures of whom.
    fn royal_capture_candidates(&self, position: &PositionOf<B, R>) -> (B::Set, B::Set) {
        let by = position.to_move;
        let needs = self.rules.flags();
        let victims = self.victims(position).men;
        let royals = victims & position.royal;
        if needs.removes_royals_indirectly {
            return (position.of(by), victims);
        }
        let mut targets = royals;
        if needs.removes_same_walk && position.memory.has_royal_lookalikes() {
            for royal in royals.iter() {
                targets |=
                    position.walk_on(royal).map_or(B::Set::EMPTY, |walk| victims & position.walk(walk));
            }
        }
        let passed = position.ep_pawn().is_some_and(|passer| targets.contains(passer));
        if needs.virtual_origins || needs.victim_dependent_origins || passed {
            let further = needs.extra_reach || needs.extra_quiet_reach;
            let seen = !(needs.victim_dependent_origins || passed || needs.moves_as_others || further);
            let attacks = |from: &Square| !seen || self.attacks_from_any_origin(position, *from, targets);
            return (B::Set::from_squares(position.of(by).iter().filter(attacks)), targets);
        }
        let attackers = targets.iter().map(|target| GameView::attackers(self, position, target, by));
        let mut attackers = attackers.fold(B::Set::EMPTY, |all, some| all | some);
        if needs.extra_reach {
            let geometry = self.board.geometry();
            let others = position.of(by) & !attackers;
            let near = |walk: &Walk| self.rules.extra_reach(geometry, *walk, by).intersects(targets);
            let walks = Walk::ALL.into_iter().filter(near);
            let others = others & walks.fold(B::Set::EMPTY, |men, walk| men | position.walk(walk));
            for from in others.iter() {
                if !self.rules.extra_targets(self, position, from, targets.without(from)).is_empty() {
                    attackers |= B::Set::of(from);
                }
            }
        }
        (attackers, targets)
    }

    /// Does a man attack one of these squares from where it can stand to capture, whether or not it may go there?
    /// To make each of its [stands](Self::stands) would cost most of what not trying its captures saves.
    fn attacks_from_any_origin(&self, position: &PositionOf<B, R>, from: Square, targets: B::Set) -> bool {
        let Some(walk) = position.walk_on(from) else { return true };
        let lifted = position.occupied().without(from);
        let origins = self.rules.origins(self, position, from, true);
        origins.iter().any(|at| {
            let attacked = self.board.attacks(walk, position.to_move, at, lifted.with(at));
            attacked.intersects(targets)
        })
    }

    /// How much of a capture is played to see whether it takes a royal man of `side`.
    fn royal_capture_extent(&self, position: &PositionOf<B, R>, side: Side) -> Extent {
        let needs = self.rules.flags();
        let royals = (position.royal & position.of(side)).count() + position.memory.hidden_royal_count(side);
        // With one king only, who loses nobody else by his own capture, coming back is being safe.
        let comes_back = needs.kings_reborn && royals == 1;
        match comes_back
            && !needs.reborn_kings_change_side
            && !needs.removes_royals_indirectly
            && !needs.removes_same_walk
        {
            true => Extent::RoyalCapture,
            false => Extent::FirstLeg,
        }
    }
}
