//! Lines of help and series play: number, length and branching.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::{Finding, MAX_EXAMPLES};
use super::{expects_sound, parries};
use crate::board::Layout;
use crate::problem::declaration::branching_text;
use crate::problem::{Declaration, Verdict};
use crate::solution::notation::{self, MoveFormat};
use crate::solution::{Line, Phase, PhaseTree};
use crate::stipulation::{Family, Stipulation};

/// Returns the findings in a phase of help or series play.
pub fn findings(
    stipulation: &Stipulation,
    phase: Phase,
    tree: &PhaseTree,
    declaration: &Declaration,
    format: MoveFormat,
    incomplete: bool,
) -> Vec<Finding> {
    let (short, lines) = split_by_length(stipulation, tree, format.layout);
    let text = |line: &&Line| line_text(stipulation, line, format);
    // In the order of length.
    let short: BTreeSet<(usize, String)> = short.iter().map(|line| (line.moves.len(), text(line))).collect();
    let full_length: BTreeSet<String> = lines.iter().map(text).collect();
    let found = full_length.len() as u64;
    let mut findings = Vec::new();
    if phase == Phase::Set {
        if let Some(declared) = declaration
            .set_line_count
            .filter(|&declared| declared != found && (!incomplete || found > declared))
        {
            findings.push(Finding::count_differs("set play lines", found, declared));
        }
        return findings;
    }
    for (what, is_declared) in [("keys", declaration.keys.is_some()), ("tries", declaration.tries.is_some())]
    {
        if is_declared {
            findings.push(Finding::missing(format!("{what}, which this kind of play does not have")));
        }
    }
    for (_, moves) in &short {
        findings.push(Finding::ShortSolution { moves: moves.clone(), length: "fewer moves".into() });
    }
    if found == 0 && short.is_empty() && !incomplete {
        // The declared numbers need no further finding.
        findings.push(Finding::NoSolution);
        return findings;
    }
    let counted = count_findings(stipulation, &full_length, declaration, incomplete);
    let is_count_wrong = !counted.is_empty();
    findings.extend(counted);
    if is_count_wrong {
        return findings;
    }
    if let Some(declared) = declaration.branching.as_deref().filter(|_| !incomplete)
        && !branching_matches(&lines, 0, declared, format.layout)
    {
        findings.push(Finding::Differs {
            what: "branching".into(),
            found: branching_of(stipulation, tree, format.layout)
                .map_or("no regular one".into(), |found| branching_text(&found)),
            declared: branching_text(declared),
        });
    }
    findings
}

/// Returns the lines that solve in fewer moves than the stipulation has, and those that have all moves, without those
/// that an obligation forces. If the defender chooses its parries, the latter are those against one defence.
fn split_by_length<'t>(
    stipulation: &Stipulation,
    tree: &'t PhaseTree,
    layout: Layout,
) -> (Vec<&'t Line>, Vec<&'t Line>) {
    if !stipulation.family.is_parry_battle() {
        let (short, full): (Vec<&Line>, Vec<&Line>) = tree.lines.iter().partition(|line| line.short);
        return (short, full.into_iter().filter(|line| !line.forced).collect());
    }
    let moves = if stipulation.exact { 0 } else { stipulation.moves.into() };
    let (short, full) = parries::split_by_length(&tree.lines, moves);
    (short, parries::against_one_defence(&full, layout))
}

/// Returns the findings about the number of full-length lines.
fn count_findings(
    stipulation: &Stipulation,
    lines: &BTreeSet<String>,
    declaration: &Declaration,
    incomplete: bool,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let found = lines.len() as u64;
    let sound = expects_sound(declaration);
    let by_branching = declaration
        .branching
        .as_deref()
        .map(|branching| branching.iter().fold(1, |product: u64, &choices| product.saturating_mul(choices)));
    let declared = declaration.line_count.or(by_branching);
    // A reciprocal solution forks at its end: each side reaches its goal in one line.
    let lines_per_solution = match stipulation.family {
        Family::Reciprocal | Family::SeriesReciprocal => 2,
        _ => 1,
    };
    let intended = declared.filter(|_| sound).unwrap_or(lines_per_solution);
    if found > intended {
        let examples = lines.iter().take(MAX_EXAMPLES).cloned().collect();
        // One line is the convention only for an author that declares the problem sound or cooked.
        let is_declared = declaration.verdict == Some(Verdict::SeveralSolutions);
        findings.push(match declared.is_none() && (is_declared || declaration.verdict.is_none()) {
            true => Finding::SeveralSolutions { found, is_declared, examples },
            false => Finding::TooMany { found, intended, examples },
        });
    }
    // Too few lines for the declared branching are a difference of the branching.
    if let Some(declared) = declaration.line_count
        && !incomplete
        && (found < declared || (!sound && found != declared))
    {
        findings.push(Finding::count_differs("lines", found, declared));
    }
    findings
}

/// Returns the number of choices at each ply of the full-length lines, as in 2.1.1.1; `None` if there are no
/// lines, or if the number differs between branches.
pub fn branching_of(stipulation: &Stipulation, tree: &PhaseTree, layout: Layout) -> Option<Vec<u64>> {
    let (_, lines) = split_by_length(stipulation, tree, layout);
    let length = lines.iter().map(|line| line.moves.len()).max().filter(|&length| length > 0)?;
    let mut choices = Vec::new();
    let mut groups = vec![lines];
    for depth in 0..length {
        let split: Vec<Vec<Vec<&Line>>> =
            groups.iter().map(|group| split_by_move(group, depth, layout)).collect();
        let numbers: BTreeSet<usize> = split.iter().map(Vec::len).collect();
        let &[number] = &numbers.into_iter().collect::<Vec<_>>()[..] else { return None };
        choices.push(number as u64);
        groups = split.into_iter().flatten().collect();
    }
    Some(choices)
}

/// Groups the lines by their ply number `depth`.
pub(super) fn split_by_move<'a>(lines: &[&'a Line], depth: usize, layout: Layout) -> Vec<Vec<&'a Line>> {
    let mut groups: BTreeMap<String, Vec<&Line>> = BTreeMap::new();
    for line in lines {
        if let Some(step) = line.moves.get(depth) {
            groups.entry(notation::machine(step, layout)).or_default().push(line);
        }
    }
    groups.into_values().collect()
}

/// Returns whether lines that agree up to ply `depth` branch as declared from there on.
fn branching_matches(lines: &[&Line], depth: usize, declared: &[u64], layout: Layout) -> bool {
    let groups = split_by_move(lines, depth, layout);
    if groups.is_empty() {
        return declared.len() <= depth;
    }
    let choices = declared.get(depth).copied().unwrap_or(1);
    groups.len() as u64 == choices
        && groups.iter().all(|group| branching_matches(group, depth + 1, declared, layout))
}

/// Returns the line in short notation, without the forced replies that do not count.
fn line_text(stipulation: &Stipulation, line: &Line, format: MoveFormat) -> String {
    let forced_end = stipulation.family.has_forced_end();
    let counted = line.moves.len() - usize::from(forced_end && line.moves.len() > 1);
    notation::line(&line.moves[..counted], line.counting, format.layout, format.names).join(" ")
}
