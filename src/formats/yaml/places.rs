//! The places of the parser of YAML as those of the source.

use std::borrow::Cow;

use saphyr_parser::{Marker, ScalarStyle, Span as MarkerSpan};

use super::{Node, Scalar, Value};
use crate::problem::Span;

/// Converts the parser's places to those of the source.
pub(super) struct Places<'s> {
    /// The text.
    pub text: &'s str,
    /// The number of the first line.
    pub line: u32,
    /// The number of characters of the first line before the text.
    pub column: u32,
    is_ascii: bool,
    /// The last place that was converted, in characters and in bytes.
    characters: usize,
    bytes: usize,
}

impl<'s> Places<'s> {
    /// Returns the places of a text that begins in a line.
    pub fn new(text: &'s str, line: u32) -> Places<'s> {
        Places { text, line, column: 0, is_ascii: text.is_ascii(), characters: 0, bytes: 0 }
    }

    /// Returns the place of a marker.
    pub fn at(&self, marker: &Marker) -> Span {
        let lines = (marker.line() as u32).saturating_sub(1);
        let before = if lines == 0 { self.column } else { 0 };
        Span { line: self.line + lines, column: before + marker.col() as u32 + 1, length: 0 }
    }

    /// Returns the byte at a number of characters, which does not decrease from call to call.
    fn byte(&mut self, characters: usize) -> Option<usize> {
        if self.is_ascii {
            return Some(characters);
        }
        let more = characters.checked_sub(self.characters)?;
        let rest = self.text.get(self.bytes..)?;
        let length = rest.char_indices().nth(more).map_or(rest.len(), |(at, _)| at);
        (self.characters, self.bytes) = (characters, self.bytes + length);
        Some(self.bytes)
    }

    /// Returns the node of a scalar.
    pub fn scalar(&mut self, text: Cow<'s, str>, style: ScalarStyle, at: &MarkerSpan) -> Node<'s> {
        let begin = self.at(&at.start);
        let is_one_line = at.start.line() == at.end.line();
        let length = if is_one_line { at.end.index().saturating_sub(at.start.index()) as u32 } else { 0 };
        let raw = self.raw(&text, style, at, begin);
        let is_quoted = style != ScalarStyle::Plain;
        Node { value: Value::Scalar(Scalar { text, is_quoted, raw }), span: Span { length, ..begin } }
    }

    /// Returns the text of a scalar as in the source, without its quotes, if it differs from `text` by blanks only.
    fn raw(
        &mut self,
        text: &str,
        style: ScalarStyle,
        at: &MarkerSpan,
        begin: Span,
    ) -> Option<(&'s str, Span)> {
        let start = self.byte(at.start.index())?;
        let end = self.byte(at.end.index())?;
        let whole = self.text.get(start..end)?;
        // The place includes tag and anchor.
        let properties = properties_length(whole);
        let skipped = whole[..properties].chars().count() as u32;
        let (whole, begin) = (&whole[properties..], Span { column: begin.column + skipped, ..begin });
        let (raw, place) = match style {
            // The place of a block is that of its contents.
            ScalarStyle::Plain | ScalarStyle::Literal | ScalarStyle::Folded => (whole, begin),
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                let inner = whole.get(1..whole.len().checked_sub(1)?)?;
                (inner, Span { column: begin.column + 1, ..begin })
            }
        };
        raw.split_whitespace().eq(text.split_whitespace()).then_some((raw, place))
    }
}

/// Returns the length of the tag and the anchor before a scalar on the same line.
fn properties_length(text: &str) -> usize {
    let mut length = 0;
    while text[length..].starts_with(['!', '&']) {
        let rest = &text[length..];
        let end = rest.find([' ', '\t', '\n', '\r']).unwrap_or(rest.len());
        length += rest.len() - rest[end..].trim_start_matches([' ', '\t']).len();
    }
    length
}
