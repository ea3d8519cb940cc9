//! `kirke solve`: the solution of every problem.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::appearance::{AppearanceArgs, BoardArgs};
use super::exit::Exit;
use super::messages::{
    OutputKind, all_warnings, exit_on_write_error, print_error, print_note, print_reasons, print_refusal,
    print_warnings,
};
use super::progress::ProgressLine;
use super::session::{Session, SolutionUse, SolveOutcome, with_deep_stack};
use super::{ProblemArgs, terminal, text_warnings};
use crate::formats::{Diagnostic, Item, Source, popeye};
use crate::problem::Problem;
use crate::query::{Query, QueryError, Scope, WhereFilter};
use crate::report::json::{EventStream, JsonStats, Record, faults};
use crate::report::popeye::PopeyePrinter;
use crate::report::text::{Page, TextPrinter};
use crate::solution::changed_play::{PlayTable, ShownTries};
use crate::solution::{MissingKing, PartKeeper, Sink, TreeBuilder};
use crate::solver::SearchStats;
use crate::store::{Budget, QuestionKey, QuestionParts, Recorder, RunKeeper};

/// The arguments of `kirke solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: SolveFormat,
    /// Look for only one key or solution of each problem, and for no tries: much faster if there is one; keys
    /// are searched on one thread
    #[arg(long)]
    first: bool,
    /// With --format json: print one object per event as soon as it is found
    #[arg(long)]
    stream: bool,
    /// Show set play, tries and solution of direct, self and reflex play next to each other, with changed and
    /// transferred mates; tries have one refutation unless --tries is given
    #[arg(long, conflicts_with_all = ["first", "variations", "stream"])]
    table: bool,
    /// Show trivial tries, too: those that give check or have no changed or transferred mate
    #[arg(long, requires = "table")]
    all_tries: bool,
    /// Show only the lines for which a query holds, as in 'mated on e4 and [last knight]'; the stipulation stays as it is
    #[arg(long = "where", value_name = "QUERY", value_parser = parse_query, conflicts_with_all = ["first", "table", "resume"])]
    constraint: Option<Constraint>,
    /// Keep in this file what a long search finds of each first move, and go on after the first moves that it holds
    #[arg(long, value_name = "FILE", conflicts_with = "first")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    problems: ProblemArgs,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    appearance: AppearanceArgs,
}

/// A query with its text.
#[derive(Clone, Debug)]
struct Constraint {
    text: String,
    query: Query,
}

fn parse_query(text: &str) -> Result<Constraint, QueryError> {
    Ok(Constraint { text: text.to_owned(), query: Query::parse(text, Scope::Line)? })
}

/// The output formats of solutions.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SolveFormat {
    /// Plain text
    #[default]
    Text,
    /// Popeye's layout
    Popeye,
    /// One JSON object per problem and line
    Json,
}

impl SolveArgs {
    /// Returns the tries of tables of changed play; `None` if no tables are requested.
    fn shown_tries(&self) -> Option<ShownTries> {
        self.table.then_some(if self.all_tries { ShownTries::All } else { ShownTries::Nontrivial })
    }
}

/// Solves the problems of all files.
pub fn run(args: &SolveArgs) -> Exit {
    if let Err(error) = args.problems.check_stats(args.format == SolveFormat::Json) {
        print_error(error);
        return Exit::Refused;
    }
    if args.stream && args.format != SolveFormat::Json {
        print_error("--stream prints JSON: add --format json");
        return Exit::Refused;
    }
    if args.table && args.format == SolveFormat::Popeye {
        print_error("--table is printed as text or as JSON: leave out --format popeye");
        return Exit::Refused;
    }
    if args.constraint.is_some() && args.format == SolveFormat::Popeye {
        print_error("--where has no place in Popeye's layout: leave out --format popeye");
        return Exit::Refused;
    }
    if args.board.requested().is_some() && args.format != SolveFormat::Text {
        print_error("--board and --no-board are for text: omit them, or print with --format text");
        return Exit::Refused;
    }
    let search = &args.problems.search;
    let answers = match args.format {
        // JSON is written when the solution is complete.
        SolveFormat::Json if !args.stream => SolutionUse::Buffered { at_once: 1, as_text: true },
        _ => SolutionUse::Streamed,
    };
    match Session::new(search, MissingKing::Refuse, answers) {
        Ok(session) => with_deep_stack(|| {
            let recorder = match args
                .resume
                .as_deref()
                .map(|path| Recorder::open(path, Budget::default(), Box::new(io::stdout())))
                .transpose()
            {
                Ok(recorder) => recorder,
                Err(error) => {
                    print_error(error);
                    return Exit::Refused;
                }
            };
            let command =
                SolveCommand { args, session: &session, recorder: recorder.as_ref(), exit: Exit::AsExpected };
            let exit = command.run();
            // Nothing is printed through the recorder.
            match recorder.map_or(Ok(Ok(())), |recorder| recorder.finish()) {
                Ok(_) => exit,
                Err(error) => {
                    print_error(error);
                    exit.max(Exit::Refused)
                }
            }
        }),
        Err(error) => {
            print_error(error);
            Exit::Refused
        }
    }
}

