//! What the workshop finds, as text and as JSON.

mod found;

use std::io::{self, Write};

use serde::Serialize;

use super::text::{Column, Page, StyledWords, Tone};
use crate::board::Layout;
use crate::formats::popeye;
use crate::position::PieceNames;
use crate::verify::first_of;
use crate::workshop::{Consequence, Economy, FoundTwin, Improvement, ManReport, ManRole};

pub use found::{ExploreFormat, JsonFound, write_found};

/// The indentation of the lines below the place of a problem.
const INDENT: usize = 4;

/// The number of examples on a line.
const MAX_SHOWN: usize = 3;

/// How the workshop's findings are written.
#[derive(Clone, Copy, Debug)]
pub struct WorkshopText {
    /// The board.
    pub layout: Layout,
    /// The names of men.
    pub names: PieceNames,
    /// The width of the lines.
    pub width: usize,
}

impl WorkshopText {
    /// Writes a line below the place of a problem.
    ///
    /// # Errors
    /// The first failure to write.
    pub fn line(&self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let mut column = Column::new(&Page { width: self.width, ..Page::default() }, out);
        column.paragraph(INDENT, &StyledWords::of(text, Tone::Plain));
        column.finish()
    }

    /// Returns what a man is for, as in `wRd1  needed: without it no 1.Qa4`.
    pub fn man(&self, report: &ManReport) -> String {
        let man = report.man.label_in(self.names) + self.layout.name(report.square);
        let weaker = match report.weaker {
            Some(walk) => format!("; {} in its place is enough", self.names.of(walk)),
            None => String::new(),
        };
        format!("{man}  {}{weaker}", purpose(report))
    }

    /// Returns a sound version, as in `wSf6-->b6  (8+5)`.
    pub fn improvement(&self, version: &Improvement) -> String {
        let [white, black] = version.men;
        let illegality = match &version.illegality {
            Some(reason) => format!("; {reason}"),
            None => String::new(),
        };
        format!("{}  ({white}+{black}){illegality}", version.words.join(", "))
    }

    /// Returns a sound twin with its key or line.
    pub fn twin(&self, twin: &FoundTwin) -> String {
        format!("{}  {}  ({} % new moves)", twin.words.join(", "), twin.solution, twin.difference)
    }
}

/// Returns what a man is for, with the first examples of what happens without it.
fn purpose(report: &ManReport) -> String {
    let Consequence { missing, cooks, duals, lost, .. } = &report.without;
    match report.role {
        ManRole::Playability => {
            let reason = report.without.obstacle.as_ref().map_or(String::new(), ToString::to_string);
            format!("needed: without it {reason}")
        }
        ManRole::Solution => format!("needed: without it no {}", examples(missing)),
        ManRole::Cooks => format!("stops {}: {}", counted(cooks, "cook"), examples(cooks)),
        ManRole::Duals => format!("stops {}: {}", counted(duals, "dual"), examples(duals)),
        ManRole::Unknown => "not known: the search was stopped".into(),
        ManRole::Variations => format!("adds {}: {}", counted(lost, "variation"), examples(lost)),
        ManRole::Legality => {
            let reason = report.illegality.as_deref().unwrap_or_default();
            format!("only makes the position possible: without it {reason}")
        }
        ManRole::Superfluous => "superfluous".into(),
    }
}

fn examples(list: &[String]) -> String {
    first_of(&list[..list.len().min(MAX_SHOWN)], "; ", list.len() as u64)
}

fn counted(list: &[String], what: &str) -> String {
    format!("{} {what}{}", list.len(), if list.len() == 1 { "" } else { "s" })
}

/// Returns the number of changed problems that were abandoned in words; nothing if there are none.
pub fn abandoned_words(abandoned: u64) -> String {
    if abandoned == 0 { String::new() } else { format!(", {abandoned} abandoned as too costly") }
}

