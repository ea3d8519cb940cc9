//! Progress on the terminal: what is being searched and how far it is.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::problem::Problem;
use crate::search::table::Load;
use crate::search::{Limits, Table};

/// Shorter searches show nothing at all.
const PATIENCE: Duration = Duration::from_millis(700);
/// How long a line of progress stays as it is.
const PACE: Duration = Duration::from_millis(100);

/// The line of progress of one problem, on standard error.
pub struct Progress {
    /// None where nobody would see it or wants to.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// A line that is not shown yet.
    pub fn new(quiet: bool) -> Progress {
        let shown = !quiet && io::stderr().is_terminal();
        Progress { bar: shown.then(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())) }
    }

    /// A writer for whose words the line steps aside.
    pub fn beside<W: Write>(&self, out: W) -> Beside<W> {
        Beside { bar: self.bar.clone(), out }
    }

    /// Does work while its progress is shown.
    pub fn during<T>(
        &self,
        problem: &Problem,
        limits: &Limits,
        table: &Table,
        work: impl FnOnce() -> T,
    ) -> T {
        let Some(bar) = &self.bar else { return work() };
        let asked = problem.setting.stipulation.as_ref();
        let what = &asked.map_or(String::new(), |asked| asked.value.to_string());
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let watcher = scope.spawn(|| watch(bar, what, limits, table, &done));
            let _end = End { done: &done, watcher: watcher.thread().clone() };
            work()
        })
    }
}

/// Ends the watch, even if the work ends in a panic.
struct End<'a> {
    done: &'a AtomicBool,
    watcher: Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        self.watcher.unpark();
    }
}

fn watch(bar: &ProgressBar, what: &str, limits: &Limits, table: &Table, done: &AtomicBool) {
    let start = Instant::now();
    while let Some(rest) = PATIENCE.checked_sub(start.elapsed()) {
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
        bar.set_message(message(what, limits, table.load(), start.elapsed()));
        bar.tick();
        thread::park_timeout(PACE);
    }
    bar.finish_and_clear();
}

/// A writer whose words do not get mixed with a line of progress.
pub struct Beside<W> {
    bar: Option<ProgressBar>,
    out: W,
}

impl<W: Write> Write for Beside<W> {
    fn write(&mut self, words: &[u8]) -> io::Result<usize> {
        let Beside { bar, out } = self;
        match bar {
            None => out.write(words),
            // The words must be out before the line comes back.
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

/// How far the search of a problem is, in a line.
fn message(what: &str, limits: &Limits, load: Load, elapsed: Duration) -> String {
    let (nodes, seconds) = (limits.nodes(), elapsed.as_secs_f64());
    let mut message = format!("{what}  {} half-moves  ", limits.half_moves());
    let (moves, all) = limits.first_moves.parts();
    // One search can be for all first moves together.
    if all > 0 {
        message += &format!("first moves {moves}/{all}  ");
    }
    message += &format!("{} nodes  {:.1} M/s  ", HumanCount(nodes), nodes as f64 / seconds / 1e6);
    let Load { used, entries } = load;
    message + &format!("table {:.0} %  {seconds:.0} s", 100.0 * used as f64 / entries as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_first_moves_nodes_table_and_time_are_told() {
        let (limits, load) = (Limits::default(), Load { used: 30, entries: 250 });
        limits.begin_search(5);
        assert_eq!(limits.count(3_000_000), Ok(()));
        let told = message("h#3", &limits, load, Duration::from_secs(2));
        assert_eq!(told, "h#3  5 half-moves  3,000,000 nodes  1.5 M/s  table 12 %  2 s");
        limits.first_moves.begin(30);
        limits.first_moves.advance();
        let told = message("h#3", &limits, load, Duration::from_secs(2));
        assert_eq!(told, "h#3  5 half-moves  first moves 1/30  3,000,000 nodes  1.5 M/s  table 12 %  2 s");
    }
}
