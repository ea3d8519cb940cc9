//! Progress on the terminal: the current search and its state.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::problem::Problem;
use crate::search::table::TableUsage;
use crate::search::{Limits, TranspositionTable};

/// A shorter search shows no progress.
const SHOW_AFTER: Duration = Duration::from_millis(700);
/// The time between updates.
const REFRESH_INTERVAL: Duration = Duration::from_millis(100);

/// The progress line of one problem, on standard error.
pub struct ProgressLine {
    /// `None` if standard error is no terminal or the user wants no progress.
    bar: Option<ProgressBar>,
}

impl ProgressLine {
    /// Returns a line that is not shown yet.
    pub fn new(quiet: bool) -> ProgressLine {
        let shown = !quiet && io::stderr().is_terminal();
        ProgressLine { bar: shown.then(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())) }
    }

    /// Returns a writer that hides the line while it writes.
    pub fn writer<W: Write>(&self, out: W) -> SuspendingWriter<W> {
        SuspendingWriter { bar: self.bar.clone(), out }
    }

    /// Runs `work` while its progress is shown.
    pub fn during<T>(
        &self,
        problem: &Problem,
        limits: &Limits,
        table: &TranspositionTable,
        work: impl FnOnce() -> T,
    ) -> T {
        let Some(bar) = &self.bar else { return work() };
        let stipulation = problem.setting.stipulation.as_ref();
        let label = &stipulation.map_or(String::new(), |stipulation| stipulation.value.to_string());
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let watcher = scope.spawn(|| watch(bar, label, limits, table, &done));
            let _end = WatchGuard { done: &done, watcher: watcher.thread().clone() };
            work()
        })
    }
}

/// Ends the watching thread, even if the work panics.
struct WatchGuard<'a> {
    done: &'a AtomicBool,
    watcher: Thread,
}

impl Drop for WatchGuard<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        self.watcher.unpark();
    }
}

fn watch(bar: &ProgressBar, label: &str, limits: &Limits, table: &TranspositionTable, done: &AtomicBool) {
    let start = Instant::now();
    while let Some(rest) = SHOW_AFTER.checked_sub(start.elapsed()) {
        if done.load(Ordering::Relaxed) {
            return;
        }
        thread::park_timeout(rest);
    }
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    bar.set_draw_target(ProgressDrawTarget::stderr());
    while !done.load(Ordering::Relaxed) {
        bar.set_message(message(label, limits, table.usage(), start.elapsed()));
        bar.tick();
        thread::park_timeout(REFRESH_INTERVAL);
    }
    bar.finish_and_clear();
}

/// A writer that keeps its output apart from a progress line.
pub struct SuspendingWriter<W> {
    bar: Option<ProgressBar>,
    out: W,
}

impl<W: Write> Write for SuspendingWriter<W> {
    fn write(&mut self, words: &[u8]) -> io::Result<usize> {
        let SuspendingWriter { bar, out } = self;
        match bar {
            None => out.write(words),
            // The output must be flushed before the line returns.
            Some(bar) => bar.suspend(|| {
                out.write_all(words)?;
                out.flush()?;
                Ok(words.len())
            }),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the state of a search as one line.
fn message(label: &str, limits: &Limits, usage: TableUsage, elapsed: Duration) -> String {
    let (nodes, seconds) = (limits.nodes(), elapsed.as_secs_f64());
    let mut message = format!("{label}  {} half-moves  ", limits.plies());
    let (moves, all) = limits.root_moves.done_and_total();
    // One search can be for all root moves together.
    if all > 0 {
        message += &format!("first moves {moves}/{all}  ");
    }
    message += &format!("{} nodes  {:.1} M/s  ", HumanCount(nodes), nodes as f64 / seconds / 1e6);
    let TableUsage { used, entries } = usage;
    message + &format!("table {:.0} %  {seconds:.0} s", 100.0 * used as f64 / entries as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_message_has_all_figures() {
        let (limits, usage) = (Limits::default(), TableUsage { used: 30, entries: 250 });
        limits.begin_search(5);
        assert_eq!(limits.count_nodes(3_000_000), Ok(()));
        let line = message("h#3", &limits, usage, Duration::from_secs(2));
        assert_eq!(line, "h#3  5 half-moves  3,000,000 nodes  1.5 M/s  table 12 %  2 s");
        limits.root_moves.start(30);
        limits.root_moves.advance();
        let line = message("h#3", &limits, usage, Duration::from_secs(2));
        assert_eq!(line, "h#3  5 half-moves  first moves 1/30  3,000,000 nodes  1.5 M/s  table 12 %  2 s");
    }
}
