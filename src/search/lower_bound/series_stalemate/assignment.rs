//! The assignment search: a final or capture square for each man, for one square of the king.
//!
//! **What.** Backtracking over the required square with the fewest candidates ([most constrained
//! variable](https://en.wikipedia.org/wiki/Constraint_satisfaction_problem)); if no square is required, over
//! the man with the greatest distance to its nearest square.
//!
//! **Why it is correct.** The bound of a partial assignment adds only distances that are independent; a
//! complete assignment is tested as a position. If the node limit is reached, the result is feasible.
//!
//! **Cost and gain.** Without the other parts of the bound, a ser-h=11 takes 4.7 s (`docs/internals/experiments.md`).
//!
//! **Reference.** None.

use super::obstacles::{FinalKing, Obstacles};
use super::square_bounds::SquareBounds;
use super::stalemating_move::{StalemateConstraint, StalematingMove};
use super::{MAX_MEN, MovingMen};
use crate::board::{Board, Square, Squares};
use crate::game::Game;
use crate::position::{AnyRuleState, Man, Position, Side, Walk};
use crate::rules::GameRules;
use crate::search::lower_bound::distance::UNREACHABLE;
use crate::search::lower_bound::mate_patterns::bits;

/// Where a man ends.
#[derive(Clone, Copy)]
pub(super) enum FinalPlace {
    /// Not assigned yet.
    Unassigned,
    /// On a square, with a walk that a pawn may have got by promoting.
    At(Walk, Square),
    /// Captured on a square by the last move.
    Captured(Square),
}

/// A complete assignment.
#[derive(Clone, Copy)]
pub(super) struct Assignment {
    /// The place of each man.
    pub places: [FinalPlace; MAX_MEN],
    /// The index of the set of captured men.
    pub obstacles_index: usize,
    /// The final square of the king.
    pub king_square: Square,
    /// The number of moves of all men together.
    pub cost: u16,
}

/// The search of an assignment for one final square of the king.
pub(super) struct AssignmentSearch<'s, S> {
    pub obstacles: &'s Obstacles<S>,
    pub final_king: &'s FinalKing<S>,
    /// Squares that own men must occupy to immobilise a man, by final walk and square.
    pub blocking_squares: &'s [S],
    /// The final square of the king.
    pub king: Square,
    /// The distance of the king to its final square.
    pub king_moves: u16,
    /// The number of the first row of distances of the king.
    pub king_row: usize,
    pub men: &'s MovingMen,
    /// The number of the first row of distances of each man.
    pub rows: [usize; MAX_MEN],
    /// The men of the other side that must still be captured.
    pub to_capture: S,
    /// The moves left and those that castling saves.
    pub move_budget: u16,
    /// The number of nodes that may still be searched.
    pub nodes_left: &'s mut u32,
    /// The place of each man.
    pub places: [FinalPlace; MAX_MEN],
}

/// What a partial assignment leaves open.
#[derive(Clone, Copy)]
struct PartialAssignment<S> {
    /// The men without a place, one bit each.
    unassigned: u32,
    /// The squares that have a man.
    occupied: S,
    /// The squares that still need a man.
    required: S,
    /// The number of moves of the king and of the assigned men.
    cost: u16,
}

/// A last move with all that it requires.
#[derive(Clone, Copy)]
struct LastMoveCase<'c, S> {
    bounds: &'c SquareBounds<S>,
    last_move: &'c StalematingMove<S>,
    constraint: &'c StalemateConstraint<S>,
}

/// A place for a man.
#[derive(Clone, Copy)]
struct Candidate {
    man: usize,
    walk: Walk,
    square: Square,
    /// The distance of the man to the square.
    moves: u16,
}

