//! Nets where men are reborn.
//!
//! There a man may come to his post without a move of his own: captured by the other side, or by
//! a capture that leads him home. So what a net costs a side is counted twice for every man, with
//! his own walk alone and with rebirth, wherever he may be reborn; and only so many men are
//! reborn as there can still be captures. Nobody is thought to stay where he is, so that
//! there is no second look; and who is captured is where the move has led him, so that captures
//! are played before they are judged.

use super::demands::Demands;
use super::draw::bits;
use super::step::Change;
use super::{DemandId, Frame, Live, MOST_MEN, Man, Nets};
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Marks, Memory, Move, MoveKind, Side, Walk};
use crate::rules::Rules;
use crate::rules::rebirth::Reborn;
use crate::search::travel::NEVER;

/// More moves than there are.
const TOO_MANY: u16 = u16::MAX / 2;
/// What it costs a man for himself to do what only rebirth lets him do.
const FAR: u16 = TOO_MANY / MOST_MEN as u16;

/// Who of a side may be reborn.
#[derive(Clone, Copy)]
pub(super) struct Few {
    /// At most so many,
    most: u16,
    /// of these men, as bits.
    men: u32,
}

impl Few {
    /// At most so many, whoever they are.
    pub fn of(most: u16) -> Few {
        Few { most, men: if most == 0 { 0 } else { u32::MAX } }
    }
}

impl<B: Board> Demands<'_, B> {
    /// The moves that demands cost a side, whose men are `own`, if few of them are reborn.
    pub(super) fn price(
        &mut self,
        demands: &[DemandId; MOST_MEN],
        own: u32,
        men: &[Man; MOST_MEN],
        reborn: Few,
    ) -> u16 {
        let mut gains = [0; MOST_MEN];
        let (mut total, mut count) = (0, 0);
        for man in bits(own) {
            let id = demands[man];
            let Some((walk, at)) = men[man].filter(|_| id != 0) else {
                if id == 0 { continue } else { return TOO_MANY }
            };
            let cost = match self.alone(id, walk, at) {
                0 => continue,
                cost => cost,
            };
            total += cost;
            if reborn.men >> man & 1 == 1 {
                let free = self.cost_of(id, walk, at, true);
                if free == NEVER {
                    return TOO_MANY;
                }
                gains[count] = cost.saturating_sub(free.into());
                count += 1;
            }
        }
        let gains = &mut gains[..count];
        if count > usize::from(reborn.most) {
            gains.sort_unstable_by(|one, other| other.cmp(one));
        }
        total - gains.iter().take(usize::from(reborn.most)).sum::<u16>()
    }

    /// The moves that a demand costs a man who is not reborn.
    #[inline]
    fn alone(&mut self, id: DemandId, walk: Walk, at: Square) -> u16 {
        match self.cost(id, walk, at) {
            NEVER => FAR,
            cost => cost.into(),
        }
    }

    /// How much more a demand costs a man than before, reborn and not; none if he cannot do it
    /// any more.
    #[inline]
    fn change(&mut self, id: DemandId, before: (Walk, Square), after: (Walk, Square)) -> Option<[i32; 2]> {
        let free = self.cost_of(id, after.0, after.1, true);
        if free == NEVER {
            return None;
        }
        let free_before = self.cost_of(id, before.0, before.1, true);
        let more_alone =
            i32::from(self.alone(id, after.0, after.1)) - i32::from(self.alone(id, before.0, before.1));
        Some([i32::from(free) - i32::from(free_before), more_alone])
    }
}

