//! Stalemates at the end of a series: the play goes only where one can still be arranged.
//!
//! In series-help play towards stalemate one side moves alone, and the other makes a single
//! move at the end. So the men of the other side stand still, but for those who are captured:
//! it is known what they attack, block and pin, which moves they have in the end, and what the
//! ways of the side that moves are among them. All its men are on the board in the end, but for
//! one at most. Whoever is neither captured nor pinned must be hemmed in by men of his own side
//! on all squares around him; a pawn is stopped by anyone ahead of it, and there must be nobody
//! whom it could capture. That makes an arrangement: a square for each man, and the moves that
//! it takes them all are bounded. A position is given up if there is no arrangement that the
//! moves allow; each is looked at as the stalemate that it would be. Where one is found, it is
//! kept, and a move that does not make it too dear asks for no other.
//!
//! Arrangements err only by finding a stalemate possible: the men of the moving side do not
//! hinder one another in their ways, and attacked squares stop their king only where the attack
//! cannot be cut off. A ser-h=8 that nets leave at 6.4 s takes 0.12 s, a ser-h=12 of more than 110 s
//! 0.7 s (`docs/performance.md`). (Programs for help play have arranged the final positions since the 1980s,
//! all of them before the play. That one suffices where it can be kept, and is looked for in every
//! position, is what we add.)

mod assignment;
mod incremental;
mod obstacles;
mod square_bounds;
mod stalemating_move;

use std::sync::Arc;

use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Position, Side, Walk};
use crate::rules::GameRules;
use crate::search::lower_bound::distance::{PAWN_FINAL_WALKS, UNREACHABLE};
use crate::search::lower_bound::payoff::Payoff;
use crate::stipulation::{Goal, GoalValue, Ply, Quantifier, Schedule};
use assignment::{Assignment, AssignmentSearch, FinalPlace};
use incremental::{OpenKingSquare, SeriesState};
use obstacles::Obstacles;
use square_bounds::SquareBounds;
use stalemating_move::{blocking_squares, stalemating_moves};

/// The most men besides the king who are arranged.
const MAX_MEN: usize = 15;
/// The most men who may be captured or stay.
const MAX_VICTIMS: u32 = 6;
/// The steps of arranging in one position; beyond them a stalemate is thought possible.
const NODE_LIMIT: u32 = 3000;
/// The steps of arranging for all squares of the king in one position.
const REFINE_NODE_LIMIT: u64 = 20 * NODE_LIMIT as u64;
/// A square of the king is so many steps' work at least.
const NODES_PER_KING_SQUARE: u64 = 20;

/// With so many half-moves left positions should be given up.
const MAX_METERED_DEPTH: u16 = 3;

/// The men to be arranged.
#[derive(Clone, Copy)]
struct MovingMen {
    count: usize,
    men: [(Walk, Square); MAX_MEN],
    king: Square,
}

impl MovingMen {
    /// What a man can become.
    #[inline]
    fn possible_walks(&self, man: usize) -> &'static [Walk] {
        const OWN: [Walk; Walk::COUNT] = Walk::ALL;
        match self.men[man].0 {
            Walk::Pawn => &PAWN_FINAL_WALKS,
            walk => std::slice::from_ref(&OWN[walk.index()]),
        }
    }
}

/// By man and kind: squares.
type ImmobileSquares<S> = [[S; Walk::TABLE_LEN]; MAX_MEN];

/// What is known of one search.
pub(in crate::search) struct SeriesStalemate<S> {
    stalemated_side: Side,
    /// The men of the other side at first, and who of them may castle.
    walks: [S; Walk::TABLE_LEN],
    castling: S,
    /// How many men there are to be arranged.
    men_count: usize,
    /// Is all this known?
    initialised: bool,
    /// By kind and square: where men must stand so that a man has no move.
    blocking_squares: Vec<S>,
    /// The steps taken by now, and whether they pay.
    nodes: u64,
    payoff: Payoff,
    /// By who stays.
    obstacles: Vec<Obstacles<S>>,
    /// By moves left: the last position where a stalemate could be arranged.
    states: Vec<Option<SeriesState<S>>>,
}

