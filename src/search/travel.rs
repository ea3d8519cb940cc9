//! How many moves men need from square to square on an empty board, and what they attack
//! from there: what no man can do better among others.

use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{Side, Walk};

/// More moves than any man needs.
pub(super) const NEVER: u8 = u8::MAX;
/// What is still to be counted.
pub(super) const UNKNOWN: u8 = u8::MAX - 1;

/// A king's square and its neighbours, as bits: the square itself is the highest.
pub(super) type Pattern = u16;
/// The king's own square.
pub(super) const KING: Pattern = 1 << 15;
/// The most neighbours that a pattern has room for.
const MOST_FLIGHTS: usize = 15;

/// The walks of men that are no pawns.
const OFFICERS: [Walk; 5] = [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight];
/// These and the pawn.
pub(super) const WALKS: usize = OFFICERS.len() + 1;
/// What a pawn can be: what it becomes, or a pawn still.
pub(super) const PAWN_KINDS: [Walk; 5] = [Walk::Queen, Walk::Knight, Walk::Rook, Walk::Bishop, Walk::Pawn];

/// The ways of men on an empty board, for one mating side.
pub(super) struct Travel<'a, B: Board> {
    pub board: &'a B,
    pub mating: Side,
    /// One more than the highest number of a square.
    pub squares: usize,
    /// By walk, from and to: the moves it takes.
    moves: Vec<u8>,
    /// By walk, post and king: what a mating man guards.
    guarded: Vec<Pattern>,
    /// By side and square, if asked for: by kind and square, the moves it takes a pawn.
    pawns: [Vec<Option<Box<[u8]>>>; 2],
}

impl<'a, B: Board> Travel<'a, B> {
    /// The ways on a board; none for a board with too many neighbours of a square.
    pub fn new(board: &'a B, mating: Side) -> Option<Travel<'a, B>> {
        let geometry = board.geometry();
        let squares = geometry.all.iter().map(|square| square.index() + 1).max()?;
        if geometry.king.iter().any(|around| around.count() as usize > MOST_FLIGHTS) {
            return None;
        }
        let mut travel = Travel {
            board,
            mating,
            squares,
            moves: vec![NEVER; OFFICERS.len() * squares * squares],
            guarded: vec![0; WALKS * squares * squares],
            pawns: [vec![None; squares], vec![None; squares]],
        };
        for walk in OFFICERS {
            let attacks: Vec<B::Set> = (0..squares).map(|at| travel.attacks(walk, at)).collect();
            for from in geometry.all.iter() {
                travel.spread(walk, from, &attacks);
                for king in geometry.all.iter() {
                    let at = travel.at(walk, from, king);
                    travel.guarded[at] = pattern(geometry, attacks[from.index()], king);
                }
            }
        }
        for from in geometry.all.iter() {
            let attacks = geometry.pawn(mating).attacks[from.index()];
            for king in geometry.all.iter() {
                let at = travel.at(Walk::Pawn, from, king);
                travel.guarded[at] = pattern(geometry, attacks, king);
            }
        }
        Some(travel)
    }

    fn attacks(&self, walk: Walk, from: usize) -> B::Set {
        let (geometry, empty) = (self.board.geometry(), B::Set::EMPTY);
        let Some(from) = geometry.all.iter().find(|square| square.index() == from) else { return empty };
        match walk {
            Walk::King => geometry.king[from.index()],
            Walk::Knight => geometry.knight[from.index()],
            Walk::Rook => self.board.rook(from, empty),
            Walk::Bishop => self.board.bishop(from, empty),
            _ => self.board.rook(from, empty) | self.board.bishop(from, empty),
        }
    }

    fn at(&self, walk: Walk, from: Square, to: Square) -> usize {
        (walk.index() * self.squares + from.index()) * self.squares + to.index()
    }

    /// Counts the moves of a man from its square to all others.
    fn spread(&mut self, walk: Walk, from: Square, attacks: &[B::Set]) {
        let mut reached = B::Set::of(from);
        let mut edge = reached;
        let mut moves = 0;
        while !edge.is_empty() {
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                let at = self.at(walk, from, square);
                self.moves[at] = moves;
                next |= attacks[square.index()];
            }
            edge = next & !reached;
            reached |= edge;
            moves += 1;
        }
    }

