//! A run as JSON Lines and as CSV.
//!
//! The fields are described in `docs/performance.md`. When a field changes its meaning or is removed, [`VERSION`]
//! increases.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value as Json;

use super::answer::Digest;
use super::comparison::AnswerChange;
use super::figures::{AtStart, State};
use super::play::PlayComparison;
use super::results::{ChangeCounts, Mean, Measured, Results, RowCounts};
use super::saved_run::{SavedRow, TimedCommand};
use super::value::{Bound, Time};

/// The version of the format.
pub const VERSION: u32 = 1;

/// The columns of CSV, which are the fields of a row.
pub const COLUMNS: [&str; 26] = [
    "kind",
    "version",
    "source",
    "line",
    "name",
    "stipulation",
    "conditions",
    "family",
    "problem",
    "command",
    "seconds",
    "past_limit",
    "nodes",
    "peer_seconds",
    "peer_past_limit",
    "ratio",
    "bound",
    "play",
    "at_start",
    "state",
    "answer",
    "then_seconds",
    "then_past_limit",
    "change",
    "change_bound",
    "answer_change",
];

/// A row.
#[derive(Clone, Debug, Serialize)]
pub struct RowRecord<'a> {
    kind: &'static str,
    version: u32,
    source: Option<&'a str>,
    line: Option<u32>,
    name: &'a str,
    stipulation: &'a str,
    conditions: &'a [String],
    family: Option<&'static str>,
    problem: &'a Digest,
    command: TimedCommand,
    seconds: Option<f64>,
    past_limit: bool,
    nodes: Option<u64>,
    peer_seconds: Option<f64>,
    peer_past_limit: Option<bool>,
    ratio: Option<f64>,
    bound: Option<Bound>,
    play: Option<PlayComparison>,
    at_start: Option<AtStart>,
    state: Option<State>,
    answer: Option<&'a Digest>,
    then_seconds: Option<f64>,
    then_past_limit: Option<bool>,
    change: Option<f64>,
    change_bound: Option<Bound>,
    answer_change: Option<AnswerChange>,
}

impl<'a> RowRecord<'a> {
    /// Returns the record of a row that was run with this command.
    pub fn new(measured: &Measured<'a>, command: TimedCommand) -> RowRecord<'a> {
        let Measured { row, figures, start, change } = measured;
        let (own, peer, then) = (figures.own(), figures.peer(), change.and_then(|change| change.then));
        let (ratio, change_ratio) = (figures.ratio(), change.and_then(|change| change.ratio));
        RowRecord {
            kind: "row",
            version: VERSION,
            source: Some(&row.source),
            line: Some(row.line),
            name: &row.name,
            stipulation: &row.stipulation,
            conditions: &row.conditions,
            family: Some(row.family.name),
            problem: &row.digest,
            command,
            seconds: own.map(Time::seconds),
            past_limit: own.is_some_and(Time::is_past_limit),
            nodes: figures.nodes(),
            peer_seconds: peer.map(Time::seconds),
            peer_past_limit: peer.map(Time::is_past_limit),
            ratio: ratio.map(|ratio| rounded(ratio.number)),
            bound: ratio.map(|ratio| ratio.bound),
            play: figures.play(),
            at_start: figures.at_start(start),
            state: Some(figures.state(start)),
            answer: figures.answer(),
            then_seconds: then.map(Time::seconds),
            then_past_limit: then.map(Time::is_past_limit),
            change: change_ratio.map(|ratio| rounded(ratio.number)),
            change_bound: change_ratio.map(|ratio| ratio.bound),
            answer_change: change.map(|change| change.answer),
        }
    }

    /// Returns the record of a row that only the saved run has.
    fn only_then(row: &'a SavedRow) -> RowRecord<'a> {
        RowRecord {
            kind: "only-then",
            version: VERSION,
            source: None,
            line: None,
            name: &row.name,
            stipulation: &row.stipulation,
            conditions: &row.conditions,
            family: None,
            problem: &row.problem,
            command: row.command,
            seconds: None,
            past_limit: false,
            nodes: None,
            peer_seconds: None,
            peer_past_limit: None,
            ratio: None,
            bound: None,
            play: None,
            at_start: None,
            state: None,
            answer: None,
            then_seconds: row.own().map(Time::seconds),
            then_past_limit: row.own().map(Time::is_past_limit),
            change: None,
            change_bound: None,
            answer_change: Some(AnswerChange::OnlyThen),
        }
    }

    /// Writes the row as a line of JSON.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        write_json(self, out)
    }

    /// Writes the row as a line of CSV.
    pub fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        let fields = serde_json::to_value(self)?;
        let cells: Vec<String> = COLUMNS.iter().map(|&column| quoted(&cell(&fields[column]))).collect();
        writeln!(out, "{}", cells.join(","))
    }
}

