//! The table of a race.

use std::io::{self, Write};

use super::super::exit::Exit;
use super::play::PlayComparison;
use crate::problem::Problem;
use crate::report::question::stipulation_text;
use crate::search::Limits;
use crate::stipulation::Family;

/// The families of play, of which means are told, without conditions and with them.
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

/// The family of a problem, and whether it has conditions.
pub fn family(problem: &Problem) -> (&'static str, bool) {
    let family = problem.setting.stipulation.map_or(Family::Structured, |asked| asked.value.family);
    let name = match family {
        family if family.is_series() => "series",
        Family::Direct => "direct",
        Family::Self_ | Family::Reflex | Family::SemiReflex | Family::HelpSelf | Family::HelpReflex => "self",
        Family::Help | Family::Reciprocal | Family::ProofGame => "help",
        _ => "other",
    };
    (name, !problem.setting.conditions.is_empty())
}

/// Nothing is measured more finely than this, in seconds.
const MIN_SECONDS: f64 = 1e-3;
/// Between two columns.
const GAP: &str = "  ";
/// The width of a number.
const NUMBER: usize = 7;
/// The width of what is said in the last column.
const NOTE: usize = 14;
/// The first columns are no narrower: there is room for the names of families.
const NARROWEST: [usize; 2] = [18, 12];

/// A problem as it stands in the table.
pub struct BenchRow {
    name: String,
    asked: String,
    family: (&'static str, bool),
}

impl BenchRow {
    /// The row of a problem: its author and title or source, or its place in a file.
    pub fn new(problem: &Problem, source: &str) -> BenchRow {
        let author = problem.authors.first();
        let work = problem.titles.first().or(problem.origins.first());
        let known: Vec<&str> = author.into_iter().chain(work).map(|text| text.trim()).collect();
        let name = match &problem.id {
            _ if author.is_some() => known.join(", "),
            Some(id) => id.clone(),
            None => format!("{source}:{}", problem.span.line),
        };
        let asked = stipulation_text(&problem.setting, &problem.options);
        let conditions = problem.setting.conditions.iter().map(|condition| condition.value.to_string());
        let asked = asked.into_iter().chain(conditions).collect::<Vec<_>>().join(" ");
        BenchRow { name, asked, family: family(problem) }
    }
}

/// What a race came to: the seconds of both, none where there were none within the limit.
pub struct Race {
    own: Option<f64>,
    peer: Option<f64>,
    limit: f64,
    /// None where not both came in.
    same: Option<PlayComparison>,
}

impl Race {
    /// A race that both finished.
    pub fn finished(own: Option<f64>, peer: Option<f64>, same: PlayComparison) -> Race {
        Race { own, peer, limit: 0.0, same: Some(same) }
    }

    /// A race that not both finished, with the limit in seconds.
    pub fn unfinished(own: Option<f64>, peer: Option<f64>, limit: f64) -> Race {
        Race { own, peer, limit, same: None }
    }

    /// How many times as long as this program the peer takes.
    fn ratio(&self) -> Option<f64> {
        Some(self.peer?.max(MIN_SECONDS) / self.own?.max(MIN_SECONDS))
    }
}

/// What is known of a problem that has been run.
pub enum Figures {
    /// This program against the peer.
    Race(Race),
    /// This program alone: seconds, and positions looked at.
    Alone {
        /// The median.
        seconds: f64,
        /// In each run, by the thousand.
        nodes: u64,
    },
    /// Not within the limit, without a peer.
    PastLimit,
    /// No solution came out.
    Unsolved,
}

impl Figures {
    /// How a run ends with these figures.
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

    /// What goes into the mean: a ratio against a peer, seconds without one.
    fn value(&self) -> Option<f64> {
        match self {
            Figures::Race(race) => race.ratio().filter(|_| race.same == Some(PlayComparison::Same)),
            Figures::Alone { seconds, .. } => Some(seconds.max(MIN_SECONDS)),
            Figures::PastLimit | Figures::Unsolved => None,
        }
    }

    /// The last columns.
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
            // So few are not counted.
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

/// Seconds, with more decimals where they are few.
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
    /// The width of the columns of names and of what is asked.
    widths: [usize; 2],
    /// The width of the column of nodes or of the peer.
    second: usize,
}

impl BenchTable {
    /// A table of rows, against a peer or not, that is at most so many characters wide.
    pub fn new(rows: Vec<BenchRow>, against: bool, width: usize) -> BenchTable {
        let second = if against { NUMBER } else { 13 };
        let widest = |text: fn(&BenchRow) -> &str, head: &str| {
            rows.iter().map(|row| text(row).chars().count()).max().unwrap_or(0).max(head.len())
        };
        let wanted = [widest(|row| &row.name, HEADS[0]), widest(|row| &row.asked, HEADS[1])];
        let note = if against { GAP.len() + NOTE } else { 0 };
        let room = width.saturating_sub(4 * GAP.len() + 2 * NUMBER + second + note);
        // What is asked has its room, at most two fifths where names are long.
        let asked = wanted[1].min(room.saturating_sub(wanted[0]).max(room * 2 / 5)).max(NARROWEST[1]);
        let name = wanted[0].min(room.saturating_sub(asked)).max(NARROWEST[0]);
        BenchTable { rows, figures: Vec::new(), against, widths: [name, asked], second }
    }

    /// Writes the names of the columns.
    pub fn write_head(&self, out: &mut impl Write) -> io::Result<()> {
        let cells =
            if self.against { ["kirke", "peer", "ratio", "play"] } else { ["CPU", "nodes", "M/s", ""] };
        self.write_line(HEADS, &cells.map(String::from), out)
    }

    /// Writes a row with what it came to.
    pub fn write_row(&mut self, index: usize, figures: Figures, out: &mut impl Write) -> io::Result<()> {
        let row = &self.rows[index];
        self.write_line([&row.name, &row.asked], &figures.cells(), out)?;
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
        let [name, asked] = [0, 1].map(|column| fitted(texts[column], self.widths[column]));
        let [first, second, third, note] = cells;
        let width = self.second;
        let line = format!(
            "{name}{GAP}{asked}{GAP}{first:>NUMBER$}{GAP}{second:>width$}{GAP}{third:>NUMBER$}{GAP}{note}"
        );
        writeln!(out, "{}", line.trim_end())
    }
}

/// The names of the first columns.
const HEADS: [&str; 2] = ["problem", "stipulation"];

/// A text of exactly so many characters, shortened where it must be.
fn fitted(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return format!("{text:width$}");
    }
    let mut text: String = text.chars().take(width - 1).collect();
    text.push('…');
    text
}