    /// The moves it takes a man that is no pawn.
    #[inline]
    pub fn moves(&self, walk: Walk, from: Square, to: Square) -> u8 {
        self.moves[self.at(walk, from, to)]
    }

    /// What a man of the mating side guards around the king, or on his square, from a post on
    /// which it can be, if nobody stands in between.
    #[inline]
    pub fn guarded(&self, walk: Walk, post: Square, king: Square) -> Pattern {
        if post == king {
            return 0;
        }
        let guarded = self.guarded[self.at(walk, post, king)];
        match walk {
            // Kings are never neighbours.
            Walk::King if self.moves(Walk::King, post, king) <= 1 => 0,
            // A king gives no check.
            Walk::King => guarded & !KING,
            _ => guarded,
        }
    }

    /// Does a man guard all of a pattern from a post, if others stand on these squares?
    #[inline]
    pub fn guards(&self, walk: Walk, post: Square, king: Square, wanted: Pattern, others: B::Set) -> bool {
        self.guarded(walk, post, king) & wanted == wanted
            && (others.is_empty() || self.guarded_among(walk, post, king, others) & wanted == wanted)
    }

    /// What a man guards from a post, if others stand on these squares.
    fn guarded_among(&self, walk: Walk, post: Square, king: Square, others: B::Set) -> Pattern {
        let attacked = match walk {
            _ if others.contains(post) => return 0,
            Walk::Rook => self.board.rook(post, others),
            Walk::Bishop => self.board.bishop(post, others),
            Walk::Queen => self.board.rook(post, others) | self.board.bishop(post, others),
            _ => return self.guarded(walk, post, king),
        };
        if post == king { 0 } else { pattern(self.board.geometry(), attacked, king) }
    }

    /// The squares of a pattern around the king, without his own.
    pub fn around(&self, king: Square, pattern: Pattern) -> B::Set {
        if pattern == 0 {
            return B::Set::EMPTY;
        }
        let around = self.board.geometry().king[king.index()].iter().enumerate();
        B::Set::from_squares(around.filter(|(bit, _)| pattern >> bit & 1 == 1).map(|(_, square)| square))
    }

    /// Counts the moves of a man, if they are still to be counted.
    pub fn prepare(&mut self, side: Side, walk: Walk, from: Square) {
        if walk == Walk::Pawn && self.pawns[side.index()][from.index()].is_none() {
            self.pawns[side.index()][from.index()] = Some(self.pawn_moves(side, from));
        }
    }

    /// Calls `visit` with every way of a man, who is prepared, to be somewhere: as what, where,
    /// and the moves it takes.
    pub fn ways(&self, side: Side, walk: Walk, from: Square, mut visit: impl FnMut(Walk, Square, u8)) {
        let all = self.board.geometry().all;
        if walk != Walk::Pawn {
            all.iter().for_each(|to| visit(walk, to, self.moves(walk, from, to)));
        } else if let Some(moves) = &self.pawns[side.index()][from.index()] {
            for (kind, moves) in PAWN_KINDS.into_iter().zip(moves.chunks_exact(self.squares)) {
                all.iter().for_each(|to| visit(kind, to, moves[to.index()]));
            }
        }
    }

    /// The moves it takes a man to be on a square as a man of this kind.
    pub fn moves_as(&mut self, side: Side, walk: Walk, from: Square, kind: Walk, to: Square) -> u8 {
        if walk != Walk::Pawn {
            return self.moves(walk, from, to);
        }
        self.prepare(side, walk, from);
        let row = PAWN_KINDS.iter().position(|&walk| walk == kind);
        let moves = self.pawns[side.index()][from.index()].as_ref().zip(row);
        moves.map_or(NEVER, |(moves, row)| moves[row * self.squares + to.index()])
    }

    /// The moves it takes a pawn to be on a square as whatever it may be.
    pub fn moves_as_any(&mut self, side: Side, from: Square, to: Square) -> u8 {
        let moves = PAWN_KINDS.map(|kind| self.moves_as(side, Walk::Pawn, from, kind, to));
        moves.into_iter().min().unwrap_or(NEVER)
    }

