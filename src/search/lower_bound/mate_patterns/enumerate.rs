//! Drawing nets: who covers which of the squares around the king.

use super::rebirth::Few;
use super::tasks::{Demand, DemandId, Guard};
use super::{Live, MOST_MEN, Man, Net, Nets};
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::rules::rebirth::Reborn;
use crate::search::lower_bound::distance::NEVER;
use crate::search::lower_bound::king_zone::{KING, Pattern};

/// As many nets are listed for a square of the king before the play.
const FIRST_NETS: usize = 1500;
/// With more nets than these, play without nets is faster.
const MOST_FOR_STALEMATE: usize = 64_000;
const FEWEST_FOR_STALEMATE: usize = 1000;
const MOST_FOR_MATE: usize = 16_000;
const MOST_REBORN: usize = 6_000;
/// Steps of drawing for a square of the king, and for finishing a net; beyond them nets are
/// left unfinished. For stalemate as many for each net that may be listed, altogether; beyond them there
/// are too many.
const FIRST_STEPS: u32 = 8000;
const STEPS_A_NET: u32 = 24;
const MORE_STEPS: u32 = 200;
/// As many nets are made of an unfinished one on the way.
const MORE_NETS: usize = 24;

/// Who may draw nets, and how far they may go.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub men: [Man; MOST_MEN],
    /// Those who are not captured, as bits.
    pub alive: u32,
    /// The white men, as bits.
    pub white: u32,
    /// The mated king.
    pub king: usize,
    /// The moves of each side, and what castling saves.
    pub moves: [u16; 2],
    /// How many men of each side can be reborn.
    pub reborn: [u16; 2],
    /// From so many nets on, the others are left unfinished.
    pub most: usize,
}

/// The king's square that nets are drawn around.
pub(super) struct Centre {
    pub king: Square,
    /// It and its neighbours.
    all: Pattern,
    /// The square for each bit.
    squares: [Square; 16],
    /// Who might cover it, for each bit: mating men, and men of the mated side.
    guards: [u32; 16],
    blockers: [u32; 16],
    /// The moves that it takes who might cover it to do so, for each bit and man; none where men
    /// are reborn.
    needs: [[u8; MOST_MEN]; 16],
}

/// A net that is being drawn.
#[derive(Clone, Copy)]
pub(super) struct Draft {
    pub demands: [DemandId; MOST_MEN],
    pub cost: [u16; 2],
    /// What each man costs, where none of his side is reborn.
    needs: [u8; MOST_MEN],
    blocked: Pattern,
    /// The men who guard or block, as bits.
    guarding: u32,
    pub blocking: u32,
    /// For stalemate, as bits: those who are to be captured, if they stand nowhere, and those who are
    /// pinned or stopped.
    pub excused: u32,
}

impl Draft {
    fn new(cost: [u16; 2]) -> Draft {
        let (demands, needs) = ([0; MOST_MEN], [0; MOST_MEN]);
        Draft { demands, cost, needs, blocked: 0, guarding: 0, blocking: 0, excused: 0 }
    }
}

impl Draft {
    /// Counts a man among those who guard.
    pub fn guard_by(&mut self, man: usize) {
        self.guarding |= 1 << man;
    }
}

