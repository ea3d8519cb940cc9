//! Series-stalemate bound: the moves that a series still needs until the other side can stalemate.
//!
//! **What.** In series-help play towards stalemate one side makes all moves but the last. The men of the
//! other side stay where they are until then, unless captured, so that their attacks, blocks and pins, their
//! last moves and the paths around them are known. An [`Assignment`] gives each man of the moving side a
//! final square or a capture square, for one square of its king, one set of captured men and one last move.
//! In the final position every man must be immobile: captured by the last move (at most one), pinned, or an
//! officer with own men on all its adjacent targets, or a pawn with a man ahead of it and nothing to capture.
//! The bound is
//!
//! `moves(king) + sum of moves(man, its square) + detour to capture the missing men <= moves left + castling
//! savings`
//!
//! and a position is pruned if no assignment satisfies it. An assignment is kept and updated with each move;
//! a new one is searched only when its cost exceeds the moves left.
//!
//! Example: White Kb6 Rf7, Black Ka8 Re7, Black makes one move, then White. With the king on a8 and the last
//! move Rf7xb7 all flights are guarded (a7 and b7 by Kb6, b8 by Rb7), and the rook must be captured on b7,
//! one move away: feasible (1.Re7-b7 Rf7xb7=). A rook on e5 is two moves away: pruned.
//!
//! **Why it is correct.** Admissible: men of the moving side do not obstruct each other's paths, and an
//! attack keeps their king off a square only if no man can cut it off. Each complete assignment is tested as
//! the stalemate that it would be. Orthodox captures, lines that do not fork, no passes; rules may restrict the squares to
//! which men go, if each move can be made backwards.
//!
//! **Cost and gain.** A ser-h=8 from 6.4 s with mate patterns to 0.12 s, a ser-h=12 from more than 110 s to
//! 0.73 s (`docs/internals/experiments.md`).
//!
//! **Reference.** Help-play programs have enumerated final positions before the search since the 1980s.
//! Searching for one assignment in each position, and keeping it, is new here.
//!
//! | file | does |
//! |---|---|
//! | `stalemating_move` | the last moves and the squares on which each leaves a man immobile |
//! | `obstacles` | distances around the men that are not captured; final squares of the king |
//! | `square_bounds` | removes squares that cost too many moves |
//! | `assignment` | searches an assignment |
//! | `incremental` | derives a state from that of the preceding position |

mod assignment;
mod incremental;
mod obstacles;
mod square_bounds;
mod stalemating_move;

use std::sync::Arc;

use crate::board::{Board, Square, Squares};
use crate::game::{Game, PermittedTargets, PositionOf};
use crate::position::{AnyRuleState, Position, Side, Walk};
use crate::rules::GameRules;
use crate::search::lower_bound::distance::{PAWN_FINAL_WALKS, UNREACHABLE};
use crate::search::lower_bound::payoff::Payoff;
use crate::stipulation::{Goal, GoalValue, Ply, Quantifier, Schedule};
use assignment::{Assignment, AssignmentSearch, FinalPlace};
use incremental::{OpenKingSquare, SeriesState};
use obstacles::Obstacles;
use square_bounds::SquareBounds;
use stalemating_move::{blocking_squares, stalemating_moves};

/// The maximum number of men of the moving side, the king excepted.
const MAX_MEN: usize = 15;
/// The maximum number of men of the other side that may be captured, the king excepted.
const MAX_VICTIMS: u32 = 6;
/// The maximum number of nodes of the assignment search in one position; beyond it the position counts as
/// feasible.
const NODE_LIMIT: u32 = 3000;
/// The maximum number of nodes for testing all king squares of one position.
const REFINE_NODE_LIMIT: u64 = 20 * NODE_LIMIT as u64;
/// The least work for a king square, in nodes.
const NODES_PER_KING_SQUARE: u64 = 20;
/// The maximum number of plies left at which the work counts as cost of the pruning.
const MAX_METERED_DEPTH: u16 = 3;

/// The men of the moving side.
#[derive(Clone, Copy)]
struct MovingMen {
    /// The number of men, the king excepted.
    count: usize,
    /// Walk and square of each man.
    men: [(Walk, Square); MAX_MEN],
    /// The square of the king.
    king: Square,
}

impl MovingMen {
    /// Returns the walks that a man may have in the final position.
    #[inline]
    fn possible_walks(&self, man: usize) -> &'static [Walk] {
        const OWN: [Walk; Walk::CHESS_COUNT] = Walk::CHESS;
        match self.men[man].0 {
            Walk::Pawn => &PAWN_FINAL_WALKS,
            walk => std::slice::from_ref(&OWN[walk as usize]),
        }
    }
}

