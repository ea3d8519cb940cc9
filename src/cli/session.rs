//! The resources of a run, as given by the command line.

use std::time::{Duration, Instant};

use super::SearchArgs;
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::memory;
use super::messages::print_error;
use super::progress::ProgressLine;
use crate::formats::Diagnostic;
use crate::problem::Problem;
use crate::report::refusals::RefusalSink;
use crate::search::table::ENTRY_BYTES;
use crate::solution::{MissingKing, PartKeeper, Sink, StopReason};
use crate::solver::{Canceller, SearchStats, Solver, SolverBuilder, with_large_stack};

/// The solver of a run, and how the user ends it.
pub struct Session {
    /// Has the table, the threads and the limits.
    pub solver: Solver,
    /// The number of threads that search a problem.
    pub threads: usize,
    /// The maximum number of plies of a solution in memory.
    pub max_plies: usize,
    /// Whether the user has ended the run.
    pub interrupt: Interrupt,
}

/// What has become of a problem that was solved, apart from its solution.
pub struct SolveOutcome {
    /// The reasons why something could not be solved.
    pub refusals: Vec<Diagnostic>,
    /// The exit code that the problem asks for.
    pub exit: Exit,
    /// The cost of the search.
    pub stats: SearchStats,
}

/// How solutions are used, which determines the memory they need.
#[derive(Clone, Copy)]
pub enum SolutionUse {
    /// They are printed as they are found.
    Streamed,
    /// They are kept until they are complete.
    Buffered {
        /// The number of solutions in memory at the same time.
        at_once: usize,
        /// Whether one of them is converted to text before it is written.
        as_text: bool,
    },
}

/// The memory of a ply of a solution and, in addition, of its text, in bytes.
const BYTES_PER_PLY: usize = 128;
const TEXT_BYTES_PER_PLY: usize = 640;

impl Session {
    /// Returns a session with the resources that the arguments give; the defaults are all cores and a quarter of
    /// the free memory.
    ///
    /// # Errors
    /// If the system denies threads.
    pub fn new(
        args: &SearchArgs,
        missing_king: MissingKing,
        solution_use: SolutionUse,
    ) -> Result<Session, String> {
        let threads = args.threads.unwrap_or_else(cores);
        let (table, max_plies) =
            split_memory(args.memory.map_or_else(memory::quarter_of_free, without_program), solution_use);
        let interrupt = Interrupt::install();
        let builder = Solver::builder()
            .threads(threads)
            .memory(table)
            .missing_king(missing_king)
            .canceller(Canceller::from(interrupt.stop_flag().clone()));
        let builder = args.nodes.into_iter().fold(builder, SolverBuilder::max_nodes);
        let builder = args.time.into_iter().fold(builder, SolverBuilder::max_time);
        let solver = builder.build().map_err(|error| error.to_string())?;
        Ok(Session { threads, solver, max_plies, interrupt })
    }

    /// Solves a problem but for the parts that are kept, shows its progress, and passes the events of its solution to
    /// `sink`.
    pub fn solve(
        &self,
        problem: &Problem,
        parts: Option<&dyn PartKeeper>,
        progress: &ProgressLine,
        sink: &mut dyn Sink,
    ) -> SolveOutcome {
        let solver = &self.solver;
        let (limits, start) = (solver.limits(problem), Instant::now());
        let mut refusal_sink = RefusalSink::new(sink, solver.missing_king());
        let result = progress.during(problem, &limits, solver.table(), || {
            progress.with_keys(problem, &mut refusal_sink, |sink| {
                solver.solve_parts(problem, &limits, parts, sink)
            })
        });
        let stats = SearchStats::new(&limits, start.elapsed());
        let refusals = refusal_sink.refusals();
        let mut exit = if refusals.is_empty() { Exit::AsExpected } else { Exit::Refused };
        if result == Err(StopReason::SearchStopped) {
            exit = exit.max(Exit::Incomplete);
        }
        SolveOutcome { refusals, exit, stats }
    }
}

/// Runs `work` on a thread with a stack that suffices for the longest stipulations; ends the program if the
/// system denies it.
pub fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    with_large_stack(work).unwrap_or_else(|error| {
        print_error(error);
        std::process::exit(2)
    })
}

/// The memory of the program without the table and the solutions, in bytes.
const PROGRAM_BYTES: usize = 7 << 20;

/// The minimum number of plies kept of every buffered solution.
const MIN_PLIES: usize = 1 << 14;

/// Returns the bytes of the table and of buffered solutions if the whole program may use `memory` bytes.
fn without_program(memory: usize) -> usize {
    memory.saturating_sub(PROGRAM_BYTES).max(memory / 2)
}

