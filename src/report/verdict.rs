//! Verdicts as text: one line per problem, followed by the reasons.

use std::io::{self, Write};

use crate::problem::{Problem, Verdict};
use crate::solution::Phase;
use crate::verify::{Finding, MAX_EXAMPLES, TwinVerification, Verification};

/// The indentation of a level in columns.
const INDENT: usize = 4;

/// Writes the verdict on a problem of a file.
///
/// # Errors
/// The first failure to write.
pub fn write(
    source: &str,
    problem: &Problem,
    verification: &Verification,
    out: &mut impl Write,
) -> io::Result<()> {
    let name = problem.authors.first().or(problem.id.as_ref()).map_or("", |author| author.trim());
    let question = problem.setting.stipulation.iter().map(|question| question.value.to_string());
    let conditions = problem.setting.conditions.iter().map(|condition| condition.value.to_string());
    let question: Vec<String> = question.chain(conditions).collect();
    write!(out, "{source}:{}  ", problem.span.line)?;
    if !name.is_empty() {
        write!(out, "{name}, ")?;
    }
    write!(out, "{}: {}", question.join(" "), verification.verdict)?;
    match (&verification.twins[..], verification.as_declared) {
        (_, true) if verification.verdict == Verdict::Sound => {}
        (_, true) => write!(out, ", as declared")?,
        ([twin], false) => write_declared(twin, out)?,
        _ => {}
    }
    writeln!(out)?;
    for twin in &verification.twins {
        let several = verification.twins.len() > 1;
        if several {
            write!(out, "{:INDENT$}{}) {}", "", twin.label.as_deref().unwrap_or(""), twin.verdict)?;
            write_declared(twin, out)?;
            writeln!(out)?;
        }
        write_twin(twin, if several { 2 * INDENT } else { INDENT }, out)?;
    }
    out.flush()
}

/// Writes the declared verdict if it is a defect other than the one found.
fn write_declared(twin: &TwinVerification, out: &mut impl Write) -> io::Result<()> {
    if twin.declared != twin.verdict && twin.declared != Verdict::Sound {
        write!(out, ", declared {}", twin.declared)?;
    }
    Ok(())
}

fn write_twin(twin: &TwinVerification, indent: usize, out: &mut impl Write) -> io::Result<()> {
    for refusal in &twin.refusals {
        writeln!(out, "{:indent$}{refusal}", "")?;
    }
    for side in &twin.sides {
        for phase in &side.phases {
            let is_illegal = phase.verdict == Verdict::Illegal;
            if twin.sides.len() > 1 && (is_illegal || !phase.findings.is_empty()) {
                writeln!(out, "{:indent$}({} plays White's part)", "", side.side)?;
            }
            if is_illegal {
                writeln!(out, "{:indent$}the side to move could capture the king", "")?;
            }
            let several = |branching: &&Vec<u64>| branching.iter().any(|&choices| choices > 1);
            if let Some(branching) =
                phase.branching.as_ref().filter(|_| phase.phase == Phase::Actual).filter(several)
            {
                let numbers: Vec<String> = branching.iter().map(u64::to_string).collect();
                writeln!(out, "{:indent$}solutions {}", "", numbers.join("."))?;
            }
            for alike in by_name(&phase.findings) {
                for finding in alike.iter().take(MAX_EXAMPLES) {
                    writeln!(out, "{:indent$}{finding}", "")?;
                }
                if alike.len() > MAX_EXAMPLES {
                    let more = alike.len() - MAX_EXAMPLES;
                    writeln!(out, "{:indent$}and {more} more of the kind: {}", "", alike[0].name())?;
                }
            }
            if phase.is_incomplete && !phase.findings.is_empty() {
                writeln!(out, "{:indent$}not everything was searched: there may be more", "")?;
            }
        }
    }
    Ok(())
}

/// Groups the findings by name, in the order of first occurrence.
fn by_name(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        match groups.iter_mut().find(|group| group[0].name() == finding.name()) {
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
    use crate::verify::{PhaseVerification, SideVerification};

    /// Returns the text for a problem with these findings.
    fn written(findings: Vec<Finding>) -> String {
        let verdict = Verdict::ShortSolution;
        let phases = vec![PhaseVerification {
            phase: Phase::Actual,
            verdict,
            findings,
            branching: None,
            is_incomplete: false,
        }];
        let twin = TwinVerification {
            label: None,
            verdict,
            declared: Verdict::Sound,
            refusals: Vec::new(),
            sides: vec![SideVerification { side: Side::White, phases }],
        };
        let verification = Verification { verdict, as_declared: false, twins: vec![twin] };
        let problem = script::problem("k7/8/1K6/8/8/8/8/7R", "#2");
        let mut out = Vec::new();
        write("rook.epd", &problem, &verification, &mut out).unwrap();
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
        assert_eq!(lines.len(), 1 + 12 + 1 + 1);
        assert_eq!(lines[0], "rook.epd:0  #2: short solution");
        assert_eq!(lines[12], "    short solution in 1: 1.Rh11#");
        assert_eq!(lines[13], "    and 8 more of the kind: short solution");
        assert!(lines[14].ends_with("1.Kc10; 1.Kc11; and 38 more"), "{}", lines[14]);
    }
}
