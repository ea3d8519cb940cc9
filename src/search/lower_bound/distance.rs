//! **What.** Move distances of single men on an empty board, from every square to every square. They are the move
//! counts from which the lower bounds are built.
//!
//! **Why it is correct.** Admissible: other men only block lines and squares, a pawn may capture on any square
//! that it attacks, and a man may be reborn on any square that its rules allow. Castling is counted separately
//! ([`DistanceTable::castling_savings`]).
//!
//! **Cost and gain.** Rows are computed when they are first read, by breadth-first search over sets of squares:
//! together with the tables of [`king_zone`](super::king_zone), an h#5 in Circe drops from 14.6 to 6.4 million
//! instructions.
//!
//! **Reference.** Distances on an empty board are the usual base of helpmate and proof game solvers.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::rebirth::Relocation;
use crate::search::lower_bound::pattern_walks::{FinalWalks, PatternWalks, attacked_squares};
use crate::search::lower_bound::rebirth_squares::RebirthSquares;

/// The distance to a square that a man cannot reach.
pub(in crate::search) const UNREACHABLE: u8 = u8::MAX;
/// A distance that has not been computed yet.
pub(in crate::search) const NOT_COMPUTED: u8 = u8::MAX - 1;

/// The walks a pawn of chess may end with where no man is of fairy chess: its promotions, or a pawn.
pub(in crate::search) const PAWN_FINAL_WALKS: [Walk; 5] =
    [Walk::Queen, Walk::Knight, Walk::Rook, Walk::Bishop, Walk::Pawn];
/// The number of sets of reachable squares: one for each number of moves, the last one for all greater numbers.
pub(in crate::search) const DISTANCE_LEVELS: usize = 8;

/// Move distances on an empty board, for one mating side. Each row is computed on first use.
pub(in crate::search) struct DistanceTable<'a, B: Board> {
    pub board: &'a B,
    pub mating_side: Side,
    /// One more than the highest index of a square.
    pub table_len: usize,
    /// The walks of the men.
    pub walks: PatternWalks<'a>,
    rebirth_squares: Arc<RebirthSquares<B::Set>>,
    /// Whether the distances include captures by which men are reborn.
    with_rebirth: bool,
    /// The squares reached by one move, by row (see [`Self::row`]) and square.
    move_targets: Vec<OnceCell<Vec<B::Set>>>,
    /// Whether both sides share a row.
    shares_rows: bool,
    /// The distances of men other than pawns, by row and square.
    distances: Vec<OnceCell<Box<Distances<B::Set>>>>,
    /// The distances of pawns, by side and square.
    pawn_distances: [Vec<Option<PawnDistances<B::Set>>>; 2],
}

/// The distances of a man other than a pawn from one square.
struct Distances<S> {
    /// The number of moves to each square.
    moves: Vec<u8>,
    /// The squares reached within each number of moves.
    within: [S; DISTANCE_LEVELS],
}

/// The distances of a pawn from one square.
#[derive(Clone)]
struct PawnDistances<S> {
    /// The number of moves by final walk and square.
    moves: Box<[u8]>,
    /// The squares reached with each final walk within each number of moves.
    within: Vec<[S; DISTANCE_LEVELS]>,
    /// The squares reached with any final walk within each number of moves.
    within_any: [S; DISTANCE_LEVELS],
    /// The fewest moves with which the pawn promotes; [`DISTANCE_LEVELS`] if it does not.
    first_promotion: usize,
    /// The squares where the pawn, promoted or not, can capture within each number of moves.
    capture_squares: [S; DISTANCE_LEVELS],
}

