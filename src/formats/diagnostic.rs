//! Diagnostics: errors and warnings about a text, with their spans.

use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::Source;
use crate::problem::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The problem is read nevertheless.
    Warning,
    /// The problem is not read.
    Error,
}

/// Whether messages are printed in colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ColourMode {
    /// Without colour.
    Plain,
    /// In colour, for a terminal.
    Coloured,
}

/// What a diagnostic is about, as far as that matters to a command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Topic {
    /// Anything.
    #[default]
    Any,
    /// Castling rights of FEN without king or rook on the home square.
    Castling,
}

/// An error or a warning about a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The span it refers to.
    pub span: Span,
    /// Whether the problem can be read nevertheless.
    pub severity: Severity,
    /// What is wrong, or what was expected.
    pub message: String,
    /// What was probably intended, or how to continue.
    pub suggestion: Option<String>,
    /// Related spans, each with a label.
    pub related: Vec<(Span, String)>,
    /// The argument of the command line that is wrong, if it is one.
    pub argument: Option<Box<WrongArgument>>,
    /// What it is about.
    pub topic: Topic,
}

/// An argument of the command line, to which the message and the related spans of a diagnostic refer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongArgument {
    /// The text, with the name of the argument.
    pub source: Source,
    /// The wrong part of the text.
    pub span: Span,
}

impl Diagnostic {
    /// Returns an error.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span,
            severity: Severity::Error,
            message: message.into(),
            suggestion: None,
            related: Vec::new(),
            argument: None,
            topic: Topic::Any,
        }
    }

    /// Returns a warning.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    /// Adds a suggestion.
    pub fn suggest(self, suggestion: impl Into<String>) -> Diagnostic {
        Diagnostic { suggestion: Some(suggestion.into()), ..self }
    }

    /// Suggests the word that was probably intended, if there is one.
    pub fn did_you_mean(self, meant: Option<impl fmt::Display>) -> Diagnostic {
        match meant {
            Some(meant) => self.suggest(format!("did you mean '{meant}'?")),
            None => self,
        }
    }

    /// Returns the message and the suggestion, without the span.
    pub fn one_line(&self) -> String {
        match &self.suggestion {
            Some(suggestion) => {
                format!("{}; {}", self.message_with_argument(), suggestion.replace('\n', "; "))
            }
            None => self.message_with_argument(),
        }
    }

    /// Returns the message, after the argument that is wrong, if it is one.
    pub fn message_with_argument(&self) -> String {
        match &self.argument {
            Some(argument) => {
                let source = &argument.source;
                format!("{} {}: {}", source.name(), quoted(source.text()), self.message)
            }
            None => self.message.clone(),
        }
    }

    /// Makes a diagnostic of the text of an argument one of the problem at `span`.
    pub(super) fn in_argument(self, name: &str, text: &str, span: Span) -> Diagnostic {
        let argument = WrongArgument { source: Source::new(name, text), span: self.span };
        Diagnostic { span, argument: Some(Box::new(argument)), ..self }
    }

    /// Moves spans that are outside a text into it.
    pub(super) fn clamp_to(&mut self, source: &Source) {
        let related = self.related.iter_mut().map(|(span, _)| span);
        for span in std::iter::once(&mut self.span).chain(related) {
            *span = source.clamped(*span);
        }
    }

    /// Adds a related span.
    pub fn see_also(mut self, span: Span, why: impl Into<String>) -> Diagnostic {
        self.related.push((span, why.into()));
        self
    }

    /// Returns the message with its source line and a mark below the span.
    pub fn render(&self, source: &Source, mode: ColourMode) -> String {
        self.render_named(source, mode, None)
    }

    /// Returns the same with the name of the problem, if it has one.
    pub fn render_named(&self, source: &Source, mode: ColourMode, problem: Option<&str>) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let renderer = match mode {
            ColourMode::Plain => Renderer::plain(),
            ColourMode::Coloured => Renderer::styled(),
        };
        let (source, span) = match &self.argument {
            Some(argument) => (&argument.source, argument.span),
            None => (source, self.span),
        };
        let main = Excerpt::new(source, span);
        let related: Vec<_> =
            self.related.iter().map(|(span, why)| (Excerpt::new(source, *span), why)).collect();
        let name = printable(source.name());
        let mut group = Group::with_title(level.primary_title(self.message.clone()));
        group = main.show(group, &name, AnnotationKind::Primary, "");
        for (excerpt, why) in &related {
            group = excerpt.show(group, &name, AnnotationKind::Context, why);
        }
        if let Some(suggestion) = &self.suggestion {
            group = group.element(Level::HELP.message(suggestion.clone()));
        }
        if let Some(name) = problem {
            group = group.element(Level::NOTE.message(format!("the problem is {}", quoted(name))));
        }
        let shown = renderer.render(&[group]);
        // The renderer prints dots for omitted lines if the beginning of a line is cut off; no lines are
        // omitted here.
        let lines: Vec<&str> = shown.lines().filter(|line| !is_elision(line)).collect();
        lines.join("\n")
    }
}

