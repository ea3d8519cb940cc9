//! Falls: what it takes the side to be stalemated to have men of its own captured.
//!
//! Each capture is a move of the other side's, and the sooner it comes the fewer are the squares where
//! it may be made. So of several men who are to be captured only one can wait for the last move, only two for the last
//! two, and so on: each must come in time to a square that is reached by then. Squares are reached as on an empty board.

use super::draw::{Room, bits};
use super::{MOST_MEN, Nets};
use crate::board::{Board, Squares};
use crate::position::{Side, Walk};
use crate::search::travel::{NEAR, NEVER, kinds, union};

/// As many men of the side are reckoned with; others fall for nothing.
const MOST_FALLING: usize = 10;
/// As many of the last moves are told apart.
const MOST_SLOTS: usize = 8;

/// What falls cost at one position.
#[derive(Clone)]
pub(super) struct Falls {
    /// The place of each man in the lists below.
    places: [u8; MOST_MEN],
    /// By man: the moves to where the other side can capture with its last move, with its last but one
    /// at the latest, and so on.
    costs: [[u8; MOST_SLOTS]; MOST_FALLING],
    /// Who is still there, as bits.
    alive: u32,
    /// The moves that the other side has.
    slots: u16,
    /// By set of men, if counted: the moves it takes all of them.
    sums: [u8; 1 << MOST_FALLING],
}

/// Not counted yet.
const UNKNOWN: u8 = u8::MAX - 1;

impl Falls {
    /// Before anything is known.
    pub fn new() -> Box<Falls> {
        let costs = [[0; MOST_SLOTS]; MOST_FALLING];
        Box::new(Falls { places: [0; MOST_MEN], costs, alive: 0, slots: 0, sums: [0; 1 << MOST_FALLING] })
    }

    /// The moves that it takes all these men to fall, at least.
    #[inline]
    pub fn cost(&mut self, men: u32) -> u16 {
        let men = men & self.alive;
        if men == 0 {
            return 0;
        }
        if men.count_ones() > u32::from(self.slots) {
            return NEVER.into();
        }
        let set = bits(men).filter(|&man| usize::from(self.places[man]) < MOST_FALLING);
        self.sum(set.fold(0, |set, man| set | 1 << self.places[man])).into()
    }

    fn sum(&mut self, set: usize) -> u8 {
        if self.sums[set] != UNKNOWN {
            return self.sums[set];
        }
        // Somebody must be the first of them.
        let slot = (set.count_ones() as usize - 1).min(MOST_SLOTS - 1);
        let sum = bits(set as u32)
            .map(|place| self.costs[place][slot].saturating_add(self.sum(set & !(1 << place))));
        let sum = sum.min().unwrap_or(0).min(UNKNOWN - 1);
        self.sums[set] = sum;
        sum
    }
}

impl<B: Board> Nets<'_, B> {
    /// Counts anew what falls cost, where the men stand like this.
    pub(super) fn count_falls(&mut self, room: &Room) {
        let mating = self.mating();
        let slots = room.moves[mating.index()];
        let mut falls = self.falls.take().unwrap_or_else(Falls::new);
        falls.slots = slots;
        falls.alive = room.alive;
        let mut reached = [B::Set::EMPTY; MOST_SLOTS];
        let used = usize::from(slots).min(MOST_SLOTS);
        for (slot, reached) in reached[..used].iter_mut().enumerate() {
            *reached = self.captures_within(room, slots - slot as u16);
        }
        let mated = mating.other();
        falls.places = [MOST_FALLING as u8; MOST_MEN];
        let passed = self.passed(room);
        let double = self.demands.travel.board.geometry().pawn(mated).double_rank;
        let mut count = 0;
        for man in bits(room.of(mated.index()) & !(1 << room.king)) {
            let Some((walk, at)) = room.men[man].filter(|_| count < MOST_FALLING) else { continue };
            falls.places[man] = count as u8;
            self.demands.travel.prepare(mated, walk, at);
            for (slot, &reached) in reached[..used].iter().enumerate() {
                let travel = &self.demands.travel;
                let meets = |&moves: &u16| {
                    kinds(walk).iter().any(|&kind| travel.within(mated, walk, at, kind, moves).meets(reached))
                };
                let far = || if reached.is_empty() { NEVER } else { NEAR as u8 - 1 };
                let cost = (0..NEAR as u16 - 1).find(meets).map_or_else(far, |moves| moves as u8);
                // Who has just gone two squares may be taken behind himself.
                let taken = walk == Walk::Pawn && passed.contains(at);
                falls.costs[count][slot] = if taken { cost.min(u8::from(double.contains(at))) } else { cost };
            }
            count += 1;
        }
        falls.sums[..1 << count].fill(UNKNOWN);
        falls.sums[0] = 0;
        self.falls = Some(falls);
    }

    /// The squares of pawns of the mated side that may be taken in passing, now or after a move.
    fn passed(&mut self, room: &Room) -> B::Set {
        let geometry = self.demands.travel.board.geometry();
        let (hunting, hunted) = (geometry.pawn(self.mating()), geometry.pawn(self.mating().other()));
        let pawns = bits(room.of(self.mating().index())).filter_map(|man| room.men[man]);
        let mut squares = pawns.filter(|&(walk, _)| walk == Walk::Pawn).peekable();
        if squares.peek().is_none() {
            return B::Set::EMPTY;
        }
        let attacked =
            squares.fold(B::Set::EMPTY, |attacked, (_, at)| attacked | hunting.attacks[at.index()]);
        let once = union(hunted.double_rank, |at| hunted.step[at.index()]);
        hunted.double_rank | union(once & attacked, |at| hunted.step[at.index()])
    }

    /// Where the mating side can capture within so many moves.
    fn captures_within(&mut self, room: &Room, moves: u16) -> B::Set {
        let mating: Side = self.mating();
        let mut squares = B::Set::EMPTY;
        for man in bits(room.of(mating.index())) {
            let Some((walk, at)) = room.men[man] else { continue };
            self.demands.travel.prepare(mating, walk, at);
            let travel = &self.demands.travel;
            let paths = travel.board.geometry().pawn(mating);
            for &kind in kinds(walk) {
                if kind != Walk::Pawn {
                    squares |= travel.within(mating, walk, at, kind, moves);
                    continue;
                }
                for from in travel.within(mating, walk, at, kind, moves.saturating_sub(1)).iter() {
                    squares |= paths.attacks[from.index()];
                }
            }
        }
        squares
    }
}