impl<B: Board> Nets<'_, B> {
    /// Are there only men without marks, and nobody beside the board or below a square?
    pub(super) fn is_clear<R: Rules>(position: &PositionOf<B, R>) -> bool {
        !R::GENERAL
            || (!position.memory.has_buried()
                && position.memory.reserve().is_empty()
                && position.occupied().iter().all(|at| position.memory.marks(at) == Marks::NONE))
    }

    /// How many men of each side can still be reborn.
    pub(super) fn most_reborn(&self, frame: &Frame) -> [u16; 2] {
        match self.rules {
            Reborn::Nobody => [0; 2],
            Reborn::Victims(_) => [frame.left[1], frame.left[0]],
            Reborn::Capturers(_) | Reborn::FromHome(_) => {
                let alive = frame.men.iter().enumerate().filter(|(_, man)| man.is_some());
                let alive: u32 = alive.fold(0, |alive, (man, _)| alive | 1 << man);
                let others = [alive & !frame.white & !frame.kings, alive & frame.white & !frame.kings];
                [0, 1].map(|side| (others[side].count_ones() as u16).min(frame.left[side]))
            }
        }
    }

    /// What castling may still save each side.
    pub(super) fn bonus_of_reborn<R: Rules>(&self, frame: &Frame, position: &PositionOf<B, R>) -> [u16; 2] {
        // Where captured men are reborn, kings come by no rights.
        if matches!(self.rules, Reborn::Victims(_)) && position.castling.is_empty() {
            return [0; 2];
        }
        let travel = &self.demands.travel;
        let ways = &travel.board.geometry().castlings;
        Side::BOTH.map(|side| {
            let rooks = (position.walk(Walk::Rook) | position.walk(Walk::Pawn)) & position.of(side);
            let mut own = ways.iter().filter(|way| way.side == side);
            let entitled = own.any(|way| position.castling.contains(way.king_from));
            match self.rules {
                _ if rooks.is_empty() || frame.left[side.index()] == 0 => 0,
                // The king castles as if he were at home, which is counted as a move of his.
                Reborn::FromHome(_) => 1,
                Reborn::Capturers(_) if frame.reborn[side.index()] > 0 => travel.saved_by_castling(),
                _ if entitled => travel.saved_by_castling(),
                _ => 0,
            }
        })
    }

    /// Makes a move on a frame where men may be reborn, and notes who takes part in it.
    pub(super) fn make_reborn<R: Rules>(
        &self,
        game: &Game<B, R>,
        change: &mut Change,
        frame: &mut Frame,
        position: &PositionOf<B, R>,
        mv: Move,
    ) {
        match (mv.kind, frame.who(mv.from)) {
            (MoveKind::Pass, _) => {}
            (MoveKind::Quiet | MoveKind::DoubleStep, Some(man)) => {
                let new = (mv.promotion.unwrap_or(mv.walk), mv.to);
                change.moved[0] = Some((man, new));
                frame.men[man] = Some(new);
            }
            _ => {
                change.reborn = true;
                let concerned = [frame.who(mv.from), frame.victim(position, mv)];
                Self::follow::<R>(frame, concerned, &game.play(position, mv));
            }
        }
        frame.reborn = self.most_reborn(frame);
    }

    /// A net after a move; none if it cannot be drawn any more.
    pub(super) fn survivor_reborn(
        &mut self,
        before: &Frame,
        next: &Frame,
        change: &Change,
        live: Live,
    ) -> Option<Live> {
        let Live { net, busy, mut cost, .. } = live;
        let demands = &self.nets[net as usize].demands;
        let exempt = if matches!(self.rules, Reborn::Victims(_)) { before.kings } else { 0 };
        // Who has just moved has one move less, and most probably too few.
        for side in [change.side, 1 - change.side] {
            let own = busy & if side == 0 { before.white } else { !before.white };
            // It costs as much as before if nobody in the net has moved, and as many can be
            // reborn, or enough for all.
            let enough = next.reborn[side] == before.reborn[side]
                || (own & !exempt).count_ones() <= u32::from(next.reborn[side]);
            let mut known = enough && !change.reborn;
            if let Some((man, to)) = change.moved[0].filter(|(man, _)| own >> man & 1 == 1) {
                // Whoever is reborn, it costs more by one of two numbers.
                let more = self.demands.change(demands[man], before.men[man]?, to)?;
                let least = i32::from(cost[side]) + more[0].min(more[1]);
                if least > i32::from(change.most[side]) {
                    return None;
                }
                known &= more[0] == more[1];
                if known {
                    cost[side] = least as u16;
                }
            }
            if !known {
                cost[side] = self.demands.price(demands, own, &next.men, Few::of(next.reborn[side]));
            }
            if cost[side] > change.most[side] {
                return None;
            }
        }
        Some(Live { net, busy, cost, doubted: 0, away: 0 })
    }

    /// Drops the nets that want a rebirth in the last capture that the side to move can make, if
    /// there is no such capture.
    pub(super) fn look_at_captures<R: Rules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        frame: &mut Frame,
        bonus: [u16; 2],
    ) {
        let mover = position.to_move.index();
        if frame.left[mover] != 1 {
            return;
        }
        let (capturers, captured) = game.captures(position);
        let (side, reborn) = match self.rules {
            Reborn::Nobody => return,
            Reborn::Victims(_) => (1 - mover, captured),
            Reborn::Capturers(_) | Reborn::FromHome(_) => (mover, capturers),
        };
        let there = |man: &Man| man.is_some_and(|(_, at)| reborn.contains(at));
        let men = frame.men.iter().enumerate().filter(|(_, man)| there(man));
        let men = men.fold(0, |men, (man, _)| men | 1 << man);
        let few = Few { most: frame.reborn[side].min(1), men };
        let mut end = frame.start;
        for index in frame.start..frame.end {
            let mut live = self.live[index];
            let own = live.busy & if side == 0 { frame.white } else { !frame.white };
            let demands = &self.nets[live.net as usize].demands;
            live.cost[side] = self.demands.price(demands, own, &frame.men, few);
            if live.cost[side] <= frame.left[side] + bonus[side] {
                self.live[end] = live;
                end += 1;
            }
        }
        self.live.truncate(end);
        frame.end = end;
        frame.movers = None;
    }

    /// Notes where the men stand after a move. Nobody is elsewhere but who moved and who was captured:
    /// they are looked for first, since a third, on whose square one of them is reborn, may be gone.
    fn follow<R: Rules>(frame: &mut Frame, concerned: [Option<usize>; 2], after: &PositionOf<B, R>) {
        for side in Side::BOTH {
            let mut new = after.of(side);
            let mut gone: u32 = 0;
            for (id, man) in frame.men.iter().enumerate() {
                let Some((walk, at)) = *man else { continue };
                if usize::from(frame.white >> id & 1 == 0) != side.index() {
                    continue;
                }
                if new.contains(at) && after.walk_on(at) == Some(walk) {
                    new = new.without(at);
                } else {
                    gone |= 1 << id;
                }
            }
            let first = concerned.into_iter().flatten().fold(0, |first, id| first | 1 << id) & gone;
            // Pawns last: they may have become something else.
            for (pawns, men) in [(false, first), (true, first), (false, gone & !first), (true, gone & !first)]
            {
                for id in bits(men) {
                    let Some((walk, _)) = frame.men[id].filter(|(walk, _)| (*walk == Walk::Pawn) == pawns)
                    else {
                        continue;
                    };
                    let alike = new.iter().find(|&at| pawns || after.walk_on(at) == Some(walk));
                    frame.men[id] = alike.and_then(|at| Some((after.walk_on(at)?, at)));
                    new = alike.map_or(new, |at| new.without(at));
                }
            }
        }
    }
}
