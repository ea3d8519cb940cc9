//! Live lines of a run over many problems, on standard error: how far it is, and the problems in work.
//!
//! On a terminal they are redrawn while nothing else is printed; otherwise a line is printed every minute.

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use console::{Term, truncate_str};

use super::appearance::terminal_is_dumb;
use super::progress::{message, time};
use crate::batch::BatchOutcome;
use crate::problem::{Problem, Verdict};
use crate::report::verdict;
use crate::search::Limits;
use crate::search::progress::SearchProgress;

/// A search, and a pause between two outputs, that is shorter shows nothing.
const SHOW_AFTER: Duration = Duration::from_millis(700);
/// The time between two drawings on a terminal.
const DRAW_INTERVAL: Duration = Duration::from_millis(200);
/// The time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(60);
/// The time between two samples of the rate, and their number.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(1);
const MAX_SAMPLES: usize = 60;
/// The number of problems in work that are shown.
const MAX_SEARCHES: usize = 8;

/// Shows how far a run is.
pub struct LiveView {
    shared: Arc<Shared>,
    watcher: Option<JoinHandle<()>>,
}

/// The number of problems that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// It is not known.
    Unknown,
    /// All problems have been read.
    Exactly(u64),
    /// The rest of the input is like what was read.
    About(u64),
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Figures {
    done: u64,
    left: Left,
    cooked: u64,
}

/// A problem in work.
struct LiveSearch {
    number: u64,
    label: String,
    progress: Arc<SearchProgress>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Display {
    Hidden,
    Lines,
    Terminal,
}

struct Shared {
    display: Display,
    run: Mutex<RunState>,
    screen: Mutex<Screen>,
    ended: Condvar,
}

struct RunState {
    figures: Figures,
    searches: Vec<LiveSearch>,
    next_number: u64,
    /// The number of problems done at earlier times, the oldest first.
    samples: VecDeque<(Instant, u64)>,
    has_ended: bool,
}

/// What is drawn on a terminal.
struct Screen {
    drawn_lines: usize,
    /// The time of the last output.
    printed: Instant,
}

impl LiveView {
    /// Returns a view of a run that begins now.
    pub fn new(quiet: bool) -> LiveView {
        let display = match io::stderr().is_terminal() {
            _ if quiet => Display::Hidden,
            true if terminal_is_dumb() => Display::Hidden,
            true => Display::Terminal,
            false => Display::Lines,
        };
        let now = Instant::now();
        let shared = Arc::new(Shared {
            display,
            run: Mutex::new(RunState {
                figures: Figures { done: 0, left: Left::Unknown, cooked: 0 },
                searches: Vec::new(),
                next_number: 0,
                samples: VecDeque::from([(now, 0)]),
                has_ended: false,
            }),
            screen: Mutex::new(Screen { drawn_lines: 0, printed: now }),
            ended: Condvar::new(),
        });
        let watched = Arc::clone(&shared);
        let watch = move || watched.watch();
        // Without a thread nothing is shown.
        let watcher = (display != Display::Hidden)
            .then(|| std::thread::Builder::new().name("live lines".into()).spawn(watch).ok())
            .flatten();
        LiveView { shared, watcher }
    }

    /// Counts a problem as done.
    pub fn count(&self, is_cooked: bool) {
        let figures = &mut self.shared.run().figures;
        figures.done += 1;
        figures.cooked += u64::from(is_cooked);
        match &mut figures.left {
            Left::Exactly(left) | Left::About(left) => *left = left.saturating_sub(1),
            Left::Unknown => {}
        }
    }

    /// Sets the number of problems that are left.
    pub fn set_left(&self, left: Left) {
        self.shared.run().figures.left = left;
    }

    /// Returns the number of problems that are done.
    pub fn done(&self) -> u64 {
        self.shared.run().figures.done
    }

    /// Runs `work`, the search of a problem with these limits, while its progress is shown.
    pub fn during(&self, label: impl FnOnce() -> String, limits: &Limits, work: &mut dyn FnMut()) {
        if self.shared.display == Display::Hidden {
            return work();
        }
        let number = {
            let mut run = self.shared.run();
            run.next_number += 1;
            let number = run.next_number;
            run.searches.push(LiveSearch { number, label: label(), progress: Arc::clone(limits.progress()) });
            number
        };
        let _end = SearchGuard { shared: &self.shared, number };
        work();
    }

    /// Prints with `work`, apart from the live lines.
    pub fn printing<T>(&self, work: impl FnOnce() -> T) -> T {
        let mut screen = self.shared.screen();
        screen.clear();
        let printed = work();
        screen.printed = Instant::now();
        printed
    }

