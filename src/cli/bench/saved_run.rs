//! A run that `kirke bench --format json` has printed.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::answer::Digest;
use super::figures::AtStart;
use super::record::VERSION;
use super::value::Time;
use crate::cli::input::Input;
use crate::formats::{self, Diagnostic, Source};
use crate::problem::Span;

/// The measured command of this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimedCommand {
    /// `kirke solve`, without a peer.
    Solve,
    /// `kirke popeye`, against a peer.
    Popeye,
}

impl TimedCommand {
    fn run_name(self) -> &'static str {
        match self {
            TimedCommand::Solve => "a run without --peer",
            TimedCommand::Popeye => "a run with --peer",
        }
    }
}

/// A row of a saved run. Fields that may be `null` must be present nevertheless.
#[derive(Clone, Debug, Deserialize)]
pub struct SavedRow {
    /// The name of the problem.
    pub name: String,
    /// The stipulation.
    pub stipulation: String,
    /// The conditions.
    pub conditions: Vec<String>,
    /// The problem itself.
    pub problem: Digest,
    /// The measured command.
    pub command: TimedCommand,
    /// The seconds; `None` without a complete answer.
    #[serde(deserialize_with = "Option::deserialize")]
    pub seconds: Option<f64>,
    /// Whether the limit was exceeded.
    pub past_limit: bool,
    /// The programs with times about those of empty runs.
    #[serde(deserialize_with = "Option::deserialize")]
    pub at_start: Option<AtStart>,
    /// The answer, if it was complete.
    #[serde(deserialize_with = "Option::deserialize")]
    pub answer: Option<Digest>,
}

impl SavedRow {
    /// Returns the time of this program; `None` without a complete answer.
    pub fn own(&self) -> Option<Time> {
        self.seconds.map(if self.past_limit { Time::PastLimit } else { Time::Finished })
    }
}

/// A saved run.
#[derive(Debug)]
pub struct SavedRun {
    /// The path of the file.
    pub name: String,
    /// The rows in order.
    pub rows: Vec<SavedRow>,
}

/// The fields that every object has.
#[derive(Deserialize)]
struct ObjectHead {
    version: u32,
    kind: String,
}

/// The reason why a run cannot be read.
#[derive(Debug)]
pub enum SavedRunError {
    /// The file cannot be read: the message.
    Unreadable(String),
    /// The text is not that of a run.
    Malformed(Box<(Source, Diagnostic)>),
}

impl SavedRun {
    /// Reads a run of this command.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not a row of such a run.
    pub fn read(path: &Path, command: TimedCommand) -> Result<SavedRun, SavedRunError> {
        let input = Input::from_argument(path);
        let bytes = input.read().map_err(SavedRunError::Unreadable)?;
        if bytes.len() > formats::MAX_BYTES {
            let most = formats::MAX_BYTES >> 20;
            let message = format!("{}: the file is longer than {most} MB", input.name());
            return Err(SavedRunError::Unreadable(message));
        }
        let source = Source::new(&input.name(), bytes);
        SavedRun::parse(&source, command).map_err(|error| SavedRunError::Malformed(Box::new((source, error))))
    }

    /// Returns the run of this command in a text.
    ///
    /// # Errors
    /// If a line is not a row of such a run.
    pub fn parse(source: &Source, command: TimedCommand) -> Result<SavedRun, Diagnostic> {
        let mut rows = Vec::new();
        for (number, line) in source.lines().filter(|(_, line)| !line.trim().is_empty()) {
            let start = Span { line: number, column: 1, length: 0 };
            let malformed = |error| malformed(&error, line, number);
            let head: ObjectHead = serde_json::from_str(line).map_err(malformed)?;
            if head.version != VERSION {
                let message = format!("expected version {VERSION} of the format, found {}", head.version);
                return Err(Diagnostic::error(start, message));
            }
            match &head.kind[..] {
                "row" => {
                    let row: SavedRow = serde_json::from_str(line).map_err(malformed)?;
                    check(&row, command).map_err(|message| Diagnostic::error(start, message))?;
                    rows.push(row);
                }
                "only-then" | "summary" => {}
                other => {
                    let message =
                        format!("expected the kind 'row', 'only-then' or 'summary', found '{other}'");
                    return Err(Diagnostic::error(start, message));
                }
            }
        }
        if rows.is_empty() {
            let start = Span { line: 1, column: 1, length: 0 };
            return Err(Diagnostic::error(
                start,
                "expected the rows of `kirke bench --format json`, found none",
            ));
        }
        Ok(SavedRun { name: source.name().to_owned(), rows })
    }
}

