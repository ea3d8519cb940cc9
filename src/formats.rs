//! Input and output of problems.
//!
//! [`read`] detects the format of a file and returns an [`Item`] for every problem in it: the problem, or a
//! [`Refusal`] with the errors and their spans. A faulty problem does not affect the others.

mod consistency;
mod declaration_line;
pub mod diagnostic;
pub mod epd;
mod item_list;
pub mod popeye;
mod question;
mod solution_count;
pub mod source;

pub use diagnostic::{ColourMode, Diagnostic, Refusal, Severity, nearest};
pub use item_list::{MAX_PROBLEMS, MAX_REFUSALS};
pub use question::Question;
pub use source::Source;

use crate::problem::{Problem, Span};

/// The largest number of bytes read of a file.
pub const MAX_BYTES: usize = 64 << 20;

/// Whether castling rights of FEN that no king and rook on their home squares can have are accepted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Leniency {
    /// They are errors.
    #[default]
    Strict,
    /// They are ignored with a warning.
    Lenient,
}

/// A format of problem files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputFormat {
    /// Popeye's input language.
    Popeye,
    /// Lines of FEN or EPD.
    Epd,
}

/// A problem of a file, or the reason why it was not read.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// The span where the problem begins.
    pub span: Span,
    /// The problem, or the errors.
    pub problem: Result<Problem, Refusal>,
    /// Warnings about this problem.
    pub warnings: Vec<Diagnostic>,
}

/// The contents of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The text, which messages quote.
    pub source: Source,
    /// The detected format; `None` if there is none.
    pub format: Option<InputFormat>,
    /// The problems in order; never empty.
    pub items: Vec<Item>,
    /// Warnings about the file as a whole.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a single problem, in any format that [`read`] knows.
impl std::str::FromStr for Problem {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Problem, Refusal> {
        let mut items = read("text", text.as_bytes()).items;
        match (items.pop(), items.is_empty()) {
            (Some(item), true) => item.problem,
            (Some(second), false) => {
                Err(Refusal::new(Diagnostic::error(second.span, "expected one problem, found several")))
            }
            (None, _) => {
                Err(Refusal::new(Diagnostic::error(Span::default(), "expected a problem, found none")))
            }
        }
    }
}

/// Reads the problems of a file: in Popeye's language if its first word begins a problem in it, as lines of
/// EPD otherwise.
///
/// A file in neither format has one item, a refusal.
pub fn read(name: &str, bytes: &[u8]) -> Reading {
    read_with(name, bytes, None, Leniency::Strict)
}

/// Returns whether the first word of a text can be a placement of men and hardly a path.
pub fn is_position(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or("");
    let is_sign = |sign: char| "pnbrqksPNBRQKS123456789/=~[]".contains(sign);
    epd::is_placement(text) && !word.starts_with('/') && word.chars().all(is_sign)
}

/// Reads as [`read`] does. In lines of EPD, `stipulation` replaces the one that is given, which can then be missing.
fn read_with(name: &str, bytes: &[u8], stipulation: Option<&str>, leniency: Leniency) -> Reading {
    if let Some((span, message)) = unreadable_reason(bytes) {
        // Bytes that are not text are not quoted.
        let error = Diagnostic::error(span, message);
        return refuse(Source::new(name, b""), error);
    }
    let source = Source::new(name, bytes);
    if let Some(language) = popeye::detect_language(source.text()) {
        let (items, warnings) = popeye::read(&source, language);
        return Reading { source, format: Some(InputFormat::Popeye), items, warnings };
    }
    match epd::first_line(&source) {
        None => {
            let error = Diagnostic::error(first_span(&source), "there is no problem in this file");
            refuse(source, error)
        }
        Some((number, line)) if epd::is_placement(line) || epd::is_mostly_placements(&source) => {
            let items = epd::read(&source, number, stipulation, leniency);
            Reading { source, format: Some(InputFormat::Epd), items, warnings: Vec::new() }
        }
        Some((number, line)) => {
            let blanks = line.chars().take_while(|first| first.is_whitespace());
            let word = line.split_whitespace().next().unwrap_or(line);
            let span =
                Span { line: number, column: blanks.count() as u32 + 1, length: word.chars().count() as u32 };
            let message = format!(
                "expected 'beginproblem' ('AnfangProblem', 'DebutProbleme') or a line of FEN, found {}",
                diagnostic::quoted(word)
            );
            let meant = popeye::nearest_begin_word(source.text());
            refuse(source, Diagnostic::error(span, message).did_you_mean(meant))
        }
    }
}

fn refuse(source: Source, error: Diagnostic) -> Reading {
    Reading {
        source,
        format: None,
        items: vec![Item { span: error.span, problem: Err(Refusal::new(error)), warnings: Vec::new() }],
        warnings: Vec::new(),
    }
}

/// Returns the reason why bytes cannot be a text of problems; `None` if they can.
fn unreadable_reason(bytes: &[u8]) -> Option<(Span, String)> {
    let start = Span { line: 1, column: 1, length: 0 };
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is longer than {} MB", MAX_BYTES >> 20);
        return Some((start, message));
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        let message = "the file is written in UTF-16: expected UTF-8 or Latin-1";
        return Some((start, message.into()));
    }
    bytes.contains(&0).then(|| {
        let message = "the file is not a text: it contains bytes of value 0";
        (start, message.into())
    })
}

fn first_span(source: &Source) -> Span {
    Span { line: source.line_count().min(1) as u32, column: 1, length: 0 }
}
