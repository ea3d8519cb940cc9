//! Drawing nets: who covers which of the squares around the king.

use super::rebirth::RebirthLimit;
use super::tasks::{GuardTask, ManTask, TaskId};
use super::{MAX_MEN, ManState, MatePattern, MatePatterns, PatternState};
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::rules::rebirth::RebirthKind;
use crate::search::lower_bound::distance::UNREACHABLE;
use crate::search::lower_bound::king_zone::{KING_SQUARE, KingZoneMask};

/// As many nets are listed for a square of the king before the play.
const ROOT_PATTERNS_PER_KING_SQUARE: usize = 1500;
/// With more nets than these, play without nets is faster.
const MAX_STALEMATE_PATTERNS: usize = 64_000;
const MIN_STALEMATE_PATTERN_LIMIT: usize = 1000;
const MAX_MATE_PATTERNS: usize = 16_000;
const MAX_REBIRTH_PATTERNS: usize = 6_000;
/// Steps of drawing for a square of the king, and for finishing a net; beyond them nets are
/// left unfinished. For stalemate as many for each net that may be listed, altogether; beyond them there
/// are too many.
const ROOT_NODES_PER_KING_SQUARE: u32 = 8000;
const NODES_PER_PATTERN: u32 = 24;
const COMPLETION_NODES: u32 = 200;
/// As many nets are made of an unfinished one on the way.
const COMPLETION_PATTERNS: usize = 24;

/// Who may draw nets, and how far they may go.
#[derive(Clone, Copy)]
pub(super) struct Snapshot {
    pub men: [ManState; MAX_MEN],
    /// Those who are not captured, as bits.
    pub on_board: u32,
    /// The white men, as bits.
    pub white: u32,
    /// The mated king.
    pub mated_king: usize,
    /// The moves of each side, and what castling saves.
    pub move_budget: [u16; 2],
    /// How many men of each side can be reborn.
    pub max_rebirths: [u16; 2],
    /// From so many nets on, the others are left unfinished.
    pub pattern_limit: usize,
}

/// The king's square that nets are drawn around.
pub(super) struct KingTarget {
    pub king: Square,
    /// It and its neighbours.
    zone: KingZoneMask,
    /// The square for each bit.
    squares: [Square; 16],
    /// Who might cover it, for each bit: mating men, and men of the mated side.
    guard_candidates: [u32; 16],
    blocker_candidates: [u32; 16],
    /// The moves that it takes who might cover it to do so, for each bit and man; none where men
    /// are reborn.
    moves_needed: [[u8; MAX_MEN]; 16],
}

/// A net that is being drawn.
#[derive(Clone, Copy)]
pub(super) struct PartialPattern {
    pub tasks: [TaskId; MAX_MEN],
    pub cost: [u16; 2],
    /// What each man costs, where none of his side is reborn.
    moves_needed: [u8; MAX_MEN],
    blocked: KingZoneMask,
    /// The men who guard or block, as bits.
    guarding: u32,
    pub blocking: u32,
    /// For stalemate, as bits: those who are to be captured, if they stand nowhere, and those who are
    /// pinned or stopped.
    pub captured_or_held: u32,
}

impl PartialPattern {
    fn new(cost: [u16; 2]) -> PartialPattern {
        let (demands, needs) = ([0; MAX_MEN], [0; MAX_MEN]);
        PartialPattern {
            tasks: demands,
            cost,
            moves_needed: needs,
            blocked: 0,
            guarding: 0,
            blocking: 0,
            captured_or_held: 0,
        }
    }
}

impl PartialPattern {
    /// Counts a man among those who guard.
    pub fn add_guard(&mut self, man: usize) {
        self.guarding |= 1 << man;
    }
}

