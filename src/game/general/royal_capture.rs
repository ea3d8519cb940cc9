//! Check under general rules: could the opponent capture a royal man, with all effects of the capture?

use super::pending_promotion::PromotionChoice;
use super::{Extent, Flow, TargetMask, Victims};
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Side, Walk};
use crate::rules::{GameRules, GameView};

impl<B: Board, R: GameRules> Game<B, R> {
    /// Returns whether the side has no fewer royal men, hidden ones included, after a move than before.
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

    /// Returns whether `side` is in check under general rules: whether a capture that the rules allow leaves `side` with
    /// fewer royal men and the other side with all of its own.
    pub(in crate::game) fn in_check_general(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        if (position.royal & position.of(side)).is_empty() {
            return false;
        }
        let sufficient = self.attack_gives_check(position) && !position.memory.has_royal_lookalikes();
        let necessary = self.check_requires_attack(position);
        if sufficient || necessary {
            let attacked = self.royals_are_attacked(position, side);
            if attacked && sufficient {
                return true;
            }
            if !attacked && (necessary || !self.can_reach_royal_by_extra_move(position, side)) {
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

    /// Returns whether a man may capture a royal man of `side` that it does not attack, if nothing else forbids it. May
    /// be true without such a man.
    fn can_reach_royal_by_extra_move(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        let flags = self.rules.flags();
        if position.has_neutrals() || flags.captures_own_men || flags.pending_promotions {
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

    /// Returns the same as [`in_check_general`](Self::in_check_general) by trying the captures.
    fn can_capture_royal(&self, position: &PositionOf<B, R>, side: Side) -> bool {
        if position.to_move != side {
            return self.mover_can_capture_royal(position, side);
        }
        // Not `after_null_move`: positions are large.
        let mut after = *position;
        after.make_null_move();
        self.mover_can_capture_royal(&after, side)
    }

    /// Returns whether the side to move can capture a royal man of `side`, its opponent.
    fn mover_can_capture_royal(&self, before: &PositionOf<B, R>, side: Side) -> bool {
        let extent = self.royal_capture_extent(before, side);
        let removes = |promoted: &PositionOf<B, R>, choice: PromotionChoice| {
            let (movers, targets) = self.royal_capture_candidates(promoted);
            movers.iter().try_for_each(|from| {
                let victims = Victims { men: targets, for_check: true };
                self.for_each_move_from(
                    promoted,
                    from,
                    false,
                    Some(victims),
                    &TargetMask::all,
                    &mut |mv, fixed| {
                        if promoted.royal.contains(mv.to) && self.removes_only_victim(promoted, mv) {
                            return Flow::Break(());
                        }
                        let Some((mv, fixed)) = choice.prepend_to(mv, fixed) else {
                            return Flow::Continue(());
                        };
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
        self.for_each_promotion_choice(before, &mut |promoted, choice| removes(promoted, choice)).is_break()
    }

    /// Returns supersets of the men that could remove an enemy royal man by a capture, and of the victims of these
    /// captures.
    fn royal_capture_candidates(&self, position: &PositionOf<B, R>) -> (B::Set, B::Set) {
        let by = position.to_move;
        let flags = self.rules.flags();
        let victims = self.victims(position).men;
        let royals = victims & position.royal;
        if flags.removes_royals_indirectly {
            return (position.of(by), victims);
        }
        let mut targets = royals;
        if flags.removes_same_walk && position.memory.has_royal_lookalikes() {
            for royal in royals.iter() {
                targets |=
                    position.walk_on(royal).map_or(B::Set::EMPTY, |walk| victims & position.walk(walk));
            }
        }
        let is_ep = position.ep_pawn().is_some_and(|pawn| targets.contains(pawn));
        if flags.virtual_origins || flags.victim_dependent_origins || is_ep {
            let extra = flags.extra_reach || flags.extra_quiet_reach;
            let testable = !(flags.victim_dependent_origins || is_ep || flags.moves_as_others || extra);
            let attacks = |from: &Square| !testable || self.attacks_from_any_origin(position, *from, targets);
            return (B::Set::from_squares(position.of(by).iter().filter(attacks)), targets);
        }
        let attackers = targets.iter().map(|target| GameView::attackers(self, position, target, by));
        let mut attackers = attackers.fold(B::Set::EMPTY, |all, some| all | some);
        if flags.extra_reach {
            let geometry = self.board.geometry();
            let others = position.of(by) & !attackers;
            let reaches = |walk: &Walk| self.rules.extra_reach(geometry, *walk, by).intersects(targets);
            let walks = Walk::ALL.into_iter().filter(reaches);
            let others = others & walks.fold(B::Set::EMPTY, |men, walk| men | position.walk(walk));
            for from in others.iter() {
                if !self.rules.extra_targets(self, position, from, targets.without(from)).is_empty() {
                    attackers |= B::Set::of(from);
                }
            }
        }
        (attackers, targets)
    }

    /// Returns whether a man attacks one of these squares from an origin of its captures, whether or not it may capture
    /// there.
    // Building each of its `origins` would cost most of what this test saves.
    fn attacks_from_any_origin(&self, position: &PositionOf<B, R>, from: Square, targets: B::Set) -> bool {
        let Some(walk) = position.walk_on(from) else { return true };
        let others = position.occupied().without(from);
        let origins = self.rules.origins(self, position, from, true);
        origins.iter().any(|at| {
            let attacked = self.board.attacks(walk, position.to_move, at, others.with(at));
            attacked.intersects(targets)
        })
    }

    /// Returns the extent to which a capture must be made to test whether it removes a royal man of `side`.
    fn royal_capture_extent(&self, position: &PositionOf<B, R>, side: Side) -> Extent {
        let flags = self.rules.flags();
        let royals = (position.royal & position.of(side)).count() + position.memory.hidden_royal_count(side);
        // A single king is safe if it is reborn and its capture removes no other man.
        let is_safe_if_reborn = flags.kings_reborn && royals == 1;
        match is_safe_if_reborn
            && !flags.reborn_kings_change_side
            && !flags.removes_royals_indirectly
            && !flags.removes_same_walk
        {
            true => Extent::RoyalCapture,
            false => Extent::FirstLeg,
        }
    }
}
