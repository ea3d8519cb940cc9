//! Verdicts as text: one line per problem, followed by the reasons.

use std::io::{self, Write};

use super::question;
use crate::formats::Refusal;
use crate::problem::declaration::branching_text;
use crate::problem::{Problem, Span, Verdict};
use crate::solution::Phase;
use crate::verify::{Finding, MAX_EXAMPLES, PhaseVerification, TwinVerification, Verification, first_of};

/// The indentation of a level in columns.
const INDENT: usize = 4;

/// Which duals the text lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DualList {
    /// Those that make a problem dualled; the others are counted.
    #[default]
    Major,
    /// All of them.
    All,
}

/// Writes the verdict on a problem of a file.
///
/// # Errors
/// The first failure to write.
pub fn write(
    source: &str,
    problem: &Problem,
    verification: &Verification,
    duals: DualList,
    out: &mut impl Write,
) -> io::Result<()> {
    write!(out, "{}: ", place(source, problem))?;
    if let [twin] = &verification.twins[..] {
        writeln!(out, "{}", heading(twin))?;
        write_twin(twin, duals, INDENT, out)?;
        return out.flush();
    }
    let as_declared = verification.as_declared && verification.verdict != Verdict::Sound;
    writeln!(out, "{}{}", verification.verdict, if as_declared { ", as declared" } else { "" })?;
    for twin in &verification.twins {
        let changes = twin.changes.join(" ");
        let changes = if changes.is_empty() { changes } else { changes + ": " };
        let label = twin.label.as_deref().unwrap_or("");
        writeln!(out, "{:INDENT$}{label}) {changes}{}", "", heading(twin))?;
        write_twin(twin, duals, 2 * INDENT, out)?;
    }
    out.flush()
}

/// Returns the place of a problem, its name, stipulation and conditions.
pub fn place(source: &str, problem: &Problem) -> String {
    let conditions = problem.setting.conditions.iter().map(ToString::to_string);
    let question: Vec<String> = question::stipulation_text(&problem.setting, &problem.options)
        .into_iter()
        .chain(conditions)
        .collect();
    let name = name(problem).map_or(String::new(), |name| format!("{name}, "));
    format!("{source}:{}  {name}{}", problem.span.line, question.join(" "))
}

/// Writes that a problem was refused, with its first error.
///
/// # Errors
/// The first failure to write.
pub fn write_refused(source: &str, span: Span, refusal: &Refusal, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{source}:{}  refused", span.line)?;
    if let Some(error) = refusal.errors.first() {
        write!(out, ": {}", error.message)?;
        if error.span.line > 0 {
            write!(out, " ({}:{})", error.span.line, error.span.column)?;
        }
    }
    match refusal.errors.len().saturating_sub(1) {
        0 => writeln!(out),
        1 => writeln!(out, ", and 1 more error"),
        more => writeln!(out, ", and {more} more errors"),
    }
}

/// Returns the first author, or else the title or the name in the source.
pub fn name(problem: &Problem) -> Option<&str> {
    let names = problem.authors.first().or(problem.titles.first()).or(problem.id.as_ref());
    names.map(|name| name.trim()).filter(|name| !name.is_empty())
}

/// Returns the verdict on a twin with its keys, and how it compares with the declared one.
fn heading(twin: &TwinVerification) -> String {
    let mut text = match undeclared_solutions(twin) {
        Some(found) if twin.verdict == Verdict::SeveralSolutions => {
            return format!("{found} solutions, none declared");
        }
        _ => twin.verdict.words().to_owned(),
    };
    if twin.verdict == twin.declared && twin.verdict != Verdict::Sound {
        text += ", as declared";
    } else if twin.declared != twin.verdict && twin.declared != Verdict::Sound {
        text += &format!(", declared {}", twin.declared);
    }
    for key in keys_of_heading(twin) {
        // A key that reaches the goal has its mark.
        let mark = if key.ends_with(['#', '=', '~', '%', '<', '>']) { "" } else { "!" };
        text += &format!(", {key}{mark}");
    }
    text
}

