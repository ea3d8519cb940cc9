//! The update of mate patterns by a move, under rules by which men are reborn.
//!
//! **What.** Captures are played to see where men are; then every cost is computed anew. After a quiet move only the
//! moved man's cost changes, and the cost of the waiting side is the same for all quiet moves of a position: it is
//! computed once.
//!
//! **Why it is correct.** The cost after an update equals the cost computed from the men after the move. A man's
//! cost depends on its own square and on the number of rebirths left; where that number changes, or a limit becomes
//! effective, the cost is computed anew. After a capture men are matched with the squares of the played position, so that
//! every man of the state is a man of the position.
//!
//! **Cost and gain.** A quiet move tests one pattern in most cases, the one that survived the last move. Figures in
//! [`rebirth`](super).
//!
//! **Reference.** None; the orthodox counterpart is [`update`](crate::search::lower_bound::mate_patterns::update).

use std::ops::Range;

use super::{RebirthLimit, cost_without_rebirth};
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::GameRules;
use crate::rules::rebirth::Relocation;
use crate::search::lower_bound::distance::UNREACHABLE;
use crate::search::lower_bound::mate_patterns::enumerate::bits;
use crate::search::lower_bound::mate_patterns::update::MoveDelta;
use crate::search::lower_bound::mate_patterns::{
    MatePatterns, NOT_COMPUTED, PatternState, PlyState, of_each_side,
};

/// What a quiet move leaves of a pattern.
enum Survival {
    /// The pattern is feasible after the move.
    Survives(PatternState),
    /// The pattern is infeasible after the move.
    Pruned,
    /// The pattern is infeasible after every quiet move: it costs the waiting side too much.
    NeedsCapture,
}

/// A pattern that a quick test does not rule out after a move.
struct SurvivorCandidate {
    /// The index of the pattern's state.
    index: usize,
    /// The change of the moved man's cost, with and without rebirth; `None` if it is not known yet.
    added_cost: Option<[i32; 2]>,
}

/// The man that a quiet move moves.
struct MovedMan {
    /// The index of the man.
    man: usize,
    /// Its walk and square before the move.
    from: (Walk, Square),
    /// Its walk and square after the move.
    to: (Walk, Square),
}

/// What the patterns must know of a quiet move, computed once for all of them.
struct QuietUpdate<S> {
    /// The side that moves.
    moving_side: usize,
    /// The men of each side, as bits. Bits of no man may be set.
    men: [u32; 2],
    /// The moved man; `None` if the move is a pass.
    moved: Option<MovedMan>,
    /// Whether the cost of each side is unchanged for every pattern, as long as its men stay.
    cost_unchanged: [bool; 2],
    /// The men that are never reborn, as bits.
    never_reborn: u32,
    /// The limits on the rebirths of each side after the move.
    rebirth_limits: [RebirthLimit<S>; 2],
    /// The moves left to each side after the move, castling savings included.
    move_budget: [u16; 2],
}

impl<S> QuietUpdate<S> {
    /// Returns whether a pattern with tasks for the men `assigned` costs a side the same as before if its men
    /// stay: if the limit on rebirths is unchanged, or enough for all of them.
    #[inline(always)]
    fn is_cost_unchanged(&self, assigned: u32, side: usize) -> bool {
        self.cost_unchanged[side]
            || (self.rebirth_limits[side].squares.is_none()
                && (assigned & self.men[side] & !self.never_reborn).count_ones()
                    <= u32::from(self.rebirth_limits[side].limit))
    }
}

/// Returns how much more a man costs after a move than before, `[with rebirth, without]`, from its costs
/// `[without rebirth, with]`; `None` if the man cannot fulfil its task any more. If the rebirth squares are known,
/// its own square may not matter any more, so the cost with rebirth does not increase.
#[inline]
fn added_cost(
    [plain, reborn]: [u8; 2],
    [plain_before, reborn_before]: [u8; 2],
    squares_known: bool,
) -> Option<[i32; 2]> {
    if reborn == UNREACHABLE {
        return None;
    }
    let added_plain = i32::from(cost_without_rebirth(plain)) - i32::from(cost_without_rebirth(plain_before));
    let added_reborn = i32::from(reborn) - i32::from(reborn_before);
    Some([if squares_known { added_reborn.min(0) } else { added_reborn }, added_plain])
}

