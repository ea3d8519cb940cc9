//! Nets from one position to the next: which of them a move leaves.

use super::{FEW_PATTERNS, MatePatterns, PatternState, PlyState, Undo};
use crate::board::{Board, Square};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::GameRules;
use crate::rules::rebirth::RebirthKind;
use crate::search::lower_bound::distance::UNREACHABLE;
use crate::search::lower_bound::payoff::Payoff;

/// What a position costs on the way to stalemate, in nets looked at: loose men refuse most at once.
const STALEMATE_POSITION_COST: u64 = 12;

/// A move, as nets see it.
#[derive(Clone, Copy)]
pub(super) struct MoveDelta {
    /// The side that moves.
    pub side: usize,
    /// Who goes where, as what; two men castle.
    pub moved: [Option<(usize, (Walk, Square))>; 2],
    /// Who is captured; nobody where captures are played before they are judged.
    pub captured: Option<usize>,
    /// Others may have come elsewhere, too.
    pub others_may_move: bool,
    /// Of which sides as many men can be reborn as before.
    pub rebirths_unchanged: [bool; 2],
    /// What is left to each side then, and what castling saves.
    pub move_budget: [u16; 2],
}

impl MoveDelta {
    /// A half-move of this side on a frame, as yet without anybody who moves.
    pub fn new(side: Side, frame: &PlyState, bonus: [u16; 2]) -> MoveDelta {
        let most = [0, 1].map(|side| frame.moves_left[side] + bonus[side]);
        MoveDelta {
            side: side.index(),
            moved: [None; 2],
            captured: None,
            others_may_move: false,
            rebirths_unchanged: [true; 2],
            move_budget: most,
        }
    }
}

/// Where nobody is reborn: what a move asks of each of many nets.
struct MoveMasks {
    /// Who is captured, as a bit.
    captured: u32,
    /// Who moves, as bits.
    movers: u32,
    /// The same, each with his walk and square before and after.
    moved: [(usize, [(Walk, Square); 2]); 2],
    moved_count: usize,
}

impl MoveMasks {
    fn new(before: &PlyState, change: &MoveDelta) -> MoveMasks {
        let nowhere = (Walk::King, Square::new(0));
        let mut sieve = MoveMasks {
            captured: change.captured.map_or(0, |man| 1 << man),
            movers: 0,
            moved: [(0, [nowhere; 2]); 2],
            moved_count: 0,
        };
        for &(man, after) in change.moved.iter().flatten() {
            if let Some(from) = before.men[man] {
                sieve.movers |= 1 << man;
                sieve.moved[sieve.moved_count] = (man, [from, after]);
                sieve.moved_count += 1;
            }
        }
        sieve
    }
}

