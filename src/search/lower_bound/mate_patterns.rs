//! **What.** An admissible lower bound on the moves that help play still needs to a mate or stalemate,
//! updated incrementally. In the mated position the king is on a square that it can reach, that square is
//! attacked, and every neighbouring square is guarded by the mating side or blocked by a man of the mated
//! side. A *mate pattern* assigns these *tasks* to men: the square where the king is mated, the squares of
//! its zone that a man guards or attacks, the square that a man blocks. The bound of a pattern for a side is
//!
//! `cost(side) = sum over its men with a task of the distance to the nearest square that fulfils the task`
//!
//! A pattern is feasible if no cost exceeds the side's *move budget*: the moves left and what castling may
//! save. A move is pruned if no pattern is feasible after it: a quiet move before it is made, a capture with
//! rebirth after it.
//!
//! ```text
//! 5 . . N . . . . .     White to play and mate in one move. King a1: b1 and b2 are guarded by
//! 4 . . p . . . . .     the king (distance 0), a2 is blocked by the pawn (0), a1 can be attacked
//! 3 . . . . . . . .     by the knight from b3 (1). The pattern costs White 1, Black 0: feasible.
//! 2 p . K . . . . .     Pawn c4 can capture on b3: with no black move left the refutation test
//! 1 k . . . . . . .     rejects the pattern. With one, the pawn must vacate c4: feasible.
//!   a b c d e f g h     With no white move left, cost 1 exceeds the budget 0: infeasible.
//! ```
//!
//! The patterns of the root are enumerated once ([`enumerate`]). A move changes the distance of one man, and
//! a captured man can fulfil no task ([`update`]). The moves after which a pattern can be feasible are
//! generated as sets of squares ([`filter`]). Patterns that the distances allow are tested for men that
//! cannot get out of the way and for parries ([`refute`], run where [`trigger`] expects it to pay). Where
//! there are too many patterns, some are stored incomplete, with uncovered squares, and completed during the
//! search, when fewer moves are left. With few men, the final squares of all men of a pattern are tested
//! together ([`placements`]). For stalemate, every man of the mated side has a task or is captured
//! ([`stalemate`], [`capture_cost`]).
//!
//! **Why it is correct.** Admissible: distances are those on an empty board, and pins, blocked lines, checks
//! on the way and necessary captures are ignored by the cost, so a pattern is never rejected that play can realise. The
//! refutation test counts only parries and obstacles that are certain ([`refute`] has the argument). An
//! incomplete pattern is feasible as long as its assigned tasks are. Applies to help and series play of more
//! than two plies, also as the introduction of a selfmate or reflex mate; towards mate if the rules have a
//! [`Relocation`] other than Take&Make (men may then reach squares by captures, see [`rebirth`]), towards
//! stalemate under orthodox captures. Also towards mate, without refutation tests, under some rules by which men move in
//! other ways ([`applicable`]).
//! A man of fairy chess counts as a leaper to every square that it reaches on some board
//! ([`pattern_walks`](super::pattern_walks)).
//!
//! **Cost and gain.** 23 help problems take 0.04 s in geometric mean, against 1.61 s with a bound computed
//! anew at every node, and 13 series problems 0.17 s against 0.44 s. Patterns are not used with more than 20
//! men.
//!
//! **Reference.** Help-play solvers have searched towards enumerated mating positions since the 1980s (the
//! "intelligent mode" of [Popeye](https://github.com/thomas-maeder/popeye)). New are tasks that leave the
//! square of a man open, and their completion during the search.

mod applicable;
mod capture_cost;
mod enumerate;
mod filter;
mod man_task;
mod placements;
mod ply_state;
mod rebirth;
mod refute;
mod stalemate;
mod tasks;
mod trigger;
mod update;

use std::sync::Arc;

use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, Position, Side, Walk};
use crate::rules::GameRules;
use crate::rules::rebirth::Relocation;
use crate::search::lower_bound::Frame;
use crate::search::lower_bound::distance::DistanceTable;
use crate::search::lower_bound::king_zone::KingZoneAttacks;
use crate::search::lower_bound::pattern_walks::PatternWalks;
use crate::search::lower_bound::payoff::Payoff;
pub(in crate::search) use crate::search::lower_bound::rebirth_squares::MAX_MEN;
use crate::search::lower_bound::rebirth_squares::RebirthSquares;
use crate::stipulation::{Goal, Quantifier, Schedule};
use applicable::PatternMoves;
pub(in crate::search) use applicable::supported_king;
use capture_cost::CaptureCosts;
pub(in crate::search) use enumerate::bits;
use ply_state::{ManState, NOT_COMPUTED, PatternState, PlyState, Undo, of_each_side};
use tasks::{TaskId, TaskTable};

