//! Falls: what it takes the side to be stalemated to have men of its own captured.
//!
//! Each capture is a move of the other side's, and the sooner it comes the fewer are the squares where
//! it may be made. So of several men who are to be captured only one can wait for the last move, only two for the last
//! two, and so on: each must come in time to a square that is reached by then. Squares are reached as on an empty board.

use super::enumerate::{Snapshot, bits};
use super::{MAX_MEN, MatePatterns};
use crate::board::{Board, Squares};
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::{DISTANCE_LEVELS, UNREACHABLE, union};

/// As many men of the side are reckoned with; others fall for nothing.
const MAX_VICTIMS: usize = 10;
/// As many of the last moves are told apart.
const MAX_DEADLINES: usize = 8;

/// What falls cost at one position, as far as it was asked.
pub(super) struct CaptureCosts<S> {
    /// Who stands where, and the moves that the sides have.
    snapshot: Snapshot,
    /// The place of each man in the lists below.
    victim_index: [u8; MAX_MEN],
    /// By man: the moves to where the other side can capture with its last move, with its last but one
    /// at the latest, and so on.
    costs: [[u8; MAX_DEADLINES]; MAX_VICTIMS],
    /// By set of men: the moves it takes all of them.
    subset_costs: [u8; 1 << MAX_VICTIMS],
    /// Where the other side can capture until its last move, until its last but one, and so on; those of
    /// the first that were asked for.
    capture_squares: [S; MAX_DEADLINES],
    deadlines: usize,
    /// Where pawns may be taken in passing.
    en_passant_squares: Option<S>,
}

/// Not counted yet.
const NOT_COMPUTED: u8 = u8::MAX - 1;

impl<S: Squares> CaptureCosts<S> {
    fn new(room: &Snapshot) -> Box<CaptureCosts<S>> {
        Box::new(CaptureCosts {
            snapshot: *room,
            victim_index: [0; MAX_MEN],
            costs: [[NOT_COMPUTED; MAX_DEADLINES]; MAX_VICTIMS],
            subset_costs: [NOT_COMPUTED; 1 << MAX_VICTIMS],
            capture_squares: [S::EMPTY; MAX_DEADLINES],
            deadlines: 0,
            en_passant_squares: None,
        })
    }

    /// What it takes a set of men, of whom all costs are known.
    fn subset_cost(&mut self, set: usize) -> u8 {
        if self.subset_costs[set] != NOT_COMPUTED {
            return self.subset_costs[set];
        }
        // Somebody must be the first of them.
        let slot = (set.count_ones() as usize - 1).min(MAX_DEADLINES - 1);
        let sum = bits(set as u32)
            .map(|place| self.costs[place][slot].saturating_add(self.subset_cost(set & !(1 << place))));
        let sum = sum.min().unwrap_or(0).min(NOT_COMPUTED - 1);
        self.subset_costs[set] = sum;
        sum
    }
}

