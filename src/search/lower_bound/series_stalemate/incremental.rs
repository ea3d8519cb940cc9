//! Positions on the way, and what one tells of the next.

use std::sync::Arc;

use super::assignment::{Assignment, FinalPlace};
use super::{ImmobileSquares, MovingMen, SeriesStalemate};
use crate::board::{Board, Square, Squares};
use crate::game::Game;
use crate::position::Walk;
use crate::rules::GameRules;
use crate::search::lower_bound::distance::UNREACHABLE;

/// A square where the king may be stalemated.
#[derive(Clone)]
pub(super) struct OpenKingSquare<S> {
    /// Who stays, by number.
    pub obstacles_index: usize,
    pub king: Square,
    /// Where men may be held then, if known.
    pub immobile_squares: Option<Box<ImmobileSquares<S>>>,
}

/// A position on the way.
#[derive(Clone)]
pub(super) struct SeriesState<S> {
    pub men: MovingMen,
    /// The men of the other side.
    pub static_men: S,
    /// The moves left, and what castling saves.
    pub move_budget: u16,
    /// Where the king may still be stalemated.
    pub king_squares: Arc<[OpenKingSquare<S>]>,
    /// Is there an arrangement for each of these squares?
    pub refined: bool,
    /// What was arranged here.
    pub assignment: Option<Assignment>,
}

impl<S: Squares> SeriesStalemate<S> {
    /// Finds out whether a position is but one step from another; if so, its men are told in the
    /// same order, and what was arranged there is kept, if the moves still allow it.
    pub(super) fn update_from_parent<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        from: &SeriesState<S>,
        to: &mut SeriesState<S>,
    ) -> bool {
        let gone = from.static_men & !to.static_men;
        let fits = (to.static_men & !from.static_men).is_empty() && to.move_budget + 1 == from.move_budget;
        let Some(stay) = self.obstacles.iter_mut().find(|stay| fits && stay.men == to.static_men) else {
            return false;
        };
        let count = from.men.count;
        let mut men = from.men;
        let mut new = None;
        let mut same: u32 = 0;
        for man in &to.men.men[..count] {
            match from.men.men[..count].iter().position(|known| known == man) {
                Some(at) => same |= 1 << at,
                None if new.is_none() => new = Some(*man),
                None => return false,
            }
        }
        let (moved, was, is) = match new {
            Some(is) => {
                let Some(moved) = (0..count).find(|man| same >> man & 1 == 0) else { return false };
                men.men[moved] = is;
                (Some(moved), from.men.men[moved], is)
            }
            None => {
                men.king = to.men.king;
                (None, (Walk::King, from.men.king), (Walk::King, to.men.king))
            }
        };
        let begins = [was, is].map(|(walk, at)| stay.distance_offset(&game.board, walk, at));
        let step = stay.distance(begins[0], is.0, is.1) == 1 && gone.without(is.1).is_empty();
        if !step || men.king != to.men.king {
            return false;
        }
        to.men = men;
        // Who has still to be captured might ask for another way.
        if let Some(mut kept) =
            from.assignment.filter(|kept| self.obstacles[kept.obstacles_index].men == to.static_men)
        {
            let stay = &self.obstacles[kept.obstacles_index];
            let place = moved.map_or(FinalPlace::At(Walk::King, kept.king_square), |man| kept.places[man]);
            let [before, after] = [(begins[0], was.0), (begins[1], is.0)].map(|(begin, walk)| match place {
                FinalPlace::At(kind, square) => stay.distance(begin, kind, square),
                FinalPlace::Captured(square) => stay.distance_any_promotion(begin, walk, square),
                FinalPlace::Unassigned => UNREACHABLE,
            });
            kept.cost = kept.cost + u16::from(after) - u16::from(before);
            to.assignment = Some(kept).filter(|kept| kept.cost <= to.move_budget);
        }
        true
    }
}
