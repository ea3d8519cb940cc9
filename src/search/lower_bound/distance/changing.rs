//! **What.** The distances of men that may change their walks: of pawns, which promote, and of all men but kings where
//! rules change the walks of men that move.
//!
//! **Why it is correct.** As in [`distance`](super): the breadth-first search is over pairs of a walk and a square, and
//! includes every walk that a move may give.
//!
//! **Cost and gain.** One table for a man and a square, computed on first use. A ser-h#7 of Norsk Sjakk without a mate 2.4 to
//! 0.003 s.
//!
//! **Reference.** As for [`distance`](super).

use super::{DISTANCE_LEVELS, DistanceTable, NOT_COMPUTED, UNREACHABLE, union};
use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::WalkChanges;
use crate::rules::rebirth::Relocation;

/// The distances of a pawn, or another man that may change its walk, from one square.
#[derive(Clone)]
pub(super) struct ChangingDistances<S> {
    /// The number of moves by final walk and square.
    pub moves: Box<[u8]>,
    /// The squares reached with each final walk within each number of moves.
    pub within: Vec<[S; DISTANCE_LEVELS]>,
    /// The squares reached with any final walk within each number of moves.
    pub within_any: [S; DISTANCE_LEVELS],
    /// The fewest moves with which a pawn promotes; [`DISTANCE_LEVELS`] if it does not.
    pub first_promotion: usize,
    /// The squares where a pawn, promoted or not, can capture within each number of moves.
    pub capture_squares: [S; DISTANCE_LEVELS],
}

