//! **What.** A move filter made of mate patterns: the squares to which each man may move so that a pattern
//! may be feasible afterwards. Other moves are not even generated. With many patterns, and with rebirth,
//! moves are tested one by one.
//!
//! **Why it is correct.** The union over all patterns of the moves that [`update`](super::update) would
//! accept, as far as they depend on the man that moves and on the square that it moves to.
//!
//! **Cost and gain.** 8 to 27 % of the instructions of help problems (an h#6 847 instead of 954 million, an
//! h#4 80 instead of 109).
//!
//! **Reference.** None.

use std::ops::ControlFlow;

use super::enumerate::bits;
use super::tasks::{TaskId, TaskTable};
use super::{MAX_MEN, MatePatterns, PatternState};
use crate::board::{Board, Square, Squares};
use crate::game::movegen::generate::MoveFilter;
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::GameRules;
use crate::search::lower_bound::distance::DISTANCE_LEVELS;

/// The most patterns for which squares are computed. With more of them, that takes as long as to test the
/// moves.
const MAX_PATTERNS: usize = 48;

/// The squares to which men of the side to move may move. Men that are not listed may move anywhere.
struct PatternFilter<S> {
    /// The squares of the men and those to which they may move.
    men: [(Square, S); MAX_MEN],
    /// The number of men listed.
    count: usize,
}

impl<S: Squares> MoveFilter<S> for PatternFilter<S> {
    #[inline]
    fn targets(&self, _: Walk, from: Square) -> S {
        let men = self.men[..self.count].iter();
        men.copied().find(|&(at, _)| at == from).map_or(!S::EMPTY, |(_, squares)| squares)
    }
}

/// The moves that two filters accept.
struct FilterAnd<'a, A, C>(&'a A, &'a C);

impl<S: Squares, A: MoveFilter<S>, C: MoveFilter<S>> MoveFilter<S> for FilterAnd<'_, A, C> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> S {
        self.0.targets(walk, from) & self.1.targets(walk, from)
    }

    #[inline(always)]
    fn accepts(&self, mv: Move) -> bool {
        self.0.accepts(mv) && self.1.accepts(mv)
    }
}

impl<B: Board> MatePatterns<'_, B> {
    /// Appends the legal moves that another filter accepts and after which a pattern may be feasible.
    pub fn append_useful_moves<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        filter: &impl MoveFilter<B::Set>,
        moves: &mut Vec<Move>,
    ) {
        if !game.tests_moves_by_making() {
            let list = |mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            };
            let _ = match &self.pattern_filter::<R>(position) {
                Some(useful) => game.for_each_move_matching(position, &FilterAnd(filter, useful), list),
                None => game.for_each_move_matching(position, filter, list),
            };
            moves.extend(game.pass_move(position));
            return;
        }
        let quiet_are_orthodox = game.quiet_moves_are_orthodox(position);
        let is_useful = |mv| self.accepts_generated(game, position, mv, quiet_are_orthodox);
        let _ = game.for_each_move_with_position(position, filter, is_useful, |mv, _| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves.extend(game.pass_move(position));
    }

    /// Returns whether a pattern may be feasible after a move that will be tested again when it is made. If
    /// quiet moves are orthodox, their legality is known without making them, and the cheaper test suffices
    /// now.
    pub fn accepts_generated<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
        quiet_are_orthodox: bool,
    ) -> bool {
        if quiet_are_orthodox {
            self.accepts_mover::<R>(position, mv)
        } else {
            self.accepts(game, position, mv)
        }
    }

    /// Returns whether a pattern may be feasible after a move, as far as that is known without making it.
    pub fn accepts<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
    ) -> bool {
        if !matches!(mv.kind, MoveKind::Quiet | MoveKind::DoubleStep) {
            return self.accepts_mover::<R>(position, mv);
        }
        self.is_feasible_after(game, position, mv)
    }

    /// Returns the squares to which men may move so that a pattern may be feasible; `None` if they may move anywhere.
    /// Captured men with a task are taken into account.
    fn pattern_filter<R: GameRules>(&mut self, position: &PositionOf<B, R>) -> Option<PatternFilter<B::Set>> {
        self.apply_pending_move();
        let ply_state = self.ply_states.last()?;
        let patterns = ply_state.start..ply_state.end;
        if ply_state.disabled || !self.rebirth.is_never() || patterns.len() > MAX_PATTERNS {
            return None;
        }
        let mut filter = PatternFilter { men: [(Square::new(0), B::Set::EMPTY); MAX_MEN], count: 0 };
        let (men, white) = (ply_state.men, ply_state.white);
        let side = position.to_move;
        let is_mated_side = side != self.mating_side();
        // The budget after the move.
        let budget = ply_state.moves_left[side.index()].saturating_sub(1)
            + self.castling_savings::<R>(ply_state, position)[side.index()];
        let own = if side == Side::White { white } else { !white };
        let mut movers = [(0, Walk::King, Square::new(0)); MAX_MEN];
        for (man, (walk, at)) in men.iter().enumerate().filter_map(|(man, state)| Some((man, (*state)?))) {
            if own >> man & 1 == 1 {
                movers[filter.count] = (man, walk, at);
                filter.men[filter.count].0 = at;
                filter.count += 1;
            }
        }
        for index in patterns {
            let PatternState { pattern_index, assigned, cost, must_vacate, .. } = self.states[index];
            let tasks = &self.patterns[pattern_index as usize].tasks;
            // Men that must vacate their squares take all slack of the mated side.
            let must_vacate = if is_mated_side { must_vacate } else { 0 };
            let slack = if must_vacate == 0 { i32::from(budget) - i32::from(cost[side.index()]) } else { -1 };
            let needed_victims = bits(assigned & !own).filter_map(|man| men[man]).map(|(_, at)| at);
            let allowed = !B::Set::from_squares(needed_victims);
            for (&(man, walk, at), (_, squares)) in movers[..filter.count].iter().zip(&mut filter.men) {
                if assigned >> man & 1 == 1 {
                    *squares |= self.tasks.targets_within(tasks[man], side, walk, at, slack) & allowed;
                } else if slack >= 0 || must_vacate >> man & 1 == 1 {
                    *squares |= allowed;
                }
            }
        }
        Some(filter)
    }
}

impl<B: Board> TaskTable<'_, B> {
    /// Returns a superset of the squares that a man can reach by one move and from which its task costs at
    /// most `added_cost` more than now.
    fn targets_within(&mut self, id: TaskId, side: Side, walk: Walk, at: Square, added_cost: i32) -> B::Set {
        let Ok(max_cost) = usize::try_from(i32::from(self.cost(id, walk, at)) + added_cost) else {
            return B::Set::EMPTY;
        };
        if self.distances.walks.changes().is_some() && walk != Walk::King {
            // The walk after the move is not known here.
            return !B::Set::EMPTY;
        }
        if walk != Walk::Pawn {
            return self.squares_within(id, walk)[max_cost.min(DISTANCE_LEVELS - 1)];
        }
        let pawn = self.distances.board.geometry().pawn(side);
        let steps = pawn.step[at.index()];
        let is_double = pawn.double_rank.contains(at);
        let double_steps = steps.iter().filter(|_| is_double).map(|to| pawn.step[to.index()]);
        let targets = double_steps.fold(steps | pawn.attacks[at.index()], |targets, double| targets | double);
        // Promotions are tested when they are made.
        let (promotions, others) = (targets & pawn.promotion_rank, targets & !pawn.promotion_rank);
        let near = others.iter().filter(|&to| usize::from(self.cost(id, walk, to)) <= max_cost);
        promotions | B::Set::from_squares(near)
    }
}