impl<B: Board> MatePatterns<'_, B> {
    /// Goes on by a move. Can a net still be drawn? If so, that is a step on the way, to be
    /// taken back. Most positions are known, so that it is not yet asked which nets those are.
    pub fn push_move<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
    ) -> bool {
        if self.ply_states.last().is_none_or(|frame| frame.disabled) {
            self.undo_stack.push(Undo { node_key: None, has_state: false });
            return true;
        }
        if !self.accepts_mover::<R>(position, mv) {
            return false;
        }
        let start = self.states.len();
        // The last frame is copied in its place: most steps are refused, and frames are large.
        let Some(last) = self.ply_states.len().checked_sub(1) else { return true };
        self.ply_states.extend_from_within(last..);
        let mut frames = std::mem::take(&mut self.ply_states);
        let ([.., frame], [next]) = frames.split_at_mut(last + 1) else { return true };
        next.useful_movers = None;
        next.refined = false;
        next.start = start;
        next.end = start;
        next.needs_capture_from = usize::MAX;
        next.witness = frame.start;
        next.patterns_len = self.patterns.len();
        let side = position.to_move.index();
        next.moves_left[side] = next.moves_left[side].saturating_sub(1);
        let bonus = self.castling_savings::<R>(frame, position);
        let mut change = MoveDelta::new(position.to_move, next, bonus);
        match self.rebirth {
            RebirthKind::NoRebirth => self.apply_move::<R>(&mut change, next, position, mv),
            _ => self.apply_move_with_rebirth(game, &mut change, next, position, mv),
        }
        self.find_rebirth_squares(next);
        self.capture_costs_ready = false;
        let nets = frame.end - frame.start;
        let (asked, hopeful) = if nets <= FEW_PATTERNS {
            self.list_survivors(frame, next, &change);
            (nets, next.end > next.start)
        } else {
            next.pending_move = Some(change);
            self.find_witness(frame, next, &change)
        };
        let left = next.moves_left[0] + next.moves_left[1];
        if self.is_metered() && !self.payoff.record_checks(asked) {
            next.disabled = true;
            next.pending_move = None;
        }
        if hopeful {
            self.undo_stack.push(Undo { node_key: None, has_state: true });
        } else {
            frames.pop();
            self.payoff.record_pruning(
                left,
                if self.for_stalemate { STALEMATE_POSITION_COST } else { Payoff::position_cost(R::GENERAL) },
            );
        }
        self.ply_states = frames;
        hopeful
    }

    /// Goes on by missing a turn, as [`step`](Self::step): that is a move less for the side.
    pub fn push_pass<R: GameRules>(&mut self, game: &Game<B, R>, position: &PositionOf<B, R>) -> bool {
        // Where nobody moves no square is looked at.
        let nowhere = Square::new(0);
        self.push_move(game, position, Move::new(Walk::King, nowhere, nowhere, MoveKind::Pass))
    }

    /// Asks nets until one has survived a move: how many were asked, and has one?
    fn find_witness(&mut self, before: &mut PlyState, next: &PlyState, change: &MoveDelta) -> (usize, bool) {
        if !self.rebirth.is_no_rebirth() {
            return self.find_witness_with_rebirth(before, next, change);
        }
        let all = before.start..before.end;
        let sieve = MoveMasks::new(before, change);
        let first = Some(before.witness).filter(|index| all.contains(index));
        if first.is_some_and(|index| self.update_pattern(next, change, &sieve, index).is_some()) {
            return (1, true);
        }
        let first = usize::from(first.is_some());
        for index in all.clone() {
            if self.update_pattern(next, change, &sieve, index).is_some() {
                before.witness = index;
                return (index - all.start + 1 + first, true);
            }
        }
        (all.len(), false)
    }

    /// Lists the nets that have survived a move.
    fn list_survivors(&mut self, before: &mut PlyState, next: &mut PlyState, change: &MoveDelta) {
        if self.rebirth.is_no_rebirth() {
            let sieve = MoveMasks::new(before, change);
            for index in before.start..before.end {
                let live = self.update_pattern(next, change, &sieve, index);
                self.states.extend(live);
            }
        } else {
            self.list_survivors_with_rebirth(before, next, change);
        }
        next.end = self.states.len();
    }

    /// Lists the nets that have survived the last move, if that was not yet asked.
    pub(super) fn apply_pending_move(&mut self) {
        if self.ply_states.last().is_none_or(|frame| frame.pending_move.is_none()) {
            return;
        }
        let mut frames = std::mem::take(&mut self.ply_states);
        if let [.., before, next] = &mut frames[..]
            && let Some(change) = next.pending_move.take()
        {
            self.find_rebirth_squares(next);
            self.capture_costs_ready = false;
            self.list_survivors(before, next, &change);
            next.witness = next.start;
            if self.is_metered() && !self.payoff.record_checks(before.end - before.start) {
                next.disabled = true;
            }
        }
        self.ply_states = frames;
    }

    /// Where nobody is reborn: a net after a move; none if it cannot be drawn any more.
    // Always, for it is asked of very many nets, one after the other.
    #[inline(always)]
    fn update_pattern(
        &mut self,
        next: &PlyState,
        change: &MoveDelta,
        sieve: &MoveMasks,
        index: usize,
    ) -> Option<PatternState> {
        let PatternState { pattern_index: net, assigned: busy, mut cost, tested_slack: doubted, .. } =
            self.states[index];
        if busy & sieve.captured != 0 {
            return None;
        }
        let side = change.side;
        if busy & sieve.movers != 0 {
            for &(man, [from, to]) in
                sieve.moved[..sieve.moved_count].iter().filter(|(man, _)| busy >> man & 1 == 1)
            {
                let demand = self.patterns[net as usize].tasks[man];
                let after = self.tasks.cost(demand, to.0, to.1);
                if after == UNREACHABLE {
                    return None;
                }
                cost[side] =
                    cost[side] - u16::from(self.tasks.cost(demand, from.0, from.1)) + u16::from(after);
            }
        }
        if cost[side] > change.move_budget[side] {
            return None;
        }
        if self.for_stalemate {
            let falling = self.patterns[net as usize].captured_or_held & !busy & next.on_board;
            let mated = self.mating_side().other().index();
            if falling != 0
                && (falling.count_ones() > change.move_budget[1 - mated].into()
                    || cost[mated].saturating_add(self.capture_cost_after_move(next, change, falling))
                        > change.move_budget[mated])
            {
                return None;
            }
        }
        Some(PatternState { tested_slack: doubted, ..PatternState::new(net, busy, cost) })
    }

    /// May the move serve a net, as far as is seen by who makes it?
    #[inline]
    pub(super) fn accepts_mover<R: GameRules>(&mut self, position: &PositionOf<B, R>, mv: Move) -> bool {
        self.apply_pending_move();
        let Some(frame) = self.ply_states.last().filter(|frame| !frame.disabled) else { return true };
        if matches!(mv.kind, MoveKind::Castling | MoveKind::Pass) {
            return true;
        }
        let movers = frame.useful_movers.unwrap_or_else(|| self.find_useful_movers::<R>(frame, position));
        if let Some(frame) = self.ply_states.last_mut() {
            frame.useful_movers = Some(movers);
            return frame.man_on(mv.from).is_none_or(|man| movers >> man & 1 == 1);
        }
        true
    }

    /// The men whose moves may serve a net: those who have something to do, and all if there
    /// is a move to spare.
    fn find_useful_movers<R: GameRules>(&self, frame: &PlyState, position: &PositionOf<B, R>) -> u32 {
        let side = position.to_move.index();
        let most = frame.moves_left[side] + self.castling_savings::<R>(frame, position)[side];
        let mut movers = 0;
        for live in &self.states[frame.start..frame.end] {
            if live.cost[side] < most && (live.must_vacate == 0 || position.to_move == self.mating_side()) {
                return u32::MAX;
            }
            movers |= live.assigned | live.must_vacate;
        }
        movers
    }

    /// Makes a move on a frame, and notes who takes part in it.
    fn apply_move<R: GameRules>(
        &self,
        change: &mut MoveDelta,
        frame: &mut PlyState,
        position: &PositionOf<B, R>,
        mv: Move,
    ) {
        if mv.kind == MoveKind::Pass {
            return;
        }
        let first = frame.man_on(mv.from).map(|man| (man, (mv.promotion.unwrap_or(mv.walk), mv.to)));
        let second = (mv.kind == MoveKind::Castling).then(|| {
            let way = self.tasks.distances.board.geometry().castling(mv.from, mv.to)?;
            Some((frame.man_on(way.rook_from)?, (Walk::Rook, way.rook_to)))
        });
        change.moved = [first, second.flatten()];
        change.captured = frame.victim(position, mv);
        if let Some(man) = change.captured {
            frame.men[man] = None;
            frame.on_board &= !(1 << man);
        }
        for (man, new) in change.moved.into_iter().flatten() {
            frame.men[man] = Some(new);
        }
    }
}
