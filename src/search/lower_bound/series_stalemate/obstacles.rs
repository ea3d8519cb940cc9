//! Who of the stalemating side stays, and the ways that this leaves to the other side.

use super::stalemating_move::{ImmobilityMasks, StalemateConstraint, StalematingMove, unblockable_attacks};
use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::{PAWN_FINAL_WALKS, UNREACHABLE};

/// So many moves, and any number more than that, are told apart in sets.
pub(super) const LEVELS: usize = 16;

/// The men of the stalemating side that are not captured, who stand still until the last move, and
/// what follows from that. Ways are by kind and square: the moves it takes.
pub(super) struct Obstacles<S> {
    /// Who stays.
    pub men: S,
    /// Who was captured by the time of the last move.
    pub victims: S,
    /// One more than the highest number of a square.
    pub square_count: usize,
    /// The side to be stalemated.
    pub stalemated_side: Side,
    /// Where its king can never go.
    king_forbidden: S,
    distances: Vec<u8>,
    /// For each entry of `begins`, by kind and moves: where a man can be then.
    within: Vec<S>,
    /// By walk and square: where the ways of a man begin in the list.
    offsets: Vec<Option<usize>>,
    /// The last moves.
    pub last_moves: Vec<StalematingMove<S>>,
    /// By square of the king.
    final_kings: Vec<Option<FinalKing<S>>>,
}

/// The king's last square.
pub(super) struct FinalKing<S> {
    /// The last moves that may stalemate him there, and what they ask for.
    pub constraints: Vec<StalemateConstraint<S>>,
    /// By kind and square: the moves to the nearest square where such a man may be held.
    pub immobile_distances: Box<[u8]>,
    /// Whom they hold where, together.
    pub masks: ImmobilityMasks<S>,
}

impl<S: Squares> Obstacles<S> {
    pub fn new<B: Board<Set = S>>(
        board: &B,
        mated: Side,
        walks: [S; Walk::TABLE_LEN],
        victims: S,
        lasts: impl FnOnce(&[S; Walk::TABLE_LEN]) -> Vec<StalematingMove<S>>,
    ) -> Obstacles<S> {
        let walks = walks.map(|walk| walk & !victims);
        let men = walks.into_iter().fold(S::EMPTY, |men, walk| men | walk);
        let squares = board.geometry().table_len();
        Obstacles {
            men,
            victims,
            square_count: squares,
            stalemated_side: mated,
            king_forbidden: men | unblockable_attacks(board, mated.other(), &walks),
            distances: Vec::new(),
            within: Vec::new(),
            offsets: vec![None; Walk::TABLE_LEN * squares],
            last_moves: lasts(&walks),
            final_kings: (0..squares).map(|_| None).collect(),
        }
    }

    /// Where the ways of a man begin in the list.
    pub fn distance_offset<B: Board<Set = S>>(&mut self, board: &B, walk: Walk, from: Square) -> usize {
        let place = walk.index() * self.square_count + from.index();
        if let Some(begin) = self.offsets[place] {
            return begin;
        }
        let mut ways = vec![UNREACHABLE; Walk::TABLE_LEN * self.square_count];
        if walk == Walk::Pawn {
            self.fill_pawn_distances(board, from, &mut ways);
        } else {
            let row = &mut ways[walk.index() * self.square_count..][..self.square_count];
            self.fill_distances(board, walk, S::of(from), row);
        }
        let begin = self.distances.len();
        for row in ways.chunks_exact(self.square_count) {
            let mut balls = [S::EMPTY; LEVELS];
            for to in board.geometry().all.iter() {
                let way = usize::from(row[to.index()]);
                for ball in
                    balls.iter_mut().skip(way.min(LEVELS - 1)).filter(|_| way < usize::from(UNREACHABLE))
                {
                    *ball |= S::of(to);
                }
            }
            self.within.extend(balls);
        }
        self.distances.extend(ways);
        self.offsets[place] = Some(begin);
        begin
    }

    /// The moves that a man needs, whose ways begin here, to be on a square as a man of a kind.
    #[inline]
    pub fn distance(&self, begin: usize, kind: Walk, to: Square) -> u8 {
        self.distances[begin + kind.index() * self.square_count + to.index()]
    }

    /// Where such a man can be, as a man of a kind, in so many moves.
    #[inline]
    pub fn squares_within(&self, begin: usize, kind: Walk, moves: u16) -> S {
        self.within[(begin / self.square_count + kind.index()) * LEVELS + usize::from(moves).min(LEVELS - 1)]
    }

    /// The same, as whatever he may be.
    #[inline]
    pub fn distance_any_promotion(&self, begin: usize, walk: Walk, to: Square) -> u8 {
        match walk {
            Walk::Pawn => PAWN_FINAL_WALKS
                .map(|kind| self.distance(begin, kind, to))
                .into_iter()
                .min()
                .unwrap_or(UNREACHABLE),
            _ => self.distance(begin, walk, to),
        }
    }

