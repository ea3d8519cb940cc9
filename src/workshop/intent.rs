//! The intended solution: what a change of the problem must keep.

use std::collections::{BTreeMap, BTreeSet};

use super::play::{PhaseKey, Play};
use super::workbench::WorkshopError;
use crate::board::{Layout, Square};
use crate::problem::{Declaration, Problem, Twin, TwinChange};
use crate::verify::{Finding, Verification};

/// The intended keys or lines of the actual play, in the notation for machines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Intent {
    solutions: BTreeMap<PhaseKey, BTreeSet<String>>,
}

impl Intent {
    /// Returns the solution that the author intends: of the keys or lines found, those that begin with one of the texts of
    /// `chosen` or, without such texts, those that are neither short nor reported as cooks; if all are short, all of them.
    ///
    /// # Errors
    /// If a text does not fit any key or line, or if there is no solution that could be intended.
    pub fn new(play: &Play, verification: &Verification, chosen: &[String]) -> Result<Intent, WorkshopError> {
        let mut intent = Intent::default();
        let is_defect = |text: &str| {
            findings(verification).any(|finding| matches!(finding, Finding::Cook { moves } if moves == text))
        };
        let long = |key: PhaseKey, moves: &str| play.phases[&key].long.get(moves).map_or("", String::as_str);
        let is_short = |key: PhaseKey, moves: &str, text: &str| {
            play.phases[&key].short.contains(moves) || is_short_key(verification, text)
        };
        // If all solutions are short, the stipulation is too long for what is intended.
        let are_all_short = play.solutions().all(|(key, moves, text)| is_short(key, moves, text));
        for (key, moves, text) in play.solutions() {
            let is_intended = match chosen {
                [] => are_all_short || (!is_short(key, moves, text) && !is_defect(text)),
                _ => chosen.iter().any(|start| begins_with(start, [moves, text, long(key, moves)])),
            };
            if is_intended {
                intent.solutions.entry(key).or_default().insert(moves.to_owned());
            }
        }
        let fits = |start: &&String| {
            play.solutions().any(|(key, moves, text)| begins_with(start, [moves, text, long(key, moves)]))
        };
        if let Some(unknown) = chosen.iter().find(|start| !fits(start)) {
            return Err(WorkshopError::UnknownSolution(unknown.clone()));
        }
        let mut actual = play.phases.keys().filter(|key| !key.is_set_play);
        match actual.find(|key| !intent.solutions.contains_key(key)) {
            None if !intent.solutions.is_empty() => Ok(intent),
            None => Err(WorkshopError::NoSolution(String::new())),
            Some(key) => Err(WorkshopError::NoSolution(place_of(play, *key))),
        }
    }

    /// Returns the intended keys or lines of a phase.
    pub fn of_phase(&self, key: PhaseKey) -> impl Iterator<Item = &str> {
        self.solutions.get(&key).into_iter().flatten().map(String::as_str)
    }

    /// Returns whether a key or line is intended.
    pub fn contains(&self, key: PhaseKey, moves: &str) -> bool {
        self.solutions.get(&key).is_some_and(|intended| intended.contains(moves))
    }

    /// Returns every intended key or line with its phase.
    pub fn solutions(&self) -> impl Iterator<Item = (PhaseKey, &str)> {
        self.solutions
            .iter()
            .flat_map(|(&key, intended)| intended.iter().map(move |moves| (key, moves.as_str())))
    }

    /// Returns the greatest number of keys or lines of a phase.
    pub fn max_count(&self) -> u64 {
        self.solutions.values().map(|intended| intended.len() as u64).max().unwrap_or(0)
    }

    /// Returns the intent after a change: the same moves on the squares after it. `None` if they would leave the board.
    pub fn after(&self, change: &TwinChange, layout: Layout) -> Option<Intent> {
        match change {
            TwinChange::Shift(..) | TwinChange::Transform(_) => self.mapped(change, layout),
            TwinChange::Move(from, to) => Some(self.departing(layout, *from, *to)),
            _ => Some(self.clone()),
        }
    }

