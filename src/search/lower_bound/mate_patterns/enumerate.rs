//! **What.** Enumeration of mate patterns: a depth-first search that covers the squares of the king zone one
//! after the other, for every square where the king can be mated. At each node it takes the square that the
//! fewest men can cover (the most constrained variable) and branches on the man that guards or blocks it.
//!
//! **Why it is correct.** A branch is dropped only if a side cannot afford its tasks, so every reachable
//! final position fulfils one of the patterns. Where a limit on nodes or patterns is reached, the branch is
//! stored as an incomplete pattern: its cost is a lower bound on the cost of all its completions. If there
//! are too many patterns, none are used.
//!
//! **Cost and gain.** Branching on the most constrained square, and dropping branches with blocked squares
//! that are together too expensive, saves 4 to 25 % of the instructions of help problems (an h#4 75 to 56
//! million, an h#6 704 to 661 million).
//!
//! **Reference.** Haralick and Elliott, "Increasing tree search efficiency for constraint satisfaction
//! problems", Artificial Intelligence 14 (1980), for the order of the squares.

pub(super) use super::ply_state::Snapshot;
use super::rebirth::RebirthLimit;
use super::tasks::{GuardTask, ManTask, TaskId};
use super::{MAX_MEN, MatePattern, MatePatterns, PatternState, of_each_side};
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::rules::rebirth::Relocation;
use crate::search::lower_bound::distance::UNREACHABLE;
use crate::search::lower_bound::king_zone::{KING_SQUARE, KingZoneMask};

/// The number of patterns for one king square of the root, beyond which further ones are stored incomplete.
/// Towards mate only.
const ROOT_PATTERNS_PER_KING_SQUARE: usize = 1500;
/// The most patterns of a root towards stalemate. With more of them search without patterns is faster.
const MAX_STALEMATE_PATTERNS: usize = 64_000;
/// The same in play of at most four moves. The limit doubles with each further move.
const MIN_STALEMATE_PATTERN_LIMIT: usize = 1000;
/// The most patterns of a root towards mate, without rebirth.
const MAX_MATE_PATTERNS: usize = 16_000;
/// The most patterns of a root towards mate, with rebirth.
const MAX_REBIRTH_PATTERNS: usize = 6_000;
/// Towards mate: the nodes visited for one king square of the root. What is left then is stored incomplete.
const ROOT_NODES_PER_KING_SQUARE: u32 = 8000;
/// Towards stalemate: the nodes visited for all king squares together, for each pattern that may be stored.
/// If they do not suffice, no patterns are used.
const NODES_PER_PATTERN: u32 = 24;
/// The nodes visited to complete one pattern. What is left then is stored incomplete.
const COMPLETION_NODES: u32 = 200;
/// The number of completions of one pattern, beyond which further ones are stored incomplete.
const COMPLETION_PATTERNS: usize = 24;

/// A square where the king may be mated, and the men that may cover the squares of its zone. Arrays are
/// indexed by bit of the zone.
pub(super) struct KingTarget {
    pub king: Square,
    /// The squares to cover: the neighbours and, towards mate, the king's own square.
    zone: KingZoneMask,
    /// The neighbours.
    squares: [Square; 16],
    /// The men of the mating side that may guard the square, as bits.
    guard_candidates: [u32; 16],
    /// The men of the mated side that may block the square, as bits.
    blocker_candidates: [u32; 16],
    /// The number of moves that each man needs to cover the square; 0 for men of a side with rebirths.
    moves_needed: [[u8; MAX_MEN]; 16],
}

/// A pattern under construction.
#[derive(Clone, Copy)]
pub(super) struct PartialPattern {
    /// The task of each man; 0 if it has none.
    pub tasks: [TaskId; MAX_MEN],
    /// The lower bound on the moves that each side needs, White first.
    pub cost: [u16; 2],
    /// The cost of each man; 0 for men of a side with rebirths.
    moves_needed: [u8; MAX_MEN],
    /// The neighbours of the king that are blocked.
    blocked: KingZoneMask,
    /// The men with a guard task, as bits.
    guarding: u32,
    /// The men, other than the king, that occupy a square, as bits.
    pub blocking: u32,
    /// See [`MatePattern::captured_or_held`].
    pub captured_or_held: u32,
}

