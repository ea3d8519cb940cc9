//! `kirke bench`: measures how fast problems are solved, against Popeye if it is available.
//!
//! Every run is a separate process, this program and the peer in turn, so that no run profits from an earlier
//! one and each can be repeated by hand.

mod answer;
mod comparison;
mod figures;
mod play;
mod printer;
mod problem_row;
mod race;
mod record;
mod results;
mod runner;
mod saved_run;
mod table;
mod value;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::appearance::ColorArg;
use super::exit::Exit;
use super::input::Input;
use super::interrupt::Interrupt;
use super::messages::{exit_on_write_error, print_diagnostics, print_error, print_refusal};
use super::session::{duration, memory_size, threads};
use super::terminal::output_width;
use crate::formats::{self, Reading};
use crate::problem::Problem;
use comparison::Comparison;
use printer::{BenchFormat, BenchPrinter};
use problem_row::ProblemRow;
use race::Racers;
use record::RunSettings;
use results::Results;
use runner::{Failure, Runner};
use saved_run::{SavedRun, SavedRunError, TimedCommand};

/// The problems used if no files are given.
const DEFAULT_PROBLEMS: &str = include_str!("../../problems/bench.inp");

/// The arguments of `kirke bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Popeye's program, to run against
    #[arg(long, value_name = "PY")]
    peer: Option<PathBuf>,
    /// How often each problem is solved; the median counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=99))]
    runs: u8,
    /// End a run after this time, as in 60, 90s or 5m
    #[arg(long, value_name = "TIME", default_value = "60", value_parser = duration)]
    limit: Duration,
    /// Threads of kirke; Popeye has one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Memory of either, as in 500M or 2G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = checked_size)]
    memory: String,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: BenchFormat,
    /// Compare with a run that --format json has printed to this file
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Problem files in Popeye's language, EPD, PGN or Olive's format; folders of them; - for standard input
    /// [default: a dozen problems of all families]
    files: Vec<PathBuf>,
}

/// Checks a number of bytes; returns it as text, which the peer understands, too.
fn checked_size(text: &str) -> Result<String, String> {
    memory_size(text).map(|_| text.to_owned())
}

/// Runs the race.
pub fn run(args: &BenchArgs) -> Exit {
    let interrupt = Interrupt::install();
    let runner = match Runner::new(args.limit, interrupt.stop_flag().clone()) {
        Ok(runner) => runner,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    let Ok(saved) = interrupt.exiting_at_once(|| read_saved(args)) else { return Exit::Refused };
    let mut exit = Exit::AsExpected;
    let readings = interrupt.exiting_at_once(|| read(&args.files, &mut exit));
    let mut problems = Vec::new();
    for reading in &readings {
        print_diagnostics(&reading.warnings, &reading.source, ColorArg::Auto);
        for item in &reading.items {
            print_diagnostics(&item.warnings, &reading.source, ColorArg::Auto);
            match &item.problem {
                Ok(problem) => problems.push((problem, reading.source.name())),
                Err(refusal) => {
                    print_refusal(refusal, &reading.source, ColorArg::Auto);
                    exit = exit.max(Exit::Refused);
                }
            }
        }
    }
    interrupt.exit_or(match (Bench { args, runner, exit }).run(&problems, saved) {
        Ok(exit) => exit,
        Err(error) => exit_on_write_error(&error, exit),
    })
}

/// Returns the run to compare with, if there is one; the error is printed.
fn read_saved(args: &BenchArgs) -> Result<Option<SavedRun>, ()> {
    let Some(path) = &args.compare else { return Ok(None) };
    let command = if args.peer.is_some() { TimedCommand::Popeye } else { TimedCommand::Solve };
    match SavedRun::read(path, command) {
        Ok(saved) => Ok(Some(saved)),
        Err(SavedRunError::Unreadable(message)) => {
            print_error(message);
            Err(())
        }
        Err(SavedRunError::Malformed(error)) => {
            print_diagnostics(&[error.1], &error.0, ColorArg::Auto);
            Err(())
        }
    }
}

/// Returns the problems of the files, or the default problems.
fn read(files: &[PathBuf], exit: &mut Exit) -> Vec<Reading> {
    if files.is_empty() {
        return vec![formats::read("bench.inp", DEFAULT_PROBLEMS.as_bytes())];
    }
    let mut readings = Vec::new();
    for input in Input::from_arguments(files) {
        match input.and_then(|input| Ok(formats::read(&input.name(), &input.read()?))) {
            Ok(reading) => readings.push(reading),
            Err(error) => {
                print_error(error);
                *exit = Exit::Refused;
            }
        }
    }
    readings
}

struct Bench<'a> {
    args: &'a BenchArgs,
    runner: Runner,
    exit: Exit,
}

impl Bench<'_> {
    fn run(self, problems: &[(&Problem, &str)], saved: Option<SavedRun>) -> io::Result<Exit> {
        let Bench { args, runner, mut exit } = self;
        let BenchArgs { runs, threads, memory, .. } = args;
        let racers = Racers { runner, peer: args.peer.as_deref(), threads: *threads, memory, runs: *runs };
        let start = match racers.start_times() {
            Ok(start) => start,
            Err(failure) => return Ok(exit.max(exit_on_failure(failure))),
        };
        let rows: Vec<ProblemRow> =
            problems.iter().map(|(problem, source)| ProblemRow::new(problem, source)).collect();
        let comparison = saved.map(|saved| Comparison::new(saved, &rows));
        let mut results = Results::new(rows, start, comparison);
        let mut out = io::stdout().lock();
        let width = output_width();
        let printer = BenchPrinter::new(&results, settings(args), args.format, width);
        printer.write_head(&mut out)?;
        for (problem, _) in problems {
            let figures = match racers.race(problem) {
                Ok(figures) => figures,
                Err(Failure::Interrupted) => break,
                Err(failure) => return Ok(exit.max(exit_on_failure(failure))),
            };
            let measured = results.push(figures);
            exit = exit.max(measured.exit());
            printer.write_row(&measured, &mut out)?;
            out.flush()?;
        }
        printer.write_end(&results, &mut out)?;
        Ok(exit)
    }
}

/// Reports why a program did not run; returns the exit code.
fn exit_on_failure(failure: Failure) -> Exit {
    match failure {
        Failure::Interrupted => Exit::Interrupted,
        Failure::Other(error) => {
            print_error(error);
            Exit::Refused
        }
    }
}

/// Returns the settings that the output names.
fn settings(args: &BenchArgs) -> RunSettings {
    RunSettings {
        kirke: env!("CARGO_PKG_VERSION"),
        peer: args.peer.as_ref().map(|peer| peer.display().to_string()),
        threads: args.threads,
        memory: args.memory.clone(),
        runs: args.runs,
        limit: args.limit.as_secs_f64(),
        clock: runner::CLOCK,
    }
}

#[cfg(test)]
mod tests {
    use super::problem_row::PlayFamily;
    use super::*;

    #[test]
    fn default_problems_cover_all_families() {
        let reading = formats::read("bench.inp", DEFAULT_PROBLEMS.as_bytes());
        let problems: Vec<&Problem> =
            reading.items.iter().filter_map(|item| item.problem.as_ref().ok()).collect();
        assert!(problems.len() == reading.items.len() && problems.len() >= 12, "{}", problems.len());
        for family in PlayFamily::all().filter(|family| family.name != "other") {
            assert!(problems.iter().any(|problem| PlayFamily::of(problem) == family), "{family:?}");
        }
    }
}