impl<S: Squares> AssignmentSearch<'_, S> {
    /// Returns the squares that own men must occupy to immobilise a man.
    #[inline]
    pub fn blocking_squares(&self, walk: Walk, at: Square) -> S {
        self.blocking_squares[walk.index() * self.obstacles.square_count + at.index()]
    }

    /// Returns the cost and the places of an assignment within the budget: `Some(None)` if they are unknown
    /// but an assignment cannot be excluded, `None` if there is no assignment.
    #[allow(clippy::type_complexity)]
    pub fn search<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        bounds: &SquareBounds<S>,
    ) -> Option<Option<(u16, [FinalPlace; MAX_MEN])>> {
        let all = (1 << self.men.count) - 1;
        let slack = self.move_budget - self.king_moves;
        for constraint in &self.final_king.constraints {
            let last_move = &self.obstacles.last_moves[constraint.last_move];
            if bounds.min_fill_moves(constraint.open_flights).is_none_or(|moves| moves > slack) {
                continue;
            }
            let Some(bounds) = bounds.restrict(self, &constraint.masks) else { continue };
            let case = LastMoveCase { bounds: &bounds, last_move, constraint };
            let sum = bits(all & !bounds.capture_only).map(|man| bounds.min_moves[man]).sum::<u16>();
            let root = PartialAssignment {
                unassigned: all,
                occupied: S::EMPTY,
                required: constraint.open_flights,
                cost: self.king_moves,
            };
            if !last_move.must_capture
                && bounds.capture_only == 0
                && sum <= slack
                && let Some(cost) = self.assign_rest(game, case, root)
            {
                return Some((*self.nodes_left > 0).then_some((cost, self.places)));
            }
            let Some(victim) = last_move.capture_square else { continue };
            for man in bits(if bounds.capture_only == 0 { all } else { bounds.capture_only }) {
                let (walk, _) = self.men.men[man];
                let moves = match last_move.en_passant {
                    true if walk != Walk::Pawn => UNREACHABLE,
                    true => self.obstacles.distance(self.rows[man], Walk::Pawn, victim),
                    false => self.obstacles.distance_any_promotion(self.rows[man], walk, victim),
                };
                let min_moves = if bounds.capture_only == 0 { bounds.min_moves[man] } else { 0 };
                if moves == UNREACHABLE || u16::from(moves) + sum - min_moves > slack {
                    continue;
                }
                self.places[man] = FinalPlace::Captured(victim);
                let partial = PartialAssignment {
                    unassigned: all & !(1 << man),
                    cost: root.cost + u16::from(moves),
                    ..root
                };
                if let Some(cost) = self.assign_rest(game, case, partial) {
                    let is_known = *self.nodes_left > 0 && !last_move.en_passant;
                    return Some(is_known.then_some((cost, self.places)));
                }
                self.places[man] = FinalPlace::Unassigned;
            }
        }
        None
    }

    /// Returns the cost of a completion of a partial assignment, the assigned men included: any number if the
    /// node limit is reached, `None` if there is no completion.
    fn assign_rest<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        case: LastMoveCase<'_, S>,
        partial: PartialAssignment<S>,
    ) -> Option<u16> {
        *self.nodes_left = self.nodes_left.saturating_sub(1);
        if *self.nodes_left == 0 {
            return Some(0);
        }
        if partial.required.count() > partial.unassigned.count_ones() {
            return None;
        }
        let min_moves = bits(partial.unassigned).map(|man| case.bounds.min_moves[man]).sum::<u16>();
        let min_cost = partial.cost + min_moves;
        if min_cost > self.move_budget {
            return None;
        }
        let slack = self.move_budget - min_cost;
        // The detour is not added to the moves to required squares: it may end on one of them.
        if !self.can_capture_within(case.bounds, partial.unassigned, slack) {
            return None;
        }
        if partial.unassigned == 0 {
            return self.is_stalemate(game, case.last_move).then_some(partial.cost);
        }
        let (square, added_moves) = self.most_constrained_square(case.bounds, partial, slack)?;
        if min_cost + added_moves > self.move_budget {
            return None;
        }
        match square {
            Some(square) => self.assign_square(game, case, partial, square, slack),
            None => self.assign_farthest_man(game, case, partial, slack),
        }
    }

    /// Returns the required square with the fewest candidates, if any square is required, and the sum over
    /// the required squares of the least moves that each adds to the distances of the men. `None` if no man
    /// can fill one of them.
    #[inline]
    fn most_constrained_square(
        &self,
        bounds: &SquareBounds<S>,
        partial: PartialAssignment<S>,
        slack: u16,
    ) -> Option<(Option<Square>, u16)> {
        let (mut best, mut fewest, mut sum) = (None, usize::MAX, 0);
        for square in partial.required.iter() {
            let mut count = 0;
            let mut least = u16::MAX;
            for man in bits(partial.unassigned) {
                let min_moves = bounds.min_moves[man];
                for &walk in self.men.possible_walks(man) {
                    if !bounds.squares[man][walk.index()].contains(square) {
                        continue;
                    }
                    let moves = u16::from(self.obstacles.distance(self.rows[man], walk, square));
                    if moves <= min_moves + slack {
                        count += 1;
                        least = least.min(moves.saturating_sub(min_moves));
                    }
                }
            }
            if count == 0 {
                return None;
            }
            sum += least;
            if count < fewest {
                fewest = count;
                best = Some(square);
            }
        }
        Some((best, sum))
    }

    /// Completes an assignment with some man on a required square.
    #[inline]
    fn assign_square<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        case: LastMoveCase<'_, S>,
        partial: PartialAssignment<S>,
        square: Square,
        slack: u16,
    ) -> Option<u16> {
        for man in bits(partial.unassigned) {
            for &walk in self.men.possible_walks(man) {
                let moves = u16::from(self.obstacles.distance(self.rows[man], walk, square));
                if moves <= case.bounds.min_moves[man] + slack
                    && let Some(cost) =
                        self.assign_man(game, case, partial, Candidate { man, walk, square, moves })
                {
                    return Some(cost);
                }
            }
        }
        None
    }

    /// Completes an assignment of which no square is required with the man farthest from its nearest square,
    /// nearest squares first.
    #[inline]
    fn assign_farthest_man<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        case: LastMoveCase<'_, S>,
        partial: PartialAssignment<S>,
        slack: u16,
    ) -> Option<u16> {
        let man = bits(partial.unassigned).max_by_key(|&man| case.bounds.min_moves[man])?;
        let min_moves = case.bounds.min_moves[man];
        for moves in min_moves..=min_moves + slack {
            for &walk in self.men.possible_walks(man) {
                for square in (case.bounds.squares[man][walk.index()] & !partial.occupied).iter() {
                    if u16::from(self.obstacles.distance(self.rows[man], walk, square)) == moves
                        && let Some(cost) =
                            self.assign_man(game, case, partial, Candidate { man, walk, square, moves })
                    {
                        return Some(cost);
                    }
                }
            }
        }
        None
    }

    /// Completes an assignment with a man on a square.
    fn assign_man<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        case: LastMoveCase<'_, S>,
        partial: PartialAssignment<S>,
        Candidate { man, walk, square, moves }: Candidate,
    ) -> Option<u16> {
        if !case.bounds.squares[man][walk.index()].contains(square) {
            return None;
        }
        let occupied = partial.occupied.with(square);
        let blocking = match walk {
            _ if case.constraint.masks.pinned[walk.index()].contains(square) => S::EMPTY,
            Walk::Pawn => self.blocking_squares(walk, square) & !case.last_move.men,
            _ => self.blocking_squares(walk, square),
        };
        let further = PartialAssignment {
            unassigned: partial.unassigned & !(1 << man),
            occupied,
            required: (partial.required | blocking.without(self.king)) & !occupied,
            cost: partial.cost + moves,
        };
        self.places[man] = FinalPlace::At(walk, square);
        let found = self.assign_rest(game, case, further);
        if found.is_none() {
            self.places[man] = FinalPlace::Unassigned;
        }
        found
    }

    /// Returns whether each of the men that must still be captured can be captured by a detour of at most this number of
    /// additional moves.
    fn can_capture_within(&self, bounds: &SquareBounds<S>, unassigned: u32, slack: u16) -> bool {
        let is_in_reach = |victim: Square| {
            let obstacles = self.obstacles;
            let king_moves = u16::from(obstacles.distance(self.king_row, Walk::King, victim));
            if king_moves <= self.king_moves + slack {
                return true;
            }
            for man in 0..self.men.count {
                let (first_walk, _) = self.men.men[man];
                for &walk in self.men.possible_walks(man) {
                    let moves = u16::from(obstacles.distance(self.rows[man], walk, victim));
                    if moves == u16::from(UNREACHABLE) {
                        continue;
                    }
                    let detour = match self.places[man] {
                        _ if unassigned >> man & 1 == 1 => {
                            let onward = self.final_king.immobile_distances
                                [walk.index() * obstacles.square_count + victim.index()];
                            (moves + u16::from(onward)).saturating_sub(bounds.min_moves[man])
                        }
                        // The distance from the victim to the final square is not known.
                        FinalPlace::At(final_walk, square) => moves.saturating_sub(u16::from(
                            obstacles.distance(self.rows[man], final_walk, square),
                        )),
                        FinalPlace::Captured(square) => moves.saturating_sub(u16::from(
                            obstacles.distance_any_promotion(self.rows[man], first_walk, square),
                        )),
                        FinalPlace::Unassigned => 0,
                    };
                    if detour <= slack {
                        return true;
                    }
                }
            }
            false
        };
        self.to_capture.iter().all(is_in_reach)
    }

    /// Returns whether the position after the last move is stalemate, with all men on their places.
    fn is_stalemate<B: Board<Set = S>, R: GameRules>(
        &self,
        game: &Game<B, R>,
        last_move: &StalematingMove<S>,
    ) -> bool {
        let side = self.obstacles.stalemated_side;
        let mut position = Position::<S, R::State>::empty(side);
        put_man(&mut position, side, Walk::King, self.king);
        for place in &self.places[..self.men.count] {
            if let FinalPlace::At(walk, square) = *place {
                put_man(&mut position, side, walk, square);
            }
        }
        for walk in Walk::CHESS {
            for at in last_move.walks[walk.index()].iter() {
                put_man(&mut position, side.other(), walk, at);
            }
        }
        game.is_stalemate(&position) && !game.in_check(&position, side.other())
    }
}

fn put_man<S: Squares, M: AnyRuleState>(position: &mut Position<S, M>, side: Side, walk: Walk, at: Square) {
    position.place(Man::new(side, walk), at);
}
