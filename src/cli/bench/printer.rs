//! The output of a run in each format.

use std::io::{self, Write};

use clap::ValueEnum;

use super::record::{self, COLUMNS, RowRecord, RunSettings};
use super::results::{Measured, Results};
use super::saved_run::TimedCommand;
use super::table::BenchTable;

/// The output formats of a run.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BenchFormat {
    /// A table with means and counts
    #[default]
    Text,
    /// A line per row, with a head
    Csv,
    /// One JSON object per row and line, then a summary
    Json,
}

/// Prints the rows of a run as they are measured.
pub struct BenchPrinter {
    settings: RunSettings,
    command: TimedCommand,
    style: Style,
}

enum Style {
    Text(BenchTable),
    Csv,
    Json,
}

impl BenchPrinter {
    /// Returns a printer for these rows; text is at most `width` characters wide.
    pub fn new(results: &Results, settings: RunSettings, format: BenchFormat, width: usize) -> BenchPrinter {
        let command = if settings.peer.is_some() { TimedCommand::Popeye } else { TimedCommand::Solve };
        let style = match format {
            BenchFormat::Text => Style::Text(BenchTable::new(results, width)),
            BenchFormat::Csv => Style::Csv,
            BenchFormat::Json => Style::Json,
        };
        BenchPrinter { settings, command, style }
    }

    /// Writes what precedes the rows.
    pub fn write_head(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.style {
            Style::Text(table) => {
                writeln!(out, "{}", self.heading())?;
                table.write_head(out)
            }
            Style::Csv => writeln!(out, "{}", COLUMNS.join(",")),
            Style::Json => Ok(()),
        }
    }

    /// Writes a row.
    pub fn write_row(&self, measured: &Measured<'_>, out: &mut impl Write) -> io::Result<()> {
        match &self.style {
            Style::Text(table) => table.write_row(measured, out),
            Style::Csv => RowRecord::new(measured, self.command).write_csv(out),
            Style::Json => RowRecord::new(measured, self.command).write_json(out),
        }
    }

    /// Writes what follows the rows.
    pub fn write_end(&self, results: &Results, out: &mut impl Write) -> io::Result<()> {
        match &self.style {
            Style::Text(table) => table.write_end(results, out),
            Style::Csv => record::only_then(results).try_for_each(|row| row.write_csv(out)),
            Style::Json => {
                record::only_then(results).try_for_each(|row| row.write_json(out))?;
                record::write_summary(results, &self.settings, out)
            }
        }
    }

    fn heading(&self) -> String {
        let RunSettings { kirke, peer, threads, memory, runs, clock, .. } = &self.settings;
        let peer = peer.as_ref().map_or(String::new(), |peer| format!(" against {peer}"));
        let of = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        format!(
            "kirke {kirke}{peer}: {}, {memory} of memory\n{clock}, median of {}\n",
            of(*threads, "thread"),
            of(usize::from(*runs), "run"),
        )
    }
}

#[cfg(test)]
mod tests;
