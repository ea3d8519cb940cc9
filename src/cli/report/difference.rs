//! What differs between two stores.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;
use std::io::{self, Write};

use serde::Serialize;

use super::row::ReportRow;

/// The problems of two stores, by source.
#[derive(Default)]
pub(super) struct Differences {
    sources: BTreeMap<String, SourceRows>,
}

/// The problems of a source in the former store and in the present one, in their order.
#[derive(Default)]
struct SourceRows {
    former: Vec<ReportRow>,
    present: Vec<ReportRow>,
}

/// A problem with another outcome.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Change {
    pub source: String,
    /// The present line or, if the problem is gone, the former one.
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
        self.sources.entry(row.source.clone()).or_default().former.push(row);
    }

    /// Adds a problem of the present store.
    pub fn add_present(&mut self, row: ReportRow) {
        self.sources.entry(row.source.clone()).or_default().present.push(row);
    }

    /// Returns the problems with another outcome, in the order of their places.
    pub fn changes(self) -> Vec<Change> {
        let mut changes: Vec<Change> = self
            .sources
            .into_values()
            .flat_map(SourceRows::pairs)
            .filter_map(|(then, now)| Change::of(then, now))
            .collect();
        changes.sort_by(|a, b| (&a.source, a.line).cmp(&(&b.source, b.line)));
        changes
    }
}

/// A former problem and the present one that it is compared with.
type Pair = (Option<ReportRow>, Option<ReportRow>);

impl SourceRows {
    /// Returns the problems in pairs: first those with the same question and name, then those with the same question,
    /// then those with the same name, each in their order. The reason of a problem that was refused serves as its question.
    /// A problem that is left has no partner.
    ///
    /// A line is no part of the rule: a line that is inserted moves all problems after it.
    fn pairs(self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        let (former, present) = (self.former, self.present);
        let identity = |row: &ReportRow| Some((row.question, reason(row), row.name.clone()));
        let refused_name = |row: &ReportRow| row.question.is_none().then(|| row.name.clone());
        let (former, present) = pair_by(identity, former, present, &mut pairs);
        let (former, present) = pair_by(|row| row.question, former, present, &mut pairs);
        // The words of a reason can differ from version to version.
        let (former, present) = pair_by(refused_name, former, present, &mut pairs);
        let (former, present) = pair_by(|row| Some(row.name.clone()), former, present, &mut pairs);
        pairs.extend(former.into_iter().map(|row| (Some(row), None)));
        pairs.extend(present.into_iter().map(|row| (None, Some(row))));
        pairs
    }
}

/// Returns why a problem was refused; empty if it was not.
fn reason(row: &ReportRow) -> String {
    if row.question.is_none() { row.reason.clone() } else { String::new() }
}

/// Adds the pairs of rows with the same key, in their order; returns the rows without a partner.
fn pair_by<K: Eq + Hash>(
    key: impl Fn(&ReportRow) -> Option<K>,
    former: Vec<ReportRow>,
    present: Vec<ReportRow>,
    pairs: &mut Vec<Pair>,
) -> (Vec<ReportRow>, Vec<ReportRow>) {
    let mut candidates: HashMap<K, VecDeque<usize>> = HashMap::new();
    for (index, row) in former.iter().enumerate() {
        if let Some(key) = key(row) {
            candidates.entry(key).or_default().push_back(index);
        }
    }
    let mut former: Vec<Option<ReportRow>> = former.into_iter().map(Some).collect();
    let mut without_partner = Vec::new();
    for row in present {
        let partner = key(&row).and_then(|key| candidates.get_mut(&key)?.pop_front());
        match partner.and_then(|index| former[index].take()) {
            Some(partner) => pairs.push((Some(partner), Some(row))),
            None => without_partner.push(row),
        }
    }
    (former.into_iter().flatten().collect(), without_partner)
}

impl Change {
    /// Returns the change of a problem; `None` if the outcome is the same.
    fn of(then: Option<ReportRow>, now: Option<ReportRow>) -> Option<Change> {
        let outcome = |row: &Option<ReportRow>| row.as_ref().map(ReportRow::outcome);
        let outcomes = [outcome(&then), outcome(&now)];
        let row = now.or(then).filter(|_| outcomes[0] != outcomes[1])?;
        Some(Change {
            source: row.source,
            line: row.line,
            name: row.name,
            then: outcomes[0],
            now: outcomes[1],
        })
    }

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
