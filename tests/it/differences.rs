//! The differences from Popeye, `docs/differences.md`: kirke's answer to each, by its id.
//!
//! Each problem was also solved by Popeye 4.104, of which the page describes the answer.
//! `tests/popeye/explained.rs` cites the ids, too: it excuses the differences on random problems.

mod combined;
mod input;
mod options;
mod printing;
mod program;
mod rules;
mod solving;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::program::{code, err, kirke, out, problem as problem_text};

/// A problem that shows a difference, with kirke's answer.
struct Case {
    /// The id in `docs/differences.md`.
    id: &'static str,
    /// The problem in Popeye's language, without `beginproblem` and `endproblem`.
    problem: &'static str,
    answer: Answer,
}

/// What is expected of an answer in Popeye's layout. Lines are compared without indents and with single
/// blanks.
enum Answer {
    /// The lines below the caption.
    Play(&'static [&'static str]),
    /// Lines below the diagram that are printed and lines that are not.
    Lines { present: &'static [&'static str], absent: &'static [&'static str] },
    /// The number of lines below the caption and one of them.
    Count(usize, &'static str),
    /// Part of the error message of a problem that is refused.
    Refusal(&'static str),
}

/// Returns a case of which the whole play is known.
const fn prints(id: &'static str, problem: &'static str, lines: &'static [&'static str]) -> Case {
    Case { id, problem, answer: Answer::Play(lines) }
}

/// Returns a case with lines that are printed.
const fn has(id: &'static str, problem: &'static str, present: &'static [&'static str]) -> Case {
    Case { id, problem, answer: Answer::Lines { present, absent: &[] } }
}

/// Returns a case with lines that are printed and lines that are not.
const fn has_not(
    id: &'static str,
    problem: &'static str,
    present: &'static [&'static str],
    absent: &'static [&'static str],
) -> Case {
    Case { id, problem, answer: Answer::Lines { present, absent } }
}

/// Returns a case with the number of lines and one of them.
const fn counts(id: &'static str, problem: &'static str, count: usize, line: &'static str) -> Case {
    Case { id, problem, answer: Answer::Count(count, line) }
}

/// Returns a case that is refused with this text in the message.
const fn refused(id: &'static str, problem: &'static str, message: &'static str) -> Case {
    Case { id, problem, answer: Answer::Refusal(message) }
}

/// Solves the problems and compares the answers.
fn check(cases: &[Case]) {
    let faults: Vec<String> = cases.iter().filter_map(Case::fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

impl Case {
    /// Returns what is wrong with the answer, or `None` if it is as expected.
    fn fault(&self) -> Option<String> {
        let output = kirke("popeye -regression -", problem_text(self.problem));
        let (below, play) = answer_lines(&out(&output));
        let is_refused = code(&output) == 2;
        let is_as_expected = match self.answer {
            Answer::Play(lines) => !is_refused && play == lines,
            Answer::Lines { present, absent } => {
                let is_printed = |line: &&str| below.iter().any(|printed| printed == line);
                !is_refused && present.iter().all(is_printed) && !absent.iter().any(is_printed)
            }
            Answer::Count(count, line) => {
                !is_refused && play.len() == count && play.iter().any(|printed| printed == line)
            }
            Answer::Refusal(message) => is_refused && err(&output).contains(message),
        };
        (!is_as_expected).then(|| {
            format!("{}: {}\nplay: {play:#?}\nlines: {below:?}\n{}", self.id, self.problem, err(&output))
        })
    }
}

/// Returns the lines below the last diagram, and those of them below its caption.
fn answer_lines(text: &str) -> (Vec<String>, Vec<String>) {
    let below = text.rsplit("---+\n").next().unwrap_or_default();
    let lines = |part: &str| {
        let words = part.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        words.filter(|line| !line.is_empty() && line != "solution finished.").collect::<Vec<_>>()
    };
    let play = below.split_once("\n\n").map_or("", |(_, play)| play);
    (lines(below), lines(play))
}

#[test]
fn every_difference_is_indexed_and_cited_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = include_str!("../../docs/differences.md");
    let headings = page.lines().filter_map(|line| line.strip_prefix("### "));
    let listed: Vec<&str> = headings.map(|heading| heading.get(..5).unwrap_or(heading)).collect();
    assert!(!listed.is_empty() && listed.is_sorted_by(|first, second| first < second), "{listed:?}");
    for id in &listed {
        let link = format!("| [{id}](#{}-", id.to_lowercase());
        assert!(page.contains(&link), "{id} is not indexed");
    }
    let links = page.lines().filter(|line| line.starts_with("| [D-")).count();
    assert_eq!(links, listed.len(), "differences that are indexed, and that are described");
    let listed: BTreeSet<&str> = listed.into_iter().collect();
    let mut behaviour = String::new();
    read_sources(&root.join("tests/it"), &mut behaviour);
    let tested = ids(behaviour.match_indices("D-").map(|(at, _)| &behaviour[at..]));
    let untested: Vec<_> = listed.difference(&tested).collect();
    assert!(untested.is_empty(), "no test of behaviour cites {untested:?}");
    let mut sources = String::new();
    read_sources(&root.join("tests"), &mut sources);
    let cited = ids(sources.match_indices("D-").map(|(at, _)| &sources[at..]));
    let unknown: Vec<_> = cited.difference(&listed).collect();
    assert!(unknown.is_empty(), "tests cite {unknown:?}, which the page does not describe");
}

/// Returns the ids at the beginning of texts.
fn ids<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let numbers = texts.filter_map(|text| text.get(..5));
    numbers.filter(|id| id[2..].bytes().all(|digit| digit.is_ascii_digit())).collect()
}

/// Appends the text of all Rust files below a folder.
fn read_sources(folder: &Path, sources: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            read_sources(&path, sources);
        } else if path.extension().is_some_and(|end| end == "rs") {
            sources.push_str(&fs::read_to_string(&path).expect("a text"));
        }
    }
}
