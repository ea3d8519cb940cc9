//! `kirke check`: what is wrong or doubtful in the input, without solving.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::appearance::ColorArg;
use super::exit::Exit;
use super::messages::{exit_on_write_error, faults, print_error};
use super::question::QuestionArgs;
use super::refusals::RefusalSink;
use super::session::with_deep_stack;
use crate::formats::{ColourMode, Diagnostic, Document, Item, Question, Source};
use crate::legality;
use crate::problem::{Problem, Span};
use crate::report::json::{JsonFault, VERSION};
use crate::search::Limits;
use crate::search::limits::StopFlag;
use crate::solution::{Event, MissingKing, Remark, Sink, TwinHead, Unplayable};
use crate::solver::Solver;

/// The memory of the table: nothing is searched.
const TABLE_BYTES: usize = 1 << 16;

/// The arguments of `kirke check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Problem files in Popeye's language, EPD, PGN or Olive's format; folders of them; a FEN in quotes; - for standard input
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    question: QuestionArgs,
    /// Leave out these doubts
    #[arg(long, value_name = "DOUBTS", value_delimiter = ',', value_enum)]
    allow: Vec<Doubt>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: CheckFormat,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: ColorArg,
}

/// The output formats of checks.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum CheckFormat {
    /// Plain text
    #[default]
    Text,
    /// One JSON object per problem and line
    Json,
}

/// What can be doubtful in a problem that can be solved.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Doubt {
    /// The reader has a warning, such as an unknown operation or an unusual side to move
    Input,
    /// The position cannot arise in a game
    Position,
    /// The side to move could capture the king
    Capturable,
}

/// What is wrong or doubtful in a problem.
#[derive(Serialize)]
struct CheckRecord {
    version: u32,
    source: String,
    line: u32,
    errors: Vec<JsonFault>,
    warnings: Vec<JsonDoubt>,
}

#[derive(Serialize)]
struct JsonDoubt {
    name: Doubt,
    #[serde(flatten)]
    fault: JsonFault,
}

/// Checks the problems of all files.
pub fn run(args: &CheckArgs) -> Exit {
    let solver = match Solver::builder().memory(TABLE_BYTES).build() {
        Ok(solver) => solver,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    let out = BufWriter::new(io::stdout());
    with_deep_stack(|| {
        let question = args.question.question();
        CheckCommand {
            args,
            question,
            solver,
            out,
            exit: Exit::AsExpected,
            has_read: false,
            problems: 0,
            errors: 0,
            warnings: 0,
        }
        .run()
    })
}

/// What is noticed when a problem and its twins are set up. Their searches are stopped at once.
struct SetUp {
    /// The reasons why something cannot be played.
    refusals: Vec<Diagnostic>,
    /// The places of positions that are to be solved in which the king could be captured.
    capturable: Vec<Span>,
}

struct CheckCommand<'a> {
    args: &'a CheckArgs,
    question: Question,
    solver: Solver,
    out: BufWriter<io::Stdout>,
    exit: Exit,
    /// Whether a text has been read: without one there is nothing to sum up.
    has_read: bool,
    problems: u64,
    errors: u64,
    warnings: u64,
}

