//! Verdicts, findings and errors in a JSON record.

use serde::{Deserialize, Serialize};

use super::play;
use crate::formats::Diagnostic;
use crate::problem::Span;
use crate::verify::{Dual, Finding, PhaseVerification, SideVerification, TwinVerification, Verification};

/// The verdict on a problem with its reasons.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonVerdict {
    /// The verdict as text, as in `no solution`.
    pub verdict: String,
    /// Whether it is the declared verdict or, without a declaration, `sound`.
    pub as_declared: bool,
    /// The twins; one even if there are no twins.
    pub twins: Vec<JsonTwinVerdict>,
}

/// The verdict on a twin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonTwinVerdict {
    /// `a`, `b` …; `None` for a problem without twins.
    pub label: Option<String>,
    /// The verdict as text.
    pub verdict: String,
    /// The declared verdict, or `sound`.
    pub declared: String,
    /// The reasons why the twin could not be solved; empty if it was.
    pub refusals: Vec<String>,
    /// The sides; two in duplex.
    pub sides: Vec<JsonSideVerdict>,
}

/// The result of verifying one side's play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonSideVerdict {
    /// The side that plays White's part: `white` or `black`.
    pub side: String,
    /// The phases that were solved.
    pub phases: Vec<JsonPhaseVerdict>,
}

/// The result of verifying a phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonPhaseVerdict {
    /// `set` or `actual`.
    pub phase: String,
    /// The verdict as text.
    pub verdict: String,
    /// The findings: the defects and what else is of interest.
    pub findings: Vec<JsonFinding>,
    /// The number of choices at each ply of help or series play.
    pub branching: Option<Vec<u64>>,
}

/// A finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonFinding {
    /// `no solution`, `refuted`, `short solution`, `cook`, `too many`, `missing`, `undeclared`, `differs`, or
    /// a kind of dual such as `dual`, `minor dual` or `promotion dual`.
    pub name: String,
    /// The verdict caused by it; `None` if it is only informative.
    pub verdict: Option<String>,
    /// The whole finding as text.
    pub message: String,
    /// The place of a dual: `threatened`, `at the second move`, `at move 3`, `at the mating move`.
    pub place: Option<String>,
    /// The moves that show it, one line each, in short notation.
    pub lines: Vec<String>,
}

/// An error in the input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonFault {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The number of characters; 0 if something is missing.
    pub length: u32,
    /// What is wrong and what was expected.
    pub message: String,
}

impl JsonVerdict {
    pub(super) fn new(verification: &Verification) -> JsonVerdict {
        JsonVerdict {
            verdict: verification.verdict.words().into(),
            as_declared: verification.as_declared,
            twins: verification.twins.iter().map(JsonTwinVerdict::new).collect(),
        }
    }
}

impl JsonTwinVerdict {
    fn new(twin: &TwinVerification) -> JsonTwinVerdict {
        JsonTwinVerdict {
            label: twin.label.clone(),
            verdict: twin.verdict.words().into(),
            declared: twin.declared.words().into(),
            refusals: twin.refusals.clone(),
            sides: twin.sides.iter().map(JsonSideVerdict::new).collect(),
        }
    }
}

impl JsonSideVerdict {
    fn new(side: &SideVerification) -> JsonSideVerdict {
        JsonSideVerdict {
            side: play::side(side.side).into(),
            phases: side.phases.iter().map(JsonPhaseVerdict::new).collect(),
        }
    }
}

impl JsonPhaseVerdict {
    fn new(phase: &PhaseVerification) -> JsonPhaseVerdict {
        JsonPhaseVerdict {
            phase: play::phase(phase.phase).into(),
            verdict: phase.verdict.words().into(),
            findings: phase.findings.iter().map(JsonFinding::new).collect(),
            branching: phase.branching.clone(),
        }
    }
}

impl JsonFinding {
    fn new(finding: &Finding) -> JsonFinding {
        JsonFinding {
            name: finding.name().into(),
            verdict: finding.verdict().map(|verdict| verdict.words().into()),
            message: finding.to_string(),
            place: match finding {
                Finding::Dual(dual) => Some(dual.place.words()),
                _ => None,
            },
            lines: lines(finding),
        }
    }
}

fn lines(finding: &Finding) -> Vec<String> {
    match finding {
        Finding::ShortSolution { moves, .. } | Finding::Refuted { moves } | Finding::Cook { moves } => {
            vec![moves.clone()]
        }
        Finding::TooMany { examples, .. } | Finding::SeveralSolutions { examples, .. } => examples.clone(),
        Finding::Dual(Dual { path, continuations, .. }) => {
            continuations.iter().map(|continuation| format!("{path} {continuation}")).collect()
        }
        Finding::Missing { refutations, .. } => refutations.clone(),
        Finding::NoSolution | Finding::Differs { .. } => Vec::new(),
        Finding::Undeclared { moves } => vec![moves.clone()],
    }
}

impl JsonFault {
    /// Returns an error at a span.
    pub fn new(span: Span, message: impl Into<String>) -> JsonFault {
        JsonFault { line: span.line, column: span.column, length: span.length, message: message.into() }
    }

    /// Returns an error or a warning of a reader.
    pub fn of(diagnostic: &Diagnostic) -> JsonFault {
        JsonFault::new(diagnostic.span, diagnostic.one_line())
    }
}

/// Returns errors or warnings of a reader.
pub fn faults(diagnostics: &[Diagnostic]) -> Vec<JsonFault> {
    diagnostics.iter().map(JsonFault::of).collect()
}
