//! Lines of help and series play: how many, how long, how they branch.

use std::collections::BTreeSet;

use super::finding::{Finding, MOST_EXAMPLES};
use super::is_intended;
use crate::board::Layout;
use crate::problem::Declaration;
use crate::solution::notation::{self, Names};
use crate::solution::{Line, Phase, PhaseTree};
use crate::stipulation::Stipulation;

/// What is found in a phase of help or series play.
pub fn findings(
    stipulation: &Stipulation,
    phase: Phase,
    tree: &PhaseTree,
    declaration: &Declaration,
    layout: Layout,
    cut: bool,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let short: BTreeSet<String> =
        tree.lines.iter().filter(|line| line.short).map(|line| written(stipulation, line, layout)).collect();
    let whole: BTreeSet<String> = tree
        .lines
        .iter()
        .filter(|line| !line.short && !line.forced)
        .map(|line| written(stipulation, line, layout))
        .collect();
    let found = whole.len() as u64;
    if phase == Phase::Set {
        if let Some(declared) =
            declaration.set.filter(|&declared| declared != found && (!cut || found > declared))
        {
            findings.push(differs("set play lines", found, declared));
        }
        return findings;
    }
    for moves in &short {
        findings.push(Finding::ShortSolution { moves: moves.clone(), length: "fewer moves".into() });
    }
    if found == 0 && short.is_empty() && !cut {
        findings.push(Finding::NoSolution);
    }
    let intended = is_intended(declaration);
    let branching = declaration.branching.as_deref();
    let by_branching = branching.map(|branching| branching.iter().product::<u64>());
    let declared = declaration.lines.or(by_branching);
    let expected = declared.filter(|_| intended).unwrap_or(1);
    if found > expected {
        let examples = whole.iter().take(MOST_EXAMPLES).cloned().collect();
        findings.push(Finding::TooMany { found, intended: expected, examples });
    }
    if let Some(declared) = declared
        && !cut
        && (found < declared || (!intended && found != declared))
    {
        findings.push(differs("lines", found, declared));
    }
    if let Some(declared) = branching.filter(|_| !cut) {
        let lines: Vec<&Line> = tree.lines.iter().filter(|line| !line.short && !line.forced).collect();
        if !branches_as(&lines, 0, declared) {
            findings.push(Finding::Missing {
                what: format!(
                    "branching {}",
                    declared.iter().map(u64::to_string).collect::<Vec<_>>().join(".")
                ),
            });
        }
    }
    findings
}

/// Do lines that agree up to half-move `depth` branch as declared from there on?
fn branches_as(lines: &[&Line], depth: usize, declared: &[u64]) -> bool {
    let mut groups: Vec<Vec<&Line>> = Vec::new();
    for line in lines.iter().filter(|line| line.steps.len() > depth) {
        match groups.iter_mut().find(|group| group[0].steps[depth] == line.steps[depth]) {
            Some(group) => group.push(line),
            None => groups.push(vec![line]),
        }
    }
    if groups.is_empty() {
        return declared.get(depth).is_none_or(|&choices| choices == 1);
    }
    let choices = declared.get(depth).copied().unwrap_or(1);
    groups.len() as u64 == choices && groups.iter().all(|group| branches_as(group, depth + 1, declared))
}

/// The line in short notation, without the forced replies that are not counted.
fn written(stipulation: &Stipulation, line: &Line, layout: Layout) -> String {
    let forced_end = stipulation.family.ends_forced();
    let counted = line.steps.len() - usize::from(forced_end && line.steps.len() > 1);
    notation::line(&line.steps[..counted], line.counting, layout, Names::KnightS).join(" ")
}

fn differs(what: &'static str, found: u64, declared: u64) -> Finding {
    Finding::Differs { what, found: found.to_string(), declared: declared.to_string() }
}
