//! The table of a race.

use std::io::{self, Write};

use super::super::exit::Exit;
use super::play::PlayComparison;
use crate::problem::Problem;
use crate::report::question::stipulation_text;
use crate::search::Limits;
use crate::stipulation::Family;

/// The families of play with a mean of their own, without conditions and with them.
pub const FAMILIES: [(&str, bool); 8] = [
    ("direct", false),
    ("direct", true),
    ("self", false),
    ("self", true),
    ("help", false),
    ("help", true),
    ("series", false),
    ("series", true),
];

/// Returns the family of a problem, and whether it has conditions.
pub fn family(problem: &Problem) -> (&'static str, bool) {
    let family = problem.setting.stipulation.map_or(Family::Structured, |question| question.value.family);
    let name = match family {
        family if family.is_series() => "series",
        Family::Direct => "direct",
        Family::Self_ | Family::Reflex | Family::SemiReflex | Family::HelpSelf | Family::HelpReflex => "self",
        Family::Help | Family::Reciprocal | Family::ProofGame => "help",
        _ => "other",
    };
    (name, !problem.setting.conditions.is_empty())
}

/// The resolution of the measurement, in seconds.
const MIN_SECONDS: f64 = 1e-3;
/// The gap between two columns.
const GAP: &str = "  ";
/// The width of a number.
const NUMBER: usize = 7;
/// The width of the text in the last column.
const NOTE: usize = 14;
/// The minimum widths of the first columns, which suffice for the names of families.
const NARROWEST: [usize; 2] = [18, 12];

/// A problem in the table.
pub struct BenchRow {
    name: String,
    question: String,
    family: (&'static str, bool),
}

impl BenchRow {
    /// Returns the row of a problem: its author and title or source, or its line in a file.
    pub fn new(problem: &Problem, source: &str) -> BenchRow {
        let author = problem.authors.first();
        let work = problem.titles.first().or(problem.origins.first());
        let known: Vec<&str> = author.into_iter().chain(work).map(|text| text.trim()).collect();
        let name = match &problem.id {
            _ if author.is_some() => known.join(", "),
            Some(id) => id.clone(),
            None => format!("{source}:{}", problem.span.line),
        };
        let question = stipulation_text(&problem.setting, &problem.options);
        let conditions = problem.setting.conditions.iter().map(|condition| condition.value.to_string());
        let question = question.into_iter().chain(conditions).collect::<Vec<_>>().join(" ");
        BenchRow { name, question, family: family(problem) }
    }
}

/// The result of a race: the seconds of both programs, `None` if they exceeded the limit.
pub struct Race {
    own: Option<f64>,
    peer: Option<f64>,
    limit: f64,
    /// `None` if not both finished.
    same: Option<PlayComparison>,
}

impl Race {
    /// Returns a race that both programs finished.
    pub fn finished(own: Option<f64>, peer: Option<f64>, same: PlayComparison) -> Race {
        Race { own, peer, limit: 0.0, same: Some(same) }
    }

    /// Returns a race that not both programs finished, with the limit in seconds.
    pub fn unfinished(own: Option<f64>, peer: Option<f64>, limit: f64) -> Race {
        Race { own, peer, limit, same: None }
    }

    /// Returns the peer's time as a multiple of this program's.
    fn ratio(&self) -> Option<f64> {
        Some(self.peer?.max(MIN_SECONDS) / self.own?.max(MIN_SECONDS))
    }
}

/// The result of running a problem.
pub enum Figures {
    /// This program against the peer.
    Race(Race),
    /// This program alone.
    Alone {
        /// The median of the seconds.
        seconds: f64,
        /// The number of positions searched in a run, counted in steps of about a thousand.
        nodes: u64,
    },
    /// Without a peer, the limit was exceeded.
    PastLimit,
    /// There was no solution in the output.
    Unsolved,
}

impl Figures {
    /// Returns the exit code for these figures.
    pub fn exit(&self) -> Exit {
        match self {
            Figures::Race(Race { same: Some(PlayComparison::Same), .. }) | Figures::Alone { .. } => {
                Exit::AsExpected
            }
            Figures::Race(Race { same: Some(PlayComparison::Differs), .. }) => Exit::Unexpected,
            Figures::Race(Race { same: None, .. }) | Figures::PastLimit => Exit::Incomplete,
            Figures::Unsolved => Exit::Refused,
        }
    }

    /// Returns the value for the mean: a ratio against a peer, seconds without one.
    fn value(&self) -> Option<f64> {
        match self {
            Figures::Race(race) => race.ratio().filter(|_| race.same == Some(PlayComparison::Same)),
            Figures::Alone { seconds, .. } => Some(seconds.max(MIN_SECONDS)),
            Figures::PastLimit | Figures::Unsolved => None,
        }
    }

