//! The numbers of problems of a store: by verdict, stipulation and rules, and what they cost.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::row::ReportRow;

/// The number of lines of a group, the largest first.
const MAX_LINES: usize = 12;
/// The number of problems in the list of the most expensive ones.
const MAX_SLOW: usize = 5;

/// The numbers of problems of a store.
#[derive(Default)]
pub(super) struct Summary {
    total: Count,
    by_outcome: BTreeMap<&'static str, Count>,
    by_stipulation: BTreeMap<String, Count>,
    by_rules: BTreeMap<String, Count>,
    /// The results of other versions of kirke, which `verify` does not use.
    by_other_version: BTreeMap<String, u64>,
    nodes: u64,
    milliseconds: f64,
    /// The problems that took longest, the longest first.
    slow: Vec<(f64, String)>,
}

/// A number of problems, and how many of them are as expected.
#[derive(Clone, Copy, Default)]
struct Count {
    problems: u64,
    as_expected: u64,
}

impl Count {
    fn add(&mut self, row: &ReportRow) {
        self.problems += 1;
        self.as_expected += u64::from(row.as_declared);
    }
}

impl Summary {
    /// Counts a problem.
    pub fn count(&mut self, row: &ReportRow) {
        self.total.add(row);
        self.by_outcome.entry(row.outcome()).or_default().add(row);
        let version = &row.kirke_version;
        if !version.is_empty() && version != env!("CARGO_PKG_VERSION") {
            *self.by_other_version.entry(version.clone()).or_default() += 1;
        }
        if row.stipulation.is_empty() {
            return;
        }
        self.by_stipulation.entry(row.stipulation.clone()).or_default().add(row);
        let rules = if row.rules.is_empty() { "orthodox" } else { &row.rules };
        self.by_rules.entry(rules.to_owned()).or_default().add(row);
        self.nodes += row.nodes;
        self.milliseconds += row.milliseconds;
        let at = self.slow.partition_point(|(milliseconds, _)| *milliseconds >= row.milliseconds);
        if at < MAX_SLOW {
            self.slow.insert(at, (row.milliseconds, row.place()));
            self.slow.truncate(MAX_SLOW);
        }
    }

    /// Returns the groups with their titles: each line a name, the number of problems, and how many are as expected.
    fn groups(&self) -> [(&'static str, Vec<[String; 3]>); 3] {
        let outcomes = self.by_outcome.iter().map(|(name, count)| ((*name).to_owned(), *count));
        let owned = |counts: &BTreeMap<String, Count>| {
            counts.iter().map(|(name, count)| (name.clone(), *count)).collect::<Vec<_>>()
        };
        [
            ("verdict", lines(outcomes.collect())),
            ("stipulation", lines(owned(&self.by_stipulation))),
            ("rules", lines(owned(&self.by_rules))),
        ]
    }

    /// Writes the sums, and how many results other versions have found.
    fn write_totals(&self, out: &mut impl Write) -> io::Result<()> {
        let Count { problems, as_expected } = self.total;
        let (noun, time) = (if problems == 1 { "problem" } else { "problems" }, seconds(self.milliseconds));
        writeln!(out, "{problems} {noun}, {as_expected} as expected; {} positions, {time} s", self.nodes)?;
        for (version, results) in &self.by_other_version {
            let are = if *results == 1 { "result is" } else { "results are" };
            writeln!(out, "{results} {are} of version {version} of kirke, which this version does not use")?;
        }
        Ok(())
    }

    /// Writes the summary as text.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_totals(out)?;
        for (title, lines) in self.groups() {
            let width =
                lines.iter().map(|[name, ..]| name.chars().count()).max().unwrap_or(0).max(title.len());
            writeln!(out, "\n{title:width$}  problems  as expected")?;
            for [name, problems, as_expected] in lines {
                writeln!(out, "{name:width$}  {problems:>8}  {as_expected:>11}")?;
            }
        }
        if !self.slow.is_empty() {
            writeln!(out, "\n seconds  longest")?;
        }
        for (milliseconds, place) in &self.slow {
            writeln!(out, "{:>8}  {place}", seconds(*milliseconds))?;
        }
        Ok(())
    }

    /// Writes the summary as tables in Markdown.
    pub fn write_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_totals(out)?;
        for (title, lines) in self.groups() {
            writeln!(out)?;
            super::write_table(&[title, "problems", "as expected"], lines.into_iter().map(Vec::from), out)?;
        }
        writeln!(out)?;
        let slow = self.slow.iter().map(|(milliseconds, place)| vec![place.clone(), seconds(*milliseconds)]);
        super::write_table(&["longest", "seconds"], slow, out)
    }
}

fn seconds(milliseconds: f64) -> String {
    format!("{:.3}", milliseconds / 1000.0)
}

/// Returns the lines of a group, the largest first; the rest is one line.
fn lines(mut counts: Vec<(String, Count)>) -> Vec<[String; 3]> {
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(count.problems));
    let rest = counts.split_off(counts.len().min(MAX_LINES));
    if !rest.is_empty() {
        let sum = |number: fn(&Count) -> u64| rest.iter().map(|(_, count)| number(count)).sum();
        let all =
            Count { problems: sum(|count| count.problems), as_expected: sum(|count| count.as_expected) };
        counts.push((format!("{} others", rest.len()), all));
    }
    let line =
        |(name, count): (String, Count)| [name, count.problems.to_string(), count.as_expected.to_string()];
    counts.into_iter().map(line).collect()
}
