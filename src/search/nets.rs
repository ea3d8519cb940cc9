//! Mating nets: help play towards mate goes only where a net can still be drawn.
//!
//! In the mated position the king stands on a square that he can reach, that square is
//! attacked, and every flight is guarded by the mating side or blocked by the king's own
//! men. A *net* says who does what: on which square the king is mated, which men guard or
//! attack which of the squares, and who blocks which. Every man has a long way or a short one
//! to where he can do his part, and each side has only so many moves: so most nets cannot be
//! drawn. Those that can are listed once, before the play; a move changes what one man needs,
//! and who is captured can do nothing any more, so that a move is refused, before it is
//! played, if no net survives it. (Playing towards listed mates is what help-play solvers have
//! done since the 1980s. Nets of demands on men, whatever square each goes to, and their
//! refinement on the way are ours.)
//!
//! The ways of men are counted on an empty board. So nets only ever err by finding a mate
//! possible: what they leave out are pins, blocked lines, checks on the way, captures that are
//! needed. Where there are too many nets to list, some are listed unfinished, with squares
//! that nobody covers yet; they are finished on the way, when fewer moves are left.

use ahash::AHashMap;

use super::travel::{KING, NEVER, Pattern, Travel, UNKNOWN, WALKS};
use crate::board::{Board, Geometry, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::Rules;
use crate::stipulation::{Choice, Duty, Goal, Schedule};

/// Positions with more men are not reckoned with.
const MOST_MEN: usize = 32;
/// As many nets are listed for a square of the king before the play.
const FIRST_NETS: usize = 1500;
/// As many nets are made of an unfinished one on the way.
const MORE_NETS: usize = 24;
/// Different demands; beyond them nets stay unfinished.
const MOST_DEMANDS: usize = 1 << 14;

/// What a man does in a net: the number of a demand, 0 if he is free.
type DemandId = u16;

/// What is demanded of a man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Demand {
    /// A man of the mated side stands on the square: the king to be mated, others to block.
    Stand(Square),
    /// A man of the mating side guards so much around the king's square.
    Guard(Square, Pattern),
}

/// A man: how he walks, and where he stands.
type Man = Option<(Walk, Square)>;

/// Who does what.
#[derive(Clone, Copy)]
struct Net {
    demands: [DemandId; MOST_MEN],
    king: Square,
    /// Squares that nobody covers yet.
    open: Pattern,
}

/// A net that can be drawn, and the moves that it costs, White's first.
#[derive(Clone, Copy)]
struct Live {
    net: u32,
    cost: [u16; 2],
}

/// What is known at one position on the way.
#[derive(Clone, Copy)]
struct Frame {
    men: [Man; MOST_MEN],
    /// The mated king.
    king: usize,
    white: u32,
    left: [u16; 2],
    start: usize,
    end: usize,
    nets: usize,
    /// Nothing is known: everything may be.
    free: bool,
    at: Option<(u64, usize)>,
}

/// The demands that nets make, and what they cost men.
struct Demands<'a, B: Board> {
    travel: Travel<'a, B>,
    ids: AHashMap<Demand, DemandId>,
    demands: Vec<Demand>,
    /// By demand, walk and square, if counted.
    costs: Vec<u8>,
}

impl<B: Board> Demands<'_, B> {
    fn id(&mut self, demand: Demand) -> Option<DemandId> {
        if let Some(&id) = self.ids.get(&demand) {
            return Some(id);
        }
        let id = DemandId::try_from(self.demands.len()).ok().filter(|&id| usize::from(id) < MOST_DEMANDS)?;
        self.ids.insert(demand, id);
        self.demands.push(demand);
        self.costs.resize(self.demands.len() * WALKS * self.travel.squares, UNKNOWN);
        Some(id)
    }

    /// The moves that a man needs to do as demanded; nothing if nothing is demanded.
    #[inline]
    fn cost(&mut self, id: DemandId, walk: Walk, at: Square) -> u8 {
        let cell = (usize::from(id) * WALKS + walk.index()) * self.travel.squares + at.index();
        match self.costs[cell] {
            UNKNOWN => self.count(cell, id, walk, at),
            known => known,
        }
    }

    #[cold]
    fn count(&mut self, cell: usize, id: DemandId, walk: Walk, at: Square) -> u8 {
        let cost = match self.demands[usize::from(id)] {
            Demand::Stand(square) => self.travel.moves_to_stand(walk, at, square),
            Demand::Guard(king, pattern) => self.travel.moves_to_guard(walk, at, king, pattern),
        };
        self.costs[cell] = cost;
        cost
    }
}

