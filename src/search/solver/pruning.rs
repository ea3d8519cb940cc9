//! Pruning by lower bounds: the solver's path through the tree, followed by the mate patterns.
//!
//! **What.** [`MatePatterns`] are enumerated at a root and updated move by move. [`init_root`] sets the root,
//! [`push_move`] and [`push_pass`] extend the path, [`pop_to`] shortens it again. The stalemates of
//! [`SeriesStalemate`] need no path: they are tested at each position.
//!
//! **Why it is correct.** Both bounds are admissible: where they find nothing feasible, there is no solution.
//! Where neither applies to the schedule, nothing is pruned.
//!
//! **Cost and gain.** See [`mate_patterns`](crate::search::lower_bound::mate_patterns) and
//! [`series_stalemate`](crate::search::lower_bound::series_stalemate).
//!
//! **Reference.** See there.
//!
//! [`init_root`]: ScheduleSolver::init_root
//! [`push_move`]: ScheduleSolver::push_move
//! [`push_pass`]: ScheduleSolver::push_pass
//! [`pop_to`]: ScheduleSolver::pop_to

use super::ScheduleSolver;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::lower_bound::mate_patterns::MatePatterns;
use crate::search::lower_bound::series_stalemate::SeriesStalemate;
use crate::stipulation::Schedule;

impl<B: Board, R: GameRules> ScheduleSolver<'_, B, R> {
    /// Returns whether the path ends at this position, before ply `index`, with its mate patterns known.
    pub fn is_current(&self, position: &PositionOf<B, R>, index: usize) -> bool {
        self.mate_patterns.as_ref().is_some_and(|patterns| patterns.is_current(position.key(), index))
    }

    /// Makes a position, before ply `index`, the root of the path. Returns `false` if the lower bounds show
    /// that the schedule has no solution from there.
    pub fn init_root(&mut self, schedule: &Schedule, position: &PositionOf<B, R>, index: usize) -> bool {
        if self.init_series_stalemate(schedule, position) {
            self.mate_patterns = None;
            return true;
        }
        self.series_stalemate = None;
        let uses_mate_patterns = MatePatterns::<B>::is_applicable(self.game, self.goal, schedule);
        let Some(last_ply) = schedule.plies.last().filter(|_| uses_mate_patterns) else {
            self.mate_patterns = None;
            return true;
        };
        let is_reusable = |patterns: &MatePatterns<'_, B>| {
            patterns.mating_side() == last_ply.side
                && !patterns.should_rebuild()
                && patterns.supports::<R>(position)
        };
        if !self.mate_patterns.as_ref().is_some_and(is_reusable) {
            self.mate_patterns = MatePatterns::new(self.game, last_ply.side, self.goal, position);
        }
        let Some(patterns) = &mut self.mate_patterns else { return true };
        let is_feasible = patterns.init_root::<R>(position, schedule.moves_left(index));
        patterns.set_key(position.key(), index);
        is_feasible
    }

    /// Returns whether each position will be tested for a feasible stalemate at the end of the series.
    fn init_series_stalemate(&mut self, schedule: &Schedule, position: &PositionOf<B, R>) -> bool {
        let applies = SeriesStalemate::<B::Set>::is_applicable(self.game, self.goal, schedule);
        let Some(last_ply) = schedule.plies.last().filter(|_| applies) else { return false };
        let stalemated_side = last_ply.side.other();
        let reusable =
            self.series_stalemate.take().filter(|bound| bound.stalemated_side() == stalemated_side);
        let bound = reusable.unwrap_or_else(|| SeriesStalemate::new(stalemated_side));
        self.series_stalemate.insert(bound).init_root(self.game, position)
    }

    /// Returns the number of mate patterns at the root; `usize::MAX` if they are not known.
    pub fn root_pattern_count(&self) -> usize {
        self.mate_patterns.as_ref().and_then(MatePatterns::root_count).unwrap_or(usize::MAX)
    }

    /// Extends the path from `position` by a move to `next`, the position before ply `index`. Returns
    /// `false`, and leaves the path as it is, if no mate pattern is feasible then.
    pub fn push_move(
        &mut self,
        position: &PositionOf<B, R>,
        mv: Move,
        next: &PositionOf<B, R>,
        index: usize,
    ) -> bool {
        let Some(patterns) = &mut self.mate_patterns else { return true };
        let is_feasible = patterns.push_move(self.game, position, mv);
        if is_feasible {
            patterns.set_key(next.key(), index);
        }
        is_feasible
    }

    /// As [`push_move`](Self::push_move), where the side to move passes because it may only parry checks: it
    /// then has one move less.
    pub fn push_pass(&mut self, position: &PositionOf<B, R>, next: &PositionOf<B, R>, index: usize) -> bool {
        let Some(patterns) = &mut self.mate_patterns else { return true };
        let is_feasible = patterns.push_pass(self.game, position);
        if is_feasible {
            patterns.set_key(next.key(), index);
        }
        is_feasible
    }

    /// As [`push_move`](Self::push_move), without a mark for [`is_current`](Self::is_current).
    #[inline]
    pub(super) fn push_if_feasible(&mut self, position: &PositionOf<B, R>, mv: Move) -> bool {
        self.mate_patterns.as_mut().is_none_or(|patterns| patterns.push_move(self.game, position, mv))
    }

    /// Returns the length of the path in plies; 0 without mate patterns.
    pub fn depth(&self) -> usize {
        self.mate_patterns.as_ref().map_or(0, MatePatterns::depth)
    }

    /// Shortens the path to the length `depth`.
    pub fn pop_to(&mut self, depth: usize) {
        if let Some(patterns) = &mut self.mate_patterns {
            patterns.pop_to(depth);
        }
    }

    /// Returns whether the lower bounds allow a solution from a position at the end of the path. A pass is
    /// not a choice, so that the patterns are refined at the position after it.
    #[inline]
    pub(super) fn is_feasible(
        &mut self,
        position: &PositionOf<B, R>,
        must_pass: bool,
        plies_left: usize,
    ) -> bool {
        if let Some(patterns) = &mut self.mate_patterns
            && !must_pass
            && !patterns.refine(self.game, position)
        {
            return false;
        }
        match &mut self.series_stalemate {
            Some(bound) => bound.is_feasible(self.game, position, plies_left - 1),
            None => true,
        }
    }
}
