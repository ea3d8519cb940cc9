//! How many moves men need at least to come to the squares of a target.
//!
//! Every man of the target must have been some man of the position. What each would need,
//! if nobody else stood in his way, is looked up; the cheapest way to assign men to squares
//! is then a bound for the side as a whole. Pawns that have not moved, and will not, do
//! stand in the way. So are captures counted: men who are too many must be captured, and
//! pawns who change files need men to capture. Where captured men come back they go on from
//! there, and that costs their side nothing.

use super::distance::{TargetDistances, TargetMan, UNREACHABLE};
use super::placement::Placement;
use crate::board::{Board, Castling, Square, Squares};
use crate::position::{CapturedMan, Move, Side, Walk};
use crate::problem::Diagram;

/// Sides of more men are not counted.
const MAX_MEN: usize = 16;

/// What sides were reckoned to need, towards one target.
///
/// Half-moves of one side leave the other as it was, and its men come to a place in many orders: most
/// sides have been seen before.
#[derive(Clone, Debug, Default)]
pub struct BoundCache {
    entries: Vec<SideBound>,
}

/// What the men of a side need, in the place of a hash of who they are and where.
#[derive(Clone, Copy, Debug, Default)]
struct SideBound {
    key: u64,
    moves: u16,
    captures: u16,
    /// They may need more than that.
    inexact: bool,
}

impl BoundCache {
    /// So many sides are remembered: a power of two.
    const SIZE: usize = 1 << 15;
}

/// What men need to come to a target.
#[derive(Clone, Debug)]
pub(super) struct AssignmentBound<S> {
    target_men: [Vec<TargetMan>; 2],
    castlings: Vec<Castling<S>>,
    /// Captured men come back.
    has_rebirth: bool,
}

impl<S: Squares> AssignmentBound<S> {
    /// The needs of a target.
    pub fn new<B: Board<Set = S>>(paths: &TargetDistances<'_, B>, target: &Diagram) -> AssignmentBound<S> {
        let sides = Side::BOTH.map(|side| {
            let men = target.men().filter(|(_, man)| man.colour.is_of(side));
            men.map(|(square, man)| paths.target_man(side, man.walk, square)).collect()
        });
        AssignmentBound {
            target_men: sides,
            castlings: paths.castlings().to_vec(),
            has_rebirth: paths.has_rebirth(),
        }
    }

    /// Can the men of these sides come to their squares in at most so many moves, White's first? Who is
    /// still to be reborn is given with the square where he was captured.
    pub fn is_feasible(
        &self,
        placement: &Placement<S>,
        taken: Option<CapturedMan>,
        sides: &[Side],
        left: [usize; 2],
        reckoned: &mut BoundCache,
    ) -> bool {
        sides.iter().all(|&side| {
            let enemies = placement.sides[side.other().index()].count() as usize;
            let taken = taken.filter(|taken| self.has_rebirth && taken.man.colour.is_of(side));
            self.side_is_feasible(&SideMen::of(placement, side, taken), enemies, left, reckoned)
        })
    }

    /// Do captured men come back?
    pub fn has_rebirth(&self) -> bool {
        self.has_rebirth
    }

    /// As [`fit`](Self::fit), for the men of one side against so many of the other.
    pub fn side_is_feasible(
        &self,
        men: &SideMen<S>,
        enemies: usize,
        left: [usize; 2],
        reckoned: &mut BoundCache,
    ) -> bool {
        let (own, other) = (men.side.index(), men.side.other().index());
        let wanted = self.target_men[own].len();
        let Some(surplus) = men.count.checked_sub(wanted) else { return false };
        // Who is too many must be captured by the other side.
        if !self.has_rebirth && surplus > left[other] {
            return false;
        }
        if wanted > MAX_MEN || men.count > MAX_MEN {
            return true;
        }
        // Where captured men come back there may be as many captures as moves.
        let captures = match self.has_rebirth {
            true => left[own],
            false => enemies.saturating_sub(self.target_men[other].len()),
        };
        let need = self.cached_bound(men, left[own], reckoned);
        usize::from(need.moves) <= left[own] && usize::from(need.captures) <= captures
    }

