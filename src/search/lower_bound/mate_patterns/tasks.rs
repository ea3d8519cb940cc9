//! What nets demand of men, and the moves that it costs them.

use ahash::AHashMap;

use super::enumerate::bits;
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::search::lower_bound::distance::{
    DISTANCE_LEVELS, DistanceTable, NOT_COMPUTED, UNREACHABLE, WALK_COUNT, final_walks,
};
use crate::search::lower_bound::king_zone::{KingZoneAttacks, KingZoneMask};

/// What a man does in a net: the number of a demand, 0 if he is free.
pub(super) type TaskId = u16;

/// By number of moves, the last for all from there on: the squares of a man who can do something
/// after at most so many.
pub(super) type SquaresWithin<S> = [S; DISTANCE_LEVELS];

/// What is demanded of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) enum ManTask {
    /// A man of the mated side stands on the square: the king to be mated, others to block.
    Occupy(Square),
    /// A man of the mated side stands on the square as a man of this kind.
    OccupyAs(Walk, Square),
    /// A man of the mating side guards squares around the king's square.
    Guard(GuardTask),
}

impl ManTask {
    /// A number of its own.
    fn code(self) -> u64 {
        match self {
            ManTask::Occupy(square) => square.index() as u64,
            ManTask::OccupyAs(walk, square) => 1 << 8 | (walk.index() as u64) << 16 | square.index() as u64,
            ManTask::Guard(GuardTask { king, targets: wanted, blocked, pinned, stop_square: stopping }) => {
                const { assert!(Square::LIMIT < 1 << 8) };
                let square = |square: Option<Square>| square.map_or(0, |square| square.index() as u64 + 1);
                let what = 2 << 8 | u64::from(wanted) << 16 | u64::from(blocked) << 32 | king.index() as u64;
                what | square(pinned) << 48 | square(stopping) << 56
            }
        }
    }
}

/// What a man of the mating side is to guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) struct GuardTask {
    /// Where the king stands.
    pub king: Square,
    /// What is guarded.
    pub targets: KingZoneMask,
    /// Where the king's own men stand: lines end there.
    pub blocked: KingZoneMask,
    /// For stalemate: the square of a man who is to be pinned, and the square ahead of a pawn where it is to
    /// be stopped.
    pub pinned: Option<Square>,
    pub stop_square: Option<Square>,
}

impl GuardTask {
    /// Nothing is guarded yet.
    pub fn new(king: Square, blocked: KingZoneMask) -> GuardTask {
        GuardTask { king, targets: 0, blocked, pinned: None, stop_square: None }
    }
}

/// The demands that nets make, and what they cost men.
pub(in crate::search) struct TaskTable<'a, B: Board> {
    pub king_zone: KingZoneAttacks<'a, B>,
    pub distances: DistanceTable<'a, B>,
    /// The ways with captures by which men are reborn, if there are such rules.
    rebirth_distances: Option<DistanceTable<'a, B>>,
    ids: AHashMap<u64, TaskId>,
    list: Vec<ManTask>,
    /// By walk and square, and then by demand, if counted: as men walk, and where they are reborn.
    /// A move asks what many demands cost on one square: those stand side by side.
    costs: Vec<Vec<[u8; 2]>>,
    /// What a man guards besides what he is to guard, by his demand, walk, square, moves and
    /// whether men are reborn.
    always_guarded_cache: AHashMap<u64, KingZoneMask>,
    /// By demand and walk, if counted: the posts from which a man guards as demanded.
    guarding_squares_cache: Vec<Option<B::Set>>,
    /// By demand and walk: one more than the place among `spans`, if they are counted.
    within_index: Vec<u32>,
    /// By number of moves: where a man is who does as demanded after at most so many.
    within_lists: Vec<SquaresWithin<B::Set>>,
    /// By square of the king: the demands to guard one square, by its bit.
    single_guard_ids: Vec<[Option<TaskId>; 16]>,
    /// By square: the demand to stand there.
    occupy_ids: Vec<Option<TaskId>>,
}

/// By demand, as far as that is counted: the moves that somebody needs to do as demanded who is not reborn,
/// and who is.
#[derive(Clone, Copy)]
pub(in crate::search) struct KnownCosts<'c>(&'c [[u8; 2]]);

impl KnownCosts<'_> {
    #[inline]
    pub fn get(self, id: TaskId) -> Option<[u8; 2]> {
        match self.0.get(usize::from(id)) {
            // Nobody is reborn who need not move.
            Some(&[0, _]) => Some([0; 2]),
            Some(&[alone, free]) if alone != NOT_COMPUTED && free != NOT_COMPUTED => Some([alone, free]),
            _ => None,
        }
    }
}