/// Returns the number of solutions if it is not declared.
fn undeclared_solutions(twin: &TwinVerification) -> Option<u64> {
    let mut numbers = findings(twin).filter_map(|finding| match finding {
        Finding::SeveralSolutions { found, .. } => Some(*found),
        _ => None,
    });
    // In duplex the sides have different numbers.
    let first = numbers.next()?;
    numbers.next().is_none().then_some(first)
}

/// Returns the keys, unless a finding lists them.
fn keys_of_heading(twin: &TwinVerification) -> Vec<&str> {
    let is_listed =
        |finding: &Finding| matches!(finding, Finding::TooMany { .. } | Finding::Undeclared { .. });
    if findings(twin).any(is_listed) {
        return Vec::new();
    }
    let is_cook =
        |key: &str| findings(twin).any(|finding| matches!(finding, Finding::Cook { moves } if moves == key));
    let keys = phases(twin).filter(|phase| phase.phase == Phase::Actual).flat_map(|phase| &phase.keys);
    keys.map(String::as_str).filter(|key| !is_cook(key)).collect()
}

fn phases(twin: &TwinVerification) -> impl Iterator<Item = &PhaseVerification> {
    twin.sides.iter().flat_map(|side| &side.phases)
}

fn findings(twin: &TwinVerification) -> impl Iterator<Item = &Finding> {
    phases(twin).flat_map(|phase| &phase.findings)
}

fn write_twin(
    twin: &TwinVerification,
    duals: DualList,
    indent: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    for refusal in &twin.refusals {
        writeln!(out, "{:indent$}{refusal}", "")?;
    }
    for side in &twin.sides {
        let mut lines = Vec::new();
        for phase in &side.phases {
            lines.extend(phase_lines(phase, twin.verdict, duals));
        }
        // The heading is not repeated.
        lines.retain(|line| twin.sides.len() > 1 || line != twin.verdict.words());
        if twin.sides.len() > 1 && !lines.is_empty() {
            writeln!(out, "{:indent$}({} plays White's part)", "", side.side)?;
        }
        for line in lines {
            writeln!(out, "{:indent$}{line}", "")?;
        }
    }
    Ok(())
}

/// Returns the findings of a phase, the gravest first, below the verdict on its twin.
fn phase_lines(phase: &PhaseVerification, verdict: Verdict, duals: DualList) -> Vec<String> {
    let mut lines = Vec::new();
    if phase.verdict == Verdict::Illegal {
        lines.push("the side to move could capture the king".to_owned());
    }
    let branching = phase.branching.as_ref().filter(|choices| choices.iter().any(|&choices| choices > 1));
    let branching = branching.map(|choices| branching_text(choices));
    let (mut minor, mut has_branching) = (Vec::new(), false);
    for alike in by_name(&phase.findings) {
        match alike[0] {
            Finding::TooMany { found, intended, examples } => {
                let branching = branching.as_ref().map_or(String::new(), |numbers| format!(" ({numbers})"));
                has_branching = true;
                let examples = first_of(examples, "; ", *found);
                lines.push(format!("{found} solutions where {intended} intended{branching}: {examples}"));
            }
            Finding::SeveralSolutions { found, examples } => {
                has_branching = true;
                let examples = first_of(examples, "; ", *found);
                let branching = branching.as_ref().map_or(String::new(), |numbers| format!("{numbers}: "));
                // The verdict has the number.
                lines.push(match verdict {
                    Verdict::SeveralSolutions => format!("{branching}{examples}"),
                    _ => format!("{found} solutions, none declared: {branching}{examples}"),
                });
            }
            Finding::Dual(_) if duals == DualList::Major && alike[0].verdict().is_none() => minor.push(alike),
            _ => lines.extend(lines_of(&alike)),
        }
    }
    if let Some(numbers) = branching.filter(|_| phase.phase == Phase::Actual && !has_branching) {
        lines.push(format!("solutions {numbers}"));
    }
    if !minor.is_empty() {
        let counts: Vec<String> = minor
            .iter()
            .map(|alike| match alike.len() {
                1 if alike[0].name().ends_with('s') => alike[0].name().to_owned(),
                1 => format!("1 {}", alike[0].name()),
                several if alike[0].name().ends_with('s') => format!("{} {several} times", alike[0].name()),
                several => format!("{several} {}s", alike[0].name()),
            })
            .collect();
        lines.push(format!("also {}: --duals all lists them", counts.join(", ")));
    }
    if phase.is_incomplete && !phase.findings.is_empty() {
        lines.push("not everything was searched: there may be more".to_owned());
    }
    lines
}

