//! Men: colours, attributes, letters and squares.

use super::builder::SpannedMan;
use super::options::{is_squares, squares};
use super::piece_letters::{letter_of, letters_length, walk_named};
use super::tokens::Token;
use super::vocabulary::{ATTRIBUTE_WORDS, AttributeWord, COLOURS};
use super::{Reader, Section};
use crate::board::Square;
use crate::formats::Diagnostic;
use crate::formats::diagnostic::quoted;
use crate::position::{CapturedMan, Colour, FairyWalk, Imitators, Man, ManFlags, Reserve, Side, Walk};
use crate::problem::{Span, Spanned};

/// A word in a list of men.
enum MenWord {
    /// A walk, and the number of bytes before the squares.
    Men(Walk, usize),
    /// Another word.
    Other,
}

impl<'a> Reader<'a> {
    /// Reads men up to something else; the list may be empty.
    pub(super) fn men(&mut self) -> Vec<SpannedMan> {
        let mut men = Vec::new();
        let mut groups = 0;
        let mut last = None;
        while let Some(token) = self.tokens.peek() {
            match COLOURS.find(self.language, token.text) {
                Ok(Some(colour)) => {
                    self.tokens.next();
                    self.group(colour, &token, &mut men);
                    groups += 1;
                    last = colour;
                }
                Err(several) => {
                    self.tokens.next();
                    self.ambiguous(&token, &several);
                }
                Ok(None) if self.ends_list(&token) => break,
                Ok(None) => {
                    self.tokens.next();
                    self.refuse_non_man(&token, groups == 0);
                    // Of the men after it one error is enough.
                    if let Some(colour) = last.filter(|_| self.is_like_man(&token)) {
                        self.group(Some(colour), &token, &mut men);
                    }
                }
            }
        }
        men
    }

    /// Reads attributes and men of one colour.
    pub(super) fn group(&mut self, colour: Option<Colour>, word: &Token<'a>, men: &mut Vec<SpannedMan>) {
        let colour = match colour {
            Some(colour) => Some(colour),
            None => {
                self.not_supported(
                    word.span,
                    "colour",
                    COLOURS.name(self.language, |colour| colour.is_none()),
                );
                if self.tokens.peek().is_some_and(|next| next.is_numeric()) {
                    self.tokens.next();
                }
                None
            }
        };
        let first = self.tokens.peek();
        let (mut royal, flags) = self.attributes();
        let mut bare_attribute = first.filter(|_| royal || flags != ManFlags::NONE);
        while let Some(token) = self.tokens.peek() {
            let MenWord::Men(walk, length) = self.men_word(&token) else {
                break;
            };
            bare_attribute = None;
            self.tokens.next();
            let layout = self.builder.layout();
            let squares = if length < token.text.len() {
                squares(&token, length, layout)
            } else if let Some(next) = self.tokens.peek().filter(|next| is_squares(next.text, layout)) {
                self.tokens.next();
                squares(&next, 0, layout)
            } else {
                self.missing(&format!("the squares of {}", quoted(token.text)));
                continue;
            };
            // Only the next entry is royal, as Popeye reads it.
            let royal = std::mem::take(&mut royal);
            match squares {
                Ok(squares) => men.extend(squares.into_iter().filter_map(|square| {
                    let man = Man::new(colour?, walk);
                    let man = Man { royal: royal || man.royal, flags, ..man };
                    Some(Spanned::new((square.value, man), square.span))
                })),
                Err(error) => self.builder.refuse(error),
            }
        }
        if let Some(token) = bare_attribute {
            let message =
                format!("expected a man with its square after {}, an attribute", quoted(token.text));
            self.builder.refuse(Diagnostic::error(token.span, message));
        }
    }

    /// Reads attributes; returns whether they make a man royal, and its flags.
    fn attributes(&mut self) -> (bool, ManFlags) {
        let (mut royal, mut flags) = (false, ManFlags::NONE);
        while let Some(token) = self.tokens.peek() {
            match ATTRIBUTE_WORDS.find(self.language, token.text) {
                Ok(None) => break,
                Ok(Some(AttributeWord::Royal)) => {
                    if royal {
                        self.refuse_repetition(&token);
                    }
                    royal = true;
                }
                Ok(Some(AttributeWord::Marked(flag))) => {
                    if flags.contains(flag) {
                        self.refuse_repetition(&token);
                    }
                    if let Some(other) = flags.excluding(flag) {
                        let name = quoted(other.names[self.language as usize]);
                        let message =
                            format!("{} excludes the attribute {name} before it", quoted(token.text));
                        self.builder.refuse(Diagnostic::error(token.span, message));
                    }
                    flags = flags.with(flag);
                    self.tokens.next();
                    let alone =
                        self.tokens.peek().is_some_and(|next| is_squares(next.text, self.builder.layout()));
                    if alone && walk_named(self.language, token.text).is_some() {
                        let message = format!("{} alone is an attribute here", quoted(token.text));
                        self.builder.refuse(Diagnostic::error(token.span, message));
                        let hint = "the first man of a colour is written without a blank, as in Ke1";
                        self.builder.hint(hint);
                        self.tokens.next();
                    }
                    continue;
                }
                Err(several) => self.ambiguous(&token, &several),
            }
            self.tokens.next();
        }
        (royal, flags)
    }

