//! Solutions for programs: one JSON object a problem, on one line.
//!
//! The fields are described in `docs/json.md`. Fields may be added without notice;
//! when one changes its meaning or goes, [`VERSION`] grows.

mod play;
mod question;
mod stats;
mod verdict;

use serde::{Deserialize, Serialize};

pub use play::{JsonLine, JsonMove, JsonNode, JsonPhase, JsonRemark, JsonSide, JsonTwin};
pub use question::{JsonDeclaration, JsonOptions, JsonProblem, JsonQuestion};
pub use stats::{JsonLoad, JsonStats};
pub use verdict::{JsonFault, JsonFinding, JsonPhaseVerdict, JsonSideVerdict, JsonTwinVerdict, JsonVerdict};

use crate::problem::{Problem, Span, Verdict};
use crate::solution::Solution;
use crate::verify::Verification;

/// The version of the format.
pub const VERSION: u32 = 1;

/// A problem with its solution and the verdict on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The version of the format.
    pub version: u32,
    /// The file from which the problem was read.
    pub source: Option<String>,
    /// The line at which it begins, from 1.
    pub line: Option<u32>,
    /// The problem; none if it was not understood.
    pub problem: Option<JsonProblem>,
    /// The solution, twin by twin.
    pub twins: Vec<JsonTwin>,
    /// What is to be known of the whole.
    pub remarks: Vec<JsonRemark>,
    /// The verdict, if one was asked for.
    pub verdict: Option<JsonVerdict>,
    /// Why it was refused.
    pub errors: Vec<JsonFault>,
    /// What the search took; left out unless it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<JsonStats>,
}

impl Record {
    /// The record of a solved problem, without a verdict.
    pub fn new(problem: &Problem, solved: &Solution) -> Record {
        Record {
            version: VERSION,
            source: None,
            line: line(problem.span),
            problem: Some(JsonProblem::new(problem)),
            twins: solved.twins.iter().map(|twin| JsonTwin::new(problem, twin)).collect(),
            remarks: play::remarks(&solved.remarks),
            verdict: None,
            errors: Vec::new(),
            stats: None,
        }
    }

    /// The record of a problem that was refused.
    pub fn refused(place: Span, errors: Vec<JsonFault>) -> Record {
        Record {
            version: VERSION,
            source: None,
            line: line(place),
            problem: None,
            twins: Vec::new(),
            remarks: Vec::new(),
            verdict: None,
            errors,
            stats: None,
        }
    }

    /// The record with a verdict.
    pub fn with_verdict(mut self, verification: &Verification) -> Record {
        self.verdict = Some(JsonVerdict::new(verification));
        self
    }

    /// The record of a problem that was not understood with the verdict that says so.
    pub fn with_refusal(mut self) -> Record {
        let verdict = Verdict::Refused.words().into();
        self.verdict = Some(JsonVerdict { verdict, as_declared: false, twins: Vec::new() });
        self
    }

    /// The record as JSON without line breaks.
    ///
    /// # Errors
    /// Those of the JSON writer; a record gives it no cause.
    pub fn to_line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

fn line(place: Span) -> Option<u32> {
    (place.line > 0).then_some(place.line)
}

#[cfg(test)]
mod tests;
