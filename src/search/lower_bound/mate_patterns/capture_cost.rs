//! **What.** A lower bound on the moves that the side to be stalemated needs so that given men of its own are
//! captured.
//!
//! To capture *n* men the other side needs *n* different moves. So one victim must be captured before the last
//! *n* - 1 of these moves, another one before the last *n* - 2, and so on: a victim with deadline *i* must go to a square
//! on which the other side can capture while *i* of its moves are still to come. Over the orders of the victims, the
//! cost of a set is
//!
//! `C(V) = min over v in V of d(v, |V| - 1) + C(V without v)`
//!
//! where *d(v, i)* is the number of moves of *v* to a capture square of deadline *i*: a dynamic program over
//! subsets. Example: White (h=, 2 moves left) must capture black men on a7 and h7. One of them must be on a square
//! where White can capture with the first of its moves, the other one where White can capture within both.
//!
//! **Why it is correct.** Admissible: distances are those on an empty board for both sides, and every capture
//! square serves all victims. Victims beyond the first ten cost nothing. Orthodox captures only, en passant
//! included.
//!
//! **Cost and gain.** At most 1,024 subsets, computed on demand; costs of men that did not move are kept from one
//! move to the next: an h=5 drops from 1.55 to 1.34 s by that. With the [`stalemate`](super::stalemate) patterns,
//! an h=5 drops from 65 to 0.15 s.
//!
//! **Reference.** The recursion is that of [Held and Karp](https://doi.org/10.1137/0110015), the bound is new.

use super::enumerate::{Snapshot, bits};
use super::{MAX_MEN, MatePatterns};
use crate::board::{Board, Squares};
use crate::position::Walk;
use crate::search::lower_bound::distance::{DISTANCE_LEVELS, UNREACHABLE, union};

/// The greatest number of victims with a cost; further ones cost nothing.
const MAX_VICTIMS: usize = 10;
/// The greatest number of deadlines that are distinguished; the last one serves all earlier captures.
const MAX_DEADLINES: usize = 8;

/// The capture costs of the men of one side at one node, as far as they have been computed.
pub(super) struct CaptureCosts<S> {
    /// The men and the moves left.
    snapshot: Snapshot,
    /// The row of each man in `costs`; [`MAX_VICTIMS`] if it has none.
    victim_index: [u8; MAX_MEN],
    /// The moves of each victim to a square where the other side can capture it, by deadline: 0 for the other
    /// side's last move, 1 for the last but one, and so on.
    costs: [[u8; MAX_DEADLINES]; MAX_VICTIMS],
    /// The moves of all victims in a set, by set.
    subset_costs: [u8; 1 << MAX_VICTIMS],
    /// The squares where the other side can capture, by deadline; only the first `deadlines` are computed.
    capture_squares: [S; MAX_DEADLINES],
    /// The number of deadlines for which the capture squares are computed.
    deadlines: usize,
    /// The squares of pawns that can be captured en passant; `None` if not computed.
    en_passant_squares: Option<S>,
}

/// A cost that has not been computed yet.
const NOT_COMPUTED: u8 = u8::MAX - 1;

impl<S: Squares> CaptureCosts<S> {
    fn new(snapshot: &Snapshot) -> Box<CaptureCosts<S>> {
        Box::new(CaptureCosts {
            snapshot: *snapshot,
            victim_index: [0; MAX_MEN],
            costs: [[NOT_COMPUTED; MAX_DEADLINES]; MAX_VICTIMS],
            subset_costs: [NOT_COMPUTED; 1 << MAX_VICTIMS],
            capture_squares: [S::EMPTY; MAX_DEADLINES],
            deadlines: 0,
            en_passant_squares: None,
        })
    }

    /// Returns the cost of a set of victims. The costs of each victim must be computed.
    fn subset_cost(&mut self, set: usize) -> u8 {
        if self.subset_costs[set] != NOT_COMPUTED {
            return self.subset_costs[set];
        }
        // One of the victims is captured first.
        let deadline = (set.count_ones() as usize - 1).min(MAX_DEADLINES - 1);
        let costs = bits(set as u32).map(|victim| {
            self.costs[victim][deadline].saturating_add(self.subset_cost(set & !(1 << victim)))
        });
        let cost = costs.min().unwrap_or(0).min(NOT_COMPUTED - 1);
        self.subset_costs[set] = cost;
        cost
    }
}

