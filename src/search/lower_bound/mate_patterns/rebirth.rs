//! Nets where men are reborn.
//!
//! There a man may come to his post without a move of his own: captured by the other side, or by
//! a capture that leads him home. So what a net costs a side is counted twice for every man, with
//! his own walk alone and with rebirth, wherever he may be reborn; and only so many men are
//! reborn as there can still be captures. Nobody is thought to stay where he is, so that
//! there is no second look; and who is captured is where the move has led him, so that captures
//! are played before they are judged.

use std::ops::Range;

use super::enumerate::bits;
use super::tasks::Demands;
use super::update::Change;
use super::{DemandId, Frame, Live, MOST_MEN, Man, Nets, UNASKED};
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Marks, Memory, Move, MoveKind, Side, Walk};
use crate::rules::Rules;
use crate::rules::rebirth::Reborn;
use crate::search::lower_bound::distance::NEVER;

/// More moves than there are.
const TOO_MANY: u16 = u16::MAX / 2;
/// What it costs a man for himself to do what only rebirth lets him do.
const FAR: u16 = TOO_MANY / MOST_MEN as u16;

/// Where more men than these may capture, whoever they capture is thought to be reborn anywhere.
const MOST_HOMES: u32 = 3;
/// So is whom kings capture who may make so many moves before.
const MOST_BEFORE: usize = 2;

/// Who of a side may be reborn.
#[derive(Clone, Copy)]
pub(super) struct Few<S> {
    /// At most so many,
    most: u16,
    /// of these men, as bits.
    men: u32,
    /// Where, if that is known, but for pawns.
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

/// A net that a move may have left.
struct Hope {
    index: usize,
    /// How much more who moves needs for it than before, reborn and not, if that is known.
    more: Option<[i32; 2]>,
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
    /// The moves that demands cost a side, whose men are `own`, if few of them are reborn; too many if they are
    /// more than `most`.
    pub(super) fn price(
        &mut self,
        demands: &[DemandId; MOST_MEN],
        own: u32,
        men: &[Man; MOST_MEN],
        reborn: Few<B::Set>,
        most: u16,
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
                    // Kings are not reborn, though others may be where they could do as demanded.
                    Some(homes) => by_himself(self.cost_from(id, walk, homes).max(free)),
                };
                gains.add(alone.saturating_sub(free));
            }
            // No man saves more than he costs, so that it will not become less.
            if total - gains.sum > most {
                return TOO_MANY;
            }
        }
        total - gains.sum
    }
}

/// How much more somebody needs than before, reborn and not, if he then needs so much, and before so much;
/// none if he cannot do as demanded any more. If it is known where he can be reborn, that may cost as much from
/// there as before.
#[inline]
fn change(
    [alone, free]: [u8; 2],
    [alone_before, free_before]: [u8; 2],
    homes_known: bool,
) -> Option<[i32; 2]> {
    if free == NEVER {
        return None;
    }
    let more_alone = i32::from(by_himself(alone)) - i32::from(by_himself(alone_before));
    let more_free = i32::from(free) - i32::from(free_before);
    Some([if homes_known { more_free.min(0) } else { more_free }, more_alone])
}

/// The moves that a demand costs a man who is not reborn.
#[inline]
fn by_himself(cost: u8) -> u16 {
    if cost == NEVER { FAR } else { cost.into() }
}

/// What men save who are reborn, if only so many are.
struct Gains {
    most: usize,
    /// The greatest,
    all: [u16; MOST_MEN],
    count: usize,
    /// and these together.
    sum: u16,
}

impl Gains {
    #[inline]
    fn of(most: u16) -> Gains {
        Gains { most: most.into(), all: [0; MOST_MEN], count: 0, sum: 0 }
    }

