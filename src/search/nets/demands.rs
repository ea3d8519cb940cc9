//! What nets demand of men, and the moves that it costs them.

use ahash::AHashMap;

use super::super::travel::{Pattern, Travel, UNKNOWN, WALKS};
use crate::board::{Board, Square, Squares};
use crate::position::Walk;

/// What a man does in a net: the number of a demand, 0 if he is free.
pub(super) type DemandId = u16;

/// What is demanded of a man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Demand {
    /// A man of the mated side stands on the square: the king to be mated, others to block.
    Stand(Square),
    /// A man of the mated side stands on the square as a man of this kind.
    Be(Walk, Square),
    /// A man of the mating side guards squares around the king's square.
    Guard(Guard),
}

/// What a man of the mating side is to guard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Guard {
    /// Where the king stands.
    pub king: Square,
    /// What is guarded.
    pub wanted: Pattern,
    /// Where the king's own men stand: lines end there.
    pub blocked: Pattern,
}

/// The demands that nets make, and what they cost men.
pub(super) struct Demands<'a, B: Board> {
    pub travel: Travel<'a, B>,
    /// The ways with captures by which men are reborn, if there are such rules.
    freely: Option<Travel<'a, B>>,
    ids: AHashMap<Demand, DemandId>,
    list: Vec<Demand>,
    /// By demand, walk and square, if counted: as men walk, and, next to it if there are such
    /// rules, where they are reborn.
    costs: Vec<u8>,
    /// What a man guards besides what he is to guard, by his demand, walk, square, moves and
    /// whether men are reborn.
    besides: AHashMap<(DemandId, Walk, Square, u16, bool), Pattern>,
    /// By demand and walk, if counted: the posts from which a man guards as demanded.
    posts: Vec<Option<B::Set>>,
    /// By square of the king: the demands to guard one square, by its bit.
    singles: Vec<[Option<DemandId>; 16]>,
    /// By square: the demand to stand there.
    stands: Vec<Option<DemandId>>,
}

impl<'a, B: Board> Demands<'a, B> {
    /// No demands yet.
    pub fn new(travel: Travel<'a, B>, freely: Option<Travel<'a, B>>) -> Option<Demands<'a, B>> {
        // Demand 0 is none, and costs nothing.
        let nothing = Demand::Stand(travel.board.geometry().all.first()?);
        let costs = vec![0; (WALKS * travel.squares) << u32::from(freely.is_some())];
        let (ids, besides) = (AHashMap::new(), AHashMap::new());
        let posts = vec![None; WALKS];
        let (singles, stands) = (vec![[None; 16]; travel.squares], vec![None; travel.squares]);
        Some(Demands { travel, freely, ids, list: vec![nothing], costs, besides, posts, singles, stands })
    }

    /// The number of a demand; none if there are too many.
    pub fn id(&mut self, demand: Demand) -> Option<DemandId> {
        if let Some(&id) = self.ids.get(&demand) {
            return Some(id);
        }
        let id = DemandId::try_from(self.list.len()).ok()?;
        self.ids.insert(demand, id);
        self.list.push(demand);
        let cells = self.list.len() * WALKS * self.travel.squares;
        self.costs.resize(cells << u32::from(self.freely.is_some()), UNKNOWN);
        self.posts.resize(self.list.len() * WALKS, None);
        Some(id)
    }

    /// The number of the demand to guard one square around a king, or to give check.
    #[inline]
    pub fn single(&mut self, king: Square, bit: usize) -> Option<DemandId> {
        if self.singles[king.index()][bit].is_none() {
            let guard = Guard { king, wanted: 1 << bit, blocked: 0 };
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
        let posts = self.guard(id).map_or(B::Set::EMPTY, |guard| {
            let travel = &self.travel;
            let blocks = travel.around(guard.king, guard.blocked);
            let all = travel.board.geometry().all.iter();
            B::Set::from_squares(
                all.filter(|&post| travel.guards(walk, post, guard.king, guard.wanted, blocks)),
            )
        });
        self.posts[cell] = Some(posts);
        posts
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
        let cell = (usize::from(id) * WALKS + walk.index()) * self.travel.squares + at.index();
        let cell = (cell << u32::from(self.freely.is_some())) + usize::from(free);
        match self.costs[cell] {
            UNKNOWN => self.count(cell, id, walk, at, free),
            known => known,
        }
    }

    #[cold]
    fn count(&mut self, cell: usize, id: DemandId, walk: Walk, at: Square, free: bool) -> u8 {
        let travel = match &mut self.freely {
            Some(freely) if free => freely,
            _ => &mut self.travel,
        };
        let cost = match self.list[usize::from(id)] {
            Demand::Stand(square) => travel.moves_to_stand(walk, at, square),
            Demand::Be(kind, square) => travel.moves_as(travel.mating.other(), walk, at, kind, square),
            Demand::Guard(guard) => {
                let blocks = travel.around(guard.king, guard.blocked);
                travel.moves_to_guard(walk, at, guard.king, guard.wanted, blocks)
            }
        };
        self.costs[cell] = cost;
        cost
    }

    /// What a man that guards as demanded after at most so many moves, reborn or not, guards in
    /// any case.
    pub fn guarded_anyway(&mut self, id: DemandId, walk: Walk, at: Square, most: u16, free: bool) -> Pattern {
        let Some(guard) = self.guard(id) else { return 0 };
        if let Some(&known) = self.besides.get(&(id, walk, at, most, free)) {
            return known;
        }
        let travel = match &mut self.freely {
            Some(freely) if free => freely,
            _ => &mut self.travel,
        };
        let blocks = travel.around(guard.king, guard.blocked);
        let anyway = travel.guarded_anyway(walk, at, guard.king, guard.wanted, blocks, most);
        self.besides.insert((id, walk, at, most, free), anyway);
        anyway
    }
}
