//! `kirke verify`: a verdict on every problem.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::appearance::AppearanceArgs;
use super::exit::Exit;
use super::input::Input;
use super::messages::{
    all_warnings, exit_on_write_error, faults, print_diagnostics, print_error, print_note, print_refusal,
};
use super::progress::ProgressLine;
use super::refusals::RefusalSink;
use super::session::{Session, SolutionUse, threads, with_deep_stack};
use super::solve::print_line;
use super::{ProblemArgs, SearchArgs};
use crate::batch::{Batch, BatchOutcome};
use crate::formats::{Diagnostic, Document, Item, Question, Source};
use crate::problem::declaration::parse_branching;
use crate::problem::{Declaration, Problem, Verdict};
use crate::report::PieceNames;
use crate::report::json::{JsonStats, Record};
use crate::report::text::Characters;
use crate::report::verdict::{self, DualList};
use crate::search::Limits;
use crate::solution::{MissingKing, TreeBuilder, replay};
use crate::solver::{Verified, thread_pool};
use crate::verify::{Verification, VerifyNames};

/// The arguments of `kirke verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// How many problems to verify at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    jobs: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: VerifyFormat,
    /// Print only problems with these verdicts, such as cooked or no-solution; 'unsound' is every defect, and
    /// 'unexpected' every verdict other than the declared one
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',', value_parser = VerdictFilter::parse)]
    only: Vec<VerdictFilter>,
    /// Which duals to list: those that matter, or all
    #[arg(long, value_enum, default_value_t)]
    duals: DualsArg,
    #[command(flatten)]
    expectation: ExpectationArgs,
    #[command(flatten)]
    problems: ProblemArgs,
    #[command(flatten)]
    appearance: AppearanceArgs,
}

impl VerifyArgs {
    /// Returns the names of men: the chosen letters, which JSON does not contain.
    fn names(&self) -> VerifyNames {
        let declared = self.appearance.letters;
        match self.format {
            VerifyFormat::Text => VerifyNames { shown: declared, declared },
            VerifyFormat::Json => VerifyNames { shown: PieceNames::KnightS, declared },
        }
    }
}

/// What is expected of every problem, in addition to what it declares.
#[derive(Args, Debug)]
struct ExpectationArgs {
    /// Expect exactly one solution of help and series play, too, unless the problem declares something else
    #[arg(long)]
    strict: bool,
    /// The number of intended lines of help or series play
    #[arg(long, value_name = "N")]
    lines: Option<u64>,
    /// The intended number of choices at each ply of help or series play, as in 2.1.1.1
    #[arg(long, value_name = "NUMBERS", value_parser = branching)]
    branching: Option<Branching>,
}

/// The number of choices at each ply.
#[derive(Clone, Debug)]
struct Branching(Vec<u64>);

fn branching(text: &str) -> Result<Branching, String> {
    let numbers = parse_branching(text).filter(|numbers| !numbers.contains(&0));
    numbers.map(Branching).ok_or_else(|| "expected numbers separated by dots, as in 2.1.1.1".into())
}

impl ExpectationArgs {
    /// Adds what is expected to the declarations of a problem.
    fn apply_to(&self, item: &mut Item) {
        let Ok(problem) = &mut item.problem else { return };
        if self.strict {
            // A verdict that the problem declares prevails.
            let sound = Declaration { verdict: Some(Verdict::Sound), ..Declaration::default() };
            problem.declarations.insert(0, sound);
        }
        if self.lines.is_some() || self.branching.is_some() {
            problem.declarations.push(Declaration {
                line_count: self.lines,
                branching: self.branching.clone().map(|numbers| numbers.0),
                ..Declaration::default()
            });
        }
    }
}

/// The verdicts of which problems are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum VerdictFilter {
    Verdict(Verdict),
    Unsound,
    Unexpected,
}

impl VerdictFilter {
    fn parse(text: &str) -> Result<VerdictFilter, String> {
        match text {
            "unsound" => Ok(VerdictFilter::Unsound),
            "unexpected" => Ok(VerdictFilter::Unexpected),
            _ => Verdict::from_words(&text.to_lowercase()).map(VerdictFilter::Verdict).ok_or_else(|| {
                let words = Verdict::ALL.map(|verdict| verdict.words().replace(' ', "-"));
                format!("expected unsound, unexpected or a verdict ({})", words.join(", "))
            }),
        }
    }

