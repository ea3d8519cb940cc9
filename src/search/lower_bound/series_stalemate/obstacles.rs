//! Who of the stalemating side stays, and the ways that this leaves to the other side.

use super::stalemating_move::{Last, Scope, Tie, certain_attacks};
use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::{NEVER, PAWN_KINDS};

/// So many moves, and any number more than that, are told apart in sets.
pub(super) const LEVELS: usize = 16;

/// The men of the stalemating side that are not captured, who stand still until the last move, and
/// what follows from that. Ways are by kind and square: the moves it takes.
pub(super) struct Stay<S> {
    /// Who stays.
    pub men: S,
    /// Who was captured by the time of the last move.
    pub victims: S,
    /// One more than the highest number of a square.
    pub squares: usize,
    /// The side to be stalemated.
    pub mated: Side,
    /// Where its king can never go.
    forbidden: S,
    ways: Vec<u8>,
    /// For each entry of `begins`, by kind and moves: where a man can be then.
    balls: Vec<S>,
    /// By walk and square: where the ways of a man begin in the list.
    begins: Vec<Option<usize>>,
    /// The last moves.
    pub lasts: Vec<Last<S>>,
    /// By square of the king.
    ends: Vec<Option<End<S>>>,
}

/// The king's last square.
pub(super) struct End<S> {
    /// The last moves that may stalemate him there, and what they ask for.
    pub ties: Vec<Tie<S>>,
    /// By kind and square: the moves to the nearest square where such a man may be held.
    pub near: Box<[u8]>,
    /// Whom they hold where, together.
    pub scope: Scope<S>,
}

impl<S: Squares> Stay<S> {
    pub fn new<B: Board<Set = S>>(
        board: &B,
        mated: Side,
        walks: [S; Walk::ROWS],
        victims: S,
        lasts: impl FnOnce(&[S; Walk::ROWS]) -> Vec<Last<S>>,
    ) -> Stay<S> {
        let walks = walks.map(|walk| walk & !victims);
        let men = walks.into_iter().fold(S::EMPTY, |men, walk| men | walk);
        let squares = board.geometry().rows();
        Stay {
            men,
            victims,
            squares,
            mated,
            forbidden: men | certain_attacks(board, mated.other(), &walks),
            ways: Vec::new(),
            balls: Vec::new(),
            begins: vec![None; Walk::ROWS * squares],
            lasts: lasts(&walks),
            ends: (0..squares).map(|_| None).collect(),
        }
    }

    /// Where the ways of a man begin in the list.
    pub fn begin<B: Board<Set = S>>(&mut self, board: &B, walk: Walk, from: Square) -> usize {
        let place = walk.index() * self.squares + from.index();
        if let Some(begin) = self.begins[place] {
            return begin;
        }
        let mut ways = vec![NEVER; Walk::ROWS * self.squares];
        if walk == Walk::Pawn {
            self.pawn_ways(board, from, &mut ways);
        } else {
            let row = &mut ways[walk.index() * self.squares..][..self.squares];
            self.spread(board, walk, S::of(from), row);
        }
        let begin = self.ways.len();
        for row in ways.chunks_exact(self.squares) {
            let mut balls = [S::EMPTY; LEVELS];
            for to in board.geometry().all.iter() {
                let way = usize::from(row[to.index()]);
                for ball in balls.iter_mut().skip(way.min(LEVELS - 1)).filter(|_| way < usize::from(NEVER)) {
                    *ball |= S::of(to);
                }
            }
            self.balls.extend(balls);
        }
        self.ways.extend(ways);
        self.begins[place] = Some(begin);
        begin
    }

    /// The moves that a man needs, whose ways begin here, to be on a square as a man of a kind.
    #[inline]
    pub fn way(&self, begin: usize, kind: Walk, to: Square) -> u8 {
        self.ways[begin + kind.index() * self.squares + to.index()]
    }

    /// Where such a man can be, as a man of a kind, in so many moves.
    #[inline]
    pub fn ball(&self, begin: usize, kind: Walk, moves: u16) -> S {
        self.balls[(begin / self.squares + kind.index()) * LEVELS + usize::from(moves).min(LEVELS - 1)]
    }

    /// The same, as whatever he may be.
    #[inline]
    pub fn way_as_any(&self, begin: usize, walk: Walk, to: Square) -> u8 {
        match walk {
            Walk::Pawn => PAWN_KINDS.map(|kind| self.way(begin, kind, to)).into_iter().min().unwrap_or(NEVER),
            _ => self.way(begin, walk, to),
        }
    }

