//! The progress of a search, for display.

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clock::Stopwatch;

/// The lower bounds by which a search has pruned, and those that would fit its goal but do not support its men or rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BoundsUsed(u8);

impl BoundsUsed {
    /// The bound of proof games and A to B problems.
    pub const PROOF_GAME: BoundsUsed = BoundsUsed(1);
    /// The mate patterns of help and series play.
    pub const MATE_PATTERNS: BoundsUsed = BoundsUsed(1 << 1);
    /// The bound of series play towards stalemate.
    pub const SERIES_STALEMATE: BoundsUsed = BoundsUsed(1 << 2);
    /// Mate patterns would fit the goal and the play, but do not support the men or the rules, or there are too many.
    pub const MATE_PATTERNS_OFF: BoundsUsed = BoundsUsed(1 << 3);

    /// Returns the names of the bounds used.
    pub fn used(self) -> Vec<&'static str> {
        self.names(&[
            (BoundsUsed::PROOF_GAME, "proof game"),
            (BoundsUsed::MATE_PATTERNS, "mate patterns"),
            (BoundsUsed::SERIES_STALEMATE, "series stalemate"),
        ])
    }

    /// Returns the names of the bounds that were off at some time although they would fit.
    pub fn off(self) -> Vec<&'static str> {
        self.names(&[(BoundsUsed::MATE_PATTERNS_OFF, "mate patterns")])
    }

    fn names(self, names: &[(BoundsUsed, &'static str)]) -> Vec<&'static str> {
        names.iter().filter(|(bound, _)| self.0 & bound.0 != 0).map(|&(_, name)| name).collect()
    }
}

/// The progress of a search, which its threads write and a display reads.
#[derive(Debug)]
pub struct SearchProgress {
    nodes: AtomicU64,
    /// The [`BoundsUsed`].
    bounds: AtomicU8,
    /// The root moves searched.
    pub root_moves: ProgressCounter,
    /// The number of plies of the current search and of the longest one of the phase.
    plies: [AtomicUsize; 2],
    /// The time at which the current search began, in milliseconds from the start.
    search_start: AtomicU64,
    clock: Stopwatch,
}

/// A counter of work done and of all work.
#[derive(Debug, Default)]
pub struct ProgressCounter {
    done: AtomicU64,
    total: AtomicU64,
}

/// How far a search has come at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ProgressState {
    /// The number of nodes.
    pub nodes: u64,
    /// The number of root moves searched.
    pub root_moves: u64,
    /// The number of root moves; 0 if one search is for all together, or it is not known yet.
    pub all_root_moves: u64,
    /// The number of plies of the current search.
    pub plies: usize,
    /// The number of plies of the longest search of the phase.
    pub last: usize,
    /// The time since the current search began.
    pub search_time: Duration,
}

impl ProgressCounter {
    /// Starts work of `total` parts.
    pub fn start(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts one more part as done.
    pub fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of parts done and of all parts.
    pub fn done_and_total(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}

impl SearchProgress {
    /// Returns the progress of a search that begins now.
    pub fn start() -> SearchProgress {
        SearchProgress {
            nodes: AtomicU64::new(0),
            bounds: AtomicU8::new(0),
            root_moves: ProgressCounter::default(),
            plies: [AtomicUsize::new(0), AtomicUsize::new(0)],
            search_start: AtomicU64::new(0),
            clock: Stopwatch::start(),
        }
    }

    /// Counts nodes, and returns the number before.
    pub fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Ordering::Relaxed)
    }

    /// Returns the number of nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Records the use of bounds.
    pub fn record_bounds(&self, BoundsUsed(bounds): BoundsUsed) {
        self.bounds.fetch_or(bounds, Ordering::Relaxed);
    }

    /// Returns the bounds used so far.
    pub fn bounds(&self) -> BoundsUsed {
        BoundsUsed(self.bounds.load(Ordering::Relaxed))
    }

    /// Begins a search of `plies` plies, in a phase with searches of up to `last` plies. The number of its root moves
    /// is not known yet.
    pub fn begin_search(&self, plies: usize, last: usize) {
        self.set_plies(plies, last);
        self.root_moves.start(0);
        self.set_search_time(Duration::ZERO);
    }

    fn set_plies(&self, plies: usize, last: usize) {
        for (counter, value) in self.plies.iter().zip([plies, last]) {
            counter.store(value, Ordering::Relaxed);
        }
    }

    /// Sets the time since the current search began.
    fn set_search_time(&self, time: Duration) {
        let start = self.clock.elapsed().saturating_sub(time);
        let start = u64::try_from(start.as_millis()).unwrap_or(u64::MAX);
        self.search_start.store(start, Ordering::Relaxed);
    }

    /// Returns the number of plies of the current search and of the longest search of the phase.
    pub fn plies(&self) -> (usize, usize) {
        let [plies, last] = &self.plies;
        (plies.load(Ordering::Relaxed), last.load(Ordering::Relaxed))
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Returns how far the search has come.
    pub fn state(&self) -> ProgressState {
        let (root_moves, all_root_moves) = self.root_moves.done_and_total();
        let (plies, last) = self.plies();
        let start = Duration::from_millis(self.search_start.load(Ordering::Relaxed));
        let search_time = self.clock.elapsed().saturating_sub(start);
        ProgressState { nodes: self.nodes(), root_moves, all_root_moves, plies, last, search_time }
    }

    /// Shows the state of a search that runs elsewhere.
    pub fn show(&self, state: ProgressState) {
        self.nodes.store(state.nodes, Ordering::Relaxed);
        self.root_moves.start(state.all_root_moves);
        self.root_moves.done.store(state.root_moves, Ordering::Relaxed);
        self.set_plies(state.plies, state.last);
        self.set_search_time(state.search_time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_is_shown_elsewhere() {
        let (here, elsewhere) = (SearchProgress::start(), SearchProgress::start());
        here.add_nodes(5);
        here.begin_search(3, 7);
        here.root_moves.start(20);
        here.root_moves.advance();
        let state = here.state();
        assert_eq!((state.nodes, state.plies, state.last), (5, 3, 7));
        assert_eq!((state.root_moves, state.all_root_moves), (1, 20));
        elsewhere.show(state);
        assert_eq!(
            ProgressState { search_time: Duration::ZERO, ..elsewhere.state() },
            ProgressState { search_time: Duration::ZERO, ..state }
        );
    }
}
