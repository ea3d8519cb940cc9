//! The state of the patterns at one ply of the search: where the men are, which patterns are feasible, and
//! what they cost.
//!
//! **What.** A stack of states, one for each ply, as chess programs keep what a move cannot restore
//! ([copy-make](https://www.chessprogramming.org/Copy-Make)). The feasible patterns of all plies are in one list; a state
//! has its range.
//!
//! **Why it is correct.** A state is copied from that of the ply before and changed only by [`update`](super::update), so
//! that taking back a move restores it. Patterns are listed when they are first needed: until then
//! [`PlyState::pending_move`] has the move to apply.
//!
//! **Cost and gain.** A state has at most [`MAX_MEN`] men; a copy costs less than the distances that it saves. One list
//! for all plies needs no allocation during the search.
//!
//! **Reference.** None for the patterns; copy-make is a standard technique.

use super::update::MoveDelta;
use crate::board::{Square, Squares};
use crate::position::{AnyRuleState, Move, MoveKind, Position, Side, Walk};
use crate::search::lower_bound::rebirth_squares::MAX_MEN;

/// The walk and the square of a man; `None` if it has been captured.
pub(in crate::search) type ManState = Option<(Walk, Square)>;

/// The value of [`PatternState::waiting_cost`] before it is computed.
pub(super) const NOT_COMPUTED: u16 = u16::MAX;

/// Returns what a function gives for each side, White first.
// `[0, 1].map` is not inlined everywhere, which takes longer than most of these functions.
#[inline(always)]
pub(super) fn of_each_side<T>(mut of: impl FnMut(usize) -> T) -> [T; 2] {
    [of(0), of(1)]
}

/// A feasible pattern, and its cost at one ply.
#[derive(Clone, Copy)]
pub(super) struct PatternState {
    /// The index in [`MatePatterns::patterns`](super::MatePatterns::patterns).
    pub(super) pattern_index: u32,
    /// The men with a task, as bits.
    pub(super) assigned: u32,
    /// The lower bound on the moves that each side needs, White first.
    pub(super) cost: [u16; 2],
    /// Which sides had no slack at the last refutation test (see [`trigger`](super::trigger)); 0 if the
    /// pattern has not been tested.
    pub(super) tested_slack: u8,
    /// The men of the mated side that must vacate their squares, as bits, if that takes all slack of the
    /// side; 0 otherwise.
    pub(super) must_vacate: u32,
    /// With rebirth: the cost of the side that is not to move after any move of the other side that captures
    /// nothing; [`NOT_COMPUTED`] before its first use.
    pub(super) waiting_cost: u16,
}

impl PatternState {
    /// Returns the state of a pattern without the results of any test.
    pub(super) fn new(pattern_index: u32, assigned: u32, cost: [u16; 2]) -> PatternState {
        PatternState {
            pattern_index,
            assigned,
            cost,
            tested_slack: 0,
            must_vacate: 0,
            waiting_cost: NOT_COMPUTED,
        }
    }
}

/// The men and the feasible patterns at one ply. Pairs are for White and Black. Men keep the index that they
/// have at the root.
#[derive(Clone, Copy)]
pub(in crate::search) struct PlyState {
    pub(in crate::search) men: [ManState; MAX_MEN],
    /// The index of the king to be mated.
    pub(in crate::search) mated_king: usize,
    /// The white men, as bits, captured men included.
    pub(in crate::search) white: u32,
    /// The kings, as bits.
    pub(in crate::search) kings: u32,
    /// The men that have not been captured, as bits.
    pub(in crate::search) on_board: u32,
    pub(in crate::search) moves_left: [u16; 2],
    /// The number of men of each side that can be captured: all but its king.
    pub(in crate::search) capturable: [u16; 2],
    /// An upper bound on the rebirths of men of each side in the moves left.
    pub(in crate::search) max_rebirths: [u16; 2],
    /// The first feasible pattern of this ply in [`MatePatterns::states`](super::MatePatterns::states).
    pub(super) start: usize,
    /// The end of the feasible patterns of this ply in the same list.
    pub(super) end: usize,
    /// With rebirth: the index from which on patterns survive captures only, because after any other move
    /// they cost the waiting side too much.
    pub(super) needs_capture_from: usize,
    /// The move that led here, until the patterns that survive it are listed. At least one does.
    pub(super) pending_move: Option<MoveDelta>,
    /// The pattern that survived the last move for which a survivor was found. It is tested first for the
    /// next move.
    pub(super) witness: usize,
    /// The length of [`MatePatterns::patterns`](super::MatePatterns::patterns) when this state was pushed.
    pub(super) patterns_len: usize,
    /// Whether no bound is known, so that nothing is pruned.
    pub(in crate::search) disabled: bool,
    /// Whether all men are of supported kinds and the mated side has one royal man, a king.
    pub(in crate::search) supported: bool,
    /// Whether [`MatePatterns::refine`](super::MatePatterns::refine) has been run.
    pub(super) refined: bool,
    /// The men that can move without making all patterns infeasible, as bits; `None` before the first use.
    pub(super) useful_movers: Option<u32>,
}

