//! Nets from one position to the next: which of them a move leaves.

use super::{FEW, Frame, Live, Nets, Step};
use crate::board::{Board, Square};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::Rules;
use crate::rules::rebirth::Reborn;
use crate::search::travel::NEVER;
use crate::search::worth::Worth;

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
        let Some(&frame) = self.frames.last() else { return true };
        let start = self.live.len();
        let mut next = Frame {
            movers: None,
            looked: false,
            start,
            end: start,
            witness: frame.start,
            nets: self.nets.len(),
            ..frame
        };
        let side = position.to_move.index();
        next.left[side] = next.left[side].saturating_sub(1);
        let bonus = self.bonus::<R>(&frame, position);
        let mut change = Change::new(position.to_move, &next, bonus);
        match self.rules {
            Reborn::Nobody => self.make::<R>(&mut change, &mut next, position, mv),
            _ => self.make_reborn(game, &mut change, &mut next, position, mv),
        }
        self.find_homes(&next);
        self.falls_counted = false;
        let nets = frame.end - frame.start;
        let (asked, hopeful) = if nets <= FEW {
            for index in frame.start..frame.end {
                let survivor = self.survivor(&frame, &next, &change, index);
                self.live.extend(survivor);
            }
            next.end = self.live.len();
            (nets, next.end > next.start)
        } else {
            next.change = Some(change);
            self.find_witness(&frame, &next, &change)
        };
        let left = next.left[0] + next.left[1];
        if self.must_pay() && !self.worth.looks_at(asked) {
            next.free = true;
            next.change = None;
        }
        if hopeful {
            self.push(next);
        } else {
            self.worth.refuses(left, if self.stalemate { STILL } else { Worth::position(R::GENERAL) });
        }
        hopeful
    }

    /// Goes on by missing a turn, as [`step`](Self::step): that is a move less for the side.
    pub fn pass<R: Rules>(&mut self, game: &Game<B, R>, position: &PositionOf<B, R>) -> bool {
        // Where nobody moves no square is looked at.
        let nowhere = Square::new(0);
        self.step(game, position, Move::new(Walk::King, nowhere, nowhere, MoveKind::Pass))
    }

    /// Asks nets until one has survived a move: how many were asked, and has one?
    fn find_witness(&mut self, before: &Frame, next: &Frame, change: &Change) -> (usize, bool) {
        let all = before.start..before.end;
        let first = Some(before.witness).filter(|index| all.contains(index));
        for (asked, index) in first.into_iter().chain(all).enumerate() {
            if self.survivor(before, next, change, index).is_some() {
                if let Some(frame) = self.frames.last_mut() {
                    frame.witness = index;
                }
                return (asked + 1, true);
            }
        }
        (before.end - before.start, false)
    }

    /// Lists the nets that have survived the last move.
    pub(super) fn settle(&mut self) {
        let [.., before, next] = &self.frames[..] else { return };
        let Some(change) = next.change else { return };
        let (before, mut next) = (*before, *next);
        self.find_homes(&next);
        self.falls_counted = false;
        for index in before.start..before.end {
            let survivor = self.survivor(&before, &next, &change, index);
            self.live.extend(survivor);
        }
        next.change = None;
        next.witness = next.start;
        next.end = self.live.len();
        if self.must_pay() && !self.worth.looks_at(before.end - before.start) {
            next.free = true;
        }
        if let Some(last) = self.frames.last_mut() {
            *last = next;
        }
    }

    /// A net after a move; none if it cannot be drawn any more.
    #[inline]
    fn survivor(&mut self, before: &Frame, next: &Frame, change: &Change, index: usize) -> Option<Live> {
        if !self.rules.is_nobody() {
            return self.survivor_reborn(before, next, change, index);
        }
        let Live { net, busy, mut cost, doubted, .. } = self.live[index];
        let side = change.side;
        if change.captured.is_some_and(|man| busy >> man & 1 == 1) {
            return None;
        }
        for &(man, (walk, at)) in change.moved.iter().flatten().filter(|(man, _)| busy >> man & 1 == 1) {
            let demand = self.nets[net as usize].demands[man];
            if let Some(from) = before.men[man] {
                let after = self.demands.cost(demand, walk, at);
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
            let falling = self.nets[net as usize].excused & !busy;
            let mated = self.mating().other().index();
            if falling != 0
                && cost[mated].saturating_add(self.fall(next, change, falling)) > change.most[mated]
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
        }
        for (man, new) in change.moved.into_iter().flatten() {
            frame.men[man] = Some(new);
        }
    }
}