/// Checks what the types of a row leave open.
fn check(row: &SavedRow, command: TimedCommand) -> Result<(), String> {
    if row.command != command {
        let [expected, found] = [command, row.command].map(TimedCommand::run_name);
        return Err(format!("expected {expected}, as the present one, found {found}"));
    }
    match row.seconds {
        Some(seconds) if seconds < 0.0 => Err(format!("expected seconds of at least 0, found {seconds}")),
        None if row.past_limit => Err("expected the seconds up to the limit, found null".into()),
        _ => Ok(()),
    }
}

/// Returns the error of a line that is not the expected object.
fn malformed(error: &serde_json::Error, line: &str, number: u32) -> Diagnostic {
    let message = error.to_string();
    let reason = message.rsplit_once(" at line ").map_or(&message[..], |(reason, _)| reason);
    // The reader counts bytes, from 1; 0 is before the first.
    let before = line.char_indices().take_while(|(at, _)| at + 1 < error.column()).count();
    let column = u32::try_from(before + 1).unwrap_or(u32::MAX);
    let span = Span { line: number, column, length: 1 };
    Diagnostic::error(span, format!("expected an object of `kirke bench --format json`: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = r#"{"kind":"row","version":1,"name":"é","stipulation":"h#2","conditions":[],"problem":"0","command":"solve","seconds":1.5,"past_limit":false,"at_start":null,"answer":"1"}"#;

    fn parse(text: &str) -> Result<Vec<SavedRow>, Diagnostic> {
        let source = Source::new("old.json", text);
        SavedRun::parse(&source, TimedCommand::Solve).map(|run| run.rows)
    }

    fn error(text: &str) -> (u32, u32, String) {
        let error = parse(text).expect_err(text);
        (error.span.line, error.span.column, error.message)
    }

    #[test]
    fn rows_are_read_and_other_objects_skipped() {
        let text = format!("{ROW}\n\n{{\"version\":1,\"kind\":\"summary\",\"new\":[]}}\n");
        let rows = parse(&text).expect("a run");
        assert_eq!((rows.len(), rows[0].own()), (1, Some(Time::Finished(1.5))));
        let late = parse(&ROW.replace("false", "true")).expect("a run");
        assert_eq!(late[0].own(), Some(Time::PastLimit(1.5)));
    }

    #[test]
    fn malformed_lines_name_place_and_expectation() {
        let (line, column, message) = error(&format!("{ROW}\n{}", ROW.replace("1.5", "\"x\"")));
        let at = ROW.chars().take_while(|&c| c != '.').count() as u32;
        assert!(line == 2 && column >= at && column <= at + 4, "{column} {at}");
        assert!(message.contains("invalid type: string \"x\", expected f64"), "{message}");
        for (text, expected) in [
            ("", "found none"),
            ("kirke 0.1.0: 1 thread", "expected value"),
            ("{\"version\":1}", "missing field `kind`"),
            ("[]", "invalid length 0"),
            ("{\"version\":2,\"kind\":\"row\"}", "expected version 1 of the format, found 2"),
            ("{\"version\":1,\"kind\":\"x\"}", "found 'x'"),
            (&ROW.replace("\"seconds\":1.5,", "\"second\":1.5,"), "missing field `seconds`"),
            (&ROW.replace("1.5", "-1.5"), "at least 0, found -1.5"),
            (&ROW.replace("1.5", "1e999"), "number out of range"),
            (&ROW.replace("1.5", "null").replace("false", "true"), "up to the limit, found null"),
            (&ROW.replace("\"solve\"", "\"popeye\""), "expected a run without --peer"),
            (&ROW[..40], "EOF while parsing"),
        ] {
            let (line, column, message) = error(text);
            assert!(line == 1 && column >= 1 && message.contains(expected), "{text}: {message}");
        }
    }
}
