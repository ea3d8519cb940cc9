//! `kirke verify`: a verdict on every problem.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use rayon::ThreadPoolBuilder;

use super::exit::Exit;
use super::messages::{exit_on_write_error, print_diagnostics, print_error, print_note, print_refusal};
use super::progress::ProgressLine;
use super::refusals::RefusalSink;
use super::session::{STACK_BYTES, Session, SolutionUse, threads, with_deep_stack};
use super::solve::print_line;
use super::{ProblemArgs, display_name, files_of};
use crate::batch::{Batch, BatchOutcome, SearchStats, Verified};
use crate::formats::{self, Diagnostic, Item, Source};
use crate::problem::{Problem, Verdict};
use crate::report::json::{JsonStats, Record};
use crate::report::verdict;
use crate::search::Limits;
use crate::solution::{MissingKing, TreeBuilder, replay};
use crate::verify::Verification;

/// What `kirke verify` can be told.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// How many problems to verify side by side
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    jobs: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: VerifyFormat,
    #[command(flatten)]
    problems: ProblemArgs,
}

/// The ways to print verdicts.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VerifyFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object a problem, a line each
    Json,
}

/// Verifies the problems of all files.
pub fn run(args: &VerifyArgs) -> Exit {
    if let Err(error) = args.problems.check_stats(args.format == VerifyFormat::Json) {
        print_error(error);
        return Exit::Refused;
    }
    let search = &args.problems.search;
    // Problems side by side leave no threads for one problem.
    let threads = if args.jobs > 1 { Some(1) } else { search.threads };
    // One that is told, and as much as one of those that are known; side by side, those that are solved, too, and as
    // much as one of those that wait for their turn.
    let at_once = if args.jobs > 1 { args.jobs + 3 } else { 2 };
    let answers = SolutionUse::Buffered { at_once, as_text: args.format == VerifyFormat::Json };
    let workshop = Session::new(threads, search.memory, search.nodes, search.time, answers);
    let jobs = (args.jobs > 1)
        .then(|| ThreadPoolBuilder::new().num_threads(args.jobs).stack_size(STACK_BYTES).build());
    match (workshop, jobs.transpose()) {
        (Ok(workshop), Ok(jobs)) => with_deep_stack(|| {
            // Problems side by side would talk across each other.
            let progress = ProgressLine::new(search.quiet || jobs.is_some());
            let around = |problem: &Problem, limits: &Limits, work: &mut dyn FnMut()| {
                progress.during(problem, limits, &workshop.table, work);
            };
            let mut batch = Batch::new(&workshop.table, jobs.as_ref(), workshop.pool.as_ref());
            batch.wrap = &around;
            batch.max_plies = workshop.max_plies;
            VerifyCommand { args, session: &workshop, exit: Exit::AsExpected, counts: Counts::default() }
                .run(&batch)
        }),
        (Err(error), _) => {
            print_error(error);
            Exit::Refused
        }
        (_, Err(error)) => {
            print_error(format_args!("cannot start {} jobs: {error}", args.jobs));
            Exit::Refused
        }
    }
}

struct VerifyCommand<'a> {
    args: &'a VerifyArgs,
    session: &'a Session,
    exit: Exit,
    counts: Counts,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    as_expected: usize,
    reported: usize,
    /// How many an interruption spared.
    not_started: usize,
}

