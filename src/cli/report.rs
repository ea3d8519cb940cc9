//! `kirke report`: what a store holds.

mod difference;
mod row;
mod summary;

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};

use clap::{Args, ValueEnum};

use self::difference::Differences;
use self::row::ReportRow;
use self::summary::Summary;
use super::exit::Exit;
use super::messages::{exit_on_write_error, print_error};
use super::session::store_place;
use crate::problem::Verdict;
use crate::store::{StoreError, open_existing_store};

/// The arguments of `kirke report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// The file or the server that 'verify --store' has used
    #[arg(value_name = "STORE", value_parser = store_place)]
    store: String,
    /// List the problems with these verdicts, such as cooked or no-solution; 'failed' are those on which the program
    /// failed, 'left' those without a result
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',', value_parser = Wanted::parse)]
    verdict: Vec<Wanted>,
    /// Report what differs from another store, such as one by an earlier version
    #[arg(long, value_name = "STORE", value_parser = store_place, conflicts_with = "verdict")]
    against: Option<String>,
    /// How to print; CSV and JSON list all problems, or those with the verdicts asked for
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
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
    Verdict(Verdict),
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
            text => Verdict::from_words(text).map(Wanted::Verdict).ok_or_else(|| {
                let words = Verdict::ALL.map(|verdict| verdict.words().replace(' ', "-"));
                format!("expected failed, left or a verdict ({})", words.join(", "))
            }),
        }
    }

    /// Returns whether a problem is one of those that the summary counts by this name.
    fn admits(self, row: &ReportRow) -> bool {
        let outcome = match self {
            Wanted::Verdict(verdict) => verdict.words(),
            Wanted::Failed => "failed",
            Wanted::Left => "left",
        };
        row.outcome() == outcome
    }
}

/// Reports on a store.
pub fn run(args: &ReportArgs) -> Exit {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = match &args.against {
        Some(other) => differences(args, other, &mut out),
        None => report(args, &mut out),
    };
    match written.map(|written| written.and_then(|()| out.flush())) {
        Ok(Ok(())) => Exit::AsExpected,
        Ok(Err(error)) => exit_on_write_error(&error, Exit::AsExpected),
        Err(error) => {
            print_error(error);
            Exit::Refused
        }
    }
}

fn report(args: &ReportArgs, out: &mut impl Write) -> Result<io::Result<()>, StoreError> {
    let lists = !args.verdict.is_empty() || matches!(args.format, ReportFormat::Csv | ReportFormat::Jsonl);
    let (mut summary, mut rows) = (Summary::default(), Vec::new());
    let wanted: BTreeSet<Wanted> = args.verdict.iter().copied().collect();
    for_each_row(&args.store, |row| {
        summary.count(&row);
        if lists && (wanted.is_empty() || wanted.iter().any(|wanted| wanted.admits(&row))) {
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

fn differences(args: &ReportArgs, other: &str, out: &mut impl Write) -> Result<io::Result<()>, StoreError> {
    let mut differences = Differences::default();
    for_each_row(other, |row| differences.add_former(row))?;
    for_each_row(&args.store, |row| differences.add_present(row))?;
    let changes = differences.changes();
    Ok(match args.format {
        ReportFormat::Text => difference::write_text(&changes, out),
        ReportFormat::Markdown => difference::write_markdown(&changes, out),
        ReportFormat::Csv => difference::write_csv(&changes, out),
        ReportFormat::Jsonl => difference::write_jsonl(&changes, out),
    })
}

/// Visits the problems of a store.
fn for_each_row(place: &str, mut visit: impl FnMut(ReportRow)) -> Result<(), StoreError> {
    open_existing_store(place)?.for_each(&mut |stored| visit(ReportRow::new(stored)))
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
