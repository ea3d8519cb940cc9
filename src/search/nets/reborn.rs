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
use super::{DemandId, Frame, Live, MOST_MEN, Man, Nets, UNASKED};
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

/// Where men may be reborn on more squares than these, they are thought to be reborn anywhere.
const MOST_HOMES: u32 = 3;

/// Who of a side may be reborn.
#[derive(Clone, Copy)]
pub(super) struct Few<S> {
    /// At most so many,
    most: u16,
    /// of these men, as bits.
    men: u32,
    /// Where, if that is known, as long as they have not promoted.
    homes: Option<S>,
}

impl<S> Few<S> {
    /// At most so many, whoever they are.
    pub fn of(most: u16) -> Few<S> {
        Few { most, men: if most == 0 { 0 } else { u32::MAX }, homes: None }
    }
}

impl<B: Board> Demands<'_, B> {
    /// The moves that demands cost a side, whose men are `own`, if few of them are reborn.
    pub(super) fn price(
        &mut self,
        demands: &[DemandId; MOST_MEN],
        own: u32,
        men: &[Man; MOST_MEN],
        reborn: Few<B::Set>,
    ) -> u16 {
        let mut total = 0;
        let mut gains = Gains::of(reborn.most);
        for man in bits(own) {
            let id = demands[man];
            let Some((walk, at)) = men[man].filter(|_| id != 0) else {
                if id == 0 { continue } else { return TOO_MANY }
            };
            let [alone, free] = self.both(id, walk, at);
            if alone == 0 {
                continue;
            }
            let alone = by_himself(alone);
            total += alone;
            if reborn.men >> man & 1 == 1 {
                if free == NEVER {
                    return TOO_MANY;
                }
                let free = match reborn.homes.filter(|_| walk != Walk::Pawn) {
                    None => free.into(),
                    Some(homes) => {
                        let costs = homes.iter().map(|home| by_himself(self.both(id, walk, home)[0]));
                        costs.min().unwrap_or(alone)
                    }
                };
                gains.add(alone.saturating_sub(free));
            }
        }
        total - gains.greatest()
    }

    /// How much more a demand costs a man than before, reborn and not; none if he cannot do it
    /// any more.
    #[inline]
    fn change(&mut self, id: DemandId, before: (Walk, Square), after: (Walk, Square)) -> Option<[i32; 2]> {
        let [alone, free] = self.both(id, after.0, after.1);
        if free == NEVER {
            return None;
        }
        let [alone_before, free_before] = self.both(id, before.0, before.1);
        let more_alone = i32::from(by_himself(alone)) - i32::from(by_himself(alone_before));
        Some([i32::from(free) - i32::from(free_before), more_alone])
    }
}

/// The moves that a demand costs a man who is not reborn.
#[inline]
fn by_himself(cost: u8) -> u16 {
    if cost == NEVER { FAR } else { cost.into() }
}

/// What men save who are reborn, if only so many are.
struct Gains {
    most: usize,
    /// The greatest, if one is enough to know.
    best: u16,
    /// All, if more are.
    all: [u16; MOST_MEN],
    count: usize,
}

impl Gains {
    #[inline]
    fn of(most: u16) -> Gains {
        Gains { most: most.into(), best: 0, all: [0; MOST_MEN], count: 0 }
    }

    #[inline]
    fn add(&mut self, gain: u16) {
        self.best = self.best.max(gain);
        if self.most > 1 {
            self.all[self.count] = gain;
            self.count += 1;
        }
    }