    /// Counts the moves of a man that is no pawn from the nearest of some squares to all.
    fn fill_distances<B: Board<Set = S>>(&self, board: &B, walk: Walk, from: S, row: &mut [u8]) {
        let closed = if walk == Walk::King { self.king_forbidden } else { self.men };
        let (mut edge, mut reached, mut moves) = (from, from, 0);
        while !edge.is_empty() {
            let mut next = S::EMPTY;
            for square in edge.iter() {
                row[square.index()] = moves;
                next |= board.attacks(walk, self.stalemated_side, square, self.men);
            }
            // Who is captured by the last move but one stands where he was captured.
            edge = next & !closed & !reached;
            reached |= edge;
            moves = moves.saturating_add(1).min(UNREACHABLE - 1);
        }
    }

    /// Where a pawn can go by one move.
    fn pawn_targets<B: Board<Set = S>>(&self, board: &B, from: Square) -> S {
        let paths = board.geometry().pawn(self.stalemated_side);
        let once = paths.step[from.index()] & !self.men;
        let mut steps = once | (paths.attacks[from.index()] & self.victims);
        if paths.double_rank.contains(from) {
            for step in once.iter() {
                steps |= paths.step[step.index()] & !self.men;
            }
        }
        steps
    }

    fn fill_pawn_distances<B: Board<Set = S>>(&mut self, board: &B, from: Square, ways: &mut [u8]) {
        let promotion = board.geometry().pawn(self.stalemated_side).promotion_rank;
        let (mut edge, mut reached, mut moves) = (S::of(from), S::of(from), 0u8);
        while !edge.is_empty() && moves < UNREACHABLE {
            let mut next = S::EMPTY;
            for square in edge.iter() {
                if moves > 0 && promotion.contains(square) {
                    for kind in Walk::PROMOTIONS {
                        let begin = self.distance_offset(board, kind, square);
                        for to in board.geometry().all.iter() {
                            let way = &mut ways[kind.index() * self.square_count + to.index()];
                            *way = self.distance(begin, kind, to).saturating_add(moves).min(*way);
                        }
                    }
                } else {
                    ways[Walk::Pawn.index() * self.square_count + square.index()] = moves;
                    next |= self.pawn_targets(board, square);
                }
            }
            edge = next & !reached;
            reached |= edge;
            moves += 1;
        }
    }

    /// Finds out what is to be known of a square of the king.
    pub fn prepare_final_king<B: Board<Set = S>>(&mut self, board: &B, king: Square) {
        if self.final_kings[king.index()].is_none() {
            self.final_kings[king.index()] = Some(self.compute_final_king(board, king));
        }
    }

    /// What is known of a square of the king, once it has been found out.
    pub fn final_king(&self, king: Square) -> Option<&FinalKing<S>> {
        self.final_kings[king.index()].as_ref()
    }

    fn compute_final_king<B: Board<Set = S>>(&self, board: &B, king: Square) -> FinalKing<S> {
        let mut ties = Vec::new();
        let mut near = vec![UNREACHABLE; Walk::TABLE_LEN * self.square_count];
        let mut scope = ImmobilityMasks::NONE;
        for (index, last) in self.last_moves.iter().enumerate() {
            if let Some(tie) = last.constraint(board, king, index) {
                scope.merge(&tie.masks);
                ties.push(tie);
            }
        }
        scope.immobile = scope.immobile.map(|held| held & !self.men);
        // Where fewest flights are open is the best chance.
        ties.sort_by_key(|tie| tie.open_flights.count());
        for kind in Walk::PROMOTIONS {
            let row = &mut near[kind.index() * self.square_count..][..self.square_count];
            self.fill_distances(board, kind, scope.immobile[kind.index()], row);
        }
        self.fill_pawn_immobile_distances(board, scope.immobile[Walk::Pawn.index()], &mut near);
        FinalKing { constraints: ties, immobile_distances: near.into(), masks: scope }
    }

    /// The moves that pawns need to where they, or what they become, may be held.
    fn fill_pawn_immobile_distances<B: Board<Set = S>>(&self, board: &B, held: S, near: &mut [u8]) {
        let promotion = board.geometry().pawn(self.stalemated_side).promotion_rank;
        let row = Walk::Pawn.index() * self.square_count;
        let mut squares: Vec<Square> = board.geometry().all.iter().collect();
        // Those that pawns come to last first: numbers rise with ranks.
        if self.stalemated_side == Side::White {
            squares.reverse();
        }
        for square in squares {
            let mut fewest = if held.contains(square) { 0 } else { UNREACHABLE };
            for to in self.pawn_targets(board, square).iter() {
                let onward = if promotion.contains(to) {
                    Walk::PROMOTIONS.map(|kind| near[kind.index() * self.square_count + to.index()])
                } else {
                    [near[row + to.index()]; 4]
                };
                fewest = onward.into_iter().map(|moves| moves.saturating_add(1)).fold(fewest, u8::min);
            }
            near[row + square.index()] = fewest;
        }
    }
}