/// The most men with which patterns are enumerated. Among more men there are too many patterns for the bound
/// to prune.
const MAX_PATTERN_MEN: usize = 20;
/// Up to this number of patterns, the survivors of a move are listed when it is made, and are tested again at
/// every position.
const FEW_PATTERNS: usize = 4;
/// The most patterns of a position for which refutation tests are run.
const MAX_PATTERNS_TO_TEST: usize = 48;
/// The most patterns of a position for which the incomplete ones are completed.
const MAX_PATTERNS_TO_COMPLETE: usize = 400;
/// The most men on the board with which placements are enumerated.
const MAX_PLACED_MEN: u32 = 6;
/// Up to this number of moves left, of both sides together, it is cheaper to play them than to complete or
/// test patterns.
const MAX_MOVES_UNREFINED: u16 = 2;

/// An assignment of tasks to men.
#[derive(Clone, Copy)]
struct MatePattern {
    /// The task of each man; 0 if it has none.
    tasks: [TaskId; MAX_MEN],
    /// The square where the king is mated.
    king: Square,
    /// For stalemate: the men of the side to be stalemated that lack a move for another reason than men of their own
    /// around them, as bits. Those without a task will be captured; those with a task will be pinned or, if
    /// pawns, stopped by an opposing man.
    captured_or_held: u32,
    /// Whether squares are still uncovered or, for stalemate, men still have moves.
    incomplete: bool,
}

/// The mate patterns of a search, with one state for each ply from its root to the current node. Pairs are
/// for White and Black.
pub(in crate::search) struct MatePatterns<'a, B: Board> {
    pub(in crate::search) tasks: TaskTable<'a, B>,
    pub(in crate::search) rebirth: Relocation,
    /// What is known of the moves of men.
    moves: PatternMoves,
    /// Whether the patterns pay, measured if [`Self::is_metered`].
    payoff: Payoff,
    /// Whether a selfmate or reflex mate follows.
    precedes_battle: bool,
    /// Whether the goal is stalemate, not mate.
    pub(in crate::search) for_stalemate: bool,
    /// For stalemate: the moves that captures cost the mated side, in the position that is being enumerated
    /// or tested.
    capture_costs: Option<Box<CaptureCosts<B::Set>>>,
    /// Whether `capture_costs` belong to the position after the move that is being tested.
    capture_costs_ready: bool,
    /// The number of nodes that the enumeration may still visit.
    nodes_left: u32,
    patterns: Vec<MatePattern>,
    /// The feasible patterns of all plies. Each [`PlyState`] has a range of this list.
    states: Vec<PatternState>,
    /// How often refutation tests reject a pattern.
    success_rates: trigger::SuccessRates,
    undo_stack: Vec<Undo>,
    pub(in crate::search) ply_states: Vec<PlyState>,
    /// The moves left at the last root, of this or another position, that had too many patterns.
    too_many_at: Option<[u16; 2]>,
    /// The squares where men of each side can be reborn in the position that is being tested; `None` if they
    /// are not known.
    rebirth_squares: [Option<B::Set>; 2],
}

/// Returns the walks of the men of a side, with those of promoted men if it has pawns.
fn possible_walks<S: Squares, M: AnyRuleState>(
    position: &Position<S, M>,
    side: Side,
    walks: PatternWalks<'_>,
) -> Vec<Walk> {
    let has_walk = |walk| position.of(side).intersects(position.walk(walk));
    let has_pawns = has_walk(Walk::Pawn);
    let is_possible = |&walk: &Walk| has_walk(walk) || (has_pawns && walks.promotions().contains(&walk));
    walks.all().filter(is_possible).collect()
}