impl CheckCommand<'_> {
    fn run(mut self) -> Exit {
        for input in self.args.question.inputs(&self.args.files) {
            let read = input.and_then(|input| Ok(Document::new(&input.name(), &input.read()?)));
            let written = match read {
                Ok(document) => {
                    self.has_read = true;
                    self.document(&document)
                }
                Err(error) => {
                    print_error(error);
                    self.exit = Exit::Refused;
                    Ok(())
                }
            };
            if let Err(error) = written {
                return exit_on_write_error(&error, self.exit);
            }
        }
        match self.summary() {
            Ok(()) => self.exit,
            Err(error) => exit_on_write_error(&error, self.exit),
        }
    }

    fn document(&mut self, document: &Document) -> io::Result<()> {
        let question = self.question.clone();
        let mut items = question.items(document);
        let (mut known, mut last) = (0, None);
        while let Some(mut item) = items.next() {
            add_new_warnings(&mut item, items.warnings(), &mut known);
            if let Some(before) = last.replace(item) {
                self.item(&before, document.source())?;
            }
        }
        let Some(mut item) = last else { return Ok(()) };
        add_new_warnings(&mut item, items.warnings(), &mut known);
        self.item(&item, document.source())
    }

    fn item(&mut self, item: &Item, source: &Source) -> io::Result<()> {
        self.problems += 1;
        let mut errors = Vec::new();
        let mut doubts: Vec<(Doubt, Diagnostic)> =
            item.warnings.iter().map(|warning| (Doubt::Input, warning.clone())).collect();
        match &item.problem {
            Err(refusal) => errors.extend(refusal.errors.iter().cloned()),
            Ok(problem) => {
                let set_up = self.set_up(problem);
                errors = set_up.refusals;
                doubts.extend(set_up.capturable.into_iter().map(|span| {
                    let message = "the side to move could capture the king";
                    (Doubt::Capturable, Diagnostic::warning(span, message))
                }));
                let impossible = legality::warnings(problem).into_iter();
                doubts.extend(impossible.map(|warning| {
                    (Doubt::Position, Diagnostic::warning(warning.span, warning.to_string()))
                }));
            }
        }
        self.report(item.span.line, &errors, &doubts, source)
    }

    /// Sets up a problem and its twins.
    fn set_up(&self, problem: &Problem) -> SetUp {
        let mut capturable = Vec::new();
        let mut span = problem.span;
        let mut notice = |event: Event<'_>| {
            match event {
                Event::Twin(head) => span = head.span,
                Event::Remark(Remark::KingCapturable) if !capturable.contains(&span) => capturable.push(span),
                _ => {}
            }
            ControlFlow::Continue(())
        };
        let mut sink = RefusalSink::new(&mut notice, MissingKing::Refuse);
        for head in problem.twins_in_order() {
            self.set_up_twin(problem, &head, &mut sink);
        }
        SetUp { refusals: sink.refusals(), capturable }
    }

    /// Passes on what is noticed when a twin is set up. It is solved as a problem of its own, because the twins after a
    /// search that was stopped are not reached.
    fn set_up_twin(&self, problem: &Problem, head: &TwinHead, sink: &mut dyn Sink) {
        // The sink collects everything: no break is to be regarded.
        let _ = sink.on_event(Event::Twin(head));
        match &head.setting {
            _ if head.zeroposition => {}
            Ok(setting) => {
                let mut alone = Problem { span: head.span, ..Problem::new(setting.clone()) };
                alone.options = problem.options.clone();
                alone.options.set_play = false;
                let mut without_heads = |event: Event<'_>| match event {
                    Event::Twin(_) => ControlFlow::Continue(()),
                    event => sink.on_event(event),
                };
                let stop = StopFlag::default();
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
                // A search that is stopped has left what matters.
                let limits = Limits::new(Some(1), None, stop);
                let _ = self.solver.solve_within(&alone, &limits, &mut without_heads);
            }
            Err(error) => {
                let _ = sink.on_event(Event::Remark(Remark::Unplayable(Unplayable::Twin(error.clone()))));
            }
        }
    }

    fn report(
        &mut self,
        line: u32,
        errors: &[Diagnostic],
        doubts: &[(Doubt, Diagnostic)],
        source: &Source,
    ) -> io::Result<()> {
        let doubts: Vec<_> = doubts.iter().filter(|(doubt, _)| !self.args.allow.contains(doubt)).collect();
        self.errors += errors.len() as u64;
        self.warnings += doubts.len() as u64;
        if !errors.is_empty() {
            self.exit = Exit::Refused;
        } else if !doubts.is_empty() {
            self.exit = self.exit.max(Exit::Unexpected);
        }
        match self.args.format {
            CheckFormat::Text => {
                let mode = match self.args.color.allows_colours(io::stdout().is_terminal()) {
                    true => ColourMode::Coloured,
                    false => ColourMode::Plain,
                };
                for diagnostic in errors.iter().chain(doubts.iter().map(|(_, warning)| warning)) {
                    writeln!(self.out, "{}", diagnostic.render(source, mode))?;
                }
                Ok(())
            }
            CheckFormat::Json => {
                let doubt = |(name, warning): &&(Doubt, Diagnostic)| {
                    let fault = faults(std::slice::from_ref(warning)).pop()?;
                    Some(JsonDoubt { name: *name, fault })
                };
                let record = CheckRecord {
                    version: VERSION,
                    source: source.name().to_owned(),
                    line,
                    errors: faults(errors),
                    warnings: doubts.iter().filter_map(doubt).collect(),
                };
                writeln!(self.out, "{}", serde_json::to_string(&record)?)
            }
        }
    }

    /// Prints the numbers of problems, errors and warnings.
    fn summary(&mut self) -> io::Result<()> {
        if self.args.format == CheckFormat::Text && self.has_read {
            let count =
                |number: u64, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
            let [problems, errors, warnings] =
                [(self.problems, "problem"), (self.errors, "error"), (self.warnings, "warning")]
                    .map(|(number, what)| count(number, what));
            writeln!(self.out, "{problems}: {errors}, {warnings}")?;
        }
        self.out.flush()
    }
}

/// Adds to a problem the warnings about the text that came with it: each problem has one record. `known` is the number
/// of warnings that earlier problems have.
fn add_new_warnings(item: &mut Item, about_text: &[Diagnostic], known: &mut usize) {
    item.warnings.extend(about_text.iter().skip(*known).cloned());
    *known = about_text.len();
}