    /// What a side needs, looked up if it can be. It need not be reckoned exactly if it is more
    /// than so many moves.
    fn cached_bound(&self, men: &SideMen<S>, most: usize, reckoned: &mut BoundCache) -> SideBound {
        let hash = men.key();
        if reckoned.entries.is_empty() {
            reckoned.entries.resize(BoundCache::SIZE, SideBound::default());
        }
        let place = (hash >> 32) as usize & (BoundCache::SIZE - 1);
        let known = reckoned.entries[place];
        if known.key == hash && (!known.inexact || usize::from(known.moves) > most) {
            return known;
        }
        let need = SideBound { key: hash, ..self.compute_bound(men, most) };
        reckoned.entries[place] = need;
        need
    }

    /// What men need at least.
    fn compute_bound(&self, side: &SideMen<S>, most: usize) -> SideBound {
        let mut men = [(Walk::King, Square::new(0)); MAX_MEN];
        let standing = Walk::ALL
            .into_iter()
            .flat_map(|walk| side.walks[walk.index()].iter().map(move |square| (walk, square)));
        let mut count = 0;
        for (place, man) in men.iter_mut().zip(standing.chain(side.pending_rebirth)) {
            *place = man;
            count += 1;
        }
        let men = &men[..count];
        let wanted = &self.target_men[side.side.index()];
        let mut costs = [[0u8; MAX_MEN]; MAX_MEN];
        for (row, wanted) in costs.iter_mut().zip(wanted) {
            for (cost, &(walk, square)) in row.iter_mut().zip(men) {
                *cost = match walk {
                    Walk::Pawn => wanted.pawn_moves[square.index()],
                    _ if walk == wanted.walk => self.officer_moves(side.castling, wanted, square),
                    _ => UNREACHABLE,
                };
            }
        }
        let rows = &costs[..wanted.len()];
        let cheap = MinCostAssignment::greedy(rows, count);
        if cheap.lower_bound() > most {
            return SideBound { moves: cheap.lower_bound() as u16, inexact: true, ..SideBound::default() };
        }
        let moves = cheap.solve() as u16;
        for (row, wanted) in costs.iter_mut().zip(wanted) {
            for (cost, &(walk, square)) in row.iter_mut().zip(men) {
                *cost = match walk {
                    Walk::Pawn => wanted.pawn_captures[square.index()],
                    _ if walk == wanted.walk => 0,
                    _ => UNREACHABLE,
                };
            }
        }
        let captures = MinCostAssignment::greedy(&costs[..wanted.len()], count).solve() as u16;
        SideBound { moves, captures, ..SideBound::default() }
    }

    /// The moves of an officer, who may castle: that is a move of the king and none of the rook.
    fn officer_moves(&self, castling: S, wanted: &TargetMan, square: Square) -> u8 {
        let moves = wanted.moves[square.index()];
        if moves == 0 || !castling.contains(square) {
            return moves;
        }
        let castled = self.castlings.iter().filter_map(|castling| match wanted.walk {
            Walk::King if castling.king_from == square => Some(1 + wanted.moves[castling.king_to.index()]),
            Walk::Rook if castling.rook_from == square => Some(wanted.moves[castling.rook_to.index()]),
            _ => None,
        });
        castled.min().map_or(moves, |castled| castled.min(moves))
    }
}

/// The men of a side who can come to squares of the target.
#[derive(Clone, Copy)]
pub(super) struct SideMen<S> {
    side: Side,
    walks: [S; Walk::COUNT],
    castling: S,
    /// Who is still to be reborn, and where he was captured.
    pending_rebirth: Option<(Walk, Square)>,
    pub count: usize,
}

impl<S: Squares> SideMen<S> {
    /// The men of a side, one of whom may have been taken and come back.
    pub fn of(placement: &Placement<S>, side: Side, taken: Option<CapturedMan>) -> SideMen<S> {
        let waiting = taken.map(|taken| (taken.man.walk, taken.at));
        let standing = placement.sides[side.index()];
        let walks = Walk::ALL.map(|walk| placement.men(side, walk));
        let count = standing.count() as usize + usize::from(waiting.is_some());
        SideMen { side, walks, castling: placement.castling & standing, pending_rebirth: waiting, count }
    }

    /// The men after one of them has gone to a square.
    pub fn after(mut self, mv: Move) -> SideMen<S> {
        let walk = mv.promotion.unwrap_or(mv.walk);
        self.walks[mv.walk.index()] &= !S::of(mv.from);
        self.walks[walk.index()] |= S::of(mv.to);
        self.castling &= !S::of(mv.from);
        self
    }

