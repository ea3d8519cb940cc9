//! A bound on help play towards mate: what the men cannot do even if nobody hinders them.
//!
//! In the mated position the king stands on a square that he can reach, that square is
//! attacked, and every flight is guarded by the mating side or blocked by the king's own
//! men. Every man that has to guard or block something new has to move there, and each
//! side has only so many moves. So a set of squares is to be covered by men with costs:
//! where that cannot be done on an otherwise empty board, there is no mate (the reckoning
//! of costs follows what help-play solvers have done since the 1980s; the covering by
//! patterns of flights is ours).
//!
//! The bound only ever errs by finding a mate possible. What it leaves out: pins, checks
//! on the way, blocked lines, captures that are needed.

use crate::board::{Board, Geometry, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Side, Walk};
use crate::rules::Rules;
use crate::stipulation::{Choice, Duty, Goal, Half, Schedule};

/// The king's square and its neighbours, as bits: the king's own is the highest.
type Pattern = u16;
const KING: Pattern = 1 << 15;
/// The most neighbours that a pattern has room for.
const MOST_FLIGHTS: usize = 15;

/// Steps of reckoning for one position; beyond them a mate counts as possible.
const PATIENCE: u32 = 3000;
/// What costs more moves is not reckoned with, nor a side that has more.
const DEAREST: u8 = 9;
const NEVER: u8 = u8::MAX;

/// A way of a man to guard squares: what it costs in moves, and what is guarded.
#[derive(Clone, Copy)]
struct Post {
    cost: u8,
    guarded: Pattern,
}

/// What the men of a game can do on an empty board, for one mating side.
pub(super) struct Bound<'a, B: Board> {
    board: &'a B,
    mating: Side,
    squares: usize,
    /// By walk and square: what a man of the walk attacks.
    attacks: Vec<B::Set>,
    /// By walk, from and to: the moves it takes.
    moves: Vec<u8>,
    /// By walk, post and king: what is guarded.
    guarded: Vec<Pattern>,
    /// By walk, square and king: the worthwhile posts of a mating man, cheapest first.
    posts: Vec<Option<Box<[Post]>>>,
    /// By walk and square: the moves that it takes a man of the mated side to reach each square.
    ways: Vec<Option<Box<[u8]>>>,
    steps: u32,
}

/// The mating man: where, and what it guards if it stays.
#[derive(Clone, Copy)]
struct Guard {
    walk: Walk,
    from: Square,
    guarded: Pattern,
}

/// One square of the king, with the men around.
struct Target<'t> {
    king: Square,
    flights: &'t [Square],
    all: Pattern,
    guards: &'t [Guard],
    blockers: &'t [(Walk, Square)],
}

/// What is decided so far: who moves, and what that achieves.
#[derive(Clone, Copy)]
struct Plan {
    moved_guards: u32,
    moved_blockers: u32,
    covered: Pattern,
    guards_left: u8,
    blocks_left: u8,
}

impl<'a, B: Board> Bound<'a, B> {
    /// Is this schedule, towards this goal, one of help play of which a bound speaks?
    pub fn speaks_of<R: Rules>(game: &Game<B, R>, goal: Goal, schedule: &Schedule) -> bool {
        let helps = |half: &Half| half.choice == Choice::Some && half.duty == Duty::Free;
        R::PLAIN
            && game.rules.attack_is_check()
            && goal == Goal::Mate
            && schedule.halves.len() > 2
            && schedule.halves.iter().all(helps)
    }

