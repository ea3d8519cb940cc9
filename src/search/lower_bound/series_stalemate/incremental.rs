//! Positions on the way, and what one tells of the next.

use std::sync::Arc;

use super::assignment::{Arrangement, Place};
use super::{Ends, Held, Men};
use crate::board::{Board, Square, Squares};
use crate::game::Game;
use crate::position::Walk;
use crate::rules::Rules;
use crate::search::lower_bound::distance::NEVER;

/// A square where the king may be stalemated.
#[derive(Clone)]
pub(super) struct Alive<S> {
    /// Who stays, by number.
    pub index: usize,
    pub king: Square,
    /// Where men may be held then, if known.
    pub held: Option<Box<Held<S>>>,
}

/// A position on the way.
#[derive(Clone)]
pub(super) struct Frame<S> {
    pub men: Men,
    /// The men of the other side.
    pub present: S,
    /// The moves left, and what castling saves.
    pub most: u16,
    /// Where the king may still be stalemated.
    pub alive: Arc<[Alive<S>]>,
    /// Is there an arrangement for each of these squares?
    pub refined: bool,
    /// What was arranged here.
    pub kept: Option<Arrangement>,
}

impl<S: Squares> Ends<S> {
    /// Finds out whether a position is but one step from another; if so, its men are told in the
    /// same order, and what was arranged there is kept, if the moves still allow it.
    pub(super) fn step<B: Board<Set = S>, R: Rules>(
        &mut self,
        game: &Game<B, R>,
        from: &Frame<S>,
        to: &mut Frame<S>,
    ) -> bool {
        let gone = from.present & !to.present;
        let fits = (to.present & !from.present).is_empty() && to.most + 1 == from.most;
        let Some(stay) = self.stays.iter_mut().find(|stay| fits && stay.men == to.present) else {
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
        let begins = [was, is].map(|(walk, at)| stay.begin(&game.board, walk, at));
        let step = stay.way(begins[0], is.0, is.1) == 1 && gone.without(is.1).is_empty();
        if !step || men.king != to.men.king {
            return false;
        }
        to.men = men;
        // Who has still to be captured might ask for another way.
        if let Some(mut kept) = from.kept.filter(|kept| self.stays[kept.index].men == to.present) {
            let stay = &self.stays[kept.index];
            let place = moved.map_or(Place::At(Walk::King, kept.square), |man| kept.places[man]);
            let [before, after] = [(begins[0], was.0), (begins[1], is.0)].map(|(begin, walk)| match place {
                Place::At(kind, square) => stay.way(begin, kind, square),
                Place::Captured(square) => stay.way_as_any(begin, walk, square),
                Place::Unknown => NEVER,
            });
            kept.spent = kept.spent + u16::from(after) - u16::from(before);
            to.kept = Some(kept).filter(|kept| kept.spent <= to.most);
        }
        true
    }
}
