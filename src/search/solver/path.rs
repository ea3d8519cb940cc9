//! The path of the solver, for callers that visit positions themselves, as [`Bounded`] does within the search.
//!
//! **What.** The mate patterns are enumerated at the beginning of the path and updated move by move. Calls for
//! the position at its end need no new enumeration.
//!
//! **Why it is correct.** The path changes no answer: a position elsewhere begins a path of its own. See
//! [`lower_bound`](crate::search::lower_bound).
//!
//! **Cost and gain.** See [`mate_patterns`](crate::search::lower_bound::mate_patterns).
//!
//! **Reference.** None.

use super::ScheduleSolver;
use crate::board::Board;
use crate::game::Game;
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::ScheduleNode;
use crate::search::lower_bound::{Bounded, LowerBound, Rooted};
use crate::search::progress::SearchProgress;
use crate::stipulation::Goal;

impl<'a, B: Board, R: GameRules> Bounded<'a, B, R> for ScheduleSolver<'a, B, R> {
    #[inline]
    fn bound(&mut self) -> (&'a Game<B, R>, Goal, &mut LowerBound<'a, B>) {
        (self.game, self.goal, &mut self.lower_bound)
    }

    fn progress(&self) -> &SearchProgress {
        self.limits.progress()
    }
}

impl<'a, B: Board, R: GameRules> ScheduleSolver<'a, B, R> {
    /// Calls `visit` with a path that begins at a node. `None`, without a call, if the lower bound shows that
    /// the node has no solution.
    pub fn at_root<T>(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        visit: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        self.with_root(node, visit)
    }

    /// Returns the solver with a path that begins at a node. `None` if the lower bound shows that the node has
    /// no solution.
    pub fn rooted(self, node: ScheduleNode<'_, B, R>) -> Option<Rooted<Self>> {
        self.into_rooted(node)
    }

    /// Calls `visit` with the path extended by a move from `node` to `next`. `None`, without a call, if the
    /// lower bound rejects the move.
    pub fn after_move<T>(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        mv: Move,
        next: ScheduleNode<'_, B, R>,
        visit: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        self.with_move_to(node, mv, next, visit)
    }

    /// As [`after_move`](Self::after_move), where the side to move passes because it may only parry checks.
    pub fn after_pass<T>(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        next: ScheduleNode<'_, B, R>,
        visit: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        self.with_pass_to(node, next, visit)
    }

    /// Returns the number of mate patterns at the root; `usize::MAX` if they are not known.
    pub(in crate::search) fn root_pattern_count(&self) -> usize {
        self.lower_bound.mate_patterns().and_then(|patterns| patterns.root_count()).unwrap_or(usize::MAX)
    }
}
