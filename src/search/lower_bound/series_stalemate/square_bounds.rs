//! Where men may come to be held at all: what can be told of all last moves together.
//!
//! Whoever is not pinned must have men of his own side around him, each of whom needs moves, too.
//! So most squares are too dear for a man; without them others are harder to fill, and so on.

use super::assignment::AssignmentSearch;
use super::obstacles::LEVELS;
use super::stalemating_move::ImmobilityMasks;
use super::{ImmobileSquares, MAX_MEN};
use crate::board::Squares;
use crate::position::Walk;
use crate::search::lower_bound::distance::PAWN_FINAL_WALKS;

/// How often what was found is used to find more.
const MAX_ROUNDS: usize = 3;

/// Where men may be held, for a square of their king.
#[derive(Clone, Copy)]
pub(super) struct SquareBounds<S> {
    /// By man and kind: the squares.
    pub squares: ImmobileSquares<S>,
    /// By man: the moves to the nearest of them.
    pub min_moves: [u16; MAX_MEN],
    /// The men who can only be captured, as bits.
    pub capture_only: u32,
    /// By moves: the squares which some man can fill.
    fillable: [S; LEVELS],
    /// How many of these count.
    levels: usize,
}

impl<S: Squares> SquareBounds<S> {
    /// More moves than there are, for a man who can only be captured.
    pub const NO_SQUARE: u16 = 1 << 10;

    /// The moves that it takes at least to fill squares with men; none if they cannot be filled.
    #[inline]
    pub fn min_fill_moves(&self, squares: S) -> Option<u16> {
        let mut cost = 0;
        for &filled in &self.fillable[..self.levels] {
            let rest = squares & !filled;
            if rest.is_empty() {
                return Some(cost);
            }
            cost += rest.count() as u16;
            if cost >= self.levels as u16 && self.levels < LEVELS {
                break;
            }
        }
        None
    }

    /// What can be told of all last moves; none if no stalemate can be arranged.
    pub fn new(
        arranging: &AssignmentSearch<'_, S>,
        known: Option<&ImmobileSquares<S>>,
    ) -> Option<SquareBounds<S>> {
        let AssignmentSearch { obstacles: stay, final_king: end, men, offsets: begins, .. } = arranging;
        let spare = arranging.move_budget - arranging.king.1;
        let mut prospect = SquareBounds {
            squares: [[S::EMPTY; Walk::TABLE_LEN]; MAX_MEN],
            min_moves: [0; MAX_MEN],
            capture_only: 0,
            fillable: [S::EMPTY; LEVELS],
            levels: LEVELS.min(usize::from(spare) + 1),
        };
        for man in 0..men.count {
            for &kind in men.possible_walks(man) {
                let held = known.map_or(end.masks.immobile[kind.index()], |held| held[man][kind.index()]);
                prospect.squares[man][kind.index()] = stay.squares_within(begins[man], kind, spare) & held;
            }
        }
        prospect.narrow(arranging, &end.masks, MAX_ROUNDS)
    }

    /// What can be told besides of some last moves.
    pub fn restrict(
        &self,
        arranging: &AssignmentSearch<'_, S>,
        scope: &ImmobilityMasks<S>,
    ) -> Option<SquareBounds<S>> {
        let mut prospect = *self;
        for man in 0..arranging.men.count {
            for &kind in arranging.men.possible_walks(man) {
                prospect.squares[man][kind.index()] &= scope.immobile[kind.index()];
            }
        }
        prospect.narrow(arranging, scope, 1)
    }

    fn narrow(
        mut self,
        arranging: &AssignmentSearch<'_, S>,
        scope: &ImmobilityMasks<S>,
        rounds: usize,
    ) -> Option<SquareBounds<S>> {
        let men = arranging.men;
        let spare = arranging.move_budget - arranging.king.1;
        let excused = u32::from(scope.may_capture);
        if !self.can_all_reach(arranging, scope) {
            return None;
        }
        for _ in 0..rounds {
            self.update_fillable(arranging);
            let costs = self.blocking_costs(arranging, scope);
            let mut changed = false;
            let (mut sum, mut dearest, mut lost) = (0, 0, 0u32);
            let mut least = [0; 2];
            for man in 0..men.count {
                let (near, hemmed, fewer) = self.narrow_man(arranging, &costs, man);
                changed |= fewer;
                self.min_moves[man] = near;
                if near == Self::NO_SQUARE {
                    lost |= 1 << man;
                } else {
                    sum += near;
                    dearest = dearest.max(near);
                }
                match hemmed {
                    _ if hemmed > least[0] => least = [hemmed, least[0]],
                    _ => least[1] = least[1].max(hemmed),
                }
            }
            self.capture_only = lost;
            if scope.may_capture && lost == 0 {
                sum -= dearest;
            }
            if lost.count_ones() > excused || sum > spare || least[usize::from(scope.may_capture)] > spare {
                return None;
            }
            if !changed {
                break;
            }
        }
        Some(self)
    }

