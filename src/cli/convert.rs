//! `kirke convert`: problems in another format.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::appearance::ColorArg;
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::messages::{exit_on_write_error, print_diagnostics, print_error, print_refusal, print_warnings};
use super::output::Output;
use super::question::{DialectArg, QuestionArgs};
use super::session::with_deep_stack;
use crate::formats::{Document, FenDialect, Item, Source};
use crate::report::export::{OutputFormat, export};

/// The arguments of `kirke convert`.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Problem files in Popeye's language, EPD, PGN or Olive's format; folders of them; a FEN in quotes; - for standard
    /// input
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: FormatArg,
    /// The dialect of the placements in the lines of EPD that are written
    #[arg(long, value_enum, value_name = "DIALECT")]
    to_dialect: Option<DialectArg>,
    /// The file to write, in the place of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    question: QuestionArgs,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: ColorArg,
}

/// The formats that are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum FormatArg {
    /// Popeye's input language
    Popeye,
    /// A line of EPD for each problem
    Epd,
    /// The format of Olive and YACPDB, in YAML
    Olv,
    /// A JSON object for each problem and line
    Json,
    /// A game of PGN for each problem
    Pgn,
}

impl ConvertArgs {
    /// Returns the format to write.
    fn format(&self) -> OutputFormat {
        match self.to {
            FormatArg::Popeye => OutputFormat::Popeye,
            FormatArg::Epd => OutputFormat::Epd(self.to_dialect.map_or(FenDialect::Kirke, Into::into)),
            FormatArg::Olv => OutputFormat::Olive,
            FormatArg::Json => OutputFormat::Json,
            FormatArg::Pgn => OutputFormat::Pgn,
        }
    }
}

/// Converts the problems of all files.
pub fn run(args: &ConvertArgs) -> Exit {
    let interrupt = Interrupt::install();
    interrupt.exiting_at_once(|| with_deep_stack(|| convert(args)))
}

fn convert(args: &ConvertArgs) -> Exit {
    if args.to_dialect.is_some() && args.to != FormatArg::Epd {
        print_error("--to-dialect applies to --to epd only");
        return Exit::Refused;
    }
    let inputs = args.question.inputs(&args.files);
    let mut output = match Output::new(args.output.as_deref(), &inputs) {
        Ok(output) => output,
        Err(error) => {
            print_error(error);
            return Exit::Refused;
        }
    };
    let mut exit = Exit::AsExpected;
    for input in inputs {
        let read = input.and_then(|input| Ok(Document::new(&input.name(), input.read()?)));
        let written = match read {
            Ok(document) => convert_document(args, &document, output.writer()),
            Err(error) => {
                print_error(error);
                Ok(Exit::Refused)
            }
        };
        match written {
            Ok(of_document) => exit = exit.max(of_document),
            Err(error) => return exit_on_write_error(&error, exit),
        }
    }
    match output.finish() {
        Ok(()) => exit,
        Err(error) => exit_on_write_error(&error, exit),
    }
}

fn convert_document(args: &ConvertArgs, document: &Document, out: &mut dyn Write) -> io::Result<Exit> {
    let question = args.question.question();
    let mut items = question.items(document);
    let mut exit = Exit::AsExpected;
    for item in items.by_ref() {
        exit = exit.max(convert_item(args, &item, document.source(), out)?);
    }
    print_diagnostics(items.warnings(), document.source(), args.color);
    let is_whole = items.warnings().is_empty();
    Ok(if is_whole { exit } else { exit.max(Exit::Refused) })
}

/// Writes a problem, and prints what its new format or the reader leaves out.
fn convert_item(args: &ConvertArgs, item: &Item, source: &Source, out: &mut dyn Write) -> io::Result<Exit> {
    let warnings: Vec<_> =
        item.warnings.iter().filter(|warning| !item.unread.contains(warning)).cloned().collect();
    print_warnings(item, &warnings, source, args.color);
    let problem = match &item.problem {
        Ok(problem) => problem,
        Err(refusal) => {
            print_refusal(refusal, source, args.color);
            return Ok(Exit::Refused);
        }
    };
    print_warnings(item, &item.unread, source, args.color);
    let exported = export(problem, args.format());
    print_warnings(item, &exported.faults, source, args.color);
    if let Some(text) = &exported.text {
        out.write_all(text.as_bytes())?;
    }
    let is_whole = exported.faults.is_empty() && item.unread.is_empty();
    Ok(if is_whole { Exit::AsExpected } else { Exit::Refused })
}