    /// Returns whether a problem of this verdict is printed.
    fn admits(self, verdict: Verdict, as_declared: bool) -> bool {
        match self {
            VerdictFilter::Verdict(wanted) => verdict == wanted,
            VerdictFilter::Unsound => !matches!(verdict, Verdict::Sound | Verdict::SeveralSolutions),
            VerdictFilter::Unexpected => !as_declared,
        }
    }
}

/// The duals to list.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum DualsArg {
    /// Those in full-length play before the last move
    #[default]
    Major,
    /// All of them
    All,
}

impl From<DualsArg> for DualList {
    fn from(argument: DualsArg) -> DualList {
        match argument {
            DualsArg::Major => DualList::Major,
            DualsArg::All => DualList::All,
        }
    }
}

/// The output formats of verdicts.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VerifyFormat {
    /// Plain text
    #[default]
    Text,
    /// One JSON object per problem and line
    Json,
}

/// Verifies the problems of all files.
pub fn run(args: &VerifyArgs) -> Exit {
    if let Err(error) = args.problems.check_stats(args.format == VerifyFormat::Json) {
        print_error(error);
        return Exit::Refused;
    }
    let search = &args.problems.search;
    // Several jobs leave one thread for each problem.
    let threads = if args.jobs > 1 { Some(1) } else { search.threads };
    // One solution being reported, and as much for the cache; with several jobs also the solutions being
    // found, and as much for those that wait to be reported.
    let at_once = if args.jobs > 1 { args.jobs + 3 } else { 2 };
    let answers = SolutionUse::Buffered { at_once, as_text: args.format == VerifyFormat::Json };
    let search = SearchArgs { threads, ..search.clone() };
    match (Session::new(&search, MissingKing::Refuse, answers), thread_pool(args.jobs)) {
        (Ok(session), Ok(jobs)) => with_deep_stack(|| {
            // Several jobs would share one progress line.
            let progress = ProgressLine::new(
                search.quiet || jobs.is_some(),
                args.appearance.letters,
                Characters::Unicode,
            );
            let around = |problem: &Problem, limits: &Limits, work: &mut dyn FnMut()| {
                progress.during(problem, limits, session.solver.table(), work);
            };
            let mut batch = Batch::new(&session.solver, jobs.as_ref());
            batch.wrap = &around;
            batch.max_plies = session.max_plies;
            batch.names = args.names();
            VerifyCommand { args, session: &session, exit: Exit::AsExpected, counts: Counts::default() }
                .run(&batch)
        }),
        (Err(error), _) => {
            print_error(error);
            Exit::Refused
        }
        (_, Err(error)) => {
            print_error(format_args!("cannot start {} jobs: {}", args.jobs, error.reason));
            Exit::Refused
        }
    }
}

/// The number of problems in memory at the same time.
const CHUNK_PROBLEMS: usize = 2_000;

/// A problem and its text.
type PlacedItem = (Item, Arc<Document>);

struct VerifyCommand<'a> {
    args: &'a VerifyArgs,
    session: &'a Session,
    exit: Exit,
    counts: Counts,
}

#[derive(Clone, Default)]
struct Counts {
    as_expected: usize,
    reported: usize,
    /// The number of problems of each verdict.
    by_verdict: BTreeMap<Verdict, usize>,
    /// The number of problems not started because of an interruption.
    not_started: usize,
}