    /// Returns the intent without its first moves, and these moves; `None` if it is no single list of lines that all
    /// begin with them.
    pub fn without_first(&self, plies: usize) -> Option<(Intent, Vec<&str>)> {
        let (&key, lines) = self.solutions.first_key_value().filter(|_| self.solutions.len() == 1)?;
        let split = |line: &str| {
            let (at, _) = line.match_indices(' ').nth(plies.checked_sub(1)?)?;
            Some((line[..at].to_owned(), line[at + 1..].to_owned()))
        };
        let parts: Option<Vec<_>> = lines.iter().map(|line| split(line)).collect();
        let (starts, rests): (BTreeSet<String>, BTreeSet<String>) = parts?.into_iter().unzip();
        let first = lines.first().filter(|_| starts.len() == 1)?;
        let intent = Intent { solutions: BTreeMap::from([(key, rests)]) };
        Some((intent, first.split(' ').take(plies).collect()))
    }

    /// Returns the intent with the squares after a change of the whole position.
    fn mapped(&self, change: &TwinChange, layout: Layout) -> Option<Intent> {
        let image = |name: &str| {
            change.image(layout, layout.square(name)?).map(|square| layout.name(square).to_owned())
        };
        let mut solutions = BTreeMap::new();
        for (&key, intended) in &self.solutions {
            let shifted: Option<BTreeSet<String>> =
                intended.iter().map(|moves| with_images(moves, &image)).collect();
            solutions.insert(key, shifted?);
        }
        Some(Intent { solutions })
    }

    /// Returns the intent after a man was moved to another square: its first move departs from there, unless it was
    /// captured before.
    fn departing(&self, layout: Layout, from: Square, to: Square) -> Intent {
        let [from, to] = [from, to].map(|square| layout.name(square));
        let moved = |moves: &String| {
            let mut is_gone = false;
            let steps = moves.split(' ').map(|step| match step.strip_prefix(from).filter(|_| !is_gone) {
                Some(rest) => {
                    is_gone = true;
                    format!("{to}{rest}")
                }
                None => {
                    is_gone |= step.get(from.len()..).is_some_and(|rest| rest.starts_with(from));
                    step.to_owned()
                }
            });
            steps.collect::<Vec<_>>().join(" ")
        };
        let phases = self.solutions.iter();
        let solutions = phases.map(|(&key, intended)| (key, intended.iter().map(moved).collect())).collect();
        Intent { solutions }
    }

    /// Returns the declarations that state the intent, for a problem with keys or lines.
    pub fn declarations(&self, problem: &Problem) -> Vec<Declaration> {
        let is_battle =
            problem.setting.stipulation.is_some_and(|stipulation| stipulation.value.family.is_battle());
        let mut by_twin: BTreeMap<usize, Declaration> = BTreeMap::new();
        for (key, intended) in &self.solutions {
            let twin = (!problem.twins.is_empty()).then(|| Twin::name(key.twin));
            let declaration =
                by_twin.entry(key.twin).or_insert_with(|| Declaration { twin, ..Declaration::default() });
            match is_battle {
                // In duplex the keys of both sides are declared together.
                true => declaration.keys.get_or_insert_default().extend(intended.iter().cloned()),
                false => {
                    declaration.line_count = declaration.line_count.max(Some(intended.len() as u64));
                }
            }
        }
        by_twin.into_values().collect()
    }
}

fn findings(verification: &Verification) -> impl Iterator<Item = &Finding> {
    let sides = verification.twins.iter().flat_map(|twin| &twin.sides);
    sides.flat_map(|side| &side.phases).flat_map(|phase| &phase.findings)
}

fn is_short_key(verification: &Verification, text: &str) -> bool {
    findings(verification)
        .any(|finding| matches!(finding, Finding::ShortSolution { moves, .. } if moves == text))
}

