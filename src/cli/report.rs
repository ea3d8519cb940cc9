//! `kirke report`: what a store holds, or what the problems of files are.

mod difference;
mod entry;
mod pages;
mod row;
mod summary;

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tempfile::TempDir;

use self::difference::Differences;
use self::row::ReportRow;
use self::summary::Summary;
use super::SearchArgs;
use super::appearance::piece_names;
use super::exit::Exit;
use super::input::{Input, has_problem_extension};
use super::messages::{exit_on_write_error, print_error};
use super::question::QuestionArgs;
use super::session::{store_place, threads};
use super::verify::{FillArgs, VerdictFilter, fill_store};
use crate::report::PieceNames;
use crate::store::{StoreError, StoredProblem, open_existing_store};

/// The arguments of `kirke report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// The file or the server that 'verify --store' has used, or problem files and folders, which are verified first
    #[arg(value_name = "STORE|FILES", required = true, value_parser = store_place)]
    inputs: Vec<String>,
    /// List the problems with these verdicts, such as cooked or no-solution; 'unsound' is every defect, 'unexpected' every
    /// verdict other than the declared one; 'failed' are those on which the program failed, 'left' those without a result
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',', value_parser = Wanted::parse)]
    verdict: Vec<Wanted>,
    /// Report what differs from another store, such as one by an earlier version
    #[arg(long, value_name = "STORE", value_parser = store_place, conflicts_with = "verdict")]
    against: Option<String>,
    /// How to print; CSV and JSON list all problems, or those with the verdicts asked for
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
    /// Write a page with the problems, or those with the verdicts asked for: diagrams, verdicts, solutions to play through
    #[arg(long, value_name = "FILE", conflicts_with_all = ["against", "format"])]
    html: Option<PathBuf>,
    /// Write a booklet with the problems for LaTeX: diagrams and solutions
    #[arg(long, value_name = "FILE", conflicts_with_all = ["against", "format"])]
    latex: Option<PathBuf>,
    /// The title of the page and of the booklet [default: the names of the files]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The letters of men in the page, in the booklet and in declared moves, as of 'kirke verify'
    #[arg(long, value_name = "LETTERS", default_value = "s", value_parser = piece_names)]
    letters: PieceNames,
    /// How many problems of files to verify at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    jobs: usize,
    #[command(flatten)]
    question: QuestionArgs,
    #[command(flatten)]
    search: SearchArgs,
}

/// The output formats of reports.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum ReportFormat {
    /// Plain text
    #[default]
    Text,
    /// Tables in Markdown
    Markdown,
    /// One line per problem, with a head
    Csv,
    /// One JSON object per problem and line
    Jsonl,
}

/// The verdicts to list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Wanted {
    Verdict(VerdictFilter),
    /// Problems on which the program failed.
    Failed,
    /// Problems without a result.
    Left,
}

impl Wanted {
    fn parse(text: &str) -> Result<Wanted, String> {
        match text.to_lowercase().as_str() {
            "failed" => Ok(Wanted::Failed),
            "left" => Ok(Wanted::Left),
            text => VerdictFilter::parse(text).map(Wanted::Verdict).map_err(|error| {
                let others = error.strip_prefix("expected ").unwrap_or(&error);
                format!("expected failed, left, {others}")
            }),
        }
    }

    /// Returns whether a problem is one of these.
    fn admits(self, row: &ReportRow) -> bool {
        match self {
            Wanted::Verdict(filter) => {
                row.verdict.is_some_and(|verdict| filter.admits(verdict, row.as_declared))
            }
            Wanted::Failed => row.outcome() == "failed",
            Wanted::Left => row.outcome() == "left",
        }
    }
}

