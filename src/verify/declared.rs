//! Compares the declarations of the author with the solution.

use crate::board::Layout;
use crate::problem::{Declaration, Problem};
use crate::solution::MoveRecord;
use crate::solution::notation::{self, PieceNames};

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

/// Returns whether the author's text denotes this move, in any notation.
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

/// Removes from a move what differs between notations: number, signs of capture, check and comment.
fn normalised(written: &str) -> String {
    let written = written.strip_prefix("1.").unwrap_or(written);
    let bare = written.replace("e.p.", "").replace("ep.", "").replace('O', "0");
    bare.chars().filter(|c| !matches!(c, '+' | '#' | '!' | '?' | 'x' | '*' | '-' | ':' | ' ' | '.')).collect()
}
