//! What nets demand of men, and the moves that it costs them.

use ahash::AHashMap;

use super::enumerate::bits;
use crate::board::{Board, Square, Squares};
use crate::position::Walk;
use crate::search::lower_bound::distance::{NEAR, NEVER, Travel, UNKNOWN, WALKS, kinds};
use crate::search::lower_bound::king_zone::{Guards, Pattern};

/// What a man does in a net: the number of a demand, 0 if he is free.
pub(super) type DemandId = u16;

/// By number of moves, the last for all from there on: the squares of a man who can do something
/// after at most so many.
pub(super) type Span<S> = [S; NEAR];

/// What is demanded of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) enum Demand {
    /// A man of the mated side stands on the square: the king to be mated, others to block.
    Stand(Square),
    /// A man of the mated side stands on the square as a man of this kind.
    Be(Walk, Square),
    /// A man of the mating side guards squares around the king's square.
    Guard(Guard),
}

impl Demand {
    /// A number of its own.
    fn number(self) -> u64 {
        match self {
            Demand::Stand(square) => square.index() as u64,
            Demand::Be(walk, square) => 1 << 8 | (walk.index() as u64) << 16 | square.index() as u64,
            Demand::Guard(Guard { king, wanted, blocked, pinned, stopping }) => {
                const { assert!(Square::LIMIT < 1 << 8) };
                let square = |square: Option<Square>| square.map_or(0, |square| square.index() as u64 + 1);
                let what = 2 << 8 | u64::from(wanted) << 16 | u64::from(blocked) << 32 | king.index() as u64;
                what | square(pinned) << 48 | square(stopping) << 56
            }
        }
    }
}

/// What a man of the mating side is to guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) struct Guard {
    /// Where the king stands.
    pub king: Square,
    /// What is guarded.
    pub wanted: Pattern,
    /// Where the king's own men stand: lines end there.
    pub blocked: Pattern,
    /// For stalemate: the square of a man who is to be pinned, and the square ahead of a pawn where it is to
    /// be stopped.
    pub pinned: Option<Square>,
    pub stopping: Option<Square>,
}

impl Guard {
    /// Nothing is guarded yet.
    pub fn new(king: Square, blocked: Pattern) -> Guard {
        Guard { king, wanted: 0, blocked, pinned: None, stopping: None }
    }
}

/// The demands that nets make, and what they cost men.
pub(in crate::search) struct Demands<'a, B: Board> {
    pub guards: Guards<'a, B>,
    pub travel: Travel<'a, B>,
    /// The ways with captures by which men are reborn, if there are such rules.
    freely: Option<Travel<'a, B>>,
    ids: AHashMap<u64, DemandId>,
    list: Vec<Demand>,
    /// By walk and square, and then by demand, if counted: as men walk, and where they are reborn.
    /// A move asks what many demands cost on one square: those stand side by side.
    costs: Vec<Vec<[u8; 2]>>,
    /// What a man guards besides what he is to guard, by his demand, walk, square, moves and
    /// whether men are reborn.
    besides: AHashMap<u64, Pattern>,
    /// By demand and walk, if counted: the posts from which a man guards as demanded.
    posts: Vec<Option<B::Set>>,
    /// By demand and walk: one more than the place among `spans`, if they are counted.
    spanned: Vec<u32>,
    /// By number of moves: where a man is who does as demanded after at most so many.
    spans: Vec<Span<B::Set>>,
    /// By square of the king: the demands to guard one square, by its bit.
    singles: Vec<[Option<DemandId>; 16]>,
    /// By square: the demand to stand there.
    stands: Vec<Option<DemandId>>,
}

/// By demand, as far as that is counted: the moves that somebody needs to do as demanded who is not reborn,
/// and who is.
#[derive(Clone, Copy)]
pub(in crate::search) struct Counted<'c>(&'c [[u8; 2]]);

impl Counted<'_> {
    #[inline]
    pub fn of(self, id: DemandId) -> Option<[u8; 2]> {
        match self.0.get(usize::from(id)) {
            // Nobody is reborn who need not move.
            Some(&[0, _]) => Some([0; 2]),
            Some(&[alone, free]) if alone != UNKNOWN && free != UNKNOWN => Some([alone, free]),
            _ => None,
        }
    }
}

