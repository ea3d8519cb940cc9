//! Reports the outcomes of a batch: verdicts on standard output, errors on standard error, and the exit code.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

use serde::Serialize;

use super::{VerifyArgs, VerifyFormat};
use crate::batch::{Answer, BatchOutcome, KeptResult};
use crate::cli::exit::Exit;
use crate::cli::live::{LiveView, is_cooked};
use crate::cli::messages::{
    OutputKind, all_warnings, exit_on_write_error, print_note, print_reasons, print_refusal, print_warnings,
};
use crate::cli::session::Session;
use crate::cli::terminal;
use crate::formats::{Diagnostic, Item, Refusal, Source};
use crate::problem::{Problem, Span, Verdict};
use crate::report::features::JsonFeatures;
use crate::report::json::{JsonFault, JsonStats, Record, faults};
use crate::report::refusals::RefusalSink;
use crate::report::verdict::{self, VerdictLayout};
use crate::solution::{MissingKing, TreeBuilder, replay};
use crate::solver::{SearchStats, Verified};
use crate::store::{RunKeeper, decode_record};
use crate::verify::Verification;

/// Reports outcomes in order.
pub(super) struct Reporter<'a> {
    args: &'a VerifyArgs,
    session: &'a Session,
    /// Prints once the results are kept; `None` without a store.
    keeper: Option<&'a dyn RunKeeper>,
    live: &'a LiveView,
    exit: Exit,
    counts: Counts,
}

#[derive(Clone, Default)]
struct Counts {
    as_expected: usize,
    reported: usize,
    /// The number of problems of each verdict.
    by_verdict: BTreeMap<Verdict, usize>,
    /// The number of problems on which the program failed.
    failed: usize,
}