/// Returns the bytes of the table, and the maximum number of plies of a solution: buffered solutions get a
/// quarter of the memory.
fn split_memory(bytes: usize, solution_use: SolutionUse) -> (usize, usize) {
    match solution_use {
        SolutionUse::Streamed => (bytes, usize::MAX),
        SolutionUse::Buffered { at_once, as_text } => {
            let each = at_once.max(1) * BYTES_PER_PLY + if as_text { TEXT_BYTES_PER_PLY } else { 0 };
            (bytes - bytes / 4, (bytes / 4 / each).max(MIN_PLIES))
        }
    }
}

/// Returns the memory of a program with a table of this number of entries, in bytes.
pub fn memory_of_positions(positions: usize) -> usize {
    positions.saturating_mul(ENTRY_BYTES).saturating_add(PROGRAM_BYTES)
}

/// Parses a number of bytes: `1048576`, `500K`, `500M`, `2G`.
pub fn memory_size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let shift = match text[digits.len()..].to_ascii_uppercase().trim_end_matches('B') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("expected a number of bytes, as in 500M or 2G".into()),
    };
    let number: usize =
        digits.parse().map_err(|_| "expected a number of bytes, as in 500M or 2G".to_string())?;
    number
        .checked_mul(1 << shift)
        .filter(|&size| size <= 1 << 44)
        .ok_or_else(|| format!("{text} is too much"))
}

/// Parses a number of positions.
pub fn node_count(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a number of positions, as in 20000".to_string())
}

/// Returns the number of cores that this process may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Parses a number of threads, from 1 to 1024.
pub fn threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|threads| (1..=1024).contains(threads))
        .ok_or_else(|| "expected 1 to 1024".to_string())
}

/// Parses a time: a number of seconds, with or without decimals, or numbers with units, as in `500ms`, `90s`, `5m`
/// or `1h30m`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time, as in 30 (seconds), 500ms, 90s, 5m or 1h30m".to_string();
    let seconds = |number: &str, unit: f64| number.parse::<f64>().ok().map(|number| number * unit);
    let mut total = 0.0;
    let mut rest = text;
    while !rest.is_empty() {
        let number = &rest[..rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len())];
        rest = &rest[number.len()..];
        let unit = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
        rest = &rest[unit.len()..];
        let factor = match unit {
            "" if number.len() == text.len() => 1.0,
            "ms" => 0.001,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(expected()),
        };
        total += seconds(number, factor).ok_or_else(expected)?;
    }
    let time = Duration::try_from_secs_f64(total).ok().filter(|_| !text.is_empty());
    time.ok_or_else(expected)
}

/// Checks the name of a store: a file, or the address of a server, but no other description of a server.
pub fn store_place(text: &str) -> Result<String, String> {
    const KEYS: [&str; 8] = ["host", "hostaddr", "port", "dbname", "user", "password", "service", "sslmode"];
    if text.is_empty() {
        return Err("expected a file, or the address of a PostgreSQL server".into());
    }
    let is_pair = |word: &str| word.split_once('=').is_some_and(|(key, _)| KEYS.contains(&key));
    if text.split_whitespace().any(is_pair) && !std::path::Path::new(text).exists() {
        let expected = "expected a file, or the address of a PostgreSQL server";
        return Err(format!("{expected}, as in postgres://user@host:5432/database"));
    }
    Ok(text.to_owned())
}

/// Parses a time as [`duration`] does, if it is longer than zero.
pub fn positive_duration(text: &str) -> Result<Duration, String> {
    let time = duration(text)?;
    if time.is_zero() { Err("expected a time longer than zero".into()) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_split_between_table_and_solutions() {
        assert_eq!(without_program(100 << 20), 93 << 20);
        assert_eq!(without_program(4 << 20), 2 << 20);
        assert_eq!(without_program(0), 0);
        assert_eq!(split_memory(93 << 20, SolutionUse::Streamed), (93 << 20, usize::MAX));
        let kept = |at_once, as_text| SolutionUse::Buffered { at_once, as_text };
        assert_eq!(split_memory(1 << 30, kept(2, false)), (3 << 28, 1 << 20));
        assert_eq!(split_memory(3 << 30, kept(1, true)), (9 << 28, 1 << 20));
        assert_eq!(split_memory(0, kept(1, true)), (0, MIN_PLIES));
    }

    #[test]
    fn memory_sizes_are_parsed() {
        assert_eq!(memory_size("512"), Ok(512));
        assert_eq!(memory_size("2G"), Ok(2 << 30));
        assert_eq!(memory_size("3mb"), Ok(3 << 20));
        for wrong in ["", "G", "2X", "-1", "1.5G", "99999999999G", "99999999999999999999"] {
            assert!(memory_size(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "-1", "nan", "x", "5x", "m", "1 h", "5m3", "1e400", "inf"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        for (text, millis) in [("0.5", 500), ("30", 30_000), ("90s", 90_000), ("250ms", 250)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        assert_eq!(duration("1h30m"), Ok(Duration::from_secs(5400)));
    }
}
