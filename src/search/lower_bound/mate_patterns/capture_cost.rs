//! Falls: what it takes the side to be stalemated to have men of its own captured.
//!
//! Each capture is a move of the other side's, and the sooner it comes the fewer are the squares where
//! it may be made. So of several men who are to be captured only one can wait for the last move, only two for the last
//! two, and so on: each must come in time to a square that is reached by then. Squares are reached as on an empty board.

use super::enumerate::{Room, bits};
use super::{MOST_MEN, Nets};
use crate::board::{Board, Squares};
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::{NEAR, NEVER, union};

/// As many men of the side are reckoned with; others fall for nothing.
const MOST_FALLING: usize = 10;
/// As many of the last moves are told apart.
const MOST_SLOTS: usize = 8;

/// What falls cost at one position, as far as it was asked.
pub(super) struct Falls<S> {
    /// Who stands where, and the moves that the sides have.
    room: Room,
    /// The place of each man in the lists below.
    places: [u8; MOST_MEN],
    /// By man: the moves to where the other side can capture with its last move, with its last but one
    /// at the latest, and so on.
    costs: [[u8; MOST_SLOTS]; MOST_FALLING],
    /// By set of men: the moves it takes all of them.
    sums: [u8; 1 << MOST_FALLING],
    /// Where the other side can capture until its last move, until its last but one, and so on; those of
    /// the first that were asked for.
    reached: [S; MOST_SLOTS],
    slots: usize,
    /// Where pawns may be taken in passing.
    passed: Option<S>,
}

/// Not counted yet.
const UNKNOWN: u8 = u8::MAX - 1;

impl<S: Squares> Falls<S> {
    fn new(room: &Room) -> Box<Falls<S>> {
        Box::new(Falls {
            room: *room,
            places: [0; MOST_MEN],
            costs: [[UNKNOWN; MOST_SLOTS]; MOST_FALLING],
            sums: [UNKNOWN; 1 << MOST_FALLING],
            reached: [S::EMPTY; MOST_SLOTS],
            slots: 0,
            passed: None,
        })
    }

    /// What it takes a set of men, of whom all costs are known.
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
    /// Asks anew what falls cost, where the men stand like this. What one move leaves as it was is kept.
    pub(super) fn begin_falls(&mut self, room: &Room) {
        let mut falls = self.falls.take().unwrap_or_else(|| Falls::new(room));
        let before = std::mem::replace(&mut falls.room, *room);
        let (hunting, hunted) = (self.mating().index(), self.mating().other().index());
        let stands_still = |man: usize| room.men[man] == before.men[man];
        let hunters = room.of(hunting);
        let as_hunted = hunters == before.of(hunting)
            && room.moves[hunting] == before.moves[hunting]
            && bits(hunters).all(stands_still);
        if !as_hunted {
            falls.slots = 0;
            falls.passed = None;
        }
        let as_listed = as_hunted && room.of(hunted) == before.of(hunted) && room.king == before.king;
        falls.places = [MOST_FALLING as u8; MOST_MEN];
        let mut count = 0;
        for man in bits(room.of(hunted) & !(1 << room.king)).take(MOST_FALLING) {
            if !as_listed || !stands_still(man) {
                falls.costs[count] = [UNKNOWN; MOST_SLOTS];
            }
            falls.places[man] = count as u8;
            count += 1;
        }
        falls.sums[..1 << count].fill(UNKNOWN);
        falls.sums[0] = 0;
        self.falls = Some(falls);
    }

    /// The moves that it takes all these men to fall, at least.
    pub(super) fn cost_of_falls(&mut self, men: u32) -> u16 {
        let Some(mut falls) = self.falls.take() else { return 0 };
        let cost = self.count_falls(&mut falls, men);
        self.falls = Some(falls);
        cost
    }

    fn count_falls(&mut self, falls: &mut Falls<B::Set>, men: u32) -> u16 {
        let men = men & falls.room.alive;
        if men == 0 {
            return 0;
        }
        let moves = falls.room.moves[self.mating().index()];
        if men.count_ones() > u32::from(moves) {
            return NEVER.into();
        }
        let listed = bits(men).filter(|&man| usize::from(falls.places[man]) < MOST_FALLING);
        let set = listed.fold(0usize, |set, man| set | 1 << falls.places[man]);
        if falls.sums[set] != UNKNOWN {
            return falls.sums[set].into();
        }
        let slots = (set.count_ones() as usize).min(MOST_SLOTS);
        while falls.slots < slots {
            let moves = moves - falls.slots as u16;
            falls.reached[falls.slots] = self.captures_within(&falls.room, moves);
            falls.slots += 1;
        }
        for man in bits(men) {
            let place = usize::from(falls.places[man]);
            for slot in (0..slots).filter(|_| place < MOST_FALLING) {
                if falls.costs[place][slot] == UNKNOWN {
                    falls.costs[place][slot] = self.count_fall(falls, man, slot);
                }
            }
        }
        falls.sum(set).into()
    }

    /// The moves that it takes a man to come to where the other side can capture then.
    fn count_fall(&mut self, falls: &mut Falls<B::Set>, man: usize, slot: usize) -> u8 {
        let mated = self.mating().other();
        let Some((walk, at)) = falls.room.men[man] else { return 0 };
        let reached = falls.reached[slot];
        self.demands.travel.prepare(mated, walk, at);
        let travel = &self.demands.travel;
        let [anyhow, _] = travel.anyhow(mated, walk, at);
        let far = || if reached.is_empty() { NEVER } else { NEAR as u8 - 1 };
        let near = anyhow[..NEAR - 1].iter().position(|near| near.meets(reached));
        let cost = near.map_or_else(far, |moves| moves as u8);
        if walk != Walk::Pawn {
            return cost;
        }
        // Who has just gone two squares may be taken behind himself.
        let double = travel.board.geometry().pawn(mated).double_rank;
        let passed = match falls.passed {
            Some(passed) => passed,
            None => *falls.passed.insert(self.passed(&falls.room)),
        };
        if passed.contains(at) { cost.min(u8::from(double.contains(at))) } else { cost }
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
            let [_, captures] = self.demands.travel.anyhow(mating, walk, at);
            squares |= captures[usize::from(moves).min(NEAR - 1)];
        }
        squares
    }
}