/// The nets of a search, from the position where it begins to the one where it is.
pub(super) struct Nets<'a, B: Board> {
    demands: Demands<'a, B>,
    nets: Vec<Net>,
    live: Vec<Live>,
    frames: Vec<Frame>,
}

/// How far to go in drawing nets.
struct Room {
    men: [Man; MOST_MEN],
    white: u32,
    king: usize,
    /// The moves of each side, and what castling saves.
    moves: [u16; 2],
    /// From so many nets on, the others are left unfinished.
    most: usize,
}

impl<'a, B: Board> Nets<'a, B> {
    /// Is this schedule, towards this goal, one of help play of which nets speak?
    pub fn speak_of<R: Rules>(game: &Game<B, R>, goal: Goal, schedule: &Schedule) -> bool {
        R::PLAIN
            && game.rules.attack_is_check()
            && goal == Goal::Mate
            && schedule.halves.len() > 2
            && schedule.halves.iter().all(|half| half.choice == Choice::Some && half.duty == Duty::Free)
    }

    /// Nets by which a side mates; none on a board with too many neighbours of a square.
    pub fn new(board: &'a B, mating: Side) -> Option<Nets<'a, B>> {
        let travel = Travel::new(board, mating)?;
        let squares = travel.squares;
        // Demand 0 is none, and costs nothing.
        let nothing = Demand::Stand(board.geometry().all.first()?);
        let demands =
            Demands { travel, ids: AHashMap::new(), demands: vec![nothing], costs: vec![0; WALKS * squares] };
        Some(Nets { demands, nets: Vec::new(), live: Vec::new(), frames: Vec::new() })
    }

    /// The side that mates.
    pub fn mating(&self) -> Side {
        self.demands.travel.mating
    }

    /// How many positions on the way are known.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Goes back to an earlier position on the way.
    pub fn back_to(&mut self, depth: usize) {
        while self.frames.len() > depth {
            if let Some(frame) = self.frames.pop() {
                self.live.truncate(frame.start);
                self.nets.truncate(frame.nets);
            }
        }
    }

    /// Is the play at this position, before this half-move?
    pub fn is_at(&self, key: u64, index: usize) -> bool {
        self.frames.last().is_some_and(|frame| frame.at == Some((key, index)))
    }

    /// Notes which position, before which half-move, the play is at.
    pub fn note(&mut self, key: u64, index: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.at = Some((key, index));
        }
    }

    /// Begins at a position, with so many moves left, White's first. Can a net be drawn?
    pub fn begin<R: Rules>(&mut self, position: &PositionOf<B, R>, left: [usize; 2]) -> bool {
        let mated = self.mating().other();
        let mut frame = Frame {
            men: [None; MOST_MEN],
            king: 0,
            white: 0,
            left: left.map(|moves| u16::try_from(moves).unwrap_or(u16::MAX / 4).min(u16::MAX / 4)),
            start: self.live.len(),
            end: self.live.len(),
            nets: self.nets.len(),
            free: true,
            at: None,
        };
        let kings = position.royal & position.of(mated);
        let unusual = position.of(Side::White) & position.of(Side::Black) | position.walk(Walk::ReversedPawn);
        let king = kings.first().filter(|&king| {
            !kings.several() && unusual.is_empty() && position.walk_on(king) == Some(Walk::King)
        });
        if let Some(king) = king.filter(|_| position.occupied().count() as usize <= MOST_MEN) {
            for (id, at) in position.occupied().iter().enumerate() {
                frame.men[id] = position.walk_on(at).map(|walk| (walk, at));
                frame.white |= u32::from(position.of(Side::White).contains(at)) << id;
                if at == king {
                    frame.king = id;
                }
            }
            frame.free = false;
            self.draw_first(&mut frame, king, self.bonus::<R>(position));
        }
        self.frames.push(frame);
        frame.free || frame.end > frame.start
    }

    /// What castling may still save each side.
    fn bonus<R: Rules>(&self, position: &PositionOf<B, R>) -> [u16; 2] {
        if position.castling.is_empty() {
            return [0; 2];
        }
        let saved = self.demands.travel.saved_by_castling();
        Side::BOTH.map(|side| if position.castling.meets(position.of(side)) { saved } else { 0 })
    }