    /// Returns a writer that keeps its output apart from the live lines.
    pub fn writer(&self, out: impl Write + Send + 'static) -> Box<dyn Write + Send> {
        Box::new(LiveWriter { shared: Arc::clone(&self.shared), out })
    }
}

/// Returns the name under which a problem is shown: its stipulation, title and author.
pub fn live_label(problem: &Problem) -> String {
    let stipulation = problem.setting.stipulation.as_ref();
    let label = stipulation.map_or(String::new(), |stipulation| stipulation.value.to_string());
    match verdict::name(problem) {
        Some(name) => format!("{label} {name}"),
        None => label,
    }
}

/// Returns whether a problem is cooked.
pub fn is_cooked(outcome: &BatchOutcome) -> bool {
    let verification = match outcome {
        BatchOutcome::Verified(verified) => Some(&verified.verification),
        BatchOutcome::Kept(kept) => kept.verification(),
        BatchOutcome::Failed(_) | BatchOutcome::NoProblem | BatchOutcome::NotFinished => None,
    };
    verification.is_some_and(|verification| verification.has(Verdict::Cooked))
}

impl Drop for LiveView {
    fn drop(&mut self) {
        self.shared.run().has_ended = true;
        self.shared.ended.notify_all();
        if let Some(watcher) = self.watcher.take() {
            // A panic in it has been printed.
            let _ = watcher.join();
        }
    }
}

/// Ends the display of a search, even if it panics.
struct SearchGuard<'v> {
    shared: &'v Shared,
    number: u64,
}

impl Drop for SearchGuard<'_> {
    fn drop(&mut self) {
        self.shared.run().searches.retain(|search| search.number != self.number);
    }
}

struct LiveWriter<W> {
    shared: Arc<Shared>,
    out: W,
}

