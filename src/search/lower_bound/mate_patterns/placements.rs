//! **What.** The *placements* of a mate pattern, with few men on the board: the final squares of the men with
//! a task. A pattern leaves the squares of guards open, and each man is tested alone, so it may be that no
//! placement is a mate: two men need the same square, a man of the mated side checks the mating king from the
//! square that it blocks, or it can capture the only checker from there. A pattern without a possible
//! placement is dropped. One with few of them is replaced by these: each is a pattern in which every man has
//! one square, with the distances to these squares as its cost.
//!
//! ```text
//! 3 . . . . . . . .     Black bishop d1 and queen f1 block, White guards d2, e2 and f2 by the king and
//! 2 . . . K . . . .     checks by the knight: the distances allow it. But each square from which a knight
//! 1 . . . b k q . .     attacks e1 (c2, d3, f3, g2) is attacked by the bishop or the queen, so the pattern
//!   a b c d e f g h     is dropped.
//! ```
//!
//! A man without a task is placed, too, where it must close a line or give check in place of the others. If all
//! men of one side are placed, none of them is captured, so that pawns of the other side stay on their files.
//!
//! **Why it is correct.** Admissible: each mate that fulfils a pattern is one of its placements, and a placement
//! is rejected only for what is certain: the placed men alone are too expensive, leave a flight that no other
//! man can guard or block, check the mating king, or parry the check. Where a man without a task could change
//! that, the placements with this man on each such square are tested instead; it may guard, block or pin wherever
//! it can get in the moves to spare. Applies towards mate under orthodox rules, with at most six men.
//!
//! **Cost and gain.** A h#8 with a lone knight 17.5 to 0.01 s, a h#8 with a lone bishop 1.7 to 0.01 s. At most
//! 20,000 placements are tested at a root.
//!
//! **Reference.** Popeye's "intelligent mode" also enumerates final positions with each man on its square.

mod verdict;

use std::ops::ControlFlow;

use super::enumerate::{Snapshot, bits};
use super::tasks::{FinalWalk, GuardTask, ManTask};
use super::{MatePattern, MatePatterns, PatternState, PlyState};
use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::search::lower_bound::king_zone::{KING_SQUARE, KingZoneMask};
use verdict::Verdict;

/// The most placements by which one pattern is replaced.
const MAX_PLACEMENTS_PER_PATTERN: usize = 16;
/// The number of placements of a root, beyond which patterns are dropped or kept, but not replaced.
const MAX_PLACEMENTS: usize = 400;
/// The placements of one root that are tested. The patterns that are left then are kept.
const MAX_TESTS: u32 = 20_000;

/// A man on its final square.
#[derive(Clone, Copy)]
struct PlacedMan {
    man: usize,
    walk: Walk,
    at: Square,
    /// The number of moves that it needs.
    moves: u16,
}

/// The men without a task in the final positions of a pattern.
struct UnplacedMen<S> {
    /// The squares where they may be.
    squares: S,
    /// The squares where men of the mated side may be.
    blocked: S,
    /// The squares of the king zone that men of the mating side may guard or attack.
    guarded: KingZoneMask,
    /// The squares from which men of the mating side may pin.
    pinning: S,
}

/// The search for the placements of a root.
struct PlacementSearch {
    tests_left: u32,
    /// The number of placements stored.
    stored: usize,
}

/// The search for the placements of one pattern.
struct PatternPlacements<'p, S> {
    /// The possible final squares of each man with a task.
    choices: &'p [Vec<PlacedMan>],
    snapshot: &'p Snapshot,
    unplaced: &'p UnplacedMen<S>,
    /// The most placements to find.
    limit: usize,
    /// The placements found.
    found: Vec<Vec<PlacedMan>>,
    /// The men placed so far.
    placed: Vec<PlacedMan>,
}

