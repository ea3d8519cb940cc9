//! Admissible lower bounds on the moves that a goal still needs: play that needs more than is left is pruned.
//!
//! **What.** A [`LowerBound`] is one of three bounds, or none. They act at different moments of a node:
//!
//! | bound | before the table | after the table | moves | path |
//! |---|---|---|---|---|
//! | [`MatePatterns`] | | refutation tests | move filter, and each move before it is made (captures with rebirth after it) | follows it |
//! | [`SeriesStalemate`] | | all tests | | |
//! | [`ProofGameBound`] | all tests | | move filter | |
//!
//! A [`MatingNet`](mating_net::MatingNet) is the bound of direct, self and reflex play; it needs no path.
//!
//! The mate patterns are enumerated at a root and updated move by move. A [`Bounded`] search extends the path
//! for the time of a call ([`Bounded::with_move`]), or as long as a guard lives ([`PathGuard`]): no module
//! outside of the bounds can make a [`Frame`], so that no step is forgotten.
//!
//! **Why it is correct.** Each bound is admissible: where nothing is feasible, there is no solution. A bound is
//! selected only where it applies to the rules, the goal and the schedule.
//!
//! **Cost and gain.** See the bounds.
//!
//! **Reference.** See the bounds.

pub mod distance;
pub mod king_zone;
pub mod mate_patterns;
pub mod mating_net;
pub mod pattern_walks;
pub mod payoff;
pub mod proof_game;
pub mod rebirth_squares;
pub mod series_stalemate;

use std::cell::RefCell;
use std::marker::PhantomData;

use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::Move;
use crate::rules::GameRules;
use crate::search::ScheduleNode;
use crate::search::progress::{BoundsUsed, SearchProgress};
use crate::stipulation::{Goal, Schedule};
use mate_patterns::MatePatterns;
use proof_game::ProofGameBound;
use series_stalemate::SeriesStalemate;

/// The lower bound of a search.
pub(in crate::search) enum LowerBound<'a, B: Board> {
    /// No bound applies: nothing is pruned.
    None,
    /// The bound of help and series play towards mate or stalemate.
    MatePatterns(Box<MatePatterns<'a, B>>),
    /// The bound of series-help play towards stalemate.
    SeriesStalemate(Box<SeriesStalemate<B::Set>>),
    /// The bound of proof games and A to B problems.
    ProofGame(Box<ProofGameBound<B::Set>>),
}

/// A step of the path, to be taken back.
#[must_use]
struct Frame {
    /// The number of steps before this one.
    depth: usize,
}

