//! Features of men that exchange roles between lines.

use super::feature::Feature;
use super::finder::Finder;
use super::identity::Identity;
use super::mates::mating_man;
use super::played::{Origin, PlayedLine, PlayedPhase};

/// The number of lines that are compared with each other.
const MAX_COMPARED: usize = 256;

/// The number of steps of the search for cycles.
const MAX_STEPS: usize = 100_000;

/// The longest cycle that is looked for.
const MAX_CYCLE: usize = 8;

/// A line with what its men do.
struct Roles<'r> {
    phase: &'r PlayedPhase,
    line: &'r PlayedLine,
    text: String,
    /// The man that gives mate.
    mater: Origin,
    mater_identity: Identity,
    /// The men that are captured.
    captured: Vec<Identity>,
}

impl Roles<'_> {
    /// Returns whether a man guards squares next to the mated king.
    fn guards(&self, man: Identity) -> bool {
        let standing = self.line.last().and_then(|last| last.men.as_ref()).map(|men| &men.standing);
        let is_man = |origin: Origin| self.phase.identity(origin) == man;
        let square = standing.and_then(|men| men.iter().find(|(_, origin)| is_man(**origin)));
        square.zip(self.line.picture.as_ref()).is_some_and(|((&square, _), picture)| picture.guards(square))
    }
}

fn roles<'r>(finder: &Finder<'r>) -> Vec<Roles<'r>> {
    let lines = finder.help_lines().filter_map(|(phase, line)| {
        let captured = line.traced().flat_map(|(_, _, men)| men.captured.iter().copied());
        let captured = captured.map(|man| phase.identity(man)).collect();
        let (mater, text) = (mating_man(line)?, finder.text(phase, line));
        Some(Roles { phase, line, text, mater, mater_identity: phase.identity(mater), captured })
    });
    lines.collect()
}

/// Finds the Zilahi, cyclic or not, and exchanges of functions.
pub(super) fn find_roles(finder: &mut Finder<'_>) {
    let mut lines = roles(finder);
    if lines.len() > MAX_COMPARED {
        lines.truncate(MAX_COMPARED);
        finder.leave_out();
    }
    for (index, one) in lines.iter().enumerate() {
        for other in lines[index + 1..].iter().filter(|other| other.mater_identity != one.mater_identity) {
            let [first, second] = [one.mater_identity, other.mater_identity];
            let feature = match () {
                () if one.captured.contains(&second) && other.captured.contains(&first) => Feature::Zilahi,
                () if one.guards(second) && other.guards(first) => Feature::FunctionExchange,
                () => continue,
            };
            let label = |roles: &Roles<'_>| roles.phase.label(roles.mater, finder.names);
            let men = format!("{}, {}: {} / {}", label(one), label(other), one.text, other.text);
            finder.add(feature, men);
        }
    }
    let mut steps = MAX_STEPS;
    for first in 0..lines.len() {
        find_cycle(&lines, &mut vec![first], finder, &mut steps);
    }
    if steps == 0 {
        finder.leave_out();
    }
}

/// Extends a path of lines, of which each captures the man that gives mate in the next one, to a cycle of three lines
/// or more. A cycle is found from its first line. `steps` is how many lines may still be compared.
fn find_cycle(lines: &[Roles<'_>], path: &mut Vec<usize>, finder: &mut Finder<'_>, steps: &mut usize) {
    let (first, last) = (path[0], path[path.len() - 1]);
    if path.len() > 2 && lines[last].captured.contains(&lines[first].mater_identity) {
        let texts: Vec<&str> = path.iter().map(|&index| lines[index].text.as_str()).collect();
        finder.add(Feature::CyclicZilahi, texts.join(" / "));
        return;
    }
    if path.len() == MAX_CYCLE {
        return;
    }
    for next in first + 1..lines.len() {
        if *steps == 0 {
            return;
        }
        *steps -= 1;
        let mater = lines[next].mater_identity;
        let is_new = path.iter().all(|&index| lines[index].mater_identity != mater);
        if is_new && lines[last].captured.contains(&mater) {
            path.push(next);
            find_cycle(lines, path, finder, steps);
            path.pop();
        }
    }
}
