//! Source texts: the bytes of a file as lines of text.

use crate::problem::Span;

/// Returns a text that is safe to print: a blank for every tab, and U+FFFD for every other character that
/// controls a terminal or reverses the direction of writing.
pub(super) fn sanitise(text: &str) -> String {
    let shown = |c| match c {
        '\t' => ' ',
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            char::REPLACEMENT_CHARACTER
        }
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Returns a text on one line that is safe to print, with single blanks between its words.
pub(super) fn one_line(text: &str) -> String {
    sanitise(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The byte order mark in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A named text.
///
/// Bytes are decoded as UTF-8 if they are valid UTF-8, and as Latin-1 otherwise, the encoding of older files.
/// Lines end in LF, CR LF or CR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    name: String,
    text: String,
    /// The byte at which each line begins.
    line_starts: Vec<usize>,
    /// Whether columns are bytes.
    is_ascii: bool,
}

impl Source {
    /// Decodes bytes, without a byte order mark and without the end-of-file mark (Ctrl-Z) of old systems.
    pub fn new(name: &str, bytes: impl Into<Vec<u8>>) -> Source {
        let mut bytes = bytes.into();
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect());
        Source::from_text(name, text)
    }

    fn from_text(name: &str, mut text: String) -> Source {
        text.truncate(text.trim_end_matches('\u{1a}').len());
        let mut lines = vec![0];
        let mut bytes = text.bytes().enumerate().peekable();
        while let Some((at, byte)) = bytes.next() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.peek().is_none_or(|&(_, next)| next != b'\n'),
                _ => false,
            };
            if ends {
                lines.push(at + 1);
            }
        }
        Source { name: name.to_owned(), is_ascii: text.is_ascii(), text, line_starts: lines }
    }

    /// Returns the name of the source, usually the path of a file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number of lines; a text that ends in a line break has an empty last line.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// Returns a line, counted from 1, without its end; empty if there is no such line.
    pub fn line(&self, number: u32) -> &str {
        let index = (number as usize).wrapping_sub(1);
        let Some(&start) = self.line_starts.get(index) else {
            return "";
        };
        let end = self.line_starts.get(index + 1).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\r', '\n'])
    }

    /// Returns the part of a span that is in the text, or just after the end of its line.
    pub(super) fn clamped(&self, span: Span) -> Span {
        let line = span.line.clamp(1, self.line_count() as u32);
        let length = self.line_length(line);
        let column = span.column.clamp(1, length + 1);
        Span { line, column, length: span.length.min(length + 1 - column) }
    }

    /// Returns the number of characters of a line; that of a very long line can be too large.
    fn line_length(&self, number: u32) -> u32 {
        const MAX_COUNTED: usize = 10_000;
        let line = self.line(number);
        let is_counted = !self.is_ascii && line.len() <= MAX_COUNTED;
        (if is_counted { line.chars().count() } else { line.len() }) as u32
    }

    /// Returns the text of the lines from `first` to `last`, with their ends.
    pub(super) fn lines_between(&self, first: u32, last: u32) -> &str {
        let start = (first as usize).checked_sub(1).and_then(|index| self.line_starts.get(index));
        let end = self.line_starts.get(last as usize).copied().unwrap_or(self.text.len());
        start.and_then(|&start| self.text.get(start..end)).unwrap_or("")
    }

    /// Returns the rest of a line from a column, counted from 1.
    pub(super) fn line_from(&self, number: u32, column: u32) -> &str {
        let line = self.line(number);
        let before = column.saturating_sub(1) as usize;
        let start = if self.is_ascii {
            before
        } else {
            let mut characters = line.char_indices();
            characters.nth(before).map_or(line.len(), |(at, _)| at)
        };
        line.get(start..).unwrap_or("")
    }

    /// Returns all lines in order, with their numbers.
    pub fn lines(&self) -> impl Iterator<Item = (u32, &str)> {
        (1..=self.line_starts.len() as u32).map(|number| (number, self.line(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_is_utf_8_if_valid_else_latin_1() {
        assert_eq!(Source::new("", "Žgk é").text(), "Žgk é");
        assert_eq!(Source::new("", b"Monr\xe9al").text(), "Monréal");
        assert_eq!(Source::new("", b"\xef\xbb\xbfbegin\x1a").text(), "begin");
    }

    #[test]
    fn sanitise_replaces_control_characters() {
        assert_eq!(sanitise("Žgk\té\x1b[31m\u{202e}\u{9b}"), "Žgk é\u{fffd}[31m\u{fffd}\u{fffd}");
    }

    #[test]
    fn line_ends_are_counted_once() {
        let source = Source::new("", b"one\r\ntwo\nthree\rfour\n\n");
        let lines: Vec<_> = source.lines().map(|(_, line)| line).collect();
        assert_eq!(lines, ["one", "two", "three", "four", "", ""]);
        assert_eq!(source.line(0), "");
        assert_eq!(source.line(99), "");
    }
}
