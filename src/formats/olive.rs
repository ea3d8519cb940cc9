//! The entries of Olive and of the database YACPDB: YAML documents, or JSON, with a problem each.
//!
//! ```text
//! ---
//! authors: [Morphy, Paul]
//! algebraic:
//!   white: [Kc8, Ra1, Pb6]
//!   black: [Ka8, Bb8, Pa7, Pb7]
//! stipulation: "#2"
//! ```
//!
//! Men, stipulation, conditions, options and twins are in Popeye's words. Old files name the source in other fields than
//! new ones; both are read. Source: the format as YACPDB publishes it.

mod names;
mod solution_text;

use std::collections::BTreeSet;

use super::diagnostic::{nearest, quoted};
use super::popeye::parts::PartsReader;
use super::popeye::tokens::Token;
use super::yaml::{Division, Documents, Node, Value, is_separator};
use super::{Asked, Diagnostic, Item, Source, json, question};
use crate::board::Layout as Board;
use crate::position::Colour;
use crate::problem::declaration::branching_text;
use crate::problem::{Declaration, Note, NoteValue, Span, Spanned};

/// The fields that define a problem.
const CHESS_FIELDS: [&str; 6] = ["algebraic", "stipulation", "options", "conditions", "twins", INTENDED];
/// The field with the number of intended solutions.
const INTENDED: &str = "intended-solutions";
/// Fields of other formats that would define a problem.
const FOREIGN_FIELDS: [&str; 8] =
    ["fen", "position", "pieces", "men", "board", MERGE_KEY, "forsyth", "sstipulation"];
/// The fields with names.
const NAME_FIELDS: [&str; 11] = [
    "authors",
    "author",
    "source",
    "source-id",
    "date",
    "distinction",
    "award",
    "tourney",
    "judge",
    "judges",
    "id",
];
/// The fields of which a problem holds everything.
const HELD_FIELDS: [&str; 3] = ["authors", "author", "id"];
/// The fields that kirke does not use.
const OTHER_FIELDS: [&str; 9] = [
    SOLUTION,
    "keywords",
    "comments",
    "reprints",
    "foreignids",
    "glyphs",
    "legend",
    "ash",
    "transliterations",
];
/// The field with the solution.
const SOLUTION: &str = "solution";
/// The key with which YAML inserts the fields of another mapping.
const MERGE_KEY: &str = "<<";
/// The maximum number of unknown fields that are named in warnings.
const MAX_UNKNOWN: usize = 100;

/// How a text is divided into entries.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Layout {
    first_line: u32,
    division: Division,
}

impl Layout {
    /// Returns the layout of a text that begins as an entry; `None` if it does not.
    pub fn detect(source: &Source) -> Option<Layout> {
        let (first_line, line) = source.lines().find(|(_, line)| {
            let text = line.trim();
            !text.is_empty() && !text.starts_with('#')
        })?;
        let text = line.trim();
        let is_object_line = text.starts_with('{') && text.ends_with('}');
        let division = if is_object_line { Division::Lines } else { Division::Separators };
        let begins_list = text.strip_prefix('[').is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.is_empty() || rest.starts_with('{')
        });
        let begins_entry = is_separator(line)
            || line.starts_with("%YAML")
            || text.starts_with('{')
            || begins_list
            || begins_field(text.strip_prefix("- ").unwrap_or(text));
        begins_entry.then_some(Layout { first_line, division })
    }
}

/// Returns whether a text begins with the name of a known field and a colon.
fn begins_field(text: &str) -> bool {
    let Some((name, rest)) = text.split_once(':') else { return false };
    let name = name.trim().trim_matches(['"', '\'']);
    let mut known = CHESS_FIELDS.iter().chain(&NAME_FIELDS).chain(&OTHER_FIELDS);
    (known.any(|field| *field == name) || matches!(name, "fen" | "problem"))
        && (rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// The problems of a text in order.
pub(super) struct Problems<'s> {
    source: &'s Source,
    documents: Documents<'s>,
    asked: Asked<'s>,
    /// The unknown fields so far.
    unknown: BTreeSet<String>,
    warnings: Vec<Diagnostic>,
    /// Whether the text has an entry.
    has_items: bool,
}

impl<'s> Problems<'s> {
    /// Returns the problems of a text with this layout.
    pub fn new(source: &'s Source, layout: Layout, asked: Asked<'s>) -> Problems<'s> {
        let documents = Documents::new(source, layout.first_line, layout.division);
        Problems {
            source,
            documents,
            asked,
            unknown: BTreeSet::new(),
            warnings: Vec::new(),
            has_items: false,
        }
    }

    /// Returns the warnings about the text as a whole, of the part that was read.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    fn item(&mut self, entry: &Node<'_>) -> Item {
        if json::is_record(entry) {
            return json::item(entry, self.asked);
        }
        if !matches!(entry.value, Value::Mapping(_)) {
            let message =
                format!("expected an entry with fields such as 'algebraic', found {}", entry.kind());
            return Item::refused(Diagnostic::error(entry.span, message));
        }
        let mut reader =
            EntryReader { entry, keeps_intended: false, parts: PartsReader::new(), unread: Vec::new() };
        for field in reader.check_fields() {
            let name = field.text().unwrap_or_default();
            if self.unknown.len() < MAX_UNKNOWN && self.unknown.insert(name.to_owned()) {
                let message = format!("the field {} is not read", quoted(name));
                self.warnings.push(Diagnostic::warning(field.span, message));
            }
        }
        reader.item(self.asked)
    }
}

