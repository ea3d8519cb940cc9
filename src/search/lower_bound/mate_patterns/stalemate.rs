//! **What.** Mate patterns for stalemate: every man of the mated side is captured, blocked by men of its own side,
//! pinned, or (a pawn) stopped by a man ahead of it.
//!
//! A man other than a pawn that is neither captured nor pinned is immobile only if men of its own side occupy
//! every square that it could step or leap to first (its *blocking squares*), and these men must be immobile
//! themselves. So the men block one another on few squares, most of them at the edge. Example: a black king on a1
//! and a rook on a2 need black men on a3 and b2; a bishop on b2 needs men on c1 and c3 as well; a knight there
//! that is pinned along the diagonal needs none.
//!
//! **Why it is correct.** Admissible: captures that a stopped pawn could make are ignored, and a pinning man needs
//! only a square beyond the pinned man on its line. The pinned man must have no move along the line. Applies to
//! help play under orthodox captures on boards where lines do not fork.
//!
//! **Cost and gain.** An h=4 drops from more than 45 to 0.05 s, an h=5 from 65 to 0.15 s (Popeye: 2.0 and 2.0 s).
//! Beyond 64,000 patterns, fewer in short play, the technique is given up.
//!
//! **Reference.** Popeye's intelligent mode enumerates final positions; partial patterns with costs are new.

use super::enumerate::{KingTarget, PartialPattern, Snapshot, bits};
use super::tasks::{GuardTask, ManTask};
use super::{MatePatterns, PlyState};
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::search::lower_bound::king_zone::KingZoneMask;
use crate::search::lower_bound::mate_patterns::update::MoveDelta;

/// What a partial pattern needs next.
pub(super) enum OpenRequirement {
    /// A man of the mated side must occupy a square.
    OccupySquare(Square),
    /// A man must be immobile on some square, or be captured.
    ImmobiliseMan(usize),
    /// The pattern cannot be completed.
    Infeasible,
}