impl<B: Board> MatePatterns<'_, B> {
    /// Drops the patterns of a root without a possible placement, and replaces those with few of them.
    pub(super) fn place_patterns(&mut self, root: &mut PlyState, castling_savings: [u16; 2]) {
        let snapshot = root.snapshot(castling_savings);
        let mut search = PlacementSearch { tests_left: MAX_TESTS, stored: 0 };
        let states: Vec<PatternState> = self.states.drain(root.start..).collect();
        for state in states {
            self.place_pattern(state, &snapshot, &mut search);
        }
        root.end = self.states.len();
    }

    /// Stores the placements of a pattern, or the pattern itself if there are too many.
    fn place_pattern(&mut self, state: PatternState, snapshot: &Snapshot, search: &mut PlacementSearch) {
        let pattern = self.patterns[state.pattern_index as usize];
        if pattern.incomplete || search.tests_left == 0 {
            return self.states.push(state);
        }
        let choices: Vec<Vec<PlacedMan>> =
            bits(state.assigned).map(|man| self.final_squares(man, &pattern, state, snapshot)).collect();
        let unplaced = self.unplaced_men(&pattern, state, snapshot);
        let mut placements = PatternPlacements {
            choices: &choices,
            snapshot,
            unplaced: &unplaced,
            limit: if search.stored < MAX_PLACEMENTS { MAX_PLACEMENTS_PER_PATTERN } else { 0 },
            found: Vec::new(),
            placed: Vec::new(),
        };
        let is_complete =
            self.find_placements(&mut placements, pattern.king, [0; 2], &mut search.tests_left).is_continue();
        let found = placements.found;
        if !is_complete || self.store_placements(&pattern, &found, snapshot, search).is_none() {
            self.states.push(state);
        }
    }

    /// Returns the squares where a man can fulfil its task in a final position of a pattern.
    fn final_squares(
        &mut self,
        man: usize,
        pattern: &MatePattern,
        state: PatternState,
        snapshot: &Snapshot,
    ) -> Vec<PlacedMan> {
        let Some((walk, from)) = snapshot.men[man] else { return Vec::new() };
        let id = pattern.tasks[man];
        let side = snapshot.side_of(man);
        let slack = snapshot.move_budget[side].saturating_sub(state.cost[side]);
        let max_moves = slack + u16::from(self.tasks.cost(id, walk, from));
        let mut choices = Vec::new();
        for final_walk in self.tasks.distances.walks.final_walks(walk) {
            let squares = match self.tasks.occupied_square(id) {
                Some(square) => B::Set::of(square),
                None => self.tasks.guarding_squares(id, final_walk),
            };
            for at in squares.iter() {
                let moves = self.tasks.distances.distance_as(Side::BOTH[side], walk, from, final_walk, at);
                if u16::from(moves) <= max_moves {
                    choices.push(PlacedMan { man, walk: final_walk, at, moves: moves.into() });
                }
            }
        }
        choices.sort_by_key(|choice| choice.moves);
        choices
    }

    /// Returns where the men without a task may be in a final position of a pattern.
    fn unplaced_men(
        &mut self,
        pattern: &MatePattern,
        state: PatternState,
        snapshot: &Snapshot,
    ) -> UnplacedMen<B::Set> {
        let mating = self.mating_side().index();
        let neighbours = self.tasks.distances.board.geometry().king[pattern.king.index()].count() as usize;
        let mut unplaced = UnplacedMen {
            squares: B::Set::EMPTY,
            blocked: B::Set::EMPTY,
            guarded: 0,
            pinning: B::Set::EMPTY,
        };
        for man in bits(snapshot.on_board & !state.assigned) {
            let Some((walk, at)) = snapshot.men[man] else { continue };
            let side = snapshot.side_of(man);
            let slack = snapshot.move_budget[side].saturating_sub(state.cost[side]);
            self.tasks.distances.prepare(Side::BOTH[side], walk, at);
            for final_walk in self.tasks.distances.walks.final_walks(walk) {
                let distances = &self.tasks.distances;
                let squares = distances.squares_within_as(Side::BOTH[side], walk, at, final_walk, slack);
                unplaced.squares |= squares;
                if side != mating {
                    unplaced.blocked |= squares;
                } else {
                    unplaced.pinning |= squares & self.pinning_squares(final_walk, pattern.king);
                }
            }
            if side == mating {
                for bit in (0..neighbours).chain([KING_SQUARE.trailing_zeros() as usize]) {
                    let id = self.tasks.single_guard_task(pattern.king, bit);
                    let can_guard = id.is_none_or(|id| u16::from(self.tasks.cost(id, walk, at)) <= slack);
                    unplaced.guarded |= KingZoneMask::from(can_guard) << bit;
                }
            }
        }
        unplaced
    }

    /// Finds the placements of the men that are not placed yet; `cost` is that of the others. Breaks if there
    /// are too many, or no test is left.
    fn find_placements(
        &self,
        search: &mut PatternPlacements<'_, B::Set>,
        king: Square,
        cost: [u16; 2],
        tests_left: &mut u32,
    ) -> ControlFlow<()> {
        let choices = search.choices;
        let Some(men) = choices.get(search.placed.len()) else {
            return self.judge_placement(search, king, cost, tests_left);
        };
        for placed in men {
            let side = search.snapshot.side_of(placed.man);
            let mut cost = cost;
            cost[side] += placed.moves;
            if cost[side] > search.snapshot.move_budget[side] {
                // The choices are ordered by their moves.
                break;
            }
            if search.is_occupied(placed.at) {
                continue;
            }
            search.placed.push(*placed);
            let flow = self.find_placements(search, king, cost, tests_left);
            search.placed.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Adds the current placement to those found, if it may be a mate. If a line must be closed, a man without a
    /// task is placed there in each possible way. Breaks as [`find_placements`](Self::find_placements).
    fn judge_placement(
        &self,
        search: &mut PatternPlacements<'_, B::Set>,
        king: Square,
        cost: [u16; 2],
        tests_left: &mut u32,
    ) -> ControlFlow<()> {
        *tests_left = tests_left.saturating_sub(1);
        if *tests_left == 0 {
            return ControlFlow::Break(());
        }
        if !self.is_affordable(search) {
            return ControlFlow::Continue(());
        }
        let (closing, by_check) = match self.verdict(king, search) {
            Verdict::Impossible => return ControlFlow::Continue(()),
            Verdict::Possible => {
                search.found.push(search.placed.clone());
                return match search.found.len() > search.limit {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                };
            }
            Verdict::NeedsHelp { closing, by_check } => (closing, by_check),
        };
        for man in bits(search.snapshot.on_board & !search.placed_men()) {
            let Some((walk, from)) = search.snapshot.men[man] else { continue };
            let side = search.snapshot.side_of(man);
            let max_moves = search.snapshot.move_budget[side].saturating_sub(cost[side]);
            for final_walk in self.tasks.distances.walks.final_walks(walk) {
                let can_check = by_check && side == self.mating_side().index() && final_walk != Walk::King;
                let checking = match can_check {
                    true => self.tasks.king_zone.attackers(final_walk, king),
                    false => B::Set::EMPTY,
                };
                let occupied = B::Set::from_squares(search.placed.iter().map(|placed| placed.at));
                for at in ((closing | checking) & !occupied).iter() {
                    let distances = &self.tasks.distances;
                    let moves =
                        distances.known_distance_as(Side::BOTH[side], walk, from, final_walk, at).into();
                    if moves > max_moves {
                        continue;
                    }
                    let mut cost = cost;
                    cost[side] += moves;
                    search.placed.push(PlacedMan { man, walk: final_walk, at, moves });
                    let flow = self.judge_placement(search, king, cost, tests_left);
                    search.placed.pop();
                    flow?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether the sides can afford the current placement, where pawns capture nothing if all men of the
    /// other side are placed.
    fn is_affordable(&self, search: &PatternPlacements<'_, B::Set>) -> bool {
        let mut cost = [0u16; 2];
        for &PlacedMan { man, walk: final_walk, at, moves } in &search.placed {
            let side = search.snapshot.side_of(man);
            cost[side] += match search.snapshot.men[man] {
                Some((Walk::Pawn, from)) if search.all_are_placed(1 - side) => {
                    let distances = &self.tasks.distances;
                    distances.distance_without_capture(Side::BOTH[side], from, final_walk, at).into()
                }
                _ => moves,
            };
        }
        (0..2).all(|side| cost[side] <= search.snapshot.move_budget[side])
    }

    /// Stores placements of a pattern as patterns. `None`, with nothing stored, if there are too many tasks.
    fn store_placements(
        &mut self,
        pattern: &MatePattern,
        placements: &[Vec<PlacedMan>],
        snapshot: &Snapshot,
        search: &mut PlacementSearch,
    ) -> Option<()> {
        let first = self.states.len();
        for placement in placements {
            let placed_men = placement.iter().fold(0, |men, placed| men | 1 << placed.man);
            let mut new = *pattern;
            let mut cost = [0; 2];
            for placed in placement {
                let (walk, from) = snapshot.men[placed.man]?;
                let opponents = snapshot.men_of(1 - snapshot.side_of(placed.man));
                let may_capture = opponents & !placed_men != 0;
                let task = self.placement_task(pattern, *placed, may_capture, snapshot);
                let Some(id) = self.tasks.intern(task) else {
                    self.states.truncate(first);
                    return None;
                };
                new.tasks[placed.man] = id;
                cost[snapshot.side_of(placed.man)] += u16::from(self.tasks.cost(id, walk, from));
            }
            self.states.push(PatternState::new(self.patterns.len() as u32, placed_men, cost));
            self.patterns.push(new);
            search.stored += 1;
        }
        Some(())
    }

    /// Returns the task of a man to be on its square of a placement. `may_capture` is whether the men placed
    /// leave a man that pawns of its side can capture.
    fn placement_task(
        &self,
        pattern: &MatePattern,
        placed: PlacedMan,
        may_capture: bool,
        snapshot: &Snapshot,
    ) -> ManTask {
        let PlacedMan { man, walk, at, .. } = placed;
        if snapshot.side_of(man) != self.mating_side().index() {
            return match may_capture {
                _ if walk == Walk::King => ManTask::Occupy(at),
                true => ManTask::OccupyAs(walk, at),
                false => ManTask::OccupyWithoutCapture(walk, at),
            };
        }
        let guard = self.tasks.guard_task(pattern.tasks[man]);
        let guard = guard.unwrap_or(GuardTask::new(pattern.king, 0));
        let final_walk = if may_capture { FinalWalk::Any(walk) } else { FinalWalk::WithoutCapture(walk) };
        ManTask::Guard(GuardTask { stop_square: Some(at), final_walk: Some(final_walk), ..guard })
    }
}

impl<S> PatternPlacements<'_, S> {
    /// Returns the men that are placed, as bits.
    fn placed_men(&self) -> u32 {
        self.placed.iter().fold(0, |men, placed| men | 1 << placed.man)
    }

    /// Returns whether all men of a side that are on the board are placed.
    fn all_are_placed(&self, side: usize) -> bool {
        self.snapshot.men_of(side) & !self.placed_men() == 0
    }

    /// Returns whether a man is placed on a square.
    fn is_occupied(&self, at: Square) -> bool {
        self.placed.iter().any(|placed| placed.at == at)
    }

    /// Returns the placed men of a side.
    fn placed_of(&self, side: Side) -> impl Iterator<Item = &PlacedMan> {
        self.placed.iter().filter(move |placed| self.snapshot.side_of(placed.man) == side.index())
    }
}
