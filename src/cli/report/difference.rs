//! What differs between two stores.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::row::ReportRow;

/// The problems of two stores, by place.
#[derive(Default)]
pub(super) struct Differences {
    pairs: BTreeMap<(String, u32, String), [Option<ReportRow>; 2]>,
}

/// A problem with another outcome.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Change {
    pub source: String,
    pub line: u32,
    pub name: String,
    /// The former outcome; `None` if the problem is new.
    pub then: Option<&'static str>,
    /// The present outcome; `None` if the problem is gone.
    pub now: Option<&'static str>,
}

impl Differences {
    /// Adds a problem of the former store.
    pub fn add_former(&mut self, row: ReportRow) {
        self.add(row, 0);
    }

    /// Adds a problem of the present store.
    pub fn add_present(&mut self, row: ReportRow) {
        self.add(row, 1);
    }

    fn add(&mut self, row: ReportRow, index: usize) {
        let key = (row.source.clone(), row.line, row.name.clone());
        self.pairs.entry(key).or_default()[index] = Some(row);
    }

    /// Returns the problems with another outcome, in the order of their places.
    pub fn changes(self) -> Vec<Change> {
        let change = |((source, line, name), [then, now]): (_, [Option<ReportRow>; 2])| {
            let outcome = |row: Option<ReportRow>| row.map(|row| row.outcome());
            let (then, now) = (outcome(then), outcome(now));
            (then != now).then_some(Change { source, line, name, then, now })
        };
        self.pairs.into_iter().filter_map(change).collect()
    }
}

impl Change {
    fn words(&self) -> [&'static str; 2] {
        [self.then.unwrap_or("absent"), self.now.unwrap_or("absent")]
    }
}

/// Writes changes as lines of text, and their number.
pub(super) fn write_text(changes: &[Change], out: &mut impl Write) -> io::Result<()> {
    for change in changes {
        let name = if change.name.is_empty() { String::new() } else { format!("  {}", change.name) };
        let [then, now] = change.words();
        writeln!(out, "{}:{}{name}: {then}, now {now}", change.source, change.line)?;
    }
    let problems = if changes.len() == 1 { "problem differs" } else { "problems differ" };
    writeln!(out, "{} {problems}", changes.len())
}

/// Writes changes as a table in Markdown.
pub(super) fn write_markdown(changes: &[Change], out: &mut impl Write) -> io::Result<()> {
    let cells = changes.iter().map(|change| {
        let [then, now] = change.words().map(str::to_owned);
        vec![format!("{}:{}", change.source, change.line), change.name.clone(), then, now]
    });
    super::write_table(&["place", "name", "then", "now"], cells, out)
}

pub(super) use super::write_csv;
pub(super) use super::write_jsonl;