/// On one line, as in `line 4: expected a square, found 'j9'`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.span.line > 0 {
            write!(f, "line {}: ", self.span.line)?;
        }
        f.write_str(&self.message_with_argument())?;
        match &self.suggestion {
            Some(suggestion) => write!(f, " ({suggestion})"),
            None => Ok(()),
        }
    }
}

/// The errors for which a problem was not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The span where the problem begins.
    pub span: Span,
    /// The errors, at least one, in the order of the text.
    pub errors: Vec<Diagnostic>,
    /// The author, title or name of the problem, as far as it was read.
    pub name: Option<String>,
}

impl Refusal {
    /// Returns a refusal with one error.
    pub fn new(error: Diagnostic) -> Refusal {
        Refusal { span: error.span, errors: vec![error], name: None }
    }

    /// Returns all errors with their source lines, as text of several lines.
    pub fn render(&self, source: &Source, mode: ColourMode) -> String {
        let name = self.name.as_deref();
        let errors = self.errors.iter().map(|error| error.render_named(source, mode, name));
        errors.collect::<Vec<_>>().join("\n\n")
    }
}

/// One line per error.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// The number of characters of a line shown before and after a span.
const MARGIN: u32 = 48;
/// The number of characters of a span that are shown.
const MAX_MARKED: u32 = 60;

/// The part of a line around a span, printable on a terminal.
struct Excerpt {
    text: String,
    /// Whether the beginning of the line is omitted.
    is_truncated: bool,
    marked: std::ops::Range<usize>,
    span: Span,
    /// Whether there is no text to show.
    source_is_empty: bool,
}

impl Excerpt {
    fn new(source: &Source, span: Span) -> Excerpt {
        let column = span.column.max(1);
        let end = column + span.length.min(MAX_MARKED);
        let first = column.saturating_sub(MARGIN).max(1);
        let mut text = String::new();
        if first > 1 {
            text.push('…');
        }
        let (mut start, mut stop) = (None, None);
        let rest = source.line_from(span.line, first);
        for (character, at) in rest.chars().zip(first..) {
            if at == column {
                start = Some(text.len());
            }
            if at == end {
                stop = Some(text.len());
            }
            if at >= end + MARGIN {
                text.push('…');
                break;
            }
            push_printable(&mut text, character);
        }
        let start = start.unwrap_or(text.len());
        let mut stop = stop.unwrap_or(text.len()).max(start);
        if stop == start {
            // Something is missing here: mark the character that is in its place.
            match text[start..].chars().next() {
                Some(next) => stop += next.len_utf8(),
                None => {
                    text.push(' ');
                    stop += 1;
                }
            }
        }
        Excerpt {
            text,
            is_truncated: first > 1,
            marked: start..stop,
            span,
            source_is_empty: source.text().is_empty(),
        }
    }

    fn show<'a>(
        &'a self,
        group: Group<'a>,
        name: &'a str,
        kind: AnnotationKind,
        label: &'a str,
    ) -> Group<'a> {
        let annotation = kind.span(self.marked.clone());
        let annotation = match label {
            "" => annotation,
            label => annotation.label(label),
        };
        let line = self.span.line.max(1) as usize;
        if self.source_is_empty {
            return group.element(Origin::path(name));
        }
        let snippet = Snippet::source(&self.text).line_start(line);
        if self.is_truncated {
            // The renderer cannot derive the column from a truncated line.
            let column = self.span.column.max(1) as usize;
            let origin = Origin::path(name).line(line).char_column(column);
            group.element(origin).element(snippet.annotation(annotation))
        } else {
            group.element(snippet.path(name).annotation(annotation))
        }
    }
}

fn push_printable(text: &mut String, character: char) {
    match character {
        '\t' => text.push(' '),
        _ if needs_escape(character) => text.extend(character.escape_default()),
        _ => text.push(character),
    }
}

/// Returns whether a line contains only colour codes and dots.
fn is_elision(line: &str) -> bool {
    let codes = line.split('\u{1b}').enumerate();
    let bare = codes.map(|(index, part)| match part.split_once('m') {
        Some((_, rest)) if index > 0 => rest,
        _ => part,
    });
    bare.collect::<String>().trim() == ":::"
}

/// Returns whether a character is a control character, or one that would reverse or hide the text around it.
pub(crate) fn needs_escape(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Returns the text with the characters escaped that would disturb a terminal.
pub(super) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        push_printable(&mut printable, character);
    }
    printable
}

/// Returns a text in quotes for a message: escaped, and shortened if very long.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut characters = text.chars();
    let mut shown = printable(&characters.by_ref().take(LONGEST).collect::<String>());
    if characters.next().is_some() {
        shown.push('…');
    }
    format!("'{shown}'")
}