impl<B: Board> MatePatterns<'_, B> {
    /// Asks anew what falls cost, where the men stand like this. What one move leaves as it was is kept.
    pub(super) fn init_capture_costs(&mut self, room: &Snapshot) {
        let mut falls = self.capture_costs.take().unwrap_or_else(|| CaptureCosts::new(room));
        let before = std::mem::replace(&mut falls.snapshot, *room);
        let (hunting, hunted) = (self.mating_side().index(), self.mating_side().other().index());
        let stands_still = |man: usize| room.men[man] == before.men[man];
        let hunters = room.men_of(hunting);
        let as_hunted = hunters == before.men_of(hunting)
            && room.move_budget[hunting] == before.move_budget[hunting]
            && bits(hunters).all(stands_still);
        if !as_hunted {
            falls.deadlines = 0;
            falls.en_passant_squares = None;
        }
        let as_listed =
            as_hunted && room.men_of(hunted) == before.men_of(hunted) && room.mated_king == before.mated_king;
        falls.victim_index = [MAX_VICTIMS as u8; MAX_MEN];
        let mut count = 0;
        for man in bits(room.men_of(hunted) & !(1 << room.mated_king)).take(MAX_VICTIMS) {
            if !as_listed || !stands_still(man) {
                falls.costs[count] = [NOT_COMPUTED; MAX_DEADLINES];
            }
            falls.victim_index[man] = count as u8;
            count += 1;
        }
        falls.subset_costs[..1 << count].fill(NOT_COMPUTED);
        falls.subset_costs[0] = 0;
        self.capture_costs = Some(falls);
    }

    /// The moves that it takes all these men to fall, at least.
    pub(super) fn capture_cost(&mut self, men: u32) -> u16 {
        let Some(mut falls) = self.capture_costs.take() else { return 0 };
        let cost = self.compute_capture_cost(&mut falls, men);
        self.capture_costs = Some(falls);
        cost
    }

    fn compute_capture_cost(&mut self, falls: &mut CaptureCosts<B::Set>, men: u32) -> u16 {
        let men = men & falls.snapshot.on_board;
        if men == 0 {
            return 0;
        }
        let moves = falls.snapshot.move_budget[self.mating_side().index()];
        if men.count_ones() > u32::from(moves) {
            return UNREACHABLE.into();
        }
        let listed = bits(men).filter(|&man| usize::from(falls.victim_index[man]) < MAX_VICTIMS);
        let set = listed.fold(0usize, |set, man| set | 1 << falls.victim_index[man]);
        if falls.subset_costs[set] != NOT_COMPUTED {
            return falls.subset_costs[set].into();
        }
        let slots = (set.count_ones() as usize).min(MAX_DEADLINES);
        while falls.deadlines < slots {
            let moves = moves - falls.deadlines as u16;
            falls.capture_squares[falls.deadlines] = self.capture_squares_within(&falls.snapshot, moves);
            falls.deadlines += 1;
        }
        for man in bits(men) {
            let place = usize::from(falls.victim_index[man]);
            for slot in (0..slots).filter(|_| place < MAX_VICTIMS) {
                if falls.costs[place][slot] == NOT_COMPUTED {
                    falls.costs[place][slot] = self.moves_to_capture_square(falls, man, slot);
                }
            }
        }
        falls.subset_cost(set).into()
    }

    /// The moves that it takes a man to come to where the other side can capture then.
    fn moves_to_capture_square(&mut self, falls: &mut CaptureCosts<B::Set>, man: usize, slot: usize) -> u8 {
        let mated = self.mating_side().other();
        let Some((walk, at)) = falls.snapshot.men[man] else { return 0 };
        let reached = falls.capture_squares[slot];
        self.tasks.distances.prepare(mated, walk, at);
        let travel = &self.tasks.distances;
        let [anyhow, _] = travel.squares_and_captures_within(mated, walk, at);
        let far = || if reached.is_empty() { UNREACHABLE } else { DISTANCE_LEVELS as u8 - 1 };
        let near = anyhow[..DISTANCE_LEVELS - 1].iter().position(|near| near.intersects(reached));
        let cost = near.map_or_else(far, |moves| moves as u8);
        if walk != Walk::Pawn {
            return cost;
        }
        // Who has just gone two squares may be taken behind himself.
        let double = travel.board.geometry().pawn(mated).double_rank;
        let passed = match falls.en_passant_squares {
            Some(passed) => passed,
            None => *falls.en_passant_squares.insert(self.en_passant_pawn_squares(&falls.snapshot)),
        };
        if passed.contains(at) { cost.min(u8::from(double.contains(at))) } else { cost }
    }

    /// The squares of pawns of the mated side that may be taken in passing, now or after a move.
    fn en_passant_pawn_squares(&mut self, room: &Snapshot) -> B::Set {
        let geometry = self.tasks.distances.board.geometry();
        let (hunting, hunted) =
            (geometry.pawn(self.mating_side()), geometry.pawn(self.mating_side().other()));
        let pawns = bits(room.men_of(self.mating_side().index())).filter_map(|man| room.men[man]);
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
    fn capture_squares_within(&mut self, room: &Snapshot, moves: u16) -> B::Set {
        let mating: Side = self.mating_side();
        let mut squares = B::Set::EMPTY;
        for man in bits(room.men_of(mating.index())) {
            let Some((walk, at)) = room.men[man] else { continue };
            self.tasks.distances.prepare(mating, walk, at);
            let [_, captures] = self.tasks.distances.squares_and_captures_within(mating, walk, at);
            squares |= captures[usize::from(moves).min(DISTANCE_LEVELS - 1)];
        }
        squares
    }
}