    /// Counts the moves of a man that is no pawn from the nearest of some squares to all.
    fn spread<B: Board<Set = S>>(&self, board: &B, walk: Walk, from: S, row: &mut [u8]) {
        let closed = if walk == Walk::King { self.forbidden } else { self.men };
        let (mut edge, mut reached, mut moves) = (from, from, 0);
        while !edge.is_empty() {
            let mut next = S::EMPTY;
            for square in edge.iter() {
                row[square.index()] = moves;
                next |= board.attacks(walk, self.mated, square, self.men);
            }
            // Who is captured by the last move but one stands where he was captured.
            edge = next & !closed & !reached;
            reached |= edge;
            moves = moves.saturating_add(1).min(NEVER - 1);
        }
    }

    /// Where a pawn can go by one move.
    fn pawn_steps<B: Board<Set = S>>(&self, board: &B, from: Square) -> S {
        let paths = board.geometry().pawn(self.mated);
        let once = paths.step[from.index()] & !self.men;
        let mut steps = once | (paths.attacks[from.index()] & self.victims);
        if paths.double_rank.contains(from) {
            for step in once.iter() {
                steps |= paths.step[step.index()] & !self.men;
            }
        }
        steps
    }

    fn pawn_ways<B: Board<Set = S>>(&mut self, board: &B, from: Square, ways: &mut [u8]) {
        let promotion = board.geometry().pawn(self.mated).promotion_rank;
        let (mut edge, mut reached, mut moves) = (S::of(from), S::of(from), 0u8);
        while !edge.is_empty() && moves < NEVER {
            let mut next = S::EMPTY;
            for square in edge.iter() {
                if moves > 0 && promotion.contains(square) {
                    for kind in Walk::PROMOTIONS {
                        let begin = self.begin(board, kind, square);
                        for to in board.geometry().all.iter() {
                            let way = &mut ways[kind.index() * self.squares + to.index()];
                            *way = self.way(begin, kind, to).saturating_add(moves).min(*way);
                        }
                    }
                } else {
                    ways[Walk::Pawn.index() * self.squares + square.index()] = moves;
                    next |= self.pawn_steps(board, square);
                }
            }
            edge = next & !reached;
            reached |= edge;
            moves += 1;
        }
    }

    /// Finds out what is to be known of a square of the king.
    pub fn prepare_end<B: Board<Set = S>>(&mut self, board: &B, king: Square) {
        if self.ends[king.index()].is_none() {
            self.ends[king.index()] = Some(self.find_end(board, king));
        }
    }

    /// What is known of a square of the king, once it has been found out.
    pub fn end(&self, king: Square) -> Option<&End<S>> {
        self.ends[king.index()].as_ref()
    }

    fn find_end<B: Board<Set = S>>(&self, board: &B, king: Square) -> End<S> {
        let mut ties = Vec::new();
        let mut near = vec![NEVER; Walk::ROWS * self.squares];
        let mut scope = Scope::NONE;
        for (index, last) in self.lasts.iter().enumerate() {
            if let Some(tie) = last.tie(board, king, index) {
                scope.widen(&tie.scope);
                ties.push(tie);
            }
        }
        scope.held = scope.held.map(|held| held & !self.men);
        // Where fewest flights are open is the best chance.
        ties.sort_by_key(|tie| tie.open.count());
        for kind in Walk::PROMOTIONS {
            let row = &mut near[kind.index() * self.squares..][..self.squares];
            self.spread(board, kind, scope.held[kind.index()], row);
        }
        self.near_pawns(board, scope.held[Walk::Pawn.index()], &mut near);
        End { ties, near: near.into(), scope }
    }

    /// The moves that pawns need to where they, or what they become, may be held.
    fn near_pawns<B: Board<Set = S>>(&self, board: &B, held: S, near: &mut [u8]) {
        let promotion = board.geometry().pawn(self.mated).promotion_rank;
        let row = Walk::Pawn.index() * self.squares;
        let mut squares: Vec<Square> = board.geometry().all.iter().collect();
        // Those that pawns come to last first: numbers rise with ranks.
        if self.mated == Side::White {
            squares.reverse();
        }
        for square in squares {
            let mut fewest = if held.contains(square) { 0 } else { NEVER };
            for to in self.pawn_steps(board, square).iter() {
                let onward = if promotion.contains(to) {
                    Walk::PROMOTIONS.map(|kind| near[kind.index() * self.squares + to.index()])
                } else {
                    [near[row + to.index()]; 4]
                };
                fewest = onward.into_iter().map(|moves| moves.saturating_add(1)).fold(fewest, u8::min);
            }
            near[row + square.index()] = fewest;
        }
    }
}