/// Returns the records of the rows that only the saved run has.
pub fn only_then(results: &Results) -> impl Iterator<Item = RowRecord<'_>> {
    results.comparison().into_iter().flat_map(|comparison| comparison.only_then().map(RowRecord::only_then))
}

/// Returns a number with six significant digits; more are noise.
fn rounded(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

/// Writes an object on a line of its own.
fn write_json(object: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// Returns the text of a field; that of a list is joined, that of `null` empty.
fn cell(field: &Json) -> String {
    match field {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}

/// Returns the text of a cell of CSV, in quotes if it needs them (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The settings of a run.
#[derive(Clone, Debug, Serialize)]
pub struct RunSettings {
    /// The version of this program.
    pub kirke: &'static str,
    /// The path of the peer, if there is one.
    pub peer: Option<String>,
    /// The number of threads.
    pub threads: usize,
    /// The memory of either program.
    pub memory: String,
    /// The number of runs of each problem.
    pub runs: u8,
    /// The seconds after which a run is ended.
    pub limit: f64,
    /// The measured quantity.
    pub clock: &'static str,
}

/// The counts and means of a run.
#[derive(Serialize)]
struct Summary<'a> {
    kind: &'static str,
    version: u32,
    #[serde(flatten)]
    settings: &'a RunSettings,
    start_seconds: f64,
    peer_start_seconds: Option<f64>,
    /// The number of problems; greater than that of the rows if the run was interrupted.
    problems: usize,
    #[serde(flatten)]
    counts: RowCounts,
    means: Vec<MeanRecord>,
    comparison: Option<ComparisonRecord<'a>>,
}

/// The comparison with a saved run.
#[derive(Serialize)]
struct ComparisonRecord<'a> {
    file: &'a str,
    #[serde(flatten)]
    counts: ChangeCounts,
    means: Vec<MeanRecord>,
}

/// A geometric mean; the family is `None` for all rows.
#[derive(Serialize)]
struct MeanRecord {
    family: Option<&'static str>,
    conditions: Option<bool>,
    rows: usize,
    mean: f64,
    bound: Bound,
}

impl MeanRecord {
    fn new(mean: Mean) -> MeanRecord {
        MeanRecord {
            family: mean.family.map(|family| family.name),
            conditions: mean.family.map(|family| family.conditions),
            rows: mean.rows,
            mean: rounded(mean.value.number),
            bound: mean.value.bound,
        }
    }
}

/// Writes the counts and means of a run as a line of JSON.
pub fn write_summary(results: &Results, settings: &RunSettings, out: &mut impl Write) -> io::Result<()> {
    let records = |means: Vec<Mean>| means.into_iter().map(MeanRecord::new).collect();
    let comparison = results.comparison().zip(results.change_counts());
    let summary = Summary {
        kind: "summary",
        version: VERSION,
        settings,
        start_seconds: results.start().own,
        peer_start_seconds: results.start().peer,
        problems: results.rows().len(),
        counts: results.counts(),
        means: records(results.means()),
        comparison: comparison.map(|(comparison, counts)| ComparisonRecord {
            file: comparison.name(),
            counts,
            means: records(results.change_means()),
        }),
    };
    write_json(&summary, out)
}
