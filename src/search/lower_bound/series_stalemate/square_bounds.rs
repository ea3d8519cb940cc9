//! Where men may come to be held at all: what can be told of all last moves together.
//!
//! Whoever is not pinned must have men of his own side around him, each of whom needs moves, too.
//! So most squares are too dear for a man; without them others are harder to fill, and so on.

use super::assignment::Arranging;
use super::obstacles::LEVELS;
use super::stalemating_move::Scope;
use super::{Held, MOST_MEN};
use crate::board::Squares;
use crate::position::Walk;
use crate::search::lower_bound::distance::PAWN_KINDS;

/// How often what was found is used to find more.
const ROUNDS: usize = 3;

/// Where men may be held, for a square of their king.
#[derive(Clone, Copy)]
pub(super) struct Prospect<S> {
    /// By man and kind: the squares.
    pub squares: Held<S>,
    /// By man: the moves to the nearest of them.
    pub near: [u16; MOST_MEN],
    /// The men who can only be captured, as bits.
    pub lost: u32,
    /// By moves: the squares which some man can fill.
    filled: [S; LEVELS],
    /// How many of these count.
    levels: usize,
}

impl<S: Squares> Prospect<S> {
    /// More moves than there are, for a man who can only be captured.
    pub const NOWHERE: u16 = 1 << 10;

    /// The moves that it takes at least to fill squares with men; none if they cannot be filled.
    #[inline]
    pub fn fill(&self, squares: S) -> Option<u16> {
        let mut cost = 0;
        for &filled in &self.filled[..self.levels] {
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
    pub fn new(arranging: &Arranging<'_, S>, known: Option<&Held<S>>) -> Option<Prospect<S>> {
        let Arranging { stay, end, men, begins, .. } = arranging;
        let spare = arranging.most - arranging.king.1;
        let mut prospect = Prospect {
            squares: [[S::EMPTY; Walk::ROWS]; MOST_MEN],
            near: [0; MOST_MEN],
            lost: 0,
            filled: [S::EMPTY; LEVELS],
            levels: LEVELS.min(usize::from(spare) + 1),
        };
        for man in 0..men.count {
            for &kind in men.kinds(man) {
                let held = known.map_or(end.scope.held[kind.index()], |held| held[man][kind.index()]);
                prospect.squares[man][kind.index()] = stay.ball(begins[man], kind, spare) & held;
            }
        }
        prospect.narrow(arranging, &end.scope, ROUNDS)
    }

    /// What can be told besides of some last moves.
    pub fn within(&self, arranging: &Arranging<'_, S>, scope: &Scope<S>) -> Option<Prospect<S>> {
        let mut prospect = *self;
        for man in 0..arranging.men.count {
            for &kind in arranging.men.kinds(man) {
                prospect.squares[man][kind.index()] &= scope.held[kind.index()];
            }
        }
        prospect.narrow(arranging, scope, 1)
    }

    fn narrow(
        mut self,
        arranging: &Arranging<'_, S>,
        scope: &Scope<S>,
        rounds: usize,
    ) -> Option<Prospect<S>> {
        let men = arranging.men;
        let spare = arranging.most - arranging.king.1;
        let excused = u32::from(scope.captures);
        if !self.is_near(arranging, scope) {
            return None;
        }
        for _ in 0..rounds {
            self.fill_levels(arranging);
            let costs = self.hem_costs(arranging, scope);
            let mut changed = false;
            let (mut sum, mut dearest, mut lost) = (0, 0, 0u32);
            let mut least = [0; 2];
            for man in 0..men.count {
                let (near, hemmed, fewer) = self.look_at(arranging, &costs, man);
                changed |= fewer;
                self.near[man] = near;
                if near == Self::NOWHERE {
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
            self.lost = lost;
            if scope.captures && lost == 0 {
                sum -= dearest;
            }
            if lost.count_ones() > excused || sum > spare || least[usize::from(scope.captures)] > spare {
                return None;
            }
            if !changed {
                break;
            }
        }
        Some(self)
    }

    /// Can all men come to their squares, if nobody must stand around them?
    fn is_near(&self, arranging: &Arranging<'_, S>, scope: &Scope<S>) -> bool {
        let Arranging { stay, men, begins, .. } = arranging;
        let spare = arranging.most - arranging.king.1;
        let (mut sum, mut dearest) = (0, 0);
        for (man, &begin) in begins.iter().enumerate().take(men.count) {
            let reached = |&moves: &u16| {
                let mut kinds = men.kinds(man).iter();
                kinds.any(|&kind| stay.ball(begin, kind, moves).meets(self.squares[man][kind.index()]))
            };
            let near = (0..self.levels as u16).find(reached).unwrap_or(Self::NOWHERE);
            sum += near;
            dearest = dearest.max(near);
        }
        sum - if scope.captures { dearest } else { 0 } <= spare
    }

    fn fill_levels(&mut self, arranging: &Arranging<'_, S>) {
        let Arranging { stay, men, begins, .. } = arranging;
        self.filled = [S::EMPTY; LEVELS];
        for (man, &begin) in begins.iter().enumerate().take(men.count) {
            for &kind in men.kinds(man) {
                let squares = self.squares[man][kind.index()];
                if squares.is_empty() {
                    continue;
                }
                for (moves, filled) in (0..).zip(&mut self.filled[..self.levels]) {
                    *filled |= stay.ball(begin, kind, moves) & squares;
                }
            }
        }
    }

    /// By kind and moves: where it takes so many moves at least to hem in a man, whoever he is.
    fn hem_costs(&self, arranging: &Arranging<'_, S>, scope: &Scope<S>) -> [[S; LEVELS]; Walk::ROWS] {
        let mut costs = [[S::EMPTY; LEVELS]; Walk::ROWS];
        for kind in PAWN_KINDS {
            let wanted = self.squares[..arranging.men.count].iter();
            let wanted = wanted.fold(S::EMPTY, |wanted, squares| wanted | squares[kind.index()]);
            let costs = &mut costs[kind.index()];
            costs[0] = wanted & scope.pinned[kind.index()];
            for square in (wanted & !scope.pinned[kind.index()]).iter() {
                let around = arranging.hem(kind, square).without(arranging.king.0);
                if let Some(cost) = self.fill(if kind == Walk::Pawn { around & !scope.stops } else { around })
                {
                    costs[usize::from(cost).min(LEVELS - 1)] |= S::of(square);
                }
            }
        }
        costs
    }

    /// Leaves out squares that are too dear for a man. Tells the moves to the nearest left, the
    /// moves that it takes all to have him held there, and whether squares were left out.
    fn look_at(
        &mut self,
        arranging: &Arranging<'_, S>,
        costs: &[[S; LEVELS]; Walk::ROWS],
        man: usize,
    ) -> (u16, u16, bool) {
        let spare = arranging.most - arranging.king.1;
        let Arranging { stay, men, begins, .. } = arranging;
        let (mut near, mut hemmed, mut changed) = (Self::NOWHERE, Self::NOWHERE, false);
        for &kind in men.kinds(man) {
            let mut left = self.squares[man][kind.index()];
            let mut kept = S::EMPTY;
            for moves in 0..self.levels as u16 {
                if left.is_empty() {
                    break;
                }
                let here = left & stay.ball(begins[man], kind, moves);
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
