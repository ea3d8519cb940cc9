//! Limits of a search: nodes, time and a stop flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;

use super::progress::SearchProgress;
use crate::clock::Stopwatch;

/// The error of a search that was stopped before the answer was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// A flag that stops all searches that share it, as on Ctrl-C. A search that has seen it set does not go on, even if it
/// is cleared.
pub type StopFlag = Arc<AtomicBool>;

/// The limits of one search, shared by its threads.
#[derive(Debug)]
pub struct Limits {
    /// Counts the nodes, and what is displayed.
    progress: Arc<SearchProgress>,
    max_nodes: u64,
    clock: Stopwatch,
    max_time: Duration,
    stop: StopFlag,
    /// Whether a limit has been reached: then all threads stop.
    stopped: AtomicBool,
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
            progress: Arc::new(SearchProgress::start()),
            max_nodes: nodes.unwrap_or(u64::MAX),
            clock: Stopwatch::start(),
            max_time: time.unwrap_or(Duration::MAX),
            stop,
            stopped: AtomicBool::new(false),
        }
    }

    /// Counts nodes and tests the limits.
    ///
    /// # Errors
    /// [`Stopped`] if the search must stop.
    pub fn count_nodes(&self, nodes: u64) -> Result<(), Stopped> {
        let before = self.progress.add_nodes(nodes);
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

    /// Returns the progress of the search.
    pub fn progress(&self) -> &Arc<SearchProgress> {
        &self.progress
    }

    /// Returns whether the flag is set, or a limit has been reached.
    pub fn must_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.was_stopped()
    }

    /// Returns the number of nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.progress.nodes()
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
