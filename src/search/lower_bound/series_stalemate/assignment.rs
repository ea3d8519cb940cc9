//! Arranging men: who stands where in the stalemate.

use super::obstacles::{FinalKing, Obstacles};
use super::square_bounds::SquareBounds;
use super::stalemating_move::{StalemateConstraint, StalematingMove};
use super::{MAX_MEN, MovingMen};
use crate::board::{Board, Square, Squares};
use crate::game::Game;
use crate::position::{Man, Memory, Position, Side, Walk};
use crate::rules::GameRules;
use crate::search::lower_bound::distance::UNREACHABLE;
use crate::search::lower_bound::mate_patterns::bits;

/// Where a man goes.
#[derive(Clone, Copy)]
pub(super) enum FinalPlace {
    Unassigned,
    /// He stands there in the end, as a man of this kind.
    At(Walk, Square),
    /// He is captured there.
    Captured(Square),
}

/// A stalemate that was arranged.
#[derive(Clone, Copy)]
pub(super) struct Assignment {
    /// Where the men go.
    pub places: [FinalPlace; MAX_MEN],
    /// Who stays, by number, and where the king goes.
    pub obstacles_index: usize,
    pub king_square: Square,
    /// The moves that it takes.
    pub cost: u16,
}

/// The search for an arrangement around a square of the king.
pub(super) struct AssignmentSearch<'s, S> {
    pub obstacles: &'s Obstacles<S>,
    pub final_king: &'s FinalKing<S>,
    /// By kind and square: where men must stand so that a man has no move.
    pub blocking_squares: &'s [S],
    /// The king's square, and the moves that he needs.
    pub king: (Square, u16),
    pub king_offset: usize,
    pub men: &'s MovingMen,
    /// Where the men's ways begin.
    pub offsets: [usize; MAX_MEN],
    /// Who is still to be captured.
    pub to_capture: S,
    /// The moves that there are.
    pub move_budget: u16,
    /// The steps that may still be taken.
    pub nodes_left: &'s mut u32,
    pub places: [FinalPlace; MAX_MEN],
}

/// What is still to be done.
#[derive(Clone, Copy)]
struct PartialAssignment<S> {
    /// The men who have no place yet, as bits.
    unassigned: u32,
    /// The squares where somebody stands, and where somebody must.
    occupied: S,
    required: S,
    /// The moves that the others take.
    cost: u16,
}