impl<B: Board> MatePatterns<'_, B> {
    /// Returns the squares that men of the mated side must occupy so that a man of theirs has no move.
    fn blocking_squares(&self, walk: Walk, at: Square) -> B::Set {
        let board = self.tasks.distances.board;
        let geometry = board.geometry();
        match walk {
            Walk::Queen => geometry.king[at.index()],
            Walk::Rook => geometry.king[at.index()] & board.rook(at, B::Set::EMPTY),
            Walk::Bishop => geometry.king[at.index()] & board.bishop(at, B::Set::EMPTY),
            Walk::Knight => geometry.knight[at.index()],
            Walk::Pawn => geometry.pawn(self.mating_side().other()).step[at.index()],
            _ => B::Set::EMPTY,
        }
    }

    /// Returns whether a pin leaves a man no move.
    fn is_immobilised_by_pin(&self, walk: Walk, at: Square, king: Square) -> bool {
        let board = self.tasks.distances.board;
        let is_orthogonal = board.rook(king, B::Set::EMPTY).contains(at);
        let is_diagonal = board.bishop(king, B::Set::EMPTY).contains(at);
        match walk {
            Walk::Knight => is_orthogonal || is_diagonal,
            Walk::Bishop => is_orthogonal,
            Walk::Rook => is_diagonal,
            Walk::Pawn => {
                let step = board.geometry().pawn(self.mating_side().other()).step[at.index()];
                is_diagonal || (is_orthogonal && !step.intersects(board.geometry().line(king, at)))
            }
            _ => false,
        }
    }

    /// Returns a lower bound on the moves of men of the mated side until all of them are captured, after a move.
    pub(super) fn capture_cost_after_move(&mut self, next: &PlyState, delta: &MoveDelta, men: u32) -> u16 {
        if !self.capture_costs_ready {
            self.init_capture_costs(&next.snapshot_with(delta.move_budget));
            self.capture_costs_ready = true;
        }
        self.capture_cost(men)
    }

    /// Returns whether the mated side has the moves that a partial pattern costs it.
    pub(super) fn can_afford(&mut self, partial: &PartialPattern, snapshot: &Snapshot) -> bool {
        let mated = self.mating_side().other().index();
        let capture_cost = self.capture_cost(partial.captured_or_held & !partial.blocking);
        partial.cost[mated].saturating_add(capture_cost) <= snapshot.move_budget[mated]
    }

    /// Returns the squares of the men of the mated side in a partial pattern, the king included.
    fn occupied_squares(&self, partial: &PartialPattern, king: Square) -> B::Set {
        let squares = bits(partial.blocking).filter_map(|man| self.tasks.occupied_square(partial.tasks[man]));
        B::Set::from_squares(squares).with(king)
    }

    /// Returns the men of the mated side for which a partial pattern provides nothing yet.
    fn unassigned(&self, partial: &PartialPattern, snapshot: &Snapshot) -> u32 {
        snapshot.men_of(self.mating_side().other().index())
            & !(partial.blocking | partial.captured_or_held | 1 << snapshot.mated_king)
    }

    /// Returns what a partial pattern needs next; `None` if all men are immobile or captured, or if flights
    /// (`uncovered`) come first.
    pub(super) fn next_requirement(
        &self,
        partial: &PartialPattern,
        king: Square,
        uncovered: KingZoneMask,
        snapshot: &Snapshot,
    ) -> Option<OpenRequirement> {
        let mut required = B::Set::EMPTY;
        for man in bits(partial.blocking & !partial.captured_or_held) {
            let Some((walk, square)) = self.tasks.required_walk(partial.tasks[man]) else { continue };
            required |= self.blocking_squares(walk, square);
        }
        let required = required & !self.occupied_squares(partial, king);
        let unassigned = self.unassigned(partial, snapshot);
        if required.count() > unassigned.count_ones() {
            return Some(OpenRequirement::Infeasible);
        }
        if let Some(square) = required.first() {
            return Some(OpenRequirement::OccupySquare(square));
        }
        let rank = |man: usize| match snapshot.men[man] {
            Some((Walk::Queen, _)) => 0,
            Some((Walk::Rook, _)) => 1,
            Some((Walk::Bishop, _)) => 2,
            Some((Walk::Knight, _)) => 3,
            _ => 4,
        };
        let next = bits(unassigned).min_by_key(|&man| rank(man));
        // Queens first, which few patterns immobilise; then the flights; then the other men.
        next.filter(|&man| uncovered == 0 || rank(man) == 0).map(OpenRequirement::ImmobiliseMan)
    }

    /// Enumerates the patterns that fulfil a requirement of a partial pattern.
    pub(super) fn enumerate_requirement(
        &mut self,
        partial: &PartialPattern,
        target: &KingTarget,
        snapshot: &Snapshot,
        requirement: OpenRequirement,
    ) {
        match requirement {
            OpenRequirement::Infeasible => {}
            OpenRequirement::OccupySquare(square) => {
                self.enumerate_blockers(partial, target, snapshot, self.unassigned(partial, snapshot), square)
            }
            OpenRequirement::ImmobiliseMan(man) => {
                let mut captured = *partial;
                captured.captured_or_held |= 1 << man;
                if self.can_afford(&captured, snapshot) {
                    self.enumerate(&captured, target, snapshot);
                }
                let Some((walk, at)) = snapshot.men[man] else { return };
                let mated = self.mating_side().other();
                let slack = snapshot.move_budget[mated.index()].saturating_sub(partial.cost[mated.index()]);
                self.tasks.distances.prepare(mated, walk, at);
                let squares = self.tasks.distances.squares_within_as_any(mated, walk, at, slack);
                for square in (squares & !self.occupied_squares(partial, target.king)).iter() {
                    if self.enumerate_immobile_occupier(partial, target, snapshot, (man, square)).is_none() {
                        return self.store_pattern(partial, target.king, true);
                    }
                }
            }
        }
    }

    /// Enumerates the patterns in which a man of the mated side is also immobile on a square: blocked, stopped or
    /// pinned. Returns `None` if the task table is full.
    pub(super) fn enumerate_immobile_occupier(
        &mut self,
        partial: &PartialPattern,
        target: &KingTarget,
        snapshot: &Snapshot,
        (man, square): (usize, Square),
    ) -> Option<()> {
        let Some((walk, _)) = snapshot.men[man] else { return Some(()) };
        let occupied = self.occupied_squares(partial, target.king).with(square);
        let others = self.unassigned(partial, snapshot) & !(1 << man);
        // The walk of a promoted pawn matters here.
        for final_walk in self.tasks.distances.walks.final_walks(walk) {
            let missing = self.blocking_squares(final_walk, square) & !occupied;
            let can_be_blocked = missing.count() <= others.count_ones();
            let can_be_pinned =
                !missing.is_empty() && self.is_immobilised_by_pin(final_walk, square, target.king);
            let stop_square = missing.first().filter(|_| final_walk == Walk::Pawn);
            if !can_be_blocked && !can_be_pinned && stop_square.is_none() {
                continue;
            }
            let task = ManTask::OccupyAs(final_walk, square);
            let Some(mut extended) = self.with_occupier(partial, target, snapshot, man, task)? else {
                continue;
            };
            if can_be_blocked {
                self.enumerate(&extended, target, snapshot);
            }
            extended.captured_or_held |= 1 << man;
            if stop_square.is_some() {
                let stop = |guard: GuardTask| {
                    guard.stop_square.is_none().then_some(GuardTask { stop_square, ..guard })
                };
                self.enumerate_guards(&extended, target, snapshot, stop)?;
            }
            if can_be_pinned {
                let pin = |guard: GuardTask| {
                    guard.pinned.is_none().then_some(GuardTask { pinned: Some(square), ..guard })
                };
                self.enumerate_guards(&extended, target, snapshot, pin)?;
            }
        }
        Some(())
    }

    /// Enumerates the patterns in which a man of the mating side takes on one more task. `extend` returns the
    /// extended guard task; `None` if the man has such a task already. Returns `None` if the task table is full.
    fn enumerate_guards(
        &mut self,
        partial: &PartialPattern,
        target: &KingTarget,
        snapshot: &Snapshot,
        extend: impl Fn(GuardTask) -> Option<GuardTask>,
    ) -> Option<()> {
        for man in bits(snapshot.men_of(self.mating_side().index())) {
            let guard = self.tasks.guard_task(partial.tasks[man]);
            let guard = guard.unwrap_or_else(|| GuardTask::new(target.king, 0));
            let Some(guard) = extend(guard) else { continue };
            let mut extended = *partial;
            if self.reassign(&mut extended, man, ManTask::Guard(guard), snapshot)? {
                extended.add_guard(man);
                self.enumerate(&extended, target, snapshot);
            }
        }
        Some(())
    }
}