/// Squares on which each man may be immobile, by man and final walk.
type ImmobileSquares<S> = [[S; Walk::TABLE_LEN]; MAX_MEN];

/// The bound of one search.
pub(in crate::search) struct SeriesStalemate<S> {
    stalemated_side: Side,
    /// The men of the other side at the root, by walk.
    walks: [S; Walk::TABLE_LEN],
    /// The castling rights of the other side at the root.
    castling: S,
    /// The number of men of the moving side, the king excepted.
    men_count: usize,
    /// Whether the tables of this root are computed.
    initialised: bool,
    /// Squares that own men must occupy to immobilise a man, by final walk and square.
    blocking_squares: Vec<S>,
    /// The nodes searched so far.
    nodes: u64,
    /// Whether the pruning pays.
    payoff: Payoff,
    /// One entry for each set of captured men.
    obstacles: Vec<Obstacles<S>>,
    /// By moves left: the last feasible position.
    states: Vec<Option<SeriesState<S>>>,
}

impl<S: Squares> SeriesStalemate<S> {
    /// Returns whether the bound is valid for a schedule: series-help play of at least two moves towards
    /// stalemate.
    pub fn is_applicable<B: Board<Set = S>, R: GameRules>(
        game: &Game<B, R>,
        goal: Goal,
        schedule: &Schedule,
    ) -> bool {
        let is_help = |ply: &Ply| {
            ply.quantifier == Quantifier::Exists && ply.goal_value != GoalValue::Good && !ply.parry_only
        };
        let Some((last, series)) = schedule.plies.split_last() else { return false };
        goal == Goal::Stalemate
            && B::LINES_UNIQUE
            && !game.may_pass
            && schedule.threat.is_none()
            && series.len() > 1
            && last.quantifier == Quantifier::Exists
            && series.iter().all(|ply| is_help(ply) && ply.side != last.side)
            && (R::ORTHODOX_CAPTURES
                || game
                    .only_permitted_targets()
                    .is_some_and(|permitted| permitted.are_symmetric(game.board.geometry())))
    }

    /// The bound towards stalemate of a side, without tables.
    pub fn new(stalemated_side: Side) -> SeriesStalemate<S> {
        SeriesStalemate {
            stalemated_side,
            walks: [S::EMPTY; Walk::TABLE_LEN],
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

    /// Computes the tables of a root. Returns whether the bound can be used from there.
    pub fn init_root<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> bool {
        let men = self.moving_men(position).filter(|_| Game::<B, R>::has_only_plain_men(position));
        men.is_some_and(|men| self.ensure_initialised(game, position, men.count))
    }

    /// Returns whether the other side may still stalemate after `moves` moves of the side to be stalemated.
    pub fn is_feasible<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        moves_left: usize,
    ) -> bool {
        let Some(men) = self.moving_men(position).filter(|_| position.ep_pawn().is_none()) else {
            return true;
        };
        let savings = castling_savings(game, position, self.stalemated_side);
        let budget = savings.and_then(|savings| u8::try_from(moves_left + savings).ok());
        let Some(move_budget) = budget.map(u16::from) else { return true };
        if !self.ensure_initialised(game, position, men.count) || !self.payoff.is_worthwhile() {
            return true;
        }
        let nodes_before = self.nodes;
        let is_feasible = self.check_position(game, position, moves_left, men, move_budget);
        let plies_left = move_budget + 1;
        // Long before the end nothing is pruned, and little work is done.
        if plies_left <= MAX_METERED_DEPTH {
            self.payoff.record_checks((self.nodes - nodes_before) as usize);
        }
        if !is_feasible {
            self.payoff.record_pruning(plies_left, Payoff::position_cost(false));
        }
        is_feasible
    }

    /// Returns the same as [`is_feasible`](Self::is_feasible), without its exits, and stores the state of a
    /// feasible position.
    fn check_position<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        moves_left: usize,
        men: MovingMen,
        move_budget: u16,
    ) -> bool {
        let mut state = SeriesState {
            men,
            static_men: position.of(self.stalemated_side.other()),
            move_budget,
            king_squares: Arc::default(),
            refined: false,
            assignment: None,
        };
        if self.states.len() < moves_left + 2 {
            self.states.resize(moves_left + 2, None);
        }
        let mut parent = self.states[moves_left + 1].take();
        let is_child =
            parent.as_mut().is_some_and(|parent| self.update_from_parent(game, parent, &mut state));
        match parent.as_mut().filter(|_| is_child) {
            Some(parent) => {
                if state.assignment.is_none() && !parent.refined {
                    parent.king_squares = self.refine(game, parent);
                    parent.refined = true;
                }
                state.king_squares = Arc::clone(&parent.king_squares);
            }
            None => state.king_squares = self.all_king_squares(game),
        }
        self.states[moves_left + 1] = parent;
        let is_feasible = state.assignment.is_some() || self.find_assignment(game, &mut state);
        if is_feasible {
            self.states[moves_left] = Some(state);
        }
        is_feasible
    }

