//! On the eve of the mate: where a man of the mating side may come by its move.

use super::HelpmateAnalysis;
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::rules::GameRules;
use crate::search::lower_bound::distance::union;

/// More ways for one man to move are not looked at one by one.
const MAX_DESTINATIONS: usize = 128;

/// Where a man of the mating side may come by its move.
#[derive(Clone, Copy)]
pub(super) struct MatingDestination<S> {
    pub(super) walk: Walk,
    pub(super) at: Square,
    /// What it attacks from there.
    pub(super) attacked: S,
    /// Where the man who is captured may be reborn, if one stands there now.
    pub(super) victim_rebirth_squares: S,
    /// To which square the move goes.
    pub(super) to: Square,
    /// Is it a move only if somebody is captured?
    pub(super) needs_capture: bool,
}

impl<B: Board, R: GameRules> HelpmateAnalysis<'_, '_, B, R> {
    /// Shows where a man of the mating side may come by a move, where there is hope.
    pub(super) fn for_each_destination(
        &mut self,
        walk: Walk,
        at: Square,
        hoped: impl Fn(Walk, B::Set) -> B::Set,
        mut show: impl FnMut(&mut Self, &MatingDestination<B::Set>),
    ) -> Option<()> {
        let HelpmateAnalysis { game, position, king_zone: guards, mating_men: own, mated_men: foe, .. } =
            *self;
        let mating = position.to_move.other();
        let others = own.without(at);
        let prey = foe | self.quiet_targets;
        let mut shown = 0;
        let mut show = |scout: &mut Self, walk: Walk, at: Square, to: Square, captures: bool| {
            let victim = if foe.contains(to) { position.walk_on(to) } else { None };
            let reborn = victim.map_or(B::Set::EMPTY, |victim| guards.victim_rebirth_squares(victim, to));
            let attacked = guards.attacked_upper_bound(walk, at, others);
            show(
                scout,
                &MatingDestination {
                    walk,
                    at,
                    to,
                    needs_capture: captures,
                    victim_rebirth_squares: reborn,
                    attacked,
                },
            );
            shown += 1;
            (shown <= MAX_DESTINATIONS).then_some(())
        };
        let paths = game.board.geometry().pawn(mating);
        let leads_on = guards.rebirth_squares.has_continued_captures();
        let [steps, captures] = self.move_targets(walk, at, own, prey | self.en_passant_squares);
        if leads_on {
            let captures = game.board.attacks(walk, mating, at, own) & !own;
            let prey = if walk == Walk::Pawn { prey | self.en_passant_squares } else { prey };
            // There are several ways to most ends.
            let hopes = self
                .targets_by_final_walk(walk, !B::Set::EMPTY)
                .into_iter()
                .map(|(kind, squares)| (kind, hoped(kind, squares)));
            let hopes: Vec<_> = hopes.filter(|(_, squares)| !squares.is_empty()).collect();
            for to in (captures & prey).iter() {
                let ends = self.continuation_squares(walk, at, to);
                for &(kind, squares) in &hopes {
                    for end in (ends & squares).iter() {
                        show(self, kind, end, to, true)?;
                    }
                }
            }
        }
        let (steps, captures) = match (leads_on, walk == Walk::Pawn) {
            (false, _) => (steps, captures),
            (true, true) => (steps, B::Set::EMPTY),
            (true, false) => (steps & !foe, captures),
        };
        for (kind, squares) in self.targets_by_final_walk(walk, (steps | captures) & !own) {
            for to in hoped(kind, squares).iter() {
                show(self, kind, to, to, !steps.contains(to))?;
            }
        }
        if !guards.has_capturer_rebirth() {
            return Some(());
        }
        let captures = if walk == Walk::Pawn { captures } else { (steps | captures) & prey };
        for (kind, squares) in self.targets_by_final_walk(walk, captures & !own) {
            if squares.is_empty() {
                continue;
            }
            // There is hope on a square whatever leads there: so all are asked at once.
            let homes = union(squares, |to| guards.capturer_rebirth_squares(kind, to));
            let hopes = hoped(kind, homes);
            // A pawn may promote by its rebirth.
            let promoting = if kind == Walk::Pawn { homes & paths.promotion_rank } else { B::Set::EMPTY };
            let promoted = match promoting.is_empty() {
                true => [(kind, promoting); 4],
                false => Walk::PROMOTIONS.map(|kind| (kind, hoped(kind, promoting))),
            };
            let all = promoted.iter().fold(hopes, |all, (_, hopes)| all | *hopes);
            if all.is_empty() {
                continue;
            }
            for to in squares.iter() {
                let homes = guards.capturer_rebirth_squares(kind, to);
                for (kind, hopes) in std::iter::once((kind, hopes)).chain(promoted) {
                    for home in (homes & hopes).iter() {
                        show(self, kind, home, to, true)?;
                    }
                }
            }
        }
        Some(())
    }

