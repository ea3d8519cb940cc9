//! Popeye's input language, in English, German and French.
//!
//! Words may be abbreviated as in Popeye: an abbreviation must be unique among all words known to Popeye,
//! including those that kirke does not support yet. Input that is not understood is refused with its span,
//! never guessed or dropped.

mod builder;
mod condition_names;
mod conditions;
mod forsyth;
mod keywords;
mod latex;
mod option_conflicts;
mod options;
pub(super) mod parts;
mod piece_letters;
mod pieces;
mod printed_changes;
mod rules;
mod scopes;
mod stipulation;
pub(super) mod tokens;
mod twins;
mod vocabulary;
mod write;

use super::diagnostic::{Diagnostic, nearest, quoted};
use super::source::sanitise;
use super::{Asked, Item, Refusal, Source, declaration_line};
use crate::problem::{Declaration, Span, first_name};
use crate::rules::catalogue::Language;
use crate::stipulation::Goal;
use builder::ProblemBuilder;
pub use condition_names::{abbreviation, is_popeyes, unsupported_condition};
use keywords::abbreviates;
pub(super) use options::{EXCLUSIVE_CASTLINGS, are_exclusive_castlings, read_words as read_options};
use piece_letters::in_english;
pub use piece_letters::walk_named;
pub(super) use rules::read_words as read_conditions;
pub(super) use stipulation::{
    WholeStipulation, not_a_stipulation, read_starred, read_text as read_stipulation,
};
use tokens::{Token, Tokens};
pub(super) use twins::read_words as read_twin;
use vocabulary::{BEGIN, CHANGES, COMMANDS, ENDS, EndWord, ProblemCommand, REMARK, TWIN_WORDS};
pub use write::{condition_words, man_words, option_words, twin_words, write};

/// The maximum number of errors reported of one problem.
const MAX_ERRORS: usize = 10;
/// The maximum number of warnings about a text as a whole.
const MAX_WARNINGS: usize = 1000;
/// The maximum number of errors of a text for which the nearest word is searched.
const MAX_SUGGESTIONS: usize = 1000;
/// While skipping, a shorter abbreviation is not taken for a command.
const MIN_SYNC_LENGTH: usize = 3;

/// A misspelt separator must have at least this length, so that a man is not taken for one.
const MIN_SEPARATOR_LENGTH: usize = 7;

/// Returns the language in which the text begins a problem; `None` if it does not.
///
/// At least three letters of the word are required, so that not every text that begins with "a" is taken for
/// a German problem.
pub(super) fn detect_language(text: &str) -> Option<Language> {
    let first = Tokens::new(text).next()?;
    if first.text.len() < MIN_SYNC_LENGTH {
        return None;
    }
    Language::ALL
        .into_iter()
        .find(|&language| BEGIN.names(language).any(|word| abbreviates(first.text, word)))
}

/// Returns the word that begins a problem if the text begins with a similar word.
pub(super) fn nearest_begin_word(text: &str) -> Option<&'static str> {
    let first = Tokens::new(text).next()?;
    nearest(first.text, Language::ALL.into_iter().flat_map(|language| BEGIN.names(language)))
}

/// The problems of a text in order.
pub(super) struct Problems<'s> {
    tokens: Tokens<'s>,
    asked: Asked<'s>,
    /// The language and the first word of the next problem; `None` if there is none.
    next: Option<(Language, Span)>,
    /// The number of errors for which the nearest word will still be searched.
    suggestions: usize,
    warnings: Vec<Diagnostic>,
}

impl<'s> Problems<'s> {
    /// Returns the problems of a text that begins a problem in `language`.
    pub fn new(source: &'s Source, language: Language, asked: Asked<'s>) -> Problems<'s> {
        let mut tokens = Tokens::new(source.text());
        let begin = tokens.next().map_or(Span::default(), |token| token.span);
        let next = Some((language, begin));
        Problems { tokens, asked, next, suggestions: MAX_SUGGESTIONS, warnings: Vec::new() }
    }

    /// Returns the warnings about the text as a whole, of the part that was read.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Skips the text after the end of the problems, up to a word that begins another one.
    fn skip_to_begin_word(&mut self) -> Option<(Language, Span)> {
        let rest = self.tokens.peek()?;
        let next = self
            .tokens
            .by_ref()
            .find_map(|token| full_begin_word(&token).map(|language| (language, token.span)));
        let unread = next.is_none_or(|(_, span)| span != rest.span);
        if unread && self.warnings.len() < MAX_WARNINGS {
            let message = "the text after the end of the problems is not read";
            self.warnings.push(Diagnostic::warning(rest.span, message));
        }
        next
    }
}

