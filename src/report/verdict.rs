//! Verdicts as text: one line per problem, followed by the reasons.

use std::io::{self, Write};

use super::question;
use super::text::{Column, Page, StyledWords, Tone};
use crate::formats::Refusal;
use crate::problem::declaration::branching_text;
use crate::problem::{Problem, Span, Verdict, first_name};
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

/// How verdicts are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerdictLayout {
    /// The duals to list.
    pub duals: DualList,
    /// The width of the lines; no limit if `None`.
    pub width: Option<usize>,
}

impl VerdictLayout {
    fn column<W: Write>(self, out: W) -> Column<W> {
        Column::new(&Page { width: self.width.unwrap_or(usize::MAX), ..Page::default() }, out)
    }
}

/// Writes a line, if it is too long in several lines, of which all but the first are indented more.
fn paragraph(column: &mut Column<impl Write>, indent: usize, text: &str) {
    column.paragraph(indent, &StyledWords::of(text, Tone::Plain));
}

/// Writes the line that begins with the place of a problem.
fn first_line(column: &mut Column<impl Write>, source: &str, line: u32, text: &str) {
    let mut words = StyledWords::one(format!("{source}:{line} "), Tone::Plain);
    words.extend(StyledWords::of(text, Tone::Plain));
    column.paragraph(0, &words);
}

/// Writes the verdict on a problem of a file.
///
/// # Errors
/// The first failure to write.
pub fn write(
    source: &str,
    problem: &Problem,
    verification: &Verification,
    layout: VerdictLayout,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut column = layout.column(out);
    let (line, title) = (problem.span.line, title(problem));
    let mut first = |verdict: &str| first_line(&mut column, source, line, &format!("{title}: {verdict}"));
    if let [twin] = &verification.twins[..] {
        first(&heading(twin));
        write_twin(twin, layout.duals, INDENT, &mut column);
        return column.finish();
    }
    let with_verdict = |twin: &&TwinVerification| twin.verdict == verification.verdict;
    let is_declared =
        verification.twins.iter().filter(with_verdict).all(|twin| twin.declared == twin.verdict);
    let as_declared = verification.as_declared && is_declared && verification.verdict != Verdict::Sound;
    first(&format!("{}{}", verification.verdict, if as_declared { ", as declared" } else { "" }));
    for twin in &verification.twins {
        let changes = twin.changes.join(" ");
        let changes = if changes.is_empty() { changes } else { changes + ": " };
        let label = twin.label.as_deref().unwrap_or("");
        paragraph(&mut column, INDENT, &format!("{label}) {changes}{}", heading(twin)));
        write_twin(twin, layout.duals, 2 * INDENT, &mut column);
    }
    column.finish()
}

/// Returns what follows a verdict that is as declared: nothing where it needs no declaration.
pub const fn as_declared_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Sound | Verdict::SeveralSolutions => "",
        _ => ", as declared",
    }
}

/// Returns the place of a problem, its name, stipulation and conditions.
pub fn place(source: &str, problem: &Problem) -> String {
    format!("{source}:{}  {}", problem.span.line, title(problem))
}

/// Returns the name of a problem, its stipulation and conditions.
fn title(problem: &Problem) -> String {
    let conditions = problem.setting.conditions.iter().map(ToString::to_string);
    let question: Vec<String> = question::stipulation_text(&problem.setting, &problem.options)
        .into_iter()
        .chain(conditions)
        .collect();
    let name = name(problem).map_or(String::new(), |name| format!("{name}, "));
    format!("{name}{}", question.join(" "))
}

/// Writes that a problem was refused, with its first error.
///
/// # Errors
/// The first failure to write.
pub fn write_refused(
    source: &str,
    span: Span,
    refusal: &Refusal,
    layout: VerdictLayout,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut text = refusal.name.as_ref().map_or(String::new(), |name| format!("{name}: "));
    text += "refused";
    if let Some(error) = refusal.errors.first() {
        text += &format!(": {}", error.message_with_argument());
        if error.span.line > 0 {
            text += &format!(" ({}:{})", error.span.line, error.span.column);
        }
    }
    match refusal.errors.len().saturating_sub(1) {
        0 => {}
        1 => text += ", and 1 more error",
        more => text += &format!(", and {more} more errors"),
    }
    let mut column = layout.column(out);
    first_line(&mut column, source, span.line, &text);
    column.finish()
}

