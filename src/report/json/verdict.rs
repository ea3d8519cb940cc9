//! Verdicts, findings and faults in a JSON record.

use serde::{Deserialize, Serialize};

use super::play;
use crate::position::Side;
use crate::problem::{Place, Verdict};
use crate::solution::Phase;

/// The verdict on a problem, with what it rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// The verdict in words, as in `no solution`.
    pub verdict: String,
    /// The verdict that was declared, or `sound`.
    pub expected: String,
    /// Is it what was expected?
    pub as_expected: bool,
    /// The verdicts on twins, sides and phases.
    pub parts: Vec<PartVerdict>,
    /// What was found, the gravest first.
    pub findings: Vec<Finding>,
}

/// The verdict on a part of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartVerdict {
    /// The twin; none where there are no twins.
    pub twin: Option<String>,
    /// The side that plays White's part; none for a verdict on the whole twin.
    pub side: Option<String>,
    /// `set` or `actual`; none for a verdict on the whole side or twin.
    pub phase: Option<String>,
    /// The verdict in words.
    pub verdict: String,
}

/// Something found, with the lines that show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What it is called, as in `cook` or `minor dual`.
    pub name: String,
    /// The twin, side and phase in which it was found.
    pub twin: Option<String>,
    /// The side that plays White's part.
    pub side: Option<String>,
    /// `set` or `actual`.
    pub phase: Option<String>,
    /// What is to be said of it.
    pub message: String,
    /// The moves that show it, one line each, as journals print them.
    pub lines: Vec<String>,
}

/// Something in the input that was not understood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// How many characters; 0 where something is missing.
    pub length: u32,
    /// What is wrong and what was expected.
    pub message: String,
}

impl Judged {
    /// A verdict held against the one that was expected, with no parts and no
    /// findings yet.
    pub fn new(verdict: Verdict, expected: Verdict) -> Judged {
        Judged {
            verdict: verdict.words().into(),
            expected: expected.words().into(),
            as_expected: verdict == expected,
            parts: Vec::new(),
            findings: Vec::new(),
        }
    }
}

impl PartVerdict {
    /// The verdict on a part.
    pub fn new(
        twin: Option<&str>,
        side: Option<Side>,
        phase: Option<Phase>,
        verdict: Verdict,
    ) -> PartVerdict {
        PartVerdict {
            twin: twin.map(Into::into),
            side: side.map(play::side),
            phase: phase.map(play::phase),
            verdict: verdict.words().into(),
        }
    }
}

impl Finding {
    /// A finding in a part of the problem.
    pub fn new(
        name: impl Into<String>,
        (twin, side, phase): (Option<&str>, Option<Side>, Option<Phase>),
        message: impl Into<String>,
        lines: Vec<String>,
    ) -> Finding {
        Finding {
            name: name.into(),
            twin: twin.map(Into::into),
            side: side.map(play::side),
            phase: phase.map(play::phase),
            message: message.into(),
            lines,
        }
    }
}

impl Fault {
    /// A fault at a place.
    pub fn new(place: Place, message: impl Into<String>) -> Fault {
        Fault {
            line: place.line,
            column: place.column,
            length: place.length,
            message: message.into(),
        }
    }
}
