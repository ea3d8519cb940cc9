//! The games of a text: their tags, and what their moves consist of. Moves are not played.
//!
//! A game ends where the next one begins: at a line that begins with a tag, after the result, after a blank line or with
//! the tag `Event`. So a bracket or a comment that is not closed affects one game only, and no line is read twice.

use std::borrow::Cow;

use crate::formats::diagnostic::quoted;
use crate::formats::epd::WordReader;
use crate::formats::popeye::tokens::Token;
use crate::formats::{Diagnostic, Source};
use crate::problem::Span;

/// The maximum length of a game in bytes.
const MAX_GAME_BYTES: usize = 4 << 20;
/// The maximum number of tags of a game.
const MAX_TAGS: usize = 256;
/// The maximum length of the value of a tag in bytes.
const MAX_VALUE_BYTES: usize = 1 << 16;
/// The maximum number of errors of a game that are reported.
const MAX_ERRORS: usize = 10;

/// A name and its value.
pub(super) struct Tag<'s> {
    pub name: Token<'s>,
    pub value: Cow<'s, str>,
    /// The place of the value, without its quotes.
    pub span: Span,
}

impl Tag<'_> {
    /// Returns the value as a token.
    pub fn token(&self) -> Token<'_> {
        let blanks = self.value.len() - self.value.trim_start().len();
        let before = self.value[..blanks].chars().count() as u32;
        let text = self.value.trim();
        let length = text.chars().count() as u32;
        Token { text, span: Span { column: self.span.column + before, length, ..self.span } }
    }
}

/// A game as it is written.
#[derive(Default)]
pub(super) struct Game<'s> {
    /// The place of the first tag.
    pub span: Span,
    pub tags: Vec<Tag<'s>>,
    /// The first move of the main line.
    pub first_move: Option<Token<'s>>,
    /// The number of moves of the main line.
    pub moves: usize,
    /// The place of the first variation.
    pub variation: Option<Span>,
    /// The place of the first comment.
    pub comment: Option<Span>,
    pub errors: Vec<Diagnostic>,
}

/// Returns whether a text begins with a tag, as far as the quotation mark before its value.
pub(super) fn begins_tag(text: &str) -> bool {
    tag_name(text).is_some()
}

fn tag_name(text: &str) -> Option<&str> {
    let inner = text.trim_start().strip_prefix('[')?.trim_start();
    let end = inner.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_')?;
    (end > 0 && inner[end..].trim_start().starts_with('"')).then_some(&inner[..end])
}

/// The games of a text in order.
pub(super) struct Games<'s> {
    source: &'s Source,
    /// The number of the next line.
    next: u32,
}

impl<'s> Games<'s> {
    /// Returns the games of a text.
    pub fn new(source: &'s Source) -> Games<'s> {
        Games { source, next: 1 }
    }
}

impl<'s> Iterator for Games<'s> {
    type Item = Game<'s>;

    fn next(&mut self) -> Option<Game<'s>> {
        let mut reader = GameReader::default();
        while self.next <= self.source.line_count() as u32 {
            let line = self.source.line(self.next);
            if tag_name(line).is_some_and(|name| reader.ends_before(name)) {
                break;
            }
            reader.read_line(self.next, line);
            self.next += 1;
        }
        reader.finish()
    }
}

/// What is read at a place of a game.
#[derive(Default, PartialEq)]
enum Part {
    #[default]
    Tags,
    Moves,
    /// What follows the result.
    End,
}

/// Reads a game line by line.
#[derive(Default)]
struct GameReader<'s> {
    game: Game<'s>,
    part: Part,
    bytes: usize,
    is_after_blank: bool,
    /// The comment that is not closed.
    open_comment: Option<Span>,
    /// The first of the variations that are not closed, and their number.
    open_variations: Option<(Span, usize)>,
}

