//! Square bounds: for each man the squares on which it may be immobile within the moves left.
//!
//! **What.** A man that is not pinned needs own men around it, which need moves too. A square is removed if
//! the distance of the man and the least cost of filling the squares around it exceed the slack. Removed
//! squares make others harder to fill, so that this is repeated (constraint propagation).
//!
//! **Why it is correct.** The cost of filling squares is the sum over the squares of the least distance of
//! any man; different squares need different men, so that the sum is admissible.
//!
//! **Cost and gain.** A ser-h=8 from 13.7 to 0.80 s, a ser-h=11 from 4.7 to 0.064 s; a ser-h=14 gets slower,
//! 5.4 to 12.3 s, until [states](super::incremental) are kept (`docs/internals/experiments.md`).
//!
//! **Reference.** None.

use super::assignment::AssignmentSearch;
use super::obstacles::LEVELS;
use super::stalemating_move::ImmobilityMasks;
use super::{ImmobileSquares, MAX_MEN};
use crate::board::Squares;
use crate::position::Walk;
use crate::search::lower_bound::distance::PAWN_FINAL_WALKS;

/// The maximum number of rounds of propagation.
const MAX_ROUNDS: usize = 3;

/// The squares on which men may be immobile, for one final square of their king.
#[derive(Clone, Copy)]
pub(super) struct SquareBounds<S> {
    /// The squares, by man and final walk.
    pub squares: ImmobileSquares<S>,
    /// By man: the distance to the nearest of its squares, or [`Self::NO_SQUARE`].
    pub min_moves: [u16; MAX_MEN],
    /// The men without a square, which must be captured, one bit each.
    pub capture_only: u32,
    /// By number of moves: the squares that some man can fill within them.
    fillable: [S; LEVELS],
    /// The number of entries of `fillable` in use.
    levels: usize,
}

impl<S: Squares> SquareBounds<S> {
    /// The distance of a man without a square: more than any number of moves.
    pub const NO_SQUARE: u16 = 1 << 10;

