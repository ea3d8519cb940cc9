//! The assignment bound: the least moves and captures that bring the men of a side to their target squares.
//!
//! **What.** Every target man was some man of the position. The cost of each pair is the distance of the man
//! to the target square; the cheapest assignment of men to target squares bounds the moves of the side. A
//! second assignment bounds the captures of its pawns. Surplus men must be captured by the other side.
//!
//! Example: White Sb1 Sg1 Pa2 Ph2, target Sc3 Se2 Pa4 Ph2. Sb1 costs 1 to c3 and 2 to e2, Sg1 costs 2 and 1,
//! the pawns cost 1 and 0. The bound is 1 + 1 + 1 + 0 = 3 moves.
//!
//! **Why it is correct.** Admissible: distances ignore all men but pawns that cannot have moved. Where
//! captured men are reborn, they go on from their rebirth square at no cost.
//!
//! **Cost and gain.** Plies of one side leave the other side unchanged, and its men reach their squares in
//! many orders, so that most sides are found in the [`BoundCache`]. Figures in [`proof_game`](super).
//!
//! **Reference.** R. Jonker and A. Volgenant, *A shortest augmenting path algorithm for dense and sparse
//! linear assignment problems*, Computing 38 (1987).

use super::distance::{TargetDistances, TargetMan, UNREACHABLE};
use crate::board::{Board, Castling, Square, Squares};
use crate::game::diagram_goal::Placement;
use crate::position::{CapturedMan, Move, Side, Walk};
use crate::problem::Diagram;

/// The maximum number of men of a side; larger sides are not bounded.
const MAX_MEN: usize = 16;

/// The bounds of sides computed so far, for one target.
#[derive(Clone, Debug, Default)]
pub struct BoundCache {
    entries: Vec<SideBound>,
}

/// The bound of a side.
#[derive(Clone, Copy, Debug, Default)]
struct SideBound {
    /// The hash key of the side; 0 in an empty entry.
    key: u64,
    /// The least number of moves.
    moves: u16,
    /// The least number of captures by pawns; 0 if the bound is inexact.
    captures: u16,
    /// Whether the cheapest assignment may cost more.
    inexact: bool,
}

impl BoundCache {
    /// The number of entries: a power of two.
    const SIZE: usize = 1 << 15;
}

/// The target men of both sides, with the distances to their squares.
#[derive(Clone, Debug)]
pub(super) struct AssignmentBound<S> {
    target_men: [Vec<TargetMan>; 2],
    castlings: Vec<Castling<S>>,
    /// Whether captured men are reborn.
    has_rebirth: bool,
}

impl<S: Squares> AssignmentBound<S> {
    /// The bound of a target.
    pub fn new<B: Board<Set = S>>(
        distances: &TargetDistances<'_, B>,
        target: &Diagram,
    ) -> AssignmentBound<S> {
        let target_men = Side::BOTH.map(|side| {
            let men = target.men().filter(|(_, man)| man.colour.is_of(side));
            men.map(|(square, man)| distances.target_man(side, man.walk, square)).collect()
        });
        AssignmentBound {
            target_men,
            castlings: distances.castlings().to_vec(),
            has_rebirth: distances.has_rebirth(),
        }
    }

    /// Returns whether the bounds of both sides fit the moves left, White's first. `captured` is a man that
    /// is still to be reborn, with the square of its capture.
    pub fn is_feasible(
        &self,
        placement: &Placement<S>,
        captured: Option<CapturedMan>,
        moves_left: [usize; 2],
        cache: &mut BoundCache,
    ) -> bool {
        Side::BOTH.iter().all(|&side| {
            let enemies = placement.sides[side.other().index()].count() as usize;
            let captured = captured.filter(|captured| self.has_rebirth && captured.man.colour.is_of(side));
            self.side_is_feasible(&SideMen::of(placement, side, captured), enemies, moves_left, cache)
        })
    }

    /// Returns whether captured men are reborn.
    pub fn has_rebirth(&self) -> bool {
        self.has_rebirth
    }

    /// Returns whether the bound of one side fits the moves left, White's first. `enemies` is the number of
    /// men of the other side.
    pub fn side_is_feasible(
        &self,
        men: &SideMen<S>,
        enemies: usize,
        moves_left: [usize; 2],
        cache: &mut BoundCache,
    ) -> bool {
        let (own, other) = (men.side.index(), men.side.other().index());
        let target_count = self.target_men[own].len();
        let Some(surplus) = men.count.checked_sub(target_count) else { return false };
        // The other side must capture the surplus men.
        if !self.has_rebirth && surplus > moves_left[other] {
            return false;
        }
        if target_count > MAX_MEN || men.count > MAX_MEN {
            return true;
        }
        // With rebirth every move may capture.
        let max_captures = match self.has_rebirth {
            true => moves_left[own],
            false => enemies.saturating_sub(self.target_men[other].len()),
        };
        let bound = self.cached_bound(men, moves_left[own], cache);
        usize::from(bound.moves) <= moves_left[own] && usize::from(bound.captures) <= max_captures
    }

