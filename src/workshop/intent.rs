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
    /// `chosen` or, without such texts, those that are neither short nor reported as cooks.
    ///
    /// # Errors
    /// If a text does not fit any key or line, or if there is no solution that could be intended.
    pub fn new(play: &Play, verification: &Verification, chosen: &[String]) -> Result<Intent, WorkshopError> {
        let mut intent = Intent::default();
        let is_defect = |text: &str| {
            let phases = verification.twins.iter().flat_map(|twin| &twin.sides).flat_map(|side| &side.phases);
            phases.flat_map(|phase| &phase.findings).any(|finding| match finding {
                Finding::Cook { moves } | Finding::ShortSolution { moves, .. } => moves == text,
                _ => false,
            })
        };
        let long = |key: PhaseKey, moves: &str| play.phases[&key].long.get(moves).map_or("", String::as_str);
        for (key, moves, text) in play.solutions() {
            let is_short = play.phases[&key].short.contains(moves);
            let is_intended = match chosen {
                [] => !is_short && !is_defect(text),
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

    /// Returns the intent after a shift by which the first square moves to the second; `None` if a move would leave the board.
    pub fn shifted(&self, layout: Layout, from: Square, to: Square) -> Option<Intent> {
        let image = |name: &str| {
            let change = TwinChange::Shift(from, to);
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

    /// Returns the intent after a man was moved to another square: its first move departs from there.
    pub fn departing(&self, layout: Layout, from: Square, to: Square) -> Intent {
        let [from, to] = [from, to].map(|square| layout.name(square));
        let moved = |moves: &String| {
            let mut has_moved = false;
            let steps = moves.split(' ').map(|step| match step.strip_prefix(from).filter(|_| !has_moved) {
                Some(rest) => {
                    has_moved = true;
                    format!("{to}{rest}")
                }
                None => step.to_owned(),
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
