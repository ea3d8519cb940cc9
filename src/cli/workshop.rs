//! The commands of the workshop: `economy`, `improve` and `twins`.

pub mod economy;
pub mod explore;
pub mod improve;
pub mod twins;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::SearchArgs;
use super::appearance::AppearanceArgs;
use super::exit::Exit;
use super::messages::{exit_on_write_error, print_error, print_refusal};
use super::question::QuestionArgs;
use super::session::{Session, SolutionUse, with_deep_stack};
use super::terminal::output_width;
use crate::formats::{Item, Source};
use crate::parallel::ThreadPool;
use crate::report::verdict::place;
use crate::report::workshop::{WorkshopRecord, WorkshopText};
use crate::solution::MissingKing;
use crate::solver::thread_pool;
use crate::verify::VerifyNames;
use crate::workshop::{Need, Workbench, WorkshopError};

/// The arguments of every command of the workshop.
#[derive(Args, Debug)]
pub struct WorkshopArgs {
    /// Problem files in Popeye's language, EPD, PGN or Olive's format; folders of them; a FEN in quotes; - for standard
    /// input
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    question: QuestionArgs,
    /// The solution to keep: the moves with which a key or a line begins, as in '1.Qa4' or 'Kb4 Rh2'; can be repeated
    /// [default: the declared keys, or all solutions]
    #[arg(long, value_name = "MOVES", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    keep: Vec<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: WorkshopFormat,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    appearance: AppearanceArgs,
}

/// The output formats of the workshop.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum WorkshopFormat {
    /// Plain text
    #[default]
    Text,
    /// One JSON object per problem and line
    Json,
}

/// A run of a command over all problems.
struct WorkshopRun<'a> {
    args: &'a WorkshopArgs,
    need: Need,
    session: Session,
    pool: Option<ThreadPool>,
    exit: Exit,
}

/// Where the results of a problem are printed.
struct ResultPrinter<'r> {
    args: &'r WorkshopArgs,
    text: WorkshopText,
    source: &'r str,
    /// The first failure to write.
    result: io::Result<()>,
}

impl ResultPrinter<'_> {
    fn is_text(&self) -> bool {
        self.args.format == WorkshopFormat::Text
    }

    /// Prints a line below the place of the problem, if text is printed.
    fn line(&mut self, text: &str) {
        if self.is_text() && self.result.is_ok() {
            let mut out = io::stdout().lock();
            self.result = self.text.line(text, &mut out).and_then(|()| out.flush());
        }
    }

    /// Returns a line of progress on standard error.
    fn ticker(&self) -> Ticker {
        let is_shown = !self.args.search.quiet && io::stderr().is_terminal();
        Ticker { shown: is_shown.then(Instant::now), width: 0 }
    }

    /// Prints why the problem cannot be worked on.
    fn refuse(&mut self, bench: &Workbench<'_>, error: String) -> Exit {
        print_error(format_args!("{}:{}: {error}", self.source, bench.problem.span.line));
        if !self.is_text() && self.result.is_ok() {
            let record = WorkshopRecord::failed(self.source, bench.problem.span.line, error);
            self.result = print_record(&WorkshopRecord { verdict: Some(bench.verdict.words()), ..record });
        }
        Exit::Refused
    }

    /// Prints the record of the problem, if JSON is printed.
    fn record<T: Serialize>(&mut self, bench: &Workbench<'_>, found: Vec<T>, is_stopped: bool) {
        if !self.is_text() && self.result.is_ok() {
            self.result = print_record(&WorkshopRecord {
                version: 1,
                source: self.source,
                line: bench.problem.span.line,
                verdict: Some(bench.verdict.words()),
                found,
                stopped: is_stopped,
                error: None,
            });
        }
    }
}

/// A line of progress on standard error, which is erased at the end.
struct Ticker {
    /// When the line was printed; `None` if there is none.
    shown: Option<Instant>,
    /// The number of signs on the line.
    width: usize,
}

/// The time between two lines of progress.
const TICK: Duration = Duration::from_millis(200);