impl Iterator for Problems<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let mut item = match self.documents.next() {
            Some(Ok(entry)) => self.item(&entry),
            Some(Err(error)) => Item::refused(error),
            None if self.has_items => return None,
            None => {
                let start = Span { line: 1, column: 1, length: 0 };
                Item::refused(Diagnostic::error(start, "there is no problem in this file"))
            }
        };
        self.has_items = true;
        item.clamp_to(self.source);
        Some(item)
    }
}

/// Returns the fields that are kept for entries that are written, with the number of intended solutions if `keeps_intended`:
/// those that a problem does not hold, and those without contents.
fn notes(entry: &Node<'_>, keeps_intended: bool) -> Vec<Note> {
    let is_held = |name: &str| {
        let is_chess = CHESS_FIELDS.contains(&name) && !(keeps_intended && name == INTENDED);
        is_chess || HELD_FIELDS.contains(&name)
    };
    let named = entry.entries().iter().filter_map(|(key, value)| Some((key.text()?, value)));
    let kept = named.filter(|(name, value)| !is_held(name) || is_empty(value) || is_plain_id(name, value));
    let value = |name: &str, value: &Node<'_>| match value.note() {
        // Olive does not accept a number here.
        NoteValue::Plain(text) if name == INTENDED && !value.is_null() => NoteValue::Text(text),
        note => note,
    };
    kept.map(|(name, node)| Note { name: name.to_owned(), value: value(name, node) }).collect()
}

/// Returns whether a field has no contents.
fn is_empty(value: &Node<'_>) -> bool {
    match &value.value {
        Value::Scalar(scalar) => value.is_null() || scalar.text.trim().is_empty(),
        Value::Sequence(elements) => elements.is_empty(),
        Value::Mapping(fields) => fields.is_empty(),
    }
}

/// Returns whether a field is a name without quotes that begins as a number.
fn is_plain_id(name: &str, value: &Node<'_>) -> bool {
    name == "id"
        && matches!(&value.value, Value::Scalar(scalar)
            if !scalar.is_quoted && scalar.text.starts_with(|first: char| !first.is_alphabetic()))
}

/// Reads one entry.
struct EntryReader<'n> {
    entry: &'n Node<'n>,
    /// Whether the number of intended solutions is not, or not only, part of a declaration.
    keeps_intended: bool,
    parts: PartsReader<'n>,
    unread: Vec<Diagnostic>,
}

impl<'n> EntryReader<'n> {
    /// Refuses repeated fields and those that seem to define the problem in another way; returns the unknown ones.
    fn check_fields(&mut self) -> Vec<&'n Node<'n>> {
        let mut unknown = Vec::new();
        let mut seen = std::collections::BTreeMap::new();
        for (key, value) in self.entry.entries() {
            let Some(name) = key.text() else {
                let message = format!("expected the name of a field, found {}", key.kind());
                self.parts.refuse(Diagnostic::error(key.span, message));
                continue;
            };
            if let Some(other) = seen.insert(name, key.span) {
                let message = format!("the field {} occurs twice", quoted(name));
                self.parts.refuse(Diagnostic::error(key.span, message).see_also(other, "here"));
            }
            if !OTHER_FIELDS.contains(&name) && !CHESS_FIELDS.contains(&name) && !NAME_FIELDS.contains(&name)
            {
                let meant = nearest(name, CHESS_FIELDS.into_iter().chain([SOLUTION]));
                if name == MERGE_KEY {
                    let message = "merge keys ('<<') are not supported";
                    let hint = "expected the fields themselves";
                    self.parts.refuse(Diagnostic::error(key.span, message).suggest(hint));
                } else if meant.is_none() && !FOREIGN_FIELDS.contains(&name) {
                    unknown.push(key);
                } else if !value.is_null() {
                    let fields = CHESS_FIELDS.join(", ");
                    let message = format!(
                        "expected one of the fields {fields} for the problem, found {}",
                        quoted(name)
                    );
                    self.parts.refuse(Diagnostic::error(key.span, message).did_you_mean(meant));
                }
            }
        }
        unknown
    }