    /// Returns all squares of the king, for all sets of captured men.
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

    /// Returns the squares of the king for which an assignment exists, or for which the node limit ends the
    /// test.
    fn refine<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        state: &SeriesState<S>,
    ) -> Arc<[OpenKingSquare<S>]> {
        let node_limit = self.nodes + REFINE_NODE_LIMIT;
        let open = state.king_squares.iter().filter_map(|king_square| {
            if self.nodes >= node_limit {
                return Some(king_square.clone());
            }
            let (squares, _) = self.search_king_square(game, state, king_square, &mut { NODE_LIMIT })?;
            Some(OpenKingSquare {
                immobile_squares: Some(Box::new(squares)),
                obstacles_index: king_square.obstacles_index,
                king: king_square.king,
            })
        });
        open.collect()
    }

    /// Searches an assignment and stores it in the state. Returns whether one exists or the node limit ends
    /// the search.
    fn find_assignment<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        state: &mut SeriesState<S>,
    ) -> bool {
        let mut nodes_left = NODE_LIMIT;
        for king_square in Arc::clone(&state.king_squares).iter() {
            if let Some((_, found)) = self.search_king_square(game, state, king_square, &mut nodes_left) {
                state.assignment = found;
                return true;
            }
        }
        false
    }

    /// Searches an assignment for a square of the king. Returns the squares on which men may be immobile
    /// then, and the assignment: `None` in its place if it is unknown but cannot be excluded. `None` if there
    /// is no assignment.
    fn search_king_square<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        state: &SeriesState<S>,
        king_square: &OpenKingSquare<S>,
        nodes_left: &mut u32,
    ) -> Option<(ImmobileSquares<S>, Option<Assignment>)> {
        let obstacles = &mut self.obstacles[king_square.obstacles_index];
        let start = StartDistances::new(&game.board, obstacles, state, king_square.king)?;
        obstacles.prepare_final_king(&game.board, king_square.king);
        let obstacles = &self.obstacles[king_square.obstacles_index];
        let mut search = AssignmentSearch {
            obstacles,
            final_king: obstacles.final_king(king_square.king)?,
            blocking_squares: &self.blocking_squares,
            king: king_square.king,
            king_moves: start.king_moves,
            king_row: start.king_row,
            men: &state.men,
            rows: start.rows,
            to_capture: start.to_capture,
            move_budget: state.move_budget,
            nodes_left,
            places: [FinalPlace::Unassigned; MAX_MEN],
        };
        self.nodes += NODES_PER_KING_SQUARE;
        let bounds = SquareBounds::new(&search, king_square.immobile_squares.as_deref())?;
        let before = *search.nodes_left;
        let found = search.search(game, &bounds);
        self.nodes += u64::from(before - *search.nodes_left);
        let assignment = found?.map(|(cost, places)| Assignment {
            obstacles_index: king_square.obstacles_index,
            king_square: king_square.king,
            cost,
            places,
        });
        Some((bounds.squares, assignment))
    }

    /// Returns the men of the moving side; `None` if there are too many or if any man is of a kind that is
    /// not supported.
    fn moving_men<M: AnyRuleState>(&self, position: &Position<S, M>) -> Option<MovingMen> {
        let own = position.of(self.stalemated_side);
        let king = (position.royal & own).first()?;
        let kings = position.walk(Walk::King) & own;
        let is_supported = kings == S::of(king)
            && position.royal == position.walk(Walk::King)
            && !position.has_neutrals()
            && position.walk(Walk::ReversedPawn).is_empty();
        if !is_supported || own.count() as usize > MAX_MEN + 1 {
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

    /// Computes the tables, unless those of an earlier root still apply. Returns whether the bound can be
    /// used: the men that may be captured are not too many.
    fn ensure_initialised<B: Board<Set = S>, R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        count: usize,
    ) -> bool {
        let side = self.stalemated_side.other();
        let own = position.of(side);
        let walks = position.walks().map(|men| men & own);
        let castling = position.castling & own;
        let is_subset = walks.iter().zip(self.walks).all(|(&walk, known)| (walk & !known).is_empty());
        if is_subset && (castling & !self.castling).is_empty() && self.men_count == count && self.initialised
        {
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
        let table_len = game.board.geometry().table_len();
        let unrestricted = || Arc::new(PermittedTargets::unrestricted(game.board.geometry()));
        let permitted = game.permitted_targets.clone().unwrap_or_else(unrestricted);
        self.blocking_squares = vec![S::EMPTY; Walk::TABLE_LEN * table_len];
        for walk in PAWN_FINAL_WALKS {
            for at in game.board.geometry().all.iter() {
                self.blocking_squares[walk.index() * table_len + at.index()] =
                    blocking_squares(&game.board, &permitted, (walk, self.stalemated_side), at);
            }
        }
        let victims: Vec<Square> = victims.iter().collect();
        let subset = |bits: u32| {
            let chosen = victims.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
            S::from_squares(chosen.map(|(_, &at)| at))
        };
        let mut sets: Vec<S> = (0..1u32 << victims.len()).map(subset).collect();
        sets.sort_by_key(|set| set.count());
        self.obstacles = sets
            .into_iter()
            .map(|victims| {
                let last_moves = |walks: &[S; Walk::TABLE_LEN]| {
                    stalemating_moves(&game.board, &permitted, side, walks, castling, count)
                };
                Obstacles::new(&game.board, &permitted, self.stalemated_side, walks, victims, last_moves)
            })
            .collect();
        true
    }
}

/// Where a search of an assignment begins: the men that must be captured, and the rows of the distance tables.
struct StartDistances<S> {
    /// The men of the other side that are captured.
    to_capture: S,
    /// The number of the first row of distances of the king.
    king_row: usize,
    /// The moves of the king to its final square.
    king_moves: u16,
    /// The number of the first row of distances of each of the other men.
    rows: [usize; MAX_MEN],
}

impl<S: Squares> StartDistances<S> {
    /// Returns `None` if the king cannot reach its final square, or if a man cannot be captured, within the
    /// moves left.
    fn new<B: Board<Set = S>>(
        board: &B,
        obstacles: &mut Obstacles<S>,
        state: &SeriesState<S>,
        final_king: Square,
    ) -> Option<StartDistances<S>> {
        let SeriesState { men, move_budget, static_men, .. } = state;
        let to_capture = *static_men & !obstacles.men;
        if !(obstacles.men & !*static_men).is_empty() || to_capture.count() > u32::from(*move_budget) {
            return None;
        }
        let king_row = obstacles.first_row(board, Walk::King, men.king);
        let king_moves = obstacles.distance(king_row, Walk::King, final_king);
        if king_moves == UNREACHABLE || u16::from(king_moves) > *move_budget {
            return None;
        }
        let mut rows = [0; MAX_MEN];
        for (row, &(walk, at)) in rows.iter_mut().zip(&men.men[..men.count]) {
            *row = obstacles.first_row(board, walk, at);
        }
        let can_be_captured = |victim: Square| {
            let mut men = men.men[..men.count].iter().zip(rows);
            u16::from(obstacles.distance(king_row, Walk::King, victim)) <= *move_budget
                || men.any(|(&(walk, _), row)| {
                    u16::from(obstacles.distance_any_promotion(row, walk, victim)) <= *move_budget
                })
        };
        let king_moves = u16::from(king_moves);
        let all_can = to_capture.iter().all(can_be_captured);
        all_can.then_some(StartDistances { to_capture, king_row, king_moves, rows })
    }
}

/// Returns the number of moves that castling may still save a side: it moves king and rook by one move. `None` if the side
/// may castle where rules restrict the squares to which men go: king and rook may need any number of moves otherwise.
fn castling_savings<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    side: Side,
) -> Option<usize> {
    let geometry = game.board.geometry();
    let castlings = geometry.castlings.iter();
    let mut granted = castlings
        .filter(|castling| castling.side == side && castling.is_granted(position.castling))
        .peekable();
    if granted.peek().is_some() && game.permitted_targets.is_some() {
        return None;
    }
    let savings =
        granted.map(|castling| geometry.between(castling.king_from, castling.king_to).count() as usize + 1);
    Some(savings.max().unwrap_or(0))
}

#[cfg(test)]
mod tests;