impl<'a, B: Board> Demands<'a, B> {
    /// No demands yet.
    pub fn new(
        guards: Guards<'a, B>,
        travel: Travel<'a, B>,
        freely: Option<Travel<'a, B>>,
    ) -> Option<Demands<'a, B>> {
        // Demand 0 is none, and costs nothing.
        let nothing = Demand::Stand(travel.board.geometry().all.first()?);
        let costs = vec![vec![[0; 2]]; WALKS * travel.squares];
        let (ids, besides) = (AHashMap::new(), AHashMap::new());
        let (posts, spanned) = (vec![None; WALKS], vec![0; WALKS]);
        let (singles, stands) = (vec![[None; 16]; travel.squares], vec![None; travel.squares]);
        let (list, spans) = (vec![nothing], Vec::new());
        Some(Demands {
            guards,
            travel,
            freely,
            ids,
            list,
            costs,
            besides,
            posts,
            spanned,
            spans,
            singles,
            stands,
        })
    }

    /// Is half of the room for demands taken?
    pub fn are_many(&self) -> bool {
        self.list.len() > usize::from(DemandId::MAX / 2)
    }

    /// The number of a demand; none if there are too many.
    pub fn id(&mut self, demand: Demand) -> Option<DemandId> {
        if let Some(&id) = self.ids.get(&demand.number()) {
            return Some(id);
        }
        let id = DemandId::try_from(self.list.len()).ok()?;
        self.ids.insert(demand.number(), id);
        self.list.push(demand);
        self.posts.resize(self.list.len() * WALKS, None);
        self.spanned.resize(self.list.len() * WALKS, 0);
        Some(id)
    }

    /// Where a man who is no pawn, and is not reborn, is who does as demanded after at most so many
    /// moves.
    #[inline]
    pub fn span(&mut self, id: DemandId, walk: Walk) -> &Span<B::Set> {
        let cell = usize::from(id) * WALKS + walk.index();
        if self.spanned[cell] == 0 {
            let span = self.find_span(id, walk);
            self.spans.push(span);
            self.spanned[cell] = self.spans.len() as u32;
        }
        &self.spans[self.spanned[cell] as usize - 1]
    }

    /// The moves, up to a number, that a man who is no pawn, and is not reborn, needs to do as demanded from the
    /// best of these squares.
    #[inline]
    pub fn cost_from(&mut self, id: DemandId, walk: Walk, from: B::Set) -> u8 {
        self.span(id, walk).iter().position(|span| span.meets(from)).map_or(NEVER, |moves| moves as u8)
    }

    #[cold]
    fn find_span(&mut self, id: DemandId, walk: Walk) -> Span<B::Set> {
        let all = self.travel.board.geometry().all;
        let (side, mut reached) = match self.list[usize::from(id)] {
            Demand::Guard(_) => (self.travel.mating, self.posts(id, walk)),
            _ if id == 0 => (self.travel.mating, all),
            Demand::Stand(square) => (self.travel.mating.other(), B::Set::of(square)),
            Demand::Be(kind, square) if kind == walk => (self.travel.mating.other(), B::Set::of(square)),
            Demand::Be(..) => (self.travel.mating.other(), B::Set::EMPTY),
        };
        let mut span = [reached; NEAR];
        for moves in 1.. {
            let steps = |from: &Square| self.travel.within(side, walk, *from, walk, 1).meets(reached);
            let next = B::Set::from_squares((all & !reached).iter().filter(steps));
            if next.is_empty() {
                break;
            }
            reached |= next;
            span[moves.min(NEAR - 1)..].fill(reached);
        }
        span
    }

    /// The number of the demand to guard one square around a king, or to give check.
    #[inline]
    pub fn single(&mut self, king: Square, bit: usize) -> Option<DemandId> {
        if self.singles[king.index()][bit].is_none() {
            let guard = Guard { wanted: 1 << bit, ..Guard::new(king, 0) };
            self.singles[king.index()][bit] = self.id(Demand::Guard(guard));
        }
        self.singles[king.index()][bit]
    }

    /// The number of the demand to stand on a square.
    #[inline]
    pub fn standing(&mut self, square: Square) -> Option<DemandId> {
        if self.stands[square.index()].is_none() {
            self.stands[square.index()] = self.id(Demand::Stand(square));
        }
        self.stands[square.index()]
    }

    /// The posts from which a man who walks like this guards as demanded.
    pub fn posts(&mut self, id: DemandId, walk: Walk) -> B::Set {
        let cell = usize::from(id) * WALKS + walk.index();
        if let Some(known) = self.posts[cell] {
            return known;
        }
        let posts = self.guard(id).map_or(B::Set::EMPTY, |guard| self.find_posts(id, guard, walk));
        self.posts[cell] = Some(posts);
        posts
    }

    fn find_posts(&mut self, id: DemandId, guard: Guard, walk: Walk) -> B::Set {
        let mut posts = self.travel.board.geometry().all;
        for bit in bits(u32::from(guard.wanted)) {
            // Who guards several squares guards each.
            posts &= match self.single(guard.king, bit).filter(|&single| single != id) {
                Some(single) => self.posts(single, walk),
                None => self.guards.posts(walk, guard.king, bit),
            }
        }
        if let Some(pinned) = guard.pinned {
            posts &= self.behind(walk, guard.king, pinned);
        }
        if let Some(stopping) = guard.stopping {
            posts &= B::Set::of(stopping);
        }
        let blocks = self.guards.around(guard.king, guard.blocked);
        self.guards.still_guard(walk, posts, guard.king, guard.wanted, blocks)
    }

    /// From where a man who walks like this pins somebody who stands on a line with his king.
    fn behind(&self, walk: Walk, king: Square, pinned: Square) -> B::Set {
        let board = self.travel.board;
        let rides = match walk {
            Walk::Queen | Walk::Rook | Walk::Bishop => {
                board.attacks(walk, self.travel.mating, king, B::Set::EMPTY)
            }
            _ => return B::Set::EMPTY,
        };
        let geometry = board.geometry();
        let beyond = |&at: &Square| geometry.between(king, at).contains(pinned);
        B::Set::from_squares((rides & geometry.line(king, pinned)).iter().filter(beyond))
    }

    /// What a man guards, if that is what is demanded of him.
    #[inline]
    pub fn guard(&self, id: DemandId) -> Option<Guard> {
        match self.list[usize::from(id)] {
            Demand::Guard(guard) => Some(guard),
            Demand::Stand(_) | Demand::Be(..) => None,
        }
    }

    /// Where a man stands, if that is what is demanded of him.
    #[inline]
    pub fn stand(&self, id: DemandId) -> Option<Square> {
        match self.list[usize::from(id)] {
            Demand::Stand(square) if id != 0 => Some(square),
            Demand::Be(_, square) => Some(square),
            _ => None,
        }
    }

    /// As what a man is to stand somewhere, if that matters.
    pub fn kind(&self, id: DemandId) -> Option<(Walk, Square)> {
        match self.list[usize::from(id)] {
            Demand::Be(kind, square) => Some((kind, square)),
            _ => None,
        }
    }

    /// The moves that a man needs to do as demanded; nothing if nothing is demanded.
    #[inline]
    pub fn cost(&mut self, id: DemandId, walk: Walk, at: Square) -> u8 {
        self.cost_of(id, walk, at, false)
    }

    /// As [`cost`](Self::cost), reborn or not.
    #[inline]
    pub fn cost_of(&mut self, id: DemandId, walk: Walk, at: Square, free: bool) -> u8 {
        let place = self.place(walk, at);
        match self.costs[place].get(usize::from(id)).map(|costs| costs[usize::from(free)]) {
            None | Some(UNKNOWN) => self.count(place, id, walk, at, free),
            Some(known) => known,
        }
    }

    /// The moves that a man needs to do as demanded who is not reborn, and who is.
    #[inline]
    pub fn both(&mut self, id: DemandId, walk: Walk, at: Square) -> [u8; 2] {
        match self.counted(walk, at).of(id) {
            Some(known) => known,
            None => self.count_both(self.place(walk, at), id, walk, at),
        }
    }

    /// As [`both`](Self::both), of all demands, as far as that is counted.
    #[inline]
    pub fn counted(&self, walk: Walk, at: Square) -> Counted<'_> {
        Counted(&self.costs[self.place(walk, at)])
    }

    #[inline]
    fn place(&self, walk: Walk, at: Square) -> usize {
        walk.index() * self.travel.squares + at.index()
    }

    #[cold]
    fn count_both(&mut self, place: usize, id: DemandId, walk: Walk, at: Square) -> [u8; 2] {
        match self.count(place, id, walk, at, false) {
            0 => [0; 2],
            alone => [alone, self.count(place, id, walk, at, true)],
        }
    }

    #[cold]
    fn count(&mut self, place: usize, id: DemandId, walk: Walk, at: Square, free: bool) -> u8 {
        let cost = match self.list[usize::from(id)] {
            Demand::Stand(square) => self.ways(free).moves_to_stand(walk, at, square),
            Demand::Be(kind, square) => {
                let side = self.travel.mating.other();
                self.ways(free).moves_as(side, walk, at, kind, square)
            }
            Demand::Guard(_) => self.moves_to_guard(id, walk, at, free),
        };
        let costs = &mut self.costs[place];
        if costs.len() <= usize::from(id) {
            costs.resize(self.list.len(), [UNKNOWN; 2]);
        }
        costs[usize::from(id)][usize::from(free)] = cost;
        cost
    }

    /// The moves that it takes a man to come to a post from which he guards as demanded.
    fn moves_to_guard(&mut self, id: DemandId, walk: Walk, at: Square, free: bool) -> u8 {
        let side = self.travel.mating;
        if walk != Walk::Pawn {
            let posts = self.posts(id, walk);
            let near = self.ways(free).near(side, walk, at);
            return match near[..NEAR - 1].iter().position(|near| near.meets(posts)) {
                Some(moves) => moves as u8,
                None => {
                    let travel = self.ways(free);
                    posts.iter().map(|post| travel.moves(side, walk, at, post)).min().unwrap_or(NEVER)
                }
            };
        }
        self.ways(free).prepare(side, walk, at);
        let mut fewest = NEVER;
        // A pawn as such first: posts of what it may become are found only if that is sooner.
        for &kind in kinds(walk).iter().rev() {
            let ways = self.ways(free);
            let sooner = fewest.min(NEAR as u8 - 1);
            let mut near = (0..sooner).map(|moves| ways.within(side, walk, at, kind, moves.into()));
            let Some(first) = near.position(|near| !near.is_empty()) else { continue };
            let posts = self.posts(id, kind);
            let ways = self.ways(free);
            let meets = |&moves: &u8| ways.within(side, walk, at, kind, moves.into()).meets(posts);
            fewest = (first as u8..sooner).find(meets).unwrap_or(fewest);
        }
        if fewest == NEVER {
            for &kind in kinds(walk) {
                for post in self.posts(id, kind).iter() {
                    fewest = fewest.min(self.ways(free).moves_as(side, walk, at, kind, post));
                }
            }
        }
        fewest
    }

    /// What a man that guards as demanded after at most so many moves, reborn or not, guards in
    /// any case.
    pub fn guarded_anyway(&mut self, id: DemandId, walk: Walk, at: Square, most: u16, free: bool) -> Pattern {
        let Some(guard) = self.guard(id) else { return 0 };
        let number = u64::from(most) << 32 | u64::from(id) << 16 | (at.index() as u64) << 8;
        let key = number | (walk.index() as u64) << 1 | u64::from(free);
        if let Some(&known) = self.besides.get(&key) {
            return known;
        }
        let blocks = self.guards.around(guard.king, guard.blocked);
        let side = self.travel.mating;
        let mut anyway = Pattern::MAX;
        'kinds: for &kind in kinds(walk) {
            let posts = self.posts(id, kind);
            let travel = self.ways(free);
            travel.prepare(side, walk, at);
            let posts = posts & travel.within(side, walk, at, kind, most);
            for post in posts.iter() {
                anyway &= self.guards.guarded_among(kind, post, guard.king, blocks);
                if anyway == guard.wanted {
                    break 'kinds;
                }
            }
        }
        self.besides.insert(key, anyway);
        anyway
    }

    /// The ways of men, reborn or not.
    fn ways(&mut self, free: bool) -> &mut Travel<'a, B> {
        match &mut self.freely {
            Some(freely) if free => freely,
            _ => &mut self.travel,
        }
    }
}