impl<B: Board> MatePatterns<'_, B> {
    /// Lists the nets that can be drawn. False if there are so many that they are no help.
    pub(super) fn enumerate_all(&mut self, room: &mut Snapshot) -> bool {
        if self.for_stalemate {
            self.init_capture_costs(room);
        }
        let first = self.patterns.len();
        let moves = room.move_budget[0] + room.move_budget[1];
        let most = match self.rebirth {
            // Short play is cheaper than long lists, for it is refused by those who are loose.
            _ if self.for_stalemate => {
                MAX_STALEMATE_PATTERNS.min(MIN_STALEMATE_PATTERN_LIMIT << moves.saturating_sub(4).min(8))
            }
            RebirthKind::NoRebirth => MAX_MATE_PATTERNS,
            // Of few moves there is little to be saved.
            _ => MAX_REBIRTH_PATTERNS.min(8 << (2 * moves.min(8))),
        };
        // The steps that may be taken for all squares of the king, where nets are for stalemate.
        let mut budget = if self.for_stalemate { NODES_PER_PATTERN * most as u32 } else { u32::MAX };
        for king in self.tasks.distances.board.geometry().all.iter() {
            let Some(draft) = self.start_pattern(king, room) else { continue };
            room.pattern_limit =
                self.patterns.len() + if self.for_stalemate { most } else { ROOT_PATTERNS_PER_KING_SQUARE };
            self.nodes_left = if self.for_stalemate { budget } else { ROOT_NODES_PER_KING_SQUARE };
            let centre = self.king_target(king, &draft, room);
            self.enumerate(&draft, &centre, room);
            if self.for_stalemate {
                budget = self.nodes_left;
            }
            if self.patterns.len() - first > most || budget == 0 {
                return false;
            }
        }
        true
    }

    /// The draft in which the king goes to a square and nobody does anything yet; none if he is too far.
    fn start_pattern(&mut self, king: Square, room: &Snapshot) -> Option<PartialPattern> {
        let (_, from) = room.men[room.mated_king]?;
        let mated = self.mating_side().other().index();
        let id = self.tasks.occupy_task(king)?;
        let cost = u16::from(self.tasks.cost_with(id, Walk::King, from, room.max_rebirths[mated] > 0));
        if cost > room.move_budget[mated] {
            return None;
        }
        let mut draft = PartialPattern::new([0; 2]);
        draft.tasks[room.mated_king] = id;
        draft.cost[mated] = cost;
        draft.moves_needed[room.mated_king] = cost as u8;
        Some(draft)
    }

    /// Lists the nets that finish one. What was found around its king's square is kept for the next.
    pub(super) fn complete(
        &mut self,
        live: PatternState,
        room: &mut Snapshot,
        around: &mut Option<KingTarget>,
    ) {
        let net = self.patterns[live.pattern_index as usize];
        let mut draft = PartialPattern {
            tasks: net.tasks,
            captured_or_held: net.captured_or_held,
            ..PartialPattern::new(live.cost)
        };
        room.pattern_limit = self.patterns.len() + COMPLETION_PATTERNS;
        self.nodes_left = COMPLETION_NODES;
        for (man, &id) in net.tasks.iter().enumerate().filter(|&(man, &id)| id != 0 && man != room.mated_king)
        {
            match self.tasks.guard_task(id) {
                Some(guard) => {
                    draft.guarding |= 1 << man;
                    draft.blocked |= guard.blocked;
                }
                None => draft.blocking |= 1 << man,
            }
            if let Some((walk, at)) = room.men[man].filter(|_| room.max_rebirths[room.side_of(man)] == 0) {
                draft.moves_needed[man] = self.tasks.cost(id, walk, at);
            }
        }
        let centre = match around.take().filter(|centre| centre.king == net.king) {
            Some(centre) => centre,
            None => {
                let Some(begun) = self.start_pattern(net.king, room) else { return };
                self.king_target(net.king, &begun, room)
            }
        };
        for man in bits(draft.blocking) {
            let square = self.tasks.occupied_square(net.tasks[man]);
            let bit = centre.squares.iter().position(|&at| Some(at) == square);
            draft.blocked |= bit.map_or(0, |bit| 1 << bit);
        }
        self.enumerate(&draft, &centre, room);
        *around = Some(centre);
    }

    /// Who might cover what around a square.
    fn king_target(&mut self, king: Square, draft: &PartialPattern, room: &Snapshot) -> KingTarget {
        let around = self.tasks.distances.board.geometry().king[king.index()];
        let check = if self.for_stalemate { 0 } else { KING_SQUARE };
        let all = check | ((1 << around.count()) - 1);
        let (guards, blockers, needs) = ([0; 16], [0; 16], [[0; MAX_MEN]; 16]);
        let mut centre = KingTarget {
            king,
            zone: all,
            squares: [king; 16],
            guard_candidates: guards,
            blocker_candidates: blockers,
            moves_needed: needs,
        };
        for (bit, square) in around.iter().enumerate() {
            centre.squares[bit] = square;
        }
        let mating = self.mating_side().index();
        for bit in bits(u32::from(all)) {
            for man in bits(room.on_board & !draft.blocking & !(1 << room.mated_king)) {
                let Some((walk, at)) = room.men[man] else { continue };
                let side = room.side_of(man);
                let id = if side == mating {
                    self.tasks.single_guard_task(king, bit)
                } else if 1 << bit == KING_SQUARE {
                    continue;
                } else {
                    self.tasks.occupy_task(centre.squares[bit])
                };
                let need = &mut centre.moves_needed[bit][man];
                let may = id.is_none_or(|id| {
                    if room.max_rebirths[side] > 0 {
                        return u16::from(self.tasks.cost_with(id, walk, at, true)) <= room.move_budget[side];
                    }
                    let cost = self.tasks.cost(id, walk, at);
                    let more = u16::from(cost.saturating_sub(draft.moves_needed[man]));
                    *need = cost;
                    cost != UNREACHABLE && draft.cost[side] + more <= room.move_budget[side]
                });
                if may && side == mating {
                    centre.guard_candidates[bit] |= 1 << man;
                } else if may {
                    centre.blocker_candidates[bit] |= 1 << man;
                }
            }
        }
        centre
    }

    /// The squares that nobody covers yet.
    fn uncovered(&mut self, draft: &PartialPattern, centre: &KingTarget, room: &Snapshot) -> KingZoneMask {
        let mut open = centre.zone & !draft.blocked;
        for man in bits(draft.guarding) {
            let Some((walk, at)) = room.men[man] else { continue };
            let (id, side) = (draft.tasks[man], room.side_of(man));
            let free = room.max_rebirths[side] > 0;
            let own = u16::from(self.tasks.cost_with(id, walk, at, free));
            // Of a draft that costs more than there is nothing is claimed.
            let most = (room.move_budget[side] + own).checked_sub(draft.cost[side]).unwrap_or(u16::MAX);
            open &= !self.tasks.always_guarded(id, walk, at, most, free);
        }
        open
    }

    pub(super) fn store_pattern(&mut self, draft: &PartialPattern, king: Square, unfinished: bool) {
        let busy = (0..MAX_MEN).filter(|&man| draft.tasks[man] != 0).fold(0, |busy, man| busy | 1 << man);
        self.states.push(PatternState::new(self.patterns.len() as u32, busy, draft.cost));
        let PartialPattern { tasks: demands, captured_or_held: excused, .. } = *draft;
        self.patterns.push(MatePattern {
            tasks: demands,
            king,
            captured_or_held: excused,
            incomplete: unfinished,
        });
    }

    /// Lists the nets that a draft may become.
    pub(super) fn enumerate(&mut self, draft: &PartialPattern, centre: &KingTarget, room: &Snapshot) {
        if self.for_stalemate && !self.can_afford(draft, room) {
            return;
        }
        let open = self.uncovered(draft, centre, room);
        self.nodes_left = self.nodes_left.saturating_sub(1);
        if self.patterns.len() >= room.pattern_limit || self.nodes_left == 0 {
            return self.store_pattern(draft, centre.king, true);
        }
        if self.for_stalemate
            && let Some(next) = self.next_requirement(draft, centre.king, open, room)
        {
            return self.enumerate_requirement(draft, centre, room, next);
        }
        if open == 0 {
            return self.store_pattern(draft, centre.king, false);
        }
        let Some((bit, guards, blockers)) = self.most_constrained_square(draft, centre, room, open) else {
            return;
        };
        for man in bits(guards) {
            let guard = match self.tasks.guard_task(draft.tasks[man]) {
                Some(guard) => GuardTask { targets: guard.targets | 1 << bit, ..guard },
                None => {
                    let blocked = if self.for_stalemate { 0 } else { draft.blocked };
                    GuardTask { targets: 1 << bit, ..GuardTask::new(centre.king, blocked) }
                }
            };
            let mut further = *draft;
            further.guarding |= 1 << man;
            match self.reassign(&mut further, man, ManTask::Guard(guard), room) {
                Some(true) => self.enumerate(&further, centre, room),
                Some(false) => {}
                None => return self.store_pattern(draft, centre.king, true),
            }
        }
        self.enumerate_blockers(draft, centre, room, blockers, centre.squares[bit]);
    }

    /// Lists the nets in which one of these men of the mated side stands on a square besides.
    pub(super) fn enumerate_blockers(
        &mut self,
        draft: &PartialPattern,
        centre: &KingTarget,
        room: &Snapshot,
        men: u32,
        square: Square,
    ) {
        for man in bits(men) {
            if self.enumerate_occupier(draft, centre, room, (man, square)).is_none() {
                return self.store_pattern(draft, centre.king, true);
            }
        }
    }

    /// The square that fewest can cover, and who may guard it or block it; none if not all can be
    /// covered.
    fn most_constrained_square(
        &self,
        draft: &PartialPattern,
        centre: &KingTarget,
        room: &Snapshot,
        open: KingZoneMask,
    ) -> Option<(usize, u32, u32)> {
        let mating = self.mating_side().index();
        let spare = [0, 1].map(|side| room.move_budget[side].saturating_sub(draft.cost[side]));
        let mut rarest = (usize::MAX, 0, 0, 0);
        // Each square that nobody can guard takes a man of its own.
        let mut blocking = 0;
        for bit in bits(u32::from(open)) {
            let (mut guards, mut blockers, mut count, mut least) = (0, 0, 0, u16::MAX);
            let needs = &centre.moves_needed[bit];
            for man in bits(centre.guard_candidates[bit]) {
                let more = needs[man].saturating_sub(draft.moves_needed[man]);
                if u16::from(more) <= spare[mating] {
                    guards |= 1 << man;
                    count += 1;
                }
            }
            for man in bits(centre.blocker_candidates[bit] & !(draft.blocking | draft.captured_or_held)) {
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
    fn enumerate_occupier(
        &mut self,
        draft: &PartialPattern,
        centre: &KingTarget,
        room: &Snapshot,
        (man, square): (usize, Square),
    ) -> Option<()> {
        if self.for_stalemate {
            return self.enumerate_immobile_occupier(draft, centre, room, (man, square));
        }
        if let Some(further) = self.with_occupier(draft, centre, room, man, ManTask::Occupy(square))? {
            self.enumerate(&further, centre, room);
        }
        Some(())
    }

    /// A draft in which a man of the mated side stands on a square as demanded, if that can be.
    /// None if there is no room for a demand.
    pub(super) fn with_occupier(
        &mut self,
        draft: &PartialPattern,
        centre: &KingTarget,
        room: &Snapshot,
        man: usize,
        demand: ManTask,
    ) -> Option<Option<PartialPattern>> {
        let mut further = *draft;
        further.blocking |= 1 << man;
        if !self.reassign(&mut further, man, demand, room)? {
            return Some(None);
        }
        let square = self.tasks.occupied_square(further.tasks[man]);
        let bit = centre.squares.iter().position(|&at| Some(at) == square && at != centre.king);
        if let Some(bit) = bit {
            further.blocked |= 1 << bit;
            // Who guards must now guard past him. For stalemate there are too many ways to tell apart: there
            // guards are thought to see through men, by which nets only err on the side of what is possible.
            for man in bits(if self.for_stalemate { 0 } else { draft.guarding }) {
                let Some(guard) = self.tasks.guard_task(draft.tasks[man]) else { continue };
                let guard = GuardTask { blocked: further.blocked, ..guard };
                if !self.reassign(&mut further, man, ManTask::Guard(guard), room)? {
                    return Some(None);
                }
            }
        }
        Some(Some(further))
    }

    /// Demands something else of a man. Can his side afford it? None if there is no room for
    /// the demand.
    pub(super) fn reassign(
        &mut self,
        draft: &mut PartialPattern,
        man: usize,
        demand: ManTask,
        room: &Snapshot,
    ) -> Option<bool> {
        let Some((walk, at)) = room.men[man] else { return Some(false) };
        let side = room.side_of(man);
        let id = self.tasks.intern(demand)?;
        if room.max_rebirths[side] > 0 {
            if u16::from(self.tasks.cost_pair(id, walk, at)[1]) > room.move_budget[side] {
                return Some(false);
            }
            draft.tasks[man] = id;
            let (few, most) = (RebirthLimit::at_most(room.max_rebirths[side]), room.move_budget[side]);
            let price =
                self.tasks.total_cost_with_rebirth(&draft.tasks, room.men_of(side), &room.men, few, most);
            draft.cost[side] = price;
            return Some(price <= most);
        }
        let after = match self.tasks.cost(id, walk, at) {
            UNREACHABLE => return Some(false),
            cost => cost,
        };
        draft.tasks[man] = id;
        draft.cost[side] = draft.cost[side] - u16::from(draft.moves_needed[man]) + u16::from(after);
        draft.moves_needed[man] = after;
        Some(draft.cost[side] <= room.move_budget[side])
    }
}

impl Snapshot {
    /// The side of a man, 0 for White.
    pub fn side_of(&self, man: usize) -> usize {
        1 - (self.white >> man & 1) as usize
    }

    /// The men of a side who are not captured, as bits.
    pub fn men_of(&self, side: usize) -> u32 {
        self.on_board & if side == 0 { self.white } else { !self.white }
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