/// The number of lines per phase in the JSON output of an interrupted run.
const INTERRUPTED_LINES: usize = 1_000;

struct SolveCommand<'a> {
    args: &'a SolveArgs,
    session: &'a Session,
    /// Keeps finished first moves.
    recorder: Option<&'a Recorder>,
    exit: Exit,
}

impl SolveCommand<'_> {
    fn run(mut self) -> Exit {
        let interrupt = &self.session.interrupt;
        'files: for input in self.args.problems.inputs() {
            let read = input.and_then(|input| self.args.problems.question.read(&input, self.session));
            let mut reading = match read {
                Ok(reading) => reading,
                Err(error) => {
                    print_error(error);
                    self.exit = self.exit.max(Exit::Refused);
                    continue;
                }
            };
            text_warnings::distribute(&mut reading);
            reading.items.iter_mut().for_each(|item| self.args.problems.apply_to(item));
            if let Some(Constraint { text, .. }) = &self.args.constraint {
                for problem in reading.items.iter_mut().filter_map(|item| item.problem.as_mut().ok()) {
                    problem.options.constraint = Some(text.clone());
                    // Without variations battle play has no lines.
                    problem.options.variations = true;
                }
            }
            if self.args.first {
                ask_for_one(&mut reading.items);
            }
            if self.args.table {
                let tries = self.args.problems.question.tries().unwrap_or(1);
                ask_for_tables(&mut reading.items, tries, &reading.source);
            }
            for item in &reading.items {
                if interrupt.is_set() {
                    break 'files;
                }
                if let Err(error) = self.item(item, &reading.source) {
                    self.exit = exit_on_write_error(&error, self.exit);
                    break 'files;
                }
            }
        }
        interrupt.exit_or(self.exit)
    }

    fn item(&mut self, item: &Item, source: &Source) -> io::Result<()> {
        let warnings = all_warnings(item);
        print_warnings(item, &warnings, source, self.args.appearance.color);
        match &item.problem {
            Ok(problem) => self.problem(problem, &warnings, source),
            Err(refusal) => {
                print_refusal(refusal, source, self.args.appearance.color);
                self.exit = self.exit.max(Exit::Refused);
                if self.args.stream {
                    let (line, errors) = (item.span.line, faults(&refusal.errors));
                    EventStream::write_refusal(source.name(), line, errors, io::stdout().lock())?;
                } else if self.args.format == SolveFormat::Json {
                    let mut record = Record::refused(item.span, faults(&refusal.errors));
                    record.warnings = faults(&warnings);
                    record.source = Some(source.name().to_owned());
                    print_line(&record)?;
                }
                Ok(())
            }
        }
    }

    /// Returns the page for text.
    fn page(&self) -> Page {
        let AppearanceArgs { letters, color } = self.args.appearance;
        terminal::page(letters, self.args.board.requested().unwrap_or_default(), color)
    }

    /// Returns the cost of a search for the JSON output; `None` unless requested.
    fn stats(&self, stats: SearchStats) -> Option<JsonStats> {
        self.args.problems.stats.then(|| JsonStats::new(stats, &self.session.solver))
    }

    /// Solves a problem, and passes the lines to show to a sink.
    fn solve(
        &self,
        problem: &Problem,
        parts: Option<&dyn PartKeeper>,
        progress: &ProgressLine,
        sink: &mut dyn Sink,
    ) -> SolveOutcome {
        let Some(Constraint { query, .. }) = &self.args.constraint else {
            return self.session.solve(problem, parts, progress, sink);
        };
        let mut filter = WhereFilter::new(query, problem, sink);
        let outcome = self.session.solve(&WhereFilter::question(problem), parts, progress, &mut filter);
        match filter.unexamined() {
            0 => outcome,
            count => {
                print_note(format_args!("warning: {count} lines could not be examined, and are shown"));
                SolveOutcome { exit: outcome.exit.max(Exit::Incomplete), ..outcome }
            }
        }
    }

    fn problem(&mut self, problem: &Problem, warnings: &[Diagnostic], source: &Source) -> io::Result<()> {
        let parts = self.recorder.map(|recorder| QuestionParts::new(recorder, solution_key(problem)));
        let parts = parts.as_ref().map(|parts| parts as &dyn PartKeeper);
        let page = self.page();
        let progress = ProgressLine::new(self.args.problems.search.quiet, page.names, page.characters);
        let mut out = BufWriter::new(progress.writer(io::stdout()));
        let (outcome, printed) = match self.args.format {
            SolveFormat::Text => {
                let printer = TextPrinter::begin(problem, page, &mut out);
                let tables = self.args.shown_tries();
                let mut printer = tables.into_iter().fold(printer, TextPrinter::with_table);
                let outcome = self.solve(problem, parts, &progress, &mut printer);
                (outcome, printer.finish().and_then(|()| writeln!(out)))
            }
            SolveFormat::Popeye => {
                let mut printer = PopeyePrinter::begin(problem, &mut out, io::stderr());
                let outcome = self.session.solve(problem, parts, &progress, &mut printer);
                (outcome, printer.finish())
            }
            SolveFormat::Json if self.args.stream => {
                let mut stream = EventStream::begin(problem, source.name(), &mut out);
                let outcome = self.solve(problem, parts, &progress, &mut stream);
                let stats = self.stats(outcome.stats);
                (outcome, stream.finish(stats))
            }
            SolveFormat::Json => {
                let mut builder = TreeBuilder::with_max_plies(self.session.max_plies);
                let outcome = self.solve(problem, parts, &progress, &mut builder);
                if builder.is_full() {
                    self.exit = self.exit.max(Exit::Incomplete);
                }
                let mut solution = builder.finish();
                if self.session.interrupt.is_set() {
                    // An interrupted run must end soon.
                    solution.truncate_lines(INTERRUPTED_LINES);
                }
                let record = Record::new(problem, &solution);
                let tables = self.args.shown_tries().into_iter();
                let mut record = tables.fold(record, Record::with_tables);
                record.warnings = faults(warnings);
                record.source = Some(source.name().to_owned());
                record.stats = self.stats(outcome.stats);
                (outcome, print_line(&record))
            }
        };
        let printed = printed.and_then(|()| out.flush());
        self.exit = self.exit.max(outcome.exit);
        let kind = if self.args.format == SolveFormat::Text { OutputKind::Text } else { OutputKind::Other };
        print_reasons(&outcome.refusals, source, self.args.appearance.color, kind);
        printed
    }
}