impl Iterator for Problems<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let (language, begin) = self.next.take()?;
        let mut reader = Reader { suggestions: self.suggestions, ..Reader::new(self.tokens, language) };
        reader.builder.set_asked(self.asked.rules());
        let ending = reader.problem();
        let item = reader.builder.item(begin);
        self.tokens = reader.tokens;
        self.suggestions = reader.suggestions;
        self.next = match ending {
            Ending::Text => None,
            Ending::Word(EndWord::More, span) => Some((language, span)),
            Ending::Beginning(next, span) => Some((next, span)),
            Ending::Word(EndWord::Last, _) => self.skip_to_begin_word(),
        };
        Some(item)
    }
}

/// The way in which the text of a problem ended.
enum Ending {
    /// With the word for it.
    Word(EndWord, Span),
    /// With the word that begins another problem.
    Beginning(Language, Span),
    /// With the end of the text.
    Text,
}

/// Returns the language of a word that begins a problem, if it is written in full.
fn full_begin_word(token: &Token<'_>) -> Option<Language> {
    Language::ALL
        .into_iter()
        .find(|&language| BEGIN.names(language).any(|word| word.eq_ignore_ascii_case(token.text)))
}

/// The commands that are possible.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Those that define the diagram.
    Diagram,
    /// Those that define a twin.
    Twin,
    /// None: the text is a list of words.
    Words,
}

/// The reader of one problem.
struct Reader<'a> {
    tokens: Tokens<'a>,
    language: Language,
    section: Section,
    /// Whether the text contains nothing but the changes of one twin.
    is_one_twin: bool,
    builder: ProblemBuilder,
    /// The number of errors for which the nearest word will still be searched.
    suggestions: usize,
}