impl<'a, B: Board> DistanceTable<'a, B> {
    /// Returns an empty table for a board. With `with_rebirth`, the distances include captures by which men are
    /// reborn.
    pub fn new(
        board: &'a B,
        mating_side: Side,
        walks: PatternWalks<'a>,
        rebirth_squares: Arc<RebirthSquares<B::Set>>,
        with_rebirth: bool,
    ) -> DistanceTable<'a, B> {
        let table_len = board.geometry().table_len();
        // Men of fairy chess may move in another way if they are black.
        let shares_rows = !rebirth_squares.has_rebirth() && !walks.has_fairy();
        let rows = walks.count() * if shares_rows { 1 } else { 2 };
        DistanceTable {
            board,
            mating_side,
            table_len,
            rebirth_squares,
            with_rebirth,
            walks,
            move_targets: vec![OnceCell::new(); rows],
            shares_rows,
            distances: (0..rows * table_len).map(|_| OnceCell::new()).collect(),
            pawn_distances: [vec![None; table_len], vec![None; table_len]],
        }
    }

    /// Returns the row of a man other than a pawn. Both sides share a row unless men are reborn or of fairy chess.
    #[inline]
    fn row(&self, side: Side, walk: Walk) -> usize {
        (if self.shares_rows { 0 } else { side.index() * self.walks.count() }) + self.walks.index(walk)
    }

    /// Returns the distances of a man other than a pawn from a square.
    #[inline]
    fn distances_from(&self, side: Side, walk: Walk, from: Square) -> &Distances<B::Set> {
        let distances = &self.distances[self.row(side, walk) * self.table_len + from.index()];
        distances.get_or_init(|| Box::new(self.compute_distances(side, walk, from)))
    }

    /// Returns the squares that a man other than a pawn reaches by one move of its own.
    fn move_targets(&self, side: Side, walk: Walk, from: usize) -> B::Set {
        let geometry = self.board.geometry();
        let Some(from) = geometry.all.iter().find(|square| square.index() == from) else {
            return B::Set::EMPTY;
        };
        let attacks = attacked_squares(self.board, walk, side, from, B::Set::EMPTY);
        // A man of fairy chess may move where it does not attack.
        let mut targets = match walk.is_fairy() {
            true => geometry.movements.moves(walk, side, from),
            false => attacks,
        };
        match self.rebirth_squares.kind {
            Relocation::Never | Relocation::Victims(_) | Relocation::TakeAndMake => {}
            Relocation::Capturers(_) if self.with_rebirth => {
                targets |= union(attacks, |to| self.rebirth_squares.squares(side, walk, to));
            }
            Relocation::Capturers(_) => {}
            Relocation::FromHome(_) => {
                if self.with_rebirth {
                    let origins = self.rebirth_squares.attack_origins(side, walk, from);
                    let attacks = |origin| attacked_squares(self.board, walk, side, origin, B::Set::EMPTY);
                    targets |= union(origins, attacks);
                }
                // Castling from home moves kings and rooks, too.
                for castling in geometry.castlings.iter().filter(|castling| castling.side == side) {
                    match walk {
                        Walk::King => targets |= B::Set::of(castling.king_to),
                        Walk::Rook => targets |= B::Set::of(castling.rook_to),
                        _ => {}
                    }
                }
            }
        }
        targets
    }

    /// Returns the squares, and all squares where a man captured on one of them is reborn, and so on.
    fn with_victim_rebirths(&self, side: Side, walk: Walk, squares: B::Set) -> B::Set {
        if !self.with_rebirth {
            return squares;
        }
        let (mut all, mut new) = (squares, squares);
        while !new.is_empty() && all != self.board.geometry().all {
            new = union(new, |at| self.rebirth_squares.victim_squares(side, walk, at)) & !all;
            all |= new;
        }
        all
    }

    /// Computes the distances of a man other than a pawn from a square to all others.
    #[cold]
    fn compute_distances(&self, side: Side, walk: Walk, from: Square) -> Distances<B::Set> {
        let targets = self.move_targets[self.row(side, walk)]
            .get_or_init(|| (0..self.table_len).map(|at| self.move_targets(side, walk, at)).collect());
        let mut moves = vec![UNREACHABLE; self.table_len];
        let mut reached = self.with_victim_rebirths(side, walk, B::Set::of(from));
        let mut within = [reached; DISTANCE_LEVELS];
        let mut edge = reached;
        let mut count: u8 = 0;
        while !edge.is_empty() {
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                moves[square.index()] = count;
                next |= targets[square.index()];
            }
            within[usize::from(count).min(DISTANCE_LEVELS - 1)..].fill(reached);
            edge = self.with_victim_rebirths(side, walk, next & !reached) & !reached;
            reached |= edge;
            count = count.saturating_add(1).min(NOT_COMPUTED - 1);
        }
        Distances { moves, within }
    }

    /// Returns the squares that a man reaches within `moves` moves with the walk `final_walk`. Pawns must be
    /// prepared.
    #[inline]
    pub fn squares_within_as(
        &self,
        side: Side,
        walk: Walk,
        from: Square,
        final_walk: Walk,
        moves: u16,
    ) -> B::Set {
        let moves = usize::from(moves).min(DISTANCE_LEVELS - 1);
        if walk != Walk::Pawn {
            return if walk == final_walk {
                self.distances_from(side, walk, from).within[moves]
            } else {
                B::Set::EMPTY
            };
        }
        self.pawn_squares_within(side, from, final_walk).map_or(B::Set::EMPTY, |within| within[moves])
    }

    /// Returns the squares that a pawn reaches with the walk `final_walk`, by number of moves; `None` if it never has that
    /// walk. Pawns must be prepared.
    // Out of line, since most men are no pawns.
    #[inline(never)]
    pub fn pawn_squares_within(
        &self,
        side: Side,
        from: Square,
        final_walk: Walk,
    ) -> Option<&[B::Set; DISTANCE_LEVELS]> {
        let row = self.final_row(final_walk)?;
        Some(&self.pawn_distances[side.index()][from.index()].as_ref()?.within[row])
    }

    /// Returns the row of the distances of a pawn that ends with this walk; `None` if it cannot.
    fn final_row(&self, final_walk: Walk) -> Option<usize> {
        match final_walk {
            Walk::Pawn => Some(self.walks.promotions().len()),
            walk => self.walks.promotions().iter().position(|&promotion| promotion == walk),
        }
    }

    /// Returns the squares that a man reaches within `moves` moves with any walk. Pawns must be prepared.
    #[inline]
    pub fn squares_within_as_any(&self, side: Side, walk: Walk, from: Square, moves: u16) -> B::Set {
        let moves = usize::from(moves).min(DISTANCE_LEVELS - 1);
        if walk != Walk::Pawn {
            return self.squares_within(side, walk, from)[moves];
        }
        let distances = self.pawn_distances[side.index()][from.index()].as_ref();
        distances.map_or(B::Set::EMPTY, |distances| distances.within_any[moves])
    }

    /// Returns the squares that a man other than a pawn reaches, by number of moves.
    #[inline]
    pub fn squares_within(&self, side: Side, walk: Walk, from: Square) -> &[B::Set; DISTANCE_LEVELS] {
        &self.distances_from(side, walk, from).within
    }

    /// Returns the number of moves of a man other than a pawn between two squares.
    #[inline]
    pub fn distance(&self, side: Side, walk: Walk, from: Square, to: Square) -> u8 {
        self.distances_from(side, walk, from).moves[to.index()]
    }

    /// Computes the distances of a pawn from a square, unless they are known. Other men need no preparation.
    #[inline]
    pub fn prepare(&mut self, side: Side, walk: Walk, from: Square) {
        if walk == Walk::Pawn && self.pawn_distances[side.index()][from.index()].is_none() {
            self.prepare_pawn(side, from);
        }
    }

    #[cold]
    fn prepare_pawn(&mut self, side: Side, from: Square) {
        let moves = self.compute_pawn_distances(side, from);
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
        self.pawn_distances[side.index()][from.index()] =
            Some(PawnDistances { moves, within, within_any, first_promotion, capture_squares });
    }

    /// Returns the walks that a man may have after some moves. Pawns must be prepared.
    #[inline]
    pub fn final_walks_within(&self, side: Side, walk: Walk, from: Square, moves: u16) -> FinalWalks<'a> {
        let can_promote = walk == Walk::Pawn
            && self.pawn_distances[side.index()][from.index()].as_ref().is_some_and(|distances| {
                usize::from(moves).min(DISTANCE_LEVELS - 1) >= distances.first_promotion
            });
        self.walks.final_walks_if(walk, can_promote)
    }

    /// Returns, by number of moves, the squares that a man reaches with any final walk, and those on which it can
    /// capture. Pawns must be prepared.
    #[inline]
    pub fn squares_and_captures_within(
        &self,
        side: Side,
        walk: Walk,
        from: Square,
    ) -> [[B::Set; DISTANCE_LEVELS]; 2] {
        if walk != Walk::Pawn {
            return [*self.squares_within(side, walk, from); 2];
        }
        let distances = self.pawn_distances[side.index()][from.index()].as_ref();
        distances.map_or([[B::Set::EMPTY; DISTANCE_LEVELS]; 2], |distances| {
            [distances.within_any, distances.capture_squares]
        })
    }

    /// Returns the number of moves of a man to a square with the walk `final_walk`.
    pub fn distance_as(&mut self, side: Side, walk: Walk, from: Square, final_walk: Walk, to: Square) -> u8 {
        self.prepare(side, walk, from);
        self.known_distance_as(side, walk, from, final_walk, to)
    }

    /// As [`distance_as`](Self::distance_as). Pawns must be prepared.
    pub fn known_distance_as(
        &self,
        side: Side,
        walk: Walk,
        from: Square,
        final_walk: Walk,
        to: Square,
    ) -> u8 {
        if walk != Walk::Pawn {
            return if walk == final_walk { self.distance(side, walk, from, to) } else { UNREACHABLE };
        }
        let distances =
            self.pawn_distances[side.index()][from.index()].as_ref().zip(self.final_row(final_walk));
        distances.map_or(UNREACHABLE, |(distances, row)| distances.moves[row * self.table_len + to.index()])
    }

    /// Returns the number of moves of a pawn to a square, promoted or not.
    pub fn distance_any_promotion(&mut self, side: Side, from: Square, to: Square) -> u8 {
        let walks = self.walks.final_walks(Walk::Pawn);
        walks.map(|walk| self.distance_as(side, Walk::Pawn, from, walk, to)).min().unwrap_or(UNREACHABLE)
    }

    /// Returns the number of moves of a pawn to a square with the walk `final_walk` if it captures nothing before
    /// it promotes. Requires a board on which lines are unique.
    pub fn distance_without_capture(&self, side: Side, from: Square, final_walk: Walk, to: Square) -> u8 {
        let paths = self.board.geometry().pawn(side);
        let (mut at, mut moves) = (from, 0u8);
        let mut double_step = paths.double_rank.contains(from);
        loop {
            if final_walk == Walk::Pawn && at == to {
                return moves;
            }
            if moves > 0 && paths.promotion_rank.contains(at) {
                return match final_walk {
                    Walk::Pawn => UNREACHABLE,
                    _ => self.distance(side, final_walk, at, to).saturating_add(moves),
                };
            }
            let Some(next) = paths.step[at.index()].first() else { return UNREACHABLE };
            // The second step of a double step takes no move of its own.
            let is_second_step = double_step && at != from;
            double_step &= !is_second_step;
            (at, moves) = (next, moves + u8::from(!is_second_step));
        }
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
                next |= paths.reach(square);
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

    /// Returns the number of moves of a man of the mated side to a square, promoted or not.
    pub fn mated_side_distance(&mut self, walk: Walk, from: Square, to: Square) -> u8 {
        let side = self.mating_side.other();
        match walk {
            Walk::Pawn => self.distance_any_promotion(side, from, to),
            _ => self.distance(side, walk, from, to),
        }
    }

    /// Returns the most moves that castling can save: it moves two men at once, and the king farther than a king's
    /// move.
    pub fn castling_savings(&self) -> u16 {
        let castlings = self.board.geometry().castlings.iter();
        let savings = castlings.map(|castling| {
            let king = self.distance(castling.side, Walk::King, castling.king_from, castling.king_to);
            let rook = self.distance(castling.side, Walk::Rook, castling.rook_from, castling.rook_to);
            (u16::from(king) + u16::from(rook)).saturating_sub(1)
        });
        savings.max().unwrap_or(0)
    }
}

/// Returns the union of the sets that `of` gives for the squares of a set.
pub(in crate::search) fn union<S: Squares>(squares: S, of: impl Fn(Square) -> S) -> S {
    squares.iter().fold(S::EMPTY, |all, square| all | of(square))
}
