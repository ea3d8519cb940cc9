//! Texts of a known format, from which problems are read one after the other, so that a collection need not be in
//! memory as a whole.

use super::item_limits::{Admission, ItemLimits};
use super::json::join_surrogates;
use super::zero_bytes::ZeroByteCheck;
use super::{
    Asked, Diagnostic, FenReading, InputFormat, Item, MAX_BYTES, Reading, Source, diagnostic, epd, olive,
    pgn, popeye,
};
use crate::problem::Span;
use crate::rules::catalogue::Language;

/// A text, and the format that was detected.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    source: Source,
    kind: Result<Kind, Diagnostic>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// Popeye's input language, beginning in this language.
    Popeye(Language),
    /// Lines of FEN or EPD, beginning in this line.
    Epd(u32),
    /// Entries of Olive.
    Olive(olive::Layout),
    /// Games of PGN.
    Pgn,
}

impl Document {
    /// Decodes a text and detects its format: Popeye's language if its first word begins a problem in it, games of PGN if
    /// it begins with a tag, entries of Olive if it begins as YAML or JSON, lines of EPD otherwise. A text in none of these
    /// formats has one item, a refusal.
    pub fn new(name: &str, bytes: impl Into<Vec<u8>>) -> Document {
        let bytes = bytes.into();
        if let Some((span, message)) = unreadable_reason(&bytes) {
            // Bytes that are not text are not quoted.
            let error = Diagnostic::error(span, message);
            return Document { source: Source::new(name, b""), kind: Err(error) };
        }
        let source = Source::new(name, bytes);
        let kind = detect(&source);
        if kind.is_err() && source.text().contains('\0') {
            let start = Span { line: 1, column: 1, length: 0 };
            let message = "the file is not a text: it contains bytes of value 0";
            let error = Diagnostic::error(start, message);
            return Document { source: Source::new(name, b""), kind: Err(error) };
        }
        let joined = matches!(kind, Ok(Kind::Olive(_))).then(|| join_surrogates(source.text())).flatten();
        let source = joined.map_or(source, |text| Source::new(name, text));
        Document { source, kind }
    }

    /// Returns the text, which messages quote.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the detected format; `None` if there is none.
    pub fn format(&self) -> Option<InputFormat> {
        match self.kind {
            Ok(Kind::Popeye(_)) => Some(InputFormat::Popeye),
            Ok(Kind::Epd(_)) => Some(InputFormat::Epd),
            Ok(Kind::Olive(_)) => Some(InputFormat::Olive),
            Ok(Kind::Pgn) => Some(InputFormat::Pgn),
            Err(_) => None,
        }
    }

    /// Returns the problems in order, read with what is asked about them; at least one item.
    pub fn items<'d>(&'d self, asked: Asked<'d>, fen: FenReading) -> Items<'d> {
        let problems = match &self.kind {
            Ok(Kind::Popeye(language)) => {
                Problems::Popeye(Box::new(popeye::Problems::new(&self.source, *language, asked)))
            }
            Ok(Kind::Epd(first)) => Problems::Epd(epd::Problems::new(&self.source, *first, asked, fen)),
            Ok(Kind::Olive(layout)) => {
                Problems::Olive(Box::new(olive::Problems::new(&self.source, *layout, asked)))
            }
            Ok(Kind::Pgn) => Problems::Pgn(pgn::Problems::new(&self.source, asked, fen)),
            // Lines in a dialect that is named need no signs of FEN.
            Err(error) => match epd::first_line(&self.source).filter(|_| fen.dialect.is_some()) {
                Some((first, _)) => Problems::Epd(epd::Problems::new(&self.source, first, asked, fen)),
                None => Problems::Refused(Some(error.clone())),
            },
        };
        let is_divided = matches!(self.kind, Ok(Kind::Epd(_) | Kind::Olive(_)));
        let problems = ZeroByteCheck::new(problems, (!is_divided).then_some(&self.source));
        Items { problems, limits: Some(ItemLimits::default()) }
    }

    /// Reads all problems.
    pub(super) fn read(self, asked: Asked<'_>, fen: FenReading) -> Reading {
        let mut items = self.items(asked, fen);
        let read = items.by_ref().collect();
        let warnings = items.warnings().to_vec();
        Reading { format: self.format(), items: read, warnings, source: self.source }
    }
}

/// The problems of a document in order.
pub struct Items<'d> {
    problems: ZeroByteCheck<Problems<'d>>,
    /// What limits the number of items; `None` after the last one.
    limits: Option<ItemLimits>,
}

enum Problems<'d> {
    Refused(Option<Diagnostic>),
    Popeye(Box<popeye::Problems<'d>>),
    Epd(epd::Problems<'d>),
    Olive(Box<olive::Problems<'d>>),
    Pgn(pgn::Problems<'d>),
}

impl Items<'_> {
    /// Returns the warnings about the text as a whole, of the part that was read.
    pub fn warnings(&self) -> &[Diagnostic] {
        match self.problems.inner() {
            Problems::Popeye(problems) => problems.warnings(),
            Problems::Olive(problems) => problems.warnings(),
            Problems::Refused(_) | Problems::Epd(_) | Problems::Pgn(_) => &[],
        }
    }
}

impl Iterator for Problems<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        match self {
            Problems::Popeye(problems) => problems.next(),
            Problems::Epd(problems) => problems.next(),
            Problems::Olive(problems) => problems.next(),
            Problems::Pgn(problems) => problems.next(),
            Problems::Refused(error) => error.take().map(Item::refused),
        }
    }
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        while let Some(limits) = &mut self.limits {
            let admission = match self.problems.next() {
                Some(item) => limits.admit(item),
                None => Admission::Last(limits.omitted()),
            };
            match admission {
                Admission::Kept(item) => return Some(item),
                Admission::Omitted => {}
                Admission::Last(item) => {
                    self.limits = None;
                    return item;
                }
            }
        }
        None
    }
}

/// Returns the format of a text.
///
/// # Errors
/// If the text has no problem or no known format.
fn detect(source: &Source) -> Result<Kind, Diagnostic> {
    if let Some(language) = popeye::detect_language(source.text()) {
        return Ok(Kind::Popeye(language));
    }
    if pgn::is_pgn(source) {
        return Ok(Kind::Pgn);
    }
    if let Some(layout) = olive::Layout::detect(source) {
        return Ok(Kind::Olive(layout));
    }
    let Some((number, line)) = epd::first_line(source) else {
        let start = Span { line: source.line_count().min(1) as u32, column: 1, length: 0 };
        return Err(Diagnostic::error(start, "there is no problem in this file"));
    };
    if epd::is_placement(line) || epd::is_mostly_placements(source) {
        return Ok(Kind::Epd(number));
    }
    let blanks = line.chars().take_while(|first| first.is_whitespace());
    let word = line.split_whitespace().next().unwrap_or(line);
    let span = Span { line: number, column: blanks.count() as u32 + 1, length: word.chars().count() as u32 };
    let message = format!(
        "expected 'beginproblem' ('AnfangProblem', 'DebutProbleme'), a line of FEN, an entry of Olive or a tag of PGN, found {}",
        diagnostic::quoted(word)
    );
    Err(Diagnostic::error(span, message).did_you_mean(popeye::nearest_begin_word(source.text())))
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
    None
}
