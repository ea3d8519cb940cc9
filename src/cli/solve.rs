//! `kirke solve`: the solution of every problem.

use std::io::{self, BufWriter, Write};
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::exit::Exit;
use super::messages::{complain, show, show_refusal, unwritten};
use super::progress::Progress;
use super::refusals::Watch;
use super::session::{Answers, Workshop, with_deep_stack};
use super::{Letters, ProblemArgs, files_of, name_of, terminal};
use crate::formats::{self, Diagnostic, Item, Source};
use crate::problem::Problem;
use crate::report::json::{Fault, JsonStats, Record};
use crate::report::popeye::Popeye;
use crate::report::text::Text;
use crate::solution::{Gatherer, Halt, Kings, Means, Sink, perform};

/// What `kirke solve` can be told.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// How men are called
    #[arg(long, value_enum, default_value_t)]
    letters: Letters,
    /// Look for one key or one solution of each problem and no other, and for no tries: much faster where
    /// there is one; keys are looked for on one thread
    #[arg(long)]
    first: bool,
    #[command(flatten)]
    problems: ProblemArgs,
}

/// The ways to print a solution.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// Popeye's layout
    Popeye,
    /// One JSON object a problem, a line each
    Json,
}

/// Solves the problems of all files.
pub fn run(args: &SolveArgs) -> Exit {
    if let Err(error) = args.problems.check_stats(args.format == Format::Json) {
        complain(error);
        return Exit::Refused;
    }
    let search = &args.problems.search;
    let answers = match args.format {
        // It is written when all is known.
        Format::Json => Answers::Kept { at_once: 1, as_text: true },
        Format::Text | Format::Popeye => Answers::Told,
    };
    match Workshop::new(search.threads, search.memory, search.nodes, search.time, answers) {
        Ok(workshop) => {
            with_deep_stack(|| Solver { args, workshop: &workshop, exit: Exit::AsExpected }.run())
        }
        Err(error) => {
            complain(error);
            Exit::Refused
        }
    }
}

/// How many lines of a phase JSON tells of a run that was interrupted.
const INTERRUPTED_LINES: usize = 1_000;

struct Solver<'a> {
    args: &'a SolveArgs,
    workshop: &'a Workshop,
    exit: Exit,
}

impl Solver<'_> {
    fn run(mut self) -> Exit {
        for file in files_of(&self.args.problems.files) {
            let read = file.and_then(|path| Ok((name_of(&path), self.workshop.read_file(&path)?)));
            let (name, bytes) = match read {
                Ok(read) => read,
                Err(error) => {
                    complain(error);
                    self.exit = self.exit.max(Exit::Refused);
                    continue;
                }
            };
            let mut reading = formats::read(&name, &bytes);
            self.args.problems.ask(&mut reading.items);
            if self.args.first {
                ask_for_one(&mut reading.items);
            }
            show(&reading.warnings, &reading.source);
            for item in &reading.items {
                if self.workshop.is_interrupted() {
                    return Exit::Interrupted;
                }
                if let Err(error) = self.item(item, &reading.source) {
                    return unwritten(&error, self.exit);
                }
            }
        }
        if self.workshop.is_interrupted() { Exit::Interrupted } else { self.exit }
    }

    fn item(&mut self, item: &Item, source: &Source) -> io::Result<()> {
        show(&item.warnings, source);
        match &item.problem {
            Ok(problem) => self.problem(problem, source),
            Err(refusal) => {
                show_refusal(refusal, source);
                self.exit = self.exit.max(Exit::Refused);
                if self.args.format == Format::Json {
                    let mut record = Record::refused(item.place, refusal.faults());
                    record.source = Some(source.name().to_owned());
                    print_line(&record)?;
                }
                Ok(())
            }
        }
    }

    fn problem(&mut self, problem: &Problem, source: &Source) -> io::Result<()> {
        let progress = Progress::new(self.args.problems.search.quiet);
        let mut out = BufWriter::new(progress.beside(io::stdout()));
        let (refusals, printed) = match self.args.format {
            Format::Text => {
                let mut printer = Text::begin(problem, terminal::page(self.args.letters), &mut out);
                let (refusals, _) = self.perform(problem, &progress, &mut printer);
                (refusals, printer.finish().and_then(|()| writeln!(out)))
            }
            Format::Popeye => {
                let mut printer = Popeye::begin(problem, &mut out, io::stderr());
                let (refusals, _) = self.perform(problem, &progress, &mut printer);
                (refusals, printer.finish())
            }
            Format::Json => {
                let mut gatherer = Gatherer::with_room(self.workshop.room);
                let start = Instant::now();
                let (refusals, nodes) = self.perform(problem, &progress, &mut gatherer);
                let time = start.elapsed();
                if gatherer.is_full() {
                    self.exit = self.exit.max(Exit::Incomplete);
                }
                let mut solved = gatherer.finish();
                if self.workshop.is_interrupted() {
                    // Who wants to stop does not wait for all that was found.
                    solved.shorten(INTERRUPTED_LINES);
                }
                let mut record = Record::new(problem, &solved);
                record.source = Some(source.name().to_owned());
                if self.args.problems.stats {
                    let Workshop { threads, table, .. } = self.workshop;
                    record.stats = Some(JsonStats::new(nodes, time, *threads, table.load()));
                }
                (refusals, print_line(&record))
            }
        };
        let printed = printed.and_then(|()| out.flush());
        show(&refusals, source);
        printed
    }

    /// Solves, and returns why something could not be solved, and how many positions were looked at.
    fn perform(
        &mut self,
        problem: &Problem,
        progress: &Progress,
        sink: &mut dyn Sink,
    ) -> (Vec<Diagnostic>, u64) {
        let Workshop { table, pool, .. } = self.workshop;
        let means = Means { table, pool: pool.as_ref(), kings: Kings::Needed };
        let limits = self.workshop.limits(problem);
        let mut watch = Watch::new(sink, Kings::Needed);
        let telling =
            progress.during(problem, &limits, table, || perform(problem, &means, &limits, &mut watch));
        let refusals = watch.refusals();
        if !refusals.is_empty() {
            self.exit = self.exit.max(Exit::Refused);
        }
        if telling == Err(Halt::Stopped) {
            self.exit = self.exit.max(Exit::Incomplete);
        }
        (refusals, limits.nodes())
    }
}

/// Lets the problems ask for one key or solution, whichever is found first.
fn ask_for_one(items: &mut [Item]) {
    for problem in items.iter_mut().filter_map(|item| item.problem.as_mut().ok()) {
        problem.options.max_solutions = Some(1);
        problem.options.any_key = true;
        // Every first move would have to be refuted.
        problem.options.tries = None;
    }
}

/// Prints a record on a line of its own.
pub(super) fn print_line(record: &Record) -> io::Result<()> {
    let line = record.to_line().map_err(io::Error::other)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

impl formats::Refusal {
    /// The errors as JSON tells them.
    pub(super) fn faults(&self) -> Vec<Fault> {
        self.errors
            .iter()
            .map(|error| Fault {
                line: error.place.line,
                column: error.place.column,
                length: error.place.length,
                message: match &error.suggestion {
                    Some(suggestion) => format!("{}; {suggestion}", error.message),
                    None => error.message.clone(),
                },
            })
            .collect()
    }
}
