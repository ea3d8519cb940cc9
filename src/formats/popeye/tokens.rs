//! The words of Popeye's input language with their spans.

use crate::problem::Span;

/// A word of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::formats) struct Token<'a> {
    /// The text as written.
    pub text: &'a str,
    /// The source span.
    pub span: Span,
}

impl<'a> Token<'a> {
    /// Returns the span of a part of the token, given in bytes.
    pub fn sub_span(&self, from: usize, to: usize) -> Span {
        let before = self.text.get(..from).unwrap_or(self.text);
        let part = self.text.get(from..to.max(from)).unwrap_or("");
        Span {
            line: self.span.line,
            column: self.span.column + before.chars().count() as u32,
            length: part.chars().count() as u32,
        }
    }

    /// Returns whether the token is a number or begins like one.
    pub fn is_numeric(&self) -> bool {
        self.text.starts_with(|first: char| first.is_ascii_digit())
    }
}

/// An iterator over the words of a text. It is `Copy`, so that a copy can look ahead.
#[derive(Clone, Copy, Debug)]
pub(in crate::formats) struct Tokens<'a> {
    text: &'a str,
    offset: usize,
    line: u32,
    column: u32,
}

impl<'a> Tokens<'a> {
    /// Returns the words of a text.
    pub fn new(text: &'a str) -> Tokens<'a> {
        Tokens::from(text, 1, 1)
    }

    /// Returns the words of a text that begins at a line and column of a larger one.
    pub fn from(text: &'a str, line: u32, column: u32) -> Tokens<'a> {
        Tokens { text, offset: 0, line, column }
    }

    /// Returns the position of the next character.
    pub fn span(&self) -> Span {
        Span { line: self.line, column: self.column, length: 0 }
    }

    /// Returns the next word without consuming it.
    pub fn peek(&self) -> Option<Token<'a>> {
        let mut copy = *self;
        copy.next()
    }

    /// Returns whether the text continues with `text`, after blanks.
    pub fn begins_with(&self, text: &str) -> bool {
        self.text[self.offset..].trim_start_matches([' ', '\t']).starts_with(text)
    }

    /// Returns the rest of the line, without the blanks and separators at its beginning.
    pub fn rest_of_line(&mut self) -> Token<'a> {
        self.skip_separators_of_line();
        let (span, start) = (self.span(), self.offset);
        self.advance_while(|character| !matches!(character, '\r' | '\n'));
        let text = self.text[start..self.offset].trim_end();
        Token { text, span: Span { length: text.chars().count() as u32, ..span } }
    }

    /// Returns the rest of the text, without the separators at its beginning.
    pub fn rest_of_text(&mut self) -> &'a str {
        self.advance_while(is_separator);
        self.text[self.offset..].trim_end()
    }

    /// Skips the first `length` bytes of what [`rest_of_line`](Tokens::rest_of_line) returns.
    pub fn skip_in_line(&mut self, length: usize) {
        let rest = { *self }.rest_of_line();
        self.skip_separators_of_line();
        let mut left = rest.text[..length].chars().count();
        self.advance_while(|_| {
            let more = left > 0;
            left = left.saturating_sub(1);
            more
        });
    }

    fn skip_separators_of_line(&mut self) {
        self.advance_while(|character| matches!(character, ' ' | '\t' | ';' | '.' | ','));
    }

    /// Skips the comma of the name of a leaper, as in `(2,5)c4`, if the word that begins at `start` ends before it.
    fn skip_comma_of_leap(&mut self, start: usize) -> bool {
        let is_first = matches!(self.text.as_bytes()[start..self.offset], [.., b'(', b'0'..=b'9']);
        let is_leap =
            is_first && matches!(self.text.as_bytes()[self.offset..], [b',', b'0'..=b'9', b')', ..]);
        if is_leap {
            self.advance_while(|character| character == ',');
        }
        is_leap
    }

    fn advance_while(&mut self, mut wanted: impl FnMut(char) -> bool) {
        let rest = &self.text[self.offset..];
        let mut characters = rest.char_indices().peekable();
        let mut end = rest.len();
        while let Some(&(at, character)) = characters.peek() {
            if !wanted(character) {
                end = at;
                break;
            }
            characters.next();
            let ends_line = match character {
                '\n' => true,
                '\r' => characters.peek().is_none_or(|&(_, next)| next != '\n'),
                _ => false,
            };
            if ends_line {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.offset += end;
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.advance_while(is_separator);
        let first = self.text[self.offset..].chars().next()?;
        let (span, start) = (self.span(), self.offset);
        // A character that occurs in no word ends a word: `author"X"` is an author.
        if is_word_char(first) {
            self.advance_while(is_word_char);
            if self.skip_comma_of_leap(start) {
                self.advance_while(is_word_char);
            }
        } else {
            self.advance_while(|character| !is_separator(character) && !is_word_char(character));
        }
        let text = &self.text[start..self.offset];
        Some(Token { text, span: Span { length: text.chars().count() as u32, ..span } })
    }
}

fn is_separator(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | ';' | ',')
}

/// Returns whether a character occurs in Popeye's words; unknown letters are kept in the word for the
/// message.
fn is_word_char(character: char) -> bool {
    character.is_alphanumeric() || "#=+-%>!.<()~/&|:[]{}?_".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_is_part_of_a_leaper() {
        let found = words("(2,5)c4,R(3,3)d4 (2,a) a,5)");
        let texts: Vec<&str> = found.iter().map(|word| word.0).collect();
        assert_eq!(texts, ["(2,5)c4", "R(3,3)d4", "(2", "a)", "a", "5)"]);
        assert_eq!(found[1].2, 9);
    }

    fn words(text: &str) -> Vec<(&str, u32, u32)> {
        Tokens::new(text).map(|token| (token.text, token.span.line, token.span.column)).collect()
    }

    #[test]
    fn tokens_are_split_at_blanks_commas_and_semicolons() {
        assert_eq!(
            words("stip h#2.5;opt\r\n Try,Var\rx"),
            [("stip", 1, 1), ("h#2.5", 1, 6), ("opt", 1, 12), ("Try", 2, 2), ("Var", 2, 6), ("x", 3, 1)]
        );
        assert_eq!(words("author\"é\""), [("author", 1, 1), ("\"", 1, 7), ("é", 1, 8), ("\"", 1, 9)]);
    }

    #[test]
    fn rest_of_line_is_trimmed() {
        let mut tokens = Tokens::new("author ;. Sam Loyd \nremark");
        tokens.next();
        let rest = tokens.rest_of_line();
        assert_eq!((rest.text, rest.span.column, rest.span.length), ("Sam Loyd", 11, 8));
        assert_eq!(tokens.rest_of_line().text, "");
        assert_eq!(tokens.next().map(|token| token.span.line), Some(2));
    }
}
