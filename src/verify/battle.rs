//! Keys, tries and duals of direct, self and reflex play.

use super::declared::DeclaredMoves;
use super::duals::{Path, duals};
use super::finding::Finding;
use super::{Writing, expects_sound};
use crate::problem::Declaration;
use crate::solution::notation::{MoveFormat, numbered, written};
use crate::solution::{MoveTree, Phase, PhaseTree, Role};
use crate::stipulation::Stipulation;

/// Returns the findings in a phase of battle play.
pub fn findings(
    stipulation: &Stipulation,
    phase: Phase,
    tree: &PhaseTree,
    declaration: &Declaration,
    writing: Writing,
    incomplete: bool,
) -> Vec<Finding> {
    if phase == Phase::Set {
        return set_play(tree, declaration, incomplete);
    }
    let format = writing.moves;
    let mut findings = Vec::new();
    for (what, is_declared) in
        [("lines", declaration.line_count.is_some()), ("branching", declaration.branching.is_some())]
    {
        if is_declared {
            findings.push(Finding::missing(format!("{what}, which this kind of play does not have")));
        }
    }
    // A structured stipulation can begin with a defence.
    let begins_with_defence =
        tree.branches.iter().any(|branch| matches!(branch.node.role, Role::Defence | Role::Refutation));
    if tree.after_key.is_some() || begins_with_defence {
        let declared = [("keys", declaration.keys.is_some()), ("tries", declaration.tries.is_some())];
        for (what, _) in declared.into_iter().filter(|(_, is_declared)| *is_declared) {
            findings.push(Finding::missing(format!("{what}, which play after the key does not have")));
        }
        findings.extend(after_key(stipulation, tree, format));
        return findings;
    }
    let keys: Vec<&MoveTree> = tree.branches.iter().filter(|branch| branch.node.role == Role::Key).collect();
    if keys.is_empty() && !incomplete {
        findings.push(Finding::NoSolution);
    }
    let written = declaration.keys.as_deref();
    let declared = written.map(|written| DeclaredMoves::new(written, &keys, writing));
    let is_sound = expects_sound(declaration);
    let intended = declared.as_ref().filter(|_| is_sound);
    findings.extend(unsound_keys(stipulation, &keys, intended, format));
    if !incomplete {
        if let Some(declared) = &declared {
            findings.extend(declared.missing(&keys).map(|key| failing_key(key, tree, &keys, writing)));
            if !is_sound {
                findings.extend(undeclared_keys(&keys, declared, format));
            }
        }
        findings.extend(try_differences(tree, declaration, writing));
    }
    for key in keys {
        let path = Path::of_key(key_name(key, format));
        duals(&key.children, &path, stipulation.moves, format, &mut findings);
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
fn key_name(key: &MoveTree, format: MoveFormat) -> String {
    numbered(1, false, &format.mv(&key.node.mv))
}

/// Returns the keys that win in the stipulated number of moves.
pub fn keys(stipulation: &Stipulation, tree: &PhaseTree, format: MoveFormat) -> Vec<String> {
    let keys = tree.branches.iter().filter(|branch| branch.node.role == Role::Key);
    keys.filter(|key| key.node.wins_in >= stipulation.moves).map(|key| key_name(key, format)).collect()
}

/// Returns the keys that win too soon, and the keys that are too many: more than one, or not among the
/// intended ones.
fn unsound_keys(
    stipulation: &Stipulation,
    keys: &[&MoveTree],
    intended: Option<&DeclaredMoves<'_>>,
    format: MoveFormat,
) -> Vec<Finding> {
    let (shorter, full_length): (Vec<&MoveTree>, Vec<&MoveTree>) =
        keys.iter().partition(|key| key.node.wins_in < stipulation.moves);
    let short_solution = |key: &&MoveTree| Finding::ShortSolution {
        moves: key_name(key, format),
        length: key.node.wins_in.to_string(),
    };
    let mut findings: Vec<Finding> = shorter.iter().map(short_solution).collect();
    match intended {
        Some(intended) => {
            for key in full_length.iter().filter(|key| !intended.contains(&key.node.mv)) {
                findings.push(Finding::Cook { moves: key_name(key, format) });
            }
        }
        None if full_length.len() > 1 => {
            let examples = full_length.iter().map(|key| key_name(key, format)).collect();
            findings.push(Finding::TooMany { found: full_length.len() as u64, intended: 1, examples });
        }
        None => {}
    }
    findings
}

/// Returns the keys found that are not among the declared ones.
fn undeclared_keys(keys: &[&MoveTree], declared: &DeclaredMoves<'_>, format: MoveFormat) -> Vec<Finding> {
    let undeclared = keys.iter().filter(|key| !declared.contains(&key.node.mv));
    undeclared.map(|key| Finding::Undeclared { moves: key_name(key, format) }).collect()
}

/// Returns the differences between the declared and the found tries.
fn try_differences(tree: &PhaseTree, declaration: &Declaration, writing: Writing) -> Vec<Finding> {
    let Some(written) = declaration.tries.as_deref() else { return Vec::new() };
    let keys = declaration.keys.as_deref().unwrap_or_default();
    let all = tries(tree);
    let keys = DeclaredMoves::new(keys, &all, writing);
    // A declared key that fails is a finding of its own.
    let tries: Vec<&MoveTree> =
        all.iter().filter(|branch| !keys.contains(&branch.node.mv)).copied().collect();
    let mut findings = Vec::new();
    if written.is_empty() && !tries.is_empty() {
        findings.push(Finding::count_differs("tries", tries.len() as u64, 0));
    }
    let declared = DeclaredMoves::new(written, &tries, writing);
    findings.extend(declared.missing(&tries).map(|mv| Finding::missing(format!("try {mv}"))));
    findings
}

/// Returns the finding for a declared key that does not solve, with its refutations if the play has them. `keys` are those
/// that solve.
fn failing_key(written: &str, tree: &PhaseTree, keys: &[&MoveTree], writing: Writing) -> Finding {
    let lacks_promotion =
        |key: &&MoveTree| written::lacks_promotion(written, &key.node.mv, writing.moves.layout);
    if let Some(key) = keys.iter().find(|key| lacks_promotion(key)) {
        let name = key_name(key, writing.moves);
        return Finding::missing(format!("key {written}, a promotion without its man, as in {name}"));
    }
    let tries = tries(tree);
    let written = [written.to_owned()];
    let declared = DeclaredMoves::new(&written, &tries, writing);
    let mut matching = tries.iter().filter(|branch| declared.contains(&branch.node.mv));
    let refutations =
        matching.next().map_or(Vec::new(), |branch| refutations(&branch.children, writing.moves));
    Finding::Missing { what: format!("key {}", written[0]), refutations }
}

/// Returns the refutations among the replies to a move, as in `1...a6`.
fn refutations(replies: &[MoveTree], format: MoveFormat) -> Vec<String> {
    let refutations = replies.iter().filter(|branch| branch.node.role == Role::Refutation);
    refutations.map(|branch| numbered(1, true, &format.mv(&branch.node.mv))).collect()
}

/// Returns the first moves that fail.
fn tries(tree: &PhaseTree) -> Vec<&MoveTree> {
    tree.branches.iter().filter(|branch| branch.node.role == Role::Try).collect()
}

/// Returns the findings after a key that was made before the diagram.
fn after_key(stipulation: &Stipulation, tree: &PhaseTree, format: MoveFormat) -> Vec<Finding> {
    let refutations = refutations(&tree.branches, format).into_iter();
    let mut findings: Vec<Finding> = refutations.map(|moves| Finding::Refuted { moves }).collect();
    if tree.branches.is_empty() {
        findings.push(Finding::NoSolution);
    }
    duals(&tree.branches, &Path::default(), stipulation.moves, format, &mut findings);
    findings
}