    #[inline]
    fn add(&mut self, gain: u16) {
        if gain == 0 {
            return;
        }
        if self.count < self.most {
            self.all[self.count] = gain;
            self.count += 1;
            self.sum += gain;
        } else if let Some(least) = self.all[..self.count].iter_mut().min().filter(|least| **least < gain) {
            self.sum += gain - *least;
            *least = gain;
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
        let (mut asked, mut found) = (0, None);
        // The last witness first.
        let witness = before.witness.max(before.start);
        for nets in [witness..witness + 1, before.start..before.end] {
            asked += self.each_calm_survivor(&calm, before, next, nets, |_, index, _| {
                found = Some(index);
                false
            });
            if found.is_some() {
                break;
            }
        }
        before.witness = found.unwrap_or(before.witness);
        (asked, found.is_some())
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
        self.each_calm_survivor(&calm, before, next, before.start..before.end, |nets, _, live| {
            nets.live.push(live);
            true
        });
    }

    /// Shows those of some nets that have survived a move that captures nobody, as long as they are wanted: how
    /// many were asked? Those that cost who waits too much are set aside.
    #[inline(always)]
    fn each_calm_survivor(
        &mut self,
        calm: &Calm<B::Set>,
        before: &mut Frame,
        next: &Frame,
        nets: Range<usize>,
        mut show: impl FnMut(&mut Self, usize, Live) -> bool,
    ) -> usize {
        let mut calm_end = before.calm_end.min(before.end);
        let (mut index, mut asked) = (nets.start, 0);
        loop {
            let rest = index..nets.end.min(calm_end);
            let Some(hope) = self.find_hope(calm, rest.clone()) else {
                asked += rest.len();
                break;
            };
            asked += hope.index + 1 - index;
            index = hope.index;
            match self.survives(calm, next, hope) {
                Fate::Survives(live) if !show(self, index, live) => break,
                Fate::Survives(_) | Fate::Refused => index += 1,
                Fate::TooDear => {
                    calm_end -= 1;
                    self.live.swap(index, calm_end);
                }
            }
        }
        before.calm_end = calm_end;
        asked
    }

    /// The first of these nets that is not refused by what it costs who moves, as far as that is seen at once.
    #[inline(always)]
    fn find_hope(&self, calm: &Calm<B::Set>, nets: Range<usize>) -> Option<Hope> {
        let most = i32::from(calm.most[calm.mover]);
        let counted = |(walk, at)| self.demands.counted(walk, at);
        let moved = calm.moved.map(|Moved { man, from, to }| (man, counted(from), counted(to)));
        let homes_known = calm.few[calm.mover].homes.is_some();
        let start = nets.start;
        for (offset, live) in self.live.get(nets)?.iter().enumerate() {
            let cost = i32::from(live.cost[calm.mover]);
            let mut hope = Hope { index: start + offset, more: None };
            match moved.filter(|&(man, ..)| live.busy >> man & 1 == 1) {
                None if calm.as_before[calm.mover] && cost > most => continue,
                None => {}
                Some((man, before, after)) => {
                    let demand = self.nets[live.net as usize].demands[man];
                    if let (Some(before), Some(after)) = (before.of(demand), after.of(demand)) {
                        // Whoever is reborn, it costs more by one of two numbers.
                        let more = change(after, before, homes_known);
                        let more = more.filter(|more| cost + more[0].min(more[1]) <= most);
                        let Some(more) = more else { continue };
                        hope.more = Some(more);
                    }
                }
            }
            return Some(hope);
        }
        None
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
            cost[side] = self.price_of(net, own, next, self.few(next, side), change.most[side]);
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
            as_before: [0, 1].map(|side| {
                let homes = self.homes[side].is_some();
                // Kings who wait can capture where they could before.
                let kings_wait = side == change.side && next.men_against(side) & !next.kings == 0;
                change.steady[side] && (!homes || kings_wait)
            }),
            exempt: if matches!(self.rules, Reborn::Victims(_)) { before.kings } else { 0 },
            few: [0, 1].map(|side| self.few(next, side)),
            most: change.most,
        }
    }

    /// What becomes of a net by a move that captures nobody.
    #[inline(always)]
    fn survives(&mut self, calm: &Calm<B::Set>, next: &Frame, Hope { index, more }: Hope) -> Fate {
        let Live { net, busy, mut cost, waiting, .. } = self.live[index];
        let (mover, other) = (calm.mover, 1 - calm.mover);
        let mut known = calm.costs_as_before(busy, mover);
        if let Some(Moved { man, from, to }) = calm.moved.filter(|moved| busy >> moved.man & 1 == 1) {
            // Most often it is known already.
            let more = match more {
                Some(more) => Some(more),
                None => {
                    let demand = self.nets[net as usize].demands[man];
                    let [before, after] = [from, to].map(|(walk, at)| self.demands.both(demand, walk, at));
                    change(after, before, calm.few[mover].homes.is_some())
                }
            };
            let Some(more) = more else { return Fate::Refused };
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
                let own = busy & calm.own[other];
                let price = self.price_of(net, own, next, calm.few[other], calm.most[other]);
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
            let own = busy & calm.own[mover];
            cost[mover] = self.price_of(net, own, next, calm.few[mover], calm.most[mover]);
        }
        match cost[mover] <= calm.most[mover] {
            true => Fate::Survives(Live::new(net, busy, cost)),
            false => Fate::Refused,
        }
    }

    /// What a net costs those of a side who do something in it, as [`price`](Demands::price).
    #[inline]
    fn price_of(&mut self, net: u32, own: u32, frame: &Frame, few: Few<B::Set>, most: u16) -> u16 {
        let demands = &self.nets[net as usize].demands;
        self.demands.price(demands, own, &frame.men, few, most)
    }

    /// Who of a side may be reborn.
    #[inline]
    fn few(&self, frame: &Frame, side: usize) -> Few<B::Set> {
        Few { homes: self.homes[side], ..Few::of(frame.reborn[side]) }
    }

    /// Finds where men of each side can be reborn, if that is the square that the capturer leaves, and where he
    /// can stand then, since the other side has few moves left.
    pub(super) fn find_homes(&mut self, frame: &Frame) {
        self.homes = [None; 2];
        if matches!(self.rules, Reborn::Victims(rebirth) if rebirth.is_at_departure()) {
            self.homes = [0, 1].map(|side| self.homes_of(frame, side));
        }
    }

    fn homes_of(&self, frame: &Frame, side: usize) -> Option<B::Set> {
        let left = frame.left[1 - side];
        let capturers = frame.men_against(side);
        let there = bits(capturers).filter_map(|man| frame.men[man]);
        if capturers & !frame.kings == 0 {
            // Kings are not captured, and so not reborn before they capture; they make a move less before.
            let before = usize::from(left).checked_sub(1).filter(|&before| before < MOST_BEFORE)?;
            let ways = &self.demands.travel;
            let other = Side::BOTH[1 - side];
            let near = there.map(|(walk, at)| ways.near(other, walk, at)[before]);
            return Some(near.fold(B::Set::EMPTY, |homes, near| homes | near));
        }
        // Who mates makes the last move, so that nothing comes between the other's last and that.
        let at_once = frame.left[side] <= u16::from(side == self.mating().index());
        let few = left == 1 && at_once && capturers.count_ones() <= MOST_HOMES;
        few.then(|| B::Set::from_squares(there.map(|(_, at)| at)))
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
            let most = frame.left[side] + bonus[side];
            live.cost[side] = self.demands.price(demands, own, &frame.men, few, most);
            if live.cost[side] <= most {
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