    /// The bound for a board and the side that mates; none for a board with too many
    /// neighbours of a square.
    pub fn new(board: &'a B, mating: Side) -> Option<Bound<'a, B>> {
        let geometry = board.geometry();
        let squares = geometry.all.iter().map(|square| square.index() + 1).max()?;
        if geometry.king.iter().any(|around| around.count() as usize > MOST_FLIGHTS) {
            return None;
        }
        let empty = B::Set::EMPTY;
        let mut bound = Bound {
            board,
            mating,
            squares,
            attacks: vec![empty; OFFICERS.len() * squares],
            moves: vec![NEVER; OFFICERS.len() * squares * squares],
            guarded: vec![0; OFFICERS.len() * squares * squares],
            posts: Vec::new(),
            ways: Vec::new(),
            steps: 0,
        };
        for walk in OFFICERS {
            for from in geometry.all.iter() {
                let attacked = match walk {
                    Walk::King => geometry.king[from.index()],
                    Walk::Knight => geometry.knight[from.index()],
                    Walk::Rook => board.rook(from, empty),
                    Walk::Bishop => board.bishop(from, empty),
                    _ => board.rook(from, empty) | board.bishop(from, empty),
                };
                bound.attacks[walk.index() * squares + from.index()] = attacked;
            }
        }
        for walk in OFFICERS {
            for from in geometry.all.iter() {
                bound.spread(walk, from);
                for king in geometry.all.iter() {
                    let at = bound.at(walk, from, king);
                    bound.guarded[at] = pattern(geometry, bound.attacks(walk, from), king);
                }
            }
        }
        bound.posts.resize_with(Walk::ROWS * squares * squares, || None);
        bound.ways.resize_with(Walk::ROWS * squares, || None);
        Some(bound)
    }

    fn at(&self, walk: Walk, from: Square, to: Square) -> usize {
        (walk.index() * self.squares + from.index()) * self.squares + to.index()
    }

    fn attacks(&self, walk: Walk, from: Square) -> B::Set {
        self.attacks[walk.index() * self.squares + from.index()]
    }

    /// Counts the moves of a man from its square to all others.
    fn spread(&mut self, walk: Walk, from: Square) {
        let mut reached = B::Set::of(from);
        let mut edge = reached;
        let mut cost = 0;
        while !edge.is_empty() {
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                let at = self.at(walk, from, square);
                self.moves[at] = cost;
                next |= self.attacks(walk, square);
            }
            edge = next & !reached;
            reached |= edge;
            cost += 1;
        }
    }

    /// Calls `visit` with every walk and square that a man can come to, and the moves it takes.
    fn journeys(&self, side: Side, walk: Walk, from: Square, mut visit: impl FnMut(Walk, Square, u8)) {
        let geometry = self.board.geometry();
        if walk != Walk::Pawn {
            for to in geometry.all.iter() {
                visit(walk, to, self.moves[self.at(walk, from, to)]);
            }
            return;
        }
        let paths = geometry.pawn(side);
        let mut reached = B::Set::of(from);
        let mut edges = vec![reached];
        let mut cost: u8 = 0;
        while let Some(&edge) = edges.get(usize::from(cost)).filter(|_| cost < NEVER - DEAREST) {
            edges.resize(edges.len().max(usize::from(cost) + 2), B::Set::EMPTY);
            let mut next = B::Set::EMPTY;
            for square in edge.iter() {
                if paths.promotion_rank.contains(square) && cost > 0 {
                    for promoted in Walk::PROMOTIONS {
                        for to in geometry.all.iter() {
                            let more = self.moves[self.at(promoted, square, to)];
                            visit(promoted, to, more.saturating_add(cost));
                        }
                    }
                    continue;
                }
                visit(Walk::Pawn, square, cost);
                next |= paths.step[square.index()] | paths.attacks[square.index()];
                if paths.double_rank.contains(square) {
                    for step in paths.step[square.index()].iter() {
                        next |= paths.step[step.index()];
                    }
                }
            }
            let next = next & !reached;
            if next.is_empty() {
                return;
            }
            reached |= next;
            edges[usize::from(cost) + 1] |= next;
            cost += 1;
        }
    }

    /// What a man of the mating side guards around the king, or on his square.
    fn guarded(&self, walk: Walk, post: Square, king: Square) -> Pattern {
        match walk {
            Walk::Pawn => {
                let geometry = self.board.geometry();
                pattern(geometry, geometry.pawn(self.mating).attacks[post.index()], king)
            }
            // A king gives no check.
            Walk::King => self.guarded[self.at(walk, post, king)] & !KING,
            _ => self.guarded[self.at(walk, post, king)],
        }
    }