impl<'a, B: Board> LowerBound<'a, B> {
    /// Returns the bound that is known before the first root.
    pub fn new<R: GameRules>(game: &Game<B, R>, goal: Goal) -> LowerBound<'a, B> {
        let bound = if goal.is_diagram() { ProofGameBound::new(game) } else { None };
        bound.map_or(LowerBound::None, |bound| LowerBound::ProofGame(Box::new(bound)))
    }

    /// Returns the mate patterns, if they are the bound.
    #[inline]
    pub fn mate_patterns(&self) -> Option<&MatePatterns<'a, B>> {
        match self {
            LowerBound::MatePatterns(patterns) => Some(patterns),
            _ => None,
        }
    }

    /// Returns the mate patterns, if they are the bound.
    #[inline]
    pub fn mate_patterns_mut(&mut self) -> Option<&mut MatePatterns<'a, B>> {
        match self {
            LowerBound::MatePatterns(patterns) => Some(patterns),
            _ => None,
        }
    }

    /// Returns whether a bound that costs no more than a probe of the table allows a solution.
    #[inline]
    pub fn is_feasible_before_probe<R: GameRules>(&mut self, node: ScheduleNode<'_, B, R>) -> bool {
        match self {
            LowerBound::ProofGame(bound) => bound.is_feasible(node.position, node.moves_left()),
            _ => true,
        }
    }

    /// Returns whether the other bounds allow a solution from the current node. A pass is not
    /// a choice, so that the mate patterns are refined at the position after it.
    #[inline]
    pub fn is_feasible<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        node: ScheduleNode<'_, B, R>,
        must_pass: bool,
    ) -> bool {
        match self {
            LowerBound::MatePatterns(patterns) => must_pass || patterns.refine(game, node.position),
            LowerBound::SeriesStalemate(bound) => bound.is_feasible(game, node.position, node.plies_left - 1),
            LowerBound::None | LowerBound::ProofGame(_) => true,
        }
    }

    /// Returns which bound this is, for the record of a root with this goal and this schedule.
    fn bounds_used(&self, goal: Goal, schedule: &Schedule) -> BoundsUsed {
        match self {
            LowerBound::MatePatterns(patterns) if patterns.are_disabled() => BoundsUsed::MATE_PATTERNS_OFF,
            LowerBound::MatePatterns(_) => BoundsUsed::MATE_PATTERNS,
            LowerBound::SeriesStalemate(_) => BoundsUsed::SERIES_STALEMATE,
            LowerBound::ProofGame(_) => BoundsUsed::PROOF_GAME,
            LowerBound::None if MatePatterns::<B>::fits(goal, schedule) => BoundsUsed::MATE_PATTERNS_OFF,
            LowerBound::None => BoundsUsed::default(),
        }
    }

    /// Selects the bound of a root, and keeps what is known if it is the same as before.
    fn select<R: GameRules>(&mut self, game: &'a Game<B, R>, goal: Goal, node: ScheduleNode<'_, B, R>) {
        let ScheduleNode { schedule, position, .. } = node;
        if goal.is_diagram() || self.select_series_stalemate(game, goal, node) {
            return;
        }
        let uses_mate_patterns = MatePatterns::<B>::is_applicable(game, goal, schedule);
        let Some(last_ply) = schedule.plies.last().filter(|_| uses_mate_patterns) else {
            *self = LowerBound::None;
            return;
        };
        let is_reusable = |patterns: &MatePatterns<'_, B>| {
            patterns.mating_side() == last_ply.side
                && !patterns.needs_rebuild()
                && patterns.supports::<R>(position)
        };
        if !self.mate_patterns().is_some_and(is_reusable) {
            let patterns = MatePatterns::new(game, last_ply.side, goal, position);
            *self =
                patterns.map_or(LowerBound::None, |patterns| LowerBound::MatePatterns(Box::new(patterns)));
        }
        if let LowerBound::MatePatterns(patterns) = self {
            patterns.set_schedule(schedule);
        }
    }

    /// Returns whether each position will be tested for a feasible stalemate at the end of the series.
    fn select_series_stalemate<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        goal: Goal,
        ScheduleNode { schedule, position, .. }: ScheduleNode<'_, B, R>,
    ) -> bool {
        let applies = SeriesStalemate::<B::Set>::is_applicable(game, goal, schedule);
        let Some(last_ply) = schedule.plies.last().filter(|_| applies) else { return false };
        let stalemated_side = last_ply.side.other();
        if let LowerBound::SeriesStalemate(bound) = self
            && bound.stalemated_side() == stalemated_side
        {
            return bound.init_root(game, position);
        }
        let mut bound = Box::new(SeriesStalemate::new(stalemated_side));
        let can_be_used = bound.init_root(game, position);
        if can_be_used {
            *self = LowerBound::SeriesStalemate(bound);
        }
        can_be_used
    }

    /// Returns whether the path ends at a node.
    fn is_current<R: GameRules>(&self, node: ScheduleNode<'_, B, R>) -> bool {
        self.mate_patterns().is_some_and(|patterns| patterns.is_current(node.position.key(), node.plies_left))
    }

    /// Records that the path ends at a node.
    fn set_current<R: GameRules>(&mut self, node: ScheduleNode<'_, B, R>) {
        if let Some(patterns) = self.mate_patterns_mut() {
            patterns.set_key(node.position.key(), node.plies_left);
        }
    }

    /// Selects the bound of a node, and begins a path there. `None` if nothing is
    /// feasible.
    fn enter_root<R: GameRules>(
        &mut self,
        game: &'a Game<B, R>,
        goal: Goal,
        node: ScheduleNode<'_, B, R>,
    ) -> Option<Frame> {
        self.select(game, goal, node);
        match self.mate_patterns_mut() {
            Some(patterns) => {
                let frame = patterns.enter_root::<R>(node.position, node.moves_left())?;
                patterns.set_key(node.position.key(), node.plies_left);
                Some(frame)
            }
            None => Some(Frame { depth: 0 }),
        }
    }

    /// Extends the path by a move. `None` if nothing is feasible after it.
    #[inline]
    fn enter_move<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
    ) -> Option<Frame> {
        match self.mate_patterns_mut() {
            Some(patterns) => patterns.enter_move(game, position, mv),
            None => Some(Frame { depth: 0 }),
        }
    }

    /// Extends the path by a move from its end, `position`, to `next`. `None` if nothing is feasible after it.
    fn enter_move_to<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
        next: ScheduleNode<'_, B, R>,
    ) -> Option<Frame> {
        let frame = self.enter_move(game, position, mv)?;
        self.set_current(next);
        Some(frame)
    }

    /// Extends the path by a pass. `None` if nothing is feasible after it.
    fn enter_pass<R: GameRules>(&mut self, game: &Game<B, R>, position: &PositionOf<B, R>) -> Option<Frame> {
        match self.mate_patterns_mut() {
            Some(patterns) => patterns.enter_pass(game, position),
            None => Some(Frame { depth: 0 }),
        }
    }

    /// Takes back the step of a frame.
    #[inline]
    fn leave(&mut self, frame: Frame) {
        if let Some(patterns) = self.mate_patterns_mut() {
            patterns.leave(frame);
        }
    }
}

