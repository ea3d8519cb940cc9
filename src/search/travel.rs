//! How many moves men need from square to square on an empty board, and what they attack
//! from there: what no man can do better among others.

use super::births::Births;
use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{Side, Walk};
use crate::rules::rebirth::Reborn;

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
/// So many numbers of moves have sets of squares of their own; the last is for all from there on.
pub(super) const NEAR: usize = 8;

/// The ways of men on an empty board, for one mating side.
pub(super) struct Travel<'a, B: Board> {
    pub board: &'a B,
    pub mating: Side,
    /// One more than the highest number of a square.
    pub squares: usize,
    births: Births<B::Set>,
    /// Are there captures by which men are reborn?
    free: bool,
    /// How the men of the mated side walk of whom it is reckoned that they are captured.
    pub victims: Vec<Walk>,
    /// By square, where whoever is reborn takes the place of who stands there: where men of the
    /// mated side are captured to come there.
    origins: Vec<B::Set>,
    /// By side, unless both walk alike, walk, from and to: the moves it takes.
    moves: Vec<u8>,
    /// By walk, post and king: what a mating man guards.
    guarded: Vec<Pattern>,
    /// In the order of `moves`, by number of moves: where a man can be after at most so many.
    near: Vec<B::Set>,
    /// By side and square, if asked for: the ways of a pawn.
    pawns: [Vec<Option<PawnWays<B::Set>>>; 2],
}

/// The ways of a pawn from a square.
#[derive(Clone)]
struct PawnWays<S> {
    /// By kind and square, the moves it takes.
    moves: Box<[u8]>,
    /// By kind and number of moves: where it can be after at most so many.
    near: [[S; NEAR]; PAWN_KINDS.len()],
}