    /// The posts worth going to: none is dearer than another that guards as much.
    fn posts_of(&self, walk: Walk, from: Square, king: Square) -> Box<[Post]> {
        let mut posts = Vec::new();
        self.journeys(self.mating, walk, from, |walk, to, cost| {
            let near_king = walk == Walk::King && self.moves[self.at(Walk::King, to, king)] <= 1;
            if (1..=DEAREST).contains(&cost) && to != king && !near_king {
                let guarded = self.guarded(walk, to, king);
                if guarded != 0 {
                    posts.push(Post { cost, guarded });
                }
            }
        });
        posts.sort_by_key(|post| (post.cost, std::cmp::Reverse(post.guarded.count_ones())));
        let mut worthwhile: Vec<Post> = Vec::new();
        for post in posts {
            if !worthwhile.iter().any(|other| other.guarded & post.guarded == post.guarded) {
                worthwhile.push(post);
            }
        }
        worthwhile.into()
    }

    fn ways_of(&self, walk: Walk, from: Square) -> Box<[u8]> {
        let mut ways = vec![NEVER; self.squares];
        self.journeys(self.mating.other(), walk, from, |_, to, cost| {
            let way = &mut ways[to.index()];
            *way = cost.min(*way);
        });
        ways.into()
    }

    /// May there be a mate when the sides have so many moves left, White's first?
    pub fn allows<R: Rules>(&mut self, position: &PositionOf<B, R>, left: [usize; 2]) -> bool {
        let mated = self.mating.other();
        let kings = position.royal & position.of(mated);
        let Some(king) = kings.first().filter(|_| !kings.several()) else { return true };
        let unusual = position.of(self.mating) & position.of(mated) | position.walk(Walk::ReversedPawn);
        if !unusual.is_empty() || position.walk_on(king) != Some(Walk::King) {
            return true;
        }
        let mut moves = left.map(|moves| u8::try_from(moves).unwrap_or(NEVER));
        // Who castles moves the king by two squares, and a rook as well.
        for side in Side::BOTH {
            if moves[side.index()] > 0 && position.castling.meets(position.of(side)) {
                moves[side.index()] = moves[side.index()].saturating_add(2);
            }
        }
        // Who has more moves than are reckoned with may do anything.
        if moves.into_iter().any(|moves| moves > DEAREST) {
            return true;
        }
        let (guarding, blocking) = (moves[self.mating.index()], moves[mated.index()]);
        self.steps = 0;
        let men = |side: Side| {
            let men = position.of(side).iter().filter_map(|at| Some((position.walk_on(at)?, at)));
            men.filter(|&(_, at)| at != king).collect::<Vec<_>>()
        };
        let (mating_men, blockers) = (men(self.mating), men(mated));
        if mating_men.len() > 32 || blockers.len() > 32 {
            return true;
        }
        for &(walk, from) in &blockers {
            let at = walk.index() * self.squares + from.index();
            if self.ways[at].is_none() {
                self.ways[at] = Some(self.ways_of(walk, from));
            }
        }
        let geometry = self.board.geometry();
        let mut guards = Vec::with_capacity(mating_men.len());
        for to in geometry.all.iter() {
            let cost = self.moves[self.at(Walk::King, king, to)];
            if cost > blocking {
                continue;
            }
            guards.clear();
            for &(walk, from) in &mating_men {
                let at = self.at(walk, from, to);
                if self.posts[at].is_none() {
                    self.posts[at] = Some(self.posts_of(walk, from, to));
                }
                guards.push(Guard { walk, from, guarded: self.guarded(walk, from, to) });
            }
            let mut flights = [to; MOST_FLIGHTS];
            let mut count = 0;
            for flight in geometry.king[to.index()].iter() {
                flights[count] = flight;
                count += 1;
            }
            let target = Target {
                king: to,
                flights: &flights[..count],
                all: KING | ((1 << count) - 1),
                guards: &guards,
                blockers: &blockers,
            };
            let plan = Plan {
                moved_guards: 0,
                moved_blockers: 0,
                covered: 0,
                guards_left: guarding,
                blocks_left: blocking - cost,
            };
            if self.covers(&target, plan) {
                return true;
            }
        }
        false
    }

    /// What the men who do not move guard and block.
    fn at_rest(&self, target: &Target<'_>, plan: &Plan) -> Pattern {
        let mut covered = 0;
        for (index, guard) in target.guards.iter().enumerate() {
            if plan.moved_guards >> index & 1 == 0 {
                covered |= guard.guarded;
            }
        }
        for (index, &(_, from)) in target.blockers.iter().enumerate() {
            if plan.moved_blockers >> index & 1 == 0
                && let Some(flight) = target.flights.iter().position(|&flight| flight == from)
            {
                covered |= 1 << flight;
            }
        }
        covered
    }

