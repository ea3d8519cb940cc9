//! One man in a dialect: read, and written.

use super::{Dialect, Form, Names, Picture};
use crate::formats::diagnostic::quoted;
use crate::formats::popeye::walk_named;
use crate::position::{Colour, Man};
use crate::rules::catalogue::Language;

/// The walk of a man in a placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::formats) enum ReadWalk {
    /// One that kirke knows.
    Known(crate::position::Walk),
    /// Letters of the dialect that are no man for kirke: why.
    Unsupported(String),
}

/// A man at the beginning of a text.
pub(super) struct FoundMan {
    pub colour: Colour,
    pub walk: ReadWalk,
    /// The number of bytes of its letters.
    pub length: usize,
}

impl Dialect {
    /// Returns the man at the beginning of a text; `None` if there is none. Letters have the meaning of this language.
    pub(super) fn man(&self, language: Language, text: &str) -> Option<FoundMan> {
        match self.form {
            Form::Dotted => self.dotted(language, text),
            Form::Starred => self.starred(text),
            Form::Bracketed => self.bracketed(text),
        }
    }

    /// Returns the colour that a sign at the beginning of a text gives, and the length of the sign.
    fn colour_sign(&self, text: &str) -> (Option<Colour>, usize) {
        let sign = self.colours.iter().find(|(sign, _)| text.starts_with(*sign));
        (sign.map(|(_, colour)| *colour), sign.map_or(0, |(sign, _)| sign.len_utf8()))
    }

    fn dotted(&self, language: Language, text: &str) -> Option<FoundMan> {
        let (colour, sign) = self.colour_sign(text);
        let (dot, letter_count) = if text[sign..].starts_with('.') { (1, 2) } else { (0, 1) };
        let from = sign + dot;
        let word = text.get(from..from + letter_count)?;
        let walk = ReadWalk::Known(walk_named(language, word)?);
        Some(FoundMan { colour: colour.unwrap_or(colour_of(word)), walk, length: from + letter_count })
    }

    fn starred(&self, text: &str) -> Option<FoundMan> {
        let (colour, sign) = self.colour_sign(text);
        let (turn, star) = match text.as_bytes()[sign..] {
            [b'*', turn @ b'0'..=b'9', ..] => (turn - b'0', 2),
            _ => (0, 0),
        };
        let from = sign + star;
        if let Some(length) = text_length(&text[from..]) {
            let walk = ReadWalk::Unsupported("a text is no man".to_owned());
            return Some(FoundMan { colour: Colour::White, walk, length: from + length });
        }
        let letter = text[from..].chars().next()?;
        let length = from + letter.len_utf8();
        // A turn by 0° would be superfluous.
        let walk = self.picture(letter, turn, &text[..length]).filter(|_| star == 0 || turn > 0)?;
        Some(FoundMan { colour: colour.unwrap_or(colour_of(&text[from..])), walk, length })
    }

    fn bracketed(&self, text: &str) -> Option<FoundMan> {
        let Some(inside) = text.strip_prefix('(') else {
            let letter = text.chars().next()?;
            let walk = self.picture(letter, 0, &text[..letter.len_utf8()])?;
            return Some(FoundMan { colour: colour_of(text), walk, length: letter.len_utf8() });
        };
        let inside = &inside[..inside.find(')')?];
        let (colour, sign) = self.colour_sign(inside);
        let mut signs = inside[sign..].chars();
        let (letter, turn) = (signs.next()?, signs.next());
        let turn = match turn {
            None => 0,
            Some(digit) => digit.to_digit(4).filter(|&turn| turn > 0)? as u8,
        };
        let length = inside.len() + 2;
        let walk = self.picture(letter, turn, &text[..length]).filter(|_| signs.next().is_none())?;
        Some(FoundMan { colour: colour.unwrap_or(colour_of(&inside[sign..])), walk, length })
    }

    /// Returns the man that a picture stands for; `None` if there is no such picture.
    fn picture(&self, letter: char, turn: u8, text: &str) -> Option<ReadWalk> {
        let letter = letter.to_ascii_uppercase();
        let pictures = self.pictures();
        if let Some(Picture(.., walk)) = pictures.iter().find(|row| (row.0, row.1) == (letter, turn)) {
            return Some(ReadWalk::Known(*walk));
        }
        if let Some((_, what)) = self.marks.iter().find(|(mark, _)| *mark == letter) {
            return Some(ReadWalk::Unsupported(format!("{} is no man, but {what}", quoted(text))));
        }
        let is_known = pictures.iter().any(|row| row.0 == letter) && turn < 4;
        is_known.then(|| {
            let message = format!("the picture {} stands for no certain man in {}", quoted(text), self.title);
            ReadWalk::Unsupported(message)
        })
    }

    /// Returns the pictures; none if letters are names.
    pub(super) fn pictures(&self) -> &'static [Picture] {
        match self.names {
            Names::Letters(_) => &[],
            Names::Pictures(pictures) => pictures,
        }
    }

    /// Returns the text of a man without flags; `None` if the dialect cannot name its walk.
    pub(super) fn text(&self, man: Man) -> Option<String> {
        let sign = self.colours.iter().find(|(_, colour)| *colour == man.colour).map(|(sign, _)| *sign);
        let cased = |letters: &str| match man.colour {
            Colour::White => letters.to_ascii_uppercase(),
            Colour::Black => letters.to_ascii_lowercase(),
            // FEN Tool and Olive write small letters, Popeye accepts both.
            Colour::Neutral if self.form != Form::Dotted => letters.to_ascii_lowercase(),
            Colour::Neutral => letters.to_ascii_uppercase(),
        };
        let neutral = sign.filter(|_| man.colour == Colour::Neutral).map_or(String::new(), String::from);
        if let Names::Letters(missing) = self.names {
            let letters = man.walk.letters();
            if letters.len() > 2 || missing.contains(&letters) {
                return None;
            }
            // A digit has no case.
            let has_case = letters.starts_with(|first: char| first.is_ascii_alphabetic());
            let sign = sign.filter(|_| man.colour == Colour::Neutral || !has_case);
            let dot = if letters.len() == 2 { "." } else { "" };
            return Some(format!("{}{dot}{}", sign.map_or(String::new(), String::from), cased(letters)));
        }
        let Picture(letter, turn, _) = self.pictures().iter().find(|row| row.2 == man.walk)?;
        let letter = cased(&letter.to_string());
        let digit = if *turn > 0 { turn.to_string() } else { String::new() };
        Some(match self.form {
            Form::Bracketed if neutral.is_empty() && *turn == 0 => letter,
            Form::Bracketed => format!("({neutral}{letter}{digit})"),
            _ => {
                let star = if *turn > 0 { "*" } else { "" };
                format!("{neutral}{star}{digit}{letter}")
            }
        })
    }
}

/// Returns the colour that the case of the first letter gives.
fn colour_of(letters: &str) -> Colour {
    match letters.starts_with(|first: char| first.is_lowercase()) {
        true => Colour::Black,
        false => Colour::White,
    }
}

/// Returns the number of bytes of a text after a quotation mark, as in `'A`, or after two, as in `''12`; `None` if the
/// text does not begin with one.
pub(super) fn text_length(text: &str) -> Option<usize> {
    let marks = if text.starts_with("''") { 2 } else { usize::from(text.starts_with('\'')) };
    if marks == 0 {
        return None;
    }
    let mut length = marks;
    for (index, sign) in text[marks..].chars().enumerate() {
        // A picture of several signs, such as an emoji, is one letter.
        if index >= marks && sign.is_ascii() {
            break;
        }
        length += sign.len_utf8();
    }
    (length > marks).then_some(length)
}