    /// Lists the nets of the first position.
    fn draw_first(&mut self, frame: &mut Frame, king: Square, bonus: [u16; 2]) {
        let mated = self.mating().other().index();
        let moves = [0, 1].map(|side| frame.left[side] + bonus[side]);
        let mut room =
            Room { men: frame.men, white: frame.white, king: frame.king, moves, most: 0 };
        let geometry = self.demands.travel.board.geometry();
        for square in geometry.all.iter() {
            let cost = u16::from(self.demands.travel.moves(Walk::King, king, square));
            if cost > moves[mated] {
                continue;
            }
            let Some(id) = self.demands.id(Demand::Stand(square)) else { continue };
            let mut net = Net { demands: [0; MOST_MEN], king: square, open: all(geometry, square) };
            net.demands[frame.king] = id;
            let mut costs = [0; 2];
            costs[mated] = cost;
            room.most = self.nets.len() + FIRST_NETS;
            self.draw(net, costs, &room);
        }
        frame.end = self.live.len();
    }

    /// Lists the nets that finish this one.
    fn draw(&mut self, net: Net, cost: [u16; 2], room: &Room) {
        if net.open == 0 || self.nets.len() >= room.most {
            self.live.push(Live { net: self.nets.len() as u32, cost });
            self.nets.push(net);
            return;
        }
        let mut fewest = usize::MAX;
        let mut best = 0;
        let mut open = net.open;
        while open != 0 {
            let wanted = open & open.wrapping_neg();
            open &= open - 1;
            let mut count = 0;
            self.each_cover(&net, cost, room, wanted, |_, _, _, _| count += 1);
            if count < fewest {
                (fewest, best) = (count, wanted);
            }
            if count == 0 {
                return;
            }
        }
        let mut covers = Vec::with_capacity(fewest);
        self.each_cover(&net, cost, room, best, |man, demand, side, cost| covers.push((man, demand, side, cost)));
        for (man, demand, side, spent) in covers {
            let mut further = net;
            let mut costs = cost;
            costs[side] = spent;
            let Some(id) = self.demands.id(demand) else {
                // No room for another demand: what this man covers stays open.
                self.live.push(Live { net: self.nets.len() as u32, cost });
                self.nets.push(net);
                return;
            };
            further.demands[man] = id;
            further.open &= !best;
            if let (Demand::Guard(king, pattern), Some((walk, at))) = (demand, room.men[man]) {
                let own = self.demands.cost(id, walk, at);
                let most = (room.moves[side] - spent) + u16::from(own);
                further.open &= !self.demands.travel.guarded_anyway(walk, at, king, pattern, most);
            }
            self.draw(further, costs, room);
        }
    }

    /// Calls `visit` with everyone who can cover a square: who, by which demand, of which side,
    /// and what his side then spends.
    fn each_cover(
        &mut self,
        net: &Net,
        cost: [u16; 2],
        room: &Room,
        wanted: Pattern,
        mut visit: impl FnMut(usize, Demand, usize, u16),
    ) {
        let mating = self.mating().index();
        let mated = 1 - mating;
        let block = (wanted != KING).then(|| flight(self.demands.travel.board.geometry(), net.king, wanted));
        for (man, who) in room.men.iter().enumerate() {
            let &Some((walk, at)) = who else { continue };
            let side = 1 - (room.white >> man & 1) as usize;
            let had = net.demands[man];
            let demand = if side == mating {
                let pattern = match (had, self.demands.demands[usize::from(had)]) {
                    (0, _) | (_, Demand::Stand(_)) => 0,
                    (_, Demand::Guard(_, pattern)) => pattern,
                };
                Demand::Guard(net.king, pattern | wanted)
            } else {
                match block {
                    Some(Some(square)) if had == 0 => Demand::Stand(square),
                    _ => continue,
                }
            };
            debug_assert!(side == mating || man != room.king || side == mated && had != 0);
            // Where there is no room for the demand, it is taken to cost nothing more.
            let spent = match self.demands.id(demand) {
                Some(id) => match self.demands.cost(id, walk, at) {
                    NEVER => continue,
                    new => cost[side] - u16::from(self.demands.cost(had, walk, at)) + u16::from(new),
                },
                None => cost[side],
            };
            if spent <= room.moves[side] {
                visit(man, demand, side, spent);
            }
        }
    }

