//! Limits of a search: nodes, time, and a wish to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use thiserror::Error;

use crate::clock::Stopwatch;

/// The search was stopped before the answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// Set once by whoever wants every search to stop, as by Ctrl-C.
pub type StopFlag = std::sync::Arc<AtomicBool>;

/// The limits of one search, shared by its threads.
#[derive(Debug)]
pub struct Limits {
    nodes: AtomicU64,
    max_nodes: u64,
    clock: Stopwatch,
    max_time: Duration,
    stop: StopFlag,
    stopped: AtomicBool,
    /// First moves dealt with, for whoever watches.
    pub root_moves: ProgressCounter,
    plies: AtomicUsize,
}

/// How much of a known amount of work is done.
#[derive(Debug, Default)]
pub struct ProgressCounter {
    done: AtomicU64,
    total: AtomicU64,
}

impl ProgressCounter {
    /// Begins work of so many parts.
    pub fn start(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// One more part is done.
    pub fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// The parts done, and all parts.
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
    /// How many nodes a thread may visit between two looks at the clock.
    pub const POLL_INTERVAL: u64 = 1024;

    /// Limits of nodes and time from now; the flag stops the search at once.
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
            plies: AtomicUsize::new(0),
        }
    }

    /// Counts nodes and looks whether the search must stop.
    ///
    /// # Errors
    /// When it must.
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

    /// How many nodes a thread may count on its own before it tells.
    #[inline]
    pub fn poll_interval(&self) -> u64 {
        Limits::POLL_INTERVAL.min(self.max_nodes)
    }

    /// A search of so many half-moves begins; how many first moves it has is not known yet.
    pub fn begin_search(&self, plies: usize) {
        self.plies.store(plies, Ordering::Relaxed);
        self.root_moves.start(0);
    }

    /// How many half-moves deep the search is, for whoever watches.
    pub fn plies(&self) -> usize {
        self.plies.load(Ordering::Relaxed)
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Was the search stopped?
    pub fn was_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Was the search stopped by the flag, and not by its own limits?
    pub fn was_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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
        assert!(limits.was_stopped() && !limits.was_interrupted());

        let limits = Limits::new(None, Some(Duration::ZERO), StopFlag::default());
        assert_eq!(limits.count_nodes(1), Err(Stopped));

        let stop = StopFlag::default();
        let limits = Limits::new(None, None, stop.clone());
        assert_eq!(limits.count_nodes(1), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(limits.count_nodes(1), Err(Stopped));
        assert!(limits.was_interrupted());
    }
}