/// A search that prunes by a lower bound. Its path ends at the current node.
pub(in crate::search) trait Bounded<'a, B: Board, R: GameRules>: Sized {
    /// Returns the game, the goal and the bound.
    fn bound(&mut self) -> (&'a Game<B, R>, Goal, &mut LowerBound<'a, B>);

    /// Returns the progress of the search.
    fn progress(&self) -> &SearchProgress;

    /// Calls `visit` with a path that begins at a node. `None`, without a call, if the bound shows that the
    /// node has no solution.
    fn with_root<T>(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        visit: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let (game, goal, bound) = self.bound();
        let frame = bound.enter_root(game, goal, node);
        self.record_bound(goal, node);
        Some(within(self, frame?, visit))
    }

    /// Records the bound of a root in the progress of the search.
    fn record_bound(&mut self, goal: Goal, node: ScheduleNode<'_, B, R>) {
        let bounds = self.bound().2.bounds_used(goal, node.schedule);
        self.progress().record_bounds(bounds);
    }

    /// Calls `visit` with the path extended by a move. `None`, without a call, if the bound rejects the move.
    #[inline]
    fn with_move<T>(
        &mut self,
        position: &PositionOf<B, R>,
        mv: Move,
        visit: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let (game, _, bound) = self.bound();
        let frame = bound.enter_move(game, position, mv)?;
        Some(within(self, frame, visit))
    }

    /// As [`with_move`](Self::with_move), with `next` as the current node. If the path ends elsewhere, it stays
    /// as it is, and nothing is pruned.
    fn with_move_to<T>(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        mv: Move,
        next: ScheduleNode<'_, B, R>,
        visit: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if !self.is_current(node) {
            return Some(visit(self));
        }
        let (game, _, bound) = self.bound();
        let frame = bound.enter_move_to(game, node.position, mv, next)?;
        Some(within(self, frame, visit))
    }

    /// As [`with_move_to`](Self::with_move_to), where the side to move passes because it may only parry
    /// checks: it then has one move less.
    fn with_pass_to<T>(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        next: ScheduleNode<'_, B, R>,
        visit: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        match self.is_current(node) {
            true => self.with_pass(node, next, visit),
            false => Some(visit(self)),
        }
    }

    /// Calls `visit` with the path extended by a pass to `next`. `None`, without a call, if the bound rejects
    /// the pass.
    fn with_pass<T>(
        &mut self,
        node: ScheduleNode<'_, B, R>,
        next: ScheduleNode<'_, B, R>,
        visit: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let (game, _, bound) = self.bound();
        let frame = bound.enter_pass(game, node.position)?;
        bound.set_current(next);
        Some(within(self, frame, visit))
    }

    /// Returns whether the current node is this one.
    fn is_current(&mut self, node: ScheduleNode<'_, B, R>) -> bool {
        self.bound().2.is_current(node)
    }

    /// Returns the search with a path that begins at a node. `None` if the bound shows that the node has no
    /// solution.
    fn into_rooted(mut self, node: ScheduleNode<'_, B, R>) -> Option<Rooted<Self>> {
        let (game, goal, bound) = self.bound();
        let is_feasible = bound.enter_root(game, goal, node).is_some();
        self.record_bound(goal, node);
        is_feasible.then(|| Rooted(self))
    }
}

