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
use crate::board::{Square, Squares};
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
    /// By square: the moves of the nearest man that can fill it, or [`Self::NEVER_FILLED`].
    fill_moves: [u8; Square::LIMIT],
    /// The number of distances that are distinguished.
    levels: usize,
}

/// By final walk and number of moves: squares by what the other men need to immobilise a man there. Filled only for walks
/// of men that have squares.
struct BlockingCosts<S> {
    /// The squares where they need that number of moves.
    exact: [[S; LEVELS]; Walk::TABLE_LEN],
    /// The squares where they need at most that number.
    up_to: [[S; LEVELS]; Walk::TABLE_LEN],
}

impl<S: Squares> SquareBounds<S> {
    /// The distance of a man without a square: more than any number of moves.
    pub const NO_SQUARE: u16 = 1 << 10;
    /// The moves to a square that no man can fill.
    const NEVER_FILLED: u8 = u8::MAX;

    /// Returns a lower bound on the moves that fill all these squares with men; `None` if they cannot be
    /// filled.
    #[inline]
    pub fn min_fill_moves(&self, squares: S) -> Option<u16> {
        let moves = squares.iter().map(|square| u16::from(self.fill_moves[square.index()]));
        let cost = moves.sum::<u16>();
        (cost < u16::from(Self::NEVER_FILLED)).then_some(cost)
    }

    /// The bounds that hold for all last moves together; `None` if no assignment exists. `known` are the
    /// squares of an earlier position of the series.
    pub fn new(
        search: &AssignmentSearch<'_, S>,
        known: Option<&ImmobileSquares<S>>,
    ) -> Option<SquareBounds<S>> {
        let AssignmentSearch { obstacles, final_king, men, rows, .. } = search;
        let slack = search.move_budget - search.king_moves;
        let mut bounds = SquareBounds {
            squares: [[S::EMPTY; Walk::TABLE_LEN]; MAX_MEN],
            min_moves: [0; MAX_MEN],
            capture_only: 0,
            fill_moves: [Self::NEVER_FILLED; Square::LIMIT],
            levels: LEVELS.min(usize::from(slack) + 1),
        };
        let farthest = bounds.levels - 1;
        for man in 0..men.count {
            for &walk in men.possible_walks(man) {
                let index = walk.index();
                let immobile = known.map_or(final_king.masks.immobile[index], |known| known[man][index]);
                bounds.squares[man][index] = obstacles.squares_within(rows[man], walk)[farthest] & immobile;
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
        let mut costs = BlockingCosts {
            exact: [[S::EMPTY; LEVELS]; Walk::TABLE_LEN],
            up_to: [[S::EMPTY; LEVELS]; Walk::TABLE_LEN],
        };
        for _ in 0..max_rounds {
            self.update_fill_moves(search);
            self.update_blocking_costs(search, masks, &mut costs);
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
        let AssignmentSearch { obstacles, men, rows, .. } = search;
        let slack = search.move_budget - search.king_moves;
        let (mut sum, mut greatest) = (0, 0);
        for (man, &row) in rows.iter().enumerate().take(men.count) {
            let least_as = |&walk: &Walk| {
                let squares = self.squares[man][walk.index()];
                let mut within = (0..).zip(&obstacles.squares_within(row, walk)[..self.levels]);
                within.find(|(_, reached)| reached.intersects(squares)).map(|(moves, _)| moves)
            };
            let walks = men.possible_walks(man).iter();
            let min_moves = walks.filter_map(least_as).min().unwrap_or(Self::NO_SQUARE);
            sum += min_moves;
            greatest = greatest.max(min_moves);
        }
        sum - if masks.may_capture { greatest } else { 0 } <= slack
    }

    /// Recomputes `fill_moves` from `squares`.
    fn update_fill_moves(&mut self, search: &AssignmentSearch<'_, S>) {
        let AssignmentSearch { obstacles, men, rows, .. } = search;
        let mut fillable = [S::EMPTY; LEVELS];
        for (man, &row) in rows.iter().enumerate().take(men.count) {
            for &walk in men.possible_walks(man) {
                let squares = self.squares[man][walk.index()];
                if squares.is_empty() {
                    continue;
                }
                let within = obstacles.squares_within(row, walk);
                for (fillable, &reached) in fillable[..self.levels].iter_mut().zip(within) {
                    *fillable |= reached & squares;
                }
            }
        }
        self.fill_moves = [Self::NEVER_FILLED; Square::LIMIT];
        let mut filled = S::EMPTY;
        for (moves, fillable) in (0..).zip(&fillable[..self.levels]) {
            for square in (*fillable & !filled).iter() {
                self.fill_moves[square.index()] = moves;
            }
            filled |= *fillable;
        }
    }

    /// Recomputes the least moves of the other men that immobilise a man, by its walk and square.
    fn update_blocking_costs(
        &self,
        search: &AssignmentSearch<'_, S>,
        masks: &ImmobilityMasks<S>,
        costs: &mut BlockingCosts<S>,
    ) {
        for walk in PAWN_FINAL_WALKS {
            let men = self.squares[..search.men.count].iter();
            let squares = men.fold(S::EMPTY, |squares, man| squares | man[walk.index()]);
            if squares.is_empty() {
                continue;
            }
            let exact = &mut costs.exact[walk.index()];
            *exact = [S::EMPTY; LEVELS];
            exact[0] = squares & masks.pinned[walk.index()];
            for square in (squares & !masks.pinned[walk.index()]).iter() {
                let blocking = search.blocking_squares(walk, square).without(search.king);
                let blocking = if walk == Walk::Pawn { blocking & !masks.opposing_men } else { blocking };
                if let Some(cost) = self.min_fill_moves(blocking) {
                    exact[usize::from(cost).min(LEVELS - 1)] |= S::of(square);
                }
            }
            let mut all = S::EMPTY;
            for (up_to, exact) in costs.up_to[walk.index()].iter_mut().zip(exact) {
                all |= *exact;
                *up_to = all;
            }
        }
    }

    /// Removes the squares of a man that are too expensive.
    fn narrow_man(
        &mut self,
        search: &AssignmentSearch<'_, S>,
        costs: &BlockingCosts<S>,
        man: usize,
    ) -> ManBounds {
        let slack = search.move_budget - search.king_moves;
        let AssignmentSearch { obstacles, men, rows, .. } = search;
        let mut bounds = ManBounds { min_moves: Self::NO_SQUARE, min_cost: Self::NO_SQUARE, changed: false };
        for &walk in men.possible_walks(man) {
            let mut rest = self.squares[man][walk.index()];
            let mut kept = S::EMPTY;
            let within = &obstacles.squares_within(rows[man], walk)[..self.levels];
            for (moves, &within) in (0..).zip(within) {
                if rest.is_empty() {
                    break;
                }
                let reached = rest & within;
                rest &= !reached;
                if reached.is_empty() {
                    continue;
                }
                let affordable = usize::from(slack - moves).min(LEVELS - 1);
                let immobile = reached & costs.up_to[walk.index()][affordable];
                if immobile.is_empty() {
                    continue;
                }
                kept |= immobile;
                bounds.min_moves = bounds.min_moves.min(moves);
                let mut cheaper = (moves..bounds.min_cost).zip(&costs.exact[walk.index()]);
                if let Some((cost, _)) = cheaper.find(|(_, squares)| squares.intersects(immobile)) {
                    bounds.min_cost = cost;
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
