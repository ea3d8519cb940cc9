//! Runs a problem the requested number of times with this program and the peer.

use std::path::Path;

use super::answer::{Digest, is_incomplete};
use super::figures::{Figures, Race, StartTimes};
use super::play;
use super::runner::{Failure, Run, Runner};
use super::value::{Time, median};
use crate::formats;
use crate::problem::Problem;
use crate::report::json::Record;

/// The problem of an empty run: a mate in one.
const EMPTY_PROBLEM: &str = "beginproblem\npieces white Kb6 Rh1 black Ka8\nstipulation #1\nendproblem\n";

/// The number of empty runs.
const EMPTY_RUNS: u8 = 5;

/// The two programs.
pub struct Racers<'a> {
    /// Runs them.
    pub runner: Runner,
    /// The peer's program, if there is one.
    pub peer: Option<&'a Path>,
    /// The number of threads of this program.
    pub threads: usize,
    /// The memory of either.
    pub memory: &'a str,
    /// The number of runs of a problem.
    pub runs: u8,
}

/// The times of the runs of a program; none follows one that exceeded the limit.
#[derive(Default)]
struct Times {
    seconds: Vec<f64>,
    is_past_limit: bool,
}

impl Times {
    fn push(&mut self, run: &Run) {
        self.seconds.push(run.seconds);
        self.is_past_limit |= run.output.is_none();
    }

    /// Returns the median, a lower bound if a run was ended.
    fn median(self) -> Time {
        let seconds = median(self.seconds).unwrap_or(0.0);
        if self.is_past_limit { Time::PastLimit(seconds) } else { Time::Finished(seconds) }
    }
}

impl Racers<'_> {
    /// Measures an empty run of either program; 0 for one that exceeds the limit.
    pub fn start_times(&self) -> Result<StartTimes, Failure> {
        let file = self.runner.file(EMPTY_PROBLEM)?;
        let of = |run: &dyn Fn() -> Result<Run, Failure>| {
            let mut times = Times::default();
            for _ in 0..EMPTY_RUNS {
                times.push(&run()?);
                if times.is_past_limit {
                    return Ok(0.0);
                }
            }
            Ok(times.median().seconds())
        };
        let Some(peer) = self.peer else {
            return Ok(StartTimes { own: of(&|| self.run_alone(file.path()))?, peer: None });
        };
        let own = of(&|| self.run_in_race(None, file.path()))?;
        Ok(StartTimes { own, peer: Some(of(&|| self.run_in_race(Some(peer), file.path()))?) })
    }

    /// Runs a problem the requested number of times.
    pub fn race(&self, problem: &Problem) -> Result<Figures, Failure> {
        let text = formats::popeye::write(problem);
        let file = self.runner.file(&text)?;
        match self.peer {
            Some(peer) => self.against(peer, file.path()).map(Figures::Race),
            None => self.alone(file.path()),
        }
    }

    /// Runs this program and the peer in turn, until one of them exceeds the limit.
    fn against(&self, peer: &Path, file: &Path) -> Result<Race, Failure> {
        let (mut own, mut other) = (Times::default(), Times::default());
        let (mut play, mut answer) = (None, None);
        for _ in 0..self.runs {
            let run = self.run_in_race(None, file)?;
            let other_run = self.run_in_race(Some(peer), file)?;
            own.push(&run);
            other.push(&other_run);
            if let Some(output) = &run.output {
                answer = answer.or_else(|| Digest::of_layout(output));
            }
            let (Some(output), Some(other_output)) = (&run.output, &other_run.output) else { break };
            play.get_or_insert_with(|| play::compare(output, other_output));
        }
        Ok(Race { own: own.median(), peer: other.median(), play, answer })
    }

    /// Runs the peer, or this program in its place.
    fn run_in_race(&self, peer: Option<&Path>, file: &Path) -> Result<Run, Failure> {
        let both = ["-regression", "-maxmem", self.memory];
        match peer {
            Some(peer) => self.runner.run(peer, &both, file),
            None => {
                let threads = self.threads.to_string();
                self.runner.run_self(&[&["popeye"], &both[..], &["-threads", &threads]].concat(), file)
            }
        }
    }

    /// Runs this program alone.
    fn alone(&self, file: &Path) -> Result<Figures, Failure> {
        let (mut times, mut record) = (Times::default(), None);
        for _ in 0..self.runs {
            let run = self.run_alone(file)?;
            times.push(&run);
            let Some(output) = run.output else { return Ok(Figures::PastLimit(times.median().seconds())) };
            record = serde_json::from_str::<Record>(&output).ok();
        }
        let Some((record, stats)) =
            record.and_then(|record| record.stats.clone().map(|stats| (record, stats)))
        else {
            return Ok(Figures::Unsolved);
        };
        if is_incomplete(&record) {
            return Ok(Figures::Incomplete);
        }
        let answer = Digest::of_record(&record);
        Ok(Figures::Alone { seconds: times.median().seconds(), nodes: stats.nodes, answer })
    }

    fn run_alone(&self, file: &Path) -> Result<Run, Failure> {
        let threads = self.threads.to_string();
        let words = ["solve", "--format", "json", "--stats", "--quiet", "--threads", &threads];
        self.runner.run_self(&[&words[..], &["--memory", self.memory]].concat(), file)
    }
}
