//! The work of the workshop for a page: what was found as text, each with the problem that it makes.

use std::io;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::Task;
use super::work::{Work, event, failed};
use crate::formats::popeye;
use crate::problem::Verdict;
use crate::report::workshop::{WorkshopText, abandoned_words, economy_summary};
use crate::solver::Solver;
use crate::verify::VerifyNames;
use crate::workshop::{EditKind, ImproveLimits, Need, Workbench, economy, find_twins, improve};

/// The number of versions and twins that are shown.
const MAX_FOUND: usize = 60;
/// The number of changes at the same time.
const MAX_CHANGES: usize = 2;
/// The time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// What was found about a problem.
#[derive(Serialize)]
struct Findings {
    /// What was found in each place.
    found: Vec<Found>,
    /// What was found in one sentence.
    summary: String,
    /// Whether the search was stopped before its end.
    stopped: bool,
}

/// A man, a version or a twin.
#[derive(Serialize)]
struct Found {
    text: String,
    /// The problem in Popeye's language; `None` for a man.
    problem: Option<String>,
    /// The square of a man.
    square: Option<&'static str>,
}

/// How far a search has come.
#[derive(Serialize)]
struct Tested {
    tested: u64,
    found: usize,
}

impl Work {
    /// Works on the problem, and returns the last event.
    pub(super) fn workshop(&self, solver: &Solver) -> io::Result<String> {
        let names = VerifyNames::default();
        let need = match self.task {
            Task::Improve => Need::SolutionOrLonger,
            Task::Twins => Need::Nothing,
            _ => Need::Solution,
        };
        let bench = Workbench::new(solver, None, self.problem.clone(), &self.keep, names, need);
        let mut bench = match bench {
            Ok(bench) => bench,
            Err(error) => return Ok(failed(&error.to_string())),
        };
        let layout = self.problem.setting.diagram.layout();
        let text = WorkshopText { layout, names: names.shown, width: usize::MAX };
        let findings = match self.task {
            Task::Improve => self.improve(&mut bench, text),
            Task::Twins => self.twins(&mut bench, text),
            _ => {
                bench.bound(Some(self.time));
                economy_of(&bench, text)
            }
        };
        let findings = findings.map(|findings| serde_json::to_string(&findings));
        Ok(match findings {
            Ok(findings) => event("done", &findings.map_err(io::Error::other)?),
            Err(message) => failed(&message),
        })
    }

    /// Searches for versions.
    ///
    /// # Errors
    /// The message if it is not known which solution is to stay.
    fn improve(&self, bench: &mut Workbench<'_>, text: WorkshopText) -> Result<Findings, String> {
        if bench.verdict == Verdict::Sound {
            return Ok(Findings { found: Vec::new(), summary: "Sound as it is.".into(), stopped: false });
        }
        if let Some(question) = bench.ambiguity("choose those to keep") {
            return Err(question);
        }
        let limits = ImproveLimits { changes: MAX_CHANGES, versions: MAX_FOUND, time: Some(self.time) };
        let mut report = Report::new(self);
        let found = improve(bench, limits, &mut |found| report.send(found.candidates, found.versions.len()));
        let versions = found.versions.iter().take(MAX_FOUND);
        let summary = format!(
            "{} sound versions among {} changed problems{}.",
            found.versions.len(),
            found.candidates,
            abandoned_words(found.abandoned)
        );
        let found_versions = versions.map(|version| Found {
            text: text.improvement(version),
            problem: Some(popeye::write(&version.problem)),
            square: None,
        });
        let stopped = found.is_stopped && found.versions.len() < MAX_FOUND;
        Ok(Findings { found: found_versions.collect(), summary, stopped })
    }

    fn twins(&self, bench: &mut Workbench<'_>, text: WorkshopText) -> Result<Findings, String> {
        let mut report = Report::new(self);
        let found = find_twins(bench, &EditKind::ALL, Some(self.time), &mut |tested, twins| {
            report.send(tested, twins)
        });
        let count = found.twins.len();
        let summary = format!("{count} sound twins{}.", abandoned_words(found.abandoned));
        let twins = found.twins.iter().take(MAX_FOUND).map(|twin| Found {
            text: text.twin(twin),
            problem: Some(popeye::write(&twin.problem)),
            square: None,
        });
        Ok(Findings { found: twins.collect(), summary, stopped: found.is_stopped })
    }
}

fn economy_of(bench: &Workbench<'_>, text: WorkshopText) -> Result<Findings, String> {
    let found = economy(bench, &mut |_| {});
    let men = found.men.iter().map(|report| Found {
        text: text.man(report),
        problem: None,
        square: Some(text.layout.name(report.square)),
    });
    let summary = format!("{}.", economy_summary(&found));
    Ok(Findings { found: men.collect(), summary, stopped: found.is_stopped })
}

/// Reports how far a search has come.
struct Report<'w> {
    work: &'w Work,
    sent: Instant,
}

impl Report<'_> {
    fn new(work: &Work) -> Report<'_> {
        Report { work, sent: Instant::now() }
    }

    /// Sends a report, unless one was sent a short time ago. A slow reader misses some.
    fn send(&mut self, tested: u64, found: usize) {
        if self.sent.elapsed() >= REPORT_INTERVAL {
            self.sent = Instant::now();
            let state = serde_json::to_string(&Tested { tested, found }).unwrap_or_default();
            let _ = self.work.sender.try_send(event("tested", &state));
        }
    }
}