    /// Can all men come to their squares, if nobody must stand around them?
    fn can_all_reach(&self, arranging: &AssignmentSearch<'_, S>, scope: &ImmobilityMasks<S>) -> bool {
        let AssignmentSearch { obstacles: stay, men, offsets: begins, .. } = arranging;
        let spare = arranging.move_budget - arranging.king.1;
        let (mut sum, mut dearest) = (0, 0);
        for (man, &begin) in begins.iter().enumerate().take(men.count) {
            let reached = |&moves: &u16| {
                let mut kinds = men.possible_walks(man).iter();
                kinds.any(|&kind| {
                    stay.squares_within(begin, kind, moves).intersects(self.squares[man][kind.index()])
                })
            };
            let near = (0..self.levels as u16).find(reached).unwrap_or(Self::NO_SQUARE);
            sum += near;
            dearest = dearest.max(near);
        }
        sum - if scope.may_capture { dearest } else { 0 } <= spare
    }

    fn update_fillable(&mut self, arranging: &AssignmentSearch<'_, S>) {
        let AssignmentSearch { obstacles: stay, men, offsets: begins, .. } = arranging;
        self.fillable = [S::EMPTY; LEVELS];
        for (man, &begin) in begins.iter().enumerate().take(men.count) {
            for &kind in men.possible_walks(man) {
                let squares = self.squares[man][kind.index()];
                if squares.is_empty() {
                    continue;
                }
                for (moves, filled) in (0..).zip(&mut self.fillable[..self.levels]) {
                    *filled |= stay.squares_within(begin, kind, moves) & squares;
                }
            }
        }
    }

    /// By kind and moves: where it takes so many moves at least to hem in a man, whoever he is.
    fn blocking_costs(
        &self,
        arranging: &AssignmentSearch<'_, S>,
        scope: &ImmobilityMasks<S>,
    ) -> [[S; LEVELS]; Walk::TABLE_LEN] {
        let mut costs = [[S::EMPTY; LEVELS]; Walk::TABLE_LEN];
        for kind in PAWN_FINAL_WALKS {
            let wanted = self.squares[..arranging.men.count].iter();
            let wanted = wanted.fold(S::EMPTY, |wanted, squares| wanted | squares[kind.index()]);
            let costs = &mut costs[kind.index()];
            costs[0] = wanted & scope.pinned[kind.index()];
            for square in (wanted & !scope.pinned[kind.index()]).iter() {
                let around = arranging.blocking_squares(kind, square).without(arranging.king.0);
                if let Some(cost) = self.min_fill_moves(if kind == Walk::Pawn {
                    around & !scope.opposing_men
                } else {
                    around
                }) {
                    costs[usize::from(cost).min(LEVELS - 1)] |= S::of(square);
                }
            }
        }
        costs
    }

    /// Leaves out squares that are too dear for a man. Tells the moves to the nearest left, the
    /// moves that it takes all to have him held there, and whether squares were left out.
    fn narrow_man(
        &mut self,
        arranging: &AssignmentSearch<'_, S>,
        costs: &[[S; LEVELS]; Walk::TABLE_LEN],
        man: usize,
    ) -> (u16, u16, bool) {
        let spare = arranging.move_budget - arranging.king.1;
        let AssignmentSearch { obstacles: stay, men, offsets: begins, .. } = arranging;
        let (mut near, mut hemmed, mut changed) = (Self::NO_SQUARE, Self::NO_SQUARE, false);
        for &kind in men.possible_walks(man) {
            let mut left = self.squares[man][kind.index()];
            let mut kept = S::EMPTY;
            for moves in 0..self.levels as u16 {
                if left.is_empty() {
                    break;
                }
                let here = left & stay.squares_within(begins[man], kind, moves);
                left &= !here;
                if here.is_empty() {
                    continue;
                }
                let affordable = usize::from(spare - moves).min(LEVELS - 1);
                for (cost, squares) in (0..).zip(&costs[kind.index()][..=affordable]) {
                    let held = here & *squares;
                    if !held.is_empty() {
                        kept |= held;
                        near = near.min(moves);
                        hemmed = hemmed.min(moves + cost);
                    }
                }
            }
            changed |= kept != self.squares[man][kind.index()];
            self.squares[man][kind.index()] = kept;
        }
        (near, hemmed, changed)
    }
}