    /// Returns the last columns.
    fn cells(&self) -> [String; 4] {
        match self {
            Figures::Race(race) => {
                let time = |seconds: Option<f64>| seconds.map_or(format!("> {:.0}", race.limit), number);
                let (note, ratio) = match race.same {
                    Some(PlayComparison::Same) => ("same", race.ratio().map(times)),
                    Some(PlayComparison::Differs) => ("DIFFERS", None),
                    None => ("past the limit", None),
                };
                [time(race.own), time(race.peer), ratio.unwrap_or_default(), note.into()]
            }
            // A smaller number of positions is not counted.
            Figures::Alone { seconds, nodes } if *nodes < Limits::POLL_INTERVAL => {
                [number(*seconds), format!("< {}", Limits::POLL_INTERVAL), String::new(), String::new()]
            }
            Figures::Alone { seconds, nodes } => {
                let pace = *nodes as f64 / seconds.max(MIN_SECONDS) / 1e6;
                [number(*seconds), nodes.to_string(), format!("{pace:.1}"), String::new()]
            }
            Figures::PastLimit => [String::new(), String::new(), String::new(), "past the limit".into()],
            Figures::Unsolved => [String::new(), String::new(), String::new(), "not solved".into()],
        }
    }
}

/// Returns seconds, with more decimals if they are few.
fn number(seconds: f64) -> String {
    if seconds < 10.0 { format!("{seconds:.3}") } else { format!("{seconds:.1}") }
}

fn times(ratio: f64) -> String {
    if ratio < 10.0 { format!("x{ratio:.2}") } else { format!("x{ratio:.0}") }
}

/// The table, written row by row.
pub struct BenchTable {
    rows: Vec<BenchRow>,
    figures: Vec<Figures>,
    against: bool,
    /// The widths of the columns of names and of questions.
    widths: [usize; 2],
    /// The width of the column of nodes or of the peer.
    second: usize,
}

impl BenchTable {
    /// Returns a table of rows, with or without a peer, at most `width` characters wide.
    pub fn new(rows: Vec<BenchRow>, against: bool, width: usize) -> BenchTable {
        let second = if against { NUMBER } else { 13 };
        let widest = |text: fn(&BenchRow) -> &str, head: &str| {
            rows.iter().map(|row| text(row).chars().count()).max().unwrap_or(0).max(head.len())
        };
        let wanted = [widest(|row| &row.name, HEADS[0]), widest(|row| &row.question, HEADS[1])];
        let note = if against { GAP.len() + NOTE } else { 0 };
        let space = width.saturating_sub(4 * GAP.len() + 2 * NUMBER + second + note);
        // Long names leave the question at most two fifths of the space.
        let question = wanted[1].min(space.saturating_sub(wanted[0]).max(space * 2 / 5)).max(NARROWEST[1]);
        let name = wanted[0].min(space.saturating_sub(question)).max(NARROWEST[0]);
        BenchTable { rows, figures: Vec::new(), against, widths: [name, question], second }
    }

    /// Writes the column heads.
    pub fn write_head(&self, out: &mut impl Write) -> io::Result<()> {
        let cells =
            if self.against { ["kirke", "peer", "ratio", "play"] } else { ["CPU", "nodes", "M/s", ""] };
        self.write_line(HEADS, &cells.map(String::from), out)
    }

    /// Writes a row with its result.
    pub fn write_row(&mut self, index: usize, figures: Figures, out: &mut impl Write) -> io::Result<()> {
        let row = &self.rows[index];
        self.write_line([&row.name, &row.question], &figures.cells(), out)?;
        self.figures.push(figures);
        Ok(())
    }

    /// Writes the geometric means of the families.
    pub fn write_means(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out)?;
        let cells = if self.against { ["", "", "ratio", ""] } else { ["CPU", "", "", ""] };
        self.write_line(["geometric mean", "problems"], &cells.map(String::from), out)?;
        let other = [("other", false), ("other", true)];
        for family in FAMILIES.into_iter().chain(other) {
            let name = format!("{}{}", family.0, if family.1 { ", conditions" } else { "" });
            self.write_mean(&name, |row| row.family == family, out)?;
        }
        self.write_mean("all", |_| true, out)
    }

    fn write_mean(
        &self,
        name: &str,
        which: impl Fn(&BenchRow) -> bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let rows = self.rows.iter().zip(&self.figures).filter(|(row, _)| which(row));
        let values: Vec<f64> = rows.filter_map(|(_, figures)| figures.value()).collect();
        if values.is_empty() {
            return Ok(());
        }
        let mean = (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp();
        let none = String::new;
        let cells = if self.against {
            [none(), none(), times(mean), none()]
        } else {
            [number(mean), none(), none(), none()]
        };
        self.write_line([name, &values.len().to_string()], &cells, out)
    }

    fn write_line(&self, texts: [&str; 2], cells: &[String; 4], out: &mut impl Write) -> io::Result<()> {
        let [name, question] = [0, 1].map(|column| fitted(texts[column], self.widths[column]));
        let [first, second, third, note] = cells;
        let width = self.second;
        let line = format!(
            "{name}{GAP}{question}{GAP}{first:>NUMBER$}{GAP}{second:>width$}{GAP}{third:>NUMBER$}{GAP}{note}"
        );
        writeln!(out, "{}", line.trim_end())
    }
}

/// The heads of the first columns.
const HEADS: [&str; 2] = ["problem", "stipulation"];

/// Returns a text padded or shortened to `width` characters.
fn fitted(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return format!("{text:width$}");
    }
    let mut text: String = text.chars().take(width - 1).collect();
    text.push('…');
    text
}