impl<'a> Reporter<'a> {
    /// Returns a reporter that has reported nothing.
    pub fn new(
        args: &'a VerifyArgs,
        session: &'a Session,
        keeper: Option<&'a dyn RunKeeper>,
        live: &'a LiveView,
    ) -> Reporter<'a> {
        Reporter { args, session, keeper, live, exit: Exit::AsExpected, counts: Counts::default() }
    }

    /// Returns the exit code so far.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Raises the exit code.
    pub fn raise(&mut self, exit: Exit) {
        self.exit = self.exit.max(exit);
    }

    /// Prints the last line: the numbers of problems with and without a verdict. Of an interrupted run, `unfinished`
    /// problems were not reported.
    pub fn summary(&mut self, unfinished: usize) {
        let Counts { as_expected, reported, failed, ref by_verdict } = self.counts;
        let mut verdicts: Vec<String> =
            by_verdict.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
        if failed > 0 {
            verdicts.push(format!("{failed} failed"));
        }
        let mut summary = format!("{as_expected} of {reported} problems as expected");
        if !verdicts.is_empty() {
            summary += &format!(": {}", verdicts.join(", "));
        }
        if self.session.interrupt.is_set() {
            summary = format!("interrupted: {summary}; {unfinished} not finished");
        } else if reported <= 1 {
            return;
        }
        match self.args.format {
            VerifyFormat::Text => {
                if let Err(error) = self.print(format!("{summary}\n").as_bytes()) {
                    self.exit = exit_on_write_error(&error, self.exit);
                }
            }
            VerifyFormat::Json if self.session.interrupt.is_set() => print_note(summary),
            VerifyFormat::Json => {}
        }
    }

    /// Reports an outcome; breaks if nothing more can be reported.
    pub fn report(&mut self, item: &Item, source: &Source, outcome: BatchOutcome) -> ControlFlow<()> {
        let warnings = all_warnings(item);
        if !warnings.is_empty() {
            self.live.printing(|| print_warnings(item, &warnings, source, self.args.appearance.color));
        }
        self.live.count(is_cooked(&outcome));
        self.counts.reported += 1;
        let written = match (&item.problem, outcome) {
            (Err(refusal), _) => self.refused((item.span, refusal), &warnings, source),
            (Ok(problem), outcome) => self.outcome(problem, outcome, &warnings, source),
        };
        if let Err(error) = written {
            // Not every verdict was reported.
            self.exit = exit_on_write_error(&error, self.exit.max(Exit::Incomplete));
            return ControlFlow::Break(());
        }
        if self.ends_here() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns whether the run ends at a problem that is not as expected, as requested.
    pub fn ends_here(&self) -> bool {
        self.args.fail_fast && self.exit > Exit::AsExpected
    }

    fn outcome(
        &mut self,
        problem: &Problem,
        outcome: BatchOutcome,
        warnings: &[Diagnostic],
        source: &Source,
    ) -> io::Result<()> {
        match outcome {
            BatchOutcome::Verified(verified) => {
                let verification = &verified.verification;
                if !self.count(verification) {
                    return Ok(());
                }
                let kind =
                    if self.args.format == VerifyFormat::Text { OutputKind::Text } else { OutputKind::Other };
                let reasons = refusals(&verified);
                if !reasons.is_empty() {
                    self.live.printing(|| print_reasons(&reasons, source, self.args.appearance.color, kind));
                }
                let names = self.args.names().shown;
                let features = || JsonFeatures::new(problem, &verified.solution, names);
                let features = self.args.features.then(features);
                let record = || Record {
                    features: features.clone(),
                    ..Record::new(problem, &verified.solution).with_verdict(&verified.verification)
                };
                self.verdict(problem, verification, source, warnings, verified.stats, record)?;
                self.features(features.as_ref())
            }
            BatchOutcome::Kept(kept) => match *kept {
                KeptResult::Verified(Answer { verification, stats, record, .. }) => {
                    if !self.count(&verification) {
                        return Ok(());
                    }
                    let is_json = self.args.format == VerifyFormat::Json;
                    match is_json.then(|| decode_record(&record)).flatten() {
                        Some(kept) => {
                            let record = || kept.with_problem(problem);
                            self.verdict(problem, &verification, source, warnings, stats, record)
                        }
                        // A damaged record has lost its solution, not its verdict.
                        None => {
                            let empty = || Record::refused(problem.span, Vec::new()).with_problem(problem);
                            let record = || empty().with_verdict(&verification);
                            self.verdict(problem, &verification, source, warnings, stats, record)
                        }
                    }
                }
                KeptResult::Failed(message) => self.failed(problem, &message, source),
            },
            BatchOutcome::Failed(message) => self.failed(problem, &message, source),
            BatchOutcome::NoProblem | BatchOutcome::NotFinished => Ok(()),
        }
    }

    /// Prints a verdict.
    fn verdict<T: Serialize>(
        &mut self,
        problem: &Problem,
        verification: &Verification,
        source: &Source,
        warnings: &[Diagnostic],
        stats: SearchStats,
        record: impl FnOnce() -> Record<T>,
    ) -> io::Result<()> {
        match self.args.format {
            VerifyFormat::Text => {
                let mut text = Vec::new();
                verdict::write(source.name(), problem, verification, self.layout(), &mut text)?;
                self.print(&text)
            }
            VerifyFormat::Json => {
                let mut record = record();
                if self.args.problems.stats {
                    record.stats = Some(JsonStats::new(stats, &self.session.solver));
                }
                self.print_record(record, source, warnings)
            }
        }
    }

    /// Prints the features below a verdict.
    fn features(&mut self, features: Option<&JsonFeatures>) -> io::Result<()> {
        let Some(features) = features.filter(|_| self.args.format == VerifyFormat::Text) else {
            return Ok(());
        };
        let mut text = Vec::new();
        features.write(self.layout().width, &mut text)?;
        self.print(&text)
    }

    /// Reports that the program failed on a problem.
    fn failed(&mut self, problem: &Problem, message: &str, source: &Source) -> io::Result<()> {
        self.counts.failed += 1;
        self.raise(Exit::Incomplete);
        let message = format!("the program failed, please report it: {message}");
        match self.args.format {
            VerifyFormat::Text => {
                let line = verdict::place(source.name(), problem);
                self.print(format!("{line}: {message}\n").as_bytes())
            }
            VerifyFormat::Json => {
                let record = Record::refused(problem.span, vec![JsonFault::new(problem.span, message)]);
                self.print_record(record.with_problem(problem), source, &[])
            }
        }
    }

    /// Reports a problem that was not understood.
    fn refused(
        &mut self,
        (span, refusal): (Span, &Refusal),
        warnings: &[Diagnostic],
        source: &Source,
    ) -> io::Result<()> {
        self.live.printing(|| print_refusal(refusal, source, self.args.appearance.color));
        self.raise(Exit::Refused);
        *self.counts.by_verdict.entry(Verdict::Refused).or_default() += 1;
        if !self.is_wanted(Verdict::Refused, false) {
            return Ok(());
        }
        match self.args.format {
            VerifyFormat::Text => {
                let mut text = Vec::new();
                verdict::write_refused(source.name(), span, refusal, self.layout(), &mut text)?;
                self.print(&text)
            }
            VerifyFormat::Json => {
                let record = Record::refused(span, faults(&refusal.errors)).with_refusal();
                self.print_record(record, source, warnings)
            }
        }
    }

    fn print_record(
        &mut self,
        mut record: Record<impl Serialize>,
        source: &Source,
        warnings: &[Diagnostic],
    ) -> io::Result<()> {
        record.warnings = faults(warnings);
        record.source = Some(source.name().to_owned());
        self.print((record.to_line()? + "\n").as_bytes())
    }

    /// Prints on standard output, with a store once the results are kept.
    fn print(&self, text: &[u8]) -> io::Result<()> {
        match self.keeper {
            Some(keeper) => keeper.print(text),
            None => self.live.printing(|| {
                let mut out = io::stdout().lock();
                out.write_all(text)?;
                out.flush()
            }),
        }
    }

    /// Returns how verdicts are written as text.
    fn layout(&self) -> VerdictLayout {
        VerdictLayout { duals: self.args.duals.into(), width: terminal::known_width() }
    }

    /// Returns whether a problem of this verdict is printed.
    fn is_wanted(&self, verdict: Verdict, as_declared: bool) -> bool {
        let only = &self.args.only;
        only.is_empty() || only.iter().any(|filter| filter.admits(verdict, as_declared))
    }

    /// Counts a verdict, and returns whether it is printed.
    fn count(&mut self, verification: &Verification) -> bool {
        *self.counts.by_verdict.entry(verification.verdict).or_default() += 1;
        self.counts.as_expected += usize::from(verification.as_declared);
        self.raise(if verification.as_declared {
            Exit::AsExpected
        } else if verification.has(Verdict::Refused) {
            Exit::Refused
        } else if verification.has(Verdict::Incomplete) {
            Exit::Incomplete
        } else {
            Exit::Unexpected
        });
        self.is_wanted(verification.verdict, verification.as_declared)
    }
}

/// Returns the reasons why a problem could not be solved, unless they were declared.
fn refusals(verified: &Verified) -> Vec<Diagnostic> {
    let verification = &verified.verification;
    if verification.as_declared || !verification.has(Verdict::Refused) {
        return Vec::new();
    }
    let mut builder = TreeBuilder::default();
    let mut refusal_sink = RefusalSink::new(&mut builder, MissingKing::Refuse);
    // The tree builder never stops the replay.
    let _ = replay(&verified.solution, &mut refusal_sink);
    refusal_sink.refusals()
}