    /// Goes on by a move. Can a net still be drawn? If so, that is a step on the way, to be
    /// taken back.
    pub fn step<R: Rules>(&mut self, position: &PositionOf<B, R>, mv: Move) -> bool {
        let Some(&frame) = self.frames.last() else { return true };
        let mut next = Frame {
            start: self.live.len(),
            nets: self.nets.len(),
            at: None,
            ..frame
        };
        let side = position.to_move.index();
        next.left[side] = next.left[side].saturating_sub(1);
        if frame.free {
            self.frames.push(next);
            return true;
        }
        let bonus = self.bonus::<R>(position);
        let (moved, captured) = self.changes::<R>(&frame, position, mv);
        let most = next.left[side] + bonus[side];
        let mut unfinished = false;
        'nets: for index in frame.start..frame.end {
            let Live { net, mut cost } = self.live[index];
            let Net { demands, open, .. } = &self.nets[net as usize];
            if captured.is_some_and(|man| demands[man] != 0) {
                continue;
            }
            for &(man, new) in moved.iter().flatten() {
                let demand = demands[man];
                if let Some((walk, at)) = frame.men[man].filter(|_| demand != 0) {
                    match self.demands.cost(demand, new.0, new.1) {
                        NEVER => continue 'nets,
                        after => {
                            let before = u16::from(self.demands.cost(demand, walk, at));
                            cost[side] = cost[side] - before + u16::from(after);
                        }
                    }
                }
            }
            if cost[side] <= most {
                unfinished |= *open != 0;
                self.live.push(Live { net, cost });
            }
        }
        for (man, new) in moved.into_iter().flatten() {
            next.men[man] = Some(new);
        }
        if let Some(man) = captured {
            next.men[man] = None;
        }
        next.end = self.live.len();
        if unfinished {
            self.refine(&mut next, bonus);
        }
        if next.start == next.end {
            return false;
        }
        self.frames.push(next);
        true
    }

    /// Finishes unfinished nets, as far as there is room.
    fn refine(&mut self, frame: &mut Frame, bonus: [u16; 2]) {
        let moves = [0, 1].map(|side| frame.left[side] + bonus[side]);
        let mut room = Room { men: frame.men, white: frame.white, king: frame.king, moves, most: 0 };
        let known: Vec<Live> = self.live.drain(frame.start..).collect();
        for live in known {
            let net = self.nets[live.net as usize];
            if net.open == 0 {
                self.live.push(live);
            } else {
                room.most = self.nets.len() + MORE_NETS;
                self.draw(net, live.cost, &room);
            }
        }
        frame.end = self.live.len();
    }

    /// Who moves where, as what, and who is captured.
    #[allow(clippy::type_complexity)]
    fn changes<R: Rules>(
        &self,
        frame: &Frame,
        position: &PositionOf<B, R>,
        mv: Move,
    ) -> ([Option<(usize, (Walk, Square))>; 2], Option<usize>) {
        let who = |at: Square| frame.men.iter().position(|man| man.is_some_and(|(_, square)| square == at));
        if mv.kind == MoveKind::Pass {
            return ([None; 2], None);
        }
        let first = who(mv.from).map(|man| (man, (mv.promotion.unwrap_or(mv.walk), mv.to)));
        let second = (mv.kind == MoveKind::Castling).then(|| {
            let ways = &self.demands.travel.board.geometry().castlings;
            let way = ways.iter().find(|way| way.king_from == mv.from && way.king_to == mv.to)?;
            Some((who(way.rook_from)?, (Walk::Rook, way.rook_to)))
        });
        let captured = match mv.kind {
            MoveKind::Capture => who(mv.to),
            MoveKind::EnPassant => position.passer().and_then(who),
            _ => None,
        };
        ([first, second.flatten()], captured)
    }
}

/// The king's square and all its neighbours.
fn all<S: Squares>(geometry: &Geometry<S>, king: Square) -> Pattern {
    KING | ((1 << geometry.king[king.index()].count()) - 1)
}

/// The neighbour of the king's square that a bit stands for.
fn flight<S: Squares>(geometry: &Geometry<S>, king: Square, bit: Pattern) -> Option<Square> {
    geometry.king[king.index()].iter().nth(bit.trailing_zeros() as usize)
}
