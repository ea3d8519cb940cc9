//! `kirke verify`: a verdict on every problem.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use rayon::ThreadPoolBuilder;

use super::exit::Exit;
use super::messages::{complain, say, show, show_refusal, unwritten};
use super::progress::Progress;
use super::refusals::Watch;
use super::session::{Answers, STACK, Workshop, threads, with_deep_stack};
use super::solve::print_line;
use super::{ProblemArgs, files_of, name_of};
use crate::batch::{Batch, Effort, Outcome, Verified};
use crate::formats::{self, Diagnostic, Item, Source};
use crate::problem::{Problem, Verdict};
use crate::report::json::{JsonStats, Record};
use crate::report::verdict;
use crate::search::Limits;
use crate::solution::{Gatherer, Kings, replay};
use crate::verify::Verification;

/// What `kirke verify` can be told.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// How many problems to verify side by side
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    jobs: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    problems: ProblemArgs,
}

/// The ways to print verdicts.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object a problem, a line each
    Json,
}

/// Verifies the problems of all files.
pub fn run(args: &VerifyArgs) -> Exit {
    if let Err(error) = args.problems.check_stats(args.format == Format::Json) {
        complain(error);
        return Exit::Refused;
    }
    let search = &args.problems.search;
    // Problems side by side leave no threads for one problem.
    let threads = if args.jobs > 1 { Some(1) } else { search.threads };
    // One that is told, and as much as one of those that are known; side by side, those that are solved, too, and as
    // much as one of those that wait for their turn.
    let at_once = if args.jobs > 1 { args.jobs + 3 } else { 2 };
    let answers = Answers::Kept { at_once, as_text: args.format == Format::Json };
    let workshop = Workshop::new(threads, search.memory, search.nodes, search.time, answers);
    let jobs =
        (args.jobs > 1).then(|| ThreadPoolBuilder::new().num_threads(args.jobs).stack_size(STACK).build());
    match (workshop, jobs.transpose()) {
        (Ok(workshop), Ok(jobs)) => with_deep_stack(|| {
            // Problems side by side would talk across each other.
            let progress = Progress::new(search.quiet || jobs.is_some());
            let around = |problem: &Problem, limits: &Limits, work: &mut dyn FnMut()| {
                progress.during(problem, limits, &workshop.table, work);
            };
            let mut batch = Batch::new(&workshop.table, jobs.as_ref(), workshop.pool.as_ref());
            batch.around = &around;
            batch.room = workshop.room;
            Verifier { args, workshop: &workshop, exit: Exit::AsExpected, counts: Counts::default() }
                .run(&batch)
        }),
        (Err(error), _) => {
            complain(error);
            Exit::Refused
        }
        (_, Err(error)) => {
            complain(format_args!("cannot start {} jobs: {error}", args.jobs));
            Exit::Refused
        }
    }
}

struct Verifier<'a> {
    args: &'a VerifyArgs,
    workshop: &'a Workshop,
    exit: Exit,
    counts: Counts,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    as_expected: usize,
    told: usize,
    /// How many an interruption spared.
    not_begun: usize,
}

impl Verifier<'_> {
    fn run(mut self, batch: &Batch<'_>) -> Exit {
        let mut readings = Vec::new();
        for file in files_of(&self.args.problems.files) {
            match file.and_then(|path| Ok(formats::read(&name_of(&path), &self.workshop.read_file(&path)?))) {
                Ok(mut reading) => {
                    self.args.problems.ask(&mut reading.items);
                    readings.push(reading);
                }
                Err(error) => {
                    complain(error);
                    self.exit = self.exit.max(Exit::Refused);
                }
            }
        }
        let items: Vec<(&Item, &Source)> = readings
            .iter()
            .flat_map(|reading| reading.items.iter().map(move |item| (item, &reading.source)))
            .collect();
        for reading in &readings {
            show(&reading.warnings, &reading.source);
        }
        let workshop = self.workshop;
        let flow = batch.verify_all(
            &items,
            &workshop.stop,
            |(item, _)| item.problem.as_ref().ok(),
            |problem| workshop.limits(problem),
            |(item, source), outcome| match self.tell(item, source, outcome) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    // Not every verdict was told.
                    self.exit = unwritten(&error, self.exit.max(Exit::Incomplete));
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
        let Counts { as_expected, told, not_begun } = self.counts;
        let mut summary = format!("{as_expected} of {told} problems as expected");
        if self.workshop.is_interrupted() {
            summary = format!("interrupted: {summary}, {not_begun} not looked at");
        } else if told <= 1 {
            return;
        }
        match self.args.format {
            Format::Text => {
                if let Err(error) = writeln!(io::stdout(), "{summary}") {
                    self.exit = unwritten(&error, self.exit);
                }
            }
            Format::Json if self.workshop.is_interrupted() => say(summary),
            Format::Json => {}
        }
    }

    fn tell(&mut self, item: &Item, source: &Source, outcome: Outcome) -> io::Result<()> {
        if let Outcome::NotBegun = outcome {
            self.counts.not_begun += 1;
            return Ok(());
        }
        show(&item.warnings, source);
        self.counts.told += 1;
        match (&item.problem, outcome) {
            (Ok(problem), Outcome::Verified(verified)) => {
                self.note(&verified.verification);
                show(&refusals(&verified), source);
                match self.args.format {
                    Format::Text => {
                        let mut out = io::stdout().lock();
                        verdict::write(source.name(), problem, &verified.verification, &mut out)
                    }
                    Format::Json => {
                        let record = Record::new(problem, &verified.solved);
                        let mut record = record.with_verdict(&verified.verification);
                        record.source = Some(source.name().to_owned());
                        if self.args.problems.stats {
                            let Workshop { threads, table, .. } = self.workshop;
                            let Effort { nodes, time } = verified.effort;
                            record.stats = Some(JsonStats::new(nodes, time, *threads, table.load()));
                        }
                        print_line(&record)
                    }
                }
            }
            (Err(refusal), _) => {
                show_refusal(refusal, source);
                self.exit = self.exit.max(Exit::Refused);
                match self.args.format {
                    Format::Text => {
                        writeln!(io::stdout(), "{}:{}  refused", source.name(), item.place.line)
                    }
                    Format::Json => {
                        let mut record = Record::refused(item.place, refusal.faults()).with_refusal();
                        record.source = Some(source.name().to_owned());
                        print_line(&record)
                    }
                }
            }
            (Ok(_), _) => Ok(()),
        }
    }

    fn note(&mut self, verification: &Verification) {
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
    let mut nobody = Gatherer::default();
    let mut watch = Watch::new(&mut nobody, Kings::Needed);
    // Nobody breaks off.
    let _ = replay(&verified.solved, &mut watch);
    watch.refusals()
}