    /// Refuses an attribute that the same man has already.
    fn refuse_repetition(&mut self, token: &Token<'_>) {
        let message = format!("{} is named twice", quoted(token.text));
        self.builder.refuse(Diagnostic::error(token.span, message));
    }

    /// Reads the man on its square that must follow a word.
    pub(super) fn man_after(&mut self, word: &str) -> Option<(CapturedMan, Span)> {
        let colour = self.tokens.peek().and_then(|token| COLOURS.find(self.language, token.text).ok()??);
        let taken = colour.and_then(|_| {
            self.tokens.next();
            let (royal, flags) = self.attributes();
            let token = self.tokens.peek()?;
            let MenWord::Men(walk, length) = self.men_word(&token) else { return None };
            if let Some(row) = walk.fairy() {
                self.refuse_walk_as_argument(token.span, row);
            }
            let [square] = squares(&token, length, self.builder.layout()).ok()?[..] else { return None };
            self.tokens.next();
            let man = Man::new(colour?, walk);
            Some((
                CapturedMan { man: Man { royal: royal || man.royal, flags, ..man }, at: square.value },
                token.span,
            ))
        });
        if taken.is_none() {
            self.missing(&format!("a man with its square after {}, as in 'White Bg4'", quoted(word)));
            self.skip();
        }
        taken
    }

    /// Reads the squares of imitators after a word; `None` if they are missing or wrong.
    pub(super) fn imitators_after(&mut self, word: &str) -> Option<(Imitators, Span)> {
        let layout = self.builder.layout();
        let token = self.tokens.peek().filter(|token| is_squares(token.text, layout));
        let Some(token) = token else {
            self.missing(&format!("the squares of imitators after {}, as in 'a1b2'", quoted(word)));
            self.skip();
            return None;
        };
        self.tokens.next();
        let named: Vec<Square> = squares(&token, 0, layout).ok()?.iter().map(|square| square.value).collect();
        let imitators = Imitators::on(&named);
        if imitators.is_none() {
            let message = format!("expected at most {} different squares", Imitators::LIMIT);
            self.builder.refuse(Diagnostic::error(token.span, message));
            self.skip();
        }
        Some((imitators?, token.span))
    }

    /// Refuses a walk of fairy chess as an argument of a condition.
    pub(super) fn refuse_walk_as_argument(&mut self, span: Span, row: &FairyWalk) {
        let message = format!("the {} is not supported as an argument of a condition", row.name);
        self.builder.refuse(Diagnostic::error(span, message));
    }

    /// Parses a word: letters, such that the rest has pairs of characters, the squares.
    fn men_word(&self, token: &Token<'_>) -> MenWord {
        let length = letters_length(token.text);
        let (Some(head), Some(tail)) = (token.text.get(..length), token.text.get(length..)) else {
            return MenWord::Other;
        };
        match walk_named(self.language, head) {
            Some(walk) if tail.is_empty() || is_squares(tail, self.builder.layout()) => {
                MenWord::Men(walk, length)
            }
            _ => MenWord::Other,
        }
    }

    /// Returns whether a word is more like a man, or an attribute, than like a colour.
    fn is_like_man(&self, token: &Token<'_>) -> bool {
        let has_digits = token.text.bytes().any(|byte| byte.is_ascii_digit());
        has_digits || matches!(ATTRIBUTE_WORDS.find(self.language, token.text), Ok(Some(_)))
    }