    fn item(mut self, asked: Asked<'_>) -> Item {
        self.parts.set_asked(asked.rules());
        self.read_rules();
        self.read_stipulation(asked.stipulation);
        self.read_diagram();
        self.read_twins();
        self.read_declarations();
        let (names, unread) = names::read(self.entry);
        self.unread.extend(unread);
        let begin = self.entry.span;
        let mut item = self.parts.finish(begin, begin, names);
        if let Ok(problem) = &mut item.problem {
            problem.notes = notes(self.entry, self.keeps_intended);
        }
        Item { unread: self.unread, ..item }
    }

    /// Returns the value of a field that is not empty.
    fn field(&self, name: &str) -> Option<&'n Node<'n>> {
        self.entry.get(name).filter(|value| !value.is_null())
    }

    fn read_rules(&mut self) {
        for list in ["conditions", "options"].map(|name| self.field(name)).into_iter().flatten() {
            for element in list.elements() {
                match element.words() {
                    Some(words) => self.parts.read_option_or_condition(words),
                    None => self.refuse_kind(element, "a condition or an option"),
                }
            }
        }
    }

    fn refuse_kind(&mut self, found: &Node<'_>, expected: &str) {
        let message = format!("expected {expected}, found {}", found.kind());
        self.parts.refuse(Diagnostic::error(found.span, message));
    }

    fn read_stipulation(&mut self, asked: Option<&str>) {
        if let Some(text) = asked {
            let span = self.entry.span;
            match question::stipulation(text, Board::CHESS, span) {
                Ok(asked) => {
                    self.parts.set_stipulation(Spanned::new(asked.stipulation, span), asked.set_play)
                }
                Err(errors) => errors.into_iter().for_each(|error| self.parts.refuse(error)),
            }
            return;
        }
        let found = self.entry.get("stipulation");
        let Some(words) = found.filter(|value| !value.is_null()).and_then(Node::tokens) else {
            let (span, what) = found.map_or((self.entry.span, "none"), |found| (found.span, found.kind()));
            let error = Diagnostic::error(span, format!("expected a stipulation, found {what}"));
            return self.parts.refuse(error.suggest("as in stipulation: '#2', in quotes"));
        };
        let text = found.and_then(Node::text).unwrap_or_default().trim().to_ascii_lowercase();
        let span = found.map_or(self.entry.span, |found| found.span);
        if matches!(&*text, "+" | "=" | "+ black to move" | "= black to move") {
            let message = "studies, in which a win or a draw is to be found, are not supported";
            self.parts.refuse(Diagnostic::error(span, message));
        } else if text == "see text" {
            let message = "the stipulation is given in words only";
            let hint = "--stip replaces it";
            self.parts.refuse(Diagnostic::error(span, message).suggest(hint));
        } else {
            self.parts.read_stipulation(words);
        }
    }

    fn read_diagram(&mut self) {
        let Some(diagram) = self.field("algebraic") else {
            let message = "expected the field 'algebraic' with the men, found none";
            return self.parts.refuse(Diagnostic::error(self.entry.span, message));
        };
        if !matches!(diagram.value, Value::Mapping(_)) {
            return self.refuse_kind(diagram, "the colours of the men");
        }
        let mut seen = Vec::new();
        for (key, men) in diagram.entries() {
            let colour = match key.text() {
                Some("white") => Colour::White,
                Some("black") => Colour::Black,
                Some("neutral") => Colour::Neutral,
                other => {
                    let found = other.map_or(key.kind().to_owned(), quoted);
                    let message = format!("expected white, black or neutral, found {found}");
                    self.parts.refuse(Diagnostic::error(key.span, message));
                    continue;
                }
            };
            if seen.contains(&colour) {
                self.parts.refuse(Diagnostic::error(key.span, "this colour occurs twice"));
            }
            seen.push(colour);
            for man in men.elements() {
                match man.words() {
                    Some(words) => self.parts.read_men(colour, words),
                    None => self.refuse_kind(man, "a man with its square"),
                }
            }
        }
    }

