//! Verdicts, findings and faults in a JSON record.

use serde::{Deserialize, Serialize};

use super::play;
use crate::problem::Span;
use crate::verify::{Dual, Finding, PhaseVerification, SideVerification, TwinVerification, Verification};

/// The verdict on a problem, with what it rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonVerdict {
    /// The verdict in words, as in `no solution`.
    pub verdict: String,
    /// Is it what was declared or, without a declaration, `sound`?
    pub as_declared: bool,
    /// The twins; one even where there are none.
    pub twins: Vec<JsonTwinVerdict>,
}

/// The verdict on a twin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonTwinVerdict {
    /// `a`, `b` …; none for a problem without twins.
    pub label: Option<String>,
    /// The verdict in words.
    pub verdict: String,
    /// The verdict that was declared, or `sound`.
    pub declared: String,
    /// Why it could not be solved, if so.
    pub refusals: Vec<String>,
    /// The sides; two in duplex.
    pub sides: Vec<JsonSideVerdict>,
}

/// What was found of one side's play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonSideVerdict {
    /// Who plays White's part: `white` or `black`.
    pub side: String,
    /// The phases that were solved.
    pub phases: Vec<JsonPhaseVerdict>,
}

/// What was found of a phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonPhaseVerdict {
    /// `set` or `actual`.
    pub phase: String,
    /// The verdict in words.
    pub verdict: String,
    /// What makes it so, and what else is worth knowing.
    pub findings: Vec<JsonFinding>,
    /// How often the lines of help or series play branch at each half-move.
    pub branching: Option<Vec<u64>>,
}

/// Something found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonFinding {
    /// `no solution`, `refuted`, `short solution`, `cook`, `too many`, `missing`, `differs`,
    /// `dual`, `minor dual` or `promotion dual`.
    pub name: String,
    /// The verdict to which it leads; none if it is only worth knowing.
    pub verdict: Option<String>,
    /// All that is to be said of it.
    pub message: String,
    /// Where a dual stands: `threatened`, `at the second move`, `at move 3`, `at the mating move`.
    pub place: Option<String>,
    /// The moves that show it, one line each, in short notation.
    pub lines: Vec<String>,
}

/// Something in the input that was not understood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonFault {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// How many characters; 0 where something is missing.
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
            side: play::side(side.side),
            phases: side.phases.iter().map(JsonPhaseVerdict::new).collect(),
        }
    }
}

impl JsonPhaseVerdict {
    fn new(phase: &PhaseVerification) -> JsonPhaseVerdict {
        JsonPhaseVerdict {
            phase: play::phase(phase.phase),
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
        Finding::TooMany { examples, .. } => examples.clone(),
        Finding::Dual(Dual { path, continuations, .. }) => {
            continuations.iter().map(|continuation| format!("{path} {continuation}")).collect()
        }
        Finding::NoSolution | Finding::Missing { .. } | Finding::Differs { .. } => Vec::new(),
        Finding::Undeclared { moves } => vec![moves.clone()],
    }
}

impl JsonFault {
    /// A fault at a place.
    pub fn new(place: Span, message: impl Into<String>) -> JsonFault {
        JsonFault { line: place.line, column: place.column, length: place.length, message: message.into() }
    }
}
