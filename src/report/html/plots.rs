//! Plots of a collection as SVG: verdicts, cost and lengths, each with its figures in words.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use super::article::grouped;
use super::facets;
use crate::report::collection::CollectionEntry;
use crate::report::diagram::Escaped;

/// The width of a plot.
const WIDTH: f64 = 320.0;
/// The height of a plot of columns, and that of its tallest column.
const HEIGHT: f64 = 150.0;
const TALLEST: f64 = 104.0;
/// The height of a row of a plot of rows.
const ROW: f64 = 24.0;
/// The columns of a plot of lengths; longer problems are in the last one.
const MAX_COLUMNS: usize = 12;
/// The number of columns of a factor of ten.
const PER_DECADE: f64 = 2.0;

/// The figures of a collection.
#[derive(Default)]
pub(super) struct Statistics {
    /// The number of problems of each outcome, and the class of its colour.
    verdicts: BTreeMap<String, (usize, &'static str)>,
    /// The number of problems by the index of their column.
    costs: BTreeMap<i32, usize>,
    milliseconds: f64,
    /// The number of problems by half-moves.
    lengths: BTreeMap<u32, usize>,
}

/// A column of a plot.
struct Column {
    /// What is below it; empty if there is no space.
    label: String,
    /// What it counts, in words.
    words: String,
    count: usize,
}

impl Statistics {
    /// Counts a problem.
    pub fn count(&mut self, entry: &CollectionEntry) {
        self.verdicts.entry(entry.outcome.clone()).or_insert((0, facets::gravity(entry))).0 += 1;
        if let Some(half_moves) = entry.half_moves() {
            *self.lengths.entry(half_moves).or_default() += 1;
        }
        if let Some(cost) = entry.cost {
            self.milliseconds += cost.milliseconds;
            *self.costs.entry(decade(cost.milliseconds)).or_default() += 1;
        }
    }

    /// Writes the plots.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        if self.verdicts.is_empty() {
            return Ok(());
        }
        writeln!(out, "<section class=\"plots\" aria-label=\"Figures\">")?;
        out.write_all(self.verdict_plot().as_bytes())?;
        out.write_all(columns("Time of the search", &self.cost_columns()).as_bytes())?;
        out.write_all(columns("Length in moves", &self.length_columns()).as_bytes())?;
        writeln!(out, "</section>")
    }

    fn verdict_plot(&self) -> String {
        let mut rows: Vec<(&String, usize, &str)> =
            self.verdicts.iter().map(|(name, &(count, class))| (name, count, class)).collect();
        rows.sort_by_key(|&(_, count, _)| std::cmp::Reverse(count));
        let most = rows.iter().map(|row| row.1).max().unwrap_or(1) as f64;
        let words: Vec<String> = rows.iter().map(|(name, count, _)| format!("{name}: {count}")).collect();
        let height = rows.len() as f64 * ROW + 6.0;
        let mut plot = String::new();
        for (index, (name, count, class)) in rows.into_iter().enumerate() {
            let (y, length) = (index as f64 * ROW + 4.0, 140.0 * count as f64 / most);
            let _ = write!(
                plot,
                "<text class=\"end\" x=\"128\" y=\"{}\">{}</text><rect class=\"{class}\" x=\"136\" y=\"{y}\" \
                 width=\"{length:.1}\" height=\"16\" rx=\"2\"/><text x=\"{:.1}\" y=\"{}\">{}</text>",
                y + 12.5,
                Escaped(name),
                142.0 + length,
                y + 12.5,
                grouped(count as u64)
            );
        }
        figure("Verdicts", &words.join(", "), height, &plot)
    }

    fn cost_columns(&self) -> Vec<Column> {
        let (Some(&first), Some(&last)) = (self.costs.keys().next(), self.costs.keys().next_back()) else {
            return Vec::new();
        };
        let column = |index: i32| {
            let [from, to] = [index, index + 1].map(|index| limit(f64::from(index)));
            let is_power = f64::from(index) % PER_DECADE == 0.0;
            let label = if is_power || first == last { from.clone() } else { String::new() };
            Column {
                label,
                words: format!("{from} to {to}"),
                count: self.costs.get(&index).copied().unwrap_or(0),
            }
        };
        (first..=last).map(column).collect()
    }

    fn length_columns(&self) -> Vec<Column> {
        let moves = |half_moves: u32| match half_moves % 2 {
            0 => (half_moves / 2).to_string(),
            _ if half_moves == 1 => "½".to_owned(),
            _ => format!("{}½", half_moves / 2),
        };
        let mut columns: Vec<Column> = self
            .lengths
            .iter()
            .map(|(&length, &count)| Column {
                label: moves(length),
                words: format!("{} moves", moves(length)),
                count,
            })
            .collect();
        if columns.len() > MAX_COLUMNS {
            let rest = columns.split_off(MAX_COLUMNS - 1);
            let count = rest.iter().map(|column| column.count).sum();
            let first = rest.first().map_or(String::new(), |column| column.label.clone());
            columns.push(Column {
                label: format!("{first}+"),
                words: format!("{first} moves and more"),
                count,
            });
        }
        columns
    }
}