    /// Reads the twins in the order of their labels. The label `a` makes a zeroposition.
    fn read_twins(&mut self) {
        let Some(twins) = self.field("twins") else { return };
        if !matches!(twins.value, Value::Mapping(_)) {
            return self.refuse_kind(twins, "twins with their labels, as in 'b: Move a1 b1'");
        }
        let mut sorted: Vec<(Option<usize>, &Node<'n>, &Node<'n>)> =
            twins.entries().iter().map(|(key, value)| (number(key), key, value)).collect();
        sorted.sort_by_key(|(number, key, _)| (*number, key.span));
        let mut next = 1;
        if sorted.first().is_some_and(|first| first.0 == Some(0)) {
            self.parts.set_zeroposition();
            next = 0;
        }
        for (number, label, changes) in sorted {
            if number != Some(next) {
                let expected = crate::problem::Twin::name(next);
                let found = label.text().map_or(label.kind().to_owned(), quoted);
                let message = format!("expected the label '{expected}' of the next twin, found {found}");
                return self.parts.refuse(Diagnostic::error(label.span, message));
            }
            match changes.token().filter(|_| !changes.is_null()) {
                Some(token) => self.parts.read_twin(&token),
                None => self.refuse_kind(changes, "the changes of a twin"),
            }
            next += 1;
        }
    }

    fn read_declarations(&mut self) {
        let Some(stipulation) = self.parts.stipulation().map(|stipulation| stipulation.value) else { return };
        let is_battle = stipulation.family.is_battle();
        let intended = self.field(INTENDED);
        let mut key_count = None;
        if let Some(value) = intended.filter(|value| !value.is_null()) {
            match intended_solutions(value, is_battle, self.parts.is_duplex()) {
                Ok(solution_text::Intended::Keys(count)) => key_count = Some(count),
                Ok(solution_text::Intended::Lines(declaration)) => {
                    let text = value.text().unwrap_or_default().trim();
                    self.keeps_intended =
                        declared_count_text(&declaration).is_none_or(|written| written != text);
                    self.parts.declare(Spanned::new(declaration, value.span));
                }
                Err(message) => {
                    self.keeps_intended = true;
                    self.parts.warn(Diagnostic::warning(value.span, message));
                }
            }
        }
        let Some(solution) = self.field("solution").filter(|_| is_battle) else {
            self.keeps_intended |= key_count.is_some();
            if let Some(value) = intended.filter(|_| key_count.is_some_and(|count| count > 1)) {
                let message =
                    "the number of solutions is not used: the keys, in the field 'solution', are missing";
                self.parts.warn(Diagnostic::warning(value.span, message));
            }
            return;
        };
        let has_twins = self.field("twins").is_some();
        let keys = match solution.text() {
            Some(_) if has_twins || self.parts.is_duplex() => Err("it belongs to several problems"),
            Some(text) => solution_text::keys(text, key_count),
            None => Err("it is no text"),
        };
        match keys {
            Ok(declaration) => {
                let count = declaration.keys.as_ref().map_or(0, |keys| keys.len() as u64);
                self.keeps_intended |= key_count.is_some_and(|intended| intended != count || count == 1);
                self.parts.declare(Spanned::new(declaration, solution.span));
            }
            Err(reason) => {
                self.keeps_intended |= key_count.is_some();
                let message = format!("no key is declared: the solution is not understood, since {reason}");
                self.parts.warn(Diagnostic::warning(solution.span, message));
            }
        }
    }
}

/// Reads the number of intended solutions.
///
/// # Errors
/// If it is not understood: the message of a warning.
fn intended_solutions(
    value: &Node<'_>,
    is_battle: bool,
    is_duplex: bool,
) -> Result<solution_text::Intended, &'static str> {
    let text =
        value.text().ok_or("the number of solutions is not used: expected a number, as in 2 or 2.1.1.1")?;
    solution_text::intended(text, is_battle, is_duplex)
}

/// Returns a declared number of solutions as an entry has it, as in `2` or `2.1.1.1`; `None` if there is none.
pub(super) fn declared_count_text(declaration: &Declaration) -> Option<String> {
    let branching = declaration.branching.as_ref().map(|branching| branching_text(branching));
    branching.or(declaration.line_count.map(|lines| lines.to_string()))
}

/// Returns the number of a twin from its label, from 0.
fn number(label: &Node<'_>) -> Option<usize> {
    super::consistency::twin_number(&label.text()?.trim().to_ascii_lowercase())
}

impl Node<'_> {
    /// Returns the text of a scalar with its place.
    pub(super) fn token(&self) -> Option<Token<'_>> {
        let mut words = self.tokens()?;
        let first: Span = words.peek()?.span;
        let text = words.rest_of_text();
        Some(Token { text, span: Span { length: text.chars().count() as u32, ..first } })
    }
}

#[cfg(test)]
mod tests;
