//! Nets from one position to the next: which of them a move leaves.

use super::{FEW, Frame, Live, Nets, Step};
use crate::board::{Board, Square};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::Rules;
use crate::rules::rebirth::Reborn;
use crate::search::lower_bound::distance::NEVER;
use crate::search::lower_bound::payoff::Worth;

/// What a position costs on the way to stalemate, in nets looked at: loose men refuse most at once.
const STILL: u64 = 12;

/// A move, as nets see it.
#[derive(Clone, Copy)]
pub(super) struct Change {
    /// The side that moves.
    pub side: usize,
    /// Who goes where, as what; two men castle.
    pub moved: [Option<(usize, (Walk, Square))>; 2],
    /// Who is captured; nobody where captures are played before they are judged.
    pub captured: Option<usize>,
    /// Others may have come elsewhere, too.
    pub reborn: bool,
    /// Of which sides as many men can be reborn as before.
    pub steady: [bool; 2],
    /// What is left to each side then, and what castling saves.
    pub most: [u16; 2],
}

impl Change {
    /// A half-move of this side on a frame, as yet without anybody who moves.
    pub fn new(side: Side, frame: &Frame, bonus: [u16; 2]) -> Change {
        let most = [0, 1].map(|side| frame.left[side] + bonus[side]);
        Change {
            side: side.index(),
            moved: [None; 2],
            captured: None,
            reborn: false,
            steady: [true; 2],
            most,
        }
    }
}

/// Where nobody is reborn: what a move asks of each of many nets.
struct Sieve {
    /// Who is captured, as a bit.
    gone: u32,
    /// Who moves, as bits.
    movers: u32,
    /// The same, each with his walk and square before and after.
    moved: [(usize, [(Walk, Square); 2]); 2],
    count: usize,
}

impl Sieve {
    fn new(before: &Frame, change: &Change) -> Sieve {
        let nowhere = (Walk::King, Square::new(0));
        let mut sieve = Sieve {
            gone: change.captured.map_or(0, |man| 1 << man),
            movers: 0,
            moved: [(0, [nowhere; 2]); 2],
            count: 0,
        };
        for &(man, after) in change.moved.iter().flatten() {
            if let Some(from) = before.men[man] {
                sieve.movers |= 1 << man;
                sieve.moved[sieve.count] = (man, [from, after]);
                sieve.count += 1;
            }
        }
        sieve
    }
}

