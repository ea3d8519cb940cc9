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

mod changing;

use std::cell::OnceCell;
use std::sync::Arc;

use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::rebirth::Relocation;
use crate::search::lower_bound::pattern_walks::{FinalWalks, PatternWalks, attacked_squares};
use crate::search::lower_bound::rebirth_squares::RebirthSquares;
use changing::ChangingDistances;

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
    /// The distances of men that may change their walks, by side and [index](Self::changing_index).
    changing_distances: [Vec<Option<ChangingDistances<B::Set>>>; 2],
}

/// The distances of a man other than a pawn from one square.
struct Distances<S> {
    /// The number of moves to each square.
    moves: Vec<u8>,
    /// The squares reached within each number of moves.
    within: [S; DISTANCE_LEVELS],
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
        let shares_rows =
            !rebirth_squares.has_rebirth() && !walks.has_fairy() && rebirth_squares.permitted.is_none();
        let rows = walks.count() * if shares_rows { 1 } else { 2 };
        let changing = table_len * walks.changing_count();
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
            changing_distances: [vec![None; changing], vec![None; changing]],
        }
    }

    /// Returns the index of a man that may change its walk in `changing_distances`.
    #[inline(always)]
    fn changing_index(&self, walk: Walk, from: Square) -> usize {
        self.walks.changing_index(walk) * self.table_len + from.index()
    }

    /// Returns the distances of a man that may change its walk; `None` if it is not prepared.
    #[inline]
    fn changing(&self, side: Side, walk: Walk, from: Square) -> Option<&ChangingDistances<B::Set>> {
        self.changing_distances[side.index()][self.changing_index(walk, from)].as_ref()
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
        self.rebirth_squares.permit(side, from, targets)
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

    /// Returns the squares that a man reaches within `moves` moves with the walk `final_walk`. Men that may change their
    /// walks must be prepared.
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
        if !self.walks.may_change(walk) {
            return if walk == final_walk {
                self.distances_from(side, walk, from).within[moves]
            } else {
                B::Set::EMPTY
            };
        }
        self.changing_squares_within(side, walk, from, final_walk)
            .map_or(B::Set::EMPTY, |within| within[moves])
    }

    /// Returns the squares that a man that may change its walk reaches with the walk `final_walk`, by number of moves;
    /// `None` if it never has that walk. The man must be prepared.
    // Out of line, since most men are no pawns.
    #[inline(never)]
    pub fn changing_squares_within(
        &self,
        side: Side,
        walk: Walk,
        from: Square,
        final_walk: Walk,
    ) -> Option<&[B::Set; DISTANCE_LEVELS]> {
        let row = self.final_row(final_walk)?;
        Some(&self.changing(side, walk, from)?.within[row])
    }

    /// Returns the row of the distances of a man that ends with this walk; `None` if it cannot.
    fn final_row(&self, final_walk: Walk) -> Option<usize> {
        match final_walk {
            Walk::Pawn => Some(self.walks.promotions().len()),
            walk => self.walks.promotions().iter().position(|&promotion| promotion == walk),
        }
    }

    /// Returns the squares that a man reaches within `moves` moves with any walk. Men that may change their walks must be
    /// prepared.
    #[inline]
    pub fn squares_within_as_any(&self, side: Side, walk: Walk, from: Square, moves: u16) -> B::Set {
        let moves = usize::from(moves).min(DISTANCE_LEVELS - 1);
        if !self.walks.may_change(walk) {
            return self.squares_within(side, walk, from)[moves];
        }
        let distances = self.changing(side, walk, from);
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

    /// Computes the distances of a man that may change its walk from a square, unless they are known. Other men need no
    /// preparation.
    #[inline]
    pub fn prepare(&mut self, side: Side, walk: Walk, from: Square) {
        if self.walks.may_change(walk) && self.changing(side, walk, from).is_none() {
            self.prepare_changing(side, walk, from);
        }
    }

    /// Returns the walks that a man may have after some moves. Men that may change their walks must be prepared.
    #[inline]
    pub fn final_walks_within(&self, side: Side, walk: Walk, from: Square, moves: u16) -> FinalWalks<'a> {
        let can_change = self.walks.may_change(walk)
            && self.changing(side, walk, from).is_some_and(|distances| {
                usize::from(moves).min(DISTANCE_LEVELS - 1) >= distances.first_promotion
            });
        self.walks.final_walks_if(walk, can_change)
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
        let distances = self.changing(side, walk, from);
        distances.map_or([[B::Set::EMPTY; DISTANCE_LEVELS]; 2], |distances| {
            [distances.within_any, distances.capture_squares]
        })
    }

    /// Returns the number of moves of a man to a square with the walk `final_walk`.
    pub fn distance_as(&mut self, side: Side, walk: Walk, from: Square, final_walk: Walk, to: Square) -> u8 {
        self.prepare(side, walk, from);
        self.known_distance_as(side, walk, from, final_walk, to)
    }

    /// As [`distance_as`](Self::distance_as). Men that may change their walks must be prepared.
    pub fn known_distance_as(
        &self,
        side: Side,
        walk: Walk,
        from: Square,
        final_walk: Walk,
        to: Square,
    ) -> u8 {
        if !self.walks.may_change(walk) {
            return if walk == final_walk { self.distance(side, walk, from, to) } else { UNREACHABLE };
        }
        let distances = self.changing(side, walk, from).zip(self.final_row(final_walk));
        distances.map_or(UNREACHABLE, |(distances, row)| distances.moves[row * self.table_len + to.index()])
    }

    /// Returns the number of moves of a man to a square with any walk.
    fn distance_as_any(&mut self, side: Side, walk: Walk, from: Square, to: Square) -> u8 {
        let walks = self.walks.final_walks(walk);
        walks.map(|last| self.distance_as(side, walk, from, last, to)).min().unwrap_or(UNREACHABLE)
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

    /// Returns the number of moves of a man of the mated side to a square, promoted or not.
    pub fn mated_side_distance(&mut self, walk: Walk, from: Square, to: Square) -> u8 {
        let side = self.mating_side.other();
        match self.walks.may_change(walk) {
            true => self.distance_as_any(side, walk, from, to),
            false => self.distance(side, walk, from, to),
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