impl<'a, B: Board> TaskTable<'a, B> {
    /// No demands yet.
    pub fn new(
        guards: KingZoneAttacks<'a, B>,
        travel: DistanceTable<'a, B>,
        freely: Option<DistanceTable<'a, B>>,
    ) -> Option<TaskTable<'a, B>> {
        // Demand 0 is none, and costs nothing.
        let nothing = ManTask::Occupy(travel.board.geometry().all.first()?);
        let costs = vec![vec![[0; 2]]; WALK_COUNT * travel.table_len];
        let (ids, besides) = (AHashMap::new(), AHashMap::new());
        let (posts, spanned) = (vec![None; WALK_COUNT], vec![0; WALK_COUNT]);
        let (singles, stands) = (vec![[None; 16]; travel.table_len], vec![None; travel.table_len]);
        let (list, spans) = (vec![nothing], Vec::new());
        Some(TaskTable {
            king_zone: guards,
            distances: travel,
            rebirth_distances: freely,
            ids,
            list,
            costs,
            always_guarded_cache: besides,
            guarding_squares_cache: posts,
            within_index: spanned,
            within_lists: spans,
            single_guard_ids: singles,
            occupy_ids: stands,
        })
    }

    /// Is half of the room for demands taken?
    pub fn is_half_full(&self) -> bool {
        self.list.len() > usize::from(TaskId::MAX / 2)
    }

    /// The number of a demand; none if there are too many.
    pub fn intern(&mut self, demand: ManTask) -> Option<TaskId> {
        if let Some(&id) = self.ids.get(&demand.code()) {
            return Some(id);
        }
        let id = TaskId::try_from(self.list.len()).ok()?;
        self.ids.insert(demand.code(), id);
        self.list.push(demand);
        self.guarding_squares_cache.resize(self.list.len() * WALK_COUNT, None);
        self.within_index.resize(self.list.len() * WALK_COUNT, 0);
        Some(id)
    }

    /// Where a man who is no pawn, and is not reborn, is who does as demanded after at most so many
    /// moves.
    #[inline]
    pub fn squares_within(&mut self, id: TaskId, walk: Walk) -> &SquaresWithin<B::Set> {
        let cell = usize::from(id) * WALK_COUNT + walk.index();
        if self.within_index[cell] == 0 {
            let span = self.compute_squares_within(id, walk);
            self.within_lists.push(span);
            self.within_index[cell] = self.within_lists.len() as u32;
        }
        &self.within_lists[self.within_index[cell] as usize - 1]
    }

    /// The moves, up to a number, that a man who is no pawn, and is not reborn, needs to do as demanded from the
    /// best of these squares.
    #[inline]
    pub fn min_cost_from(&mut self, id: TaskId, walk: Walk, from: B::Set) -> u8 {
        self.squares_within(id, walk)
            .iter()
            .position(|span| span.intersects(from))
            .map_or(UNREACHABLE, |moves| moves as u8)
    }

    #[cold]
    fn compute_squares_within(&mut self, id: TaskId, walk: Walk) -> SquaresWithin<B::Set> {
        let all = self.distances.board.geometry().all;
        let (side, mut reached) = match self.list[usize::from(id)] {
            ManTask::Guard(_) => (self.distances.mating_side, self.guarding_squares(id, walk)),
            _ if id == 0 => (self.distances.mating_side, all),
            ManTask::Occupy(square) => (self.distances.mating_side.other(), B::Set::of(square)),
            ManTask::OccupyAs(kind, square) if kind == walk => {
                (self.distances.mating_side.other(), B::Set::of(square))
            }
            ManTask::OccupyAs(..) => (self.distances.mating_side.other(), B::Set::EMPTY),
        };
        let mut span = [reached; DISTANCE_LEVELS];
        for moves in 1.. {
            let steps = |from: &Square| {
                self.distances.squares_within_as(side, walk, *from, walk, 1).intersects(reached)
            };
            let next = B::Set::from_squares((all & !reached).iter().filter(steps));
            if next.is_empty() {
                break;
            }
            reached |= next;
            span[moves.min(DISTANCE_LEVELS - 1)..].fill(reached);
        }
        span
    }

    /// The number of the demand to guard one square around a king, or to give check.
    #[inline]
    pub fn single_guard_task(&mut self, king: Square, bit: usize) -> Option<TaskId> {
        if self.single_guard_ids[king.index()][bit].is_none() {
            let guard = GuardTask { targets: 1 << bit, ..GuardTask::new(king, 0) };
            self.single_guard_ids[king.index()][bit] = self.intern(ManTask::Guard(guard));
        }
        self.single_guard_ids[king.index()][bit]
    }

    /// The number of the demand to stand on a square.
    #[inline]
    pub fn occupy_task(&mut self, square: Square) -> Option<TaskId> {
        if self.occupy_ids[square.index()].is_none() {
            self.occupy_ids[square.index()] = self.intern(ManTask::Occupy(square));
        }
        self.occupy_ids[square.index()]
    }

    /// The posts from which a man who walks like this guards as demanded.
    pub fn guarding_squares(&mut self, id: TaskId, walk: Walk) -> B::Set {
        let cell = usize::from(id) * WALK_COUNT + walk.index();
        if let Some(known) = self.guarding_squares_cache[cell] {
            return known;
        }
        let posts =
            self.guard_task(id).map_or(B::Set::EMPTY, |guard| self.compute_guarding_squares(id, guard, walk));
        self.guarding_squares_cache[cell] = Some(posts);
        posts
    }

    fn compute_guarding_squares(&mut self, id: TaskId, guard: GuardTask, walk: Walk) -> B::Set {
        let mut posts = self.distances.board.geometry().all;
        for bit in bits(u32::from(guard.targets)) {
            // Who guards several squares guards each.
            posts &= match self.single_guard_task(guard.king, bit).filter(|&single| single != id) {
                Some(single) => self.guarding_squares(single, walk),
                None => self.king_zone.guarding_squares(walk, guard.king, bit),
            }
        }
        if let Some(pinned) = guard.pinned {
            posts &= self.pin_squares(walk, guard.king, pinned);
        }
        if let Some(stopping) = guard.stop_square {
            posts &= B::Set::of(stopping);
        }
        let blocks = self.king_zone.neighbours_in(guard.king, guard.blocked);
        self.king_zone.filter_guarding_squares(walk, posts, guard.king, guard.targets, blocks)
    }

    /// From where a man who walks like this pins somebody who stands on a line with his king.
    fn pin_squares(&self, walk: Walk, king: Square, pinned: Square) -> B::Set {
        let board = self.distances.board;
        let rides = match walk {
            Walk::Queen | Walk::Rook | Walk::Bishop => {
                board.attacks(walk, self.distances.mating_side, king, B::Set::EMPTY)
            }
            _ => return B::Set::EMPTY,
        };
        let geometry = board.geometry();
        let beyond = |&at: &Square| geometry.between(king, at).contains(pinned);
        B::Set::from_squares((rides & geometry.line(king, pinned)).iter().filter(beyond))
    }

    /// What a man guards, if that is what is demanded of him.
    #[inline]
    pub fn guard_task(&self, id: TaskId) -> Option<GuardTask> {
        match self.list[usize::from(id)] {
            ManTask::Guard(guard) => Some(guard),
            ManTask::Occupy(_) | ManTask::OccupyAs(..) => None,
        }
    }

    /// Where a man stands, if that is what is demanded of him.
    #[inline]
    pub fn occupied_square(&self, id: TaskId) -> Option<Square> {
        match self.list[usize::from(id)] {
            ManTask::Occupy(square) if id != 0 => Some(square),
            ManTask::OccupyAs(_, square) => Some(square),
            _ => None,
        }
    }

    /// As what a man is to stand somewhere, if that matters.
    pub fn required_walk(&self, id: TaskId) -> Option<(Walk, Square)> {
        match self.list[usize::from(id)] {
            ManTask::OccupyAs(kind, square) => Some((kind, square)),
            _ => None,
        }
    }

    /// The moves that a man needs to do as demanded; nothing if nothing is demanded.
    #[inline]
    pub fn cost(&mut self, id: TaskId, walk: Walk, at: Square) -> u8 {
        self.cost_with(id, walk, at, false)
    }

    /// As [`cost`](Self::cost), reborn or not.
    #[inline]
    pub fn cost_with(&mut self, id: TaskId, walk: Walk, at: Square, free: bool) -> u8 {
        let place = self.cost_row(walk, at);
        match self.costs[place].get(usize::from(id)).map(|costs| costs[usize::from(free)]) {
            None | Some(NOT_COMPUTED) => self.compute_cost(place, id, walk, at, free),
            Some(known) => known,
        }
    }

    /// The moves that a man needs to do as demanded who is not reborn, and who is.
    #[inline]
    pub fn cost_pair(&mut self, id: TaskId, walk: Walk, at: Square) -> [u8; 2] {
        match self.known_costs(walk, at).get(id) {
            Some(known) => known,
            None => self.compute_cost_pair(self.cost_row(walk, at), id, walk, at),
        }
    }

    /// As [`both`](Self::both), of all demands, as far as that is counted.
    #[inline]
    pub fn known_costs(&self, walk: Walk, at: Square) -> KnownCosts<'_> {
        KnownCosts(&self.costs[self.cost_row(walk, at)])
    }

    #[inline]
    fn cost_row(&self, walk: Walk, at: Square) -> usize {
        walk.index() * self.distances.table_len + at.index()
    }

    #[cold]
    fn compute_cost_pair(&mut self, place: usize, id: TaskId, walk: Walk, at: Square) -> [u8; 2] {
        match self.compute_cost(place, id, walk, at, false) {
            0 => [0; 2],
            alone => [alone, self.compute_cost(place, id, walk, at, true)],
        }
    }

    #[cold]
    fn compute_cost(&mut self, place: usize, id: TaskId, walk: Walk, at: Square, free: bool) -> u8 {
        let cost = match self.list[usize::from(id)] {
            ManTask::Occupy(square) => self.distances_with(free).mated_side_distance(walk, at, square),
            ManTask::OccupyAs(kind, square) => {
                let side = self.distances.mating_side.other();
                self.distances_with(free).distance_as(side, walk, at, kind, square)
            }
            ManTask::Guard(_) => self.moves_to_guard(id, walk, at, free),
        };
        let costs = &mut self.costs[place];
        if costs.len() <= usize::from(id) {
            costs.resize(self.list.len(), [NOT_COMPUTED; 2]);
        }
        costs[usize::from(id)][usize::from(free)] = cost;
        cost
    }

    /// The moves that it takes a man to come to a post from which he guards as demanded.
    fn moves_to_guard(&mut self, id: TaskId, walk: Walk, at: Square, free: bool) -> u8 {
        let side = self.distances.mating_side;
        if walk != Walk::Pawn {
            let posts = self.guarding_squares(id, walk);
            let near = self.distances_with(free).squares_within(side, walk, at);
            return match near[..DISTANCE_LEVELS - 1].iter().position(|near| near.intersects(posts)) {
                Some(moves) => moves as u8,
                None => {
                    let travel = self.distances_with(free);
                    posts
                        .iter()
                        .map(|post| travel.distance(side, walk, at, post))
                        .min()
                        .unwrap_or(UNREACHABLE)
                }
            };
        }
        self.distances_with(free).prepare(side, walk, at);
        let mut fewest = UNREACHABLE;
        // A pawn as such first: posts of what it may become are found only if that is sooner.
        for &kind in final_walks(walk).iter().rev() {
            let ways = self.distances_with(free);
            let sooner = fewest.min(DISTANCE_LEVELS as u8 - 1);
            let mut near =
                (0..sooner).map(|moves| ways.squares_within_as(side, walk, at, kind, moves.into()));
            let Some(first) = near.position(|near| !near.is_empty()) else { continue };
            let posts = self.guarding_squares(id, kind);
            let ways = self.distances_with(free);
            let meets =
                |&moves: &u8| ways.squares_within_as(side, walk, at, kind, moves.into()).intersects(posts);
            fewest = (first as u8..sooner).find(meets).unwrap_or(fewest);
        }
        if fewest == UNREACHABLE {
            for &kind in final_walks(walk) {
                for post in self.guarding_squares(id, kind).iter() {
                    fewest = fewest.min(self.distances_with(free).distance_as(side, walk, at, kind, post));
                }
            }
        }
        fewest
    }

    /// What a man that guards as demanded after at most so many moves, reborn or not, guards in
    /// any case.
    pub fn always_guarded(
        &mut self,
        id: TaskId,
        walk: Walk,
        at: Square,
        most: u16,
        free: bool,
    ) -> KingZoneMask {
        let Some(guard) = self.guard_task(id) else { return 0 };
        let number = u64::from(most) << 32 | u64::from(id) << 16 | (at.index() as u64) << 8;
        let key = number | (walk.index() as u64) << 1 | u64::from(free);
        if let Some(&known) = self.always_guarded_cache.get(&key) {
            return known;
        }
        let blocks = self.king_zone.neighbours_in(guard.king, guard.blocked);
        let side = self.distances.mating_side;
        let mut anyway = KingZoneMask::MAX;
        'kinds: for &kind in final_walks(walk) {
            let posts = self.guarding_squares(id, kind);
            let travel = self.distances_with(free);
            travel.prepare(side, walk, at);
            let posts = posts & travel.squares_within_as(side, walk, at, kind, most);
            for post in posts.iter() {
                anyway &= self.king_zone.guarded_with_occupied(kind, post, guard.king, blocks);
                if anyway == guard.targets {
                    break 'kinds;
                }
            }
        }
        self.always_guarded_cache.insert(key, anyway);
        anyway
    }

    /// The ways of men, reborn or not.
    fn distances_with(&mut self, free: bool) -> &mut DistanceTable<'a, B> {
        match &mut self.rebirth_distances {
            Some(freely) if free => freely,
            _ => &mut self.distances,
        }
    }
}