impl<'a, B: Board> Travel<'a, B> {
    /// The ways on a board, with captures by which men are reborn or without; none for a board
    /// with too many neighbours of a square. Men of the mated side walk like these.
    pub fn new(
        board: &'a B,
        mating: Side,
        births: Births<B::Set>,
        victims: &[Walk],
        free: bool,
    ) -> Option<Travel<'a, B>> {
        let geometry = board.geometry();
        let squares = geometry.rows();
        if geometry.king.iter().any(|around| around.count() as usize > MOST_FLIGHTS) {
            return None;
        }
        let sides = if births.happen() { 2 } else { 1 };
        let origins = match births.displace() {
            true => births.origins(mating.other(), victims),
            false => Vec::new(),
        };
        let mut travel = Travel {
            victims: victims.to_vec(),
            origins,
            board,
            mating,
            squares,
            births,
            free,
            moves: vec![NEVER; sides * OFFICERS.len() * squares * squares],
            guarded: vec![0; WALKS * squares * squares],
            near: vec![B::Set::EMPTY; sides * OFFICERS.len() * squares * NEAR],
            pawns: [vec![None; squares], vec![None; squares]],
        };
        for walk in OFFICERS {
            for &side in &Side::BOTH[..sides] {
                let steps: Vec<B::Set> = (0..squares).map(|at| travel.steps(side, walk, at)).collect();
                for from in geometry.all.iter() {
                    travel.spread(side, walk, from, &steps);
                }
            }
        }
        for walk in OFFICERS.into_iter().chain([Walk::Pawn]) {
            for post in geometry.all.iter() {
                let attacked = travel.attacked(walk, post, B::Set::EMPTY);
                for king in geometry.all.iter() {
                    let at = (walk.index() * squares + post.index()) * squares + king.index();
                    travel.guarded[at] = travel.pattern_from(walk, post, king, B::Set::EMPTY, attacked);
                }
            }
        }
        Some(travel)
    }

    /// Does whoever is reborn take the place of who stands there?
    #[inline]
    pub fn displaces(&self) -> bool {
        !self.origins.is_empty()
    }

    /// Where a man that is no pawn stands in the lists.
    #[inline]
    fn row(&self, side: Side, walk: Walk) -> usize {
        (if self.births.happen() { side.index() * OFFICERS.len() } else { 0 }) + walk.index()
    }

    fn at(&self, side: Side, walk: Walk, from: Square, to: Square) -> usize {
        (self.row(side, walk) * self.squares + from.index()) * self.squares + to.index()
    }

    /// Where a man that is no pawn can come by one move of its own.
    fn steps(&self, side: Side, walk: Walk, from: usize) -> B::Set {
        let geometry = self.board.geometry();
        let Some(from) = geometry.all.iter().find(|square| square.index() == from) else {
            return B::Set::EMPTY;
        };
        let attacks = self.board.attacks(walk, side, from, B::Set::EMPTY);
        let mut steps = attacks;
        match self.births.reborn {
            Reborn::Nobody | Reborn::Victims(_) => {}
            Reborn::Capturers(_) if self.free => {
                steps |= union(attacks, |to| self.births.places(side, walk, to));
            }
            Reborn::Capturers(_) => {}
            Reborn::FromHome(_) => {
                if self.free {
                    let stands = self.births.stands(side, walk, from);
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
    fn thrown(&self, side: Side, walk: Walk, squares: B::Set) -> B::Set {
        if !self.free {
            return squares;
        }
        let (mut all, mut new) = (squares, squares);
        while !new.is_empty() {
            new = union(new, |at| self.births.thrown(side, walk, at)) & !all;
            all |= new;
        }
        all
    }

    /// Counts the moves of a man from its square to all others.
    fn spread(&mut self, side: Side, walk: Walk, from: Square, steps: &[B::Set]) {
        let mut reached = self.thrown(side, walk, B::Set::of(from));
        let mut edge = reached;
        let mut moves = 0;
        while !edge.is_empty() {
            for square in edge.iter() {
                let at = self.at(side, walk, from, square);
                self.moves[at] = moves;
            }
            self.near_mut(side, walk, from)[usize::from(moves).min(NEAR - 1)..].fill(reached);
            let next = union(edge, |square| steps[square.index()]);
            edge = self.thrown(side, walk, next & !reached) & !reached;
            reached |= edge;
            moves += 1;
        }
    }

    fn near_mut(&mut self, side: Side, walk: Walk, from: Square) -> &mut [B::Set] {
        let row = self.row(side, walk) * self.squares + from.index();
        &mut self.near[row * NEAR..][..NEAR]
    }

    /// The squares on which a man, who is prepared, can be as a man of this kind after at most
    /// so many moves.
    #[inline]
    pub fn within(&self, side: Side, walk: Walk, from: Square, kind: Walk, moves: u16) -> B::Set {
        let moves = usize::from(moves).min(NEAR - 1);
        if walk != Walk::Pawn {
            let row = self.row(side, walk) * self.squares + from.index();
            return if walk == kind { self.near[row * NEAR + moves] } else { B::Set::EMPTY };
        }
        let row = PAWN_KINDS.iter().position(|&walk| walk == kind);
        let ways = self.pawns[side.index()][from.index()].as_ref().zip(row);
        ways.map_or(B::Set::EMPTY, |(ways, row)| ways.near[row][moves])
    }

    /// The moves it takes a man that is no pawn.
    #[inline]
    pub fn moves(&self, side: Side, walk: Walk, from: Square, to: Square) -> u8 {
        self.moves[self.at(side, walk, from, to)]
    }

    /// What a man of the mating side attacks from a post, if others stand on these squares.
    fn attacked(&self, walk: Walk, post: Square, others: B::Set) -> B::Set {
        let stands = self.births.stands(self.mating, walk, post) & !others;
        union(stands, |from| self.board.attacks(walk, self.mating, from, others))
    }

    /// What a man of the mating side guards around a king by attacking these squares from a post,
    /// if others stand on others, and his own square if the king could not capture him there.
    fn pattern_from(
        &self,
        walk: Walk,
        post: Square,
        king: Square,
        others: B::Set,
        attacked: B::Set,
    ) -> Pattern {
        let geometry = self.board.geometry();
        let mut guarded = pattern(geometry, attacked, king);
        if self.displaces() {
            guarded |= self.removed(walk, attacked, king);
        }
        if !self.births.happen() || !geometry.king[king.index()].contains(post) {
            return guarded;
        }
        let attack = |from: Square| {
            if self.births.displace() {
                let attacked = self.board.attacks(walk, self.mating, from, others);
                return attacked.contains(post) || self.removes(walk, attacked, post);
            }
            !others.contains(from) && self.board.attacks(walk, self.mating, from, others).contains(post)
        };
        match self.births.may_bar_capture(self.mating, walk, post, king, attack) {
            true => guarded | pattern(geometry, B::Set::of(post), king),
            false => guarded,
        }
    }

    /// On which of the squares around a king, and his own, he would be removed by the rebirth of
    /// one of his men whom a man of the mating side captures on one of these squares.
    fn removed(&self, walk: Walk, attacked: B::Set, king: Square) -> Pattern {
        let around = self.board.geometry().king[king.index()].iter().enumerate();
        let removed = around.filter(|&(_, flight)| self.removes(walk, attacked, flight));
        let own = if self.removes(walk, attacked, king) { KING } else { 0 };
        removed.fold(own, |removed, (bit, _)| removed | 1 << bit)
    }

    /// Would the king be removed from a square by a capture on one of these?
    fn removes(&self, walk: Walk, attacked: B::Set, square: Square) -> bool {
        let steps = &self.board.geometry().pawn(self.mating.other()).step;
        let origins = self.origins[square.index()];
        // Who is taken in passing stands behind the square to which the capturer goes.
        origins.meets(attacked)
            || (walk == Walk::Pawn && origins.meets(union(attacked, |to| steps[to.index()])))
    }

    /// What a man of the mating side guards around the king, or on his square, from a post on
    /// which it can be, if nobody stands in between.
    #[inline]
    pub fn guarded(&self, walk: Walk, post: Square, king: Square) -> Pattern {
        if post == king {
            return 0;
        }
        let guarded =
            self.guarded[(walk.index() * self.squares + post.index()) * self.squares + king.index()];
        match walk {
            Walk::King if self.births.kings_may_meet() => guarded,
            // Kings are never neighbours.
            Walk::King if self.board.geometry().king[king.index()].contains(post) => 0,
            // A king gives no check, but by the rebirth of whom he captures.
            Walk::King if !self.births.displace() => guarded & !KING,
            _ => guarded,
        }
    }

    /// Does a man guard all of a pattern from a post, if others stand on these squares?
    #[inline]
    pub fn guards(&self, walk: Walk, post: Square, king: Square, wanted: Pattern, others: B::Set) -> bool {
        self.guarded(walk, post, king) & wanted == wanted
            && (others.is_empty() || self.guarded_among(walk, post, king, others) & wanted == wanted)
    }

    /// The posts, of those from which a man guards all of a pattern on an empty board, from which he
    /// guards it if others stand on these squares.
    #[inline]
    pub fn still_guard(
        &self,
        walk: Walk,
        posts: B::Set,
        king: Square,
        wanted: Pattern,
        others: B::Set,
    ) -> B::Set {
        if posts.is_empty() || others.is_empty() {
            return posts;
        }
        if self.births.happen() || !B::STRAIGHT {
            let guards = |&post: &Square| self.guards(walk, post, king, wanted, others);
            return B::Set::from_squares(posts.iter().filter(guards));
        }
        let posts = posts & !others;
        if matches!(walk, Walk::King | Walk::Knight | Walk::Pawn) {
            return posts;
        }
        // Lines are seen alike from both ends.
        let seen = |posts, square| posts & self.board.attacks(walk, self.mating, square, others);
        let posts = if wanted & KING == 0 { posts } else { seen(posts, king) };
        self.around(king, wanted).iter().fold(posts, seen)
    }

    /// What a man guards from a post, if others stand on these squares.
    #[inline]
    pub fn guarded_among(&self, walk: Walk, post: Square, king: Square, others: B::Set) -> Pattern {
        if others.contains(post) || post == king {
            return 0;
        }
        let leaps = matches!(walk, Walk::King | Walk::Knight | Walk::Pawn);
        if leaps && !self.births.happen() {
            return self.guarded(walk, post, king);
        }
        let guarded = self.pattern_from(walk, post, king, others, self.attacked(walk, post, others));
        if leaps { guarded & self.guarded(walk, post, king) } else { guarded }
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
    #[inline]
    pub fn prepare(&mut self, side: Side, walk: Walk, from: Square) {
        if walk == Walk::Pawn && self.pawns[side.index()][from.index()].is_none() {
            self.prepare_pawn(side, from);
        }
    }

    #[cold]
    fn prepare_pawn(&mut self, side: Side, from: Square) {
        let moves = self.pawn_moves(side, from);
        let mut near = [[B::Set::EMPTY; NEAR]; PAWN_KINDS.len()];
        for (near, moves) in near.iter_mut().zip(moves.chunks_exact(self.squares)) {
            for to in self.board.geometry().all.iter().filter(|to| moves[to.index()] != NEVER) {
                let first = usize::from(moves[to.index()]).min(NEAR - 1);
                near[first..].iter_mut().for_each(|near| *near |= B::Set::of(to));
            }
        }
        self.pawns[side.index()][from.index()] = Some(PawnWays { moves, near });
    }

    /// Calls `visit` with every way of a man, who is prepared, to be somewhere: as what, where,
    /// and the moves it takes.
    pub fn ways(&self, side: Side, walk: Walk, from: Square, mut visit: impl FnMut(Walk, Square, u8)) {
        let all = self.board.geometry().all;
        if walk != Walk::Pawn {
            all.iter().for_each(|to| visit(walk, to, self.moves(side, walk, from, to)));
        } else if let Some(ways) = &self.pawns[side.index()][from.index()] {
            for (kind, moves) in PAWN_KINDS.into_iter().zip(ways.moves.chunks_exact(self.squares)) {
                all.iter().for_each(|to| visit(kind, to, moves[to.index()]));
            }
        }
    }

    /// The moves it takes a man to be on a square as a man of this kind.
    pub fn moves_as(&mut self, side: Side, walk: Walk, from: Square, kind: Walk, to: Square) -> u8 {
        if walk != Walk::Pawn {
            return if walk == kind { self.moves(side, walk, from, to) } else { NEVER };
        }
        self.prepare(side, walk, from);
        let row = PAWN_KINDS.iter().position(|&walk| walk == kind);
        let ways = self.pawns[side.index()][from.index()].as_ref().zip(row);
        ways.map_or(NEVER, |(ways, row)| ways.moves[row * self.squares + to.index()])
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
        let mut reached = self.thrown(side, Walk::Pawn, B::Set::of(from));
        let mut edge = reached;
        let mut cost: u8 = 0;
        while !edge.is_empty() && cost < UNKNOWN - 1 {
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                if paths.promotion_rank.contains(square) && (cost > 0 || self.free) {
                    for (kind, walk) in PAWN_KINDS[..4].iter().enumerate() {
                        for to in geometry.all.iter() {
                            note(kind, to, self.moves(side, *walk, square, to).saturating_add(cost));
                        }
                    }
                    if !self.free {
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
                if self.free && self.births.happen() {
                    let reborn = self.pawn_captures(side, square);
                    next |= reborn[4];
                    for (kind, walk) in PAWN_KINDS[..4].iter().enumerate() {
                        for (home, to) in
                            reborn[kind].iter().flat_map(|home| geometry.all.iter().map(move |to| (home, to)))
                        {
                            note(kind, to, self.moves(side, *walk, home, to).saturating_add(cost + 1));
                        }
                    }
                }
            }
            edge = self.thrown(side, Walk::Pawn, next & !reached) & !reached;
            reached |= edge;
            cost += 1;
        }
        moves.into()
    }

    /// Where a pawn can come, by kind, by a capture by which it is reborn itself.
    fn pawn_captures(&self, side: Side, from: Square) -> [B::Set; PAWN_KINDS.len()] {
        let paths = self.board.geometry().pawn(side);
        let mut reborn = [B::Set::EMPTY; PAWN_KINDS.len()];
        match self.births.reborn {
            Reborn::Nobody | Reborn::Victims(_) => {}
            Reborn::Capturers(_) => {
                for to in paths.attacks[from.index()].iter() {
                    let promotes = paths.promotion_rank.contains(to);
                    for (places, walk) in reborn.iter_mut().zip(PAWN_KINDS) {
                        if promotes != (walk == Walk::Pawn) {
                            *places |= self.births.places(side, walk, to);
                        }
                    }
                }
            }
            Reborn::FromHome(_) => {
                let stands = self.births.stands(side, Walk::Pawn, from);
                reborn[4] = union(stands, |stand| paths.attacks[stand.index()]);
            }
        }
        reborn
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
            let king = self.moves(way.side, Walk::King, way.king_from, way.king_to);
            let rook = self.moves(way.side, Walk::Rook, way.rook_from, way.rook_to);
            (u16::from(king) + u16::from(rook)).saturating_sub(1)
        });
        saved.max().unwrap_or(0)
    }
}

/// All that something is for squares of a set.
fn union<S: Squares>(squares: S, of: impl Fn(Square) -> S) -> S {
    squares.iter().fold(S::EMPTY, |all, square| all | of(square))
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
