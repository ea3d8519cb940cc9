//! Stipulations, and the number of solutions that may follow them.

use super::tokens::Token;
use super::vocabulary::COLOURS;
use super::{MIN_SYNC_LENGTH, Reader, Section};
use crate::board::Layout;
use crate::formats::diagnostic::quoted;
use crate::formats::{Diagnostic, solution_count};
use crate::position::{Colour, Side};
use crate::problem::{Declaration, Spanned, Twin};
use crate::stipulation::{Stipulation, StipulationError, Structured, suggestion};

/// Reads a stipulation, and returns whether a star after it requests the set play.
///
/// # Errors
/// As [`Stipulation::read`].
pub(in crate::formats) fn read_starred(
    text: &str,
    layout: Layout,
) -> Result<(Stipulation, bool), StipulationError> {
    let without_star = text.strip_suffix('*');
    let read = Stipulation::read(without_star.unwrap_or(text), layout);
    read.map(|stipulation| (stipulation, without_star.is_some()))
}

/// A stipulation with what may follow it.
pub(in crate::formats) struct WholeStipulation {
    pub stipulation: Stipulation,
    /// Whether a star requests the set play.
    pub set_play: bool,
    /// The number of solutions.
    pub declared: Option<Declaration>,
}

/// Reads a text that contains nothing but a stipulation and what may follow it: a star, and the number of solutions.
///
/// # Errors
/// What was expected, with a suggestion.
pub(in crate::formats) fn read_text(text: &str, layout: Layout) -> Result<WholeStipulation, String> {
    let text = text.trim();
    let error = match (read_starred(text, layout), text.split_once(char::is_whitespace)) {
        (Ok((stipulation, set_play)), _) => {
            return Ok(WholeStipulation { stipulation, set_play, declared: None });
        }
        (Err(error), None) => error.message,
        (Err(error), Some((first, rest))) => match read_starred(first, layout) {
            Ok((stipulation, set_play)) => match solution_count::read_whole(rest.trim_start()) {
                Ok(counted) => {
                    return Ok(WholeStipulation { stipulation, set_play, declared: Some(counted) });
                }
                Err(error) => error,
            },
            Err(_) => error.message,
        },
    };
    Err(match suggestion(text, layout) {
        Some(meant) => format!("{error}; did you mean '{meant}'?"),
        None => error,
    })
}

/// Returns the error for a word that is no stipulation.
pub(in crate::formats) fn not_a_stipulation(word: &Token<'_>, error: &StipulationError) -> Diagnostic {
    let span = word.sub_span(error.offset, error.offset + error.length);
    let message = format!("{} (in the stipulation {})", error.message, quoted(word.text));
    Diagnostic::error(span, message)
}

impl<'a> Reader<'a> {
    /// Reads a structured stipulation, as a named one if it has a name.
    pub(super) fn structured(&mut self) -> Option<(Spanned<Stipulation>, Option<Structured>)> {
        let colour = self.tokens.peek().and_then(|token| COLOURS.find(self.language, token.text).ok()?);
        let side = match colour {
            Some(Some(Colour::White)) => Side::White,
            Some(Some(Colour::Black)) => Side::Black,
            _ => {
                self.missing("the side that begins");
                self.skip();
                return None;
            }
        };
        self.tokens.next();
        // The expression ends at a command; its parts are joined by blanks.
        let mut parts: Vec<Token<'a>> = Vec::new();
        while let Some(token) = self.tokens.peek() {
            let command = token.text.len() >= MIN_SYNC_LENGTH
                && token.text.chars().all(char::is_alphabetic)
                && self.ends_list(&token);
            if command {
                break;
            }
            parts.push(token);
            self.tokens.next();
        }
        let Some(first) = parts.first() else {
            self.missing("an expression, as in '3a[#]d'");
            return None;
        };
        let span = first.span;
        let text = parts.iter().map(|part| part.text).collect::<Vec<_>>().join(" ");
        let layout = self.builder.layout();
        match Structured::read(side, &text, layout) {
            // Options belong to the whole problem, so a twin's stipulation that needs one stays structured.
            Ok(structured) => Some(
                match structured
                    .classical()
                    .filter(|stipulation| self.section == Section::Diagram || !stipulation.options.quodlibet)
                {
                    Some(stipulation) => {
                        self.builder.options.quodlibet |= stipulation.options.quodlibet;
                        (Spanned::new(stipulation, span), None)
                    }
                    None => (Spanned::new(structured.placeholder_stipulation(), span), Some(structured)),
                },
            ),
            Err(error) => {
                let mut offset = error.offset;
                let mut part = parts.iter();
                let mut at = part.next()?;
                while offset > at.text.len() {
                    offset -= at.text.len() + 1;
                    at = part.next()?;
                }
                let span = at.sub_span(offset, (offset + error.length).min(at.text.len()));
                self.builder.refuse(Diagnostic::error(span, error.message));
                None
            }
        }
    }

    /// Reads a stipulation and what may follow it: a star, and the number of solutions.
    pub(super) fn stipulation(&mut self) -> Option<Spanned<Stipulation>> {
        let token = match self.tokens.peek() {
            Some(token) if !self.is_whole_command(token.text) => token,
            _ => {
                self.missing("a stipulation, as in '#2'");
                return None;
            }
        };
        self.tokens.next();
        let layout = self.builder.layout();
        let found = Stipulation::read(token.text, layout);
        // The number of moves can be a separate word, and so can a half-move after a comma.
        let next = self.tokens.peek().filter(Token::is_numeric);
        let joined = next.and_then(|number| {
            let comma = if self.tokens.begins_with(",") { "," } else { "" };
            let is_half = comma == "," && number.text == "5";
            let text = format!("{}{comma}{}", token.text, number.text);
            Stipulation::read(&text, layout).ok().filter(|_| found.is_err() || is_half)
        });
        let stipulation = match (joined, found) {
            (Some(stipulation), _) => {
                self.tokens.next();
                stipulation
            }
            (None, Ok(stipulation)) => stipulation,
            (None, Err(error)) => {
                self.no_stipulation(&token, &error);
                return None;
            }
        };
        if stipulation.goal.has_square() {
            self.builder.note_square(token.span);
        }
        if self.tokens.begins_with("*") {
            self.tokens.next();
            self.builder.options.set_play = true;
        }
        self.solution_count();
        Some(Spanned::new(stipulation, token.span))
    }

    /// Refuses a word that is no stipulation.
    fn no_stipulation(&mut self, token: &Token<'a>, error: &StipulationError) {
        // A stipulation in words, as in 'mate in 2', ends within the line.
        let mut words = token.text.to_owned();
        let mut rest = self.tokens;
        let line = rest.rest_of_line();
        let layout = self.builder.layout();
        let mut meant = suggestion(&words, layout);
        for word in line.text.split_whitespace().take(3) {
            words = format!("{words} {word}");
            meant = meant.or_else(|| suggestion(&words, layout));
        }
        self.builder.refuse(not_a_stipulation(token, error).did_you_mean(meant));
        self.skip();
    }

    /// Reads the number of solutions after a stipulation, as magazines print it, as a declaration of the diagram
    /// or the twin.
    fn solution_count(&mut self) {
        let rest = { self.tokens }.rest_of_line();
        let Some((mut declaration, length)) = solution_count::read(rest.text) else { return };
        if self.section == Section::Twin {
            let first = usize::from(!self.builder.zeroposition);
            declaration.twin = Some(Twin::name(first + self.builder.twins.len().saturating_sub(1)));
        }
        self.builder.declared.push(Spanned::new(declaration, rest.sub_span(0, length)));
        self.tokens.skip_in_line(length);
    }
}
