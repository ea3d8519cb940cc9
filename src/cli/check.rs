//! `kirke check`: what is wrong or doubtful in the input, without solving.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::appearance::ColorArg;
use super::exit::Exit;
use super::messages::{exit_on_write_error, print_error};
use super::question::QuestionArgs;
use super::session::with_deep_stack;
use super::text_warnings::WithTextWarnings;
use crate::formats::{ColourMode, Document, FenReading, Item, Leniency, Question, Source};
use crate::report::check::{Checked, Doubt, JsonCheck};
use crate::solver::Solver;

/// The memory of the table: nothing is searched.
const TABLE_BYTES: usize = 1 << 16;

/// The arguments of `kirke check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Problem files in Popeye's language, EPD, PGN or Olive's format; folders of them; a FEN in quotes; - for standard
    /// input
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

/// The doubts of `--allow`.
impl ValueEnum for Doubt {
    fn value_variants<'a>() -> &'a [Doubt] {
        &Doubt::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.word()).help(self.meaning()))
    }
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
        // Rights in vain are no fault where they are allowed.
        let lenience = args.allow.contains(&Doubt::Castling).then_some(Leniency::Lenient);
        let question = args.question.question();
        let leniency = lenience.unwrap_or(question.fen.leniency);
        let fen = FenReading { leniency, ..question.fen };
        let question = Question { fen, ..question };
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
            let read = input.and_then(|input| Ok(Document::new(&input.name(), input.read()?)));
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
        let mut items = WithTextWarnings::new(question.items(document));
        items.try_for_each(|item| self.item(&item, document.source()))
    }

    fn item(&mut self, item: &Item, source: &Source) -> io::Result<()> {
        self.problems += 1;
        let mut checked = Checked::new(item, &self.solver);
        checked.findings.retain(|finding| !self.args.allow.contains(&finding.doubt));
        self.report(item.span.line, &checked, source)
    }

    fn report(&mut self, line: u32, checked: &Checked, source: &Source) -> io::Result<()> {
        self.errors += checked.errors.len() as u64;
        self.warnings += checked.findings.len() as u64;
        if !checked.errors.is_empty() {
            self.exit = Exit::Refused;
        } else if !checked.findings.is_empty() {
            self.exit = self.exit.max(Exit::Unexpected);
        }
        match self.args.format {
            CheckFormat::Text => {
                let mode = match self.args.color.allows_colours(io::stdout().is_terminal()) {
                    true => ColourMode::Coloured,
                    false => ColourMode::Plain,
                };
                let warnings = checked.findings.iter().map(|finding| &finding.diagnostic);
                for diagnostic in checked.errors.iter().chain(warnings) {
                    writeln!(self.out, "{}", diagnostic.render(source, mode))?;
                }
                Ok(())
            }
            CheckFormat::Json => {
                let record = JsonCheck::new(source.name(), line, checked);
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
