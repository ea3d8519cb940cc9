//! When a royal man is in danger: could the other side capture it, with all that the rules make of that?

use super::pending_promotion::Settled;
use super::{Extent, Flow, Prey, Within};
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Side, Walk};
use crate::rules::{Field, Rules};

impl<B: Board, R: Rules> Game<B, R> {
    /// Has the side as many royal men after a move as before, those below squares counted?
    pub(in crate::game) fn keeps_royals(
        &self,
        before: &PositionOf<B, R>,
        after: &PositionOf<B, R>,
        side: Side,
    ) -> bool {
        let count = |position: &PositionOf<B, R>| {
            (position.royal & position.of(side)).count() + position.memory.buried_royals(side)
        };
        count(after) >= count(before)
    }

    /// Is there a capture that the rules allow and that leaves `side` with fewer
    /// royal men, and the other side with all of its own?
    pub(in crate::game) fn royal_is_in_danger(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        if (position.royal & position.of(side)).is_empty() {
            return false;
        }
        let checked = self.attacks_are_checks(position) && !position.memory.has_alike();
        let near = self.checks_are_attacks(position);
        if checked || near {
            let attacked = self.royals_are_attacked(position, side);
            if attacked && checked {
                return true;
            }
            if !attacked && (near || !self.reaches_royals(position, side)) {
                return self.royals_have_passed(position, side) && self.royal_can_be_taken(position, side);
            }
        }
        let memory = &position.memory;
        let plain = !position.has_neutrals() && !memory.has_singular() && !memory.has_alike();
        if self.rules.acting_attacks_are_checks() && plain && !self.royals_have_passed(position, side) {
            return self.royals_are_attacked(position, side);
        }
        self.royal_can_be_taken(position, side)
    }

    /// May a man capture a royal man of `side` whom he does not attack, if nothing else forbids it?
    fn reaches_royals(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        let needs = self.rules.needs();
        if position.has_neutrals() || needs.own_men || needs.owes {
            return true;
        }
        let (by, royals) = (side.other(), position.royal & position.of(side));
        self.beyond[side.index()].meets(royals)
            && Walk::ALL.iter().any(|&walk| {
                let men = position.walk(walk) & position.of(by);
                !men.is_empty()
                    && self.rules.further(self.board.geometry(), walk, by).meets(royals)
                    && men.iter().any(|at| !self.rules.more_targets(self, position, at, royals).is_empty())
            })
    }

    /// As [`royal_is_in_danger`](Self::royal_is_in_danger), every capture tried.
    fn royal_can_be_taken(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        if position.to_move != side {
            return self.royal_is_taken(position, side);
        }
        // In its place: positions are large.
        let mut turned = *position;
        turned.pass_over();
        self.royal_is_taken(&turned, side)
    }

    /// The same, before a move of the other side.
    fn royal_is_taken(&self, before: &PositionOf<B, R>, side: Side) -> bool {
        let extent = self.extent_of_danger(before, side);
        let removes = |settled: &PositionOf<B, R>, owed: Settled| {
            let (movers, victims) = self.attackers_of_royals(settled);
            movers.iter().try_for_each(|from| {
                let prey = Prey { men: victims, hunted: true };
                self.each_move_of(settled, from, false, Some(prey), &Within::anywhere, &mut |mv, fixed| {
                    if settled.royal.contains(mv.to) && self.surely_removes(settled, mv) {
                        return Flow::Break(());
                    }
                    let Some((mv, fixed)) = owed.before(mv, fixed) else { return Flow::Continue(()) };
                    self.each_branch(before, mv, fixed, extent, &mut |_, after| {
                        if !self.keeps_royals(before, after, side)
                            && self.keeps_royals(before, after, side.other())
                        {
                            Flow::Break(())
                        } else {
                            Flow::Continue(())
                        }
                    })
                })
            })
        };
        self.each_settled(before, &mut |settled, owed| removes(settled, owed)).is_break()
    }

    /// Who could remove an enemy royal man by a capture, and by the captures of whom.
    fn attackers_of_royals(&self, position: &PositionOf<B, R>) -> (B::Set, B::Set) {
        let by = position.to_move;
        let needs = self.rules.needs();
        let victims = self.victims(position).men;
        let royals = victims & position.royal;
        if needs.endangers {
            return (position.of(by), victims);
        }
        let mut targets = royals;
        if needs.endangers_alike && position.memory.has_alike() {
            for royal in royals.iter() {
                targets |=
                    position.walk_on(royal).map_or(B::Set::EMPTY, |walk| victims & position.walk(walk));
            }
        }
        let passed = position.passer().is_some_and(|passer| targets.contains(passer));
        if needs.shifts || needs.vantages || passed {
            let further = needs.reaches_otherwise || needs.steps_aside;
            let seen = !(needs.vantages || passed || needs.moves_as_others || further);
            let attacks = |from: &Square| !seen || self.attacks_from_a_stand(position, *from, targets);
            return (B::Set::from_squares(position.of(by).iter().filter(attacks)), targets);
        }
        let attackers = targets.iter().map(|target| Field::attackers(self, position, target, by));
        let mut attackers = attackers.fold(B::Set::EMPTY, |all, some| all | some);
        if needs.reaches_otherwise {
            let geometry = self.board.geometry();
            let others = position.of(by) & !attackers;
            let near = |walk: &Walk| self.rules.further(geometry, *walk, by).meets(targets);
            let walks = Walk::ALL.into_iter().filter(near);
            let others = others & walks.fold(B::Set::EMPTY, |men, walk| men | position.walk(walk));
            for from in others.iter() {
                if !self.rules.more_targets(self, position, from, targets.without(from)).is_empty() {
                    attackers |= B::Set::of(from);
                }
            }
        }
        (attackers, targets)
    }

    /// Does a man attack one of these squares from where it can stand to capture, whether or not it may go there?
    /// To make each of its [stands](Self::stands) would cost most of what not trying its captures saves.
    fn attacks_from_a_stand(&self, position: &PositionOf<B, R>, from: Square, targets: B::Set) -> bool {
        let Some(walk) = position.walk_on(from) else { return true };
        let lifted = position.occupied().without(from);
        let origins = self.rules.origins(self, position, from, true);
        origins.iter().any(|at| {
            let attacked = self.board.attacks(walk, position.to_move, at, lifted.with(at));
            attacked.meets(targets)
        })
    }

    /// How much of a capture is played to see whether it takes a royal man of `side`.
    fn extent_of_danger(&self, position: &PositionOf<B, R>, side: Side) -> Extent {
        let needs = self.rules.needs();
        let royals = (position.royal & position.of(side)).count() + position.memory.buried_royals(side);
        // With one king only, who loses nobody else by his own capture, coming back is being safe.
        let comes_back = needs.kings_return && royals == 1;
        match comes_back && !needs.kings_turn && !needs.endangers && !needs.endangers_alike {
            true => Extent::Fall,
            false => Extent::First,
        }
    }
}