impl<S: Squares> SeriesStalemate<S> {
    /// Is this schedule, towards this goal, one of series-help play for which stalemates are
    /// arranged?
    pub fn is_applicable<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        goal: Goal,
        schedule: &Schedule,
    ) -> bool {
        let helps = |half: &Ply| {
            half.quantifier == Quantifier::Exists && half.goal_value != GoalValue::Good && !half.parry_only
        };
        let Some((last, before)) = schedule.plies.split_last() else { return false };
        goal == Goal::Stalemate
            && R::ORTHODOX_CAPTURES
            && B::LINES_UNIQUE
            && !game.may_pass
            && schedule.threat.is_none()
            && before.len() > 1
            && last.quantifier == Quantifier::Exists
            && before.iter().all(|half| helps(half) && half.side != last.side)
    }

    /// What is known at first of stalemates of a side.
    pub fn new(mated: Side) -> SeriesStalemate<S> {
        let walks = [S::EMPTY; Walk::TABLE_LEN];
        SeriesStalemate {
            stalemated_side: mated,
            walks,
            castling: S::EMPTY,
            men_count: 0,
            initialised: false,
            blocking_squares: Vec::new(),
            nodes: 0,
            payoff: Payoff::default(),
            obstacles: Vec::new(),
            states: Vec::new(),
        }
    }

    /// The side to be stalemated.
    pub fn stalemated_side(&self) -> Side {
        self.stalemated_side
    }

    /// Can stalemates be arranged from a position on?
    pub fn init_root<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> bool {
        self.moving_men(position).is_some_and(|men| self.ensure_initialised(game, position, men.count))
    }

    /// Can a stalemate still be arranged, if the side to be stalemated has so many moves?
    pub fn is_feasible<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        moves: usize,
    ) -> bool {
        let Some(men) = self.moving_men(position).filter(|_| position.ep_pawn().is_none()) else {
            return true;
        };
        let saved = castling_savings(game, position, self.stalemated_side);
        let Ok(most) = u8::try_from(moves + saved).map(u16::from) else { return true };
        if !self.ensure_initialised(game, position, men.count) || !self.payoff.is_worthwhile() {
            return true;
        }
        let before = self.nodes;
        let hopeful = self.check_position(game, position, moves, men, most);
        let left = most + 1;
        // Long before the end nothing is refused, and little is looked at.
        if left <= MAX_METERED_DEPTH {
            self.payoff.record_checks((self.nodes - before) as usize);
        }
        if !hopeful {
            self.payoff.record_pruning(left, Payoff::position_cost(false));
        }
        hopeful
    }

    /// As [`hopeful`](Self::hopeful), where that pays.
    fn check_position<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        moves: usize,
        men: MovingMen,
        most: u16,
    ) -> bool {
        let present = position.of(self.stalemated_side.other());
        let mut frame = SeriesState {
            men,
            static_men: present,
            move_budget: most,
            king_squares: Arc::default(),
            refined: false,
            assignment: None,
        };
        if self.states.len() < moves + 2 {
            self.states.resize(moves + 2, None);
        }
        let mut parent = self.states[moves + 1].take();
        let stepped = parent.as_mut().is_some_and(|parent| self.update_from_parent(game, parent, &mut frame));
        match parent.as_mut().filter(|_| stepped) {
            Some(parent) => {
                if frame.assignment.is_none() && !parent.refined {
                    parent.king_squares = self.refine(game, parent);
                    parent.refined = true;
                }
                frame.king_squares = Arc::clone(&parent.king_squares);
            }
            None => frame.king_squares = self.all_king_squares(game),
        }
        self.states[moves + 1] = parent;
        let hopeful = frame.assignment.is_some() || self.find_assignment(game, &mut frame);
        if hopeful {
            self.states[moves] = Some(frame);
        }
        hopeful
    }

    /// All squares of the king, whoever stays.
    fn all_king_squares<B: Board<Set = S>, R: GameRules>(
        &self,
        game: &Game<B, R>,
    ) -> Arc<[OpenKingSquare<S>]> {
        let kings = || game.board.geometry().all.iter();
        let all = (0..self.obstacles.len()).flat_map(|index| {
            kings().map(move |king| OpenKingSquare { obstacles_index: index, king, immobile_squares: None })
        });
        all.collect()
    }

    /// The squares of the king for which a stalemate can be arranged.
    fn refine<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        frame: &SeriesState<S>,
    ) -> Arc<[OpenKingSquare<S>]> {
        let most = self.nodes + REFINE_NODE_LIMIT;
        let left = frame.king_squares.iter().filter_map(|alive| {
            if self.nodes >= most {
                return Some(alive.clone());
            }
            let (held, _) = self.search_king_square(game, frame, alive, &mut { NODE_LIMIT })?;
            Some(OpenKingSquare {
                immobile_squares: Some(Box::new(held)),
                obstacles_index: alive.obstacles_index,
                king: alive.king,
            })
        });
        left.collect()
    }

    /// Looks for an arrangement.
    fn find_assignment<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        frame: &mut SeriesState<S>,
    ) -> bool {
        let mut steps = NODE_LIMIT;
        for alive in Arc::clone(&frame.king_squares).iter() {
            if let Some((_, found)) = self.search_king_square(game, frame, alive, &mut steps) {
                frame.assignment = found;
                return true;
            }
        }
        false
    }

    /// Looks for an arrangement at a square of the king, and tells where men may be held there.
    /// Nothing of it if it is not known, but thought possible.
    fn search_king_square<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        frame: &SeriesState<S>,
        alive: &OpenKingSquare<S>,
        steps: &mut u32,
    ) -> Option<(ImmobileSquares<S>, Option<Assignment>)> {
        let board = &game.board;
        let SeriesState { men, move_budget: most, .. } = frame;
        let stay = &mut self.obstacles[alive.obstacles_index];
        let missing = frame.static_men & !stay.men;
        if !(stay.men & !frame.static_men).is_empty() || missing.count() > u32::from(*most) {
            return None;
        }
        let king_begin = stay.distance_offset(board, Walk::King, men.king);
        let way = stay.distance(king_begin, Walk::King, alive.king);
        if way == UNREACHABLE || u16::from(way) > *most {
            return None;
        }
        let mut begins = [0; MAX_MEN];
        for (begin, &(walk, at)) in begins.iter_mut().zip(&men.men[..men.count]) {
            *begin = stay.distance_offset(board, walk, at);
        }
        let comes = |victim: Square| {
            let mut men = men.men[..men.count].iter().zip(begins);
            u16::from(stay.distance(king_begin, Walk::King, victim)) <= *most
                || men.any(|(&(walk, _), begin)| {
                    u16::from(stay.distance_any_promotion(begin, walk, victim)) <= *most
                })
        };
        if !missing.iter().all(comes) {
            return None;
        }
        stay.prepare_final_king(board, alive.king);
        let stay = &self.obstacles[alive.obstacles_index];
        let mut arranging = AssignmentSearch {
            obstacles: stay,
            final_king: stay.final_king(alive.king)?,
            blocking_squares: &self.blocking_squares,
            king: (alive.king, u16::from(way)),
            king_offset: king_begin,
            men,
            offsets: begins,
            to_capture: missing,
            move_budget: *most,
            nodes_left: steps,
            places: [FinalPlace::Unassigned; MAX_MEN],
        };
        self.nodes += NODES_PER_KING_SQUARE;
        let prospect = SquareBounds::new(&arranging, alive.immobile_squares.as_deref())?;
        let before = *arranging.nodes_left;
        let found = arranging.search(game, &prospect);
        self.nodes += u64::from(before - *arranging.nodes_left);
        let found = found?;
        let found = found.map(|(spent, places)| Assignment {
            obstacles_index: alive.obstacles_index,
            king_square: alive.king,
            cost: spent,
            places,
        });
        Some((prospect.squares, found))
    }

    /// The men to be arranged; none if there are too many, or none who can be.
    fn moving_men<M: Memory>(&self, position: &Position<S, M>) -> Option<MovingMen> {
        let own = position.of(self.stalemated_side);
        let king = (position.royal & own).first()?;
        let kings = position.walk(Walk::King) & own;
        let usual = kings == S::of(king)
            && position.royal == position.walk(Walk::King)
            && !position.has_neutrals()
            && position.walk(Walk::ReversedPawn).is_empty();
        if !usual || own.count() as usize > MAX_MEN + 1 {
            return None;
        }
        let mut men = MovingMen { count: 0, men: [(Walk::King, king); MAX_MEN], king };
        for walk in PAWN_FINAL_WALKS {
            for at in (position.walk(walk) & own).iter() {
                men.men[men.count] = (walk, at);
                men.count += 1;
            }
        }
        Some(men)
    }

    /// Is it known who may stay? Otherwise that is found out; there may be too many.
    fn ensure_initialised<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        count: usize,
    ) -> bool {
        let side = self.stalemated_side.other();
        let own = position.of(side);
        let walks: [S; Walk::TABLE_LEN] = std::array::from_fn(|walk| match Walk::ALL.get(walk) {
            Some(&walk) => position.walk(walk) & own,
            None => S::EMPTY,
        });
        let castling = position.castling & own;
        let fewer = walks.iter().zip(self.walks).all(|(&walk, known)| (walk & !known).is_empty());
        if fewer && (castling & !self.castling).is_empty() && self.men_count == count && self.initialised {
            return !self.obstacles.is_empty();
        }
        let victims = own & !position.walk(Walk::King);
        *self = SeriesStalemate {
            walks,
            castling,
            men_count: count,
            initialised: true,
            ..SeriesStalemate::new(self.stalemated_side)
        };
        if victims.count() > MAX_VICTIMS {
            return false;
        }
        let squares = game.board.geometry().table_len();
        self.blocking_squares = vec![S::EMPTY; Walk::TABLE_LEN * squares];
        for kind in PAWN_FINAL_WALKS {
            for at in game.board.geometry().all.iter() {
                self.blocking_squares[kind.index() * squares + at.index()] = match kind {
                    Walk::Pawn => game.board.geometry().pawn(self.stalemated_side).step[at.index()],
                    _ => blocking_squares(&game.board, kind, at),
                };
            }
        }
        let victims: Vec<Square> = victims.iter().collect();
        let mut sets: Vec<S> = (0..1u32 << victims.len())
            .map(|set| {
                S::from_squares(
                    victims.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, &at)| at),
                )
            })
            .collect();
        sets.sort_by_key(|set| set.count());
        self.obstacles = sets
            .into_iter()
            .map(|victims| {
                let lasts = |walks: &[S; Walk::TABLE_LEN]| {
                    stalemating_moves(&game.board, side, walks, castling, count)
                };
                Obstacles::new(&game.board, self.stalemated_side, walks, victims, lasts)
            })
            .collect();
        true
    }
}

/// The moves that castling may still save a side: king and rook go by one.
fn castling_savings<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    side: Side,
) -> usize {
    let geometry = game.board.geometry();
    let own = geometry.castlings.iter().filter(|way| way.side == side);
    let ways = own.filter(|way| way.is_granted(position.castling));
    ways.map(|way| geometry.between(way.king_from, way.king_to).count() as usize + 1).max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
