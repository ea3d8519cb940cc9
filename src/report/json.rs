//! Solutions as JSON: one object per problem, on one line.
//!
//! The fields are described in `docs/json.md`. Fields may be added without notice; when a field changes its
//! meaning or is removed, [`VERSION`] increases.

mod play;
mod question;
mod stats;
mod stream;
mod streamed;
mod table;
mod verdict;

use std::io;

use serde::{Deserialize, Serialize};

pub use play::{JsonLine, JsonMove, JsonNode, JsonPhase, JsonRemark, JsonSettled, JsonSide, JsonTwin};
pub use question::{JsonDeclaration, JsonOptions, JsonProblem, JsonQuestion};
pub use stats::{JsonLoad, JsonStats};
pub use stream::EventStream;
pub use streamed::StreamedTwins;
pub use table::{JsonCell, JsonTable, JsonTablePhase, JsonTableRow};
pub use verdict::{
    JsonFault, JsonFinding, JsonPhaseVerdict, JsonSideVerdict, JsonTwinVerdict, JsonVerdict, faults,
};

use super::features::JsonFeatures;
use crate::problem::{Problem, Span, Verdict};
use crate::solution::Solution;
use crate::solution::changed_play::ShownTries;
use crate::verify::Verification;

/// The version of the format.
pub const VERSION: u32 = 1;

/// A problem with its solution and the verdict on it. `T` is the type of the twins: those that are read, or
/// [those](StreamedTwins) that are written from a solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record<T = Vec<JsonTwin>> {
    /// The version of the format.
    pub version: u32,
    /// The file from which the problem was read.
    pub source: Option<String>,
    /// The line at which it begins, from 1.
    pub line: Option<u32>,
    /// The problem; `None` if it was refused.
    pub problem: Option<JsonProblem>,
    /// The solution, twin by twin.
    pub twins: T,
    /// The remarks on the problem as a whole.
    pub remarks: Vec<JsonRemark>,
    /// The verdict, if it was requested.
    pub verdict: Option<JsonVerdict>,
    /// The features of the solution, if they were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<JsonFeatures>,
    /// The errors for which it was refused.
    pub errors: Vec<JsonFault>,
    /// The warnings about it, its position included; left to the caller.
    #[serde(default)]
    pub warnings: Vec<JsonFault>,
    /// The cost of the search; omitted unless requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<JsonStats>,
}

impl<'a> Record<StreamedTwins<'a>> {
    /// Returns the record of a solved problem, without a verdict.
    pub fn new(problem: &'a Problem, solution: &'a Solution) -> Record<StreamedTwins<'a>> {
        let remarks = play::remarks(&solution.remarks);
        let twins = StreamedTwins::new(problem, solution);
        Record { remarks, ..Record::without_problem(problem.span, twins) }.with_problem(problem)
    }

    /// Adds tables of changed play to the sides with such play.
    pub fn with_tables(self, tries: ShownTries) -> Record<StreamedTwins<'a>> {
        Record { twins: self.twins.with_tables(tries), ..self }
    }
}

impl Record {
    /// Returns the record of a refused problem.
    pub fn refused(span: Span, errors: Vec<JsonFault>) -> Record {
        Record { errors, ..Record::without_problem(span, Vec::new()) }
    }
}

impl<T> Record<T> {
    fn without_problem(span: Span, twins: T) -> Record<T> {
        Record {
            version: VERSION,
            source: None,
            line: line(span),
            problem: None,
            twins,
            remarks: Vec::new(),
            verdict: None,
            features: None,
            errors: Vec::new(),
            warnings: Vec::new(),
            stats: None,
        }
    }

    /// Sets the problem, and the line at which it begins.
    pub fn with_problem(self, problem: &Problem) -> Record<T> {
        Record { line: line(problem.span), problem: Some(JsonProblem::new(problem)), ..self }
    }

    /// Adds a verdict.
    pub fn with_verdict(mut self, verification: &Verification) -> Record<T> {
        self.verdict = Some(JsonVerdict::new(verification));
        self
    }

    /// Adds the verdict on a refused problem.
    pub fn with_refusal(mut self) -> Record<T> {
        let verdict = Verdict::Refused.words().into();
        self.verdict = Some(JsonVerdict { verdict, as_declared: false, twins: Vec::new() });
        self
    }
}

impl<T: Serialize> Record<T> {
    /// Writes the record as JSON without line breaks.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write(&self, out: impl io::Write) -> io::Result<()> {
        serde_json::to_writer(out, self).map_err(io::Error::from)
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
