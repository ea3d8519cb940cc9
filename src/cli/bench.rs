//! `kirke bench`: measures how fast problems are solved, against Popeye if it is available.
//!
//! Every run is a separate process, this program and the peer in turn, so that no run profits from an earlier
//! one and each can be repeated by hand.

mod play;
mod runner;
mod table;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::exit::Exit;
use super::input::Input;
use super::interrupt::Interrupt;
use super::messages::{exit_on_write_error, print_diagnostics, print_error, print_refusal};
use super::session::{duration, memory_size, threads};
use super::terminal::{columns_variable, terminal_width};
use crate::formats::{self, Reading};
use crate::problem::Problem;
use crate::report::json::Record;
use runner::{Failure, Runner};
use table::{BenchRow, BenchTable, Figures, Race};

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
    /// Problem files in Popeye's language or EPD; folders of them; - for standard input
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
    let mut exit = Exit::AsExpected;
    let readings = interrupt.exiting_at_once(|| read(&args.files, &mut exit));
    let mut racers = Vec::new();
    for reading in &readings {
        print_diagnostics(&reading.warnings, &reading.source);
        for item in &reading.items {
            print_diagnostics(&item.warnings, &reading.source);
            match &item.problem {
                Ok(problem) => racers.push((problem, reading.source.name())),
                Err(refusal) => {
                    print_refusal(refusal, &reading.source);
                    exit = exit.max(Exit::Refused);
                }
            }
        }
    }
    interrupt.exit_or(match (Bench { args, runner, exit }).run(&racers) {
        Ok(exit) => exit,
        Err(error) => exit_on_write_error(&error, exit),
    })
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
    fn run(mut self, racers: &[(&Problem, &str)]) -> io::Result<Exit> {
        let mut out = io::stdout().lock();
        let width = if out.is_terminal() { terminal_width() } else { columns_variable().unwrap_or(80) };
        let rows: Vec<BenchRow> =
            racers.iter().map(|(problem, source)| BenchRow::new(problem, source)).collect();
        let mut table = BenchTable::new(rows, self.args.peer.is_some(), width);
        writeln!(out, "{}", self.heading())?;
        table.write_head(&mut out)?;
        for (index, (problem, _)) in racers.iter().enumerate() {
            let figures = match self.race(problem) {
                Ok(figures) => figures,
                Err(Failure::Interrupted) => break,
                Err(Failure::Other(error)) => {
                    print_error(error);
                    return Ok(Exit::Refused);
                }
            };
            self.exit = self.exit.max(figures.exit());
            table.write_row(index, figures, &mut out)?;
            out.flush()?;
        }
        table.write_means(&mut out)?;
        Ok(self.exit)
    }

    fn heading(&self) -> String {
        let BenchArgs { runs, threads, memory, .. } = self.args;
        let peer =
            self.args.peer.as_ref().map_or(String::new(), |peer| format!(" against {}", peer.display()));
        let of = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        format!(
            "kirke {}{peer}: {}, {memory} of memory\n{}, median of {}\n",
            env!("CARGO_PKG_VERSION"),
            of(*threads, "thread"),
            runner::CLOCK,
            of(usize::from(*runs), "run"),
        )
    }

    /// Solves a problem the requested number of times.
    fn race(&self, problem: &Problem) -> Result<Figures, Failure> {
        let text = formats::popeye::write(problem);
        let file = self.runner.file(&text)?;
        match &self.args.peer {
            Some(peer) => self.against(peer, file.path()).map(Figures::Race),
            None => self.alone(file.path()),
        }
    }

    /// Runs this program and the peer in turn, until one of them exceeds the limit.
    fn against(&self, peer: &Path, file: &Path) -> Result<Race, Failure> {
        let (threads, memory) = (self.args.threads.to_string(), &self.args.memory[..]);
        let both = ["-regression", "-maxmem", memory];
        let (mut own, mut other) = (Vec::new(), Vec::new());
        let mut plays = None;
        for _ in 0..self.args.runs {
            let run =
                self.runner.run_self(&[&["popeye"], &both[..], &["-threads", &threads]].concat(), file)?;
            let other_run = self.runner.run(peer, &both, file)?;
            let (Some(run), Some(other_run)) = (&run, &other_run) else {
                own.extend(run.map(|run| run.seconds));
                other.extend(other_run.map(|other_run| other_run.seconds));
                let limit = self.runner.limit.as_secs_f64();
                return Ok(Race::unfinished(median(own), median(other), limit));
            };
            own.push(run.seconds);
            other.push(other_run.seconds);
            plays.get_or_insert_with(|| play::compare(&run.output, &other_run.output));
        }
        Ok(Race::finished(median(own), median(other), plays.unwrap_or(play::PlayComparison::Differs)))
    }

    /// Runs this program alone.
    fn alone(&self, file: &Path) -> Result<Figures, Failure> {
        let threads = self.args.threads.to_string();
        let words = ["solve", "--format", "json", "--stats", "--quiet", "--threads", &threads];
        let words = [&words[..], &["--memory", &self.args.memory]].concat();
        let (mut times, mut nodes) = (Vec::new(), None);
        for _ in 0..self.args.runs {
            let Some(run) = self.runner.run_self(&words, file)? else { return Ok(Figures::PastLimit) };
            times.push(run.seconds);
            let record: Option<Record> = serde_json::from_str(&run.output).ok();
            nodes = record.and_then(|record| record.stats).map(|stats| stats.nodes);
        }
        Ok(match (median(times), nodes) {
            (Some(seconds), Some(nodes)) => Figures::Alone { seconds, nodes },
            _ => Figures::Unsolved,
        })
    }
}

/// Returns the median; of two middle values the smaller.
fn median(mut seconds: Vec<f64>) -> Option<f64> {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len().saturating_sub(1) / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_takes_the_lower_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![2.0, 1.0]), Some(1.0));
    }

    #[test]
    fn default_problems_cover_all_families() {
        let reading = formats::read("bench.inp", DEFAULT_PROBLEMS.as_bytes());
        let problems: Vec<&Problem> =
            reading.items.iter().filter_map(|item| item.problem.as_ref().ok()).collect();
        assert!(problems.len() == reading.items.len() && problems.len() >= 12, "{}", problems.len());
        for family in table::FAMILIES {
            assert!(problems.iter().any(|problem| table::family(problem) == family), "{family:?}");
        }
    }
}
