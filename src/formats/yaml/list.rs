//! The entries of a list of JSON that has a fault, so that the fault affects one entry only.
//!
//! The parser of YAML ends at the first fault. Of a list such as `[{…}, {…}]` the entries are found by their braces instead,
//! and parsed one by one. In JSON no text in quotes has a line break, so a missing quotation mark is found on its line.
//! After a fault the next entry is one that begins a line in the same way.

use super::{Chunk, Node};
use crate::formats::Diagnostic;
use crate::formats::zero_bytes::ZERO_BYTE;
use crate::problem::Span;

/// The entries of a list from one place on.
pub(super) struct ListEntries<'s> {
    text: &'s str,
    /// The byte at which the next entry is expected.
    at: usize,
    expected: Expected,
    place: Place,
    /// The number of entries that were returned before the fault.
    known: usize,
    /// The fault because of which the entries are read one by one; `None` once a fault has been returned.
    fault: Option<Diagnostic>,
}

/// What can come next in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Entry,
    Comma,
    /// A comma or an entry: after a fault.
    Any,
    /// Nothing is read any more.
    Nothing,
}

/// The line and the column of a byte.
#[derive(Clone, Copy)]
struct Place {
    byte: usize,
    line: u32,
    line_start: usize,
    /// The number of characters before the byte on its line.
    column: u32,
}

/// The part of a list that an entry occupies.
enum Extent {
    /// It ends before this byte.
    Whole(usize),
    /// It has a fault at this byte.
    Faulty(usize, &'static str),
}

impl<'s> ListEntries<'s> {
    /// Returns the entries of a text after the first `known`.
    ///
    /// # Errors
    /// The fault, if the text is not a list of objects.
    pub fn new(
        text: &'s str,
        line: u32,
        known: usize,
        fault: Diagnostic,
    ) -> Result<ListEntries<'s>, Diagnostic> {
        let inner = text.trim_start().strip_prefix('[').filter(|inner| inner.trim_start().starts_with('{'));
        let Some(inner) = inner else { return Err(fault) };
        let place = Place { byte: 0, line, line_start: 0, column: 0 };
        let at = text.len() - inner.len();
        Ok(ListEntries { text, at, expected: Expected::Entry, place, known, fault: Some(fault) })
    }

    fn refuse(&mut self, error: Diagnostic) -> Diagnostic {
        self.fault = None;
        error
    }

    /// Returns the next entry, or a fault.
    fn entry(&mut self) -> Option<Result<Node<'s>, Diagnostic>> {
        loop {
            self.skip_blanks();
            let next = self.text.as_bytes().get(self.at).copied();
            match (next, self.expected) {
                (_, Expected::Nothing) => return None,
                (None, _) => {
                    self.expected = Expected::Nothing;
                    return Some(Err(self.error("the list is not closed: expected ']'")));
                }
                (Some(b','), Expected::Comma | Expected::Any) => {
                    self.at += 1;
                    self.expected = Expected::Entry;
                }
                (Some(b'{'), Expected::Comma) => {
                    self.expected = Expected::Entry;
                    return Some(Err(self.error("expected a comma between the entries of the list")));
                }
                (Some(b'{'), _) => return Some(self.object()),
                (Some(b']'), _) => {
                    self.at += 1;
                    self.skip_blanks();
                    self.expected = Expected::Nothing;
                    let is_end = self.at == self.text.len();
                    return (!is_end).then(|| Err(self.error("expected nothing after the list")));
                }
                (Some(_), _) => {
                    let error = self.error("expected an entry of the list, in braces");
                    let rest = &self.text[self.at..];
                    let is_end = |letter: char| [',', '{', ']', '\n'].contains(&letter);
                    let next = rest.char_indices().skip(1).find(|&(_, letter)| is_end(letter));
                    self.at += next.map_or(rest.len(), |(next, _)| next);
                    self.expected = Expected::Any;
                    return Some(Err(error));
                }
            }
        }
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn error(&mut self, message: &str) -> Diagnostic {
        Diagnostic::error(self.place.move_to(self.text, self.at), message)
    }

    /// Returns the entry that begins with a brace here.
    fn object(&mut self) -> Result<Node<'s>, Diagnostic> {
        let start = self.at;
        let span = self.place.move_to(self.text, start);
        let line_start = self.place.line_start;
        let indent = &self.text[line_start..start];
        let indent = indent.trim().is_empty().then_some(indent);
        match extent(self.text, start, indent) {
            Extent::Whole(end) => {
                self.at = end;
                self.expected = Expected::Comma;
                parse(&self.text[start..end], span)
            }
            Extent::Faulty(at, message) => {
                let next = next_object_line(self.text, start, indent);
                // The next entry can begin before the fault, so the place of this one is kept.
                let mut place = self.place;
                let error = Diagnostic::error(place.move_to(self.text, at), message);
                self.expected = if next.is_some() { Expected::Any } else { Expected::Nothing };
                self.at = next.unwrap_or(self.text.len());
                let has_more = self.text[start + 1..].contains('{');
                Err(match (next, indent) {
                    (None, _) if has_more => error.suggest("the rest of this list is not read"),
                    (Some(_), None) => error.suggest("the rest of this line is not read"),
                    _ => error,
                })
            }
        }
    }
}