impl<'a> Reader<'a> {
    fn new(tokens: Tokens<'a>, language: Language) -> Reader<'a> {
        Reader {
            tokens,
            language,
            section: Section::Diagram,
            is_one_twin: false,
            builder: ProblemBuilder::default(),
            suggestions: MAX_SUGGESTIONS,
        }
    }

    /// Reads up to the end of a problem, whatever its errors.
    fn problem(&mut self) -> Ending {
        loop {
            let Some(token) = self.tokens.next() else {
                let error = Diagnostic::error(self.tokens.span(), "the text ends within a problem");
                let word = ENDS.name(self.language, |end| end == EndWord::Last);
                self.builder.refuse(error.suggest(format!("a problem ends with '{word}'")));
                return Ending::Text;
            };
            if let Some(ending) = self.end_of_problem(&token) {
                return ending;
            }
            match self.section {
                Section::Diagram => self.command(&token),
                Section::Twin => self.change(&token),
                Section::Words => {}
            }
        }
    }

    fn end_of_problem(&mut self, token: &Token<'a>) -> Option<Ending> {
        if let Some(language) = full_begin_word(token) {
            let word = ENDS.name(self.language, |end| end == EndWord::More);
            let error = Diagnostic::error(token.span, "a problem begins before the last one ended");
            self.builder.refuse(error.suggest(format!("problems are separated by '{word}'")));
            return Some(Ending::Beginning(language, token.span));
        }
        // Commands are looked up first, because an abbreviation can fit both.
        if self.is_command(token.text) {
            return None;
        }
        match ENDS.find(self.language, token.text) {
            Ok(Some(end)) => {
                self.builder.finish(token.span);
                Some(Ending::Word(end, token.span))
            }
            _ if self.is_nearly_separator(token) => {
                // Otherwise the next problem would be read as part of this one.
                self.unknown(token, "the end of the problem", ENDS.names(self.language));
                Some(Ending::Word(EndWord::More, token.span))
            }
            _ => None,
        }
    }

    /// Returns whether a token is a misspelt separator of problems.
    fn is_nearly_separator(&self, token: &Token<'_>) -> bool {
        let word = ENDS.name(self.language, |end| end == EndWord::More);
        token.text.len() >= MIN_SEPARATOR_LENGTH
            && self.section != Section::Words
            && nearest(token.text, [word]).is_some()
            && nearest(token.text, self.sync_words()) == Some(word)
    }

    /// Returns whether the text can be a command of the section, uniquely or not.
    fn is_command(&self, text: &str) -> bool {
        let fits = |name: &str| abbreviates(text, name);
        match self.section {
            Section::Diagram => COMMANDS.names(self.language).any(fits),
            Section::Twin => CHANGES.names(self.language).chain(REMARK.names(self.language)).any(fits),
            Section::Words => false,
        }
    }

    /// Returns whether the text is a command of the section in full.
    fn is_whole_command(&self, text: &str) -> bool {
        self.sync_words().iter().any(|name| name.eq_ignore_ascii_case(text))
    }

    /// Returns whether the token ends a list of men, options or conditions.
    fn ends_list(&self, token: &Token<'_>) -> bool {
        if self.section == Section::Words {
            return false;
        }
        self.is_command(token.text)
            || full_begin_word(token).is_some()
            || self.is_nearly_separator(token)
            || ENDS
                .names(self.language)
                .chain(TWIN_WORDS.names(self.language))
                .any(|name| abbreviates(token.text, name))
    }

    /// Returns the words that can begin something in this section.
    fn sync_words(&self) -> Vec<&'static str> {
        let (language, mut words) = (self.language, Vec::new());
        match self.section {
            Section::Diagram => words.extend(COMMANDS.names(language)),
            Section::Twin => words.extend(CHANGES.names(language).chain(REMARK.names(language))),
            Section::Words => return words,
        }
        words.extend(ENDS.names(language).chain(TWIN_WORDS.names(language)));
        words
    }

    /// Skips the input after an error, up to a command.
    fn skip(&mut self) {
        while let Some(token) = self.tokens.peek() {
            if token.text.len() >= MIN_SYNC_LENGTH && self.ends_list(&token) {
                break;
            }
            self.tokens.next();
        }
    }

    /// Refuses a word with several possible meanings.
    fn ambiguous(&mut self, token: &Token<'_>, words: &[&str]) {
        let (words, more) = words.split_at(words.len().min(8));
        let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        self.builder.refuse(Diagnostic::error(
            token.span,
            format!(
                "{} is ambiguous: it can mean {}{}",
                quoted(token.text),
                words.join(", "),
                if more.is_empty() { "" } else { " and others" }
            ),
        ));
    }

    /// Refuses a word that Popeye knows and kirke does not support yet.
    fn not_supported(&mut self, span: Span, what: &str, word: &str) {
        let message = format!("the {what} '{word}' is known to Popeye, but not supported by kirke yet");
        self.builder.refuse(Diagnostic::error(span, message));
    }

