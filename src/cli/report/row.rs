//! The problems of a store as rows.

use std::io::{self, Write};

use serde::Serialize;

use crate::problem::Verdict;
use crate::report::verdict::as_declared_words;
use crate::store::{QuestionKey, ResultState, StoredProblem};

/// A problem with what a report shows of its result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct ReportRow {
    pub source: String,
    pub line: u32,
    pub name: String,
    pub stipulation: String,
    /// In their normal form, separated by commas.
    pub rules: String,
    /// `None` while there is none, or if the program failed.
    #[serde(serialize_with = "words")]
    pub verdict: Option<Verdict>,
    pub as_declared: bool,
    /// `complete`, `cut`, `failed`, `refused` or `left`.
    pub state: &'static str,
    pub nodes: u64,
    pub milliseconds: f64,
    /// Why the problem was refused or the program failed; empty otherwise.
    pub reason: String,
    /// The version of kirke that has found the result; empty without one.
    pub kirke_version: String,
    /// The question; `None` if the problem was refused.
    #[serde(skip)]
    pub question: Option<QuestionKey>,
}

fn words<S: serde::Serializer>(verdict: &Option<Verdict>, serializer: S) -> Result<S::Ok, S::Error> {
    verdict.map(|verdict| verdict.words()).serialize(serializer)
}

impl ReportRow {
    /// Returns the row of a problem.
    pub fn new(stored: StoredProblem) -> ReportRow {
        let StoredProblem { problem, result, version } = stored;
        let is_refused = problem.question.is_none();
        let row = ReportRow {
            source: problem.source,
            line: problem.line,
            name: problem.name,
            stipulation: String::new(),
            rules: String::new(),
            verdict: is_refused.then_some(Verdict::Refused),
            as_declared: false,
            state: if is_refused { "refused" } else { "left" },
            nodes: 0,
            milliseconds: 0.0,
            reason: problem.refusal,
            kirke_version: version,
            question: problem.question,
        };
        let Some(result) = result else { return row };
        ReportRow {
            stipulation: result.stipulation,
            rules: result.rules,
            verdict: result.verdict,
            as_declared: result.as_declared,
            state: result.state.word(),
            nodes: result.stats.nodes,
            milliseconds: result.stats.time.as_micros() as f64 / 1000.0,
            reason: if result.state == ResultState::Failed { result.findings } else { row.reason },
            ..row
        }
    }

    /// Returns the place, the name and the question, as `kirke verify` prints them.
    pub fn place(&self) -> String {
        let question = [self.stipulation.as_str(), self.rules.as_str()].join(" ");
        let parts = [self.name.as_str(), question.trim()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}:{}  {}", self.source, self.line, parts.join(", ")).trim_end().to_owned()
    }

    /// Returns the verdict, or the state of a problem without one.
    pub fn outcome(&self) -> &'static str {
        self.verdict.map_or(self.state, |verdict| verdict.words())
    }
}

/// Writes rows as lines of text.
pub(super) fn write_text(rows: &[ReportRow], out: &mut impl Write) -> io::Result<()> {
    for row in rows {
        let declared = row.verdict.filter(|_| row.as_declared).map_or("", as_declared_words);
        let reason = if row.reason.is_empty() { String::new() } else { format!(": {}", row.reason) };
        writeln!(out, "{}: {}{declared}{reason}", row.place(), row.outcome())?;
    }
    Ok(())
}

/// Writes rows as a table in Markdown.
pub(super) fn write_markdown(rows: &[ReportRow], out: &mut impl Write) -> io::Result<()> {
    let cells = rows.iter().map(|row| {
        let place = format!("{}:{}", row.source, row.line);
        let question = [row.stipulation.as_str(), row.rules.as_str()].join(" ");
        let outcome = row.outcome().to_owned();
        // A table has no line breaks in its cells.
        let reason = row.reason.replace('\n', " ");
        vec![place, row.name.clone(), question.trim().to_owned(), outcome, reason]
    });
    super::write_table(&["place", "name", "problem", "verdict", "reason"], cells, out)
}

pub(super) use super::write_csv;
pub(super) use super::write_jsonl;
