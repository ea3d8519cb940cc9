//! The problem of a row.

use super::answer::Digest;
use crate::problem::Problem;
use crate::report::question::stipulation_text;
use crate::stipulation::Family;

/// A family of play with a mean of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayFamily {
    /// `direct`, `self`, `help`, `series` or `other`.
    pub name: &'static str,
    /// Whether the problems have conditions.
    pub conditions: bool,
}

impl PlayFamily {
    /// Returns the families, each without conditions and with them, in the order of the table.
    pub fn all() -> impl Iterator<Item = PlayFamily> {
        let names = ["direct", "self", "help", "series", "other"];
        names.into_iter().flat_map(|name| [false, true].map(|conditions| PlayFamily { name, conditions }))
    }

    /// Returns the family of a problem.
    pub fn of(problem: &Problem) -> PlayFamily {
        let family = problem.setting.stipulation.map_or(Family::Structured, |question| question.value.family);
        let name = match family {
            family if family.is_series() => "series",
            Family::Direct => "direct",
            Family::Self_ | Family::Reflex | Family::SemiReflex | Family::HelpSelf | Family::HelpReflex => {
                "self"
            }
            Family::Help | Family::Reciprocal | Family::ProofGame => "help",
            _ => "other",
        };
        PlayFamily { name, conditions: !problem.setting.conditions.is_empty() }
    }

    /// Returns the name for the table.
    pub fn title(self) -> String {
        format!("{}{}", self.name, if self.conditions { ", conditions" } else { "" })
    }
}

/// A problem as a row of the table.
#[derive(Clone, Debug)]
pub struct ProblemRow {
    /// The file.
    pub source: String,
    /// The line at which the problem begins, from 1.
    pub line: u32,
    /// The author and title or origin, the id, or the file and line.
    pub name: String,
    /// The stipulation, as in `h#2.5`; empty without one.
    pub stipulation: String,
    /// The conditions.
    pub conditions: Vec<String>,
    /// The family of play.
    pub family: PlayFamily,
    /// The problem itself, to find it in another run.
    pub digest: Digest,
}

impl ProblemRow {
    /// Returns the row of a problem.
    pub fn new(problem: &Problem, source: &str) -> ProblemRow {
        let author = problem.authors.first();
        let work = problem.titles.first().or(problem.origins.first());
        let known: Vec<&str> = author.into_iter().chain(work).map(|text| text.trim()).collect();
        let name = match &problem.id {
            _ if author.is_some() => known.join(", "),
            Some(id) => id.clone(),
            None => format!("{source}:{}", problem.span.line),
        };
        let conditions = problem.setting.conditions.iter().map(|condition| condition.value.to_string());
        ProblemRow {
            source: source.to_owned(),
            line: problem.span.line,
            name,
            stipulation: stipulation_text(&problem.setting, &problem.options).unwrap_or_default(),
            conditions: conditions.collect(),
            family: PlayFamily::of(problem),
            digest: Digest::of_problem(problem),
        }
    }

    /// Returns stipulation and conditions as one text.
    pub fn question(&self) -> String {
        question(&self.stipulation, &self.conditions)
    }
}

/// Returns stipulation and conditions as one text.
pub fn question(stipulation: &str, conditions: &[String]) -> String {
    let words = [stipulation].into_iter().chain(conditions.iter().map(String::as_str));
    words.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ")
}