impl PlyState {
    /// Returns a disabled state without men. `states_len` and `patterns_len` are the current lengths of the
    /// lists of [`MatePatterns`](super::MatePatterns).
    pub(super) fn new(moves_left: [usize; 2], states_len: usize, patterns_len: usize) -> PlyState {
        PlyState {
            men: [None; MAX_MEN],
            mated_king: 0,
            white: 0,
            moves_left: moves_left
                .map(|moves| u16::try_from(moves).unwrap_or(u16::MAX / 4).min(u16::MAX / 4)),
            kings: 0,
            on_board: 0,
            capturable: [0; 2],
            max_rebirths: [0; 2],
            start: states_len,
            end: states_len,
            needs_capture_from: usize::MAX,
            pending_move: None,
            witness: 0,
            patterns_len,
            disabled: true,
            supported: false,
            useful_movers: None,
            refined: false,
        }
    }

    /// Turns a copy of the state before a move of `side` into the state after it, still without patterns and
    /// with the men where they were.
    #[inline]
    pub(super) fn advance(&mut self, side: Side, states_len: usize, patterns_len: usize) {
        self.useful_movers = None;
        self.refined = false;
        self.witness = self.start;
        self.start = states_len;
        self.end = states_len;
        self.needs_capture_from = usize::MAX;
        self.patterns_len = patterns_len;
        let moves_left = &mut self.moves_left[side.index()];
        *moves_left = moves_left.saturating_sub(1);
    }

    /// Numbers the men of a position with a king to be mated on the square `mated_king`.
    pub(super) fn place_men<S: Squares, M: AnyRuleState>(
        &mut self,
        position: &Position<S, M>,
        mated_king: Square,
    ) {
        for (man, at) in position.occupied().iter().enumerate() {
            self.men[man] = position.walk_on(at).map(|walk| (walk, at));
            self.white |= u32::from(position.of(Side::White).contains(at)) << man;
            self.kings |= u32::from(position.walk(Walk::King).contains(at)) << man;
            if at == mated_king {
                self.mated_king = man;
            }
        }
        self.update_counts();
    }

    /// Returns the man on a square; `None` if there is none.
    #[inline(always)]
    pub(super) fn man_on(&self, at: Square) -> Option<usize> {
        self.men.iter().position(|man| man.is_some_and(|(_, square)| square == at))
    }

    /// Returns the man captured by a move; `None` if the move captures nothing.
    #[inline]
    pub(super) fn victim<S: Squares, M: AnyRuleState>(
        &self,
        position: &Position<S, M>,
        mv: Move,
    ) -> Option<usize> {
        match mv.kind {
            MoveKind::Capture => self.man_on(mv.to),
            MoveKind::EnPassant => position.ep_pawn().and_then(|at| self.man_on(at)),
            _ => None,
        }
    }

    /// Sets `on_board` and `capturable` from `men`.
    pub(super) fn update_counts(&mut self) {
        let bit = |(man, state): (usize, &ManState)| state.map_or(0, |_| 1 << man);
        self.on_board = self.men.iter().enumerate().map(bit).fold(0, |men, man: u32| men | man);
        let capturable = self.on_board & !self.kings;
        let count = |men: u32| men.count_ones() as u16;
        self.capturable = [count(capturable & self.white), count(capturable & !self.white)];
    }

    /// Returns the men on the board of the opponent of a side, as bits.
    #[inline]
    pub(super) fn opponents_of(&self, side: usize) -> u32 {
        self.on_board & if side == 0 { !self.white } else { self.white }
    }

    /// Returns the men, with the moves left and what castling may save as the move budget.
    pub(super) fn snapshot(&self, castling_savings: [u16; 2]) -> Snapshot {
        self.snapshot_with(of_each_side(|side| self.moves_left[side] + castling_savings[side]))
    }

    /// Returns the men with a given move budget.
    pub(super) fn snapshot_with(&self, move_budget: [u16; 2]) -> Snapshot {
        let PlyState { men, on_board, white, mated_king, max_rebirths, .. } = *self;
        Snapshot { men, on_board, white, mated_king, move_budget, max_rebirths, pattern_limit: 0 }
    }
}

/// The men of a position and the moves that the sides may make. Pairs are for White and Black.
#[derive(Clone, Copy)]
pub(super) struct Snapshot {
    pub men: [ManState; MAX_MEN],
    /// The men that have not been captured, as bits.
    pub on_board: u32,
    /// The white men, as bits, captured men included.
    pub white: u32,
    /// The index of the king to be mated.
    pub mated_king: usize,
    /// The moves left and what castling may save.
    pub move_budget: [u16; 2],
    /// An upper bound on the rebirths of men of each side.
    pub max_rebirths: [u16; 2],
    /// The length of the list of patterns from which on further ones are stored incomplete.
    pub pattern_limit: usize,
}

impl Snapshot {
    /// Returns the side of a man, 0 for White.
    pub fn side_of(&self, man: usize) -> usize {
        1 - (self.white >> man & 1) as usize
    }

    /// Returns the men of a side that have not been captured, as bits.
    pub fn men_of(&self, side: usize) -> u32 {
        self.on_board & if side == 0 { self.white } else { !self.white }
    }
}

/// One step from the root of the search to the current node.
#[derive(Clone, Copy)]
pub(super) struct Undo {
    /// The key of the position reached and its number of plies left; `None` until set.
    pub(super) node_key: Option<(u64, usize)>,
    /// Whether the step has pushed a [`PlyState`]. Below a disabled state none is pushed.
    pub(super) has_state: bool,
}