/// A square of the zone that is not covered, with the men that can cover it.
struct UncoveredSquare {
    bit: usize,
    /// The men of the mating side that can guard it, as bits.
    guards: u32,
    /// The men of the mated side that can block it, as bits.
    blockers: u32,
}

impl PartialPattern {
    /// Returns a pattern without tasks.
    fn new(cost: [u16; 2]) -> PartialPattern {
        PartialPattern {
            tasks: [0; MAX_MEN],
            cost,
            moves_needed: [0; MAX_MEN],
            blocked: 0,
            guarding: 0,
            blocking: 0,
            captured_or_held: 0,
        }
    }

    /// Adds a man to those with a guard task.
    pub fn add_guard(&mut self, man: usize) {
        self.guarding |= 1 << man;
    }
}

impl<B: Board> MatePatterns<'_, B> {
    /// Stores all patterns that the sides can afford. Returns `false` if there are too many to be of use.
    pub(super) fn enumerate_all(&mut self, snapshot: &mut Snapshot) -> bool {
        if self.for_stalemate {
            self.init_capture_costs(snapshot);
        }
        let first = self.patterns.len();
        let moves = snapshot.move_budget[0] + snapshot.move_budget[1];
        let max_patterns = match self.rebirth {
            // Short play costs less than long lists: the filters for mobile men prune most of it.
            _ if self.for_stalemate => {
                MAX_STALEMATE_PATTERNS.min(MIN_STALEMATE_PATTERN_LIMIT << moves.saturating_sub(4).min(8))
            }
            Relocation::Never => MAX_MATE_PATTERNS,
            // In short play there is little to save.
            _ => MAX_REBIRTH_PATTERNS.min(8 << (2 * moves.min(8))),
        };
        // Towards stalemate one budget of nodes serves all king squares.
        let mut nodes = if self.for_stalemate { NODES_PER_PATTERN * max_patterns as u32 } else { u32::MAX };
        for king in self.tasks.distances.board.geometry().all.iter() {
            let Some(partial) = self.start_pattern(king, snapshot) else { continue };
            let new_patterns = if self.for_stalemate { max_patterns } else { ROOT_PATTERNS_PER_KING_SQUARE };
            snapshot.pattern_limit = self.patterns.len() + new_patterns;
            self.nodes_left = if self.for_stalemate { nodes } else { ROOT_NODES_PER_KING_SQUARE };
            let target = self.king_target(king, &partial, snapshot);
            self.enumerate(&partial, &target, snapshot);
            if self.for_stalemate {
                nodes = self.nodes_left;
            }
            if self.patterns.len() - first > max_patterns || nodes == 0 {
                return false;
            }
        }
        true
    }

    /// Returns the pattern with the king on a square and no other task; `None` if the king is too far away.
    fn start_pattern(&mut self, king: Square, snapshot: &Snapshot) -> Option<PartialPattern> {
        let (_, from) = snapshot.men[snapshot.mated_king]?;
        let mated = self.mating_side().other().index();
        let id = self.tasks.occupy_task(king)?;
        let with_rebirth = snapshot.max_rebirths[mated] > 0;
        let cost = u16::from(self.tasks.cost_with(id, Walk::King, from, with_rebirth));
        if cost > snapshot.move_budget[mated] {
            return None;
        }
        let mut partial = PartialPattern::new([0; 2]);
        partial.tasks[snapshot.mated_king] = id;
        partial.cost[mated] = cost;
        partial.moves_needed[snapshot.mated_king] = cost as u8;
        Some(partial)
    }

    /// Stores the completions of an incomplete pattern. `last_target` keeps the king target for the next
    /// call.
    pub(super) fn complete(
        &mut self,
        state: PatternState,
        snapshot: &mut Snapshot,
        last_target: &mut Option<KingTarget>,
    ) {
        let pattern = self.patterns[state.pattern_index as usize];
        let mut partial = PartialPattern {
            tasks: pattern.tasks,
            captured_or_held: pattern.captured_or_held,
            ..PartialPattern::new(state.cost)
        };
        snapshot.pattern_limit = self.patterns.len() + COMPLETION_PATTERNS;
        self.nodes_left = COMPLETION_NODES;
        let has_task = |&(man, &id): &(usize, &TaskId)| id != 0 && man != snapshot.mated_king;
        for (man, &id) in pattern.tasks.iter().enumerate().filter(has_task) {
            match self.tasks.guard_task(id) {
                Some(guard) => {
                    partial.guarding |= 1 << man;
                    partial.blocked |= guard.blocked;
                }
                None => partial.blocking |= 1 << man,
            }
            let has_rebirths = snapshot.max_rebirths[snapshot.side_of(man)] > 0;
            if let Some((walk, at)) = snapshot.men[man].filter(|_| !has_rebirths) {
                partial.moves_needed[man] = self.tasks.cost(id, walk, at);
            }
        }
        let target = match last_target.take().filter(|target| target.king == pattern.king) {
            Some(target) => target,
            None => {
                let Some(start) = self.start_pattern(pattern.king, snapshot) else { return };
                self.king_target(pattern.king, &start, snapshot)
            }
        };
        for man in bits(partial.blocking) {
            let square = self.tasks.occupied_square(pattern.tasks[man]);
            let bit = target.squares.iter().position(|&at| Some(at) == square);
            partial.blocked |= bit.map_or(0, |bit| 1 << bit);
        }
        self.enumerate(&partial, &target, snapshot);
        *last_target = Some(target);
    }

    /// Returns the squares to cover around a king square and the men that may cover them.
    fn king_target(&mut self, king: Square, partial: &PartialPattern, snapshot: &Snapshot) -> KingTarget {
        let neighbours = self.tasks.distances.board.geometry().king[king.index()];
        let own_square = if self.for_stalemate { KING_SQUARE } else { 0 };
        let zone = self.tasks.king_zone.zone(king) & !own_square;
        let mut target = KingTarget {
            king,
            zone,
            squares: [king; 16],
            guard_candidates: [0; 16],
            blocker_candidates: [0; 16],
            moves_needed: [[0; MAX_MEN]; 16],
        };
        for (bit, square) in neighbours.iter().enumerate() {
            target.squares[bit] = square;
        }
        let mating = self.mating_side().index();
        for bit in bits(u32::from(zone)) {
            for man in bits(snapshot.on_board & !partial.blocking & !(1 << snapshot.mated_king)) {
                let Some((walk, at)) = snapshot.men[man] else { continue };
                let side = snapshot.side_of(man);
                let id = if side == mating {
                    self.tasks.single_guard_task(king, bit)
                } else if 1 << bit == KING_SQUARE {
                    continue;
                } else {
                    self.tasks.occupy_task(target.squares[bit])
                };
                let moves_needed = &mut target.moves_needed[bit][man];
                let budget = snapshot.move_budget[side];
                let can_afford = id.is_none_or(|id| {
                    if snapshot.max_rebirths[side] > 0 {
                        return u16::from(self.tasks.cost_with(id, walk, at, true)) <= budget;
                    }
                    let cost = self.tasks.cost(id, walk, at);
                    let added_cost = u16::from(cost.saturating_sub(partial.moves_needed[man]));
                    *moves_needed = cost;
                    cost != UNREACHABLE && partial.cost[side] + added_cost <= budget
                });
                if can_afford && side == mating {
                    target.guard_candidates[bit] |= 1 << man;
                } else if can_afford {
                    target.blocker_candidates[bit] |= 1 << man;
                }
            }
        }
        target
    }

    /// Returns the squares of the zone that are neither blocked nor certainly guarded. A guard that covers a
    /// square from all squares that it can reach with its tasks and the slack of its side counts as guarding
    /// it.
    fn uncovered(
        &mut self,
        partial: &PartialPattern,
        target: &KingTarget,
        snapshot: &Snapshot,
    ) -> KingZoneMask {
        let mut uncovered = target.zone & !partial.blocked;
        for man in bits(partial.guarding) {
            let Some((walk, at)) = snapshot.men[man] else { continue };
            let (id, side) = (partial.tasks[man], snapshot.side_of(man));
            let with_rebirth = snapshot.max_rebirths[side] > 0;
            let own_cost = u16::from(self.tasks.cost_with(id, walk, at, with_rebirth));
            // Nothing is known of the moves of the man if the pattern costs more than the budget.
            let max_moves = (snapshot.move_budget[side] + own_cost).checked_sub(partial.cost[side]);
            let max_moves = max_moves.unwrap_or(u16::MAX);
            uncovered &= !self.tasks.always_guarded(id, walk, at, max_moves, with_rebirth);
        }
        uncovered
    }

    /// Stores a pattern, which is feasible.
    pub(super) fn store_pattern(&mut self, partial: &PartialPattern, king: Square, incomplete: bool) {
        let has_task = |&man: &usize| partial.tasks[man] != 0;
        let assigned = (0..MAX_MEN).filter(has_task).fold(0, |assigned, man| assigned | 1 << man);
        self.states.push(PatternState::new(self.patterns.len() as u32, assigned, partial.cost));
        let PartialPattern { tasks, captured_or_held, .. } = *partial;
        self.patterns.push(MatePattern { tasks, king, captured_or_held, incomplete });
    }

    /// Stores the patterns that extend a partial one.
    pub(super) fn enumerate(&mut self, partial: &PartialPattern, target: &KingTarget, snapshot: &Snapshot) {
        if self.for_stalemate && !self.can_afford(partial, snapshot) {
            return;
        }
        let uncovered = self.uncovered(partial, target, snapshot);
        self.nodes_left = self.nodes_left.saturating_sub(1);
        if self.patterns.len() >= snapshot.pattern_limit || self.nodes_left == 0 {
            return self.store_pattern(partial, target.king, true);
        }
        if self.for_stalemate
            && let Some(requirement) = self.next_requirement(partial, target.king, uncovered, snapshot)
        {
            return self.enumerate_requirement(partial, target, snapshot, requirement);
        }
        if uncovered == 0 {
            return self.store_pattern(partial, target.king, false);
        }
        let Some(UncoveredSquare { bit, guards, blockers }) =
            self.most_constrained_square(partial, target, snapshot, uncovered)
        else {
            return;
        };
        for man in bits(guards) {
            let guard = match self.tasks.guard_task(partial.tasks[man]) {
                Some(guard) => GuardTask { targets: guard.targets | 1 << bit, ..guard },
                None => {
                    let blocked = if self.for_stalemate { 0 } else { partial.blocked };
                    GuardTask { targets: 1 << bit, ..GuardTask::new(target.king, blocked) }
                }
            };
            let mut extended = *partial;
            extended.guarding |= 1 << man;
            match self.reassign(&mut extended, man, ManTask::Guard(guard), snapshot) {
                Some(true) => self.enumerate(&extended, target, snapshot),
                Some(false) => {}
                None => return self.store_pattern(partial, target.king, true),
            }
        }
        self.enumerate_blockers(partial, target, snapshot, blockers, target.squares[bit]);
    }

    /// Stores the patterns that extend a partial one by one of `men`, of the mated side, on a square.
    pub(super) fn enumerate_blockers(
        &mut self,
        partial: &PartialPattern,
        target: &KingTarget,
        snapshot: &Snapshot,
        men: u32,
        square: Square,
    ) {
        for man in bits(men) {
            if self.enumerate_occupier(partial, target, snapshot, (man, square)).is_none() {
                return self.store_pattern(partial, target.king, true);
            }
        }
    }

    /// Returns the uncovered square that the fewest men can cover; `None` if not all squares can be covered.
    fn most_constrained_square(
        &self,
        partial: &PartialPattern,
        target: &KingTarget,
        snapshot: &Snapshot,
        uncovered: KingZoneMask,
    ) -> Option<UncoveredSquare> {
        let mating = self.mating_side().index();
        let slack = of_each_side(|side| snapshot.move_budget[side].saturating_sub(partial.cost[side]));
        let mut fewest = usize::MAX;
        let mut best = UncoveredSquare { bit: 0, guards: 0, blockers: 0 };
        // Each square that cannot be guarded needs a blocker of its own.
        let mut blocking_cost = 0;
        for bit in bits(u32::from(uncovered)) {
            let (mut guards, mut blockers, mut count, mut min_blocker_cost) = (0, 0, 0, u16::MAX);
            let moves_needed = &target.moves_needed[bit];
            for man in bits(target.guard_candidates[bit]) {
                let added_cost = moves_needed[man].saturating_sub(partial.moves_needed[man]);
                if u16::from(added_cost) <= slack[mating] {
                    guards |= 1 << man;
                    count += 1;
                }
            }
            for man in bits(target.blocker_candidates[bit] & !(partial.blocking | partial.captured_or_held)) {
                let cost = u16::from(moves_needed[man]);
                if cost <= slack[1 - mating] {
                    blockers |= 1 << man;
                    count += 1;
                    min_blocker_cost = min_blocker_cost.min(cost);
                }
            }
            if guards == 0 {
                if blockers == 0 {
                    return None;
                }
                blocking_cost += min_blocker_cost;
            }
            if count < fewest {
                fewest = count;
                best = UncoveredSquare { bit, guards, blockers };
            }
        }
        (blocking_cost <= slack[1 - mating]).then_some(best)
    }

    /// Stores the patterns that extend a partial one by a man of the mated side on a square. Returns `None`
    /// if there are too many tasks.
    fn enumerate_occupier(
        &mut self,
        partial: &PartialPattern,
        target: &KingTarget,
        snapshot: &Snapshot,
        (man, square): (usize, Square),
    ) -> Option<()> {
        if self.for_stalemate {
            return self.enumerate_immobile_occupier(partial, target, snapshot, (man, square));
        }
        let task = ManTask::Occupy(square);
        if let Some(extended) = self.with_occupier(partial, target, snapshot, man, task)? {
            self.enumerate(&extended, target, snapshot);
        }
        Some(())
    }

    /// Returns a partial pattern in which a man of the mated side has the task to occupy a square;
    /// `Some(None)` if a side cannot afford that, `None` if there are too many tasks.
    pub(super) fn with_occupier(
        &mut self,
        partial: &PartialPattern,
        target: &KingTarget,
        snapshot: &Snapshot,
        man: usize,
        task: ManTask,
    ) -> Option<Option<PartialPattern>> {
        let mut extended = *partial;
        extended.blocking |= 1 << man;
        if !self.reassign(&mut extended, man, task, snapshot)? {
            return Some(None);
        }
        let square = self.tasks.occupied_square(extended.tasks[man]);
        let bit = target.squares.iter().position(|&at| Some(at) == square && at != target.king);
        if let Some(bit) = bit {
            extended.blocked |= 1 << bit;
            // The lines of guards end on the square. For stalemate that would make too many different tasks:
            // there guards see through men, which is admissible.
            for man in bits(if self.for_stalemate { 0 } else { partial.guarding }) {
                let Some(guard) = self.tasks.guard_task(partial.tasks[man]) else { continue };
                let guard = GuardTask { blocked: extended.blocked, ..guard };
                if !self.reassign(&mut extended, man, ManTask::Guard(guard), snapshot)? {
                    return Some(None);
                }
            }
        }
        Some(Some(extended))
    }

    /// Replaces the task of a man. Returns whether its side can afford that; `None` if there are too many
    /// tasks.
    pub(super) fn reassign(
        &mut self,
        partial: &mut PartialPattern,
        man: usize,
        task: ManTask,
        snapshot: &Snapshot,
    ) -> Option<bool> {
        let Some((walk, at)) = snapshot.men[man] else { return Some(false) };
        let side = snapshot.side_of(man);
        let budget = snapshot.move_budget[side];
        let id = self.tasks.intern(task)?;
        if snapshot.max_rebirths[side] > 0 {
            if u16::from(self.tasks.cost_pair(id, walk, at)[1]) > budget {
                return Some(false);
            }
            partial.tasks[man] = id;
            let limit = RebirthLimit::at_most(snapshot.max_rebirths[side]);
            let own = snapshot.men_of(side);
            let cost = self.tasks.total_cost_with_rebirth(&partial.tasks, own, &snapshot.men, limit, budget);
            partial.cost[side] = cost;
            return Some(cost <= budget);
        }
        let cost = match self.tasks.cost(id, walk, at) {
            UNREACHABLE => return Some(false),
            cost => cost,
        };
        partial.tasks[man] = id;
        partial.cost[side] = partial.cost[side] - u16::from(partial.moves_needed[man]) + u16::from(cost);
        partial.moves_needed[man] = cost;
        Some(partial.cost[side] <= budget)
    }
}

/// Returns the positions of the bits that are set, from the lowest on.
pub(in crate::search) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}