    /// The men without the one on a square.
    pub fn without(mut self, at: Square) -> SideMen<S> {
        self.walks.iter_mut().for_each(|walk| *walk &= !S::of(at));
        self.castling &= !S::of(at);
        self.count -= 1;
        self
    }

    /// A number that tells them from others, and is not 0.
    fn key(&self) -> u64 {
        let hasher = ahash::RandomState::with_seeds(1, 2, 3, 4);
        hasher.hash_one((self.side.index(), self.walks, self.castling, self.pending_rebirth)) | 1
    }
}

/// The cheapest way to give every row a column of its own, found by shortest augmenting paths
/// (R. Jonker and A. Volgenant, 1987). There are at least as many columns as rows.
struct MinCostAssignment<'a> {
    rows: &'a [[u8; MAX_MEN]],
    columns: usize,
    // Column 0 stands for none yet; rows and columns count from 1.
    row_potential: [i32; MAX_MEN + 1],
    column_potential: [i32; MAX_MEN + 1],
    row_of_column: [usize; MAX_MEN + 1],
    /// The rows that have no column yet.
    unassigned: u32,
}

impl<'a> MinCostAssignment<'a> {
    /// Gives rows their cheapest columns, as long as these are free.
    fn greedy(rows: &'a [[u8; MAX_MEN]], columns: usize) -> MinCostAssignment<'a> {
        let mut of_row = [0; MAX_MEN + 1];
        let mut row_at = [0; MAX_MEN + 1];
        let mut without = 0;
        for (index, row) in rows.iter().enumerate() {
            // The cost before the column in one number: compiled otherwise that takes ten times as long.
            let cheapest =
                row[..columns].iter().zip(0u16..).map(|(&cost, column)| u16::from(cost) << 8 | column);
            let cheapest = cheapest.min().unwrap_or(u16::from(UNREACHABLE) << 8);
            let (column, cost) = (usize::from(cheapest & 0xff), cheapest >> 8);
            of_row[index + 1] = i32::from(cost);
            let free = row_at[column + 1] == 0;
            if free {
                row_at[column + 1] = index + 1;
            } else {
                without |= 1 << (index + 1);
            }
        }
        MinCostAssignment {
            rows,
            columns,
            row_potential: of_row,
            column_potential: [0; MAX_MEN + 1],
            row_of_column: row_at,
            unassigned: without,
        }
    }

    /// It costs no less than this, though rows may still be without columns.
    fn lower_bound(&self) -> usize {
        self.row_potential[1..=self.rows.len()].iter().sum::<i32>() as usize
    }

    /// What it costs.
    fn solve(mut self) -> usize {
        for row in 1..=self.rows.len() {
            if self.unassigned >> row & 1 == 1 {
                self.augment(row);
            }
        }
        let assigned = (1..=self.columns).filter(|&column| self.row_of_column[column] != 0);
        assigned.map(|column| usize::from(self.rows[self.row_of_column[column] - 1][column - 1])).sum()
    }

    /// Gives a row a column, so that the other rows exchange theirs as cheaply as may be.
    fn augment(&mut self, row: usize) {
        let mut least = [i32::MAX; MAX_MEN + 1];
        let mut came_from = [0usize; MAX_MEN + 1];
        let mut seen = [false; MAX_MEN + 1];
        let mut column = 0;
        self.row_of_column[0] = row;
        while self.row_of_column[column] != 0 {
            seen[column] = true;
            let here = self.row_of_column[column];
            let (mut step, mut next) = (i32::MAX, 0);
            for other in 1..=self.columns {
                if seen[other] {
                    continue;
                }
                let cost = i32::from(self.rows[here - 1][other - 1])
                    - self.row_potential[here]
                    - self.column_potential[other];
                if cost < least[other] {
                    least[other] = cost;
                    came_from[other] = column;
                }
                if least[other] < step {
                    step = least[other];
                    next = other;
                }
            }
            for other in 0..=self.columns {
                if seen[other] {
                    self.row_potential[self.row_of_column[other]] += step;
                    self.column_potential[other] -= step;
                } else if other > 0 {
                    least[other] = least[other].saturating_sub(step);
                }
            }
            column = next;
        }
        while column != 0 {
            self.row_of_column[column] = self.row_of_column[came_from[column]];
            column = came_from[column];
        }
    }
}
