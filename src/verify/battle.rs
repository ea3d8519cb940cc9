//! Keys, tries and duals of direct, self and reflex play.

use super::declared::matches_move;
use super::duals::duals;
use super::expects_sound;
use super::finding::Finding;
use crate::board::Layout;
use crate::problem::Declaration;
use crate::solution::notation::{PieceNames, numbered, short, short_marks};
use crate::solution::{MoveRecord, MoveTree, Phase, PhaseTree, Role};
use crate::stipulation::Stipulation;

/// Returns the findings in a phase of battle play.
pub fn findings(
    stipulation: &Stipulation,
    phase: Phase,
    tree: &PhaseTree,
    declaration: &Declaration,
    layout: Layout,
    incomplete: bool,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    if phase == Phase::Set {
        let found = tree.branches.len() as u64;
        if let Some(declared) = declaration
            .set_line_count
            .filter(|&declared| declared != found && (!incomplete || found > declared))
        {
            findings.push(Finding::count_differs("set play variations", found, declared));
        }
        return findings;
    }
    for (what, is_declared) in
        [("lines", declaration.line_count.is_some()), ("branching", declaration.branching.is_some())]
    {
        if is_declared {
            findings.push(Finding::Missing { what: format!("{what}, which this kind of play has not") });
        }
    }
    if tree.after_key.is_some() {
        let declared = [("keys", declaration.keys.is_some()), ("tries", declaration.tries.is_some())];
        for (what, _) in declared.into_iter().filter(|(_, is_declared)| *is_declared) {
            findings.push(Finding::Missing { what: format!("{what}, which play after the key has not") });
        }
        findings.extend(after_key(stipulation, tree, layout));
        return findings;
    }
    let keys: Vec<&MoveTree> = tree.branches.iter().filter(|branch| branch.node.role == Role::Key).collect();
    if keys.is_empty() && !incomplete {
        findings.push(Finding::NoSolution);
    }
    let name = |branch: &MoveTree| numbered(1, false, &short_with_marks(&branch.node.mv, layout));
    let (shorter, whole): (Vec<&MoveTree>, Vec<&MoveTree>) =
        keys.iter().partition(|key| key.node.wins_in < stipulation.moves);
    for key in &shorter {
        findings.push(Finding::ShortSolution { moves: name(key), length: key.node.wins_in.to_string() });
    }
    let declared_keys = declaration.keys.as_deref();
    let is_declared = |key: &MoveTree| {
        declared_keys
            .is_some_and(|keys| keys.iter().any(|declared| matches_move(declared, &key.node.mv, layout)))
    };
    match declared_keys.filter(|_| expects_sound(declaration)) {
        Some(_) => {
            for key in whole.iter().filter(|key| !is_declared(key)) {
                findings.push(Finding::Cook { moves: name(key) });
            }
        }
        None if whole.len() > 1 => {
            let examples = whole.iter().map(|key| name(key)).collect();
            findings.push(Finding::TooMany { found: whole.len() as u64, intended: 1, examples });
        }
        None => {}
    }
    if let Some(declared) = declared_keys.filter(|_| !incomplete) {
        for written in declared {
            if !keys.iter().any(|key| matches_move(written, &key.node.mv, layout)) {
                findings.push(Finding::Missing { what: format!("key {written}") });
            }
        }
        if !expects_sound(declaration) {
            for key in keys.iter().filter(|key| !is_declared(key)) {
                findings.push(Finding::Undeclared { moves: name(key) });
            }
        }
    }
    if let Some(declared) = declaration.tries.as_deref().filter(|_| !incomplete) {
        let tries = tree.branches.iter().filter(|branch| branch.node.role == Role::Try);
        let found = tries.clone().count() as u64;
        if declared.is_empty() && found > 0 {
            findings.push(Finding::count_differs("tries", found, 0));
        }
        for written in declared {
            if !tries.clone().any(|found| matches_move(written, &found.node.mv, layout)) {
                findings.push(Finding::Missing { what: format!("try {written}") });
            }
        }
    }
    for key in keys {
        duals(&key.children, &name(key), stipulation.moves, layout, &mut findings);
    }
    findings
}

/// Returns the findings after a key that was made before the diagram.
fn after_key(stipulation: &Stipulation, tree: &PhaseTree, layout: Layout) -> Vec<Finding> {
    let refutations = tree.branches.iter().filter(|branch| branch.node.role == Role::Refutation);
    let name = |branch: &MoveTree| numbered(1, true, &short_with_marks(&branch.node.mv, layout));
    let mut findings: Vec<Finding> =
        refutations.map(|branch| Finding::Refuted { moves: name(branch) }).collect();
    if tree.branches.is_empty() {
        findings.push(Finding::NoSolution);
    }
    duals(&tree.branches, "", stipulation.moves, layout, &mut findings);
    findings
}

/// Returns a move in short notation with its marks.
pub fn short_with_marks(step: &MoveRecord, layout: Layout) -> String {
    format!("{}{}", short(step, layout, PieceNames::KnightS), short_marks(step))
}