    /// Refuses a word in the place of a man.
    pub(super) fn refuse_non_man(&mut self, token: &Token<'_>, colour_wanted: bool) {
        let text = token.text;
        let layout = self.builder.layout();
        let head = text.get(..1).unwrap_or("");
        let pair = text.get(..2).unwrap_or("");
        let hunter = text.find('/').is_some_and(|at| at <= 2);
        if hunter && text.len() > 3 && is_squares(text.get(text.len() - 2..).unwrap_or(""), layout) {
            let message = "expected a hunter of two different men of chess without kings, as in R/B";
            return self.builder.refuse(Diagnostic::error(token.span, message));
        }
        if text.trim_start_matches(['R', 'r']).starts_with('(') {
            let length = letters_length(text);
            let is_leap = text.get(..length).is_some_and(|head| walk_named(self.language, head).is_some());
            if let Err(error) = squares(token, length, layout)
                && is_leap
                && text.len() > length
            {
                return self.builder.refuse(error);
            }
            let message = "expected a leap of up to seven squares and the squares of the man, as in (2,5)c4";
            if self.tokens.begins_with(",") {
                self.tokens.next();
            }
            return self.builder.refuse(Diagnostic::error(token.span, message));
        }
        // A man followed by something that is not a square, or is too short for one.
        let one = walk_named(self.language, head).is_some();
        let two = walk_named(self.language, pair).is_some();
        let digits = text.bytes().any(|byte| byte.is_ascii_digit());
        if digits && text.len() > 1 && (one || two) && !is_squares(text, layout) {
            let length = if one && !(two && text.len().is_multiple_of(2)) { 1 } else { 2 };
            match squares(token, length, layout) {
                Err(error) => return self.builder.refuse(error),
                Ok(_) => return self.missing_colour(token),
            }
        }
        for (letters, are_none) in [(head, "is no letter"), (pair, "are no letters")] {
            let rest = text.get(letters.len()..).filter(|rest| is_squares(rest, layout));
            if let Some(rest) = rest.filter(|_| letters.chars().all(char::is_alphabetic)) {
                let message = format!("{} {are_none} of a man ({rest})", quoted(letters));
                let known = self.men_letters();
                let error = Diagnostic::error(token.sub_span(0, letters.len()), message);
                let hint = format!("the letters are {known} and those of the fairy men ('kirke men')");
                return self.builder.refuse(error.suggest(hint));
            }
        }
        if let Ok(Some(_)) = ATTRIBUTE_WORDS.find(self.language, text) {
            let message = format!("{} stands after a colour, before the men that have it", quoted(text));
            return self.builder.refuse(Diagnostic::error(token.span, message));
        }
        let colours = COLOURS.names(self.language);
        let attributes = ATTRIBUTE_WORDS.names(self.language);
        let words: Vec<_> = colours.chain(attributes).chain(self.sync_words()).collect();
        let expected = if colour_wanted {
            format!("a colour ({})", COLOURS.names(self.language).take(3).collect::<Vec<_>>().join(", "))
        } else {
            let king = letter_of(self.language, Walk::King);
            let others = if self.section == Section::Words { "" } else { ", a colour or a command" };
            format!("a man with its squares as in {king}e1{others}")
        };
        self.unknown(token, &expected, words);
        self.skip_to_men();
    }

    fn missing_colour(&mut self, token: &Token<'_>) {
        let message = format!(
            "expected a colour ({}) before {}",
            COLOURS.names(self.language).take(2).collect::<Vec<_>>().join(", "),
            quoted(token.text)
        );
        self.builder.refuse(Diagnostic::error(token.span, message));
    }

    pub(super) fn men_letters(&self) -> String {
        let letters = Walk::CHESS.map(|walk| letter_of(self.language, walk));
        letters.join(", ")
    }

    /// Skips up to a colour or a command.
    fn skip_to_men(&mut self) {
        while let Some(token) = self.tokens.peek() {
            let colour = COLOURS.names(self.language).any(|name| super::abbreviates(token.text, name));
            if token.text.len() > 2 && (colour || self.ends_list(&token)) {
                break;
            }
            self.tokens.next();
        }
    }

    /// Sets up the game array on an empty board.
    pub(super) fn array(&mut self, span: Span) {
        if let Some(other) = self.builder.first_man_span() {
            let message = "the game array is put up on an empty board";
            return self.builder.refuse(Diagnostic::error(span, message).see_also(other, "here is a man"));
        }
        for (square, side, walk) in self.builder.board().men() {
            self.builder.place(Spanned::new((square, Man::new(side, walk)), span));
        }
    }

    /// Reads the men in the reserve.
    pub(super) fn bank(&mut self, command: Span) {
        match (self.reserve(), self.builder.reserve) {
            (None, _) => {}
            (Some(_), Some(other)) => {
                let error = Diagnostic::error(command, "the men in the reserve are named twice");
                self.builder.refuse(error.see_also(other.span, "here"));
            }
            (Some(reserve), None) => self.builder.reserve = Some(Spanned::new(reserve, command)),
        }
    }

    /// Reads colours, each with letters.
    pub(super) fn reserve(&mut self) -> Option<Reserve> {
        let mut reserve = Reserve::EMPTY;
        let mut side = None;
        while let Some(token) = self.tokens.peek() {
            let letters: Option<Vec<Walk>> =
                token.text.chars().map(|letter| self.bank_letter(letter)).collect();
            if let (Some(side), Some(walks)) = (side, letters) {
                self.tokens.next();
                walks.into_iter().for_each(|walk| reserve.add(side, walk));
                continue;
            }
            side = match COLOURS.find(self.language, token.text) {
                Ok(Some(Some(Colour::White))) => Some(Side::White),
                Ok(Some(Some(Colour::Black))) => Some(Side::Black),
                // A single letter denotes a man, even if it abbreviates a command.
                _ if side.is_some() && token.text.len() > 1 && self.ends_list(&token) => break,
                _ => {
                    self.tokens.next();
                    let expected = match side {
                        None => "White or Black and the letters of men in the reserve".to_owned(),
                        Some(_) => format!("letters of men ({}), a colour or a command", self.men_letters()),
                    };
                    let message = format!("expected {expected}, found {}", quoted(token.text));
                    self.builder.refuse(Diagnostic::error(token.span, message));
                    self.skip();
                    return None;
                }
            };
            self.tokens.next();
        }
        Some(reserve)
    }

    fn bank_letter(&self, letter: char) -> Option<Walk> {
        walk_named(self.language, letter.encode_utf8(&mut [0; 4])).filter(|walk| !walk.is_fairy())
    }
}
