//! Matching what an author wrote with what was found.

use crate::board::Layout;
use crate::problem::{Declaration, Problem};
use crate::solution::ToldMove;
use crate::solution::notation::{self, Names};

/// What is declared of a twin: what is said of it by name over what is said of all.
pub fn of_twin(problem: &Problem, label: Option<&str>) -> Declaration {
    let mut declaration = Declaration::default();
    let general = problem.declared.iter().filter(|said| said.twin.is_none());
    // A problem without twins is its own first.
    let label = label.unwrap_or("a");
    let named = problem.declared.iter().filter(|said| said.twin.as_deref() == Some(label));
    for said in general.chain(named) {
        let said = said.clone();
        declaration.verdict = said.verdict.or(declaration.verdict);
        declaration.keys = said.keys.or(declaration.keys);
        declaration.lines = said.lines.or(declaration.lines);
        declaration.branching = said.branching.or(declaration.branching);
        declaration.set = said.set.or(declaration.set);
        declaration.tries = said.tries.or(declaration.tries);
    }
    declaration
}

/// Is this the move that the author wrote, in whatever notation?
pub fn is_meant(written: &str, step: &ToldMove, layout: Layout) -> bool {
    let written = plain(written);
    let names = [
        notation::long(step, layout),
        notation::short(step, layout, Names::KnightS),
        notation::short(step, layout, Names::KnightN),
        notation::short(step, layout, Names::Figurines),
        notation::machine(step, layout),
    ];
    names.iter().any(|name| plain(name) == written)
}

/// A move without what notations differ in: its number, signs of capture, check and praise.
fn plain(written: &str) -> String {
    let written = written.strip_prefix("1.").unwrap_or(written);
    let bare = written.replace("e.p.", "").replace("ep.", "").replace('O', "0");
    bare.chars().filter(|c| !matches!(c, '+' | '#' | '!' | '?' | 'x' | '*' | '-' | ':' | ' ' | '.')).collect()
}