impl<'s> GameReader<'s> {
    /// Returns whether a line that begins with the tag `name` begins the next game.
    fn ends_before(&self, name: &str) -> bool {
        match self.part {
            Part::Tags => name == "Event" && self.game.tags.iter().any(|tag| tag.name.text == "Event"),
            Part::Moves => self.is_after_blank || name == "Event",
            Part::End => true,
        }
    }

    fn refuse(&mut self, span: Span, message: impl Into<String>) {
        if self.game.errors.len() < MAX_ERRORS {
            self.game.errors.push(Diagnostic::error(span, message));
        }
    }

    fn read_line(&mut self, number: u32, line: &'s str) {
        let was_too_long = self.bytes > MAX_GAME_BYTES;
        self.bytes += line.len() + 1;
        self.is_after_blank = line.trim().is_empty();
        let mut words = WordReader::new(line, number);
        if was_too_long {
            return;
        }
        if self.bytes > MAX_GAME_BYTES {
            self.refuse(words.span(), format!("expected a game of at most {} MB", MAX_GAME_BYTES >> 20));
        } else if line.starts_with('%') && self.open_comment.is_none() {
            self.game.comment.get_or_insert(words.span());
        } else if self.part == Part::Tags {
            self.read_tags(&mut words);
        } else {
            self.read_moves(&mut words);
        }
    }

    fn read_tags(&mut self, words: &mut WordReader<'s>) {
        loop {
            words.skip_blanks();
            match words.rest().chars().next() {
                None => return,
                Some(';') => {
                    self.game.comment.get_or_insert(words.span());
                    return;
                }
                Some('[') => match tag(words) {
                    Ok(tag) if self.game.tags.len() < MAX_TAGS => self.game.tags.push(tag),
                    Ok(tag) => {
                        let too_many = self.game.errors.iter().any(|error| error.message.contains("tags"));
                        if !too_many {
                            self.refuse(tag.name.span, format!("expected at most {MAX_TAGS} tags"));
                        }
                        return;
                    }
                    Err(error) => {
                        self.refuse(error.span, error.message);
                        return;
                    }
                },
                Some(_) => break,
            }
        }
        self.part = Part::Moves;
        self.read_moves(words);
    }

    fn read_moves(&mut self, words: &mut WordReader<'s>) {
        loop {
            words.skip_blanks();
            if self.open_comment.is_some() {
                let Some(end) = words.rest().find('}') else { return };
                words.take(end + 1);
                self.open_comment = None;
                continue;
            }
            let Some(first) = words.rest().chars().next() else { return };
            let span = Span { length: 1, ..words.span() };
            match first {
                ';' => {
                    self.game.comment.get_or_insert(span);
                    return;
                }
                '{' => {
                    self.game.comment.get_or_insert(span);
                    self.open_comment = Some(span);
                    words.take(1);
                }
                '(' => {
                    self.game.variation.get_or_insert(span);
                    self.open_variations.get_or_insert((span, 0)).1 += 1;
                    words.take(1);
                }
                ')' => {
                    match &mut self.open_variations {
                        Some((_, depth)) if *depth > 1 => *depth -= 1,
                        Some(_) => self.open_variations = None,
                        None => self.refuse(span, "no variation is open here"),
                    }
                    words.take(1);
                }
                '}' => {
                    self.refuse(span, "no comment is open here");
                    words.take(1);
                }
                _ => {
                    let rest = words.rest();
                    let ends = |sign: char| sign.is_whitespace() || "{}();".contains(sign);
                    let word = words.take(rest.find(ends).unwrap_or(rest.len()));
                    if self.open_variations.is_none() {
                        self.read_word(word);
                    }
                }
            }
        }
    }

    /// Reads a word of the main line.
    fn read_word(&mut self, word: Token<'s>) {
        let is_result = matches!(word.text, "*" | "1-0" | "0-1" | "1/2-1/2");
        let mv = without_number(word);
        if self.part == Part::End {
            self.refuse(word.span, format!("expected a tag after the result, found {}", quoted(word.text)));
        } else if is_result {
            self.part = Part::End;
        } else if is_move(mv.text) {
            self.game.moves += 1;
            self.game.first_move.get_or_insert(mv);
        } else if !is_annotation(mv.text) {
            self.refuse(word.span, format!("expected a tag or a move, found {}", quoted(word.text)));
        }
    }

