//! A run as a table of text.

use std::io::{self, Write};

use super::comparison::{AnswerChange, Change, Comparison};
use super::figures::{Figures, Race, State};
use super::play::PlayComparison;
use super::problem_row::question;
use super::results::{ChangeCounts, Mean, Measured, Results};
use super::value::{MIN_SECONDS, Time, Value, seconds};
use crate::search::Limits;

/// The gap between two columns.
const GAP: &str = "  ";
/// The width of a number.
const NUMBER: usize = 7;
/// The width of a number of positions.
const NODES: usize = 13;
/// The width of the text in the last column.
const NOTE: usize = 14;
/// The minimum widths of the first columns, which suffice for the names of families.
const NARROWEST: [usize; 2] = [18, 12];
/// The heads of the first columns.
const HEADS: [&str; 2] = ["problem", "stipulation"];

/// The widths of the columns.
struct Columns {
    /// Of the columns of names and of stipulations.
    texts: [usize; 2],
    /// Of the second column of figures.
    second: usize,
}

impl Columns {
    /// Returns columns for these names and stipulations, at most `width` characters wide, of which the second
    /// column of figures has `second` and the last column `note`.
    fn new(texts: &[[String; 2]], second: usize, note: usize, width: usize) -> Columns {
        let widest = |column: usize| {
            let widths = texts.iter().map(|texts| texts[column].chars().count());
            widths.max().unwrap_or(0).max(HEADS[column].len())
        };
        let wanted = [widest(0), widest(1)];
        let space = width.saturating_sub(4 * GAP.len() + 2 * NUMBER + second + note);
        // Long names leave the question at most two fifths of the space.
        let question = wanted[1].min(space.saturating_sub(wanted[0]).max(space * 2 / 5)).max(NARROWEST[1]);
        let name = wanted[0].min(space.saturating_sub(question)).max(NARROWEST[0]);
        Columns { texts: [name, question], second }
    }

    fn write_line(&self, texts: [&str; 2], cells: [&str; 4], out: &mut impl Write) -> io::Result<()> {
        let [name, question] = [0, 1].map(|column| fitted(texts[column], self.texts[column]));
        let [first, second, third, note] = cells;
        let width = self.second;
        let line = format!(
            "{name}{GAP}{question}{GAP}{first:>NUMBER$}{GAP}{second:>width$}{GAP}{third:>NUMBER$}{GAP}{note}"
        );
        writeln!(out, "{}", line.trim_end())
    }
}

/// Returns a text padded or shortened to `width` characters.
fn fitted(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return format!("{text:width$}");
    }
    let mut text: String = text.chars().take(width - 1).collect();
    text.push('…');
    text
}

/// The table, written row by row.
pub struct BenchTable {
    columns: Columns,
    /// Whether there is a peer.
    is_race: bool,
    /// The width of the table in characters.
    width: usize,
}

impl BenchTable {
    /// Returns a table for these rows, at most `width` characters wide.
    pub fn new(results: &Results, width: usize) -> BenchTable {
        let is_race = results.start().peer.is_some();
        let texts: Vec<[String; 2]> =
            results.rows().iter().map(|row| [row.name.clone(), row.question()]).collect();
        let (second, note) = if is_race { (NUMBER, GAP.len() + NOTE) } else { (NODES, 0) };
        BenchTable { columns: Columns::new(&texts, second, note, width), is_race, width }
    }

    /// Writes the column heads.
    pub fn write_head(&self, out: &mut impl Write) -> io::Result<()> {
        let cells =
            if self.is_race { ["kirke", "peer", "ratio", "play"] } else { ["CPU", "nodes", "M/s", ""] };
        self.columns.write_line(HEADS, cells, out)
    }

    /// Writes a row.
    pub fn write_row(&self, measured: &Measured<'_>, out: &mut impl Write) -> io::Result<()> {
        let cells = cells(measured);
        let texts = [&measured.row.name[..], &measured.row.question()];
        self.columns.write_line(texts, cells.each_ref().map(String::as_str), out)
    }

    /// Writes the means, the counts and the comparison.
    pub fn write_end(&self, results: &Results, out: &mut impl Write) -> io::Result<()> {
        writeln!(out)?;
        let head = if self.is_race { ["", "", "ratio", ""] } else { ["CPU", "", "", ""] };
        self.columns.write_line(["geometric mean", "problems"], head, out)?;
        for Mean { family, rows, value } in results.means() {
            let name = family.map_or("all".to_owned(), |family| family.title());
            let (ratio, time) = (value.as_ratio(), value.as_seconds());
            let cells = if self.is_race { ["", "", &ratio[..], ""] } else { [&time[..], "", "", ""] };
            self.columns.write_line([&name, &rows.to_string()], cells, out)?;
        }
        self.write_counts(results, out)?;
        match results.comparison().zip(results.change_counts()) {
            Some((comparison, counts)) => self.write_comparison(results, comparison, counts, out),
            None => Ok(()),
        }
    }