impl<B: Board> Nets<'_, B> {
    /// Lists the nets that can be drawn. False if there are so many that they are no help.
    pub(super) fn draw_all(&mut self, room: &mut Room) -> bool {
        if self.stalemate {
            self.begin_falls(room);
        }
        let first = self.nets.len();
        let moves = room.moves[0] + room.moves[1];
        let most = match self.rules {
            // Short play is cheaper than long lists, for it is refused by those who are loose.
            _ if self.stalemate => {
                MOST_FOR_STALEMATE.min(FEWEST_FOR_STALEMATE << moves.saturating_sub(4).min(8))
            }
            Reborn::Nobody => MOST_FOR_MATE,
            // Of few moves there is little to be saved.
            _ => MOST_REBORN.min(8 << (2 * moves.min(8))),
        };
        // The steps that may be taken for all squares of the king, where nets are for stalemate.
        let mut budget = if self.stalemate { STEPS_A_NET * most as u32 } else { u32::MAX };
        for king in self.demands.travel.board.geometry().all.iter() {
            let Some(draft) = self.begin_around(king, room) else { continue };
            room.most = self.nets.len() + if self.stalemate { most } else { FIRST_NETS };
            self.steps = if self.stalemate { budget } else { FIRST_STEPS };
            let centre = self.centre(king, &draft, room);
            self.draw(&draft, &centre, room);
            if self.stalemate {
                budget = self.steps;
            }
            if self.nets.len() - first > most || budget == 0 {
                return false;
            }
        }
        true
    }

    /// The draft in which the king goes to a square and nobody does anything yet; none if he is too far.
    fn begin_around(&mut self, king: Square, room: &Room) -> Option<Draft> {
        let (_, from) = room.men[room.king]?;
        let mated = self.mating().other().index();
        let id = self.demands.standing(king)?;
        let cost = u16::from(self.demands.cost_of(id, Walk::King, from, room.reborn[mated] > 0));
        if cost > room.moves[mated] {
            return None;
        }
        let mut draft = Draft::new([0; 2]);
        draft.demands[room.king] = id;
        draft.cost[mated] = cost;
        draft.needs[room.king] = cost as u8;
        Some(draft)
    }

    /// Lists the nets that finish one. What was found around its king's square is kept for the next.
    pub(super) fn finish(&mut self, live: Live, room: &mut Room, around: &mut Option<Centre>) {
        let net = self.nets[live.net as usize];
        let mut draft = Draft { demands: net.demands, excused: net.excused, ..Draft::new(live.cost) };
        room.most = self.nets.len() + MORE_NETS;
        self.steps = MORE_STEPS;
        for (man, &id) in net.demands.iter().enumerate().filter(|&(man, &id)| id != 0 && man != room.king) {
            match self.demands.guard(id) {
                Some(guard) => {
                    draft.guarding |= 1 << man;
                    draft.blocked |= guard.blocked;
                }
                None => draft.blocking |= 1 << man,
            }
            if let Some((walk, at)) = room.men[man].filter(|_| room.reborn[room.side(man)] == 0) {
                draft.needs[man] = self.demands.cost(id, walk, at);
            }
        }
        let centre = match around.take().filter(|centre| centre.king == net.king) {
            Some(centre) => centre,
            None => {
                let Some(begun) = self.begin_around(net.king, room) else { return };
                self.centre(net.king, &begun, room)
            }
        };
        for man in bits(draft.blocking) {
            let square = self.demands.stand(net.demands[man]);
            let bit = centre.squares.iter().position(|&at| Some(at) == square);
            draft.blocked |= bit.map_or(0, |bit| 1 << bit);
        }
        self.draw(&draft, &centre, room);
        *around = Some(centre);
    }

    /// Who might cover what around a square.
    fn centre(&mut self, king: Square, draft: &Draft, room: &Room) -> Centre {
        let around = self.demands.travel.board.geometry().king[king.index()];
        let check = if self.stalemate { 0 } else { KING };
        let all = check | ((1 << around.count()) - 1);
        let (guards, blockers, needs) = ([0; 16], [0; 16], [[0; MOST_MEN]; 16]);
        let mut centre = Centre { king, all, squares: [king; 16], guards, blockers, needs };
        for (bit, square) in around.iter().enumerate() {
            centre.squares[bit] = square;
        }
        let mating = self.mating().index();
        for bit in bits(u32::from(all)) {
            for man in bits(room.alive & !draft.blocking & !(1 << room.king)) {
                let Some((walk, at)) = room.men[man] else { continue };
                let side = room.side(man);
                let id = if side == mating {
                    self.demands.single(king, bit)
                } else if 1 << bit == KING {
                    continue;
                } else {
                    self.demands.standing(centre.squares[bit])
                };
                let need = &mut centre.needs[bit][man];
                let may = id.is_none_or(|id| {
                    if room.reborn[side] > 0 {
                        return u16::from(self.demands.cost_of(id, walk, at, true)) <= room.moves[side];
                    }
                    let cost = self.demands.cost(id, walk, at);
                    let more = u16::from(cost.saturating_sub(draft.needs[man]));
                    *need = cost;
                    cost != NEVER && draft.cost[side] + more <= room.moves[side]
                });
                if may && side == mating {
                    centre.guards[bit] |= 1 << man;
                } else if may {
                    centre.blockers[bit] |= 1 << man;
                }
            }
        }
        centre
    }

    /// The squares that nobody covers yet.
    fn open(&mut self, draft: &Draft, centre: &Centre, room: &Room) -> Pattern {
        let mut open = centre.all & !draft.blocked;
        for man in bits(draft.guarding) {
            let Some((walk, at)) = room.men[man] else { continue };
            let (id, side) = (draft.demands[man], room.side(man));
            let free = room.reborn[side] > 0;
            let own = u16::from(self.demands.cost_of(id, walk, at, free));
            // Of a draft that costs more than there is nothing is claimed.
            let most = (room.moves[side] + own).checked_sub(draft.cost[side]).unwrap_or(u16::MAX);
            open &= !self.demands.guarded_anyway(id, walk, at, most, free);
        }
        open
    }

    pub(super) fn list(&mut self, draft: &Draft, king: Square, unfinished: bool) {
        let busy = (0..MOST_MEN).filter(|&man| draft.demands[man] != 0).fold(0, |busy, man| busy | 1 << man);
        self.live.push(Live::new(self.nets.len() as u32, busy, draft.cost));
        let Draft { demands, excused, .. } = *draft;
        self.nets.push(Net { demands, king, excused, unfinished });
    }

    /// Lists the nets that a draft may become.
    pub(super) fn draw(&mut self, draft: &Draft, centre: &Centre, room: &Room) {
        if self.stalemate && !self.can_afford(draft, room) {
            return;
        }
        let open = self.open(draft, centre, room);
        self.steps = self.steps.saturating_sub(1);
        if self.nets.len() >= room.most || self.steps == 0 {
            return self.list(draft, centre.king, true);
        }
        if self.stalemate
            && let Some(next) = self.next_to_hem_in(draft, centre.king, open, room)
        {
            return self.hem_in(draft, centre, room, next);
        }
        if open == 0 {
            return self.list(draft, centre.king, false);
        }
        let Some((bit, guards, blockers)) = self.rarest(draft, centre, room, open) else { return };
        for man in bits(guards) {
            let guard = match self.demands.guard(draft.demands[man]) {
                Some(guard) => Guard { wanted: guard.wanted | 1 << bit, ..guard },
                None => {
                    let blocked = if self.stalemate { 0 } else { draft.blocked };
                    Guard { wanted: 1 << bit, ..Guard::new(centre.king, blocked) }
                }
            };
            let mut further = *draft;
            further.guarding |= 1 << man;
            match self.redemand(&mut further, man, Demand::Guard(guard), room) {
                Some(true) => self.draw(&further, centre, room),
                Some(false) => {}
                None => return self.list(draft, centre.king, true),
            }
        }
        self.block(draft, centre, room, blockers, centre.squares[bit]);
    }

    /// Lists the nets in which one of these men of the mated side stands on a square besides.
    pub(super) fn block(&mut self, draft: &Draft, centre: &Centre, room: &Room, men: u32, square: Square) {
        for man in bits(men) {
            if self.place(draft, centre, room, (man, square)).is_none() {
                return self.list(draft, centre.king, true);
            }
        }
    }

    /// The square that fewest can cover, and who may guard it or block it; none if not all can be
    /// covered.
    fn rarest(
        &self,
        draft: &Draft,
        centre: &Centre,
        room: &Room,
        open: Pattern,
    ) -> Option<(usize, u32, u32)> {
        let mating = self.mating().index();
        let spare = [0, 1].map(|side| room.moves[side].saturating_sub(draft.cost[side]));
        let mut rarest = (usize::MAX, 0, 0, 0);
        // Each square that nobody can guard takes a man of its own.
        let mut blocking = 0;
        for bit in bits(u32::from(open)) {
            let (mut guards, mut blockers, mut count, mut least) = (0, 0, 0, u16::MAX);
            let needs = &centre.needs[bit];
            for man in bits(centre.guards[bit]) {
                let more = needs[man].saturating_sub(draft.needs[man]);
                if u16::from(more) <= spare[mating] {
                    guards |= 1 << man;
                    count += 1;
                }
            }
            for man in bits(centre.blockers[bit] & !(draft.blocking | draft.excused)) {
                let need = u16::from(needs[man]);
                if need <= spare[1 - mating] {
                    blockers |= 1 << man;
                    count += 1;
                    least = least.min(need);
                }
            }
            if guards == 0 {
                if blockers == 0 {
                    return None;
                }
                blocking += least;
            }
            if count < rarest.0 {
                rarest = (count, bit, guards, blockers);
            }
        }
        (blocking <= spare[1 - mating]).then_some((rarest.1, rarest.2, rarest.3))
    }

    /// Lists the nets in which a man of the mated side stands on a square besides. None if there
    /// is no room for a demand.
    fn place(
        &mut self,
        draft: &Draft,
        centre: &Centre,
        room: &Room,
        (man, square): (usize, Square),
    ) -> Option<()> {
        if self.stalemate {
            return self.place_for_good(draft, centre, room, (man, square));
        }
        if let Some(further) = self.occupy(draft, centre, room, man, Demand::Stand(square))? {
            self.draw(&further, centre, room);
        }
        Some(())
    }

    /// A draft in which a man of the mated side stands on a square as demanded, if that can be.
    /// None if there is no room for a demand.
    pub(super) fn occupy(
        &mut self,
        draft: &Draft,
        centre: &Centre,
        room: &Room,
        man: usize,
        demand: Demand,
    ) -> Option<Option<Draft>> {
        let mut further = *draft;
        further.blocking |= 1 << man;
        if !self.redemand(&mut further, man, demand, room)? {
            return Some(None);
        }
        let square = self.demands.stand(further.demands[man]);
        let bit = centre.squares.iter().position(|&at| Some(at) == square && at != centre.king);
        if let Some(bit) = bit {
            further.blocked |= 1 << bit;
            // Who guards must now guard past him. For stalemate there are too many ways to tell apart: there
            // guards are thought to see through men, by which nets only err on the side of what is possible.
            for man in bits(if self.stalemate { 0 } else { draft.guarding }) {
                let Some(guard) = self.demands.guard(draft.demands[man]) else { continue };
                let guard = Guard { blocked: further.blocked, ..guard };
                if !self.redemand(&mut further, man, Demand::Guard(guard), room)? {
                    return Some(None);
                }
            }
        }
        Some(Some(further))
    }

    /// Demands something else of a man. Can his side afford it? None if there is no room for
    /// the demand.
    pub(super) fn redemand(
        &mut self,
        draft: &mut Draft,
        man: usize,
        demand: Demand,
        room: &Room,
    ) -> Option<bool> {
        let Some((walk, at)) = room.men[man] else { return Some(false) };
        let side = room.side(man);
        let id = self.demands.id(demand)?;
        if room.reborn[side] > 0 {
            if u16::from(self.demands.both(id, walk, at)[1]) > room.moves[side] {
                return Some(false);
            }
            draft.demands[man] = id;
            let (few, most) = (Few::of(room.reborn[side]), room.moves[side]);
            let price = self.demands.price(&draft.demands, room.of(side), &room.men, few, most);
            draft.cost[side] = price;
            return Some(price <= most);
        }
        let after = match self.demands.cost(id, walk, at) {
            NEVER => return Some(false),
            cost => cost,
        };
        draft.demands[man] = id;
        draft.cost[side] = draft.cost[side] - u16::from(draft.needs[man]) + u16::from(after);
        draft.needs[man] = after;
        Some(draft.cost[side] <= room.moves[side])
    }
}

impl Room {
    /// The side of a man, 0 for White.
    pub fn side(&self, man: usize) -> usize {
        1 - (self.white >> man & 1) as usize
    }

    /// The men of a side who are not captured, as bits.
    pub fn of(&self, side: usize) -> u32 {
        self.alive & if side == 0 { self.white } else { !self.white }
    }
}

/// The numbers of the bits that are set.
pub(in crate::search) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}