impl<B: Board> DistanceTable<'_, B> {
    #[cold]
    pub(super) fn prepare_changing(&mut self, side: Side, walk: Walk, from: Square) {
        let moves = match self.walks.changes() {
            Some(changes) => self.compute_changing_distances(changes, side, walk, from),
            None => self.compute_pawn_distances(side, from),
        };
        let mut within = vec![[B::Set::EMPTY; DISTANCE_LEVELS]; self.walks.promotions().len() + 1];
        for (within, moves) in within.iter_mut().zip(moves.chunks_exact(self.table_len)) {
            for to in self.board.geometry().all.iter().filter(|to| moves[to.index()] != UNREACHABLE) {
                within[usize::from(moves[to.index()]).min(DISTANCE_LEVELS - 1)] |= B::Set::of(to);
            }
            for level in 1..DISTANCE_LEVELS {
                let fewer_moves = within[level - 1];
                within[level] |= fewer_moves;
            }
        }
        let attacks = &self.board.geometry().pawn(side).attacks;
        let Some((pawn, promoted)) = within.split_last() else { return };
        let mut capture_squares = [B::Set::EMPTY; DISTANCE_LEVELS];
        for (moves, capture_squares) in capture_squares.iter_mut().enumerate().skip(1) {
            // The last set serves all greater numbers of moves.
            let moves_before = if moves == DISTANCE_LEVELS - 1 { moves } else { moves - 1 };
            *capture_squares = union(pawn[moves_before], |at| attacks[at.index()]);
            promoted.iter().for_each(|within| *capture_squares |= within[moves]);
        }
        let mut within_any = *pawn;
        for (moves, any) in within_any.iter_mut().enumerate() {
            promoted.iter().for_each(|within| *any |= within[moves]);
        }
        let promotes = |moves: &usize| promoted.iter().any(|within| !within[*moves].is_empty());
        let first_promotion = (0..DISTANCE_LEVELS).find(promotes).unwrap_or(DISTANCE_LEVELS);
        let index = self.changing_index(walk, from);
        self.changing_distances[side.index()][index] =
            Some(ChangingDistances { moves, within, within_any, first_promotion, capture_squares });
    }

    /// Computes the numbers of moves of a pawn by final walk and square.
    fn compute_pawn_distances(&self, side: Side, from: Square) -> Box<[u8]> {
        let promotions = self.walks.promotions();
        let paths = self.board.geometry().pawn(side);
        let mut moves = vec![UNREACHABLE; (promotions.len() + 1) * self.table_len];
        let (promoted, unpromoted) = moves.split_at_mut(promotions.len() * self.table_len);
        // Takes the moves of a promoted man into account that appears on a square after `cost` moves.
        let mut promote = |walk_index: usize, at: Square, cost: u8| {
            let row = &mut promoted[walk_index * self.table_len..][..self.table_len];
            let further = &self.distances_from(side, promotions[walk_index], at).moves;
            for (best, further) in row.iter_mut().zip(further) {
                *best = further.saturating_add(cost).min(*best);
            }
        };
        let mut reached = self.with_victim_rebirths(side, Walk::Pawn, B::Set::of(from));
        let mut edge = reached;
        let mut cost: u8 = 0;
        while !edge.is_empty() && cost < NOT_COMPUTED - 1 {
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                if paths.promotion_rank.contains(square) && (cost > 0 || self.with_rebirth) {
                    (0..promotions.len()).for_each(|index| promote(index, square, cost));
                    if !self.with_rebirth {
                        continue;
                    }
                }
                unpromoted[square.index()] = cost.min(unpromoted[square.index()]);
                next |= self.rebirth_squares.permit(side, square, paths.reach(square));
                if self.with_rebirth && self.rebirth_squares.has_rebirth() {
                    let reborn = self.pawn_capture_rebirths(side, square);
                    next |= reborn[promotions.len()];
                    for (index, homes) in reborn[..promotions.len()].iter().enumerate() {
                        homes.iter().for_each(|home| promote(index, home, cost + 1));
                    }
                }
            }
            edge = self.with_victim_rebirths(side, Walk::Pawn, next & !reached) & !reached;
            reached |= edge;
            cost += 1;
        }
        moves.into()
    }

    /// Computes the numbers of moves of a man by final walk and square, where men change their walks by moving. A pawn may
    /// have any walk once it is on the promotion rank.
    fn compute_changing_distances(
        &self,
        changes: &WalkChanges,
        side: Side,
        walk: Walk,
        from: Square,
    ) -> Box<[u8]> {
        let paths = self.board.geometry().pawn(side);
        let all: Vec<Walk> = self.walks.final_walks(walk).collect();
        let row = |walk: Walk| all.iter().position(|&other| other == walk);
        let mut moves = vec![UNREACHABLE; all.len() * self.table_len];
        let mut edge = vec![B::Set::EMPTY; all.len()];
        row(walk).into_iter().for_each(|row| edge[row] = B::Set::of(from));
        let mut reached = edge.clone();
        let mut cost: u8 = 0;
        while edge.iter().any(|squares| !squares.is_empty()) && cost < NOT_COMPUTED - 1 {
            let mut next = vec![B::Set::EMPTY; all.len()];
            for ((&walk, &squares), row_start) in all.iter().zip(&edge).zip((0..).step_by(self.table_len)) {
                let mut targets = B::Set::EMPTY;
                for at in squares.iter() {
                    moves[row_start + at.index()] = cost;
                    targets |= match walk {
                        Walk::Pawn => self.pawn_reach(side, at),
                        _ => self.board.attacks(walk, side, at, B::Set::EMPTY),
                    };
                }
                changes.after(walk).filter_map(row).for_each(|row| next[row] |= targets);
                if walk == Walk::Pawn {
                    let promoted = targets & paths.promotion_rank;
                    next.iter_mut().for_each(|squares| *squares |= promoted);
                }
            }
            for (next, reached) in next.iter_mut().zip(&mut reached) {
                *next &= !*reached;
                *reached |= *next;
            }
            edge = next;
            cost += 1;
        }
        moves.into()
    }

    /// Returns the squares that a pawn reaches by one move, also from its first rank.
    fn pawn_reach(&self, side: Side, at: Square) -> B::Set {
        let paths = self.board.geometry().pawn(side);
        if !paths.first_rank.contains(at) {
            return paths.reach(at);
        }
        // Rules may let it make up to three steps there.
        let is_near = |to: &Square| self.distances_from(side, Walk::King, at).moves[to.index()] <= 3;
        B::Set::from_squares(self.board.geometry().all.iter().filter(is_near))
    }

    /// Returns, by final walk, the squares where a pawn is reborn by a capture of its own.
    fn pawn_capture_rebirths(&self, side: Side, from: Square) -> Vec<B::Set> {
        let paths = self.board.geometry().pawn(side);
        let promotion_count = self.walks.promotions().len();
        let mut reborn = vec![B::Set::EMPTY; promotion_count + 1];
        match self.rebirth_squares.kind {
            Relocation::Never | Relocation::Victims(_) | Relocation::TakeAndMake => {}
            Relocation::Capturers(_) => {
                for to in paths.attacks[from.index()].iter() {
                    let promotes = paths.promotion_rank.contains(to);
                    for (squares, walk) in reborn.iter_mut().zip(self.walks.final_walks(Walk::Pawn)) {
                        if promotes != (walk == Walk::Pawn) {
                            *squares |= self.rebirth_squares.squares(side, walk, to);
                        }
                    }
                }
            }
            Relocation::FromHome(_) => {
                let origins = self.rebirth_squares.attack_origins(side, Walk::Pawn, from);
                reborn[promotion_count] = union(origins, |origin| paths.attacks[origin.index()]);
            }
        }
        reborn
    }
}
