//! Limits of a search: nodes, time and a stop flag; and its progress, for display.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use thiserror::Error;

use crate::clock::Stopwatch;

/// The error of a search that was stopped before the answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// A flag that stops all searches that share it, as on Ctrl-C. A search that has seen it set does not go on, even if it is cleared.
pub type StopFlag = std::sync::Arc<AtomicBool>;

/// The limits of one search, shared by its threads.
#[derive(Debug)]
pub struct Limits {
    nodes: AtomicU64,
    max_nodes: u64,
    clock: Stopwatch,
    max_time: Duration,
    stop: StopFlag,
    /// Whether a limit has been reached: then all threads stop.
    stopped: AtomicBool,
    /// The root moves searched, for display.
    pub root_moves: ProgressCounter,
    /// The number of plies of the current search and of the longest one of the phase, for display.
    plies: [AtomicUsize; 2],
    /// The time at which the current search began, in milliseconds from the start.
    search_start: AtomicU64,
}

/// A counter of work done and of all work.
#[derive(Debug, Default)]
pub struct ProgressCounter {
    done: AtomicU64,
    total: AtomicU64,
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

impl Default for Limits {
    fn default() -> Limits {
        Limits::new(None, None, StopFlag::default())
    }
}

impl Limits {
    /// The maximum number of nodes that a thread visits between two polls of the clock and the flag.
    pub const POLL_INTERVAL: u64 = 1024;

    /// Returns limits of nodes and of time from now. The flag stops the search at the next poll.
    ///
    /// On a target without a clock (`wasm32-unknown-unknown`) a limit of time other than zero has no effect.
    pub fn new(nodes: Option<u64>, time: Option<Duration>, stop: StopFlag) -> Limits {
        Limits {
            nodes: AtomicU64::new(0),
            max_nodes: nodes.unwrap_or(u64::MAX),
            clock: Stopwatch::start(),
            max_time: time.unwrap_or(Duration::MAX),
            stop,
            stopped: AtomicBool::new(false),
            root_moves: ProgressCounter::default(),
            plies: [AtomicUsize::new(0), AtomicUsize::new(0)],
            search_start: AtomicU64::new(0),
        }
    }

    /// Counts nodes and tests the limits.
    ///
    /// # Errors
    /// [`Stopped`] if the search must stop.
    pub fn count_nodes(&self, nodes: u64) -> Result<(), Stopped> {
        let before = self.nodes.fetch_add(nodes, Ordering::Relaxed);
        let over = before.saturating_add(nodes) > self.max_nodes
            || self.stop.load(Ordering::Relaxed)
            || self.stopped.load(Ordering::Relaxed)
            || (self.max_time < Duration::MAX && self.clock.elapsed() >= self.max_time);
        if over {
            self.stopped.store(true, Ordering::Relaxed);
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// Returns the number of nodes that a thread may count on its own before it calls
    /// [`count_nodes`](Self::count_nodes).
    #[inline]
    pub fn poll_interval(&self) -> u64 {
        Limits::POLL_INTERVAL.min(self.max_nodes)
    }

    /// Begins a search of `plies` plies, in a phase with searches of up to `last` plies. The number of its root moves
    /// is not known yet.
    pub fn begin_search(&self, plies: usize, last: usize) {
        for (counter, value) in self.plies.iter().zip([plies, last]) {
            counter.store(value, Ordering::Relaxed);
        }
        self.root_moves.start(0);
        let start = u64::try_from(self.clock.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.search_start.store(start, Ordering::Relaxed);
    }

    /// Returns the time since the current search began, for display.
    pub fn search_time(&self) -> Duration {
        let start = Duration::from_millis(self.search_start.load(Ordering::Relaxed));
        self.clock.elapsed().saturating_sub(start)
    }

    /// Returns the number of plies of the current search and of the longest search of the phase, for display.
    pub fn plies(&self) -> (usize, usize) {
        let [plies, last] = &self.plies;
        (plies.load(Ordering::Relaxed), last.load(Ordering::Relaxed))
    }

    /// Returns the number of nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the maximum number of nodes; `None` without limit.
    pub fn max_nodes(&self) -> Option<u64> {
        Some(self.max_nodes).filter(|&nodes| nodes < u64::MAX)
    }

    /// Returns the maximum time; `None` without limit.
    pub fn max_time(&self) -> Option<Duration> {
        Some(self.max_time).filter(|&time| time < Duration::MAX)
    }

    /// Returns whether the search was stopped.
    pub fn was_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_limit_time_limit_and_flag_stop_search() {
        let limits = Limits::new(Some(10), None, StopFlag::default());
        assert_eq!(limits.count_nodes(10), Ok(()));
        assert_eq!(limits.count_nodes(1), Err(Stopped));
        assert!(limits.was_stopped());

        let limits = Limits::new(None, Some(Duration::ZERO), StopFlag::default());
        assert_eq!(limits.count_nodes(1), Err(Stopped));

        let stop = StopFlag::default();
        let limits = Limits::new(None, None, stop.clone());
        assert_eq!(limits.count_nodes(1), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(limits.count_nodes(1), Err(Stopped));
    }
}