impl<'a, B: Board> MatePatterns<'a, B> {
    /// Returns an empty set of patterns for play from a position in which `mating_side` is to reach the goal;
    /// `None` if a square of the board has too many neighbours, or the rules are not supported.
    pub fn new<R: GameRules>(
        game: &'a Game<B, R>,
        mating_side: Side,
        goal: Goal,
        position: &PositionOf<B, R>,
    ) -> Option<MatePatterns<'a, B>> {
        let (moves, kind) = PatternMoves::of(game)?;
        let rebirth_squares = RebirthSquares::of_kind(game, kind)?;
        let walks = PatternWalks::new(game)?;
        let victim_walks = possible_walks(position, mating_side.other(), walks);
        let rebirth = rebirth_squares.kind;
        let squares = Arc::new(rebirth_squares);
        let distances = |with_rebirth| {
            DistanceTable::new(&game.board, mating_side, walks, Arc::clone(&squares), with_rebirth)
        };
        let king_zone =
            KingZoneAttacks::new(&game.board, mating_side, walks, Arc::clone(&squares), victim_walks)?;
        let rebirth_distances = squares.has_rebirth().then(|| distances(true));
        Some(MatePatterns {
            tasks: TaskTable::new(king_zone, distances(false), rebirth_distances)?,
            rebirth,
            moves,
            payoff: Payoff::default(),
            precedes_battle: false,
            for_stalemate: goal == Goal::Stalemate,
            capture_costs: None,
            capture_costs_ready: false,
            nodes_left: 0,
            patterns: Vec::new(),
            states: Vec::new(),
            success_rates: Default::default(),
            undo_stack: Vec::new(),
            ply_states: Vec::new(),
            too_many_at: None,
            rebirth_squares: [None; 2],
        })
    }

    /// Sets the schedule that is played, of which the last move reaches the goal.
    pub(super) fn set_schedule(&mut self, schedule: &Schedule) {
        self.precedes_battle =
            schedule.plies.last().is_some_and(|last| last.quantifier != Quantifier::Exists);
    }

    /// Returns the side that mates.
    pub fn mating_side(&self) -> Side {
        self.tasks.distances.mating_side
    }

    /// Returns whether the tables made for one position are valid for another one, too.
    pub fn supports<R: GameRules>(&self, position: &PositionOf<B, R>) -> bool {
        let king_zone = &self.tasks.king_zone;
        !king_zone.has_displacing_rebirth()
            || king_zone.supports_victims(&possible_walks(
                position,
                self.mating_side().other(),
                king_zone.walks,
            ))
    }

    /// Returns whether a search from another root should begin with new tables, because the numbers of tasks
    /// run out.
    pub fn needs_rebuild(&self) -> bool {
        self.undo_stack.is_empty() && self.tasks.is_half_full()
    }

    /// Returns whether no pattern is used at the end of the path.
    pub(super) fn are_disabled(&self) -> bool {
        self.ply_states.last().is_some_and(|ply_state| ply_state.disabled)
    }

    /// Returns the number of feasible patterns at the root; `None` if it is not known.
    pub fn root_count(&self) -> Option<usize> {
        self.ply_states.first().filter(|root| !root.disabled).map(|root| root.end - root.start)
    }

    /// Returns whether the path ends at the position with this key and this number of plies left.
    pub(super) fn is_current(&self, key: u64, plies_left: usize) -> bool {
        self.undo_stack.last().is_some_and(|undo| undo.node_key == Some((key, plies_left)))
    }

    /// Sets the key of the position at the end of the path, and its number of plies left.
    pub(super) fn set_key(&mut self, key: u64, plies_left: usize) {
        if let Some(undo) = self.undo_stack.last_mut() {
            undo.node_key = Some((key, plies_left));
        }
    }

    /// Extends the path by a position as a root, with the moves left to White and Black. `None` if no pattern
    /// is feasible: the path is then as before.
    pub(super) fn enter_root<R: GameRules>(
        &mut self,
        position: &PositionOf<B, R>,
        moves_left: [usize; 2],
    ) -> Option<Frame> {
        let frame = self.frame();
        if self.push_root::<R>(position, moves_left) {
            return Some(frame);
        }
        self.leave(frame);
        None
    }

    /// Pushes a position as a root, with the moves left to White and Black, and enumerates its patterns.
    /// Returns whether the goal may be reachable.
    fn push_root<R: GameRules>(&mut self, position: &PositionOf<B, R>, moves_left: [usize; 2]) -> bool {
        if self.undo_stack.is_empty() {
            self.payoff = Payoff::default();
        }
        let mut root = PlyState::new(moves_left, self.states.len(), self.patterns.len());
        // What castling saves is not known where it changes the walk of the rook, or king and rook may need any number of
        // moves.
        let may_castle = self.moves == PatternMoves::Other && self.may_ever_castle::<R>(position);
        let king = supported_king::<B, R>(position, self.mating_side().other()).filter(|_| !may_castle);
        let men_count = position.occupied().count() as usize;
        root.supported = king.is_some() && men_count <= MAX_MEN;
        if let Some(king) = king.filter(|_| men_count <= MAX_PATTERN_MEN && self.may_enumerate(&root)) {
            root.place_men(position, king);
            root.max_rebirths = self.max_rebirths(&root);
            self.enumerate_root::<R>(&mut root, position);
        }
        let is_feasible = root.disabled || root.end > root.start;
        self.ply_states.push(root);
        self.undo_stack.push(Undo { node_key: None, has_state: true });
        is_feasible
    }

    /// Returns the frame of the next step.
    #[inline]
    fn frame(&self) -> Frame {
        Frame { depth: self.undo_stack.len() }
    }

    /// Takes back the step of a frame, and those after it.
    #[inline]
    pub(super) fn leave(&mut self, Frame { depth }: Frame) {
        while self.undo_stack.len() > depth {
            let has_state = self.undo_stack.pop().is_some_and(|undo| undo.has_state);
            if let Some(ply_state) = if has_state { self.ply_states.pop() } else { None } {
                self.states.truncate(ply_state.start);
                self.patterns.truncate(ply_state.patterns_len);
            }
        }
    }

    /// Returns whether an enumeration may pay.
    fn may_enumerate(&self, root: &PlyState) -> bool {
        let has_fewer_moves = |limit: [u16; 2]| (0..2).any(|side| root.moves_left[side] < limit[side]);
        self.payoff.is_worthwhile()
            && self.too_many_at.is_none_or(has_fewer_moves)
            // Men that continue after a capture soon reach any square: there only the penultimate filter
            // prunes.
            && !self.tasks.king_zone.rebirth_squares.has_continued_captures()
    }

    /// Enumerates the patterns of a root, and tests them. The root stays disabled if there are too many.
    fn enumerate_root<R: GameRules>(&mut self, root: &mut PlyState, position: &PositionOf<B, R>) {
        let castling_savings = self.castling_savings::<R>(root, position);
        root.disabled = !self.enumerate_all(&mut root.snapshot(castling_savings));
        if root.disabled {
            self.too_many_at = Some(root.moves_left);
            self.states.truncate(root.start);
            self.patterns.truncate(root.patterns_len);
            return;
        }
        root.end = self.states.len();
        let has_few_men = root.on_board.count_ones() <= MAX_PLACED_MEN;
        if self.for_stalemate {
            let patterns = root.end - root.start;
            self.payoff.record_enumeration(patterns, has_few_men && patterns <= MAX_PATTERNS_TO_TEST);
        } else if has_few_men && R::ORTHODOX_CAPTURES && B::LINES_UNIQUE {
            self.place_patterns(root, castling_savings);
        }
        if self.has_refutation_test() {
            self.run_refutation_tests(root, castling_savings, position.ep_pawn());
        }
        root.refined = true;
    }

    /// Returns an upper bound on the moves that castling may still save each side.
    fn castling_savings<R: GameRules>(&self, ply_state: &PlyState, position: &PositionOf<B, R>) -> [u16; 2] {
        if !self.rebirth.is_never() {
            return self.castling_savings_with_rebirth::<R>(ply_state, position);
        }
        if position.castling.is_empty() {
            return [0; 2];
        }
        let savings = self.tasks.distances.castling_savings();
        let castlings = &self.tasks.distances.board.geometry().castlings;
        of_each_side(|side| {
            let side = Side::BOTH[side];
            let mut own = castlings.iter().filter(|castling| castling.side == side);
            let may_castle = own.any(|castling| castling.is_granted(position.castling));
            if may_castle { savings } else { 0 }
        })
    }

    /// Returns whether a side may castle now or later. A man that becomes a rook on the square of a rook may castle.
    fn may_ever_castle<R: GameRules>(&self, position: &PositionOf<B, R>) -> bool {
        let castlings = &self.tasks.distances.board.geometry().castlings;
        let changes_walks = self.tasks.distances.walks.changes().is_some();
        castlings.iter().any(|castling| {
            let may_get_rook = changes_walks && position.of(castling.side).more_than_one();
            castling.is_granted(position.castling)
                || (may_get_rook && position.castling.contains(castling.king_from))
        })
    }

    /// Returns whether refutation tests are valid: kings capture as in orthodox chess, and so do men move. Otherwise it is not
    /// certain which men can parry, nor which attacks are checks.
    fn has_refutation_test(&self) -> bool {
        self.tasks.king_zone.rebirth_squares.has_orthodox_king_captures && self.has_orthodox_moves()
    }

    /// Returns whether men always move as in orthodox chess, apart from captures.
    pub fn has_orthodox_moves(&self) -> bool {
        self.moves == PatternMoves::Orthodox
    }

    /// Returns whether the payoff is measured. Towards a helpmate without rebirth and with orthodox moves the patterns always
    /// pay. Before a selfmate most positions are refuted in less time than many patterns take.
    fn is_metered(&self) -> bool {
        !self.rebirth.is_never() || self.for_stalemate || self.precedes_battle || !self.has_orthodox_moves()
    }

    /// Records a probe of the transposition table for a position with `plies_left` plies to play.
    #[inline]
    pub fn record_probe(&mut self, plies_left: usize, is_hit: bool) {
        if self.is_metered() {
            self.payoff.record_probe(plies_left, is_hit);
        }
    }

    /// Records the number of moves searched at a position with `plies_left` plies to play.
    #[inline]
    pub fn record_expansion(&mut self, plies_left: usize, moves: usize) {
        if self.is_metered() {
            self.payoff.record_expansion(plies_left, moves);
        }
    }

    /// Completes and tests the patterns of the current position, if that has not been done and is expected to
    /// pay. Returns whether the goal may be reachable.
    pub fn refine<R: GameRules>(&mut self, game: &Game<B, R>, position: &PositionOf<B, R>) -> bool {
        if self.ply_states.last().is_none_or(|ply_state| ply_state.disabled) {
            return true;
        }
        self.apply_pending_move();
        let Some(mut ply_state) = self.ply_states.pop() else { return true };
        if !ply_state.disabled && !ply_state.refined {
            ply_state.refined = true;
            let castling_savings = self.castling_savings::<R>(&ply_state, position);
            let moves_left = ply_state.moves_left[0] + ply_state.moves_left[1];
            if moves_left > MAX_MOVES_UNREFINED && ply_state.end - ply_state.start <= MAX_PATTERNS_TO_COMPLETE
            {
                self.complete_all(&mut ply_state, castling_savings);
            }
            if !self.rebirth.is_never() {
                self.refute_by_captures(game, position, &mut ply_state, castling_savings);
            } else if self.has_refutation_test()
                && moves_left > MAX_MOVES_UNREFINED
                && ply_state.end - ply_state.start <= MAX_PATTERNS_TO_TEST
            {
                self.run_refutation_tests(&mut ply_state, castling_savings, position.ep_pawn());
            }
        }
        let is_feasible = ply_state.disabled || ply_state.end > ply_state.start;
        self.ply_states.push(ply_state);
        is_feasible
    }

    /// Replaces the incomplete patterns of a ply by their completions, within the limits of the enumeration.
    fn complete_all(&mut self, ply_state: &mut PlyState, castling_savings: [u16; 2]) {
        let is_incomplete = |state: &PatternState| self.patterns[state.pattern_index as usize].incomplete;
        if !self.states[ply_state.start..ply_state.end].iter().any(is_incomplete) {
            return;
        }
        let mut snapshot = ply_state.snapshot(castling_savings);
        if self.for_stalemate {
            self.init_capture_costs(&snapshot);
        }
        let states: Vec<PatternState> = self.states.drain(ply_state.start..).collect();
        let mut last_target = None;
        for state in states {
            if !self.patterns[state.pattern_index as usize].incomplete {
                self.states.push(state);
            } else {
                self.complete(state, &mut snapshot, &mut last_target);
            }
        }
        (ply_state.end, ply_state.needs_capture_from) = (self.states.len(), usize::MAX);
        ply_state.useful_movers = None;
    }
}

#[cfg(test)]
mod tests;