    /// Can the moves left cover what is not covered?
    fn covers(&mut self, target: &Target<'_>, plan: Plan) -> bool {
        let open = target.all & !(plan.covered | self.at_rest(target, &plan));
        if open == 0 {
            return true;
        }
        let blockable = open & KING == 0 && open.count_ones() <= u32::from(plan.blocks_left);
        if plan.guards_left == 0 && !blockable {
            return false;
        }
        self.steps += 1;
        if self.steps > PATIENCE {
            return true;
        }
        // The king's square first: fewest men can attack it.
        let wanted: Pattern = if open & KING != 0 { KING } else { open & open.wrapping_neg() };
        if wanted != KING && plan.blocks_left > 0 {
            let flight = target.flights[wanted.trailing_zeros() as usize];
            for (index, &(walk, from)) in target.blockers.iter().enumerate() {
                if plan.moved_blockers >> index & 1 == 1 {
                    continue;
                }
                let ways = &self.ways[walk.index() * self.squares + from.index()];
                let cost = ways.as_ref().map_or(0, |ways| ways[flight.index()]);
                if (1..=plan.blocks_left).contains(&cost) {
                    let further = Plan {
                        moved_blockers: plan.moved_blockers | 1 << index,
                        covered: plan.covered | wanted,
                        blocks_left: plan.blocks_left - cost,
                        ..plan
                    };
                    if self.covers(target, further) {
                        return true;
                    }
                }
            }
        }
        if plan.guards_left == 0 {
            return false;
        }
        for (index, guard) in target.guards.iter().enumerate() {
            if plan.moved_guards >> index & 1 == 1 {
                continue;
            }
            let at = self.at(guard.walk, guard.from, target.king);
            // Taken out while it is looked through: what follows looks at other men's.
            let Some(posts) = self.posts[at].take() else { return true };
            let found = posts.iter().take_while(|post| post.cost <= plan.guards_left).any(|post| {
                post.guarded & wanted != 0
                    && self.covers(
                        target,
                        Plan {
                            moved_guards: plan.moved_guards | 1 << index,
                            covered: plan.covered | post.guarded,
                            guards_left: plan.guards_left - post.cost,
                            ..plan
                        },
                    )
            });
            self.posts[at] = Some(posts);
            if found {
                return true;
            }
        }
        false
    }
}

/// The walks of men that are no pawns.
const OFFICERS: [Walk; 5] = [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight];

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Grid, Set64};
    use crate::position::{Man, Position};
    use crate::rules::Orthodox;

    /// Is a mate by White possible with so many moves of White and Black?
    fn allows(men: &[(Side, Walk, &str)], left: [usize; 2]) -> bool {
        let game = Game::new(Grid::chess(), Orthodox);
        let mut position: Position<Set64> = Position::empty(Side::Black);
        for &(side, walk, square) in men {
            let square = game.board.geometry().layout.square(square).expect("a square");
            position.put(Man::new(side, walk), square);
        }
        let mut bound = Bound::new(&game.board, Side::White).expect("a board of squares");
        bound.allows::<Orthodox>(&position, left)
    }

    #[test]
    fn who_has_too_few_moves_does_not_mate() {
        use Side::{Black, White};
        let mut men = vec![(White, Walk::King, "e1"), (White, Walk::Rook, "h5"), (Black, Walk::King, "a1")];
        // The rook can guard a2 and attack a1; the king needs two moves to b1 and b2.
        assert!(!allows(&men, [2, 0]));
        assert!(allows(&men, [3, 0]));
        // Twelve moves: the king to c2, the pawn to a queen, and she to the king.
        let far = [(White, Walk::King, "h8"), (White, Walk::Pawn, "h2"), (Black, Walk::King, "a1")];
        assert!(allows(&far, [12, 0]));
        // A knight on h8 is too far away to block them.
        men.push((Black, Walk::Knight, "h8"));
        assert!(!allows(&men, [1, 2]));
    }
}