    /// The greatest together.
    #[inline]
    fn greatest(&mut self) -> u16 {
        match self.most {
            0 => 0,
            1 => self.best,
            most => {
                let all = &mut self.all[..self.count];
                if all.len() > most {
                    all.sort_unstable_by(|one, other| other.cmp(one));
                }
                all.iter().take(most).sum()
            }
        }
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
            Reborn::Nobody | Reborn::Onward => [0; 2],
            Reborn::Victims(_) => [frame.left[1], frame.left[0]],
            Reborn::Capturers(_) | Reborn::FromHome(_) => {
                [frame.prey[1].min(frame.left[0]), frame.prey[0].min(frame.left[1])]
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
                frame.count_prey();
            }
        }
        let before = frame.reborn;
        frame.reborn = self.most_reborn(frame);
        change.steady = [0, 1].map(|side| frame.reborn[side] == before[side]);
    }

    /// A net after a move; none if it cannot be drawn any more.
    pub(super) fn survivor_reborn(
        &mut self,
        before: &Frame,
        next: &Frame,
        change: &Change,
        index: usize,
    ) -> Option<Live> {
        let Live { net, busy, mut cost, waiting, .. } = self.live[index];
        let own = [busy & before.white, busy & !before.white];
        // Who has just moved has one move less, and most probably too few.
        let sides = [change.side, 1 - change.side];
        if change.reborn {
            for side in sides {
                let demands = &self.nets[net as usize].demands;
                let few = self.few(next, side);
                cost[side] = self.demands.price(demands, own[side], &next.men, few);
                if cost[side] > change.most[side] {
                    return None;
                }
            }
            return Some(Live::new(net, busy, cost));
        }
        let [mover, other] = sides;
        // Who waits has stayed where he is, whatever the other side has moved.
        cost[other] = match waiting {
            UNASKED => {
                let waiting = match self.costs_as_before(before, next, change, own[other], other) {
                    true => cost[other],
                    false => self.price_of(net, own[other], next, other),
                };
                self.live[index].waiting = waiting;
                waiting
            }
            known => known,
        };
        if cost[other] > change.most[other] {
            return None;
        }
        let mut known = self.costs_as_before(before, next, change, own[mover], mover);
        if let Some((man, to)) = change.moved[0].filter(|(man, _)| busy >> man & 1 == 1) {
            // Whoever is reborn, it costs more by one of two numbers.
            let demand = self.nets[net as usize].demands[man];
            let more = self.demands.change(demand, before.men[man]?, to)?;
            let least = i32::from(cost[mover]) + more[0].min(more[1]);
            if least > i32::from(change.most[mover]) {
                return None;
            }
            known &= more[0] == more[1];
            if known {
                cost[mover] = least as u16;
            }
        }
        if !known {
            cost[mover] = self.price_of(net, own[mover], next, mover);
        }
        (cost[mover] <= change.most[mover]).then_some(Live::new(net, busy, cost))
    }

    /// Does it cost a side as much as before, whose men have not moved, if these do something? So if as many
    /// can be reborn, or enough for all.
    #[inline]
    fn costs_as_before(&self, before: &Frame, next: &Frame, change: &Change, own: u32, side: usize) -> bool {
        let exempt = if matches!(self.rules, Reborn::Victims(_)) { before.kings } else { 0 };
        self.homes[side].is_none()
            && (change.steady[side] || (own & !exempt).count_ones() <= u32::from(next.reborn[side]))
    }

    /// What a net costs a side.
    #[inline]
    fn price_of(&mut self, net: u32, own: u32, frame: &Frame, side: usize) -> u16 {
        let few = self.few(frame, side);
        let demands = &self.nets[net as usize].demands;
        self.demands.price(demands, own, &frame.men, few)
    }

    /// Who of a side may be reborn.
    #[inline]
    fn few(&self, frame: &Frame, side: usize) -> Few<B::Set> {
        Few { homes: self.homes[side], ..Few::of(frame.reborn[side]) }
    }

    /// Finds where men of each side can be reborn, if that is the square that the capturer leaves, and where he
    /// stands now, since the other side has one move left.
    pub(super) fn find_homes(&mut self, frame: &Frame) {
        self.homes = [None; 2];
        if matches!(self.rules, Reborn::Victims(rebirth) if rebirth.is_at_departure()) {
            self.homes = [0, 1].map(|side| self.homes_of(frame, side));
        }
    }

    fn homes_of(&self, frame: &Frame, side: usize) -> Option<B::Set> {
        if frame.left[1 - side] != 1 {
            return None;
        }
        // Who mates makes the last move, so that nothing comes between the other's last and that.
        let at_once = frame.left[side] <= u16::from(side == self.mating().index());
        let mut homes = B::Set::EMPTY;
        for (man, at) in frame.men.iter().enumerate() {
            let Some((_, at)) = at.filter(|_| usize::from(frame.white >> man & 1 == 0) != side) else {
                continue;
            };
            // Kings are not captured, and so not reborn before they capture.
            if !at_once && frame.kings >> man & 1 == 0 {
                return None;
            }
            homes |= B::Set::of(at);
        }
        (homes.count() <= MOST_HOMES).then_some(homes)
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
            Reborn::Nobody | Reborn::Onward => return,
            Reborn::Victims(_) => (1 - mover, captured),
            Reborn::Capturers(_) | Reborn::FromHome(_) => (mover, capturers),
        };
        self.find_homes(frame);
        let there = |man: &Man| man.is_some_and(|(_, at)| reborn.contains(at));
        let men = frame.men.iter().enumerate().filter(|(_, man)| there(man));
        let men = men.fold(0, |men, (man, _)| men | 1 << man);
        let few = Few { most: frame.reborn[side].min(1), men, ..self.few(frame, side) };
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
