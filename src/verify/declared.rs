//! Matching what an author wrote with what was found.

use crate::board::Layout;
use crate::problem::{Declaration, Problem};
use crate::solution::MoveRecord;
use crate::solution::notation::{self, PieceNames};

/// What is declared of a twin: what is said of it by name over what is said of all.
pub fn of_twin(problem: &Problem, label: Option<&str>) -> Declaration {
    let mut declaration = Declaration::default();
    let general = problem.declarations.iter().filter(|said| said.twin.is_none());
    // A problem without twins is its own first.
    let label = label.unwrap_or("a");
    let named = problem.declarations.iter().filter(|said| said.twin.as_deref() == Some(label));
    for said in general.chain(named) {
        let said = said.clone();
        declaration.verdict = said.verdict.or(declaration.verdict);
        declaration.keys = said.keys.or(declaration.keys);
        declaration.line_count = said.line_count.or(declaration.line_count);
        declaration.branching = said.branching.or(declaration.branching);
        declaration.set_line_count = said.set_line_count.or(declaration.set_line_count);
        declaration.tries = said.tries.or(declaration.tries);
    }
    declaration
}

/// Is this the move that the author wrote, in whatever notation?
pub fn matches_move(written: &str, step: &MoveRecord, layout: Layout) -> bool {
    let written = normalised(written);
    let names = [
        notation::long(step, layout),
        notation::short(step, layout, PieceNames::KnightS),
        notation::short(step, layout, PieceNames::KnightN),
        notation::short(step, layout, PieceNames::Figurines),
        notation::machine(step, layout),
    ];
    names.iter().any(|name| normalised(name) == written)
}

/// A move without what notations differ in: its number, signs of capture, check and praise.
fn normalised(written: &str) -> String {
    let written = written.strip_prefix("1.").unwrap_or(written);
    let bare = written.replace("e.p.", "").replace("ep.", "").replace('O', "0");
    bare.chars().filter(|c| !matches!(c, '+' | '#' | '!' | '?' | 'x' | '*' | '-' | ':' | ' ' | '.')).collect()
}
