//! **What.** The tasks of mate patterns, numbered, and their costs: the number of moves that a man needs from
//! its square to a square that fulfils the task.
//!
//! Example: the task "guard b1 and b2 with the king on a1" is fulfilled by a white king from c1 and c2. From
//! e1 its cost is 2.
//!
//! **Why it is correct.** Costs are [`distance`](crate::search::lower_bound::distance)s on an empty board,
//! without rebirth or with any rebirths, to squares that [`king_zone`](crate::search::lower_bound::king_zone)
//! allows; both are admissible.
//!
//! **Cost and gain.** A pattern of 32 men is 32 numbers, and a cost is computed once for each task, walk and
//! square. Sets of squares from which a task is fulfilled in *n* moves made six help problems 1.2 to 1.6
//! times as fast.
//!
//! **Reference.** None.

use ahash::AHashMap;

use super::enumerate::bits;
pub(in crate::search) use super::man_task::{FinalWalk, GuardTask, ManTask};
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::search::lower_bound::distance::{DISTANCE_LEVELS, DistanceTable, NOT_COMPUTED, UNREACHABLE};
use crate::search::lower_bound::king_zone::{KingZoneAttacks, KingZoneMask};

/// The number of a task; 0 for no task.
pub(super) type TaskId = u16;

/// The squares from which a man fulfils a task within *n* moves, by *n*. The last set is for all greater
/// numbers, too.
pub(super) type SquaresWithin<S> = [S; DISTANCE_LEVELS];

/// All tasks that occur in patterns, with their costs and the squares that fulfil them, computed on first
/// use.
pub(in crate::search) struct TaskTable<'a, B: Board> {
    pub king_zone: KingZoneAttacks<'a, B>,
    /// The distances without rebirth.
    pub distances: DistanceTable<'a, B>,
    /// The distances with captures by which men are reborn; `None` if the rules have no rebirth.
    rebirth_distances: Option<DistanceTable<'a, B>>,
    /// The numbers of the tasks, by code.
    ids: AHashMap<u64, TaskId>,
    /// The tasks, by number. The first one is a placeholder for no task.
    list: Vec<ManTask>,
    /// The number of walks.
    walk_count: usize,
    /// The costs without and with rebirth, by walk and square, then by task: a move reads the costs of many
    /// tasks on one square, which are adjacent in memory. Rows may be shorter than the list.
    costs: Vec<Vec<[u8; 2]>>,
    /// The results of [`Self::always_guarded`], by a key made of its arguments.
    always_guarded_cache: AHashMap<u64, KingZoneMask>,
    /// The squares from which a man fulfils a guard task, by task and walk; `None` if not computed.
    guarding_squares_cache: Vec<Option<B::Set>>,
    /// One more than the index in `within_lists`, by task and walk; 0 if not computed.
    within_index: Vec<u32>,
    within_lists: Vec<SquaresWithin<B::Set>>,
    /// The task to guard a single square of the king zone, by the square of the king and the bit of the
    /// guarded square.
    single_guard_ids: Vec<[Option<TaskId>; 16]>,
    /// The task to occupy a square, by square.
    occupy_ids: Vec<Option<TaskId>>,
}

/// The place of the costs of all tasks for one walk and one square in a [`TaskTable`].
pub(in crate::search) struct CostRow {
    walk: Walk,
    at: Square,
    index: usize,
}

/// The costs of all tasks for one walk and one square, as far as they have been computed.
#[derive(Clone, Copy)]
pub(in crate::search) struct KnownCosts<'c>(&'c [[u8; 2]]);

impl KnownCosts<'_> {
    /// Returns the costs of a task without and with rebirth; `None` if they have not been computed.
    #[inline]
    pub fn get(self, id: TaskId) -> Option<[u8; 2]> {
        match self.0.get(usize::from(id)) {
            // A man that need not move need not be reborn.
            Some(&[0, _]) => Some([0; 2]),
            Some(&[plain, rebirth]) if plain != NOT_COMPUTED && rebirth != NOT_COMPUTED => {
                Some([plain, rebirth])
            }
            _ => None,
        }
    }
}