impl<S: Squares> AssignmentSearch<'_, S> {
    /// Where men must stand so that a man has no move.
    #[inline]
    pub fn blocking_squares(&self, kind: Walk, at: Square) -> S {
        self.blocking_squares[kind.index() * self.obstacles.square_count + at.index()]
    }

    /// An arrangement that the moves allow, and the moves that it takes; nothing of it if it is
    /// not known, but thought possible.
    #[allow(clippy::type_complexity)]
    pub fn search<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        prospect: &SquareBounds<S>,
    ) -> Option<Option<(u16, [FinalPlace; MAX_MEN])>> {
        let all = (1 << self.men.count) - 1;
        let spare = self.move_budget - self.king.1;
        for tie in &self.final_king.constraints {
            let last = &self.obstacles.last_moves[tie.last_move];
            if prospect.min_fill_moves(tie.open_flights).is_none_or(|moves| moves > spare) {
                continue;
            }
            let Some(prospect) = prospect.restrict(self, &tie.masks) else { continue };
            let sum = bits(all & !prospect.capture_only).map(|man| prospect.min_moves[man]).sum::<u16>();
            let rest = PartialAssignment {
                unassigned: all,
                occupied: S::EMPTY,
                required: tie.open_flights,
                cost: self.king.1,
            };
            if !last.must_capture
                && prospect.capture_only == 0
                && sum <= spare
                && let Some(spent) = self.assign_rest(game, &prospect, last, tie, rest)
            {
                return Some((*self.nodes_left > 0).then_some((spent, self.places)));
            }
            let Some(victim) = last.capture_square else { continue };
            for man in bits(if prospect.capture_only == 0 { all } else { prospect.capture_only }) {
                let (walk, _) = self.men.men[man];
                let way = match last.en_passant {
                    true if walk != Walk::Pawn => UNREACHABLE,
                    true => self.obstacles.distance(self.offsets[man], Walk::Pawn, victim),
                    false => self.obstacles.distance_any_promotion(self.offsets[man], walk, victim),
                };
                let near = if prospect.capture_only == 0 { prospect.min_moves[man] } else { 0 };
                if way == UNREACHABLE || u16::from(way) + sum - near > spare {
                    continue;
                }
                self.places[man] = FinalPlace::Captured(victim);
                let rest = PartialAssignment {
                    unassigned: all & !(1 << man),
                    cost: rest.cost + u16::from(way),
                    ..rest
                };
                if let Some(spent) = self.assign_rest(game, &prospect, last, tie, rest) {
                    return Some((*self.nodes_left > 0 && !last.en_passant).then_some((spent, self.places)));
                }
                self.places[man] = FinalPlace::Unassigned;
            }
        }
        None
    }

    /// The moves that an arrangement of the rest takes, the others included; none if there is
    /// none, and some number if steps have run out.
    fn assign_rest<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        prospect: &SquareBounds<S>,
        last: &StalematingMove<S>,
        tie: &StalemateConstraint<S>,
        rest: PartialAssignment<S>,
    ) -> Option<u16> {
        *self.nodes_left = self.nodes_left.saturating_sub(1);
        if *self.nodes_left == 0 {
            return Some(0);
        }
        if rest.required.count() > rest.unassigned.count_ones() {
            return None;
        }
        let nears = bits(rest.unassigned).map(|man| prospect.min_moves[man]).sum::<u16>();
        let mut least = rest.cost + nears;
        // Whoever makes a way round may find his place by it.
        if least + self.min_detour(prospect, rest.unassigned) > self.move_budget {
            return None;
        }
        if rest.unassigned == 0 {
            return self.is_stalemate(game, last).then_some(rest.cost);
        }
        // The wanted square first that fewest can fill.
        let spare = self.move_budget - least;
        let mut best = None;
        let mut fewest = usize::MAX;
        for square in rest.required.iter() {
            let mut count = 0;
            let mut nearest = u16::MAX;
            for man in bits(rest.unassigned) {
                let near = prospect.min_moves[man];
                for &kind in self.men.possible_walks(man) {
                    if !prospect.squares[man][kind.index()].contains(square) {
                        continue;
                    }
                    let way = u16::from(self.obstacles.distance(self.offsets[man], kind, square));
                    if way <= near + spare {
                        count += 1;
                        nearest = nearest.min(way.saturating_sub(near));
                    }
                }
            }
            if count == 0 {
                return None;
            }
            least += nearest;
            if count < fewest {
                fewest = count;
                best = Some(square);
            }
        }
        if least > self.move_budget {
            return None;
        }
        if let Some(square) = best {
            for man in bits(rest.unassigned) {
                for &kind in self.men.possible_walks(man) {
                    let way = u16::from(self.obstacles.distance(self.offsets[man], kind, square));
                    if way <= prospect.min_moves[man] + spare
                        && let Some(spent) =
                            self.assign_man(game, prospect, last, tie, rest, (man, kind, square, way))
                    {
                        return Some(spent);
                    }
                }
            }
            return None;
        }
        // Nothing is wanted: the man next who has farthest to go.
        let man = bits(rest.unassigned).max_by_key(|&man| prospect.min_moves[man])?;
        let near = prospect.min_moves[man];
        for way in near..=near + spare {
            for &kind in self.men.possible_walks(man) {
                for square in (prospect.squares[man][kind.index()] & !rest.occupied).iter() {
                    if u16::from(self.obstacles.distance(self.offsets[man], kind, square)) == way
                        && let Some(spent) =
                            self.assign_man(game, prospect, last, tie, rest, (man, kind, square, way))
                    {
                        return Some(spent);
                    }
                }
            }
        }
        None
    }

    /// Arranges the rest with a man on his place.
    fn assign_man<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        prospect: &SquareBounds<S>,
        last: &StalematingMove<S>,
        tie: &StalemateConstraint<S>,
        rest: PartialAssignment<S>,
        (man, kind, square, way): (usize, Walk, Square, u16),
    ) -> Option<u16> {
        if !prospect.squares[man][kind.index()].contains(square) {
            return None;
        }
        let filled = rest.occupied.with(square);
        let around = match kind {
            _ if tie.masks.pinned[kind.index()].contains(square) => S::EMPTY,
            Walk::Pawn => self.blocking_squares(kind, square) & !last.men,
            _ => self.blocking_squares(kind, square),
        };
        let wanted = (rest.required | around.without(self.king.0)) & !filled;
        let further = PartialAssignment {
            unassigned: rest.unassigned & !(1 << man),
            occupied: filled,
            required: wanted,
            cost: rest.cost + way,
        };
        self.places[man] = FinalPlace::At(kind, square);
        let found = self.assign_rest(game, prospect, last, tie, further);
        if found.is_none() {
            self.places[man] = FinalPlace::Unassigned;
        }
        found
    }

    /// The moves besides that it takes at least to capture whoever is still to be captured.
    fn min_detour(&self, prospect: &SquareBounds<S>, unplaced: u32) -> u16 {
        let detour = |victim: Square| {
            let stay = self.obstacles;
            let mut least =
                u16::from(stay.distance(self.king_offset, Walk::King, victim)).saturating_sub(self.king.1);
            for man in 0..self.men.count {
                let (walk, _) = self.men.men[man];
                for &kind in self.men.possible_walks(man) {
                    let there = u16::from(stay.distance(self.offsets[man], kind, victim));
                    if there == u16::from(UNREACHABLE) {
                        continue;
                    }
                    let detour = match self.places[man] {
                        _ if unplaced >> man & 1 == 1 => {
                            let on = self.final_king.immobile_distances
                                [kind.index() * stay.square_count + victim.index()];
                            (there + u16::from(on)).saturating_sub(prospect.min_moves[man])
                        }
                        // From there on it is not known.
                        FinalPlace::At(last, square) => {
                            there.saturating_sub(u16::from(stay.distance(self.offsets[man], last, square)))
                        }
                        FinalPlace::Captured(square) => there.saturating_sub(u16::from(
                            stay.distance_any_promotion(self.offsets[man], walk, square),
                        )),
                        FinalPlace::Unassigned => 0,
                    };
                    least = least.min(detour);
                }
            }
            least
        };
        self.to_capture.iter().map(detour).max().unwrap_or(0)
    }

    /// Is the position stalemate in which all men are on their places?
    fn is_stalemate<B: Board<Set = S>, R: GameRules>(
        &self,
        game: &Game<B, R>,
        last: &StalematingMove<S>,
    ) -> bool {
        let mated = self.obstacles.stalemated_side;
        let mut position = Position::<S, R::Memory>::empty(mated);
        put_man(&mut position, mated, Walk::King, self.king.0);
        for place in &self.places[..self.men.count] {
            if let FinalPlace::At(kind, square) = *place {
                put_man(&mut position, mated, kind, square);
            }
        }
        for walk in Walk::ALL {
            for at in last.walks[walk.index()].iter() {
                put_man(&mut position, mated.other(), walk, at);
            }
        }
        game.is_stalemate(&position) && !game.in_check(&position, mated.other())
    }
}

fn put_man<S: Squares, M: Memory>(position: &mut Position<S, M>, side: Side, walk: Walk, at: Square) {
    position.place(Man::new(side, walk), at);
}