/// Returns the lines for findings of the same name.
fn lines_of(alike: &[&Finding]) -> Vec<String> {
    let moves: Vec<String> = alike
        .iter()
        .filter_map(|finding| match finding {
            Finding::ShortSolution { moves, .. } | Finding::Refuted { moves } | Finding::Cook { moves } => {
                Some(moves.clone())
            }
            _ => None,
        })
        .collect();
    if moves.len() < 2 {
        let mut lines: Vec<String> = alike.iter().take(MAX_EXAMPLES).map(ToString::to_string).collect();
        if alike.len() > MAX_EXAMPLES {
            lines.push(format!("and {} more of the kind: {}", alike.len() - MAX_EXAMPLES, alike[0].name()));
        }
        return lines;
    }
    let examples = first_of(&moves, "; ", moves.len() as u64);
    vec![match alike[0] {
        Finding::ShortSolution { length, .. } => {
            format!("{} short solutions in {length}: {examples}", moves.len())
        }
        Finding::Refuted { .. } => format!("refuted by {examples}"),
        _ => format!("{} cooks: {examples}", moves.len()),
    }]
}

/// Groups the findings by name, and short solutions by length, in the order of first occurrence.
fn by_name(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let length = |finding: &Finding| match finding {
        Finding::ShortSolution { length, .. } => Some(length.clone()),
        _ => None,
    };
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let same = |group: &&mut Vec<&Finding>| {
            group[0].name() == finding.name() && length(group[0]) == length(finding)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Side;
    use crate::report::script;
    use crate::solution::Phase;
    use crate::verify::SideVerification;

    /// Returns the text for a problem with these findings.
    fn written(findings: Vec<Finding>) -> String {
        let verdict = Verdict::ShortSolution;
        let phases = vec![PhaseVerification {
            phase: Phase::Actual,
            verdict,
            findings,
            keys: Vec::new(),
            branching: None,
            is_incomplete: false,
        }];
        let twin = TwinVerification {
            label: None,
            changes: Vec::new(),
            verdict,
            declared: Verdict::Sound,
            refusals: Vec::new(),
            sides: vec![SideVerification { side: Side::White, phases }],
        };
        let verification = Verification { verdict, as_declared: false, twins: vec![twin] };
        let problem = script::problem("k7/8/1K6/8/8/8/8/7R", "#2");
        let mut out = Vec::new();
        write("rook.epd", &problem, &verification, DualList::Major, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn findings_are_listed_up_to_max_examples() {
        let short = |n: usize| Finding::ShortSolution { moves: format!("1.Rh{n}#"), length: "1".into() };
        let examples: Vec<String> = (0..40).map(|n| format!("1.Kc{n}")).collect();
        let mut findings: Vec<Finding> = (0..20).map(short).collect();
        findings.push(Finding::TooMany { found: 50, intended: 1, examples });
        let written = written(findings);
        let lines: Vec<&str> = written.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0], "rook.epd:0  #2: short solution");
        assert!(lines[1].starts_with("    20 short solutions in 1: 1.Rh0#; 1.Rh1#; "), "{}", lines[1]);
        assert!(lines[1].ends_with("; 1.Rh11#; and 8 more"), "{}", lines[1]);
        assert!(lines[2].ends_with("1.Kc10; 1.Kc11; and 38 more"), "{}", lines[2]);
    }
}