impl Ticker {
    /// Replaces the line, unless it was replaced a short time ago.
    fn show(&mut self, text: impl Fn() -> String) {
        if let Some(shown) = &mut self.shown
            && shown.elapsed() >= TICK
        {
            *shown = Instant::now();
            let text = text();
            let _ = write!(io::stderr(), "\r{text:width$}", width = self.width);
            self.width = text.len();
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if self.width > 0 {
            let _ = write!(io::stderr(), "\r{:width$}\r", "", width = self.width);
        }
    }
}

/// The work of a command on a problem: returns the exit code that the problem asks for.
type Work<'w> = dyn Fn(&mut Workbench<'_>, &mut ResultPrinter<'_>) -> Exit + 'w;

fn print_record<T: Serialize>(record: &WorkshopRecord<'_, T>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(record)?)?;
    out.flush()
}

/// Works on the problems of all files. `work` returns the exit code that a problem asks for.
fn run(
    args: &WorkshopArgs,
    need: Need,
    work: impl Fn(&mut Workbench<'_>, &mut ResultPrinter<'_>) -> Exit + Sync,
) -> Exit {
    let search = SearchArgs { threads: Some(1), ..args.search.clone() };
    let threads = args.search.threads.unwrap_or_else(super::session::cores);
    let session = match Session::new(&search, MissingKing::Refuse, SolutionUse::Streamed) {
        Ok(session) => session,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    let pool = match thread_pool(threads) {
        Ok(pool) => pool,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    with_deep_stack(|| WorkshopRun { args, need, session, pool, exit: Exit::AsExpected }.run(&work))
}

impl WorkshopRun<'_> {
    fn run(mut self, work: &Work<'_>) -> Exit {
        'files: for input in self.args.question.inputs(&self.args.files) {
            let read = input.and_then(|input| self.args.question.read(&input, &self.session));
            let reading = match read {
                Ok(reading) => reading,
                Err(error) => {
                    print_error(error);
                    self.exit = self.exit.max(Exit::Refused);
                    continue;
                }
            };
            for item in &reading.items {
                if self.session.interrupt.is_set() {
                    break 'files;
                }
                if let Err(error) = self.item(item, &reading.source, work) {
                    self.exit = exit_on_write_error(&error, self.exit);
                    break 'files;
                }
            }
        }
        self.session.interrupt.exit_or(self.exit)
    }

    fn item(&mut self, item: &Item, source: &Source, work: &Work<'_>) -> io::Result<()> {
        let color = self.args.appearance.color;
        let problem = match &item.problem {
            Ok(problem) => problem,
            Err(refusal) => {
                print_refusal(refusal, source, color);
                self.exit = self.exit.max(Exit::Refused);
                let error = refusal.errors.first().map(|error| error.message.clone());
                return self.failed(source.name(), item.span.line, error.unwrap_or_default());
            }
        };
        if self.args.format == WorkshopFormat::Text {
            let mut out = io::stdout().lock();
            writeln!(out, "{}", place(source.name(), problem))?;
            out.flush()?;
        }
        let letters = self.args.appearance.letters;
        let names = VerifyNames { shown: letters, declared: letters };
        let Session { solver, .. } = &self.session;
        let (pool, keep) = (self.pool.as_ref(), &self.args.keep);
        let bench = Workbench::new(solver, pool, problem.clone(), keep, names, self.need);
        let mut bench = match bench {
            Ok(bench) => bench,
            Err(error) => {
                self.exit = self.exit.max(match error {
                    WorkshopError::Incomplete | WorkshopError::TooManySolutions => Exit::Incomplete,
                    WorkshopError::NoSolution(_) => Exit::Unexpected,
                    WorkshopError::Unplayable(_) | WorkshopError::UnknownSolution(_) => Exit::Refused,
                });
                print_error(format_args!("{}:{}: {error}", source.name(), problem.span.line));
                return self.failed(source.name(), problem.span.line, error.to_string());
            }
        };
        let layout = problem.setting.diagram.layout();
        let text = WorkshopText { layout, names: letters, width: output_width() };
        let mut printer = ResultPrinter { args: self.args, text, source: source.name(), result: Ok(()) };
        self.exit = self.exit.max(work(&mut bench, &mut printer));
        printer.result
    }

    /// Prints the record of a problem that cannot be worked on, if JSON is printed.
    fn failed(&self, source: &str, line: u32, error: String) -> io::Result<()> {
        match self.args.format {
            WorkshopFormat::Text => Ok(()),
            WorkshopFormat::Json => print_record(&WorkshopRecord::failed(source, line, error)),
        }
    }
}
