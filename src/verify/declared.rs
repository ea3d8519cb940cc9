//! Compares the declarations of the author with the solution.

use super::Writing;
use crate::problem::{Declaration, Problem};
use crate::solution::notation::written::{self, USUAL_NAMES};
use crate::solution::notation::{MoveFormat, PieceNames};
use crate::solution::{MoveRecord, MoveTree};

/// Returns the declarations for a twin: those that name it override those for all twins.
pub fn of_twin(problem: &Problem, label: Option<&str>) -> Declaration {
    let mut declaration = Declaration::default();
    let general = problem.declarations.iter().filter(|other| other.twin.is_none());
    // A problem without twins is its own first twin.
    let label = label.unwrap_or("a");
    let named = problem.declarations.iter().filter(|other| other.twin.as_deref() == Some(label));
    for other in general.chain(named) {
        let other = other.clone();
        declaration.verdict = other.verdict.or(declaration.verdict);
        declaration.keys = other.keys.or(declaration.keys);
        declaration.line_count = other.line_count.or(declaration.line_count);
        declaration.branching = other.branching.or(declaration.branching);
        declaration.set_line_count = other.set_line_count.or(declaration.set_line_count);
        declaration.tries = other.tries.or(declaration.tries);
    }
    declaration
}

/// The moves that an author declares.
///
/// The letters of one language have another meaning in another: `Rd1` is a rook in English, the king in French.
/// Therefore a list is read in the chosen letters if they fit all its moves, and a move of any other list in the
/// chosen letters only if no usual notation fits.
pub struct DeclaredMoves<'a> {
    moves: Vec<(&'a str, MoveReading)>,
    writing: Writing,
}

/// The notation in which a declared move is read.
#[derive(Clone, Copy)]
enum MoveReading {
    /// As Popeye prints it, or in the notation for machines.
    Long,
    /// The short notation with these letters.
    Short(PieceNames),
}

impl<'a> DeclaredMoves<'a> {
    /// Returns the declared moves, read as candidates for the moves found.
    pub fn new(written: &'a [String], found: &[&MoveTree], writing: Writing) -> DeclaredMoves<'a> {
        let fits = |text: &str, reading: MoveReading| {
            found.iter().any(|branch| reading.matches(text, &branch.node.mv, writing))
        };
        let chosen = MoveReading::Short(writing.declared);
        let fit_all = written.iter().all(|text| fits(text, chosen));
        let usual = USUAL_NAMES.map(MoveReading::Short);
        let readings: Vec<MoveReading> = match fit_all {
            true => vec![chosen],
            false => [MoveReading::Long].into_iter().chain(usual).chain([chosen]).collect(),
        };
        // One word has one meaning: `N` is a knight or a nightrider.
        let reading =
            |text: &str| readings.iter().copied().find(|&reading| fits(text, reading)).unwrap_or(chosen);
        let moves = written.iter().map(|text| (text.as_str(), reading(text))).collect();
        DeclaredMoves { moves, writing }
    }

    /// Returns whether a move is among the declared ones.
    pub fn contains(&self, step: &MoveRecord) -> bool {
        self.moves.iter().any(|(text, reading)| reading.matches(text, step, self.writing))
    }

    /// Returns the declared moves that were not found.
    pub fn missing(&self, found: &[&MoveTree]) -> impl Iterator<Item = &'a str> {
        let is_found = |(text, reading): &(&str, MoveReading)| {
            found.iter().any(|branch| reading.matches(text, &branch.node.mv, self.writing))
        };
        self.moves.iter().filter(move |declared| !is_found(declared)).map(|(text, _)| *text)
    }
}

impl MoveReading {
    /// Returns whether the author's text denotes this move.
    fn matches(self, text: &str, step: &MoveRecord, writing: Writing) -> bool {
        let MoveFormat { layout, .. } = writing.moves;
        match self {
            MoveReading::Short(names) => written::is_short(text, step, MoveFormat { layout, names }),
            MoveReading::Long => written::is_long(text, step, layout),
        }
    }
}