    /// The moves it takes a pawn to become something else.
    pub fn moves_to_promote(&mut self, side: Side, from: Square) -> u16 {
        let ranks = self.board.geometry().pawn(side).promotion_rank;
        let moves = ranks.iter().map(|to| self.moves_as(side, Walk::Pawn, from, Walk::Queen, to));
        moves.min().map_or(u16::MAX, |moves| if moves == NEVER { u16::MAX } else { moves.into() })
    }

    /// By kind and square, the moves it takes a pawn.
    fn pawn_moves(&self, side: Side, from: Square) -> Box<[u8]> {
        let geometry = self.board.geometry();
        let paths = geometry.pawn(side);
        let mut moves = vec![NEVER; PAWN_KINDS.len() * self.squares];
        let mut note = |kind: usize, to: Square, cost: u8| {
            let best = &mut moves[kind * self.squares + to.index()];
            *best = cost.min(*best);
        };
        let mut reached = B::Set::of(from);
        let mut edge = reached;
        let mut cost: u8 = 0;
        while !edge.is_empty() && cost < UNKNOWN - 1 {
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                if paths.promotion_rank.contains(square) && cost > 0 {
                    for (kind, walk) in PAWN_KINDS[..4].iter().enumerate() {
                        for to in geometry.all.iter() {
                            note(kind, to, self.moves(*walk, square, to).saturating_add(cost));
                        }
                    }
                    continue;
                }
                note(4, square, cost);
                next |= paths.step[square.index()] | paths.attacks[square.index()];
                if paths.double_rank.contains(square) {
                    for step in paths.step[square.index()].iter() {
                        next |= paths.step[step.index()];
                    }
                }
            }
            edge = next & !reached;
            reached |= edge;
            cost += 1;
        }
        moves.into()
    }

    /// The fewest moves after which a mating man guards all of a pattern, if others stand on
    /// these squares.
    pub fn moves_to_guard(
        &mut self,
        walk: Walk,
        from: Square,
        king: Square,
        wanted: Pattern,
        others: B::Set,
    ) -> u8 {
        self.prepare(self.mating, walk, from);
        let mut fewest = NEVER;
        self.ways(self.mating, walk, from, |walk, to, moves| {
            if moves < fewest && self.guards(walk, to, king, wanted, others) {
                fewest = moves;
            }
        });
        fewest
    }

    /// What a mating man that guards all of a pattern after at most so many moves guards
    /// in any case, if others stand on these squares.
    pub fn guarded_anyway(
        &mut self,
        walk: Walk,
        from: Square,
        king: Square,
        wanted: Pattern,
        others: B::Set,
        most: u16,
    ) -> Pattern {
        self.prepare(self.mating, walk, from);
        let mut anyway = Pattern::MAX;
        self.ways(self.mating, walk, from, |walk, to, moves| {
            let near = moves != NEVER && u16::from(moves) <= most;
            if near && self.guards(walk, to, king, wanted, others) {
                anyway &= self.guarded_among(walk, to, king, others);
            }
        });
        anyway
    }

    /// The fewest moves after which a man of the mated side stands on a square.
    pub fn moves_to_stand(&mut self, walk: Walk, from: Square, to: Square) -> u8 {
        let side = self.mating.other();
        self.prepare(side, walk, from);
        let mut fewest = NEVER;
        self.ways(side, walk, from, |_, square, moves| {
            if square == to {
                fewest = fewest.min(moves);
            }
        });
        fewest
    }

    /// The moves that castling saves at most: it moves two men, and the king farther than else.
    pub fn saved_by_castling(&self) -> u16 {
        let castlings = self.board.geometry().castlings.iter();
        let saved = castlings.map(|way| {
            let king = self.moves(Walk::King, way.king_from, way.king_to);
            let rook = self.moves(Walk::Rook, way.rook_from, way.rook_to);
            (u16::from(king) + u16::from(rook)).saturating_sub(1)
        });
        saved.max().unwrap_or(0)
    }
}

/// Which of the king's square and its neighbours are in a set.
fn pattern<S: Squares>(geometry: &Geometry<S>, set: S, king: Square) -> Pattern {
    let around = geometry.king[king.index()];
    if !set.meets(around.with(king)) {
        return 0;
    }
    let mut pattern = if set.contains(king) { KING } else { 0 };
    for (index, flight) in around.iter().enumerate() {
        if set.contains(flight) {
            pattern |= 1 << index;
        }
    }
    pattern
}
