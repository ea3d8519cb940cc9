//! Progress on the terminal: the current search and its state.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::appearance::terminal_is_dumb;
use crate::problem::Problem;
use crate::report::PieceNames;
use crate::report::text::Characters;
use crate::search::progress::ProgressState;
use crate::search::table::TableUsage;
use crate::search::{Limits, TranspositionTable};
use crate::solution::notation::{MoveFormat, short};
use crate::solution::{Event, Phase, Role, Sink};

/// A shorter search shows no progress.
const SHOW_AFTER: Duration = Duration::from_millis(700);
/// The time between updates.
const REFRESH_INTERVAL: Duration = Duration::from_millis(100);

/// The progress line of one problem, on standard error.
pub struct ProgressLine {
    /// `None` if standard error is no terminal that can move its cursor, or if the user wants no progress.
    bar: Option<ProgressBar>,
    names: PieceNames,
    characters: Characters,
}

impl ProgressLine {
    /// Returns a line that is not shown yet.
    pub fn new(quiet: bool, names: PieceNames, characters: Characters) -> ProgressLine {
        let shown = !quiet && io::stderr().is_terminal() && !terminal_is_dumb();
        let bar = shown.then(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()));
        ProgressLine { bar, names, characters }
    }

    /// Returns a line that is never shown.
    pub fn hidden() -> ProgressLine {
        ProgressLine::new(true, PieceNames::default(), Characters::Unicode)
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
            let watcher = scope.spawn(|| self.watch(bar, label, limits, table, &done));
            let _end = WatchGuard { done: &done, watcher: watcher.thread().clone() };
            work()
        })
    }

    /// Shows and updates the line from `SHOW_AFTER` on until the work is done.
    fn watch(
        &self,
        bar: &ProgressBar,
        label: &str,
        limits: &Limits,
        table: &TranspositionTable,
        done: &AtomicBool,
    ) {
        let start = Instant::now();
        while let Some(rest) = SHOW_AFTER.checked_sub(start.elapsed()) {
            if done.load(Ordering::Relaxed) {
                return;
            }
            thread::park_timeout(rest);
        }
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(match self.characters {
                Characters::Unicode => style,
                Characters::Ascii => style.tick_chars("|/-\\ "),
            });
        }
        bar.set_draw_target(ProgressDrawTarget::stderr());
        while !done.load(Ordering::Relaxed) {
            let message = message(label, limits.progress().state(), Some(table.usage()), start.elapsed());
            bar.set_message(match self.characters {
                Characters::Unicode => message,
                Characters::Ascii => message.replace('·', "|"),
            });
            bar.tick();
            thread::park_timeout(REFRESH_INTERVAL);
        }
        bar.finish_and_clear();
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

/// A sink that prints the keys and tries of battle play above the progress line, as soon as they are found: the
/// solution is printed when its phase is complete.
pub struct KeySink<'a> {
    inner: &'a mut dyn Sink,
    bar: &'a ProgressBar,
    format: MoveFormat,
    depth: usize,
    is_set_play: bool,
}

impl ProgressLine {
    /// Passes events to `inner` and shows the keys and tries that are found, if the progress is shown.
    pub fn with_keys<T>(
        &self,
        problem: &Problem,
        inner: &mut dyn Sink,
        work: impl FnOnce(&mut dyn Sink) -> T,
    ) -> T {
        let Some(bar) = &self.bar else { return work(inner) };
        let format = MoveFormat { layout: problem.setting.diagram.layout(), names: self.names };
        work(&mut KeySink { inner, bar, format, depth: 0, is_set_play: false })
    }
}

impl Sink for KeySink<'_> {
    fn on_event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match &event {
            Event::Phase(phase) => (self.depth, self.is_set_play) = (0, *phase == Phase::Set),
            Event::Node(node) => {
                if self.depth == 0 && !self.is_set_play && matches!(node.role, Role::Key | Role::Try) {
                    let mark = if node.role == Role::Key { '!' } else { '?' };
                    let mv = short(&node.mv, self.format.layout, self.format.names);
                    // Nothing is printed while the line is hidden.
                    self.bar.println(format!("found: 1.{mv}{mark}"));
                }
                self.depth += 1;
            }
            Event::End => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.inner.on_event(event)
    }
}

/// Returns the state of a search as one line; the usage of the table, if it is known, is part of it.
pub(super) fn message(
    label: &str,
    state: ProgressState,
    usage: Option<TableUsage>,
    elapsed: Duration,
) -> String {
    let ProgressState { nodes, root_moves, all_root_moves, plies, last, search_time } = state;
    let mut parts = vec![label.to_owned()];
    // One search can be for all root moves together.
    if all_root_moves > 0 {
        parts.push(format!("first move {} of {all_root_moves}", (root_moves + 1).min(all_root_moves)));
    }
    if last > plies {
        parts.push(format!("length {plies} of {last}"));
    }
    parts.push(format!("{} positions", abbreviated(nodes)));
    parts.push(format!("{:.1} M/s", nodes as f64 / elapsed.as_secs_f64() / 1e6));
    if let Some(TableUsage { used, entries }) = usage {
        parts.push(format!("table {:.0} %", 100.0 * used as f64 / entries as f64));
    }
    parts.push(time(elapsed));
    // The last length takes most of the time; of shorter ones the end is not the end of the search.
    if root_moves > 0 && root_moves < all_root_moves && plies == last {
        let length = search_time.as_secs_f64();
        let left = length / root_moves as f64 * (all_root_moves - root_moves) as f64;
        parts.push(format!("about {} left", time(Duration::from_secs_f64(left.min(1e9)))));
    }
    parts.join(" · ")
}

/// Returns a number with two or three digits, and the unit thousand or million.
fn abbreviated(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{} k", number / 1_000),
        1_000_000..10_000_000 => format!("{:.1} M", number as f64 / 1e6),
        _ => format!("{} M", number / 1_000_000),
    }
}

/// Returns a time in its greatest units.
pub(super) fn time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_message_has_all_figures() {
        let (limits, usage) = (Limits::default(), TableUsage { used: 30, entries: 250 });
        let progress = limits.progress();
        progress.begin_search(3, 5);
        assert_eq!(limits.count_nodes(3_000_000), Ok(()));
        let line = message("h#2.5", progress.state(), Some(usage), Duration::from_secs(2));
        assert_eq!(line, "h#2.5 · length 3 of 5 · 3.0 M positions · 1.5 M/s · table 12 % · 2 s");
        progress.begin_search(5, 5);
        progress.root_moves.start(30);
        progress.root_moves.advance();
        let line = message("h#2.5", progress.state(), Some(usage), Duration::from_secs(200));
        let begin = "h#2.5 · first move 2 of 30 · 3.0 M positions · 0.0 M/s · table 12 % · 3 min · about ";
        assert!(line.starts_with(begin), "{line}");
    }

    #[test]
    fn numbers_and_times_are_short() {
        let shown = [999, 32_512, 4_321_000, 32_000_000].map(abbreviated);
        assert_eq!(shown, ["999", "32 k", "4.3 M", "32 M"]);
        let shown = [0, 119, 360, 7_260].map(|seconds| time(Duration::from_secs(seconds)));
        assert_eq!(shown, ["0 s", "119 s", "6 min", "2 h 1 min"]);
    }
}