    /// Returns a lower bound on the moves that fill all these squares with men; `None` if they cannot be
    /// filled.
    #[inline]
    pub fn min_fill_moves(&self, squares: S) -> Option<u16> {
        let mut cost = 0;
        for &fillable in &self.fillable[..self.levels] {
            let rest = squares & !fillable;
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

    /// The bounds that hold for all last moves together; `None` if no assignment exists. `known` are the
    /// squares of an earlier position of the series.
    pub fn new(
        search: &AssignmentSearch<'_, S>,
        known: Option<&ImmobileSquares<S>>,
    ) -> Option<SquareBounds<S>> {
        let AssignmentSearch { obstacles, final_king, men, offsets, .. } = search;
        let slack = search.move_budget - search.king_moves;
        let mut bounds = SquareBounds {
            squares: [[S::EMPTY; Walk::TABLE_LEN]; MAX_MEN],
            min_moves: [0; MAX_MEN],
            capture_only: 0,
            fillable: [S::EMPTY; LEVELS],
            levels: LEVELS.min(usize::from(slack) + 1),
        };
        for man in 0..men.count {
            for &walk in men.possible_walks(man) {
                let index = walk.index();
                let immobile = known.map_or(final_king.masks.immobile[index], |known| known[man][index]);
                bounds.squares[man][index] = obstacles.squares_within(offsets[man], walk, slack) & immobile;
            }
        }
        bounds.narrow(search, &final_king.masks, MAX_ROUNDS)
    }

    /// Returns the tighter bounds of a last move; `None` if no assignment exists.
    pub fn restrict(
        &self,
        search: &AssignmentSearch<'_, S>,
        masks: &ImmobilityMasks<S>,
    ) -> Option<SquareBounds<S>> {
        let mut bounds = *self;
        for man in 0..search.men.count {
            for &walk in search.men.possible_walks(man) {
                bounds.squares[man][walk.index()] &= masks.immobile[walk.index()];
            }
        }
        bounds.narrow(search, masks, 1)
    }

    /// Removes squares that are too expensive. `None` if no assignment exists.
    fn narrow(
        mut self,
        search: &AssignmentSearch<'_, S>,
        masks: &ImmobilityMasks<S>,
        max_rounds: usize,
    ) -> Option<SquareBounds<S>> {
        let men = search.men;
        let slack = search.move_budget - search.king_moves;
        let max_captured = u32::from(masks.may_capture);
        if !self.can_all_reach(search, masks) {
            return None;
        }
        for _ in 0..max_rounds {
            self.update_fillable(search);
            let costs = self.blocking_costs(search, masks);
            let mut changed = false;
            let (mut sum, mut greatest, mut capture_only) = (0, 0, 0u32);
            // The two greatest costs of immobilising a man: one man may be captured instead.
            let mut costliest = [0; 2];
            for man in 0..men.count {
                let bounds = self.narrow_man(search, &costs, man);
                changed |= bounds.changed;
                self.min_moves[man] = bounds.min_moves;
                if bounds.min_moves == Self::NO_SQUARE {
                    capture_only |= 1 << man;
                } else {
                    sum += bounds.min_moves;
                    greatest = greatest.max(bounds.min_moves);
                }
                match bounds.min_cost {
                    cost if cost > costliest[0] => costliest = [cost, costliest[0]],
                    cost => costliest[1] = costliest[1].max(cost),
                }
            }
            self.capture_only = capture_only;
            if masks.may_capture && capture_only == 0 {
                sum -= greatest;
            }
            if capture_only.count_ones() > max_captured
                || sum > slack
                || costliest[usize::from(masks.may_capture)] > slack
            {
                return None;
            }
            if !changed {
                break;
            }
        }
        Some(self)
    }

    /// Returns whether all men can reach their squares, without the men that must surround them.
    fn can_all_reach(&self, search: &AssignmentSearch<'_, S>, masks: &ImmobilityMasks<S>) -> bool {
        let AssignmentSearch { obstacles, men, offsets, .. } = search;
        let slack = search.move_budget - search.king_moves;
        let (mut sum, mut greatest) = (0, 0);
        for (man, &offset) in offsets.iter().enumerate().take(men.count) {
            let reaches = |&moves: &u16| {
                let mut walks = men.possible_walks(man).iter();
                walks.any(|&walk| {
                    let within = obstacles.squares_within(offset, walk, moves);
                    within.intersects(self.squares[man][walk.index()])
                })
            };
            let min_moves = (0..self.levels as u16).find(reaches).unwrap_or(Self::NO_SQUARE);
            sum += min_moves;
            greatest = greatest.max(min_moves);
        }
        sum - if masks.may_capture { greatest } else { 0 } <= slack
    }

    /// Recomputes `fillable` from `squares`.
    fn update_fillable(&mut self, search: &AssignmentSearch<'_, S>) {
        let AssignmentSearch { obstacles, men, offsets, .. } = search;
        self.fillable = [S::EMPTY; LEVELS];
        for (man, &offset) in offsets.iter().enumerate().take(men.count) {
            for &walk in men.possible_walks(man) {
                let squares = self.squares[man][walk.index()];
                if squares.is_empty() {
                    continue;
                }
                for (moves, fillable) in (0..).zip(&mut self.fillable[..self.levels]) {
                    *fillable |= obstacles.squares_within(offset, walk, moves) & squares;
                }
            }
        }
    }

    /// Returns, by final walk and number of moves, the squares on which the other men need at least that
    /// number of moves to immobilise a man.
    fn blocking_costs(
        &self,
        search: &AssignmentSearch<'_, S>,
        masks: &ImmobilityMasks<S>,
    ) -> [[S; LEVELS]; Walk::TABLE_LEN] {
        let mut costs = [[S::EMPTY; LEVELS]; Walk::TABLE_LEN];
        for walk in PAWN_FINAL_WALKS {
            let men = self.squares[..search.men.count].iter();
            let squares = men.fold(S::EMPTY, |squares, man| squares | man[walk.index()]);
            let costs = &mut costs[walk.index()];
            costs[0] = squares & masks.pinned[walk.index()];
            for square in (squares & !masks.pinned[walk.index()]).iter() {
                let blocking = search.blocking_squares(walk, square).without(search.king);
                let blocking = if walk == Walk::Pawn { blocking & !masks.opposing_men } else { blocking };
                if let Some(cost) = self.min_fill_moves(blocking) {
                    costs[usize::from(cost).min(LEVELS - 1)] |= S::of(square);
                }
            }
        }
        costs
    }

    /// Removes the squares of a man that are too expensive.
    fn narrow_man(
        &mut self,
        search: &AssignmentSearch<'_, S>,
        costs: &[[S; LEVELS]; Walk::TABLE_LEN],
        man: usize,
    ) -> ManBounds {
        let slack = search.move_budget - search.king_moves;
        let AssignmentSearch { obstacles, men, offsets, .. } = search;
        let mut bounds = ManBounds { min_moves: Self::NO_SQUARE, min_cost: Self::NO_SQUARE, changed: false };
        for &walk in men.possible_walks(man) {
            let mut rest = self.squares[man][walk.index()];
            let mut kept = S::EMPTY;
            for moves in 0..self.levels as u16 {
                if rest.is_empty() {
                    break;
                }
                let reached = rest & obstacles.squares_within(offsets[man], walk, moves);
                rest &= !reached;
                if reached.is_empty() {
                    continue;
                }
                let affordable = usize::from(slack - moves).min(LEVELS - 1);
                for (cost, squares) in (0..).zip(&costs[walk.index()][..=affordable]) {
                    let immobile = reached & *squares;
                    if !immobile.is_empty() {
                        kept |= immobile;
                        bounds.min_moves = bounds.min_moves.min(moves);
                        bounds.min_cost = bounds.min_cost.min(moves + cost);
                    }
                }
            }
            bounds.changed |= kept != self.squares[man][walk.index()];
            self.squares[man][walk.index()] = kept;
        }
        bounds
    }
}

/// The bounds of a single man.
struct ManBounds {
    /// The distance to its nearest square, or [`SquareBounds::NO_SQUARE`].
    min_moves: u16,
    /// The least number of moves of all men that makes it immobile on one of its squares, or
    /// [`SquareBounds::NO_SQUARE`].
    min_cost: u16,
    /// Whether squares were removed.
    changed: bool,
}
