//! Limits of a search: nodes, time, and a wish to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

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
    most_nodes: u64,
    deadline: Option<Instant>,
    stop: StopFlag,
    cut: AtomicBool,
    /// First moves dealt with, for whoever watches.
    pub first_moves: Progress,
    half_moves: AtomicUsize,
}

/// How much of a known amount of work is done.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// Begins work of so many parts.
    pub fn begin(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// One more part is done.
    pub fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// The parts done, and all parts.
    pub fn parts(&self) -> (u64, u64) {
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
    pub const STRIDE: u64 = 1024;

    /// Limits of nodes and time from now; the flag stops the search at once.
    pub fn new(nodes: Option<u64>, time: Option<Duration>, stop: StopFlag) -> Limits {
        Limits {
            nodes: AtomicU64::new(0),
            most_nodes: nodes.unwrap_or(u64::MAX),
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            stop,
            cut: AtomicBool::new(false),
            first_moves: Progress::default(),
            half_moves: AtomicUsize::new(0),
        }
    }

    /// Counts nodes and looks whether the search must stop.
    ///
    /// # Errors
    /// When it must.
    pub fn count(&self, nodes: u64) -> Result<(), Stopped> {
        let before = self.nodes.fetch_add(nodes, Ordering::Relaxed);
        let over = before.saturating_add(nodes) > self.most_nodes
            || self.stop.load(Ordering::Relaxed)
            || self.cut.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if over {
            self.cut.store(true, Ordering::Relaxed);
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// How many nodes a thread may count on its own before it tells.
    #[inline]
    pub fn stride(&self) -> u64 {
        Limits::STRIDE.min(self.most_nodes)
    }

    /// A search of so many half-moves begins; how many first moves it has is not known yet.
    pub fn begin_search(&self, half_moves: usize) {
        self.half_moves.store(half_moves, Ordering::Relaxed);
        self.first_moves.begin(0);
    }

    /// How many half-moves deep the search is, for whoever watches.
    pub fn half_moves(&self) -> usize {
        self.half_moves.load(Ordering::Relaxed)
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Was the search stopped?
    pub fn was_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
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
    fn nodes_time_and_flag_stop() {
        let limits = Limits::new(Some(10), None, StopFlag::default());
        assert_eq!(limits.count(10), Ok(()));
        assert_eq!(limits.count(1), Err(Stopped));
        assert!(limits.was_cut() && !limits.was_interrupted());

        let limits = Limits::new(None, Some(Duration::ZERO), StopFlag::default());
        assert_eq!(limits.count(1), Err(Stopped));

        let stop = StopFlag::default();
        let limits = Limits::new(None, None, stop.clone());
        assert_eq!(limits.count(1), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(limits.count(1), Err(Stopped));
        assert!(limits.was_interrupted());
    }
}
