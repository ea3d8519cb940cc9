//! Input and output of problems.
//!
//! [`read`] detects the format of a file and returns an [`Item`] for every problem in it: the problem, or a
//! [`Refusal`] with the errors and their spans. A faulty problem does not affect the others.

mod consistency;
mod declaration_line;
pub mod diagnostic;
mod document;
pub mod epd;
mod fairy_fen;
mod item_limits;
mod json;
mod olive;
pub mod pgn;
pub mod popeye;
mod question;
mod solution_count;
pub mod source;
mod yaml;
mod zero_bytes;

pub use diagnostic::{ColourMode, Diagnostic, Refusal, Severity, WrongArgument, nearest};
pub use document::{Document, Items};
pub use fairy_fen::{FenDialect, written as fen_placement};
pub use item_limits::{MAX_PROBLEMS, MAX_REFUSALS};
pub use question::{Asked, Question, QuestionedItems};
pub use source::Source;

use crate::problem::declaration::branching_text;
use crate::problem::{Declaration, Problem, Span, first_name};

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

/// How FEN is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FenReading {
    /// How castling rights in vain are read.
    pub leniency: Leniency,
    /// The dialect of placements; `None` if it is detected.
    pub dialect: Option<FenDialect>,
}

/// A format of problem files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputFormat {
    /// Popeye's input language.
    Popeye,
    /// Lines of FEN or EPD.
    Epd,
    /// The entries of Olive and YACPDB, in YAML or JSON, and problems in JSON as in the records that kirke prints.
    Olive,
    /// Games of PGN.
    Pgn,
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
    /// The parts of the text that a [`Problem`] does not hold, such as comments.
    pub unread: Vec<Diagnostic>,
}

impl Item {
    /// Moves the places into a text: those in a text with escapes are approximate, and so are those after its end.
    fn clamp_to(&mut self, source: &Source) {
        self.span = source.clamped(self.span);
        if let Err(refusal) = &mut self.problem {
            refusal.span = source.clamped(refusal.span);
            refusal.errors.iter_mut().for_each(|error| error.clamp_to(source));
        }
        self.warnings.iter_mut().chain(&mut self.unread).for_each(|warning| warning.clamp_to(source));
    }

    /// Returns the author, title or name of the problem, as far as it was read.
    pub fn name(&self) -> Option<&str> {
        match &self.problem {
            Ok(problem) => first_name(&problem.authors, &problem.titles, problem.id.as_ref()),
            Err(refusal) => refusal.name.as_deref(),
        }
    }

    /// Returns the item of a problem that was not read because of an error.
    pub(crate) fn refused(error: Diagnostic) -> Item {
        Item { span: error.span, problem: Err(Refusal::new(error)), warnings: Vec::new(), unread: Vec::new() }
    }
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

/// Reads the problems of a file: in Popeye's language if its first word begins a problem in it, as games of PGN if it begins
/// with a tag, as entries of Olive if it begins as YAML or JSON, as lines of EPD otherwise.
///
/// A file in none of these formats has one item, a refusal.
pub fn read(name: &str, bytes: &[u8]) -> Reading {
    Document::new(name, bytes).read(Asked::default(), FenReading::default())
}

/// Returns whether the first word of a text can be a placement of men, perhaps with wrong letters, and hardly a path.
pub fn is_position(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or("");
    let is_sign = |sign: char| "pnbrqksPNBRQKS123456789/=~[]".contains(sign);
    let chessmen = epd::without_letters_of_fairy_men(word);
    fairy_fen::has_prefix(word)
        || epd::resembles_placement(word)
        || (epd::is_placement(text) && !word.starts_with('/') && chessmen.chars().all(is_sign))
}

/// Returns a declaration as the fields of a `kirke:` remark.
pub fn declaration_text(declaration: &Declaration) -> String {
    declaration_line::write(declaration)
}

/// Returns what a number of solutions as magazines print it declares, as in `2.1...`; `None` if the text is something else.
pub(crate) fn declared_count(text: &str) -> Option<Declaration> {
    solution_count::read_whole(text.trim()).ok()
}

/// Returns the option of `kirke verify` for a number of solutions as magazines print it, as in `--branching 2.1.1.1`;
/// `None` if the text is something else.
pub fn solution_count_option(text: &str) -> Option<String> {
    let declared = solution_count::read_whole(text).ok()?;
    let branching = declared.branching.map(|numbers| format!("--branching {}", branching_text(&numbers)));
    branching.or(declared.line_count.map(|lines| format!("--lines {lines}")))
}