/// Returns the index of the column of a time: a decade has two.
fn decade(milliseconds: f64) -> i32 {
    // Times below a tenth of a millisecond are in one column.
    (PER_DECADE * milliseconds.max(0.1).log10()).floor() as i32
}

/// Returns the time at which a column begins.
fn limit(index: f64) -> String {
    let milliseconds = 10_f64.powf(index / PER_DECADE);
    let short = |number: f64| if number < 1.0 { format!("{number:.1}") } else { format!("{number:.0}") };
    match milliseconds {
        ..999.0 => format!("{} ms", short(milliseconds)),
        999.0..59_999.0 => format!("{} s", short(milliseconds / 1e3)),
        _ => format!("{} min", short(milliseconds / 6e4)),
    }
}

/// Returns a plot of columns; nothing without columns.
fn columns(title: &str, columns: &[Column]) -> String {
    if columns.is_empty() {
        return String::new();
    }
    let most = columns.iter().map(|column| column.count).max().unwrap_or(1).max(1) as f64;
    let step = (WIDTH / columns.len() as f64).min(44.0);
    let left = (WIDTH - step * columns.len() as f64) / 2.0;
    let base = TALLEST + 22.0;
    let mut plot = format!("<path class=\"axis\" d=\"M0 {base}H{WIDTH}\"/>");
    for (index, column) in columns.iter().enumerate() {
        let (x, height) = (left + step * index as f64, TALLEST * column.count as f64 / most);
        let middle = x + step / 2.0;
        if column.count > 0 {
            let _ = write!(
                plot,
                "<rect class=\"column\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" rx=\"2\"/>\
                 <text class=\"middle\" x=\"{middle:.1}\" y=\"{:.1}\">{}</text>",
                x + 2.0,
                base - height,
                step - 4.0,
                base - height - 5.0,
                column.count
            );
        }
        if !column.label.is_empty() {
            let _ = write!(
                plot,
                "<text class=\"middle\" x=\"{middle:.1}\" y=\"{}\">{}</text>",
                base + 16.0,
                Escaped(&column.label)
            );
        }
    }
    let words: Vec<String> = columns
        .iter()
        .filter(|column| column.count > 0)
        .map(|column| format!("{}: {}", column.words, column.count))
        .collect();
    figure(title, &words.join(", "), HEIGHT, &plot)
}

fn figure(title: &str, words: &str, height: f64, plot: &str) -> String {
    format!(
        "<figure><figcaption>{title}</figcaption><svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{title}: {}\">{plot}</svg></figure>\n",
        Escaped(words)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_columns() {
        assert_eq!([0.0, 0.1, 0.5, 1.0, 5.0, 10.0].map(decade), [-2, -2, -1, 0, 1, 2]);
        assert_eq!(
            [-2, -1, 0, 1, 6, 10].map(|index| limit(f64::from(index))),
            ["0.1 ms", "0.3 ms", "1 ms", "3 ms", "1 s", "2 min"]
        );
    }

    #[test]
    fn long_problems_are_one_column() {
        let lengths = (1..=20).map(|half_moves| (half_moves, 1)).collect();
        let statistics = Statistics { lengths, ..Statistics::default() };
        let columns = statistics.length_columns();
        let labels: Vec<&str> = columns.iter().map(|column| column.label.as_str()).collect();
        assert_eq!(labels.join(" "), "½ 1 1½ 2 2½ 3 3½ 4 4½ 5 5½ 6+");
        assert_eq!(columns.iter().map(|column| column.count).sum::<usize>(), 20);
    }
}
