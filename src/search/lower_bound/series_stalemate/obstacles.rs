//! Obstacles: the men of the stalemating side that are not captured, and the distances around them.
//!
//! **What.** For one set of captured men: move distances of the other side by [breadth-first
//! search](https://www.chessprogramming.org/Fill_Algorithms), the last moves, and for each square of the king
//! the squares on which men may be immobile.
//!
//! **Why it is correct.** Only men that never leave block a path; men of the moving side do not. The king is
//! kept off squares under an attack that no man can block. So distances are lower bounds.
//!
//! **Cost and gain.** Each table is computed on first use, once for a root.
//!
//! **Reference.** None.

use std::sync::Arc;

use super::stalemating_move::{ImmobilityMasks, StalemateConstraint, StalematingMove, unblockable_attacks};
use crate::board::{Board, Square, Squares};
use crate::game::PermittedTargets;
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::{PAWN_FINAL_WALKS, UNREACHABLE};

/// The number of distances that have a set of squares each; the last set covers all greater distances.
pub(super) const LEVELS: usize = 16;

/// The men of the stalemating side that are not captured and do not move before the last ply, with tables
/// derived from them.
///
/// The distances from one square fill `Walk::TABLE_LEN` rows of `square_count` entries, by final walk and
/// target.
pub(super) struct Obstacles<S> {
    /// The men that are not captured.
    pub men: S,
    /// The men that are captured before the last ply.
    pub victims: S,
    /// One more than the highest number of a square.
    pub square_count: usize,
    /// The side to be stalemated.
    pub stalemated_side: Side,
    /// The squares to which men may go.
    permitted: Arc<PermittedTargets<S>>,
    /// The squares that its king cannot enter.
    king_forbidden: S,
    /// Distances, concatenated.
    distances: Vec<u8>,
    /// For each row of `distances`, [`LEVELS`] sets: the squares within each number of moves.
    within: Vec<[S; LEVELS]>,
    /// By walk and square of departure: the number of the first row, if it is computed.
    first_rows: Vec<Option<usize>>,
    /// The last moves.
    pub last_moves: Vec<StalematingMove<S>>,
    /// By square of the king, computed on first use.
    final_kings: Vec<Option<FinalKing<S>>>,
}

/// What is known if the king is on a certain square at the end.
pub(super) struct FinalKing<S> {
    /// The last moves that may stalemate it there, those that leave the fewest flights open first.
    pub constraints: Vec<StalemateConstraint<S>>,
    /// By walk and square: the distance to the nearest square on which the man may be immobile.
    pub immobile_distances: Box<[u8]>,
    /// The union of the masks of all `constraints`.
    pub masks: ImmobilityMasks<S>,
}

impl<S: Squares> Obstacles<S> {
    /// The obstacles that remain of the men `walks`, given by walk, after the capture of `victims`.
    pub fn new<B: Board<Set = S>>(
        board: &B,
        permitted: &Arc<PermittedTargets<S>>,
        stalemated_side: Side,
        walks: [S; Walk::TABLE_LEN],
        victims: S,
        last_moves: impl FnOnce(&[S; Walk::TABLE_LEN]) -> Vec<StalematingMove<S>>,
    ) -> Obstacles<S> {
        let walks = walks.map(|walk| walk & !victims);
        let men = walks.into_iter().fold(S::EMPTY, |men, walk| men | walk);
        let square_count = board.geometry().table_len();
        Obstacles {
            men,
            victims,
            square_count,
            stalemated_side,
            permitted: Arc::clone(permitted),
            king_forbidden: men | unblockable_attacks(board, permitted, stalemated_side.other(), &walks),
            distances: Vec::new(),
            within: Vec::new(),
            first_rows: vec![None; Walk::TABLE_LEN * square_count],
            last_moves: last_moves(&walks),
            final_kings: (0..square_count).map(|_| None).collect(),
        }
    }

    /// Returns the number of the first of the rows of a man, computing them if necessary.
    pub fn first_row<B: Board<Set = S>>(&mut self, board: &B, walk: Walk, from: Square) -> usize {
        let index = walk.index() * self.square_count + from.index();
        if let Some(first_row) = self.first_rows[index] {
            return first_row;
        }
        let mut distances = vec![UNREACHABLE; Walk::TABLE_LEN * self.square_count];
        if walk == Walk::Pawn {
            self.fill_pawn_distances(board, from, &mut distances);
        } else {
            let row = &mut distances[walk.index() * self.square_count..][..self.square_count];
            self.fill_distances(board, walk, S::of(from), row);
        }
        let first_row = self.within.len();
        for row in distances.chunks_exact(self.square_count) {
            let mut within = [S::EMPTY; LEVELS];
            for to in board.geometry().all.iter() {
                let moves = usize::from(row[to.index()]);
                if moves < usize::from(UNREACHABLE) {
                    within.iter_mut().skip(moves.min(LEVELS - 1)).for_each(|set| *set |= S::of(to));
                }
            }
            self.within.push(within);
        }
        self.distances.extend(distances);
        self.first_rows[index] = Some(first_row);
        first_row
    }

    /// Returns the number of moves that a man needs to be on a square with a final walk.
    #[inline]
    pub fn distance(&self, first_row: usize, walk: Walk, to: Square) -> u8 {
        self.distances[(first_row + walk.index()) * self.square_count + to.index()]
    }

    /// Returns the squares on which a man can be with a final walk, within each number of moves.
    #[inline]
    pub fn squares_within(&self, first_row: usize, walk: Walk) -> &[S; LEVELS] {
        &self.within[first_row + walk.index()]
    }

