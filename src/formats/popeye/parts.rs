//! A problem from parts in Popeye's words, as other formats keep them in fields of their own.

use super::condition_names::{condition_in_any_language, condition_labelled, names};
use super::keywords::{Match, look_up};
use super::options::OPTIONS;
use super::tokens::{Token, Tokens};
use super::{Reader, Section, twins};
use crate::formats::diagnostic::{Diagnostic, quoted};
use crate::formats::{Item, Refusal};
use crate::position::Colour;
use crate::problem::{Declaration, NamedRule, Problem, Span, Spanned, first_name};
use crate::rules::catalogue::Language;
use crate::stipulation::{Goal, Stipulation};

/// Reads the parts of a problem, each from a text of its own, in English. Conditions must precede the men, since a
/// condition can define the board, and twins come last.
pub(in crate::formats) struct PartsReader<'a> {
    reader: Reader<'a>,
}

/// The names of a problem, its authors and the like.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::formats) struct ProblemNames {
    pub id: Option<String>,
    pub authors: Vec<String>,
    pub origins: Vec<String>,
    pub titles: Vec<String>,
    pub awards: Vec<String>,
}

impl<'a> PartsReader<'a> {
    /// Returns a reader without parts.
    pub fn new() -> PartsReader<'a> {
        let mut reader = Reader::new(Tokens::new(""), Language::English);
        reader.section = Section::Words;
        PartsReader { reader }
    }

    /// Sets the conditions that are asked about the problem.
    pub fn set_asked(&mut self, conditions: Vec<NamedRule>) {
        self.reader.builder.set_asked(conditions);
    }

    /// Adds an error.
    pub fn refuse(&mut self, error: Diagnostic) {
        self.reader.builder.refuse(error);
    }

    /// Adds a warning.
    pub fn warn(&mut self, warning: Diagnostic) {
        self.reader.builder.warn(warning);
    }

    /// Adds a declaration.
    pub fn declare(&mut self, declaration: Spanned<Declaration>) {
        self.reader.builder.declared.push(declaration);
    }

    /// Returns the stipulation; `None` if none was read.
    pub fn stipulation(&self) -> Option<Spanned<Stipulation>> {
        self.reader.builder.stipulation
    }

    /// Sets the stipulation, and whether the set play is included.
    pub fn set_stipulation(&mut self, stipulation: Spanned<Stipulation>, set_play: bool) {
        self.reader.builder.stipulation = Some(stipulation);
        self.reader.builder.options.set_play |= set_play;
    }

    /// Returns whether the problem is solved for both sides.
    pub fn is_duplex(&self) -> bool {
        self.reader.builder.options.duplex
    }

    /// Reads a stipulation, also one of proof games as in `PG 12.5`, and the number of solutions after it.
    pub fn read_stipulation(&mut self, words: Tokens<'a>) {
        let text: String = words.map(|word| word.text.to_ascii_lowercase()).collect();
        let layout = self.reader.builder.layout();
        let moves = text.strip_prefix("pg").map(|moves| format!("dia{moves}"));
        let game = moves.and_then(|text| Stipulation::read(&text, layout).ok());
        self.reader.tokens = words;
        let first = self.reader.tokens.peek();
        if let (Some(stipulation), Some(first)) = (game, first) {
            self.reader.builder.stipulation = Some(Spanned::new(stipulation, first.span));
            return;
        }
        self.reader.builder.stipulation = self.reader.stipulation();
        self.expect_end("after the stipulation");
        if let Some(stipulation) = self.stipulation().filter(|read| read.value.goal == Goal::AToB) {
            let message = format!("{} needs two diagrams, and an entry has one", stipulation.value);
            self.refuse(Diagnostic::error(stipulation.span, message));
        }
    }

    /// Reads options or conditions. The first word decides: a name in full has priority over an abbreviation.
    pub fn read_option_or_condition(&mut self, words: Tokens<'a>) {
        self.reader.tokens = words;
        let Some(first) = self.reader.tokens.peek() else { return };
        let option = look_up(OPTIONS.names(Language::English), first.text);
        let condition = match look_up(names(Language::English), &first.text.to_ascii_lowercase()) {
            Match::None => condition_in_any_language(first.text)
                .or_else(|| condition_labelled(first.text))
                .map_or(Match::None, Match::One),
            found => found,
        };
        let is_whole = OPTIONS.names(Language::English).any(|name| name.eq_ignore_ascii_case(first.text));
        match (&option, &condition) {
            (Match::One(_), Match::None) => self.reader.options(),
            (Match::One(_), _) if is_whole => self.reader.options(),
            (Match::None, Match::None) => {
                let words: Vec<_> =
                    OPTIONS.names(Language::English).chain(names(Language::English)).collect();
                if self.reader.is_known_as_condition(&first) {
                    self.read_conditions();
                } else {
                    self.reader.unknown(&first, "a condition or an option", words);
                }
            }
            (Match::None, _) => self.read_conditions(),
            (_, Match::One(_))
                if names(Language::English).any(|name| name.eq_ignore_ascii_case(first.text)) =>
            {
                self.read_conditions();
            }
            _ => self.reader.ambiguous(&first, &["an option", "a condition"]),
        }
    }

    fn read_conditions(&mut self) {
        let conditions = self.reader.conditions();
        self.reader.builder.add_conditions(conditions);
    }

    /// Reads men of a colour, each with its square and perhaps attributes before it.
    pub fn read_men(&mut self, colour: Colour, words: Tokens<'a>) {
        self.reader.tokens = words;
        let Some(first) = self.reader.tokens.peek() else {
            let message = "expected a man with its square, as in Ke1";
            return self.refuse(Diagnostic::error(self.reader.tokens.span(), message));
        };
        let mut men = Vec::new();
        self.reader.group(Some(colour), &first, &mut men);
        men.into_iter().for_each(|man| self.reader.builder.place(man));
        if let Some(rest) = self.reader.tokens.next() {
            self.reader.refuse_non_man(&rest, false);
        }
    }

    /// Makes the diagram a zeroposition, which is not solved.
    pub fn set_zeroposition(&mut self) {
        self.reader.builder.zeroposition = true;
    }

    /// Reads the changes of the next twin.
    pub fn read_twin(&mut self, changes: &Token<'_>) {
        let builder = &mut self.reader.builder;
        let name = crate::problem::Twin::name(builder.twins.len() + usize::from(!builder.zeroposition));
        match twins::read_words(changes, &name, builder.layout()) {
            Ok((twin, declared)) => {
                builder.twins.push(Spanned::new(twin, changes.span));
                builder.declared.extend(declared);
            }
            Err(errors) => errors.into_iter().for_each(|error| builder.refuse(error)),
        }
    }

    fn expect_end(&mut self, place: &str) {
        if let Some(rest) = self.reader.tokens.peek() {
            let message = format!("expected nothing {place}, found {}", quoted(rest.text));
            self.refuse(Diagnostic::error(rest.span, message));
        }
    }

    /// Returns the problem that begins and ends at these places, or its errors in the order of the text.
    pub fn finish(mut self, begin: Span, end: Span, names: ProblemNames) -> Item {
        self.reader.builder.finish(end);
        let (problem, warnings) = self.reader.builder.into_problem(begin);
        let name = first_name(&names.authors, &names.titles, names.id.as_ref()).map(str::to_owned);
        let named = |problem: Problem| Problem {
            id: names.id,
            authors: names.authors,
            origins: names.origins,
            titles: names.titles,
            awards: names.awards,
            ..problem
        };
        let refused = |mut errors: Vec<Diagnostic>| {
            errors.sort_by_key(|error| error.span);
            Refusal { span: begin, errors, name }
        };
        Item { span: begin, problem: problem.map(named).map_err(refused), warnings, unread: Vec::new() }
    }
}