impl VerifyCommand<'_> {
    fn run(mut self, batch: &Batch<'_>) -> Exit {
        let mut readings = Vec::new();
        for file in files_of(&self.args.problems.files) {
            match file
                .and_then(|path| Ok(formats::read(&display_name(&path), &self.session.read_file(&path)?)))
            {
                Ok(mut reading) => {
                    self.args.problems.apply_to(&mut reading.items);
                    readings.push(reading);
                }
                Err(error) => {
                    print_error(error);
                    self.exit = self.exit.max(Exit::Refused);
                }
            }
        }
        let items: Vec<(&Item, &Source)> = readings
            .iter()
            .flat_map(|reading| reading.items.iter().map(move |item| (item, &reading.source)))
            .collect();
        for reading in &readings {
            print_diagnostics(&reading.warnings, &reading.source);
        }
        let workshop = self.session;
        let flow = batch.verify_all(
            &items,
            &workshop.stop,
            |(item, _)| item.problem.as_ref().ok(),
            |problem| workshop.limits(problem),
            |(item, source), outcome| match self.report(item, source, outcome) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    // Not every verdict was told.
                    self.exit = exit_on_write_error(&error, self.exit.max(Exit::Incomplete));
                    ControlFlow::Break(())
                }
            },
        );
        if flow.is_continue() {
            self.summary();
        }
        if workshop.is_interrupted() { Exit::Interrupted } else { self.exit }
    }

    /// The last line: of how many problems there is a verdict, and of how many none.
    fn summary(&mut self) {
        let Counts { as_expected, reported: told, not_started: not_begun } = self.counts;
        let mut summary = format!("{as_expected} of {told} problems as expected");
        if self.session.is_interrupted() {
            summary = format!("interrupted: {summary}, {not_begun} not looked at");
        } else if told <= 1 {
            return;
        }
        match self.args.format {
            VerifyFormat::Text => {
                if let Err(error) = writeln!(io::stdout(), "{summary}") {
                    self.exit = exit_on_write_error(&error, self.exit);
                }
            }
            VerifyFormat::Json if self.session.is_interrupted() => print_note(summary),
            VerifyFormat::Json => {}
        }
    }

    fn report(&mut self, item: &Item, source: &Source, outcome: BatchOutcome) -> io::Result<()> {
        if let BatchOutcome::NotStarted = outcome {
            self.counts.not_started += 1;
            return Ok(());
        }
        print_diagnostics(&item.warnings, source);
        self.counts.reported += 1;
        match (&item.problem, outcome) {
            (Ok(problem), BatchOutcome::Verified(verified)) => {
                self.count(&verified.verification);
                print_diagnostics(&refusals(&verified), source);
                match self.args.format {
                    VerifyFormat::Text => {
                        let mut out = io::stdout().lock();
                        verdict::write(source.name(), problem, &verified.verification, &mut out)
                    }
                    VerifyFormat::Json => {
                        let record = Record::new(problem, &verified.solution);
                        let mut record = record.with_verdict(&verified.verification);
                        record.source = Some(source.name().to_owned());
                        if self.args.problems.stats {
                            let Session { threads, table, .. } = self.session;
                            let SearchStats { nodes, time } = verified.stats;
                            record.stats = Some(JsonStats::new(nodes, time, *threads, table.usage()));
                        }
                        print_line(&record)
                    }
                }
            }
            (Err(refusal), _) => {
                print_refusal(refusal, source);
                self.exit = self.exit.max(Exit::Refused);
                match self.args.format {
                    VerifyFormat::Text => {
                        writeln!(io::stdout(), "{}:{}  refused", source.name(), item.span.line)
                    }
                    VerifyFormat::Json => {
                        let mut record = Record::refused(item.span, refusal.faults()).with_refusal();
                        record.source = Some(source.name().to_owned());
                        print_line(&record)
                    }
                }
            }
            (Ok(_), _) => Ok(()),
        }
    }

    fn count(&mut self, verification: &Verification) {
        let exit = if verification.as_declared {
            self.counts.as_expected += 1;
            Exit::AsExpected
        } else if verification.has(Verdict::Refused) {
            Exit::Refused
        } else if verification.has(Verdict::Incomplete) {
            Exit::Incomplete
        } else {
            Exit::Unexpected
        };
        self.exit = self.exit.max(exit);
    }
}

/// Why something could not be solved, unless that was expected.
fn refusals(verified: &Verified) -> Vec<Diagnostic> {
    let verification = &verified.verification;
    if verification.as_declared || !verification.has(Verdict::Refused) {
        return Vec::new();
    }
    let mut nobody = TreeBuilder::default();
    let mut watch = RefusalSink::new(&mut nobody, MissingKing::Refuse);
    // Nobody breaks off.
    let _ = replay(&verified.solution, &mut watch);
    watch.refusals()
}