/// Calls `visit`, and takes back the step of a frame.
#[inline]
fn within<'a, B: Board, R: GameRules, S: Bounded<'a, B, R>, T>(
    search: &mut S,
    frame: Frame,
    visit: impl FnOnce(&mut S) -> T,
) -> T {
    let value = visit(search);
    search.bound().2.leave(frame);
    value
}

/// A search of which the path begins at a root for the whole of its life.
pub struct Rooted<S>(S);

impl<S> Rooted<S> {
    /// Returns the search.
    pub fn search(&mut self) -> &mut S {
        &mut self.0
    }
}

/// A step of the path of a search that is shared. The step is taken back when the guard is dropped.
pub(in crate::search) struct PathGuard<'s, 'a, B: Board, R: GameRules, S: Bounded<'a, B, R>> {
    search: &'s RefCell<S>,
    /// The step; `None` once it has been taken back.
    frame: Option<Frame>,
    game: PhantomData<&'a Game<B, R>>,
}

impl<'s, 'a, B: Board, R: GameRules, S: Bounded<'a, B, R>> PathGuard<'s, 'a, B, R, S> {
    /// Begins a path at a node. `None` if the bound shows that the node has no solution.
    pub fn root(search: &'s RefCell<S>, node: ScheduleNode<'_, B, R>) -> Option<Self> {
        let frame = {
            let mut search = search.borrow_mut();
            let (game, goal, bound) = search.bound();
            bound.enter_root(game, goal, node)?
        };
        Some(PathGuard { search, frame: Some(frame), game: PhantomData })
    }

    /// Extends the path by a move from the current node to `next`. `None` if the bound rejects the move.
    pub fn move_to(
        search: &'s RefCell<S>,
        position: &PositionOf<B, R>,
        mv: Move,
        next: ScheduleNode<'_, B, R>,
    ) -> Option<Self> {
        let frame = {
            let mut search = search.borrow_mut();
            let (game, _, bound) = search.bound();
            bound.enter_move_to(game, position, mv, next)?
        };
        Some(PathGuard { search, frame: Some(frame), game: PhantomData })
    }
}

impl<'a, B: Board, R: GameRules, S: Bounded<'a, B, R>> Drop for PathGuard<'_, 'a, B, R, S> {
    fn drop(&mut self) {
        if let Some(frame) = self.frame.take() {
            self.search.borrow_mut().bound().2.leave(frame);
        }
    }
}
