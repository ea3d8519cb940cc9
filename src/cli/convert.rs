//! `kirke convert`: problems in another format.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tempfile::NamedTempFile;

use super::appearance::ColorArg;
use super::exit::Exit;
use super::input::Input;
use super::interrupt::Interrupt;
use super::messages::{exit_on_write_error, print_diagnostics, print_error, print_refusal};
use super::question::QuestionArgs;
use super::session::with_deep_stack;
use crate::formats::{Document, Item, Source};
use crate::report::export::{OutputFormat, export};

/// The arguments of `kirke convert`.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Problem files in Popeye's language, EPD, PGN or Olive's format; folders of them; a FEN in quotes; - for standard input
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: FormatArg,
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

impl From<FormatArg> for OutputFormat {
    fn from(format: FormatArg) -> OutputFormat {
        match format {
            FormatArg::Popeye => OutputFormat::Popeye,
            FormatArg::Epd => OutputFormat::Epd,
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
        let read = input.and_then(|input| Ok(Document::new(&input.name(), &input.read()?)));
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

/// Where the problems are written.
enum Output {
    /// Standard output, or a file that cannot be replaced, such as a pipe.
    Stream(BufWriter<Box<dyn Write>>),
    /// A new file next to the one that it replaces in the end, so that this one is kept if nothing can be converted.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    /// Returns where the problems are written: standard output without a path.
    ///
    /// # Errors
    /// If the file cannot be written, or is one of the inputs: the message.
    fn new(path: Option<&Path>, inputs: &[Result<Input, String>]) -> Result<Output, String> {
        let Some(path) = path else { return Ok(Output::Stream(BufWriter::new(Box::new(io::stdout())))) };
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        let is_output = |input: &Input| match input {
            Input::File(file) => {
                matches!((file.canonicalize(), path.canonicalize()), (Ok(one), Ok(other)) if one == other)
            }
            Input::Standard | Input::Position(_) => false,
        };
        if inputs.iter().flatten().any(is_output) {
            return Err(format!("{}: expected another file than those that are read", path.display()));
        }
        if path.exists() && !path.is_file() {
            let file = File::options().write(true).open(path).map_err(failed)?;
            return Ok(Output::Stream(BufWriter::new(Box::new(file))));
        }
        // The file that a symbolic link names is replaced, not the link.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(failed)?;
        Ok(Output::File(BufWriter::new(file), target))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Output::Stream(out) => out,
            Output::File(out, _) => out,
        }
    }

    /// Writes what is left, and replaces the file if there is anything to write.
    ///
    /// # Errors
    /// If it cannot be written.
    fn finish(self) -> io::Result<()> {
        match self {
            Output::Stream(mut out) => out.flush(),
            Output::File(out, path) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                if file.as_file().metadata()?.len() > 0 {
                    let permissions = match path.metadata() {
                        Ok(replaced) => replaced.permissions(),
                        // As of a file that is created in the usual way.
                        Err(_) => File::create(&path)?.metadata()?.permissions(),
                    };
                    file.as_file().set_permissions(permissions)?;
                    file.persist(path)?;
                }
                Ok(())
            }
        }
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
    print_diagnostics(&warnings, source, args.color);
    let problem = match &item.problem {
        Ok(problem) => problem,
        Err(refusal) => {
            print_refusal(refusal, source, args.color);
            return Ok(Exit::Refused);
        }
    };
    print_diagnostics(&item.unread, source, args.color);
    let exported = export(problem, args.to.into());
    print_diagnostics(&exported.faults, source, args.color);
    if let Some(text) = &exported.text {
        out.write_all(text.as_bytes())?;
    }
    let is_whole = exported.faults.is_empty() && item.unread.is_empty();
    Ok(if is_whole { Exit::AsExpected } else { Exit::Refused })
}