impl VerifyCommand<'_> {
    fn run(mut self, batch: &Batch<'_>) -> Exit {
        let question = self.args.problems.question.question();
        let mut chunk: Vec<PlacedItem> = Vec::new();
        let mut flow = ControlFlow::Continue(());
        for input in Input::from_arguments(&self.args.problems.files) {
            flow = match input.and_then(|input| self.args.problems.question.document(&input, self.session)) {
                Ok(document) => self.document(batch, &Arc::new(document), &question, &mut chunk),
                Err(error) => {
                    print_error(error);
                    self.exit = self.exit.max(Exit::Refused);
                    flow
                }
            };
            if flow.is_break() {
                break;
            }
        }
        if flow.is_continue() && self.chunk(batch, &chunk).is_continue() {
            self.summary();
        }
        self.session.interrupt.exit_or(self.exit)
    }

    /// Reads the problems of a document, and verifies the chunks that are full.
    fn document(
        &mut self,
        batch: &Batch<'_>,
        document: &Arc<Document>,
        question: &Question,
        chunk: &mut Vec<PlacedItem>,
    ) -> ControlFlow<()> {
        let mut items = question.items(document);
        while let Some(mut item) = items.next() {
            self.args.problems.apply_to(&mut item);
            self.args.expectation.apply_to(&mut item);
            chunk.push((item, Arc::clone(document)));
            if chunk.len() >= CHUNK_PROBLEMS {
                self.chunk(batch, chunk)?;
                chunk.clear();
            }
        }
        print_diagnostics(items.warnings(), document.source(), self.args.appearance.color);
        ControlFlow::Continue(())
    }

    /// Verifies the problems of a chunk and reports them in order; breaks if nothing more can be reported.
    fn chunk(&mut self, batch: &Batch<'_>, chunk: &[PlacedItem]) -> ControlFlow<()> {
        let session = self.session;
        batch.verify_all(
            chunk,
            session.interrupt.stop_flag(),
            |(item, _)| item.problem.as_ref().ok(),
            |problem| session.solver.limits(problem),
            |(item, document), outcome| match self.report(item, document.source(), outcome) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    // Not every verdict was reported.
                    self.exit = exit_on_write_error(&error, self.exit.max(Exit::Incomplete));
                    ControlFlow::Break(())
                }
            },
        )
    }

    /// Prints the last line: the numbers of problems with and without a verdict.
    fn summary(&mut self) {
        let Counts { as_expected, reported, not_started, ref by_verdict } = self.counts;
        let verdicts: Vec<String> =
            by_verdict.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
        let mut summary = format!("{as_expected} of {reported} problems as expected");
        if !verdicts.is_empty() {
            summary += &format!(": {}", verdicts.join(", "));
        }
        if self.session.interrupt.is_set() {
            summary = format!("interrupted: {summary}; {not_started} not started");
        } else if reported <= 1 {
            return;
        }
        match self.args.format {
            VerifyFormat::Text => {
                if let Err(error) = writeln!(io::stdout(), "{summary}") {
                    self.exit = exit_on_write_error(&error, self.exit);
                }
            }
            VerifyFormat::Json if self.session.interrupt.is_set() => print_note(summary),
            VerifyFormat::Json => {}
        }
    }

    fn report(&mut self, item: &Item, source: &Source, outcome: BatchOutcome) -> io::Result<()> {
        if let BatchOutcome::NotStarted = outcome {
            self.counts.not_started += 1;
            return Ok(());
        }
        let warnings = all_warnings(item);
        print_diagnostics(&warnings, source, self.args.appearance.color);
        self.counts.reported += 1;
        match (&item.problem, outcome) {
            (Ok(problem), BatchOutcome::Verified(verified)) => {
                let verification = &verified.verification;
                self.count(verification);
                if !self.is_wanted(verification.verdict, verification.as_declared) {
                    return Ok(());
                }
                print_diagnostics(&refusals(&verified), source, self.args.appearance.color);
                match self.args.format {
                    VerifyFormat::Text => {
                        let mut out = io::stdout().lock();
                        verdict::write(source.name(), problem, verification, self.args.duals.into(), &mut out)
                    }
                    VerifyFormat::Json => {
                        let record = Record::new(problem, &verified.solution);
                        let mut record = record.with_verdict(verification);
                        record.warnings = faults(&warnings);
                        record.source = Some(source.name().to_owned());
                        if self.args.problems.stats {
                            record.stats = Some(JsonStats::new(verified.stats, &self.session.solver));
                        }
                        print_line(&record)
                    }
                }
            }
            (Err(refusal), _) => {
                print_refusal(refusal, source, self.args.appearance.color);
                self.exit = self.exit.max(Exit::Refused);
                *self.counts.by_verdict.entry(Verdict::Refused).or_default() += 1;
                if !self.is_wanted(Verdict::Refused, false) {
                    return Ok(());
                }
                match self.args.format {
                    VerifyFormat::Text => {
                        let mut out = io::stdout().lock();
                        verdict::write_refused(source.name(), item.span, refusal, &mut out)
                    }
                    VerifyFormat::Json => {
                        let mut record = Record::refused(item.span, faults(&refusal.errors)).with_refusal();
                        record.warnings = faults(&warnings);
                        record.source = Some(source.name().to_owned());
                        print_line(&record)
                    }
                }
            }
            (Ok(_), _) => Ok(()),
        }
    }

    /// Returns whether a problem of this verdict is printed.
    fn is_wanted(&self, verdict: Verdict, as_declared: bool) -> bool {
        let only = &self.args.only;
        only.is_empty() || only.iter().any(|filter| filter.admits(verdict, as_declared))
    }

    fn count(&mut self, verification: &Verification) {
        *self.counts.by_verdict.entry(verification.verdict).or_default() += 1;
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
