//! Solutions as JSON: one object per problem, on one line.
//!
//! The fields are described in `docs/json.md`. Fields may be added without notice; when a field changes its
//! meaning or is removed, [`VERSION`] increases.

mod play;
mod question;
mod stats;
mod stream;
mod table;
mod verdict;

use serde::{Deserialize, Serialize};

pub use play::{JsonLine, JsonMove, JsonNode, JsonPhase, JsonRemark, JsonSettled, JsonSide, JsonTwin};
pub use question::{JsonDeclaration, JsonOptions, JsonProblem, JsonQuestion};
pub use stats::{JsonLoad, JsonStats};
pub use stream::EventStream;
pub use table::{JsonCell, JsonTable, JsonTablePhase, JsonTableRow};
pub use verdict::{JsonFault, JsonFinding, JsonPhaseVerdict, JsonSideVerdict, JsonTwinVerdict, JsonVerdict};

use crate::problem::{Problem, Span, Verdict};
use crate::solution::Solution;
use crate::solution::changed_play::{PlayTable, ShownTries};
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
    /// The problem; `None` if it was refused.
    pub problem: Option<JsonProblem>,
    /// The solution, twin by twin.
    pub twins: Vec<JsonTwin>,
    /// The remarks on the problem as a whole.
    pub remarks: Vec<JsonRemark>,
    /// The verdict, if it was requested.
    pub verdict: Option<JsonVerdict>,
    /// The errors for which it was refused.
    pub errors: Vec<JsonFault>,
    /// The warnings about it, its position included; left to the caller.
    #[serde(default)]
    pub warnings: Vec<JsonFault>,
    /// The cost of the search; omitted unless requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<JsonStats>,
}

impl Record {
    /// Returns the record of a solved problem, without a verdict.
    pub fn new(problem: &Problem, solution: &Solution) -> Record {
        Record {
            version: VERSION,
            source: None,
            line: line(problem.span),
            problem: Some(JsonProblem::new(problem)),
            twins: solution.twins.iter().map(|twin| JsonTwin::new(problem, twin)).collect(),
            remarks: play::remarks(&solution.remarks),
            verdict: None,
            errors: Vec::new(),
            warnings: Vec::new(),
            stats: None,
        }
    }

    /// Adds tables of changed play to the sides with such play.
    pub fn with_tables(mut self, problem: &Problem, solution: &Solution, tries: ShownTries) -> Record {
        for (twin, written) in solution.twins.iter().zip(&mut self.twins) {
            let Ok(setting) = &twin.head.setting else { continue };
            if !PlayTable::is_requested(setting, &problem.options) {
                continue;
            }
            let layout = setting.diagram.layout();
            for (side, written) in twin.sides.iter().zip(&mut written.sides) {
                written.table = Some(JsonTable::new(&PlayTable::new(side, layout, tries), layout));
            }
        }
        self
    }

    /// Returns the record of a refused problem.
    pub fn refused(span: Span, errors: Vec<JsonFault>) -> Record {
        Record {
            version: VERSION,
            source: None,
            line: line(span),
            problem: None,
            twins: Vec::new(),
            remarks: Vec::new(),
            verdict: None,
            errors,
            warnings: Vec::new(),
            stats: None,
        }
    }

    /// Adds a verdict.
    pub fn with_verdict(mut self, verification: &Verification) -> Record {
        self.verdict = Some(JsonVerdict::new(verification));
        self
    }

    /// Adds the verdict on a refused problem.
    pub fn with_refusal(mut self) -> Record {
        let verdict = Verdict::Refused.words().into();
        self.verdict = Some(JsonVerdict { verdict, as_declared: false, twins: Vec::new() });
        self
    }

    /// Returns the record as JSON without line breaks.
    ///
    /// # Errors
    /// Those of the JSON writer; a record causes none.
    pub fn to_line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

fn line(span: Span) -> Option<u32> {
    (span.line > 0).then_some(span.line)
}

#[cfg(test)]
mod tests;