impl<'s> Iterator for ListEntries<'s> {
    type Item = Result<Node<'s>, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.entry() {
                Some(Ok(_)) if self.known > 0 => self.known -= 1,
                Some(Ok(node)) => return Some(Ok(node)),
                Some(Err(error)) => return Some(Err(self.refuse(error))),
                // The entries have no fault one by one.
                None => return self.fault.take().map(Err),
            }
        }
    }
}

impl Place {
    /// Moves to a byte that is not before the last one; returns its place.
    fn move_to(&mut self, text: &str, byte: usize) -> Span {
        let bytes = text.as_bytes();
        for at in self.byte..byte {
            // A byte that continues a character counts for nothing.
            self.column += u32::from(bytes[at] & 0xc0 != 0x80);
            if bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
                (self.line, self.line_start, self.column) = (self.line + 1, at + 1, 0);
            }
        }
        self.byte = self.byte.max(byte);
        Span { line: self.line, column: self.column + 1, length: 0 }
    }
}

/// Returns the extent of the object that begins at a byte. A line that begins as the line of the object does begins another
/// one.
fn extent(text: &str, start: usize, indent: Option<&str>) -> Extent {
    const NOT_CLOSED: &str = "an entry of the list is not closed: expected '}'";
    let mut open: Vec<u8> = Vec::new();
    let mut at = start;
    while let Some(&byte) = text.as_bytes().get(at) {
        match byte {
            b'"' => match string_length(&text[at..]) {
                Some(length) => at += length - 1,
                None => {
                    return Extent::Faulty(at, "a text in this entry of the list is not closed on its line");
                }
            },
            b'{' => open.push(b'}'),
            b'[' => open.push(b']'),
            b'}' | b']' if open.pop() != Some(byte) => {
                return Extent::Faulty(at, "a bracket in this entry of the list is closed by another one");
            }
            b'\n' if indent.is_some_and(|indent| begins_object(&text[at + 1..], indent)) => {
                return Extent::Faulty(start, NOT_CLOSED);
            }
            _ => {}
        }
        at += 1;
        if open.is_empty() {
            return Extent::Whole(at);
        }
    }
    Extent::Faulty(start, NOT_CLOSED)
}

/// Returns the number of bytes of a text in double quotes; `None` if it does not end on its line.
fn string_length(text: &str) -> Option<usize> {
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => return Some(at + 1),
            b'\n' | b'\r' => return None,
            b'\\' => {
                bytes.next().filter(|(_, escaped)| !matches!(escaped, b'\n' | b'\r'))?;
            }
            _ => {}
        }
    }
    None
}

/// Returns the byte at which the next line that begins with an object begins, after the line of `from`. With an
/// `indent` there must be the same blanks before it.
fn next_object_line(text: &str, from: usize, indent: Option<&str>) -> Option<usize> {
    let breaks = text[from..].match_indices('\n').map(|(at, _)| from + at + 1);
    breaks.into_iter().find(|&start| match indent {
        Some(indent) => begins_object(&text[start..], indent),
        None => text[start..].trim_start_matches([' ', '\t']).starts_with('{'),
    })
}

fn begins_object(line: &str, indent: &str) -> bool {
    line.strip_prefix(indent).is_some_and(|rest| rest.starts_with('{'))
}

/// Parses one entry that begins at a place.
fn parse<'s>(text: &'s str, span: Span) -> Result<Node<'s>, Diagnostic> {
    let mut chunk = Chunk::new(text, span.line);
    chunk.places.column = span.column - 1;
    let entry = match zero_byte(text, span) {
        Some(error) => Err(error),
        None => chunk.next_document(),
    };
    entry?.ok_or_else(|| Diagnostic::error(span, "expected an entry of the list"))
}

/// Returns the error about the first byte of value 0 in a text that begins at a place; `None` if there is none.
pub(super) fn zero_byte(text: &str, begin: Span) -> Option<Diagnostic> {
    let at = text.find('\0')?;
    let mut place = Place { byte: 0, line: begin.line, line_start: 0, column: 0 };
    let mut span = place.move_to(text, at);
    if span.line == begin.line {
        span.column += begin.column.saturating_sub(1);
    }
    Some(Diagnostic::error(Span { length: 1, ..span }, ZERO_BYTE))
}
