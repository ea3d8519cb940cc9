//! Digests of problems and answers, by which the rows of two runs are matched and compared.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};

use super::play;
use crate::formats;
use crate::problem::Problem;
use crate::report::json::{JsonLine, JsonMove, JsonNode, JsonPhase, JsonRemark, Record};

/// A digest of a text: 16 hexadecimal digits, the same in every version of this program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Digest(String);

impl Digest {
    /// Returns the digest of a text, FNV-1a with 64 bits.
    pub fn new(text: &str) -> Digest {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Digest(format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)))
    }

    /// Returns the digest of lines in any order.
    fn of_lines(lines: &BTreeSet<String>) -> Digest {
        Digest::new(&lines.iter().fold(String::new(), |text, line| text + line + "\n"))
    }

    /// Returns the digest of a problem without author, source and declarations.
    pub fn of_problem(problem: &Problem) -> Digest {
        let mut bare = problem.clone();
        for lines in [&mut bare.authors, &mut bare.origins, &mut bare.titles, &mut bare.awards] {
            lines.clear();
        }
        bare.declarations.clear();
        Digest::new(&formats::popeye::write(&bare))
    }

    /// Returns the digest of the play in Popeye's layout; `None` if the output is not complete.
    pub fn of_layout(output: &str) -> Option<Digest> {
        play::is_finished(output).then(|| Digest::of_lines(&play::lines(output)))
    }

    /// Returns the digest of the play in a record.
    pub fn of_record(record: &Record) -> Digest {
        let mut lines = BTreeSet::new();
        for twin in &record.twins {
            let label = twin.label.as_deref().unwrap_or("-");
            if twin.error.is_some() {
                lines.insert(format!("{label} not made"));
            }
            for side in &twin.sides {
                for (name, phase) in [("set", &side.set), ("actual", &side.actual)] {
                    if let Some(phase) = phase {
                        add_phase(phase, &format!("{label} {} {name}", side.side), &mut lines);
                    }
                }
            }
        }
        lines.extend(remarks(record).map(|remark| remark.name.clone()));
        Digest::of_lines(&lines)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns whether the answer in a record is only a part.
pub fn is_incomplete(record: &Record) -> bool {
    remarks(record).any(|remark| remark.name == "incomplete")
}

/// Returns the remarks of all levels.
fn remarks(record: &Record) -> impl Iterator<Item = &JsonRemark> {
    let sides = || record.twins.iter().flat_map(|twin| &twin.sides);
    let phases = sides().flat_map(|side| side.set.iter().chain(&side.actual));
    let of_twins = record.twins.iter().flat_map(|twin| &twin.remarks);
    let of_sides = sides().flat_map(|side| &side.remarks);
    record.remarks.iter().chain(of_twins).chain(of_sides).chain(phases.flat_map(|phase| &phase.remarks))
}

/// Adds the lines of a phase, each after the name of the phase.
fn add_phase(phase: &JsonPhase, name: &str, lines: &mut BTreeSet<String>) {
    lines.insert(name.to_owned());
    for node in &phase.tree {
        add_node(node, name, lines);
    }
    for JsonLine { moves, short, forced, .. } in &phase.lines {
        let marks = [(*short, " short"), (*forced, " forced")];
        let marks = marks.into_iter().filter(|(is_set, _)| *is_set).map(|(_, mark)| mark);
        let moves = moves.iter().map(move_text).collect::<Vec<_>>().join(" ");
        lines.insert(format!("{name} {moves}{}", marks.collect::<String>()));
    }
}

/// Adds the line that leads to a node, and those to its children.
fn add_node(node: &JsonNode, before: &str, lines: &mut BTreeSet<String>) {
    let mut line = format!("{before} {}.{} {}", node.number, node.role, move_text(&node.mv));
    if let Some(pending) = &node.pending {
        // Writing to a string cannot fail.
        let _ = write!(line, " {pending}");
    }
    for child in &node.children {
        add_node(child, &line, lines);
    }
    lines.insert(line);
}

fn move_text(mv: &JsonMove) -> String {
    format!("{}{}", mv.machine, mv.goal.as_deref().unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;

    fn problem(text: &str) -> Problem {
        text.parse().expect("a problem")
    }

    fn digest(text: &str) -> Digest {
        let problem = problem(text);
        let solver = Solver::builder().memory(16 << 20).build().expect("a solver");
        let solved = solver.solve(&problem).expect("a solution");
        let written = Record::new(&problem, &solved.solution).to_line().expect("a record");
        Digest::of_record(&serde_json::from_str(&written).expect("the record"))
    }

    #[test]
    fn digest_has_the_published_values() {
        assert_eq!(Digest::new("").to_string(), "cbf29ce484222325");
        assert_eq!(Digest::new("foobar").to_string(), "85944171f73967e8");
    }

    #[test]
    fn problem_is_known_under_another_author() {
        let of = |head: &str, mate: u8| {
            let text = format!(
                "beginproblem {head}\npieces white Kb6 Rh1 black Ka8\nstipulation #{mate}\nendproblem"
            );
            let reading = formats::read("", text.as_bytes());
            Digest::of_problem(reading.items[0].problem.as_ref().expect("a problem"))
        };
        assert_eq!(of("", 1), of("author A\ntitle B", 1));
        assert_ne!(of("", 1), of("", 2));
    }

    #[test]
    fn answers_differ_in_a_move() {
        let mate = "k7/8/1K6/8/8/8/8/7R w - - #1";
        assert_eq!(digest(mate), digest(mate));
        assert_ne!(digest(mate), digest("k7/8/1K6/8/8/8/8/6R1 w - - #1"));
        let help = "8/8/8/8/8/1K6/7R/k7 b - - h#1";
        assert_eq!(digest(help), digest(help));
        assert_ne!(digest(help), digest("8/8/8/8/8/1K6/6R1/k7 b - - h#1"));
    }

    #[test]
    fn unfinished_layout_has_no_digest() {
        assert_eq!(Digest::of_layout("  1.Ra1-a6 !\n"), None);
        let one = Digest::of_layout("\n  1.Ra1-a6 !\n  1.Ra1-a5 ?\nsolution finished.");
        let other = Digest::of_layout("\n  1.Ra1-a5 ?\n  1.Ra1-a6 !\nsolution finished.");
        assert!(one.is_some() && one == other);
    }
}