    /// Returns the bound of a side, from the cache if possible. It may be inexact if it exceeds `moves_left`.
    fn cached_bound(&self, men: &SideMen<S>, moves_left: usize, cache: &mut BoundCache) -> SideBound {
        let key = men.key();
        if cache.entries.is_empty() {
            cache.entries.resize(BoundCache::SIZE, SideBound::default());
        }
        let index = (key >> 32) as usize & (BoundCache::SIZE - 1);
        let cached = cache.entries[index];
        if cached.key == key && (!cached.inexact || usize::from(cached.moves) > moves_left) {
            return cached;
        }
        let bound = SideBound { key, ..self.compute_bound(men, moves_left) };
        cache.entries[index] = bound;
        bound
    }

    /// Computes the bound of a side, without its key. The bound is inexact if a cheaper one exceeds
    /// `moves_left`.
    fn compute_bound(&self, side: &SideMen<S>, moves_left: usize) -> SideBound {
        let mut men = [(Walk::King, Square::new(0)); MAX_MEN];
        let on_board = Walk::CHESS
            .into_iter()
            .flat_map(|walk| side.walks[walk.index()].iter().map(move |square| (walk, square)));
        let mut count = 0;
        for (entry, man) in men.iter_mut().zip(on_board.chain(side.pending_rebirth)) {
            *entry = man;
            count += 1;
        }
        let men = &men[..count];
        let target_men = &self.target_men[side.side.index()];
        let mut costs = [[0u8; MAX_MEN]; MAX_MEN];
        for (row, target_man) in costs.iter_mut().zip(target_men) {
            for (cost, &(walk, square)) in row.iter_mut().zip(men) {
                *cost = match walk {
                    Walk::Pawn => target_man.pawn_moves[square.index()],
                    _ if walk == target_man.walk => self.officer_moves(side.castling, target_man, square),
                    _ => UNREACHABLE,
                };
            }
        }
        let assignment = MinCostAssignment::greedy(&costs[..target_men.len()], count);
        let lower_bound = assignment.lower_bound();
        if lower_bound > moves_left {
            return SideBound { moves: lower_bound as u16, inexact: true, ..SideBound::default() };
        }
        let moves = assignment.solve() as u16;
        for (row, target_man) in costs.iter_mut().zip(target_men) {
            for (cost, &(walk, square)) in row.iter_mut().zip(men) {
                *cost = match walk {
                    Walk::Pawn => target_man.pawn_captures[square.index()],
                    _ if walk == target_man.walk => 0,
                    _ => UNREACHABLE,
                };
            }
        }
        let captures = MinCostAssignment::greedy(&costs[..target_men.len()], count).solve() as u16;
        SideBound { moves, captures, ..SideBound::default() }
    }

    /// Returns the moves of an officer from a square. Castling counts as a move of the king and none of the
    /// rook.
    fn officer_moves(&self, castling: S, target_man: &TargetMan, square: Square) -> u8 {
        let moves = target_man.moves[square.index()];
        if moves == 0 || !castling.contains(square) {
            return moves;
        }
        let after_castling = self.castlings.iter().filter_map(|castling| match target_man.walk {
            Walk::King if castling.king_from == square => {
                Some(1 + target_man.moves[castling.king_to.index()])
            }
            Walk::Rook if castling.rook_from == square => Some(target_man.moves[castling.rook_to.index()]),
            _ => None,
        });
        after_castling.min().map_or(moves, |after_castling| after_castling.min(moves))
    }
}

/// The men of a side that may become target men.
#[derive(Clone, Copy)]
pub(super) struct SideMen<S> {
    side: Side,
    walks: [S; Walk::TABLE_LEN],
    castling: S,
    /// A man that is still to be reborn, with the square of its capture.
    pending_rebirth: Option<(Walk, Square)>,
    /// The number of men, the one still to be reborn included.
    pub count: usize,
}

impl<S: Squares> SideMen<S> {
    /// The men of a side in a placement. `captured` is a man of the side that is still to be reborn.
    pub fn of(placement: &Placement<S>, side: Side, captured: Option<CapturedMan>) -> SideMen<S> {
        let pending_rebirth = captured.map(|captured| (captured.man.walk, captured.at));
        let on_board = placement.sides[side.index()];
        let walks = placement.walks.map(|men| men & on_board);
        let count = on_board.count() as usize + usize::from(pending_rebirth.is_some());
        SideMen { side, walks, castling: placement.castling & on_board, pending_rebirth, count }
    }

