//! The work of a job: a search that passes its events to a reader.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc as std_mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;

use super::Task;
use crate::problem::Problem;
use crate::report::features::JsonFeatures;
use crate::report::json::{EventStream, JsonStats, Record};
use crate::search::Limits;
use crate::solution::changed_play::ShownTries;
use crate::solution::{Solution, TreeBuilder};
use crate::solver::{Canceller, SearchStats, Solver};
use crate::verify::{VerifyNames, problem_to_verify, verify};

/// The time between two reports of the progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);
/// The time for which a search waits for a slow reader.
const READER_PATIENCE: Duration = Duration::from_secs(30);
/// The time between two attempts to pass an event to a slow reader.
const READER_PAUSE: Duration = Duration::from_millis(5);
/// The number of bytes of an answer; a longer one is cut.
const MAX_BYTES: usize = 64 << 20;
/// The number of plies of a solution that is verified.
const MAX_PLIES: usize = 1 << 18;

/// A job that runs.
pub struct Work {
    /// What is asked.
    pub task: Task,
    /// The problem.
    pub problem: Problem,
    /// The moves with which the keys or lines begin that a change must keep; all of them if there are none.
    pub keep: Vec<String>,
    /// The name of the text.
    pub source: String,
    /// The memory of the table, in bytes.
    pub memory: usize,
    /// The time after which the search is stopped.
    pub time: Duration,
    /// Stops the search.
    pub canceller: Canceller,
    /// Passes events to the reader.
    pub sender: Sender<String>,
}

/// Returns an event of a stream.
pub fn event(name: &str, data: &str) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

/// Returns the event of a job that failed.
pub fn failed(message: &str) -> String {
    event("failed", &serde_json::json!({ "error": message }).to_string())
}

impl Work {
    /// Searches until the end, or until a limit, the canceller or the reader stops it.
    pub fn run(self) {
        let last = match catch_unwind(AssertUnwindSafe(|| self.search())) {
            Ok(Ok(last)) => last,
            Ok(Err(error)) => failed(&error.to_string()),
            Err(_) => failed("the program failed on this problem; please report it"),
        };
        // A reader that went away receives no end.
        let _ = pass(&self.sender, last);
    }

    /// Returns the last event.
    fn search(&self) -> io::Result<String> {
        let solver =
            Solver::builder().memory(self.memory).max_time(self.time).canceller(self.canceller.clone());
        let solver = solver.build().map_err(io::Error::other)?;
        let limits = solver.limits(&self.problem);
        self.with_progress(&limits, || match self.task {
            Task::Solve => self.solve(&solver, &limits),
            Task::Verify => self.verify(&solver, &limits),
            Task::Table => self.table(&solver, &limits),
            Task::Economy | Task::Improve | Task::Twins => self.workshop(&solver),
        })
    }

    fn solve(&self, solver: &Solver, limits: &Limits) -> io::Result<String> {
        let writer = EventWriter { sender: &self.sender, line: Vec::new(), left: MAX_BYTES };
        let mut stream = EventStream::begin(&self.problem, &self.source, writer);
        let stopped = solver.solve_within(&self.problem, limits, &mut stream).is_err();
        stream.finish(Some(JsonStats::new(stats(limits), solver)))?;
        Ok(event("done", &serde_json::json!({ "complete": !stopped }).to_string()))
    }

    fn verify(&self, solver: &Solver, limits: &Limits) -> io::Result<String> {
        let whole = problem_to_verify(&self.problem, VerifyNames::default());
        let solution = solution(solver, &whole, limits);
        let verification = verify(&self.problem, &solution, VerifyNames::default());
        let features = JsonFeatures::new(&self.problem, &solution, VerifyNames::default().shown);
        let record = Record::new(&self.problem, &solution).with_verdict(&verification);
        self.done(Record { features: Some(features), ..record }, solver, limits)
    }

    fn table(&self, solver: &Solver, limits: &Limits) -> io::Result<String> {
        let solution = solution(solver, &self.problem, limits);
        let record = Record::new(&self.problem, &solution).with_tables(ShownTries::Nontrivial);
        self.done(record, solver, limits)
    }

    /// Returns the last event of a job, with its record.
    fn done(
        &self,
        mut record: Record<impl Serialize>,
        solver: &Solver,
        limits: &Limits,
    ) -> io::Result<String> {
        record.source = Some(self.source.clone());
        record.stats = Some(JsonStats::new(stats(limits), solver));
        Ok(event("done", &record.to_line().map_err(io::Error::other)?))
    }

    /// Reports the progress while `search` runs.
    fn with_progress<T>(&self, limits: &Limits, search: impl FnOnce() -> T) -> T {
        let (end, ended) = std_mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                while ended.recv_timeout(PROGRESS_INTERVAL) == Err(std_mpsc::RecvTimeoutError::Timeout) {
                    let state = limits.progress().state();
                    let state = serde_json::to_string(&state).unwrap_or_default();
                    // A slow reader misses some reports.
                    let _ = self.sender.try_send(event("progress", &state));
                }
            });
            // The sender is dropped also after a panic, which ends the reports.
            let _end = end;
            search()
        })
    }
}

/// Returns the solution of a problem, as far as the limits allow.
fn solution(solver: &Solver, problem: &Problem, limits: &Limits) -> Solution {
    let mut builder = TreeBuilder::with_max_plies(MAX_PLIES);
    // A search that was stopped leaves a remark in the solution.
    let _ = solver.solve_within(problem, limits, &mut builder);
    builder.finish()
}

fn stats(limits: &Limits) -> SearchStats {
    SearchStats::new(limits, limits.progress().elapsed())
}

/// Passes an event to the reader; one that receives nothing for a long time is taken as gone.
fn pass(sender: &Sender<String>, mut event: String) -> io::Result<()> {
    let start = Instant::now();
    loop {
        event = match sender.try_send(event) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Full(event)) if start.elapsed() < READER_PATIENCE => event,
            Err(_) => return Err(io::ErrorKind::BrokenPipe.into()),
        };
        thread::sleep(READER_PAUSE);
    }
}

/// Passes each line to the reader.
struct EventWriter<'w> {
    sender: &'w Sender<String>,
    line: Vec<u8>,
    /// The number of bytes that may follow.
    left: usize,
}

impl Write for EventWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.left =
            self.left.checked_sub(bytes.len()).ok_or_else(|| io::Error::other("the answer is too long"))?;
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = String::from_utf8_lossy(&self.line);
        let event = event("solution", line.trim_end());
        self.line.clear();
        pass(self.sender, event)
    }
}