    /// Returns the number of moves that a man needs to be on a square with any final walk.
    #[inline]
    pub fn distance_any_promotion(&self, first_row: usize, walk: Walk, to: Square) -> u8 {
        match walk {
            Walk::Pawn => PAWN_FINAL_WALKS
                .map(|walk| self.distance(first_row, walk, to))
                .into_iter()
                .min()
                .unwrap_or(UNREACHABLE),
            _ => self.distance(first_row, walk, to),
        }
    }

    /// Fills a row with the distances of a man, not a pawn, from the nearest of some squares.
    fn fill_distances<B: Board<Set = S>>(&self, board: &B, walk: Walk, from: S, row: &mut [u8]) {
        // Squares of victims are not closed: the series may capture there, at the latest by its last move.
        let closed = if walk == Walk::King { self.king_forbidden } else { self.men };
        let (mut frontier, mut reached, mut moves) = (from, from, 0);
        while !frontier.is_empty() {
            let mut next = S::EMPTY;
            for square in frontier.iter() {
                row[square.index()] = moves;
                next |= self.permitted.attacks(board, (walk, self.stalemated_side), square, self.men);
            }
            frontier = next & !closed & !reached;
            reached |= frontier;
            moves = moves.saturating_add(1).min(UNREACHABLE - 1);
        }
    }

    /// Returns the squares that a pawn can reach by one move.
    fn pawn_targets<B: Board<Set = S>>(&self, board: &B, from: Square) -> S {
        let side = self.stalemated_side;
        let captures = self.permitted.pawn_captures(board, side, from) & self.victims;
        self.permitted.pawn_advances(board, side, from, self.men) | captures
    }

    /// Fills all rows with the distances of a pawn, promotions included.
    fn fill_pawn_distances<B: Board<Set = S>>(&mut self, board: &B, from: Square, distances: &mut [u8]) {
        let promotion_rank = board.geometry().pawn(self.stalemated_side).promotion_rank;
        let (mut frontier, mut reached, mut moves) = (S::of(from), S::of(from), 0u8);
        while !frontier.is_empty() && moves < UNREACHABLE {
            let mut next = S::EMPTY;
            for square in frontier.iter() {
                if moves > 0 && promotion_rank.contains(square) {
                    for walk in Walk::PROMOTIONS {
                        let first_row = self.first_row(board, walk, square);
                        for to in board.geometry().all.iter() {
                            let distance = &mut distances[walk.index() * self.square_count + to.index()];
                            *distance =
                                self.distance(first_row, walk, to).saturating_add(moves).min(*distance);
                        }
                    }
                } else {
                    distances[Walk::Pawn.index() * self.square_count + square.index()] = moves;
                    next |= self.pawn_targets(board, square);
                }
            }
            frontier = next & !reached;
            reached |= frontier;
            moves += 1;
        }
    }

    /// Computes what is known about a final square of the king, unless that has been done.
    pub fn prepare_final_king<B: Board<Set = S>>(&mut self, board: &B, king: Square) {
        if self.final_kings[king.index()].is_none() {
            self.final_kings[king.index()] = Some(self.compute_final_king(board, king));
        }
    }

    /// Returns what is known about a final square of the king; `None` if it has not been prepared.
    pub fn final_king(&self, king: Square) -> Option<&FinalKing<S>> {
        self.final_kings[king.index()].as_ref()
    }

    fn compute_final_king<B: Board<Set = S>>(&self, board: &B, king: Square) -> FinalKing<S> {
        let mut constraints = Vec::new();
        let mut distances = vec![UNREACHABLE; Walk::TABLE_LEN * self.square_count];
        let mut masks = ImmobilityMasks::NONE;
        for (index, last_move) in self.last_moves.iter().enumerate() {
            if let Some(constraint) =
                last_move.constraint(board, &self.permitted, (king, self.stalemated_side), index)
            {
                masks.merge(&constraint.masks);
                constraints.push(constraint);
            }
        }
        masks.immobile = masks.immobile.map(|immobile| immobile & !self.men);
        // The fewer flights are open, the likelier is an assignment.
        constraints.sort_by_key(|constraint| constraint.open_flights.count());
        for walk in Walk::PROMOTIONS {
            let row = &mut distances[walk.index() * self.square_count..][..self.square_count];
            self.fill_distances(board, walk, masks.immobile[walk.index()], row);
        }
        self.fill_pawn_immobile_distances(board, masks.immobile[Walk::Pawn.index()], &mut distances);
        FinalKing { constraints, immobile_distances: distances.into(), masks }
    }

    /// Fills the pawn row with the distances to the nearest square on which the pawn, or what it promotes to,
    /// may be immobile. The rows of the promoted men must be filled.
    fn fill_pawn_immobile_distances<B: Board<Set = S>>(&self, board: &B, immobile: S, distances: &mut [u8]) {
        let promotion_rank = board.geometry().pawn(self.stalemated_side).promotion_rank;
        let row = Walk::Pawn.index() * self.square_count;
        let mut squares: Vec<Square> = board.geometry().all.iter().collect();
        // From the promotion rank backwards: square numbers rise with the ranks.
        if self.stalemated_side == Side::White {
            squares.reverse();
        }
        for square in squares {
            let mut fewest = if immobile.contains(square) { 0 } else { UNREACHABLE };
            for to in self.pawn_targets(board, square).iter() {
                let onward = if promotion_rank.contains(to) {
                    Walk::PROMOTIONS.map(|walk| distances[walk.index() * self.square_count + to.index()])
                } else {
                    [distances[row + to.index()]; 4]
                };
                fewest = onward.into_iter().map(|moves| moves.saturating_add(1)).fold(fewest, u8::min);
            }
            distances[row + square.index()] = fewest;
        }
    }
}