impl<B: Board> MatePatterns<'_, B> {
    /// Resets the capture costs for the men and moves of a snapshot. Costs that the changes do not concern are
    /// kept.
    pub(super) fn init_capture_costs(&mut self, snapshot: &Snapshot) {
        let mut costs = self.capture_costs.take().unwrap_or_else(|| CaptureCosts::new(snapshot));
        let before = std::mem::replace(&mut costs.snapshot, *snapshot);
        let (mating, mated) = (self.mating_side().index(), self.mating_side().other().index());
        let has_stayed = |man: usize| snapshot.men[man] == before.men[man];
        let mating_men = snapshot.men_of(mating);
        let same_captures = mating_men == before.men_of(mating)
            && snapshot.move_budget[mating] == before.move_budget[mating]
            && bits(mating_men).all(has_stayed);
        if !same_captures {
            costs.deadlines = 0;
            costs.en_passant_squares = None;
        }
        let same_rows = same_captures
            && snapshot.men_of(mated) == before.men_of(mated)
            && snapshot.mated_king == before.mated_king;
        costs.victim_index = [MAX_VICTIMS as u8; MAX_MEN];
        let mut count = 0;
        for man in bits(snapshot.men_of(mated) & !(1 << snapshot.mated_king)).take(MAX_VICTIMS) {
            if !same_rows || !has_stayed(man) {
                costs.costs[count] = [NOT_COMPUTED; MAX_DEADLINES];
            }
            costs.victim_index[man] = count as u8;
            count += 1;
        }
        costs.subset_costs[..1 << count].fill(NOT_COMPUTED);
        costs.subset_costs[0] = 0;
        self.capture_costs = Some(costs);
    }

    /// Returns a lower bound on the moves of the men, given as bits, until all of them are captured.
    pub(super) fn capture_cost(&mut self, men: u32) -> u16 {
        let Some(mut costs) = self.capture_costs.take() else { return 0 };
        let cost = self.compute_capture_cost(&mut costs, men);
        self.capture_costs = Some(costs);
        cost
    }

    fn compute_capture_cost(&mut self, costs: &mut CaptureCosts<B::Set>, men: u32) -> u16 {
        let men = men & costs.snapshot.on_board;
        if men == 0 {
            return 0;
        }
        let move_budget = costs.snapshot.move_budget[self.mating_side().index()];
        if men.count_ones() > u32::from(move_budget) {
            return UNREACHABLE.into();
        }
        let with_row = bits(men).filter(|&man| usize::from(costs.victim_index[man]) < MAX_VICTIMS);
        let set = with_row.fold(0usize, |set, man| set | 1 << costs.victim_index[man]);
        if costs.subset_costs[set] != NOT_COMPUTED {
            return costs.subset_costs[set].into();
        }
        let deadlines = (set.count_ones() as usize).min(MAX_DEADLINES);
        while costs.deadlines < deadlines {
            let moves = move_budget - costs.deadlines as u16;
            costs.capture_squares[costs.deadlines] = self.capture_squares_within(&costs.snapshot, moves);
            costs.deadlines += 1;
        }
        for man in bits(men) {
            let victim = usize::from(costs.victim_index[man]);
            for deadline in (0..deadlines).filter(|_| victim < MAX_VICTIMS) {
                if costs.costs[victim][deadline] == NOT_COMPUTED {
                    costs.costs[victim][deadline] = self.moves_to_capture_square(costs, man, deadline);
                }
            }
        }
        costs.subset_cost(set).into()
    }

    /// Returns the number of moves of a man to a square where the other side can capture it by a deadline.
    fn moves_to_capture_square(
        &mut self,
        costs: &mut CaptureCosts<B::Set>,
        man: usize,
        deadline: usize,
    ) -> u8 {
        let mated = self.mating_side().other();
        let Some((walk, at)) = costs.snapshot.men[man] else { return 0 };
        let capture_squares = costs.capture_squares[deadline];
        self.tasks.distances.prepare(mated, walk, at);
        let distances = &self.tasks.distances;
        let [within, _] = distances.squares_and_captures_within(mated, walk, at);
        let far = || if capture_squares.is_empty() { UNREACHABLE } else { DISTANCE_LEVELS as u8 - 1 };
        let moves =
            within[..DISTANCE_LEVELS - 1].iter().position(|within| within.intersects(capture_squares));
        let cost = moves.map_or_else(far, |moves| moves as u8);
        if walk != Walk::Pawn {
            return cost;
        }
        // After a double step, a pawn can be captured although no man attacks its square.
        let double_rank = distances.board.geometry().pawn(mated).double_rank;
        let en_passant_squares = match costs.en_passant_squares {
            Some(squares) => squares,
            None => *costs.en_passant_squares.insert(self.en_passant_pawn_squares(&costs.snapshot)),
        };
        if en_passant_squares.contains(at) { cost.min(u8::from(double_rank.contains(at))) } else { cost }
    }

    /// Returns the squares of pawns of the mated side that can be captured en passant, now or after a double step.
    fn en_passant_pawn_squares(&mut self, snapshot: &Snapshot) -> B::Set {
        let geometry = self.tasks.distances.board.geometry();
        let (mating, mated) = (geometry.pawn(self.mating_side()), geometry.pawn(self.mating_side().other()));
        let men = bits(snapshot.men_of(self.mating_side().index())).filter_map(|man| snapshot.men[man]);
        let mut pawns = men.filter(|&(walk, _)| walk == Walk::Pawn).peekable();
        if pawns.peek().is_none() {
            return B::Set::EMPTY;
        }
        let attacked = pawns.fold(B::Set::EMPTY, |attacked, (_, at)| attacked | mating.attacks[at.index()]);
        let ep_squares = union(mated.double_rank, |at| mated.step[at.index()]);
        mated.double_rank | union(ep_squares & attacked, |at| mated.step[at.index()])
    }

    /// Returns the squares where the mating side can capture within a number of moves.
    fn capture_squares_within(&mut self, snapshot: &Snapshot, moves: u16) -> B::Set {
        let mating = self.mating_side();
        let mut squares = B::Set::EMPTY;
        for man in bits(snapshot.men_of(mating.index())) {
            let Some((walk, at)) = snapshot.men[man] else { continue };
            self.tasks.distances.prepare(mating, walk, at);
            let [_, captures] = self.tasks.distances.squares_and_captures_within(mating, walk, at);
            squares |= captures[usize::from(moves).min(DISTANCE_LEVELS - 1)];
        }
        squares
    }
}
