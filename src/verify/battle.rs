//! Keys, tries and duals of direct, self and reflex play.

use super::declared::matches_move;
use super::duals::{Path, duals};
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
    if phase == Phase::Set {
        return set_play(tree, declaration, incomplete);
    }
    let mut findings = Vec::new();
    for (what, is_declared) in
        [("lines", declaration.line_count.is_some()), ("branching", declaration.branching.is_some())]
    {
        if is_declared {
            findings
                .push(Finding::Missing { what: format!("{what}, which this kind of play does not have") });
        }
    }
    if tree.after_key.is_some() {
        let declared = [("keys", declaration.keys.is_some()), ("tries", declaration.tries.is_some())];
        for (what, _) in declared.into_iter().filter(|(_, is_declared)| *is_declared) {
            findings
                .push(Finding::Missing { what: format!("{what}, which play after the key does not have") });
        }
        findings.extend(after_key(stipulation, tree, layout));
        return findings;
    }
    let keys: Vec<&MoveTree> = tree.branches.iter().filter(|branch| branch.node.role == Role::Key).collect();
    if keys.is_empty() && !incomplete {
        findings.push(Finding::NoSolution);
    }
    findings.extend(unsound_keys(stipulation, &keys, declaration, layout));
    if !incomplete {
        findings.extend(key_differences(&keys, declaration, layout));
        findings.extend(try_differences(tree, declaration, layout));
    }
    for key in keys {
        let path = Path::of_key(key_name(key, layout));
        duals(&key.children, &path, stipulation.moves, layout, &mut findings);
    }
    findings
}

/// Returns the finding if the number of set play variations is not the declared one.
fn set_play(tree: &PhaseTree, declaration: &Declaration, incomplete: bool) -> Vec<Finding> {
    let found = tree.branches.len() as u64;
    declaration
        .set_line_count
        .filter(|&declared| declared != found && (!incomplete || found > declared))
        .map(|declared| Finding::count_differs("set play variations", found, declared))
        .into_iter()
        .collect()
}

/// Returns the text of a key in findings, as in `1.Qa1+`.
fn key_name(key: &MoveTree, layout: Layout) -> String {
    numbered(1, false, &short_with_marks(&key.node.mv, layout))
}

/// Returns the keys that win in the stipulated number of moves.
pub fn keys(stipulation: &Stipulation, tree: &PhaseTree, layout: Layout) -> Vec<String> {
    let keys = tree.branches.iter().filter(|branch| branch.node.role == Role::Key);
    keys.filter(|key| key.node.wins_in >= stipulation.moves).map(|key| key_name(key, layout)).collect()
}

/// Returns whether a key is among the declared ones.
fn is_declared_key(key: &MoveTree, declared: &[String], layout: Layout) -> bool {
    declared.iter().any(|declared| matches_move(declared, &key.node.mv, layout))
}

/// Returns the keys that win too soon, and the keys that are too many.
fn unsound_keys(
    stipulation: &Stipulation,
    keys: &[&MoveTree],
    declaration: &Declaration,
    layout: Layout,
) -> Vec<Finding> {
    let (shorter, full_length): (Vec<&MoveTree>, Vec<&MoveTree>) =
        keys.iter().partition(|key| key.node.wins_in < stipulation.moves);
    let short_solution = |key: &&MoveTree| Finding::ShortSolution {
        moves: key_name(key, layout),
        length: key.node.wins_in.to_string(),
    };
    let mut findings: Vec<Finding> = shorter.iter().map(short_solution).collect();
    match declaration.keys.as_deref().filter(|_| expects_sound(declaration)) {
        Some(declared) => {
            for key in full_length.iter().filter(|key| !is_declared_key(key, declared, layout)) {
                findings.push(Finding::Cook { moves: key_name(key, layout) });
            }
        }
        None if full_length.len() > 1 => {
            let examples = full_length.iter().map(|key| key_name(key, layout)).collect();
            findings.push(Finding::TooMany { found: full_length.len() as u64, intended: 1, examples });
        }
        None => {}
    }
    findings
}

/// Returns the declared keys that were not found, and, if the problem is declared unsound, the keys found that
/// were not declared.
fn key_differences(keys: &[&MoveTree], declaration: &Declaration, layout: Layout) -> Vec<Finding> {
    let Some(declared) = declaration.keys.as_deref() else { return Vec::new() };
    let is_found = |written: &String| keys.iter().any(|key| matches_move(written, &key.node.mv, layout));
    let missing = declared.iter().filter(|written| !is_found(written));
    let mut findings: Vec<Finding> =
        missing.map(|written| Finding::Missing { what: format!("key {written}") }).collect();
    if !expects_sound(declaration) {
        for key in keys.iter().filter(|key| !is_declared_key(key, declared, layout)) {
            findings.push(Finding::Undeclared { moves: key_name(key, layout) });
        }
    }
    findings
}

/// Returns the differences between the declared and the found tries.
fn try_differences(tree: &PhaseTree, declaration: &Declaration, layout: Layout) -> Vec<Finding> {
    let Some(declared) = declaration.tries.as_deref() else { return Vec::new() };
    let tries: Vec<&MoveTree> = tree.branches.iter().filter(|branch| branch.node.role == Role::Try).collect();
    let mut findings = Vec::new();
    if declared.is_empty() && !tries.is_empty() {
        findings.push(Finding::count_differs("tries", tries.len() as u64, 0));
    }
    for written in declared {
        if !tries.iter().any(|found| matches_move(written, &found.node.mv, layout)) {
            findings.push(Finding::Missing { what: format!("try {written}") });
        }
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
    duals(&tree.branches, &Path::default(), stipulation.moves, layout, &mut findings);
    findings
}

/// Returns a move in short notation with its marks.
pub fn short_with_marks(step: &MoveRecord, layout: Layout) -> String {
    format!("{}{}", short(step, layout, PieceNames::KnightS), short_marks(step))
}
