//! How many moves men need from square to square on an empty board: what no man can do better among
//! others.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::rebirth::RebirthKind;
use crate::search::lower_bound::rebirth_squares::RebirthSquares;

/// More moves than any man needs.
pub(in crate::search) const UNREACHABLE: u8 = u8::MAX;
/// What is still to be counted.
pub(in crate::search) const NOT_COMPUTED: u8 = u8::MAX - 1;

/// The walks of men that are no pawns.
const NON_PAWNS: [Walk; 5] = [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight];
/// These and the pawn.
pub(in crate::search) const WALK_COUNT: usize = NON_PAWNS.len() + 1;
/// What a pawn can be: what it becomes, or a pawn still.
pub(in crate::search) const PAWN_FINAL_WALKS: [Walk; 5] =
    [Walk::Queen, Walk::Knight, Walk::Rook, Walk::Bishop, Walk::Pawn];
/// So many numbers of moves have sets of squares of their own; the last is for all from there on.
pub(in crate::search) const DISTANCE_LEVELS: usize = 8;

/// The ways of men on an empty board, for one mating side; each is counted when it is asked for.
pub(in crate::search) struct DistanceTable<'a, B: Board> {
    pub board: &'a B,
    pub mating_side: Side,
    /// One more than the highest number of a square.
    pub table_len: usize,
    rebirth_squares: Arc<RebirthSquares<B::Set>>,
    /// Are there captures by which men are reborn?
    with_rebirth: bool,
    /// By side, unless both walk alike, and walk: where a man can come by one move, by square.
    move_targets: [OnceCell<Vec<B::Set>>; Side::BOTH.len() * NON_PAWNS.len()],
    /// By side, unless both walk alike, walk and square: the ways from there.
    distances: Vec<OnceCell<Box<Distances<B::Set>>>>,
    /// By side and square: the ways of a pawn.
    pawn_distances: [Vec<Option<PawnDistances<B::Set>>>; 2],
}

/// The ways of a man that is no pawn from a square.
struct Distances<S> {
    /// By square, the moves it takes.
    moves: Vec<u8>,
    /// By number of moves: where it can be after at most so many.
    within: [S; DISTANCE_LEVELS],
}

/// The ways of a pawn from a square.
#[derive(Clone)]
struct PawnDistances<S> {
    /// By kind and square, the moves it takes.
    moves: Box<[u8]>,
    /// By kind and number of moves: where it can be after at most so many.
    within: [[S; DISTANCE_LEVELS]; PAWN_FINAL_WALKS.len()],
    /// By number of moves: where it can be as whatever it is then, and where it can capture.
    within_any_promotion: [S; DISTANCE_LEVELS],
    capture_squares: [S; DISTANCE_LEVELS],
}