impl<B: Board> Nets<'_, B> {
    /// Goes on by a move. Can a net still be drawn? If so, that is a step on the way, to be
    /// taken back. Most positions are known, so that it is not yet asked which nets those are.
    pub fn step<R: Rules>(&mut self, game: &Game<B, R>, position: &PositionOf<B, R>, mv: Move) -> bool {
        if self.frames.last().is_none_or(|frame| frame.free) {
            self.way.push(Step { at: None, framed: false });
            return true;
        }
        if !self.may_serve::<R>(position, mv) {
            return false;
        }
        let start = self.live.len();
        // The last frame is copied in its place: most steps are refused, and frames are large.
        let Some(last) = self.frames.len().checked_sub(1) else { return true };
        self.frames.extend_from_within(last..);
        let mut frames = std::mem::take(&mut self.frames);
        let ([.., frame], [next]) = frames.split_at_mut(last + 1) else { return true };
        next.movers = None;
        next.looked = false;
        next.start = start;
        next.end = start;
        next.calm_end = usize::MAX;
        next.witness = frame.start;
        next.nets = self.nets.len();
        let side = position.to_move.index();
        next.left[side] = next.left[side].saturating_sub(1);
        let bonus = self.bonus::<R>(frame, position);
        let mut change = Change::new(position.to_move, next, bonus);
        match self.rules {
            Reborn::Nobody => self.make::<R>(&mut change, next, position, mv),
            _ => self.make_reborn(game, &mut change, next, position, mv),
        }
        self.find_homes(next);
        self.falls_counted = false;
        let nets = frame.end - frame.start;
        let (asked, hopeful) = if nets <= FEW {
            self.list_survivors(frame, next, &change);
            (nets, next.end > next.start)
        } else {
            next.change = Some(change);
            self.find_witness(frame, next, &change)
        };
        let left = next.left[0] + next.left[1];
        if self.must_pay() && !self.worth.looks_at(asked) {
            next.free = true;
            next.change = None;
        }
        if hopeful {
            self.way.push(Step { at: None, framed: true });
        } else {
            frames.pop();
            self.worth.refuses(left, if self.stalemate { STILL } else { Worth::position(R::GENERAL) });
        }
        self.frames = frames;
        hopeful
    }

    /// Goes on by missing a turn, as [`step`](Self::step): that is a move less for the side.
    pub fn pass<R: Rules>(&mut self, game: &Game<B, R>, position: &PositionOf<B, R>) -> bool {
        // Where nobody moves no square is looked at.
        let nowhere = Square::new(0);
        self.step(game, position, Move::new(Walk::King, nowhere, nowhere, MoveKind::Pass))
    }

    /// Asks nets until one has survived a move: how many were asked, and has one?
    fn find_witness(&mut self, before: &mut Frame, next: &Frame, change: &Change) -> (usize, bool) {
        if !self.rules.is_nobody() {
            return self.find_witness_reborn(before, next, change);
        }
        let all = before.start..before.end;
        let sieve = Sieve::new(before, change);
        let first = Some(before.witness).filter(|index| all.contains(index));
        if first.is_some_and(|index| self.survivor(next, change, &sieve, index).is_some()) {
            return (1, true);
        }
        let first = usize::from(first.is_some());
        for index in all.clone() {
            if self.survivor(next, change, &sieve, index).is_some() {
                before.witness = index;
                return (index - all.start + 1 + first, true);
            }
        }
        (all.len(), false)
    }

    /// Lists the nets that have survived a move.
    fn list_survivors(&mut self, before: &mut Frame, next: &mut Frame, change: &Change) {
        if self.rules.is_nobody() {
            let sieve = Sieve::new(before, change);
            for index in before.start..before.end {
                let live = self.survivor(next, change, &sieve, index);
                self.live.extend(live);
            }
        } else {
            self.list_survivors_reborn(before, next, change);
        }
        next.end = self.live.len();
    }

    /// Lists the nets that have survived the last move, if that was not yet asked.
    pub(super) fn settle(&mut self) {
        if self.frames.last().is_none_or(|frame| frame.change.is_none()) {
            return;
        }
        let mut frames = std::mem::take(&mut self.frames);
        if let [.., before, next] = &mut frames[..]
            && let Some(change) = next.change.take()
        {
            self.find_homes(next);
            self.falls_counted = false;
            self.list_survivors(before, next, &change);
            next.witness = next.start;
            if self.must_pay() && !self.worth.looks_at(before.end - before.start) {
                next.free = true;
            }
        }
        self.frames = frames;
    }

    /// Where nobody is reborn: a net after a move; none if it cannot be drawn any more.
    // Always, for it is asked of very many nets, one after the other.
    #[inline(always)]
    fn survivor(&mut self, next: &Frame, change: &Change, sieve: &Sieve, index: usize) -> Option<Live> {
        let Live { net, busy, mut cost, doubted, .. } = self.live[index];
        if busy & sieve.gone != 0 {
            return None;
        }
        let side = change.side;
        if busy & sieve.movers != 0 {
            for &(man, [from, to]) in
                sieve.moved[..sieve.count].iter().filter(|(man, _)| busy >> man & 1 == 1)
            {
                let demand = self.nets[net as usize].demands[man];
                let after = self.demands.cost(demand, to.0, to.1);
                if after == NEVER {
                    return None;
                }
                cost[side] =
                    cost[side] - u16::from(self.demands.cost(demand, from.0, from.1)) + u16::from(after);
            }
        }
        if cost[side] > change.most[side] {
            return None;
        }
        if self.stalemate {
            let falling = self.nets[net as usize].excused & !busy & next.alive;
            let mated = self.mating().other().index();
            if falling != 0
                && (falling.count_ones() > change.most[1 - mated].into()
                    || cost[mated].saturating_add(self.fall(next, change, falling)) > change.most[mated])
            {
                return None;
            }
        }
        Some(Live { doubted, ..Live::new(net, busy, cost) })
    }

    /// May the move serve a net, as far as is seen by who makes it?
    #[inline]
    pub(super) fn may_serve<R: Rules>(&mut self, position: &PositionOf<B, R>, mv: Move) -> bool {
        self.settle();
        let Some(frame) = self.frames.last().filter(|frame| !frame.free) else { return true };
        if matches!(mv.kind, MoveKind::Castling | MoveKind::Pass) {
            return true;
        }
        let movers = frame.movers.unwrap_or_else(|| self.movers::<R>(frame, position));
        if let Some(frame) = self.frames.last_mut() {
            frame.movers = Some(movers);
            return frame.who(mv.from).is_none_or(|man| movers >> man & 1 == 1);
        }
        true
    }

    /// The men whose moves may serve a net: those who have something to do, and all if there
    /// is a move to spare.
    fn movers<R: Rules>(&self, frame: &Frame, position: &PositionOf<B, R>) -> u32 {
        let side = position.to_move.index();
        let most = frame.left[side] + self.bonus::<R>(frame, position)[side];
        let mut movers = 0;
        for live in &self.live[frame.start..frame.end] {
            if live.cost[side] < most && (live.away == 0 || position.to_move == self.mating()) {
                return u32::MAX;
            }
            movers |= live.busy | live.away;
        }
        movers
    }

    /// Makes a move on a frame, and notes who takes part in it.
    fn make<R: Rules>(&self, change: &mut Change, frame: &mut Frame, position: &PositionOf<B, R>, mv: Move) {
        if mv.kind == MoveKind::Pass {
            return;
        }
        let first = frame.who(mv.from).map(|man| (man, (mv.promotion.unwrap_or(mv.walk), mv.to)));
        let second = (mv.kind == MoveKind::Castling).then(|| {
            let way = self.demands.travel.board.geometry().castling(mv.from, mv.to)?;
            Some((frame.who(way.rook_from)?, (Walk::Rook, way.rook_to)))
        });
        change.moved = [first, second.flatten()];
        change.captured = frame.victim(position, mv);
        if let Some(man) = change.captured {
            frame.men[man] = None;
            frame.alive &= !(1 << man);
        }
        for (man, new) in change.moved.into_iter().flatten() {
            frame.men[man] = Some(new);
        }
    }
}
