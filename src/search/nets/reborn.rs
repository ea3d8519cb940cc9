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

/// What becomes of a net.
enum Fate {
    Survives(Live),
    /// It is refused after this move,
    Refused,
    /// and after every move that captures nobody: it costs too much who waits.
    TooDear,
}

/// Who moves: his number, and his walk and square before and after.
#[derive(Clone, Copy)]
struct Moved {
    man: usize,
    from: (Walk, Square),
    to: (Walk, Square),
}

/// What a move that captures nobody asks of each of many nets.
struct Calm<S> {
    /// The side that moves.
    mover: usize,
    /// The men of each side, as bits, and others that there are not.
    own: [u32; 2],
    moved: Option<Moved>,
    /// Whom it costs as much as before, whatever his men do, as long as they stay.
    as_before: [bool; 2],
    /// Those who are never reborn, as bits.
    exempt: u32,
    few: [Few<S>; 2],
    /// What is left to each side, and what castling saves.
    most: [u16; 2],
}

impl<S> Calm<S> {
    /// Does it cost a side as much as before, whose men have not moved, if these do something? So if as many
    /// can be reborn, or enough for all.
    #[inline(always)]
    fn costs_as_before(&self, busy: u32, side: usize) -> bool {
        self.as_before[side]
            || (self.few[side].homes.is_none()
                && (busy & self.own[side] & !self.exempt).count_ones() <= u32::from(self.few[side].most))
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

    /// Asks nets until one has survived a move: how many were asked, and has one?
    pub(super) fn find_witness_reborn(
        &mut self,
        before: &mut Frame,
        next: &Frame,
        change: &Change,
    ) -> (usize, bool) {
        if change.reborn {
            let mut all = before.start..before.end;
            let found = all.find(|&index| self.survives_capture(before, next, change, index).is_some());
            return (found.map_or(before.end, |index| index + 1) - before.start, found.is_some());
        }
        let calm = self.calm(before, next, change);
        let mut end = before.calm_end.min(before.end);
        // The last witness first.
        let there = (before.start..end).contains(&before.witness);
        let mut index = if there { before.witness } else { before.start };
        let mut asked = 0;
        while index < end {
            asked += 1;
            match self.survives(&calm, next, index) {
                Fate::Survives(_) => {
                    (before.witness, before.calm_end) = (index, end);
                    return (asked, true);
                }
                Fate::Refused if asked == 1 && index > before.start => index = before.start,
                Fate::Refused => index += 1,
                Fate::TooDear => {
                    end -= 1;
                    self.live.swap(index, end);
                }
            }
        }
        before.calm_end = end;
        (asked, false)
    }

    /// Lists the nets that have survived a move.
    pub(super) fn list_survivors_reborn(&mut self, before: &mut Frame, next: &mut Frame, change: &Change) {
        if change.reborn {
            for index in before.start..before.end {
                let live = self.survives_capture(before, next, change, index);
                self.live.extend(live);
            }
            return;
        }
        let calm = self.calm(before, next, change);
        let (mut index, mut end) = (before.start, before.calm_end.min(before.end));
        while index < end {
            match self.survives(&calm, next, index) {
                Fate::Survives(live) => {
                    self.live.push(live);
                    index += 1;
                }
                Fate::Refused => index += 1,
                Fate::TooDear => {
                    end -= 1;
                    self.live.swap(index, end);
                }
            }
        }
        before.calm_end = end;
    }

    /// A net after a move by which men may have come anywhere; none if it cannot be drawn any more.
    fn survives_capture(
        &mut self,
        before: &Frame,
        next: &Frame,
        change: &Change,
        index: usize,
    ) -> Option<Live> {
        let Live { net, busy, mut cost, .. } = self.live[index];
        // Who has just moved has one move less, and most probably too few.
        for side in [change.side, 1 - change.side] {
            let own = busy & if side == 0 { before.white } else { !before.white };
            cost[side] = self.price_of(net, own, next, self.few(next, side));
            if cost[side] > change.most[side] {
                return None;
            }
        }
        Some(Live::new(net, busy, cost))
    }

    /// What a move that captures nobody asks of each of many nets.
    fn calm(&self, before: &Frame, next: &Frame, change: &Change) -> Calm<B::Set> {
        let moved = change.moved[0].and_then(|(man, to)| Some(Moved { man, from: before.men[man]?, to }));
        Calm {
            mover: change.side,
            own: [before.white, !before.white],
            moved,
            as_before: [0, 1].map(|side| change.steady[side] && self.homes[side].is_none()),
            exempt: if matches!(self.rules, Reborn::Victims(_)) { before.kings } else { 0 },
            few: [0, 1].map(|side| self.few(next, side)),
            most: change.most,
        }
    }

    /// What becomes of a net by a move that captures nobody.
    #[inline(always)]
    fn survives(&mut self, calm: &Calm<B::Set>, next: &Frame, index: usize) -> Fate {
        let Live { net, busy, mut cost, waiting, .. } = self.live[index];
        let (mover, other) = (calm.mover, 1 - calm.mover);
        let mut known = calm.costs_as_before(busy, mover);
        if let Some(Moved { man, from, to }) = calm.moved.filter(|moved| busy >> moved.man & 1 == 1) {
            // Whoever is reborn, it costs more by one of two numbers.
            let demand = self.nets[net as usize].demands[man];
            let Some(more) = self.demands.change(demand, from, to) else { return Fate::Refused };
            let least = i32::from(cost[mover]) + more[0].min(more[1]);
            if least > i32::from(calm.most[mover]) {
                return Fate::Refused;
            }
            known &= more[0] == more[1];
            if known {
                cost[mover] = least as u16;
            }
        }
        // Who waits has stayed where he is, whatever the other side has moved; where he may be reborn may have
        // to do with that move.
        let ask_once = calm.few[other].homes.is_none();
        cost[other] = match waiting {
            UNASKED if calm.costs_as_before(busy, other) => cost[other],
            UNASKED => {
                let price = self.price_of(net, busy & calm.own[other], next, calm.few[other]);
                if ask_once {
                    self.live[index].waiting = price;
                }
                price
            }
            known => known,
        };
        if cost[other] > calm.most[other] {
            return if ask_once { Fate::TooDear } else { Fate::Refused };
        }
        if !known {
            cost[mover] = self.price_of(net, busy & calm.own[mover], next, calm.few[mover]);
        }
        match cost[mover] <= calm.most[mover] {
            true => Fate::Survives(Live::new(net, busy, cost)),
            false => Fate::Refused,
        }
    }

    /// What a net costs those of a side who do something in it.
    #[inline]
    fn price_of(&mut self, net: u32, own: u32, frame: &Frame, few: Few<B::Set>) -> u16 {
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
        (frame.end, frame.calm_end) = (end, usize::MAX);
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