#[cfg(test)]
impl Intent {
    /// Returns the intent of these lines.
    pub(super) fn of_lines(lines: &[&str]) -> Intent {
        let key = PhaseKey { twin: 0, is_swapped: false, is_set_play: false };
        let lines = lines.iter().map(|&line| line.to_owned()).collect();
        Intent { solutions: BTreeMap::from([(key, lines)]) }
    }
}

/// Returns moves in the notation for machines with the images of their squares; `None` if one has none.
fn with_images(moves: &str, image: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let signs: Vec<char> = moves.chars().collect();
    let mut text = String::new();
    let mut at = 0;
    while at < signs.len() {
        match signs[at..] {
            [file @ 'a'..='z', rank @ '1'..='9', ..] => {
                text += &image(&format!("{file}{rank}"))?;
                at += 2;
            }
            _ => {
                text.push(signs[at]);
                at += 1;
            }
        }
    }
    Some(text)
}

/// Returns whether a key or line begins with the moves that a user has written, in any of these notations.
fn begins_with(written: &str, notations: [&str; 3]) -> bool {
    let written = bare(written);
    !written.is_empty() && notations.iter().any(|line| bare(line).starts_with(&written))
}

/// Returns the twin and the side of a phase, as in ` in twin b`; nothing if there is only one.
fn place_of(play: &Play, key: PhaseKey) -> String {
    let has_twins = play.phases.keys().any(|other| other.twin != key.twin);
    let is_duplex = play.phases.keys().any(|other| other.is_swapped != key.is_swapped);
    let twin = if has_twins { format!(" in twin {}", Twin::name(key.twin)) } else { String::new() };
    let side = match (is_duplex, key.is_swapped) {
        (false, _) => "",
        (true, false) => " for White",
        (true, true) => " for Black",
    };
    twin + side
}

/// Returns moves without numbers, blanks and marks, each with a blank after it.
fn bare(line: &str) -> String {
    let mut words = String::new();
    for word in line.split_whitespace() {
        let digits = word.len() - word.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
        let word = match word[digits..].starts_with('.') {
            true => word[digits..].trim_start_matches('.'),
            false => word,
        };
        let word = word.trim_end_matches(['!', '?', '+', '#', '=']).replace('=', "");
        if !word.is_empty() {
            words += &word;
            words.push(' ');
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_man_departs_from_its_new_square() {
        let layout = Layout::CHESS;
        let [a1, c1] = ["a1", "c1"].map(|name| layout.square(name).unwrap());
        let moved = |line| Intent::of_lines(&[line]).after(&TwinChange::Move(a1, c1), layout).unwrap();
        assert_eq!(moved("h8h7 a1a2 h7h6 a1b1"), Intent::of_lines(&["h8h7 c1a2 h7h6 a1b1"]));
        // Another man departs from a1.
        assert_eq!(moved("d4a1 h8h7 a1h1"), Intent::of_lines(&["d4a1 h8h7 a1h1"]));
    }

    #[test]
    fn lines_begin_later_if_they_begin_alike() {
        let both = Intent::of_lines(&["a1a2 h8h7 a2a3", "a1a2 h8h7 a2a4"]);
        assert_eq!(both.without_first(2), Some((Intent::of_lines(&["a2a3", "a2a4"]), vec!["a1a2", "h8h7"])));
        assert_eq!(both.without_first(3), None);
        assert_eq!(Intent::of_lines(&["a1a2 h8h7", "a1a3 h8h7"]).without_first(1), None);
    }

    #[test]
    fn written_moves_fit_the_beginning_of_a_line() {
        let line = ["b2b4 g7g8=Q", "1.Kb4 g8=Q#", "Kb2-b4 g7-g8=Q"];
        for written in
            ["1.Kb4", "Kb4 g8=Q#", "b2b4", "1. Kb4 g8Q", "b2b4 g7g8=Q", "1.Kb2-b4", "1.Kb2-b4 g7-g8=Q"]
        {
            assert!(begins_with(written, line), "{written}");
        }
        for other in ["", "K", "Kb", "g8=Q", "b2", "Kb4 g8=R", "1."] {
            assert!(!begins_with(other, line), "{other}");
        }
    }
}