    /// Returns the men after a move of one of them.
    pub fn after(mut self, mv: Move) -> SideMen<S> {
        let walk = mv.promotion.unwrap_or(mv.walk);
        self.walks[mv.walk.index()] &= !S::of(mv.from);
        self.walks[walk.index()] |= S::of(mv.to);
        self.castling &= !S::of(mv.from);
        self
    }

    /// Returns the men without the one on a square.
    pub fn without(mut self, at: Square) -> SideMen<S> {
        self.walks.iter_mut().for_each(|walk| *walk &= !S::of(at));
        self.castling &= !S::of(at);
        self.count -= 1;
        self
    }

    /// Returns a hash key, which is not 0.
    fn key(&self) -> u64 {
        let hasher = ahash::RandomState::with_seeds(1, 2, 3, 4);
        hasher.hash_one((self.side.index(), self.walks, self.castling, self.pending_rebirth)) | 1
    }
}

/// The cheapest assignment of a column to each row, found by shortest augmenting paths. There are at least as
/// many columns as rows. Rows and columns count from 1; column 0 is the start of an augmenting path.
struct MinCostAssignment<'a> {
    /// The costs.
    rows: &'a [[u8; MAX_MEN]],
    /// The number of columns.
    columns: usize,
    /// The dual variable of each row.
    row_potential: [i32; MAX_MEN + 1],
    /// The dual variable of each column.
    column_potential: [i32; MAX_MEN + 1],
    /// The row of each column, or 0.
    row_of_column: [usize; MAX_MEN + 1],
    /// The rows without a column, one bit each.
    unassigned: u32,
}

impl<'a> MinCostAssignment<'a> {
    /// Assigns each row its cheapest column, unless an earlier row has it.
    fn greedy(rows: &'a [[u8; MAX_MEN]], columns: usize) -> MinCostAssignment<'a> {
        let mut row_potential = [0; MAX_MEN + 1];
        let mut row_of_column = [0; MAX_MEN + 1];
        let mut unassigned = 0;
        for (index, row) in rows.iter().enumerate() {
            // Cost and column in one number: code generated for a minimum over pairs is ten times slower.
            let cheapest =
                row[..columns].iter().zip(0u16..).map(|(&cost, column)| u16::from(cost) << 8 | column);
            let cheapest = cheapest.min().unwrap_or(u16::from(UNREACHABLE) << 8);
            let (column, cost) = (usize::from(cheapest & 0xff), cheapest >> 8);
            row_potential[index + 1] = i32::from(cost);
            let is_free = row_of_column[column + 1] == 0;
            if is_free {
                row_of_column[column + 1] = index + 1;
            } else {
                unassigned |= 1 << (index + 1);
            }
        }
        let column_potential = [0; MAX_MEN + 1];
        MinCostAssignment { rows, columns, row_potential, column_potential, row_of_column, unassigned }
    }

    /// Returns a lower bound on the cost, also while rows are unassigned.
    fn lower_bound(&self) -> usize {
        self.row_potential[1..=self.rows.len()].iter().sum::<i32>() as usize
    }

    /// Completes the assignment and returns its cost.
    fn solve(mut self) -> usize {
        for row in 1..=self.rows.len() {
            if self.unassigned >> row & 1 == 1 {
                self.augment(row);
            }
        }
        let assigned = (1..=self.columns).filter(|&column| self.row_of_column[column] != 0);
        assigned.map(|column| usize::from(self.rows[self.row_of_column[column] - 1][column - 1])).sum()
    }

    /// Assigns a row along the cheapest augmenting path: other rows change their columns.
    fn augment(&mut self, row: usize) {
        let mut least = [i32::MAX; MAX_MEN + 1];
        let mut predecessor = [0usize; MAX_MEN + 1];
        let mut visited = [false; MAX_MEN + 1];
        let mut column = 0;
        self.row_of_column[0] = row;
        while self.row_of_column[column] != 0 {
            visited[column] = true;
            let row = self.row_of_column[column];
            let (mut step, mut next) = (i32::MAX, 0);
            for other in 1..=self.columns {
                if visited[other] {
                    continue;
                }
                let cost = i32::from(self.rows[row - 1][other - 1])
                    - self.row_potential[row]
                    - self.column_potential[other];
                if cost < least[other] {
                    least[other] = cost;
                    predecessor[other] = column;
                }
                if least[other] < step {
                    step = least[other];
                    next = other;
                }
            }
            for other in 0..=self.columns {
                if visited[other] {
                    self.row_potential[self.row_of_column[other]] += step;
                    self.column_potential[other] -= step;
                } else if other > 0 {
                    least[other] = least[other].saturating_sub(step);
                }
            }
            column = next;
        }
        while column != 0 {
            self.row_of_column[column] = self.row_of_column[predecessor[column]];
            column = predecessor[column];
        }
    }
}