/// Returns the key of the question that the solution of a problem answers.
fn solution_key(problem: &Problem) -> QuestionKey {
    // Some options have no keyword in the input language.
    QuestionKey::of(&format!("solve {:?} {}", problem.options, popeye::write(problem)))
}

/// Requests what tables of changed play need, and prints a warning if some problems have none.
fn ask_for_tables(items: &mut [Item], max_refutations: u32, source: &Source) {
    let problems = items.iter_mut().filter_map(|item| item.problem.as_mut().ok());
    let (with_table, others): (Vec<&mut Problem>, Vec<&mut Problem>) =
        problems.partition(|problem| PlayTable::applies_to(&problem.setting, &problem.options));
    if let [first, ..] = &others[..] {
        let (without, all) = (others.len(), others.len() + with_table.len());
        print_note(format_args!(
            "warning: {}:{}: {without} of {all} problems without a table, which needs direct, self or reflex play of \
             two moves or more; printed as usual",
            source.name(),
            first.span.line,
        ));
    }
    for problem in with_table {
        problem.options.request_changed_play(max_refutations);
    }
}

/// Limits the problems to one key or solution, whichever is found first.
fn ask_for_one(items: &mut [Item]) {
    for problem in items.iter_mut().filter_map(|item| item.problem.as_mut().ok()) {
        problem.options.max_solutions = Some(1);
        problem.options.any_key = true;
        // Tries would require the refutation of every root move.
        problem.options.tries = None;
    }
}

/// Prints a record on a line of its own.
pub(super) fn print_line(record: &Record<impl Serialize>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    record.write(&mut out)?;
    out.write_all(b"\n")?;
    out.flush()
}