    /// Returns the game; `None` if there is nothing but blank lines and comments.
    fn finish(mut self) -> Option<Game<'s>> {
        if let Some(span) = self.open_comment {
            self.refuse(span, "this comment is not closed");
        }
        if let Some((span, _)) = self.open_variations {
            self.refuse(span, "this variation is not closed");
        }
        let first_error = self.game.errors.first().map(|error| error.span);
        self.game.span = match self.game.tags.first() {
            Some(tag) => Span { length: 0, ..tag.name.span },
            None => first_error?,
        };
        Some(self.game)
    }
}

/// Reads a tag.
fn tag<'s>(words: &mut WordReader<'s>) -> Result<Tag<'s>, Diagnostic> {
    let bracket = words.span();
    if !begins_tag(words.rest()) {
        let message = format!("expected a tag as in [White \"Name\"], found {}", quoted(words.rest()));
        return Err(Diagnostic::error(bracket, message));
    }
    words.take(1);
    words.skip_blanks();
    let rest = words.rest();
    let name = words.take(rest.find(|sign: char| sign.is_whitespace() || sign == '"').unwrap_or(rest.len()));
    words.skip_blanks();
    let quote = words.take(1);
    let mut is_escaped = false;
    let end = words.rest().bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    let Some(end) = end else {
        return Err(Diagnostic::error(quote.span, "this quotation mark is not closed"));
    };
    let value = words.take(end);
    if end > MAX_VALUE_BYTES {
        let message = format!("expected a value of at most {MAX_VALUE_BYTES} bytes");
        return Err(Diagnostic::error(Span { length: 0, ..value.span }, message));
    }
    words.take(1);
    words.skip_blanks();
    if !words.rest().starts_with(']') {
        let found = words.word().map_or("the end of the line".into(), |word| quoted(word.text));
        let message = format!("expected ']' after the value of the tag '{}', found {found}", name.text);
        return Err(Diagnostic::error(Span { length: 0, ..words.span() }, message));
    }
    words.take(1);
    Ok(Tag { name, value: unescaped(value.text), span: value.span })
}

/// Returns a value without the backslashes before quotation marks and backslashes.
fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut signs = value.chars().peekable();
    while let Some(sign) = signs.next() {
        let escaped = signs.next_if(|&next| sign == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(sign));
    }
    Cow::Owned(text)
}

/// Returns a word without the number of the move at its beginning, as in `1.e4` and `1...e5`.
fn without_number(word: Token<'_>) -> Token<'_> {
    let after_digits = word.text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let rest = after_digits.trim_start_matches('.');
    let has_digits = after_digits.len() < word.text.len();
    if rest.is_empty() || rest.len() < after_digits.len() && (has_digits || after_digits.starts_with("..")) {
        let start = word.text.len() - rest.len();
        return Token { text: rest, span: word.sub_span(start, word.text.len()) };
    }
    word
}

/// Returns whether a word has the form of a move.
fn is_move(word: &str) -> bool {
    let bare = word.trim_end_matches(['+', '#', '!', '?']);
    let is_castling = matches!(bare, "O-O" | "O-O-O" | "0-0" | "0-0-0");
    let is_pass = matches!(bare, "--" | "Z0");
    let is_sign = |sign: u8| sign.is_ascii_alphanumeric() || b"+#=!?-:*/@.".contains(&sign);
    let has_square = word.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    is_castling || is_pass || has_square && word.bytes().all(is_sign)
}

/// Returns whether a word of the moves is a mark or the rest of a number.
fn is_annotation(word: &str) -> bool {
    let is_glyph = word.strip_prefix('$').is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()));
    is_glyph || matches!(word, "e.p." | "ep" | "ep.") || word.bytes().all(|sign| b"!?+#=.".contains(&sign))
}