/// Returns the known word of which `word` is probably a misspelling; `None` if there is none or `word` is known itself.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    let word = word.to_lowercase();
    let length = word.chars().count();
    if !(3..=LONGEST).contains(&length) {
        return None;
    }
    let allowed = length.div_ceil(4);
    let mut best = None;
    for candidate in known {
        let lower = candidate.to_lowercase();
        // An abbreviation can be misspelt, too; a whole word is the better guess.
        let beginning: String = lower.chars().take(length).collect();
        // A known word with an addition, as another program has it, is a better guess than a similar word.
        let is_extended = lower.len() > 4 && lower.len() < word.len() && word.starts_with(&lower);
        let whole = if is_extended { 1 } else { strsim::damerau_levenshtein(&word, &lower) };
        let distance = (2 * whole).min(2 * strsim::damerau_levenshtein(&word, &beginning) + 1);
        if distance <= 2 * allowed + 1
            && distance / 2 < length
            && best.is_none_or(|(best_distance, _)| distance < best_distance)
        {
            best = Some((distance, candidate));
        }
    }
    // A known word is not misspelt, but out of place.
    best.filter(|(distance, _)| *distance > 0).map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(line: u32, column: u32, length: u32) -> Span {
        Span { line, column, length }
    }

    #[test]
    fn error_marks_its_span_in_the_line() {
        let source = Source::new("two.inp", b"beginproblem\npieces white Ke1 Rj9\n");
        let error = Diagnostic::error(span(2, 19, 2), "expected a square, found 'j9'")
            .suggest("squares are a1 to h8");
        assert_eq!(
            error.render(&source, ColourMode::Plain),
            "error: expected a square, found 'j9'\n \
             --> two.inp:2:19\n  |\n\
             2 | pieces white Ke1 Rj9\n  |                   ^^\n  |\n  \
             = help: squares are a1 to h8"
        );
        assert_eq!(error.to_string(), "line 2: expected a square, found 'j9' (squares are a1 to h8)");
        assert!(error.render(&source, ColourMode::Coloured).contains('\u{1b}'));
    }

    #[test]
    fn wrong_argument_is_marked_instead_of_the_problem() {
        let source = Source::new("two.inp", b"beginproblem\n");
        let error = Diagnostic::error(span(1, 9, 2), "expected a square, found 'j9'");
        let error = error.in_argument("--twin", "move a3 j9", span(1, 1, 12));
        let shown = error.render(&source, ColourMode::Plain);
        assert!(shown.ends_with(" --> --twin:1:9\n  |\n1 | move a3 j9\n  |         ^^"), "{shown}");
        assert_eq!(error.to_string(), "line 1: --twin 'move a3 j9': expected a square, found 'j9'");
        assert_eq!(error.one_line(), "--twin 'move a3 j9': expected a square, found 'j9'");
    }

    #[test]
    fn missing_text_is_marked_after_the_line() {
        let source = Source::new("x", b"pieces");
        let shown = Diagnostic::error(span(1, 7, 0), "expected a colour").render(&source, ColourMode::Plain);
        assert!(shown.contains("1 | pieces"), "{shown}");
        assert!(shown.contains("|       ^"), "{shown}");
    }

    #[test]
    fn empty_source_shows_no_line() {
        let shown =
            Diagnostic::error(span(1, 1, 0), "not a text").render(&Source::new("x", b""), ColourMode::Plain);
        assert_eq!(shown, "error: not a text\n--> x");
    }

    #[test]
    fn long_lines_are_shortened_and_escaped() {
        let mut bytes = vec![b'x'; 100_000];
        bytes[50_000] = 0x1b;
        bytes[50_001] = 0x07;
        let source = Source::new("x", bytes.as_slice());
        let shown = Diagnostic::error(span(1, 50_001, 2), "no such word").render(&source, ColourMode::Plain);
        assert!(shown.len() < 500, "{shown}");
        assert!(!shown.chars().any(|character| character.is_control() && character != '\n'));
        assert!(shown.contains("\\u{1b}\\u{7}"), "{shown}");
        assert!(shown.contains("x:1:50001"), "{shown}");
        assert!(!shown.contains(":::"), "{shown}");
        let coloured =
            Diagnostic::error(span(1, 50_001, 2), "no such word").render(&source, ColourMode::Coloured);
        assert!(!coloured.contains(":::"), "{coloured}");
    }

    #[test]
    fn spans_beyond_the_text_do_not_panic() {
        let source = Source::new("x", "é".as_bytes());
        for strange in [span(0, 0, 0), span(9, 9, 9), span(1, 2, 5)] {
            Diagnostic::error(strange, "?").see_also(strange, "!").render(&source, ColourMode::Plain);
        }
    }

    #[test]
    fn nearest_finds_misspelt_words() {
        let words = ["stipulation", "condition", "Variations", "twin"];
        assert_eq!(nearest("stiplation", words), Some("stipulation"));
        assert_eq!(nearest("Varation", words), Some("Variations"));
        assert_eq!(nearest("conditionnel", words), Some("condition"));
        assert_eq!(nearest("ApparentJeu", ["ApparentSeul", "Apparent"]), Some("Apparent"));
        assert_eq!(nearest("xyzzy", words), None);
        assert_eq!(nearest("Condition", words), None);
        assert_eq!(nearest(&"x".repeat(1000), words), None);
    }

    #[test]
    fn quoted_escapes_and_shortens() {
        assert_eq!(quoted("j9"), "'j9'");
        assert_eq!(quoted("a\u{7}b"), "'a\\u{7}b'");
        assert!(quoted(&"y".repeat(99)).chars().count() < 50);
    }
}