impl<'a, B: Board> TaskTable<'a, B> {
    /// Returns a table without tasks; `None` if the board has no squares.
    pub fn new(
        king_zone: KingZoneAttacks<'a, B>,
        distances: DistanceTable<'a, B>,
        rebirth_distances: Option<DistanceTable<'a, B>>,
    ) -> Option<TaskTable<'a, B>> {
        let no_task = ManTask::Occupy(distances.board.geometry().all.first()?);
        let (table_len, walk_count) = (distances.table_len, distances.walks.count());
        Some(TaskTable {
            king_zone,
            distances,
            rebirth_distances,
            ids: AHashMap::new(),
            list: vec![no_task],
            walk_count,
            // Task 0 costs nothing.
            costs: vec![vec![[0; 2]]; walk_count * table_len],
            always_guarded_cache: AHashMap::new(),
            guarding_squares_cache: vec![None; walk_count],
            within_index: vec![0; walk_count],
            within_lists: Vec::new(),
            single_guard_ids: vec![[None; 16]; table_len],
            occupy_ids: vec![None; table_len],
        })
    }

    /// Returns whether half of the numbers of tasks are used.
    pub fn is_half_full(&self) -> bool {
        self.list.len() > usize::from(TaskId::MAX / 2)
    }

    /// Returns the number of a task, which is added if it is new; `None` if there are too many tasks.
    pub fn intern(&mut self, task: ManTask) -> Option<TaskId> {
        if let Some(&id) = self.ids.get(&task.code()) {
            return Some(id);
        }
        let id = TaskId::try_from(self.list.len()).ok()?;
        self.ids.insert(task.code(), id);
        self.list.push(task);
        let cells = self.list.len() * self.walk_count;
        self.guarding_squares_cache.resize(cells, None);
        self.within_index.resize(cells, 0);
        Some(id)
    }

    /// Returns the squares from which a man other than a pawn fulfils a task within *n* moves, by *n*,
    /// without rebirth.
    #[inline(always)]
    pub fn squares_within(&mut self, id: TaskId, walk: Walk) -> &SquaresWithin<B::Set> {
        let cell = self.cell(id, walk);
        if self.within_index[cell] == 0 {
            let within = self.compute_squares_within(id, walk);
            self.within_lists.push(within);
            self.within_index[cell] = self.within_lists.len() as u32;
        }
        &self.within_lists[self.within_index[cell] as usize - 1]
    }

    /// Returns the cost of a task, without rebirth, of a man other than a pawn on the best square of a set:
    /// at most `DISTANCE_LEVELS - 1`, or [`UNREACHABLE`].
    #[inline]
    pub fn min_cost_from(&mut self, id: TaskId, walk: Walk, from: B::Set) -> u8 {
        self.squares_within(id, walk)
            .iter()
            .position(|squares| squares.intersects(from))
            .map_or(UNREACHABLE, |moves| moves as u8)
    }

    /// Computes [`Self::squares_within`] by breadth-first search backwards from the squares that fulfil the
    /// task.
    #[cold]
    fn compute_squares_within(&mut self, id: TaskId, walk: Walk) -> SquaresWithin<B::Set> {
        let all = self.distances.board.geometry().all;
        let mated_side = self.distances.mating_side.other();
        let (side, mut reached) = match self.list[usize::from(id)] {
            ManTask::Guard(_) => (self.distances.mating_side, self.guarding_squares(id, walk)),
            _ if id == 0 => (self.distances.mating_side, all),
            ManTask::Occupy(square) => (mated_side, B::Set::of(square)),
            ManTask::OccupyAs(required, square) | ManTask::OccupyWithoutCapture(required, square) => {
                (mated_side, if required == walk { B::Set::of(square) } else { B::Set::EMPTY })
            }
        };
        let mut within = [reached; DISTANCE_LEVELS];
        for moves in 1.. {
            let moves_there = |from: &Square| {
                self.distances.squares_within_as(side, walk, *from, walk, 1).intersects(reached)
            };
            let next = B::Set::from_squares((all & !reached).iter().filter(moves_there));
            if next.is_empty() {
                break;
            }
            reached |= next;
            within[moves.min(DISTANCE_LEVELS - 1)..].fill(reached);
        }
        within
    }

    /// Returns the task to guard one square of a king zone, or to attack the king; `None` if there are too
    /// many tasks.
    #[inline]
    pub fn single_guard_task(&mut self, king: Square, bit: usize) -> Option<TaskId> {
        if self.single_guard_ids[king.index()][bit].is_none() {
            let guard = GuardTask { targets: 1 << bit, ..GuardTask::new(king, 0) };
            self.single_guard_ids[king.index()][bit] = self.intern(ManTask::Guard(guard));
        }
        self.single_guard_ids[king.index()][bit]
    }

    /// Returns the task to occupy a square; `None` if there are too many tasks.
    #[inline]
    pub fn occupy_task(&mut self, square: Square) -> Option<TaskId> {
        if self.occupy_ids[square.index()].is_none() {
            self.occupy_ids[square.index()] = self.intern(ManTask::Occupy(square));
        }
        self.occupy_ids[square.index()]
    }

    /// Returns the squares from which a man with this walk fulfils a guard task; empty for other tasks.
    pub fn guarding_squares(&mut self, id: TaskId, walk: Walk) -> B::Set {
        let cell = self.cell(id, walk);
        if let Some(squares) = self.guarding_squares_cache[cell] {
            return squares;
        }
        let squares =
            self.guard_task(id).map_or(B::Set::EMPTY, |guard| self.compute_guarding_squares(id, guard, walk));
        self.guarding_squares_cache[cell] = Some(squares);
        squares
    }

    fn compute_guarding_squares(&mut self, id: TaskId, guard: GuardTask, walk: Walk) -> B::Set {
        if guard.final_walk.is_some_and(|final_walk| final_walk.walk() != walk) {
            return B::Set::EMPTY;
        }
        let mut squares = self.distances.board.geometry().all;
        for bit in bits(u32::from(guard.targets)) {
            // A man that guards several squares guards each of them, so the cached sets of single squares are
            // used.
            squares &= match self.single_guard_task(guard.king, bit).filter(|&single| single != id) {
                Some(single) => self.guarding_squares(single, walk),
                None => self.king_zone.guarding_squares(walk, guard.king, bit),
            }
        }
        if let Some(pinned) = guard.pinned {
            squares &= self.pin_squares(walk, guard.king, pinned);
        }
        if let Some(stop_square) = guard.stop_square {
            squares &= B::Set::of(stop_square);
        }
        let blocked = self.king_zone.neighbours_in(guard.king, guard.blocked);
        self.king_zone.filter_guarding_squares(walk, squares, guard.king, guard.targets, blocked)
    }

    /// Returns the squares from which a man with this walk pins a man on the square `pinned` to its king.
    fn pin_squares(&self, walk: Walk, king: Square, pinned: Square) -> B::Set {
        let board = self.distances.board;
        let line_squares = match walk {
            Walk::Queen | Walk::Rook | Walk::Bishop => {
                board.attacks(walk, self.distances.mating_side, king, B::Set::EMPTY)
            }
            _ => return B::Set::EMPTY,
        };
        let geometry = board.geometry();
        let is_beyond = |&at: &Square| geometry.between(king, at).contains(pinned);
        B::Set::from_squares((line_squares & geometry.line(king, pinned)).iter().filter(is_beyond))
    }

    /// Returns a task as a guard task; `None` if it is another one.
    #[inline]
    pub fn guard_task(&self, id: TaskId) -> Option<GuardTask> {
        match self.list[usize::from(id)] {
            ManTask::Guard(guard) => Some(guard),
            _ => None,
        }
    }

    /// Returns the square that a task occupies; `None` if it is another task.
    #[inline]
    pub fn occupied_square(&self, id: TaskId) -> Option<Square> {
        match self.list[usize::from(id)] {
            ManTask::Occupy(square) if id != 0 => Some(square),
            ManTask::OccupyAs(_, square) | ManTask::OccupyWithoutCapture(_, square) => Some(square),
            _ => None,
        }
    }

    /// Returns the walk and the square that a task demands; `None` if it leaves the walk open.
    pub fn required_walk(&self, id: TaskId) -> Option<(Walk, Square)> {
        match self.list[usize::from(id)] {
            ManTask::OccupyAs(walk, square) | ManTask::OccupyWithoutCapture(walk, square) => {
                Some((walk, square))
            }
            _ => None,
        }
    }

    /// Returns the cost of a task without rebirth: 0 for no task, [`UNREACHABLE`] if the man cannot fulfil
    /// it.
    #[inline]
    pub fn cost(&mut self, id: TaskId, walk: Walk, at: Square) -> u8 {
        self.cost_with(id, walk, at, false)
    }

    /// Returns the cost of a task without or with rebirth.
    #[inline]
    pub fn cost_with(&mut self, id: TaskId, walk: Walk, at: Square, with_rebirth: bool) -> u8 {
        self.cost_in(&self.row(walk, at), id, with_rebirth)
    }

    /// Returns the place of the costs for a walk and a square.
    #[inline]
    pub fn row(&self, walk: Walk, at: Square) -> CostRow {
        CostRow { walk, at, index: self.cost_row(walk, at) }
    }

    /// Returns the cost of a task without or with rebirth, from a known place.
    #[inline]
    pub fn cost_in(&mut self, row: &CostRow, id: TaskId, with_rebirth: bool) -> u8 {
        match self.costs[row.index].get(usize::from(id)).map(|costs| costs[usize::from(with_rebirth)]) {
            None | Some(NOT_COMPUTED) => self.compute_cost(row.index, id, row.walk, row.at, with_rebirth),
            Some(cost) => cost,
        }
    }

    /// Returns the costs of a task without and with rebirth.
    #[inline]
    pub fn cost_pair(&mut self, id: TaskId, walk: Walk, at: Square) -> [u8; 2] {
        match self.known_costs(walk, at).get(id) {
            Some(costs) => costs,
            None => self.compute_cost_pair(self.cost_row(walk, at), id, walk, at),
        }
    }

    /// Returns the costs of all tasks, as far as they have been computed.
    #[inline]
    pub fn known_costs(&self, walk: Walk, at: Square) -> KnownCosts<'_> {
        KnownCosts(&self.costs[self.cost_row(walk, at)])
    }

    /// Returns the index of a task and a walk in caches.
    #[inline]
    fn cell(&self, id: TaskId, walk: Walk) -> usize {
        usize::from(id) * self.walk_count + self.distances.walks.index(walk)
    }

    #[inline]
    fn cost_row(&self, walk: Walk, at: Square) -> usize {
        self.distances.walks.index(walk) * self.distances.table_len + at.index()
    }

    #[cold]
    fn compute_cost_pair(&mut self, row: usize, id: TaskId, walk: Walk, at: Square) -> [u8; 2] {
        match self.compute_cost(row, id, walk, at, false) {
            0 => [0; 2],
            plain => [plain, self.compute_cost(row, id, walk, at, true)],
        }
    }

    #[cold]
    fn compute_cost(&mut self, row: usize, id: TaskId, walk: Walk, at: Square, with_rebirth: bool) -> u8 {
        let cost = match self.list[usize::from(id)] {
            ManTask::Occupy(square) => {
                self.distances_with(with_rebirth).mated_side_distance(walk, at, square)
            }
            ManTask::OccupyAs(required, square) => {
                let side = self.distances.mating_side.other();
                self.distances_with(with_rebirth).distance_as(side, walk, at, required, square)
            }
            ManTask::OccupyWithoutCapture(required, square) if walk == Walk::Pawn => {
                let side = self.distances.mating_side.other();
                self.distances.distance_without_capture(side, at, required, square)
            }
            ManTask::OccupyWithoutCapture(required, square) => {
                let side = self.distances.mating_side.other();
                self.distances.distance_as(side, walk, at, required, square)
            }
            ManTask::Guard(guard) => match (guard.final_walk, guard.stop_square) {
                (Some(FinalWalk::WithoutCapture(required)), Some(square)) if walk == Walk::Pawn => {
                    let side = self.distances.mating_side;
                    self.distances.distance_without_capture(side, at, required, square)
                }
                _ => self.moves_to_guard(id, walk, at, with_rebirth),
            },
        };
        let costs = &mut self.costs[row];
        if costs.len() <= usize::from(id) {
            costs.resize(self.list.len(), [NOT_COMPUTED; 2]);
        }
        costs[usize::from(id)][usize::from(with_rebirth)] = cost;
        cost
    }

    /// Returns the number of moves to the nearest square from which a man fulfils a guard task.
    fn moves_to_guard(&mut self, id: TaskId, walk: Walk, at: Square, with_rebirth: bool) -> u8 {
        let side = self.distances.mating_side;
        if self.distances.walks.may_change(walk) {
            return self.changing_moves_to_guard(id, walk, at, with_rebirth);
        }
        let squares = self.guarding_squares(id, walk);
        let within = self.distances_with(with_rebirth).squares_within(side, walk, at);
        match within[..DISTANCE_LEVELS - 1].iter().position(|within| within.intersects(squares)) {
            Some(moves) => moves as u8,
            None => {
                let distances = self.distances_with(with_rebirth);
                let moves = squares.iter().map(|square| distances.distance(side, walk, at, square));
                moves.min().unwrap_or(UNREACHABLE)
            }
        }
    }

    /// Returns the number of moves in which a man that may change its walk can fulfil a guard task, with any walk.
    fn changing_moves_to_guard(&mut self, id: TaskId, walk: Walk, at: Square, with_rebirth: bool) -> u8 {
        let side = self.distances.mating_side;
        self.distances_with(with_rebirth).prepare(side, walk, at);
        let mut fewest = UNREACHABLE;
        // A pawn that does not promote comes first: the guarding squares of a promoted man are computed only if it can
        // be there sooner.
        for final_walk in self.distances.walks.final_walks(walk).rev() {
            let distances = self.distances_with(with_rebirth);
            let Some(&within) = distances.changing_squares_within(side, walk, at, final_walk) else {
                continue;
            };
            let within = &within[..usize::from(fewest).min(DISTANCE_LEVELS - 1)];
            let Some(first) = within.iter().position(|squares| !squares.is_empty()) else { continue };
            let guarding = self.guarding_squares(id, final_walk);
            let moves = within[first..].iter().position(|squares| squares.intersects(guarding));
            fewest = moves.map_or(fewest, |more| (first + more) as u8);
        }
        if fewest == UNREACHABLE {
            for final_walk in self.distances.walks.final_walks(walk) {
                for square in self.guarding_squares(id, final_walk).iter() {
                    let distances = self.distances_with(with_rebirth);
                    fewest = fewest.min(distances.distance_as(side, walk, at, final_walk, square));
                }
            }
        }
        fewest
    }

    /// Returns the squares of the king zone that a man guards from every square on which it can fulfil a
    /// guard task within `max_moves` moves, without or with rebirth; 0 for other tasks.
    pub fn always_guarded(
        &mut self,
        id: TaskId,
        walk: Walk,
        at: Square,
        max_moves: u16,
        with_rebirth: bool,
    ) -> KingZoneMask {
        let Some(guard) = self.guard_task(id) else { return 0 };
        let key = u64::from(max_moves) << 32 | u64::from(id) << 16 | (at.index() as u64) << 8;
        let key = key | (self.distances.walks.index(walk) as u64) << 1 | u64::from(with_rebirth);
        if let Some(&guarded) = self.always_guarded_cache.get(&key) {
            return guarded;
        }
        let blocked = self.king_zone.neighbours_in(guard.king, guard.blocked);
        let side = self.distances.mating_side;
        let mut guarded = KingZoneMask::MAX;
        'walks: for final_walk in self.distances.walks.final_walks(walk) {
            let squares = self.guarding_squares(id, final_walk);
            let distances = self.distances_with(with_rebirth);
            distances.prepare(side, walk, at);
            let squares = squares & distances.squares_within_as(side, walk, at, final_walk, max_moves);
            for square in squares.iter() {
                guarded &= self.king_zone.guarded_with_occupied(final_walk, square, guard.king, blocked);
                if guarded == guard.targets {
                    break 'walks;
                }
            }
        }
        self.always_guarded_cache.insert(key, guarded);
        guarded
    }

    /// Returns the distances without or with rebirth.
    fn distances_with(&mut self, with_rebirth: bool) -> &mut DistanceTable<'a, B> {
        match &mut self.rebirth_distances {
            Some(distances) if with_rebirth => distances,
            _ => &mut self.distances,
        }
    }
}