    /// Refuses a word without meaning here; `words` are the possible words.
    fn unknown<'w>(&mut self, token: &Token<'_>, expected: &str, words: impl IntoIterator<Item = &'w str>) {
        let message = format!("expected {expected}, found {}", quoted(token.text));
        let error = Diagnostic::error(token.span, message);
        if !self.builder.has_room() {
            return;
        }
        let wanted = self.suggestions > 0;
        self.suggestions = self.suggestions.saturating_sub(1);
        let meant = if wanted { nearest(token.text, words) } else { None };
        self.builder.refuse(error.did_you_mean(meant));
    }

    /// Refuses a word of another language, with the one of the text's language.
    fn refuse_foreign(&mut self, token: &Token<'_>, expected: &str, word: &str) {
        let message = format!("expected {expected}, found {}", quoted(token.text));
        self.builder.refuse(Diagnostic::error(token.span, message).did_you_mean(Some(word)));
    }

    /// Refuses the absence of something before the next word.
    fn missing(&mut self, expected: &str) {
        let error = match self.tokens.peek() {
            Some(token) => {
                Diagnostic::error(token.span, format!("expected {expected}, found {}", quoted(token.text)))
            }
            None => Diagnostic::error(
                self.tokens.span(),
                format!("expected {expected}, found the end of the text"),
            ),
        };
        self.builder.refuse(error);
    }

    fn command(&mut self, token: &Token<'a>) {
        let command = match COMMANDS.find(self.language, token.text) {
            Ok(Some(command)) => command,
            Err(several) => {
                self.ambiguous(token, &several);
                return self.skip();
            }
            Ok(None) => return self.twin_or_unknown(token),
        };
        let draft = &mut self.builder;
        match command {
            ProblemCommand::Remark => self.remark(),
            ProblemCommand::Author => draft.authors.extend(line(&mut self.tokens)),
            ProblemCommand::Origin => draft.origins.extend(line(&mut self.tokens)),
            ProblemCommand::Title => draft.titles.extend(line(&mut self.tokens)),
            ProblemCommand::Award => draft.awards.extend(line(&mut self.tokens)),
            ProblemCommand::Protocol => {
                self.tokens.rest_of_line();
                let message = "no protocol is written: redirect the output instead";
                draft.warn(Diagnostic::warning(token.span, message));
            }
            ProblemCommand::Latex => {
                self.tokens.rest_of_line();
                self.latex_pieces(token.span);
            }
            ProblemCommand::LatexPieces => self.latex_pieces(token.span),
            ProblemCommand::Structured => {
                if let Some((stipulation, structured)) = self.structured() {
                    self.builder.set_stipulation(stipulation, structured);
                }
            }
            ProblemCommand::Stipulation => {
                if let Some(stipulation) = self.stipulation() {
                    if stipulation.value.goal == Goal::AToB {
                        self.builder.begin_target(stipulation.span);
                    }
                    self.builder.set_stipulation(stipulation, None);
                }
            }
            ProblemCommand::Condition => {
                let conditions = self.conditions();
                self.builder.add_conditions(conditions);
            }
            ProblemCommand::Options => self.options(),
            ProblemCommand::Pieces => {
                for man in self.men() {
                    self.builder.place(man);
                }
            }
            ProblemCommand::Array => self.array(token.span),
            ProblemCommand::Forsyth => self.forsyth(),
            ProblemCommand::Bank => self.bank(token.span),
        }
    }

    fn remark(&mut self) {
        let remark = self.tokens.rest_of_line();
        if let Some(fields) = declaration_line::after_prefix(&remark) {
            match declaration_line::read(fields) {
                Ok(mut declaration) => {
                    let Declaration { keys, tries, .. } = &mut declaration.value;
                    for name in [keys, tries].into_iter().flatten().flatten() {
                        *name = in_english(self.language, name);
                    }
                    self.builder.declared.push(declaration);
                }
                Err(errors) => errors.into_iter().for_each(|error| self.builder.refuse(error)),
            }
        } else if let Some(error) = declaration_line::missing_colon(&remark) {
            self.builder.refuse(error);
        } else if !remark.text.is_empty() && self.builder.unread.len() < MAX_ERRORS {
            self.builder.unread.push(Diagnostic::warning(remark.span, "this remark is not kept"));
        }
    }
}

/// Returns the rest of the line; `None` if it is empty.
fn line(tokens: &mut Tokens<'_>) -> Option<String> {
    let text = tokens.rest_of_line().text;
    (!text.is_empty()).then(|| sanitise(text))
}

impl ProblemBuilder {
    fn item(mut self, begin: Span) -> Item {
        let unread = std::mem::take(&mut self.unread);
        let name = first_name(&self.authors, &self.titles, None).map(str::to_owned);
        let (problem, warnings) = self.into_problem(begin);
        let problem = problem.map_err(|errors| Refusal { span: begin, errors, name });
        Item { span: begin, problem, warnings, unread }
    }
}

#[cfg(test)]
pub(crate) mod tests;