impl<'a, B: Board> DistanceTable<'a, B> {
    /// The ways on a board, with captures by which men are reborn or without.
    pub fn new(
        board: &'a B,
        mating: Side,
        births: Arc<RebirthSquares<B::Set>>,
        free: bool,
    ) -> DistanceTable<'a, B> {
        let squares = board.geometry().table_len();
        let sides = if births.has_rebirth() { 2 } else { 1 };
        let ways = (0..sides * NON_PAWNS.len() * squares).map(|_| OnceCell::new()).collect();
        let pawns = [vec![None; squares], vec![None; squares]];
        DistanceTable {
            board,
            mating_side: mating,
            table_len: squares,
            rebirth_squares: births,
            with_rebirth: free,
            move_targets: Default::default(),
            distances: ways,
            pawn_distances: pawns,
        }
    }

    /// Where a man that is no pawn stands in the lists.
    #[inline]
    fn row(&self, side: Side, walk: Walk) -> usize {
        (if self.rebirth_squares.has_rebirth() { side.index() * NON_PAWNS.len() } else { 0 }) + walk.index()
    }

    /// The ways of a man that is no pawn from a square.
    #[inline]
    fn distances_from(&self, side: Side, walk: Walk, from: Square) -> &Distances<B::Set> {
        let way = &self.distances[self.row(side, walk) * self.table_len + from.index()];
        way.get_or_init(|| Box::new(self.compute_distances(side, walk, from)))
    }

    /// Where a man that is no pawn can come by one move of its own.
    fn move_targets(&self, side: Side, walk: Walk, from: usize) -> B::Set {
        let geometry = self.board.geometry();
        let Some(from) = geometry.all.iter().find(|square| square.index() == from) else {
            return B::Set::EMPTY;
        };
        let attacks = self.board.attacks(walk, side, from, B::Set::EMPTY);
        let mut steps = attacks;
        match self.rebirth_squares.kind {
            RebirthKind::NoRebirth | RebirthKind::Victims(_) | RebirthKind::TakeAndMake => {}
            RebirthKind::Capturers(_) if self.with_rebirth => {
                steps |= union(attacks, |to| self.rebirth_squares.squares(side, walk, to));
            }
            RebirthKind::Capturers(_) => {}
            RebirthKind::FromHome(_) => {
                if self.with_rebirth {
                    let stands = self.rebirth_squares.attack_origins(side, walk, from);
                    steps |= union(stands, |stand| self.board.attacks(walk, side, stand, B::Set::EMPTY));
                }
                // Kings and rooks castle from home, too.
                for way in geometry.castlings.iter().filter(|way| way.side == side) {
                    match walk {
                        Walk::King => steps |= B::Set::of(way.king_to),
                        Walk::Rook => steps |= B::Set::of(way.rook_to),
                        _ => {}
                    }
                }
            }
        }
        steps
    }

    /// The squares, and those where men of this walk come without moving, captured there.
    fn with_victim_rebirths(&self, side: Side, walk: Walk, squares: B::Set) -> B::Set {
        if !self.with_rebirth {
            return squares;
        }
        let (mut all, mut new) = (squares, squares);
        while !new.is_empty() {
            new = union(new, |at| self.rebirth_squares.victim_squares(side, walk, at)) & !all;
            all |= new;
        }
        all
    }

    /// Counts the moves of a man that is no pawn from its square to all others.
    #[cold]
    fn compute_distances(&self, side: Side, walk: Walk, from: Square) -> Distances<B::Set> {
        let steps = self.move_targets[self.row(side, walk)]
            .get_or_init(|| (0..self.table_len).map(|at| self.move_targets(side, walk, at)).collect());
        let mut moves = vec![UNREACHABLE; self.table_len];
        let mut reached = self.with_victim_rebirths(side, walk, B::Set::of(from));
        let mut near = [reached; DISTANCE_LEVELS];
        let mut edge = reached;
        let mut count: u8 = 0;
        while !edge.is_empty() {
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                moves[square.index()] = count;
                next |= steps[square.index()];
            }
            near[usize::from(count).min(DISTANCE_LEVELS - 1)..].fill(reached);
            edge = self.with_victim_rebirths(side, walk, next & !reached) & !reached;
            reached |= edge;
            count = count.saturating_add(1).min(NOT_COMPUTED - 1);
        }
        Distances { moves, within: near }
    }

    /// The squares on which a man, who is prepared, can be as a man of this kind after at most
    /// so many moves.
    #[inline]
    pub fn squares_within_as(&self, side: Side, walk: Walk, from: Square, kind: Walk, moves: u16) -> B::Set {
        let moves = usize::from(moves).min(DISTANCE_LEVELS - 1);
        if walk != Walk::Pawn {
            return if walk == kind {
                self.distances_from(side, walk, from).within[moves]
            } else {
                B::Set::EMPTY
            };
        }
        let row = PAWN_FINAL_WALKS.iter().position(|&walk| walk == kind);
        let ways = self.pawn_distances[side.index()][from.index()].as_ref().zip(row);
        ways.map_or(B::Set::EMPTY, |(ways, row)| ways.within[row][moves])
    }

    /// By number of moves, where a man that is no pawn can be after at most so many.
    #[inline]
    pub fn squares_within(&self, side: Side, walk: Walk, from: Square) -> &[B::Set; DISTANCE_LEVELS] {
        &self.distances_from(side, walk, from).within
    }

    /// The moves it takes a man that is no pawn.
    #[inline]
    pub fn distance(&self, side: Side, walk: Walk, from: Square, to: Square) -> u8 {
        self.distances_from(side, walk, from).moves[to.index()]
    }

    /// Counts the moves of a man, if they are still to be counted.
    #[inline]
    pub fn prepare(&mut self, side: Side, walk: Walk, from: Square) {
        if walk == Walk::Pawn && self.pawn_distances[side.index()][from.index()].is_none() {
            self.prepare_pawn(side, from);
        }
    }

    #[cold]
    fn prepare_pawn(&mut self, side: Side, from: Square) {
        let moves = self.compute_pawn_distances(side, from);
        let mut near = [[B::Set::EMPTY; DISTANCE_LEVELS]; PAWN_FINAL_WALKS.len()];
        for (near, moves) in near.iter_mut().zip(moves.chunks_exact(self.table_len)) {
            for to in self.board.geometry().all.iter().filter(|to| moves[to.index()] != UNREACHABLE) {
                let first = usize::from(moves[to.index()]).min(DISTANCE_LEVELS - 1);
                near[first..].iter_mut().for_each(|near| *near |= B::Set::of(to));
            }
        }
        let attacks = &self.board.geometry().pawn(side).attacks;
        let [officers @ .., pawn] = &near;
        let mut captures = [B::Set::EMPTY; DISTANCE_LEVELS];
        for (moves, captures) in captures.iter_mut().enumerate().skip(1) {
            // The last set is for all numbers of moves from there on.
            let before = if moves == DISTANCE_LEVELS - 1 { moves } else { moves - 1 };
            *captures = union(pawn[before], |at| attacks[at.index()]);
            officers.iter().for_each(|near| *captures |= near[moves]);
        }
        let mut anyhow = *pawn;
        for (moves, anyhow) in anyhow.iter_mut().enumerate() {
            officers.iter().for_each(|near| *anyhow |= near[moves]);
        }
        self.pawn_distances[side.index()][from.index()] = Some(PawnDistances {
            moves,
            within: near,
            within_any_promotion: anyhow,
            capture_squares: captures,
        });
    }

    /// By number of moves, where a man, who is prepared, can be after at most so many, and where it can
    /// capture, whatever it is then.
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
        let ways = self.pawn_distances[side.index()][from.index()].as_ref();
        ways.map_or([[B::Set::EMPTY; DISTANCE_LEVELS]; 2], |ways| {
            [ways.within_any_promotion, ways.capture_squares]
        })
    }

    /// The moves it takes a man to be on a square as a man of this kind.
    pub fn distance_as(&mut self, side: Side, walk: Walk, from: Square, kind: Walk, to: Square) -> u8 {
        if walk != Walk::Pawn {
            return if walk == kind { self.distance(side, walk, from, to) } else { UNREACHABLE };
        }
        self.prepare(side, walk, from);
        let row = PAWN_FINAL_WALKS.iter().position(|&walk| walk == kind);
        let ways = self.pawn_distances[side.index()][from.index()].as_ref().zip(row);
        ways.map_or(UNREACHABLE, |(ways, row)| ways.moves[row * self.table_len + to.index()])
    }

    /// The moves it takes a pawn to be on a square as whatever it may be.
    pub fn distance_any_promotion(&mut self, side: Side, from: Square, to: Square) -> u8 {
        let moves = PAWN_FINAL_WALKS.map(|kind| self.distance_as(side, Walk::Pawn, from, kind, to));
        moves.into_iter().min().unwrap_or(UNREACHABLE)
    }

    /// By kind and square, the moves it takes a pawn.
    fn compute_pawn_distances(&self, side: Side, from: Square) -> Box<[u8]> {
        let geometry = self.board.geometry();
        let paths = geometry.pawn(side);
        let mut moves = vec![UNREACHABLE; PAWN_FINAL_WALKS.len() * self.table_len];
        let mut note = |kind: usize, to: Square, cost: u8| {
            let best = &mut moves[kind * self.table_len + to.index()];
            *best = cost.min(*best);
        };
        let mut reached = self.with_victim_rebirths(side, Walk::Pawn, B::Set::of(from));
        let mut edge = reached;
        let mut cost: u8 = 0;
        while !edge.is_empty() && cost < NOT_COMPUTED - 1 {
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                if paths.promotion_rank.contains(square) && (cost > 0 || self.with_rebirth) {
                    for (kind, walk) in PAWN_FINAL_WALKS[..4].iter().enumerate() {
                        for to in geometry.all.iter() {
                            note(kind, to, self.distance(side, *walk, square, to).saturating_add(cost));
                        }
                    }
                    if !self.with_rebirth {
                        continue;
                    }
                }
                note(4, square, cost);
                next |= paths.step[square.index()] | paths.attacks[square.index()];
                if paths.double_rank.contains(square) {
                    for step in paths.step[square.index()].iter() {
                        next |= paths.step[step.index()];
                    }
                }
                if self.with_rebirth && self.rebirth_squares.has_rebirth() {
                    let reborn = self.pawn_capture_rebirths(side, square);
                    next |= reborn[4];
                    for (kind, walk) in PAWN_FINAL_WALKS[..4].iter().enumerate() {
                        for (home, to) in
                            reborn[kind].iter().flat_map(|home| geometry.all.iter().map(move |to| (home, to)))
                        {
                            note(kind, to, self.distance(side, *walk, home, to).saturating_add(cost + 1));
                        }
                    }
                }
            }
            edge = self.with_victim_rebirths(side, Walk::Pawn, next & !reached) & !reached;
            reached |= edge;
            cost += 1;
        }
        moves.into()
    }

    /// Where a pawn can come, by kind, by a capture by which it is reborn itself.
    fn pawn_capture_rebirths(&self, side: Side, from: Square) -> [B::Set; PAWN_FINAL_WALKS.len()] {
        let paths = self.board.geometry().pawn(side);
        let mut reborn = [B::Set::EMPTY; PAWN_FINAL_WALKS.len()];
        match self.rebirth_squares.kind {
            RebirthKind::NoRebirth | RebirthKind::Victims(_) | RebirthKind::TakeAndMake => {}
            RebirthKind::Capturers(_) => {
                for to in paths.attacks[from.index()].iter() {
                    let promotes = paths.promotion_rank.contains(to);
                    for (places, walk) in reborn.iter_mut().zip(PAWN_FINAL_WALKS) {
                        if promotes != (walk == Walk::Pawn) {
                            *places |= self.rebirth_squares.squares(side, walk, to);
                        }
                    }
                }
            }
            RebirthKind::FromHome(_) => {
                let stands = self.rebirth_squares.attack_origins(side, Walk::Pawn, from);
                reborn[4] = union(stands, |stand| paths.attacks[stand.index()]);
            }
        }
        reborn
    }

    /// The fewest moves after which a man of the mated side stands on a square.
    pub fn mated_side_distance(&mut self, walk: Walk, from: Square, to: Square) -> u8 {
        let side = self.mating_side.other();
        match walk {
            Walk::Pawn => self.distance_any_promotion(side, from, to),
            _ => self.distance(side, walk, from, to),
        }
    }

    /// The moves that castling saves at most: it moves two men, and the king farther than else.
    pub fn castling_savings(&self) -> u16 {
        let castlings = self.board.geometry().castlings.iter();
        let saved = castlings.map(|way| {
            let king = self.distance(way.side, Walk::King, way.king_from, way.king_to);
            let rook = self.distance(way.side, Walk::Rook, way.rook_from, way.rook_to);
            (u16::from(king) + u16::from(rook)).saturating_sub(1)
        });
        saved.max().unwrap_or(0)
    }
}

/// All that something is for squares of a set.
pub(in crate::search) fn union<S: Squares>(squares: S, of: impl Fn(Square) -> S) -> S {
    squares.iter().fold(S::EMPTY, |all, square| all | of(square))
}

/// What a man who walks like this can be in the end.
pub(in crate::search) fn final_walks(walk: Walk) -> &'static [Walk] {
    match walk {
        Walk::King => &[Walk::King],
        Walk::Queen => &[Walk::Queen],
        Walk::Rook => &[Walk::Rook],
        Walk::Bishop => &[Walk::Bishop],
        Walk::Knight => &[Walk::Knight],
        Walk::Pawn | Walk::ReversedPawn => &PAWN_FINAL_WALKS,
    }
}