impl<W: Write> Write for LiveWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut screen = self.shared.screen();
        screen.clear();
        // What is not flushed would appear after the lines.
        self.out.write_all(bytes)?;
        self.out.flush()?;
        screen.printed = Instant::now();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Shared {
    fn run(&self) -> MutexGuard<'_, RunState> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn screen(&self) -> MutexGuard<'_, Screen> {
        self.screen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows the run at intervals until it ends.
    fn watch(&self) {
        let interval = if self.display == Display::Terminal { DRAW_INTERVAL } else { LINE_INTERVAL };
        let mut next = Instant::now() + interval;
        let mut run = self.run();
        while !run.has_ended {
            let pause = next.saturating_duration_since(Instant::now()).min(SAMPLE_INTERVAL);
            run = self.ended.wait_timeout(run, pause).unwrap_or_else(PoisonError::into_inner).0;
            run.sample(Instant::now());
            if run.has_ended || Instant::now() < next {
                continue;
            }
            next = Instant::now() + interval;
            let (head, searches) = (run.head(), run.search_lines());
            drop(run);
            match self.display {
                Display::Terminal => self.screen().draw(&head, &searches),
                Display::Lines => {
                    let mut line = head;
                    if !searches.is_empty() {
                        line += &format!("; in work: {}", searches.join("; "));
                    }
                    // A failure to write is no failure of the run.
                    let _ = writeln!(io::stderr(), "{line}");
                }
                Display::Hidden => {}
            }
            run = self.run();
        }
        drop(run);
        self.screen().clear();
    }
}

impl RunState {
    /// Keeps the number of problems done, from time to time.
    fn sample(&mut self, now: Instant) {
        let last = self.samples.back().map(|&(time, _)| now.saturating_duration_since(time));
        if last.is_none_or(|last| last >= SAMPLE_INTERVAL) {
            self.samples.push_back((now, self.figures.done));
            if self.samples.len() > MAX_SAMPLES {
                self.samples.pop_front();
            }
        }
    }

    /// Returns how far the run is, as one line.
    fn head(&self) -> String {
        let Figures { done, left, cooked } = self.figures;
        let rate = self
            .samples
            .front()
            .map_or(0.0, |&(time, before)| (done - before) as f64 / time.elapsed().as_secs_f64().max(0.1));
        let mut parts = vec![format!("{done} done")];
        let left = match left {
            Left::Unknown => None,
            Left::Exactly(left) => {
                parts.push(format!("{left} left"));
                Some(left)
            }
            Left::About(left) => {
                parts.push(format!("about {left} left"));
                Some(left)
            }
        };
        parts.push(format!("{cooked} cooked"));
        parts.push(match rate {
            10.0.. => format!("{rate:.0}/s"),
            1.0.. => format!("{rate:.1}/s"),
            _ => format!("{:.1}/min", rate * 60.0),
        });
        if let Some(left) = left.filter(|&left| left > 0 && rate > 0.0) {
            parts.push(format!("about {}", time(Duration::from_secs_f64((left as f64 / rate).min(1e9)))));
        }
        parts.join(" · ")
    }

    /// Returns a line for each problem that has been in work for some time.
    fn search_lines(&self) -> Vec<String> {
        let long: Vec<&LiveSearch> =
            self.searches.iter().filter(|search| search.progress.elapsed() >= SHOW_AFTER).collect();
        let shown = long.iter().take(MAX_SEARCHES);
        let mut lines: Vec<String> = shown
            .map(|search| message(&search.label, search.progress.state(), None, search.progress.elapsed()))
            .collect();
        if long.len() > MAX_SEARCHES {
            lines.push(format!("and {} more", long.len() - MAX_SEARCHES));
        }
        lines
    }
}

impl Screen {
    /// Removes the lines from the terminal.
    fn clear(&mut self) {
        if self.drawn_lines > 0 {
            // A failure to write is no failure of the run.
            let _ = Term::stderr().clear_last_lines(self.drawn_lines);
            self.drawn_lines = 0;
        }
    }

    /// Draws the lines anew, unless something has just been printed.
    fn draw(&mut self, head: &str, searches: &[String]) {
        if self.printed.elapsed() < SHOW_AFTER {
            return;
        }
        let term = Term::stderr();
        let width = usize::from(term.size().1).saturating_sub(1);
        let lines = std::iter::once(head.to_owned()).chain(searches.iter().map(|line| format!("  {line}")));
        let lines: Vec<String> = lines.map(|line| truncate_str(&line, width, "…").into_owned()).collect();
        self.clear();
        if term.write_str(&(lines.join("\n") + "\n")).is_ok() {
            self.drawn_lines = lines.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(figures: Figures, seconds: u64, before: u64) -> RunState {
        let begin = Instant::now().checked_sub(Duration::from_secs(seconds)).expect("a clock");
        RunState {
            figures,
            searches: Vec::new(),
            next_number: 0,
            samples: VecDeque::from([(begin, before)]),
            has_ended: false,
        }
    }

    #[test]
    fn head_has_all_figures() {
        let figures = Figures { done: 1200, left: Left::Exactly(800), cooked: 12 };
        assert_eq!(run(figures, 60, 0).head(), "1200 done · 800 left · 12 cooked · 20/s · about 40 s");
        let figures = Figures { done: 1200, left: Left::About(9000), cooked: 0 };
        assert_eq!(
            run(figures, 100, 1000).head(),
            "1200 done · about 9000 left · 0 cooked · 2.0/s · about 75 min"
        );
        let figures = Figures { done: 7, left: Left::Exactly(0), cooked: 7 };
        assert_eq!(run(figures, 60, 0).head(), "7 done · 0 left · 7 cooked · 7.0/min");
        let figures = Figures { done: 7, left: Left::Unknown, cooked: 7 };
        assert_eq!(run(figures, 60, 7).head(), "7 done · 7 cooked · 0.0/min");
    }

    #[test]
    fn counting_reduces_what_is_left() {
        let view = LiveView::new(true);
        view.set_left(Left::Exactly(2));
        for is_cooked in [true, false, false] {
            view.count(is_cooked);
        }
        let figures = view.shared.run().figures;
        assert_eq!(figures, Figures { done: 3, left: Left::Exactly(0), cooked: 1 });
    }

    #[test]
    fn long_searches_have_lines() {
        let mut state = run(Figures { done: 0, left: Left::Unknown, cooked: 0 }, 1, 0);
        for number in 0..MAX_SEARCHES as u64 + 2 {
            let progress = Arc::new(SearchProgress::start());
            progress.begin_search(3, 5);
            state.searches.push(LiveSearch { number, label: format!("#{number}"), progress });
        }
        assert!(state.search_lines().is_empty());
        std::thread::sleep(SHOW_AFTER);
        let lines = state.search_lines();
        assert_eq!(lines.len(), MAX_SEARCHES + 1);
        assert!(lines[2].starts_with("#2 · length 3 of 5 · 0 positions"), "{}", lines[2]);
        assert_eq!(lines[MAX_SEARCHES], "and 2 more");
    }

    #[test]
    fn samples_are_bounded() {
        let mut state = run(Figures { done: 0, left: Left::Unknown, cooked: 0 }, 1, 0);
        let now = Instant::now();
        for second in 0..200 {
            state.figures.done = second;
            state.sample(now + Duration::from_secs(second));
            state.sample(now + Duration::from_secs(second));
        }
        assert_eq!(state.samples.len(), MAX_SAMPLES);
        assert_eq!(state.samples.back().map(|sample| sample.1), Some(199));
    }
}