    /// Where a man of the mating side goes, if only these men of his own stand in his way: without capturing,
    /// though he may capture there, too, unless he is a pawn; and by capturing only, where such men stand.
    #[inline]
    pub(super) fn move_targets(&self, walk: Walk, at: Square, own: B::Set, prey: B::Set) -> [B::Set; 2] {
        let HelpmateAnalysis { game, position, king_zone: guards, .. } = *self;
        let mating = position.to_move.other();
        let from_home = guards.attacked_from_home(walk, at, own.without(at));
        if walk != Walk::Pawn {
            return [game.board.attacks(walk, mating, at, own), from_home];
        }
        let paths = game.board.geometry().pawn(mating);
        let steps = paths.step[at.index()];
        let doubles = steps.iter().filter(|_| paths.double_rank.contains(at));
        let twice = doubles.fold(steps, |steps, passed| steps | paths.step[passed.index()]);
        [twice, (from_home | paths.attacks[at.index()]) & prey]
    }

    /// What a man of the mating side is who comes to these squares: where he is this, and that.
    #[inline]
    pub(super) fn targets_by_final_walk(&self, walk: Walk, squares: B::Set) -> [(Walk, B::Set); 5] {
        let mating = self.position.to_move.other();
        let promoting = match walk {
            Walk::Pawn => squares & self.game.board.geometry().pawn(mating).promotion_rank,
            _ => B::Set::EMPTY,
        };
        let [one, two, three, four] = Walk::PROMOTIONS.map(|kind| (kind, promoting));
        [(walk, squares & !promoting), one, two, three, four]
    }

    /// Where a man of this walk may go on to that captures on a square, whoever of the mated side stands there
    /// then, or in his way.
    fn continuation_squares(&self, walk: Walk, from: Square, to: Square) -> B::Set {
        let HelpmateAnalysis { game, position, mating_men: own, mated_men: foe, .. } = *self;
        let own = own.without(from);
        let paths = game.board.geometry().pawn(position.to_move);
        let steps = || {
            let steps = paths.step[to.index()] & !own;
            let doubles = paths.double_rank.contains(to);
            let twice = steps.iter().filter(|_| doubles).map(|next| paths.step[next.index()]);
            twice.fold(steps, |steps, twice| steps | twice)
        };
        let ends = |victim: Walk| match victim {
            Walk::Pawn => steps(),
            victim => game.board.attacks(victim, position.to_move, to, own),
        };
        let mut all = match position.walk_on(to) {
            Some(victim) if foe.contains(to) => ends(victim),
            _ => {
                let victims =
                    Walk::ALL.iter().filter(|victim| self.quiet_targets_by_walk[victim.index()].contains(to));
                victims.fold(B::Set::EMPTY, |all, &victim| all | ends(victim))
            }
        };
        if self.en_passant_squares.contains(to) {
            all |= steps();
        }
        let behind = game.board.geometry().pawn(position.to_move.other()).first_rank;
        all & !own & if walk == Walk::Pawn { !behind } else { !B::Set::EMPTY }
    }
}
