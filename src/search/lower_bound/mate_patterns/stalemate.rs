//! Nets for stalemate: every man of the mated side is hemmed in, stopped, pinned or captured.
//!
//! A man other than a pawn who is neither captured nor pinned has no move only if men of his
//! own side stand on all squares to which he could step or leap first; they must be hemmed in
//! themselves. So the men hold one another on few squares of the board, most of them at its
//! edge. A pawn is stopped by a man ahead of it, of whatever side; what it could capture is not
//! reckoned with. Who pins stands behind the pinned man, who must have no move on the line either.

use super::enumerate::{KingTarget, PartialPattern, Snapshot, bits};
use super::tasks::{GuardTask, ManTask};
use super::{MatePatterns, PlyState};
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::search::lower_bound::distance::PAWN_FINAL_WALKS;
use crate::search::lower_bound::king_zone::KingZoneMask;
use crate::search::lower_bound::mate_patterns::update::MoveDelta;

/// What is next to be hemmed in.
pub(super) enum OpenRequirement {
    /// A square must be occupied.
    OccupySquare(Square),
    /// A man must find his square, or be captured.
    ImmobiliseMan(usize),
    /// Nothing helps.
    Infeasible,
}

impl<B: Board> MatePatterns<'_, B> {
    /// Where men of the mated side must stand so that a man of their own has no move.
    fn blocking_squares(&self, kind: Walk, at: Square) -> B::Set {
        let board = self.tasks.distances.board;
        let geometry = board.geometry();
        match kind {
            Walk::Queen => geometry.king[at.index()],
            Walk::Rook => geometry.king[at.index()] & board.rook(at, B::Set::EMPTY),
            Walk::Bishop => geometry.king[at.index()] & board.bishop(at, B::Set::EMPTY),
            Walk::Knight => geometry.knight[at.index()],
            Walk::Pawn => geometry.pawn(self.mating_side().other()).step[at.index()],
            _ => B::Set::EMPTY,
        }
    }

    /// Does a pin take every move from a man of this kind who stands there?
    fn is_immobilised_by_pin(&self, kind: Walk, at: Square, king: Square) -> bool {
        let board = self.tasks.distances.board;
        let straight = board.rook(king, B::Set::EMPTY).contains(at);
        let slanting = board.bishop(king, B::Set::EMPTY).contains(at);
        match kind {
            Walk::Knight => straight || slanting,
            Walk::Bishop => straight,
            Walk::Rook => slanting,
            Walk::Pawn => {
                let step = board.geometry().pawn(self.mating_side().other()).step[at.index()];
                slanting || (straight && !step.intersects(board.geometry().line(king, at)))
            }
            _ => false,
        }
    }

    /// What it takes men of the mated side to be captured, after a move.
    pub(super) fn capture_cost_after_move(&mut self, next: &PlyState, change: &MoveDelta, men: u32) -> u16 {
        if !self.capture_costs_ready {
            self.init_capture_costs(&next.snapshot_with(change.move_budget));
            self.capture_costs_ready = true;
        }
        self.capture_cost(men)
    }

    /// Can the mated side afford all that a draft asks of it?
    pub(super) fn can_afford(&mut self, draft: &PartialPattern, room: &Snapshot) -> bool {
        let mated = self.mating_side().other().index();
        let falls = self.capture_cost(draft.captured_or_held & !draft.blocking);
        draft.cost[mated].saturating_add(falls) <= room.move_budget[mated]
    }

    /// The squares where men of the mated side stand in a draft, its king among them.
    fn occupied_squares(&self, draft: &PartialPattern, king: Square) -> B::Set {
        let stands = bits(draft.blocking).filter_map(|man| self.tasks.occupied_square(draft.tasks[man]));
        B::Set::from_squares(stands).with(king)
    }

    /// The men of the mated side of whom nothing is said yet.
    fn unassigned(&self, draft: &PartialPattern, room: &Snapshot) -> u32 {
        room.men_of(self.mating_side().other().index())
            & !(draft.blocking | draft.captured_or_held | 1 << room.mated_king)
    }

    /// What is next to be hemmed in; none if all are.
    pub(super) fn next_requirement(
        &self,
        draft: &PartialPattern,
        king: Square,
        open: KingZoneMask,
        room: &Snapshot,
    ) -> Option<OpenRequirement> {
        let mut wanted = B::Set::EMPTY;
        for man in bits(draft.blocking & !draft.captured_or_held) {
            let Some((kind, square)) = self.tasks.required_walk(draft.tasks[man]) else { continue };
            wanted |= self.blocking_squares(kind, square);
        }
        let wanted = wanted & !self.occupied_squares(draft, king);
        let loose = self.unassigned(draft, room);
        if wanted.count() > loose.count_ones() {
            return Some(OpenRequirement::Infeasible);
        }
        if let Some(square) = wanted.first() {
            return Some(OpenRequirement::OccupySquare(square));
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
        next.filter(|&man| open == 0 || rank(man) == 0).map(OpenRequirement::ImmobiliseMan)
    }

    /// Lists the nets in which that is done.
    pub(super) fn enumerate_requirement(
        &mut self,
        draft: &PartialPattern,
        centre: &KingTarget,
        room: &Snapshot,
        next: OpenRequirement,
    ) {
        match next {
            OpenRequirement::Infeasible => {}
            OpenRequirement::OccupySquare(square) => {
                self.enumerate_blockers(draft, centre, room, self.unassigned(draft, room), square)
            }
            OpenRequirement::ImmobiliseMan(man) => {
                let mut further = *draft;
                further.captured_or_held |= 1 << man;
                if self.can_afford(&further, room) {
                    self.enumerate(&further, centre, room);
                }
                let Some((walk, at)) = room.men[man] else { return };
                let mated = self.mating_side().other();
                let most = room.move_budget[mated.index()].saturating_sub(draft.cost[mated.index()]);
                self.tasks.distances.prepare(mated, walk, at);
                let travel = &self.tasks.distances;
                let kinds: &[Walk] = if walk == Walk::Pawn { &PAWN_FINAL_WALKS } else { &[walk] };
                let squares = kinds.iter().map(|&kind| travel.squares_within_as(mated, walk, at, kind, most));
                let squares = squares.fold(B::Set::EMPTY, |all, squares| all | squares);
                for square in (squares & !self.occupied_squares(draft, centre.king)).iter() {
                    if self.enumerate_immobile_occupier(draft, centre, room, (man, square)).is_none() {
                        return self.store_pattern(draft, centre.king, true);
                    }
                }
            }
        }
    }

    /// Lists the nets in which a man of the mated side stands on a square besides, and is hemmed in
    /// there, stopped or pinned. None if there is no room for a demand.
    pub(super) fn enumerate_immobile_occupier(
        &mut self,
        draft: &PartialPattern,
        centre: &KingTarget,
        room: &Snapshot,
        (man, square): (usize, Square),
    ) -> Option<()> {
        let Some((walk, _)) = room.men[man] else { return Some(()) };
        let filled = self.occupied_squares(draft, centre.king).with(square);
        let others = self.unassigned(draft, room) & !(1 << man);
        let own = [walk];
        // It matters what a pawn has become.
        let kinds: &[Walk] = if walk == Walk::Pawn { &PAWN_FINAL_WALKS } else { &own };
        for &kind in kinds {
            let missing = self.blocking_squares(kind, square) & !filled;
            let hemmed = missing.count() <= others.count_ones();
            let pinned = !missing.is_empty() && self.is_immobilised_by_pin(kind, square, centre.king);
            let stopped = missing.first().filter(|_| kind == Walk::Pawn);
            if !hemmed && !pinned && stopped.is_none() {
                continue;
            }
            let Some(further) =
                self.with_occupier(draft, centre, room, man, ManTask::OccupyAs(kind, square))?
            else {
                continue;
            };
            if hemmed {
                self.enumerate(&further, centre, room);
            }
            let mut further = further;
            further.captured_or_held |= 1 << man;
            if let Some(ahead) = stopped {
                let stop = |guard: GuardTask| {
                    (guard.stop_square.is_none()).then_some(GuardTask { stop_square: Some(ahead), ..guard })
                };
                self.enumerate_guards(&further, centre, room, stop)?;
            }
            if pinned {
                let pin = |guard: GuardTask| {
                    (guard.pinned.is_none()).then_some(GuardTask { pinned: Some(square), ..guard })
                };
                self.enumerate_guards(&further, centre, room, pin)?;
            }
        }
        Some(())
    }

    /// Lists the nets in which a man of the mating side does something besides, who does not do the like yet.
    fn enumerate_guards(
        &mut self,
        draft: &PartialPattern,
        centre: &KingTarget,
        room: &Snapshot,
        besides: impl Fn(GuardTask) -> Option<GuardTask>,
    ) -> Option<()> {
        for man in bits(room.men_of(self.mating_side().index())) {
            let guard = self.tasks.guard_task(draft.tasks[man]);
            let guard = guard.unwrap_or_else(|| GuardTask::new(centre.king, 0));
            let Some(guard) = besides(guard) else { continue };
            let mut further = *draft;
            if self.reassign(&mut further, man, ManTask::Guard(guard), room)? {
                further.add_guard(man);
                self.enumerate(&further, centre, room);
            }
        }
        Some(())
    }
}