impl<B: Board> MatePatterns<'_, B> {
    /// Applies a move to a state, and notes in `delta` which men it moves.
    pub(in crate::search::lower_bound::mate_patterns) fn apply_move_with_rebirth<R: GameRules>(
        &self,
        game: &Game<B, R>,
        delta: &mut MoveDelta,
        ply_state: &mut PlyState,
        position: &PositionOf<B, R>,
        mv: Move,
    ) {
        match (mv.kind, ply_state.man_on(mv.from)) {
            (MoveKind::Pass, _) => {}
            (MoveKind::Quiet | MoveKind::DoubleStep, Some(man)) => {
                let new = (mv.promotion.unwrap_or(mv.walk), mv.to);
                delta.moved[0] = Some((man, new));
                ply_state.men[man] = Some(new);
            }
            _ => {
                delta.others_may_move = true;
                let involved = [ply_state.man_on(mv.from), ply_state.victim(position, mv)];
                Self::track_men::<R>(ply_state, involved, &game.play(position, mv));
                ply_state.update_counts();
            }
        }
        let before = ply_state.max_rebirths;
        ply_state.max_rebirths = self.max_rebirths(ply_state);
        delta.rebirths_unchanged = of_each_side(|side| ply_state.max_rebirths[side] == before[side]);
    }

    /// Updates where the men are after a move. Only the moving man and its victim are elsewhere; they are matched
    /// first, because the man on a rebirth square may be gone.
    fn track_men<R: GameRules>(
        ply_state: &mut PlyState,
        involved: [Option<usize>; 2],
        after: &PositionOf<B, R>,
    ) {
        for side in Side::BOTH {
            let mut unmatched = after.of(side);
            let mut missing: u32 = 0;
            for (man, state) in ply_state.men.iter().enumerate() {
                let Some((walk, at)) = *state else { continue };
                if usize::from(ply_state.white >> man & 1 == 0) != side.index() {
                    continue;
                }
                if unmatched.contains(at) && after.walk_on(at) == Some(walk) {
                    unmatched = unmatched.without(at);
                } else {
                    missing |= 1 << man;
                }
            }
            let first = involved.into_iter().flatten().fold(0, |first, man| first | 1 << man) & missing;
            let others = missing & !first;
            // Pawns last: they may have promoted.
            for (are_pawns, men) in [(false, first), (true, first), (false, others), (true, others)] {
                for man in bits(men) {
                    let state = ply_state.men[man].filter(|(walk, _)| (*walk == Walk::Pawn) == are_pawns);
                    let Some((walk, _)) = state else { continue };
                    let found = unmatched.iter().find(|&at| are_pawns || after.walk_on(at) == Some(walk));
                    ply_state.men[man] = found.and_then(|at| Some((after.walk_on(at)?, at)));
                    unmatched = found.map_or(unmatched, |at| unmatched.without(at));
                }
            }
        }
    }

    /// Searches for a pattern that survives a move. Returns the number of patterns tested, and whether one
    /// survives.
    pub(in crate::search::lower_bound::mate_patterns) fn find_witness_with_rebirth(
        &mut self,
        before: &mut PlyState,
        next: &PlyState,
        delta: &MoveDelta,
    ) -> (usize, bool) {
        if delta.others_may_move {
            let mut all = before.start..before.end;
            let found =
                all.find(|&index| self.update_pattern_after_capture(before, next, delta, index).is_some());
            return (found.map_or(before.end, |index| index + 1) - before.start, found.is_some());
        }
        let quiet = self.quiet_update(before, next, delta);
        let (mut tested, mut found) = (0, None);
        // The last witness first.
        let witness = before.witness.max(before.start);
        for indices in [witness..witness + 1, before.start..before.end] {
            tested += self.for_each_quiet_survivor(&quiet, before, next, indices, |_, index, _| {
                found = Some(index);
                false
            });
            if found.is_some() {
                break;
            }
        }
        before.witness = found.unwrap_or(before.witness);
        (tested, found.is_some())
    }

    /// Appends the states of the patterns that survive a move.
    pub(in crate::search::lower_bound::mate_patterns) fn list_survivors_with_rebirth(
        &mut self,
        before: &mut PlyState,
        next: &mut PlyState,
        delta: &MoveDelta,
    ) {
        if delta.others_may_move {
            for index in before.start..before.end {
                let state = self.update_pattern_after_capture(before, next, delta, index);
                self.states.extend(state);
            }
            return;
        }
        let quiet = self.quiet_update(before, next, delta);
        self.for_each_quiet_survivor(&quiet, before, next, before.start..before.end, |patterns, _, state| {
            patterns.states.push(state);
            true
        });
    }

    /// Calls `visit` with the index and the new state of each pattern that survives a quiet move, until it returns
    /// false. Returns the number of patterns tested. Patterns that need a capture are moved to the end of
    /// `before`.
    #[inline(always)]
    fn for_each_quiet_survivor(
        &mut self,
        quiet: &QuietUpdate<B::Set>,
        before: &mut PlyState,
        next: &PlyState,
        indices: Range<usize>,
        mut visit: impl FnMut(&mut Self, usize, PatternState) -> bool,
    ) -> usize {
        let mut needs_capture_from = before.needs_capture_from.min(before.end);
        let (mut index, mut tested) = (indices.start, 0);
        loop {
            let rest = index..indices.end.min(needs_capture_from);
            let Some(candidate) = self.find_candidate(quiet, rest.clone()) else {
                tested += rest.len();
                break;
            };
            tested += candidate.index + 1 - index;
            index = candidate.index;
            match self.update_pattern_after_quiet_move(quiet, next, candidate) {
                Survival::Survives(state) if !visit(self, index, state) => break,
                Survival::Survives(_) | Survival::Pruned => index += 1,
                Survival::NeedsCapture => {
                    needs_capture_from -= 1;
                    self.states.swap(index, needs_capture_from);
                }
            }
        }
        before.needs_capture_from = needs_capture_from;
        tested
    }

    /// Returns the first of the patterns that the known costs of the moving side do not rule out.
    #[inline(always)]
    fn find_candidate(
        &self,
        quiet: &QuietUpdate<B::Set>,
        indices: Range<usize>,
    ) -> Option<SurvivorCandidate> {
        let move_budget = i32::from(quiet.move_budget[quiet.moving_side]);
        let known_costs = |&(walk, at): &(Walk, Square)| self.tasks.known_costs(walk, at);
        let moved = quiet.moved.as_ref();
        let moved = moved.map(|MovedMan { man, from, to }| (*man, known_costs(from), known_costs(to)));
        let squares_known = quiet.rebirth_limits[quiet.moving_side].squares.is_some();
        let start = indices.start;
        for (offset, state) in self.states.get(indices)?.iter().enumerate() {
            let cost = i32::from(state.cost[quiet.moving_side]);
            let mut candidate = SurvivorCandidate { index: start + offset, added_cost: None };
            // By reference: a copy for each pattern would cost as much as the test.
            match &moved {
                Some((man, before, after)) if state.assigned >> man & 1 == 1 => {
                    let task = self.patterns[state.pattern_index as usize].tasks[*man];
                    if let (Some(before), Some(after)) = (before.get(task), after.get(task)) {
                        // The side's cost changes by one of the two numbers, whichever men are reborn.
                        let added = added_cost(after, before, squares_known);
                        let added = added.filter(|added| cost + added[0].min(added[1]) <= move_budget);
                        let Some(added) = added else { continue };
                        candidate.added_cost = Some(added);
                    }
                }
                _ if quiet.cost_unchanged[quiet.moving_side] && cost > move_budget => continue,
                _ => {}
            }
            return Some(candidate);
        }
        None
    }

    /// Returns the state of a pattern after a move that may have moved any man; `None` if the pattern is
    /// infeasible.
    fn update_pattern_after_capture(
        &mut self,
        before: &PlyState,
        next: &PlyState,
        delta: &MoveDelta,
        index: usize,
    ) -> Option<PatternState> {
        let PatternState { pattern_index, assigned, mut cost, .. } = self.states[index];
        // The side that has moved has one move less and fails more often.
        for side in [delta.side, 1 - delta.side] {
            let own = assigned & if side == 0 { before.white } else { !before.white };
            let (rebirths, move_budget) = (self.rebirth_limit(next, side), delta.move_budget[side]);
            cost[side] = self.side_cost_with_rebirth(pattern_index, own, next, rebirths, move_budget);
            if cost[side] > move_budget {
                return None;
            }
        }
        Some(PatternState::new(pattern_index, assigned, cost))
    }

    /// Returns what the patterns must know of a quiet move.
    #[inline(always)]
    fn quiet_update(&self, before: &PlyState, next: &PlyState, delta: &MoveDelta) -> QuietUpdate<B::Set> {
        let moved = delta.moved[0].and_then(|(man, to)| Some(MovedMan { man, from: before.men[man]?, to }));
        QuietUpdate {
            moving_side: delta.side,
            men: [before.white, !before.white],
            moved,
            cost_unchanged: of_each_side(|side| {
                let squares_known = self.rebirth_squares[side].is_some();
                // A waiting side of only a king can capture from the same squares as before.
                let only_king_waits = side == delta.side && next.opponents_of(side) & !next.kings == 0;
                delta.rebirths_unchanged[side] && (!squares_known || only_king_waits)
            }),
            never_reborn: if matches!(self.rebirth, Relocation::Victims(_)) { before.kings } else { 0 },
            rebirth_limits: of_each_side(|side| self.rebirth_limit(next, side)),
            move_budget: delta.move_budget,
        }
    }

    /// Returns what a quiet move leaves of a pattern.
    #[inline(always)]
    fn update_pattern_after_quiet_move(
        &mut self,
        quiet: &QuietUpdate<B::Set>,
        next: &PlyState,
        SurvivorCandidate { index, added_cost: added }: SurvivorCandidate,
    ) -> Survival {
        let PatternState { pattern_index, assigned, mut cost, waiting_cost, .. } = self.states[index];
        let (mover, other) = (quiet.moving_side, 1 - quiet.moving_side);
        let mut is_known = quiet.is_cost_unchanged(assigned, mover);
        if let Some(MovedMan { man, from, to }) = &quiet.moved
            && assigned >> man & 1 == 1
        {
            // The change is mostly known from the candidate.
            let added = match added {
                Some(added) => Some(added),
                None => {
                    let task = self.patterns[pattern_index as usize].tasks[*man];
                    let before = self.tasks.cost_pair(task, from.0, from.1);
                    let after = self.tasks.cost_pair(task, to.0, to.1);
                    added_cost(after, before, quiet.rebirth_limits[mover].squares.is_some())
                }
            };
            let Some(added) = added else { return Survival::Pruned };
            let least = i32::from(cost[mover]) + added[0].min(added[1]);
            if least > i32::from(quiet.move_budget[mover]) {
                return Survival::Pruned;
            }
            is_known &= added[0] == added[1];
            if is_known {
                cost[mover] = least as u16;
            }
        }
        // The men of the waiting side stay, so its cost does not depend on the move, unless its rebirth squares
        // do.
        let is_same_for_all_moves = quiet.rebirth_limits[other].squares.is_none();
        cost[other] = match waiting_cost {
            NOT_COMPUTED if quiet.is_cost_unchanged(assigned, other) => cost[other],
            NOT_COMPUTED => {
                let own = assigned & quiet.men[other];
                let (rebirths, move_budget) = (quiet.rebirth_limits[other], quiet.move_budget[other]);
                let cost = self.side_cost_with_rebirth(pattern_index, own, next, rebirths, move_budget);
                if is_same_for_all_moves {
                    self.states[index].waiting_cost = cost;
                }
                cost
            }
            known => known,
        };
        if cost[other] > quiet.move_budget[other] {
            return if is_same_for_all_moves { Survival::NeedsCapture } else { Survival::Pruned };
        }
        if !is_known {
            let own = assigned & quiet.men[mover];
            let (rebirths, move_budget) = (quiet.rebirth_limits[mover], quiet.move_budget[mover]);
            cost[mover] = self.side_cost_with_rebirth(pattern_index, own, next, rebirths, move_budget);
        }
        match cost[mover] <= quiet.move_budget[mover] {
            true => Survival::Survives(PatternState::new(pattern_index, assigned, cost)),
            false => Survival::Pruned,
        }
    }
}
