//! Features of men that exchange roles between lines.

use super::feature::Feature;
use super::finder::Finder;
use super::mates::mating_man;
use super::played::{Origin, PlayedLine, PlayedPhase};
use crate::board::Square;

/// The number of lines that are compared with each other.
const MAX_COMPARED: usize = 32;

/// The longest cycle that is looked for.
const MAX_CYCLE: usize = 8;

/// A line with what its men do.
struct Roles<'r> {
    phase: &'r PlayedPhase,
    line: &'r PlayedLine,
    text: String,
    /// The man that gives mate.
    mater: Origin,
    /// The men that are captured.
    captured: Vec<Origin>,
}

impl Roles<'_> {
    /// Returns whether a man guards squares next to the mated king.
    fn guards(&self, man: Origin) -> bool {
        let standing = self.line.last().and_then(|last| last.men.as_ref()).map(|men| &men.standing);
        let square: Option<Square> =
            standing.and_then(|men| men.iter().find(|(_, origin)| **origin == man).map(|(&at, _)| at));
        square.zip(self.line.picture.as_ref()).is_some_and(|(square, picture)| picture.guards(square))
    }
}

fn roles<'r>(finder: &Finder<'r>) -> Vec<Roles<'r>> {
    let lines = finder.help_lines().filter_map(|(phase, line)| {
        let captured = line.traced().flat_map(|(_, _, men)| men.captured.iter().copied()).collect();
        let (mater, text) = (mating_man(line)?, finder.text(phase, line));
        Some(Roles { phase, line, text, mater, captured })
    });
    lines.take(MAX_COMPARED).collect()
}

/// Finds the Zilahi, cyclic or not, and exchanges of functions.
pub(super) fn find_roles(finder: &mut Finder<'_>) {
    let lines = roles(finder);
    for (index, one) in lines.iter().enumerate() {
        for other in lines[index + 1..].iter().filter(|other| other.mater != one.mater) {
            let men = || {
                let label = |roles: &Roles<'_>| roles.phase.label(roles.mater, finder.names);
                format!("{}, {}: {} / {}", label(one), label(other), one.text, other.text)
            };
            let men = men();
            if one.captured.contains(&other.mater) && other.captured.contains(&one.mater) {
                finder.add(Feature::Zilahi, men);
            } else if one.guards(other.mater) && other.guards(one.mater) {
                finder.add(Feature::FunctionExchange, men);
            }
        }
    }
    for first in 0..lines.len() {
        find_cycle(&lines, &mut vec![first], finder);
    }
}

/// Extends a path of lines, of which each captures the man that gives mate in the next one, to a cycle of three lines or more. A cycle is
/// found from its first line.
fn find_cycle(lines: &[Roles<'_>], path: &mut Vec<usize>, finder: &mut Finder<'_>) {
    let (first, last) = (path[0], path[path.len() - 1]);
    if path.len() > 2 && lines[last].captured.contains(&lines[first].mater) {
        let texts: Vec<&str> = path.iter().map(|&index| lines[index].text.as_str()).collect();
        finder.add(Feature::CyclicZilahi, texts.join(" / "));
        return;
    }
    if path.len() == MAX_CYCLE {
        return;
    }
    for next in first + 1..lines.len() {
        let mater = lines[next].mater;
        let is_new = path.iter().all(|&index| lines[index].mater != mater);
        if is_new && lines[last].captured.contains(&mater) {
            path.push(next);
            find_cycle(lines, path, finder);
            path.pop();
        }
    }
}