/// Reports on stores and files.
pub fn run(args: &ReportArgs) -> Exit {
    let stores = match Stores::open(args) {
        Ok(stores) => stores,
        Err(exit) => return exit,
    };
    if args.html.is_some() || args.latex.is_some() {
        return stores.exit.max(pages::write(args, &stores));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let written = match &args.against {
        Some(other) => differences(args, &stores, other, &mut out),
        None => report(args, &stores, &mut out),
    };
    match written.map(|written| written.and_then(|()| out.flush())) {
        Ok(Ok(())) => stores.exit,
        Ok(Err(error)) => exit_on_write_error(&error, stores.exit),
        Err(error) => {
            print_error(error);
            Exit::Refused
        }
    }
}

/// The stores of a report: those of the arguments, and one with the results of their files.
struct Stores {
    places: Vec<String>,
    /// The exit code after the files: what is reported of them is no failure, but what could not be read or searched is.
    exit: Exit,
    /// Holds the store of the files.
    _folder: Option<TempDir>,
}

impl Stores {
    /// Verifies the files of the arguments.
    ///
    /// # Errors
    /// The exit code, if there is nothing to report.
    fn open(args: &ReportArgs) -> Result<Stores, Exit> {
        let (files, mut places): (Vec<String>, Vec<String>) =
            args.inputs.iter().cloned().partition(|input| is_problem_input(Path::new(input)));
        if files.is_empty() {
            return Ok(Stores { places, exit: Exit::AsExpected, _folder: None });
        }
        let folder = tempfile::tempdir().map_err(|error| {
            print_error(format_args!("cannot make a temporary folder: {error}"));
            Exit::Refused
        })?;
        let store = folder.path().join("store.db").display().to_string();
        let exit = fill_store(FillArgs {
            store: store.clone(),
            files: files.into_iter().map(PathBuf::from).collect(),
            question: args.question.clone(),
            search: args.search.clone(),
            jobs: args.jobs,
            letters: args.letters,
        });
        if exit == Exit::Interrupted || !Path::new(&store).exists() {
            return Err(exit.max(Exit::Incomplete));
        }
        places.push(store);
        let exit = if exit == Exit::Unexpected { Exit::AsExpected } else { exit };
        Ok(Stores { places, exit, _folder: Some(folder) })
    }

    /// Visits the problems of all stores.
    fn for_each(&self, mut visit: impl FnMut(StoredProblem)) -> Result<(), StoreError> {
        self.places.iter().try_for_each(|place| open_existing_store(place)?.for_each(&mut visit))
    }
}

/// Returns whether an argument has problems, and is not the name of a store.
fn is_problem_input(path: &Path) -> bool {
    match Input::from_argument(path) {
        Input::File(file) => file.is_dir() || has_problem_extension(&file),
        Input::Standard | Input::Position(_) => true,
    }
}

/// Returns whether a problem has one of the verdicts that are asked for, or any if there are none.
fn is_wanted(wanted: &BTreeSet<Wanted>, row: &ReportRow) -> bool {
    wanted.is_empty() || wanted.iter().any(|wanted| wanted.admits(row))
}

fn report(args: &ReportArgs, stores: &Stores, out: &mut impl Write) -> Result<io::Result<()>, StoreError> {
    let lists = !args.verdict.is_empty() || matches!(args.format, ReportFormat::Csv | ReportFormat::Jsonl);
    let (mut summary, mut rows) = (Summary::default(), Vec::new());
    let wanted: BTreeSet<Wanted> = args.verdict.iter().copied().collect();
    stores.for_each(|stored| {
        let row = ReportRow::new(stored);
        summary.count(&row);
        if lists && is_wanted(&wanted, &row) {
            rows.push(row);
        }
    })?;
    Ok(match args.format {
        ReportFormat::Text if lists => row::write_text(&rows, out),
        ReportFormat::Text => summary.write_text(out),
        ReportFormat::Markdown if lists => row::write_markdown(&rows, out),
        ReportFormat::Markdown => summary.write_markdown(out),
        ReportFormat::Csv => row::write_csv(&rows, out),
        ReportFormat::Jsonl => row::write_jsonl(&rows, out),
    })
}

fn differences(
    args: &ReportArgs,
    stores: &Stores,
    other: &str,
    out: &mut impl Write,
) -> Result<io::Result<()>, StoreError> {
    let mut differences = Differences::default();
    open_existing_store(other)?.for_each(&mut |stored| differences.add_former(ReportRow::new(stored)))?;
    stores.for_each(|stored| differences.add_present(ReportRow::new(stored)))?;
    let changes = differences.changes();
    Ok(match args.format {
        ReportFormat::Text => difference::write_text(&changes, out),
        ReportFormat::Markdown => difference::write_markdown(&changes, out),
        ReportFormat::Csv => difference::write_csv(&changes, out),
        ReportFormat::Jsonl => difference::write_jsonl(&changes, out),
    })
}

/// Writes a table in Markdown: a head, and rows with a cell for each of its columns.
fn write_table(
    head: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "| {} |", head.join(" | "))?;
    writeln!(out, "|{}", "---|".repeat(head.len()))?;
    for cells in rows {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}

/// Writes records as CSV with a head.
fn write_csv<T: serde::Serialize>(records: &[T], out: &mut impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for record in records {
        writer.serialize(record).map_err(csv_error)?;
    }
    writer.flush()
}

/// Returns the cause of an error of CSV: a closed pipe is not an error of the run.
fn csv_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}

/// Writes records as JSON, one on each line.
fn write_jsonl<T: serde::Serialize>(records: &[T], out: &mut impl Write) -> io::Result<()> {
    records.iter().try_for_each(|record| writeln!(out, "{}", serde_json::to_string(record)?))
}
