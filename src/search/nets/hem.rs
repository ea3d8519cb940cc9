//! Nets for stalemate: every man of the mated side is hemmed in, captured or pinned.
//!
//! A man other than a pawn who is neither captured nor pinned has no move only if men of his
//! own side stand on all squares to which he could step or leap first; they must be hemmed in
//! themselves. So the men hold one another on few squares of the board, most of them at its
//! edge. A pawn is stopped by a man ahead of it, of whatever side; what it could capture is not
//! reckoned with.

use super::draw::{Centre, Draft, Room, bits};
use super::{Live, Nets};
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::search::guards::Pattern;
use crate::search::travel::NEVER;

/// What is next to be hemmed in.
pub(super) enum Next {
    /// A square must be occupied.
    Square(Square),
    /// A man must find his square.
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
            // A pawn is stopped by anyone.
            Walk::Pawn => geometry.pawn(self.mating().other()).step[at.index()] & !self.standing,
            _ => B::Set::EMPTY,
        }
    }

    /// Finds out where men of the mating side may come.
    pub(super) fn find_reach(&mut self, room: &Room) {
        self.reach = B::Set::EMPTY;
        self.standing = B::Set::EMPTY;
        if !self.stalemate {
            return;
        }
        let mating = self.mating();
        for man in bits(room.alive).filter(|&man| room.side(man) == mating.index()) {
            let Some((walk, at)) = room.men[man] else { continue };
            self.standing |= B::Set::of(at);
            self.demands.travel.prepare(mating, walk, at);
            self.demands.travel.ways(mating, walk, at, |_, to, moves| {
                if moves != NEVER && u16::from(moves) <= room.moves[mating.index()] {
                    self.reach |= B::Set::of(to);
                }
            });
        }
    }

    /// How many men may be pinned.
    fn most_pinned(&mut self, room: &Room) -> u32 {
        let mating = self.mating();
        let pinners = bits(room.alive).filter(|&man| {
            let Some((walk, at)) = room.men[man].filter(|_| room.side(man) == mating.index()) else {
                return false;
            };
            match walk {
                Walk::King | Walk::Knight => false,
                Walk::Pawn => self.demands.travel.moves_to_promote(mating, at) <= room.moves[mating.index()],
                _ => true,
            }
        });
        pinners.count() as u32
    }

    /// The squares on a line with the king.
    fn aligned(&self, king: Square) -> B::Set {
        let board = self.demands.travel.board;
        board.rook(king, B::Set::EMPTY) | board.bishop(king, B::Set::EMPTY)
    }

    /// Can still so many be captured or pinned as the net excuses for that?
    pub(super) fn excuses(&mut self, live: Live, room: &Room) -> bool {
        let excused = self.nets[live.net as usize].excused;
        let absent = (excused & room.alive & !live.busy).count_ones();
        absent <= u32::from(room.moves[self.mating().index()]) + self.most_pinned(room)
    }

    /// Can this man, who stands somewhere, be excused besides others: as pinned, or as a pawn
    /// stopped by a man who comes?
    pub(super) fn may_excuse(
        &mut self,
        draft: &Draft,
        man: usize,
        room: &Room,
        king: Square,
        at: (Walk, Square),
    ) -> bool {
        let paths = self.demands.travel.board.geometry().pawn(self.mating().other());
        let ahead = paths.step[at.1.index()];
        // Who has been stopped by now needs no excuse any more.
        let others = bits(draft.excused & draft.blocking & !(1 << man)).filter(|&other| {
            let stopped = self.demands.kind(draft.demands[other]).is_some_and(|(kind, square)| {
                kind == Walk::Pawn && paths.step[square.index()].meets(self.standing)
            });
            !stopped
        });
        let others = others.count() as u32;
        let stopped = at.0 == Walk::Pawn && self.reach.meets(ahead);
        let pinned = self.aligned(king).contains(at.1);
        let most = self.most_pinned(room) + u32::from(room.moves[self.mating().index()]);
        (stopped || pinned) && others < most
    }

    /// Can this man, who stands nowhere in the net, be excused: as captured or pinned?
    fn may_excuse_absent(&mut self, draft: &Draft, man: usize, room: &Room, king: Square) -> bool {
        let absent = draft.excused & room.alive & !draft.blocking;
        let captures = u32::from(room.moves[self.mating().index()]);
        let lines = self.aligned(king);
        let captured_only = bits(absent | 1 << man).filter(|&man| !self.may_come(man, lines, draft, room));
        let captured_only = captured_only.count() as u32;
        captured_only <= captures && absent.count_ones() < captures + self.most_pinned(room)
    }

    /// Can a man who stands nowhere in the net come to one of these squares?
    fn may_come(&mut self, man: usize, squares: B::Set, draft: &Draft, room: &Room) -> bool {
        let mated = self.mating().other();
        let Some((walk, at)) = room.men[man] else { return false };
        let most = room.moves[mated.index()].saturating_sub(draft.cost[mated.index()]);
        squares.iter().any(|square| {
            let moves = match walk {
                Walk::Pawn => self.demands.travel.moves_as_any(mated, at, square),
                _ => self.demands.travel.moves(mated, walk, at, square),
            };
            moves != NEVER && u16::from(moves) <= most
        })
    }

    /// What is next to be hemmed in; none if all are.
    pub(super) fn next_to_hem_in(
        &self,
        draft: &Draft,
        king: Square,
        open: Pattern,
        room: &Room,
    ) -> Option<Next> {
        let mated = self.mating().other().index();
        let mut wanted = B::Set::EMPTY;
        let mut filled = B::Set::of(king);
        for man in bits(draft.blocking) {
            let Some((kind, square)) = self.demands.kind(draft.demands[man]) else { continue };
            if draft.excused >> man & 1 == 0 {
                wanted |= self.hemming(kind, square);
            }
            filled |= B::Set::of(square);
        }
        let wanted = wanted & !filled;
        let loose = bits(room.alive & !draft.blocking & !(1 << room.king));
        let loose = loose.filter(|&man| room.side(man) == mated).fold(0u32, |men, man| men | 1 << man);
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
        let next = bits(loose & !draft.excused).min_by_key(|&man| rank(man));
        // A rare man first, then the flights, then the others.
        next.filter(|&man| open == 0 || rank(man) == 0).map(Next::Man)
    }

    /// Lists the nets in which that is done.
    pub(super) fn hem_in(&mut self, draft: &Draft, centre: &Centre, room: &Room, next: Next) {
        let mated = self.mating().other().index();
        match next {
            Next::Nothing => {}
            Next::Square(square) => {
                for man in bits(room.alive & !draft.blocking & !(1 << room.king)) {
                    if room.side(man) == mated
                        && self.place(draft, centre, room, (man, square), true).is_none()
                    {
                        return self.list(draft, centre.king, true);
                    }
                }
            }
            Next::Man(man) => {
                if self.may_excuse_absent(draft, man, room, centre.king) {
                    let mut further = *draft;
                    further.excused |= 1 << man;
                    self.draw(&further, centre, room);
                }
                let Some((walk, at)) = room.men[man] else { return };
                for square in self.demands.travel.board.geometry().all.iter() {
                    let travel = &mut self.demands.travel;
                    let moves = match walk {
                        Walk::Pawn => travel.moves_as_any(travel.mating.other(), at, square),
                        _ => travel.moves(travel.mating.other(), walk, at, square),
                    };
                    if moves == NEVER || draft.cost[mated] + u16::from(moves) > room.moves[mated] {
                        continue;
                    }
                    let taken = |&other: &usize| self.demands.stand(draft.demands[other]) == Some(square);
                    if square == centre.king || bits(draft.blocking).any(|other| taken(&other)) {
                        continue;
                    }
                    if self.place(draft, centre, room, (man, square), walk == Walk::Pawn).is_none() {
                        return self.list(draft, centre.king, true);
                    }
                }
            }
        }
    }
}
