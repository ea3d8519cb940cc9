//! Incremental states: what one position of a series passes on to the next.
//!
//! **What.** A state keeps the assignment found in a position and the squares of the king that have one.
//! After one move the assignment is kept with its cost adjusted by the moved man's distances; only king
//! squares that were open before the move are searched.
//!
//! **Why it is correct.** Every assignment of a position after a move is one of the position before it with
//! one move more, so a king square without an assignment stays without one.
//!
//! **Cost and gain.** A ser-h=8 from 0.80 to 0.12 s, a ser-h=14 from 12.3 to 0.11 s (`docs/internals/experiments.md`).
//!
//! **Reference.** None.

use std::sync::Arc;

use super::assignment::{Assignment, FinalPlace};
use super::{ImmobileSquares, MovingMen, SeriesStalemate};
use crate::board::{Board, Square, Squares};
use crate::game::Game;
use crate::position::Walk;
use crate::rules::GameRules;
use crate::search::lower_bound::distance::UNREACHABLE;

/// A square on which the king may be stalemated, for one set of captured men.
#[derive(Clone)]
pub(super) struct OpenKingSquare<S> {
    /// The index of the set of captured men.
    pub obstacles_index: usize,
    /// The square.
    pub king: Square,
    /// The squares on which men may be immobile then, if they are known.
    pub immobile_squares: Option<Box<ImmobileSquares<S>>>,
}

/// The state of the bound in a position of the series.
#[derive(Clone)]
pub(super) struct SeriesState<S> {
    pub men: MovingMen,
    /// The men of the other side.
    pub static_men: S,
    /// The moves left and those that castling saves.
    pub move_budget: u16,
    /// The squares on which the king may still be stalemated.
    pub king_squares: Arc<[OpenKingSquare<S>]>,
    /// Whether each of `king_squares` has been tested in this position.
    pub refined: bool,
    /// An assignment, if one is known.
    pub assignment: Option<Assignment>,
}

impl<S: Squares> SeriesStalemate<S> {
    /// Returns whether `to` is one move after `from`. If so, the men of `to` are put in the order of `from`,
    /// and the assignment of `from` is adopted if its cost still fits the budget.
    pub(super) fn update_from_parent<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        from: &SeriesState<S>,
        to: &mut SeriesState<S>,
    ) -> bool {
        let captured = from.static_men & !to.static_men;
        let fits = (to.static_men & !from.static_men).is_empty() && to.move_budget + 1 == from.move_budget;
        let mut obstacles = self.obstacles.iter_mut();
        let Some(obstacles) = obstacles.find(|obstacles| fits && obstacles.men == to.static_men) else {
            return false;
        };
        let count = from.men.count;
        let mut men = from.men;
        let mut new_man = None;
        let mut unmoved: u32 = 0;
        for man in &to.men.men[..count] {
            match from.men.men[..count].iter().position(|known| known == man) {
                Some(index) => unmoved |= 1 << index,
                None if new_man.is_none() => new_man = Some(*man),
                None => return false,
            }
        }
        // The index of the moved man, `None` for the king, with its walk and square before and after the
        // move.
        let (moved, old, new) = match new_man {
            Some(new) => {
                let Some(moved) = (0..count).find(|man| unmoved >> man & 1 == 0) else { return false };
                men.men[moved] = new;
                (Some(moved), from.men.men[moved], new)
            }
            None => {
                men.king = to.men.king;
                (None, (Walk::King, from.men.king), (Walk::King, to.men.king))
            }
        };
        let rows = [old, new].map(|(walk, at)| obstacles.first_row(&game.board, walk, at));
        let is_one_move = obstacles.distance(rows[0], new.0, new.1) == 1;
        if !is_one_move || !captured.without(new.1).is_empty() || men.king != to.men.king {
            return false;
        }
        to.men = men;
        // Kept only if no man is left to capture: a capture may require another path.
        if let Some(mut kept) =
            from.assignment.filter(|kept| self.obstacles[kept.obstacles_index].men == to.static_men)
        {
            let obstacles = &self.obstacles[kept.obstacles_index];
            let place = moved.map_or(FinalPlace::At(Walk::King, kept.king_square), |man| kept.places[man]);
            let [before, after] = [(rows[0], old.0), (rows[1], new.0)].map(|(row, walk)| match place {
                FinalPlace::At(final_walk, square) => obstacles.distance(row, final_walk, square),
                FinalPlace::Captured(square) => obstacles.distance_any_promotion(row, walk, square),
                FinalPlace::Unassigned => UNREACHABLE,
            });
            kept.cost = kept.cost + u16::from(after) - u16::from(before);
            to.assignment = Some(kept).filter(|kept| kept.cost <= to.move_budget);
        }
        true
    }
}