    /// Writes the counts of rows that are not zero.
    fn write_counts(&self, results: &Results, out: &mut impl Write) -> io::Result<()> {
        let counts = results.counts();
        let start = results.start();
        let both = start.peer.map_or(String::new(), |peer| format!(", peer {}", seconds(peer)));
        writeln!(out, "\n{} of {} in the mean", counts.counted, number_of(counts.rows, "problem"))?;
        let lines = [
            (counts.bounds, "in the mean as a bound: past the limit of time".to_owned()),
            (counts.past_limit, "not in the mean: both past the limit of time".to_owned()),
            (
                counts.at_start,
                format!("not in the mean: about an empty run (kirke {}{both})", seconds(start.own)),
            ),
            (counts.differs, "not in the mean: other play".to_owned()),
            (counts.incomplete, "not in the mean: incomplete, for lack of memory".to_owned()),
            (counts.unsolved, "not in the mean: not solved".to_owned()),
            (counts.slower, "slower than the peer, in the mean or not".to_owned()),
        ];
        write_lines(&lines, out)
    }

    /// Writes the comparison with a saved run.
    fn write_comparison(
        &self,
        results: &Results,
        comparison: &Comparison,
        counts: ChangeCounts,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut texts: Vec<[String; 2]> =
            results.rows().iter().map(|row| [row.name.clone(), row.question()]).collect();
        let only_then = comparison.only_then();
        texts.extend(only_then.map(|row| [row.name.clone(), question(&row.stipulation, &row.conditions)]));
        let columns = Columns::new(&texts, NUMBER, GAP.len() + NOTE, self.width);
        writeln!(out, "\ncompared with {}\n", comparison.name())?;
        columns.write_line(HEADS, ["now", "then", "ratio", "answer"], out)?;
        for (measured, texts) in results.all_measured().zip(&texts) {
            let Some(change) = measured.change else { continue };
            let now = time(measured.figures.own());
            let (then, ratio) = (time(change.then), change.ratio.map_or(String::new(), Value::as_ratio));
            let texts = [&texts[0][..], &texts[1]];
            columns.write_line(texts, [&now, &then, &ratio, change_note(&change)], out)?;
        }
        for (row, texts) in comparison.only_then().zip(&texts[results.rows().len()..]) {
            columns.write_line([&texts[0], &texts[1]], ["", &time(row.own()), "", "only then"], out)?;
        }
        writeln!(out)?;
        columns.write_line(["geometric mean", "problems"], ["", "", "ratio", ""], out)?;
        for Mean { family, rows, value } in results.change_means() {
            let name = family.map_or("all".to_owned(), |family| family.title());
            columns.write_line([&name, &rows.to_string()], ["", "", &value.as_ratio(), ""], out)?;
        }
        write_change_counts(counts, out)
    }
}

/// Writes the counts of changes that are not zero.
fn write_change_counts(counts: ChangeCounts, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n{} in the mean of now to then", number_of(counts.counted, "problem"))?;
    let lines = [
        (counts.bounds, "in the mean as a bound: past the limit of time"),
        (counts.at_start, "not in the mean: about an empty run, now and then"),
        (counts.without_ratio, "not in the mean: no time, now or then"),
        (counts.changed, "not in the mean: ANOTHER ANSWER"),
        (counts.only_now, "only now"),
        (counts.only_then, "only then"),
    ];
    write_lines(&lines, out)
}

/// Writes the lines with counts that are not zero.
fn write_lines(lines: &[(usize, impl std::fmt::Display)], out: &mut impl Write) -> io::Result<()> {
    let mut lines = lines.iter().filter(|(count, _)| *count > 0);
    lines.try_for_each(|(count, text)| writeln!(out, "{count} {text}"))
}

fn number_of(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Returns the time, marked if it is past the limit; empty without one.
fn time(time: Option<Time>) -> String {
    match time {
        Some(Time::Finished(number)) => seconds(number),
        Some(Time::PastLimit(number)) => format!("> {}", seconds(number)),
        None => String::new(),
    }
}

/// Returns the cells of the figures.
fn cells(measured: &Measured<'_>) -> [String; 4] {
    let none = String::new;
    let own = time(measured.figures.own());
    match measured.figures {
        Figures::Race(race) => race_cells(race, measured),
        Figures::Alone { seconds, nodes, .. } => {
            // A smaller number of positions is not counted.
            let is_few = *nodes < Limits::POLL_INTERVAL;
            let shown = if is_few { format!("< {}", Limits::POLL_INTERVAL) } else { nodes.to_string() };
            let pace = match measured.state() {
                State::AtStart => "start".into(),
                _ if is_few => none(),
                _ => format!("{:.1}", *nodes as f64 / seconds.max(MIN_SECONDS) / 1e6),
            };
            [own, shown, pace, none()]
        }
        Figures::PastLimit(_) => [own, "past limit".into(), none(), none()],
        Figures::Incomplete => [none(), "incomplete".into(), none(), none()],
        Figures::Unsolved => [none(), "not solved".into(), none(), none()],
    }
}

fn race_cells(race: &Race, measured: &Measured<'_>) -> [String; 4] {
    let is_late = race.own.is_past_limit() || race.peer.is_past_limit();
    let note = match (race.play, measured.figures.at_start(measured.start)) {
        (Some(PlayComparison::Differs), _) => "DIFFERS",
        _ if is_late => "past the limit",
        (_, Some(_)) => "same, start",
        _ => "same",
    };
    let ratio = measured.figures.ratio().map_or(String::new(), Value::as_ratio);
    [time(Some(race.own)), time(Some(race.peer)), ratio, note.into()]
}

fn change_note(change: &Change) -> &'static str {
    match change.answer {
        AnswerChange::Same if change.is_at_start => "same, start",
        AnswerChange::Same => "same",
        AnswerChange::Changed => "CHANGED",
        AnswerChange::Unknown => "not known",
        AnswerChange::OnlyNow => "only now",
        AnswerChange::OnlyThen => "only then",
    }
}