/// Returns the first author, or else the title or the name in the source.
pub fn name(problem: &Problem) -> Option<&str> {
    first_name(&problem.authors, &problem.titles, problem.id.as_ref())
}

/// Returns the verdict on a twin with its keys, and how it compares with the declared one.
fn heading(twin: &TwinVerification) -> String {
    let mut text = match undeclared_solutions(twin) {
        Some(found) if twin.verdict == Verdict::SeveralSolutions => {
            let declared = if twin.declared == twin.verdict { "as declared" } else { "none declared" };
            return format!("{found} solutions, {declared}");
        }
        _ => twin.verdict.words().to_owned(),
    };
    if twin.verdict == twin.declared && twin.verdict != Verdict::Sound {
        text += if twin.is_as_declared() { ", as declared" } else { ", not all as declared" };
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

fn write_twin(twin: &TwinVerification, duals: DualList, indent: usize, column: &mut Column<impl Write>) {
    for refusal in &twin.refusals {
        paragraph(column, indent, refusal);
    }
    for side in &twin.sides {
        let mut lines = Vec::new();
        for phase in &side.phases {
            lines.extend(phase_lines(phase, twin.verdict, duals));
        }
        // The heading is not repeated.
        lines.retain(|line| twin.sides.len() > 1 || line != twin.verdict.words());
        if twin.sides.len() > 1 && !lines.is_empty() {
            paragraph(column, indent, &format!("({} plays White's part)", side.side));
        }
        for line in lines {
            paragraph(column, indent, &line);
        }
    }
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
            Finding::SeveralSolutions { found, is_declared, examples } => {
                has_branching = true;
                let declared = if *is_declared { "as declared" } else { "none declared" };
                let examples = first_of(examples, "; ", *found);
                let branching = branching.as_ref().map_or(String::new(), |numbers| format!("{numbers}: "));
                // The verdict has the number.
                lines.push(match verdict {
                    Verdict::SeveralSolutions => format!("{branching}{examples}"),
                    _ => format!("{found} solutions, {declared}: {branching}{examples}"),
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

    /// Returns the text for a problem with these findings, in lines of this width.
    fn written(findings: Vec<Finding>, width: Option<usize>) -> String {
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
        let layout = VerdictLayout { width, ..VerdictLayout::default() };
        write("rook.epd", &problem, &verification, layout, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn findings_are_listed_up_to_max_examples() {
        let short = |n: usize| Finding::ShortSolution { moves: format!("1.Rh{n}#"), length: "1".into() };
        let examples: Vec<String> = (0..40).map(|n| format!("1.Kc{n}")).collect();
        let mut findings: Vec<Finding> = (0..20).map(short).collect();
        findings.push(Finding::TooMany { found: 50, intended: 1, examples });
        let text = written(findings.clone(), None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0], "rook.epd:0  #2: short solution");
        assert!(lines[1].starts_with("    20 short solutions in 1: 1.Rh0#; 1.Rh1#; "), "{}", lines[1]);
        assert!(lines[1].ends_with("; 1.Rh11#; and 8 more"), "{}", lines[1]);
        assert!(lines[2].ends_with("1.Kc10; 1.Kc11; and 38 more"), "{}", lines[2]);
        let narrow = written(findings, Some(40));
        let first =
            "    20 short solutions in 1: 1.Rh0#;\n      1.Rh1#; 1.Rh2#; 1.Rh3#; 1.Rh4#;\n      1.Rh5#;";
        assert!(narrow.starts_with("rook.epd:0  #2: short solution\n    20 short"), "{narrow}");
        assert!(narrow.contains(first), "{narrow}");
        assert!(narrow.lines().all(|line| line.len() <= 40), "{narrow}");
    }
}