/// Returns the summary of an economy, as in `12 men without the kings: 1 superfluous, 2 could be weaker`.
pub fn economy_summary(found: &Economy) -> String {
    let count = |role: ManRole| found.men.iter().filter(|report| report.role == role).count();
    let weaker = found.men.iter().filter(|report| report.weaker.is_some()).count();
    let counts = [
        (count(ManRole::Superfluous), "superfluous"),
        (weaker, "could be weaker"),
        (count(ManRole::Cooks), "only stop cooks"),
        (count(ManRole::Duals), "only stop duals"),
        (count(ManRole::Unknown), "not known"),
    ];
    let counts = counts.into_iter().filter(|(number, _)| *number > 0);
    let counts: Vec<String> = counts.map(|(number, what)| format!("{number} {what}")).collect();
    let men = found.men.len();
    let all = format!("{men} {} without the kings", if men == 1 { "man" } else { "men" });
    match counts.is_empty() {
        true => format!("{all}: none is superfluous"),
        false => format!("{all}: {}", counts.join(", ")),
    }
}

/// What the workshop found about a problem, as JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WorkshopRecord<'s, T> {
    /// The version of the format.
    pub version: u32,
    /// The file from which the problem was read.
    pub source: &'s str,
    /// The line at which it begins, from 1.
    pub line: u32,
    /// The verdict on the problem as it is, in words; `None` if it cannot be worked on.
    pub verdict: Option<&'static str>,
    /// What was found.
    pub found: Vec<T>,
    /// Whether the search was stopped before its end.
    pub stopped: bool,
    /// The reason why the problem cannot be worked on.
    pub error: Option<String>,
}

impl<'s> WorkshopRecord<'s, ()> {
    /// Returns the record of a problem that cannot be worked on, without its verdict.
    pub fn failed(source: &'s str, line: u32, error: String) -> WorkshopRecord<'s, ()> {
        let (found, error) = (Vec::new(), Some(error));
        WorkshopRecord { version: 1, source, line, verdict: None, found, stopped: false, error }
    }
}

/// A man in JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JsonMan {
    /// The man with its square, as in `wRd1`.
    pub man: String,
    /// What it is for.
    pub role: ManRole,
    /// What happens without it.
    pub without: Consequence,
    /// Why the position without it cannot arise in a game.
    pub illegality: Option<String>,
    /// The letters of the weakest man that could take its place.
    pub weaker: Option<&'static str>,
}

impl JsonMan {
    /// Returns the report on a man.
    pub fn new(report: &ManReport, layout: Layout) -> JsonMan {
        JsonMan {
            man: report.man.label() + layout.name(report.square),
            role: report.role,
            without: report.without.clone(),
            illegality: report.illegality.clone(),
            weaker: report.weaker.map(|walk| walk.letters()),
        }
    }
}

/// A sound version or twin in JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JsonVersion {
    /// The changes in words.
    pub changes: Vec<String>,
    /// The problem in Popeye's language; `None` for a twin.
    pub problem: Option<String>,
    /// The number of White's men and of Black's; `None` for a twin.
    pub men: Option<[usize; 2]>,
    /// Why the position cannot arise in a game, although that of the problem can.
    pub illegality: Option<String>,
    /// The key or line of a twin.
    pub solution: Option<String>,
    /// The share of new moves in the play of a twin, in per cent.
    pub difference: Option<u32>,
}

impl JsonVersion {
    /// Returns a sound version.
    pub fn of_improvement(version: &Improvement) -> JsonVersion {
        JsonVersion {
            changes: version.words.clone(),
            problem: Some(popeye::write(&version.problem)),
            men: Some(version.men),
            illegality: version.illegality.clone(),
            solution: None,
            difference: None,
        }
    }

    /// Returns a sound twin.
    pub fn of_twin(twin: &FoundTwin) -> JsonVersion {
        JsonVersion {
            changes: twin.words.clone(),
            problem: None,
            men: None,
            illegality: None,
            solution: Some(twin.solution.clone()),
            difference: Some(twin.difference),
        }
    }
}
