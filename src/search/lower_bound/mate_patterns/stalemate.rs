//! Nets for stalemate: every man of the mated side is hemmed in, stopped, pinned or captured.
//!
//! A man other than a pawn who is neither captured nor pinned has no move only if men of his
//! own side stand on all squares to which he could step or leap first; they must be hemmed in
//! themselves. So the men hold one another on few squares of the board, most of them at its
//! edge. A pawn is stopped by a man ahead of it, of whatever side; what it could capture is not
//! reckoned with. Who pins stands behind the pinned man, who must have no move on the line either.

use super::enumerate::{Centre, Draft, Room, bits};
use super::tasks::{Demand, Guard};
use super::{Frame, Nets};
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::search::lower_bound::distance::PAWN_KINDS;
use crate::search::lower_bound::king_zone::Pattern;
use crate::search::lower_bound::mate_patterns::update::Change;

/// What is next to be hemmed in.
pub(super) enum Next {
    /// A square must be occupied.
    Square(Square),
    /// A man must find his square, or be captured.
    Man(usize),
    /// Nothing helps.
    Nothing,
}

impl<B: Board> Nets<'_, B> {
    /// Where men of the mated side must stand so that a man of their own has no move.
    fn hemming(&self, kind: Walk, at: Square) -> B::Set {
        let board = self.demands.travel.board;
        let geometry = board.geometry();
        match kind {
            Walk::Queen => geometry.king[at.index()],
            Walk::Rook => geometry.king[at.index()] & board.rook(at, B::Set::EMPTY),
            Walk::Bishop => geometry.king[at.index()] & board.bishop(at, B::Set::EMPTY),
            Walk::Knight => geometry.knight[at.index()],
            Walk::Pawn => geometry.pawn(self.mating().other()).step[at.index()],
            _ => B::Set::EMPTY,
        }
    }

    /// Does a pin take every move from a man of this kind who stands there?
    fn is_held_by_pin(&self, kind: Walk, at: Square, king: Square) -> bool {
        let board = self.demands.travel.board;
        let straight = board.rook(king, B::Set::EMPTY).contains(at);
        let slanting = board.bishop(king, B::Set::EMPTY).contains(at);
        match kind {
            Walk::Knight => straight || slanting,
            Walk::Bishop => straight,
            Walk::Rook => slanting,
            Walk::Pawn => {
                let step = board.geometry().pawn(self.mating().other()).step[at.index()];
                slanting || (straight && !step.meets(board.geometry().line(king, at)))
            }
            _ => false,
        }
    }

    /// What it takes men of the mated side to be captured, after a move.
    pub(super) fn fall(&mut self, next: &Frame, change: &Change, men: u32) -> u16 {
        if !self.falls_counted {
            self.begin_falls(&next.room_of(change.most));
            self.falls_counted = true;
        }
        self.cost_of_falls(men)
    }

    /// Can the mated side afford all that a draft asks of it?
    pub(super) fn can_afford(&mut self, draft: &Draft, room: &Room) -> bool {
        let mated = self.mating().other().index();
        let falls = self.cost_of_falls(draft.excused & !draft.blocking);
        draft.cost[mated].saturating_add(falls) <= room.moves[mated]
    }

    /// The squares where men of the mated side stand in a draft, its king among them.
    fn filled(&self, draft: &Draft, king: Square) -> B::Set {
        let stands = bits(draft.blocking).filter_map(|man| self.demands.stand(draft.demands[man]));
        B::Set::from_squares(stands).with(king)
    }

    /// The men of the mated side of whom nothing is said yet.
    fn loose(&self, draft: &Draft, room: &Room) -> u32 {
        room.of(self.mating().other().index()) & !(draft.blocking | draft.excused | 1 << room.king)
    }

    /// What is next to be hemmed in; none if all are.
    pub(super) fn next_to_hem_in(
        &self,
        draft: &Draft,
        king: Square,
        open: Pattern,
        room: &Room,
    ) -> Option<Next> {
        let mut wanted = B::Set::EMPTY;
        for man in bits(draft.blocking & !draft.excused) {
            let Some((kind, square)) = self.demands.kind(draft.demands[man]) else { continue };
            wanted |= self.hemming(kind, square);
        }
        let wanted = wanted & !self.filled(draft, king);
        let loose = self.loose(draft, room);
        if wanted.count() > loose.count_ones() {
            return Some(Next::Nothing);
        }
        if let Some(square) = wanted.first() {
            return Some(Next::Square(square));
        }
        let rank = |man: usize| match room.men[man] {
            Some((Walk::Queen, _)) => 0,
            Some((Walk::Rook, _)) => 1,
            Some((Walk::Bishop, _)) => 2,
            Some((Walk::Knight, _)) => 3,
            _ => 4,
        };
        let next = bits(loose).min_by_key(|&man| rank(man));
        // A rare man first, then the flights, then the others.
        next.filter(|&man| open == 0 || rank(man) == 0).map(Next::Man)
    }

    /// Lists the nets in which that is done.
    pub(super) fn hem_in(&mut self, draft: &Draft, centre: &Centre, room: &Room, next: Next) {
        match next {
            Next::Nothing => {}
            Next::Square(square) => self.block(draft, centre, room, self.loose(draft, room), square),
            Next::Man(man) => {
                let mut further = *draft;
                further.excused |= 1 << man;
                if self.can_afford(&further, room) {
                    self.draw(&further, centre, room);
                }
                let Some((walk, at)) = room.men[man] else { return };
                let mated = self.mating().other();
                let most = room.moves[mated.index()].saturating_sub(draft.cost[mated.index()]);
                self.demands.travel.prepare(mated, walk, at);
                let travel = &self.demands.travel;
                let kinds: &[Walk] = if walk == Walk::Pawn { &PAWN_KINDS } else { &[walk] };
                let squares = kinds.iter().map(|&kind| travel.within(mated, walk, at, kind, most));
                let squares = squares.fold(B::Set::EMPTY, |all, squares| all | squares);
                for square in (squares & !self.filled(draft, centre.king)).iter() {
                    if self.place_for_good(draft, centre, room, (man, square)).is_none() {
                        return self.list(draft, centre.king, true);
                    }
                }
            }
        }
    }

    /// Lists the nets in which a man of the mated side stands on a square besides, and is hemmed in
    /// there, stopped or pinned. None if there is no room for a demand.
    pub(super) fn place_for_good(
        &mut self,
        draft: &Draft,
        centre: &Centre,
        room: &Room,
        (man, square): (usize, Square),
    ) -> Option<()> {
        let Some((walk, _)) = room.men[man] else { return Some(()) };
        let filled = self.filled(draft, centre.king).with(square);
        let others = self.loose(draft, room) & !(1 << man);
        let own = [walk];
        // It matters what a pawn has become.
        let kinds: &[Walk] = if walk == Walk::Pawn { &PAWN_KINDS } else { &own };
        for &kind in kinds {
            let missing = self.hemming(kind, square) & !filled;
            let hemmed = missing.count() <= others.count_ones();
            let pinned = !missing.is_empty() && self.is_held_by_pin(kind, square, centre.king);
            let stopped = missing.first().filter(|_| kind == Walk::Pawn);
            if !hemmed && !pinned && stopped.is_none() {
                continue;
            }
            let Some(further) = self.occupy(draft, centre, room, man, Demand::Be(kind, square))? else {
                continue;
            };
            if hemmed {
                self.draw(&further, centre, room);
            }
            let mut further = further;
            further.excused |= 1 << man;
            if let Some(ahead) = stopped {
                let stop = |guard: Guard| {
                    (guard.stopping.is_none()).then_some(Guard { stopping: Some(ahead), ..guard })
                };
                self.hinder(&further, centre, room, stop)?;
            }
            if pinned {
                let pin = |guard: Guard| {
                    (guard.pinned.is_none()).then_some(Guard { pinned: Some(square), ..guard })
                };
                self.hinder(&further, centre, room, pin)?;
            }
        }
        Some(())
    }

    /// Lists the nets in which a man of the mating side does something besides, who does not do the like yet.
    fn hinder(
        &mut self,
        draft: &Draft,
        centre: &Centre,
        room: &Room,
        besides: impl Fn(Guard) -> Option<Guard>,
    ) -> Option<()> {
        for man in bits(room.of(self.mating().index())) {
            let guard = self.demands.guard(draft.demands[man]);
            let guard = guard.unwrap_or_else(|| Guard::new(centre.king, 0));
            let Some(guard) = besides(guard) else { continue };
            let mut further = *draft;
            if self.redemand(&mut further, man, Demand::Guard(guard), room)? {
                further.guard_by(man);
                self.draw(&further, centre, room);
            }
        }
        Some(())
    }
}
