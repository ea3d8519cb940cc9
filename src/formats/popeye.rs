//! Popeye's input language, in English, German and French.
//!
//! Words are abbreviated as Popeye allows it, among all the words that it knows,
//! those included that kirke does not support yet. What is not understood is
//! refused with its place, never guessed or dropped.

mod builder;
mod conditions;
mod forsyth;
mod keywords;
mod latex;
mod option_conflicts;
mod options;
mod piece_letters;
mod pieces;
mod rules;
mod scopes;
pub(super) mod tokens;
mod twins;
mod vocabulary;
mod write;

use super::diagnostic::{Diagnostic, nearest, quoted};
use super::item_list::ItemList;
use super::source::sanitise;
use super::{Item, Refusal, Source, declaration_line};
use crate::position::{Colour, Side};
use crate::problem::{Span, Spanned};
use crate::rules::catalogue::Language;
use crate::stipulation::{Goal, Stipulation, Structured};
use builder::ProblemBuilder;
use keywords::abbreviates;
pub(super) use options::read_words as read_options;
pub(super) use rules::read_words as read_conditions;
pub use rules::{abbreviation, is_popeyes};
use tokens::{Token, Tokens};
use vocabulary::{BEGIN, CHANGES, COLOURS, COMMANDS, ENDS, EndWord, ProblemCommand, REMARK, TWIN_WORDS};
pub use write::write;

/// The most errors that are told of one problem.
const MAX_ERRORS: usize = 10;
/// The most warnings of a text as a whole that are told.
const MAX_WARNINGS: usize = 1000;
/// The most errors of a text for which a nearest word is looked for.
const MAX_SUGGESTIONS: usize = 1000;
/// A shorter abbreviation is not taken for a command where something is skipped.
const MIN_SYNC_LENGTH: usize = 3;

/// A misspelt separator of problems must be so long, lest a man is taken for one.
const MIN_SEPARATOR_LENGTH: usize = 7;

/// The language in which the text begins a problem, if it does.
///
/// At least three letters of the word are wanted, so that not every text that
/// begins with "a" is taken for a German problem.
pub(super) fn detect_language(text: &str) -> Option<Language> {
    let first = Tokens::new(text).next()?;
    if first.text.len() < MIN_SYNC_LENGTH {
        return None;
    }
    Language::ALL
        .into_iter()
        .find(|&language| BEGIN.names(language).any(|word| abbreviates(first.text, word)))
}

/// The word with which a problem begins, if the text begins with something like it.
pub(super) fn nearest_begin_word(text: &str) -> Option<&'static str> {
    let first = Tokens::new(text).next()?;
    nearest(first.text, Language::ALL.into_iter().flat_map(|language| BEGIN.names(language)))
}

/// Reads all problems of a text that begins one in the language.
pub(super) fn read(source: &Source, language: Language) -> (Vec<Item>, Vec<Diagnostic>) {
    let mut tokens = Tokens::new(source.text());
    let mut begin = tokens.next().map_or(Span::default(), |token| token.span);
    let mut language = language;
    let (mut kept, mut warnings) = (ItemList::default(), Vec::new());
    let mut suggestions = MAX_SUGGESTIONS;
    loop {
        let mut reader = Reader { suggestions, ..Reader::new(tokens, language) };
        let ending = reader.problem();
        tokens = reader.tokens;
        suggestions = reader.suggestions;
        if kept.push(reader.builder.item(begin)).is_break() {
            break;
        }
        match ending {
            Ending::Text => break,
            Ending::Word(EndWord::More, place) => begin = place,
            Ending::Beginning(next, place) => {
                language = next;
                begin = place;
            }
            Ending::Word(EndWord::Last, _) => {
                let Some(rest) = tokens.peek() else { break };
                let next = tokens
                    .by_ref()
                    .find_map(|token| full_begin_word(&token).map(|language| (language, token.span)));
                let unread = next.is_none_or(|(_, place)| place != rest.span);
                if unread && warnings.len() < MAX_WARNINGS {
                    let message = "what stands behind the end of the problems is not read";
                    warnings.push(Diagnostic::warning(rest.span, message));
                }
                let Some((next, place)) = next else { break };
                language = next;
                begin = place;
            }
        }
    }
    (kept.finish(), warnings)
}

/// How the text of a problem ended.
enum Ending {
    /// With the word for it.
    Word(EndWord, Span),
    /// With the word that begins another problem.
    Beginning(Language, Span),
    /// With the text.
    Text,
}

/// The language of a word that begins a problem, if it is written in full.
fn full_begin_word(token: &Token<'_>) -> Option<Language> {
    Language::ALL
        .into_iter()
        .find(|&language| BEGIN.names(language).any(|word| word.eq_ignore_ascii_case(token.text)))
}

/// Which commands can come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Those that make the diagram.
    Diagram,
    /// Those that make a twin.
    Twin,
    /// None: the text is a list of words.
    Words,
}

/// One who reads a problem.
struct Reader<'a> {
    tokens: Tokens<'a>,
    language: Language,
    section: Section,
    builder: ProblemBuilder,
    /// For so many errors a nearest word is still looked for.
    suggestions: usize,
}

impl<'a> Reader<'a> {
    fn new(tokens: Tokens<'a>, language: Language) -> Reader<'a> {
        Reader {
            tokens,
            language,
            section: Section::Diagram,
            builder: ProblemBuilder::default(),
            suggestions: MAX_SUGGESTIONS,
        }
    }

    /// Reads up to the end of a problem, whatever is wrong with it.
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
        // Commands are looked up first, as an abbreviation can fit both.
        if self.is_command(token.text) {
            return None;
        }
        match ENDS.find(self.language, token.text) {
            Ok(Some(end)) => {
                self.builder.finish(token.span);
                Some(Ending::Word(end, token.span))
            }
            _ if self.is_nearly_separator(token) => {
                // Who took it for anything else would take the next problem for a part of this one.
                self.unknown(token, "the end of the problem", ENDS.names(self.language));
                Some(Ending::Word(EndWord::More, token.span))
            }
            _ => None,
        }
    }

    /// Is it a misspelt word for the beginning of the next problem?
    fn is_nearly_separator(&self, token: &Token<'_>) -> bool {
        let word = ENDS.name(self.language, |end| end == EndWord::More);
        token.text.len() >= MIN_SEPARATOR_LENGTH
            && self.section != Section::Words
            && nearest(token.text, [word]).is_some()
            && nearest(token.text, self.sync_words()) == Some(word)
    }

    /// Can the text be a command of the section, uniquely or not?
    fn is_command(&self, text: &str) -> bool {
        let fits = |name: &str| abbreviates(text, name);
        match self.section {
            Section::Diagram => COMMANDS.names(self.language).any(fits),
            Section::Twin => CHANGES.names(self.language).chain(REMARK.names(self.language)).any(fits),
            Section::Words => false,
        }
    }

    /// Is the text a command of the section, in full?
    fn is_whole_command(&self, text: &str) -> bool {
        self.sync_words().iter().any(|name| name.eq_ignore_ascii_case(text))
    }

    /// Does the text end a list of men, options or conditions?
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

    /// The words that can begin something in this section.
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

    /// Skips what cannot be understood behind an error, up to a command.
    fn skip(&mut self) {
        while let Some(token) = self.tokens.peek() {
            if token.text.len() >= MIN_SYNC_LENGTH && self.ends_list(&token) {
                break;
            }
            self.tokens.next();
        }
    }

    /// Refuses a word that could mean several things.
    fn ambiguous(&mut self, token: &Token<'_>, words: &[&str]) {
        let (words, more) = words.split_at(words.len().min(8));
        let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        self.builder.refuse(Diagnostic::error(
            token.span,
            format!(
                "{} is ambiguous: it can stand for {}{}",
                quoted(token.text),
                words.join(", "),
                if more.is_empty() { "" } else { " and others" }
            ),
        ));
    }

    /// Refuses a word of which Popeye knows what kirke does not play yet.
    fn not_supported(&mut self, place: Span, what: &str, word: &str) {
        let message = format!("the {what} '{word}' is known to Popeye, but not supported by kirke yet");
        self.builder.refuse(Diagnostic::error(place, message));
    }

    /// Refuses a word that means nothing here; `words` are what could have been meant.
    fn unknown<'w>(&mut self, token: &Token<'_>, expected: &str, words: impl IntoIterator<Item = &'w str>) {
        let message = format!("expected {expected}, found {}", quoted(token.text));
        let mut error = Diagnostic::error(token.span, message);
        if !self.builder.has_room() {
            return;
        }
        let wanted = self.suggestions > 0;
        self.suggestions = self.suggestions.saturating_sub(1);
        if wanted && let Some(meant) = nearest(token.text, words) {
            error = error.suggest(format!("did you mean '{meant}'?"));
        }
        self.builder.refuse(error);
    }

    /// Notes that something is missing in front of the next word.
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
                    self.builder.stipulation = Some(stipulation);
                    self.builder.structured = structured;
                }
            }
            ProblemCommand::Stipulation => {
                if let Some(stipulation) = self.stipulation() {
                    if stipulation.value.goal == Goal::AToB {
                        self.builder.begin_target(stipulation.span);
                    }
                    self.builder.stipulation = Some(stipulation);
                    self.builder.structured = None;
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
                Ok(declaration) => self.builder.declared.push(declaration),
                Err(errors) => errors.into_iter().for_each(|error| self.builder.refuse(error)),
            }
        } else if let Some(error) = declaration_line::missing_colon(&remark) {
            self.builder.refuse(error);
        }
    }

    /// Reads a structured stipulation: as one with a name, if it has one.
    fn structured(&mut self) -> Option<(Spanned<Stipulation>, Option<Structured>)> {
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
        // The expression ends where a command stands; a blank joins its parts.
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
        let place = first.span;
        let text = parts.iter().map(|part| part.text).collect::<Vec<_>>().join(" ");
        let layout = self.builder.layout();
        match Structured::read(side, &text, layout) {
            // What needs an option besides has no name in a twin: options are the problem's.
            Ok(structured) => Some(
                match structured
                    .classical()
                    .filter(|asked| self.section == Section::Diagram || !asked.options.quodlibet)
                {
                    Some(stipulation) => {
                        self.builder.options.quodlibet |= stipulation.options.quodlibet;
                        (Spanned::new(stipulation, place), None)
                    }
                    None => (Spanned::new(structured.placeholder_stipulation(), place), Some(structured)),
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
                let place = at.sub_span(offset, (offset + error.length).min(at.text.len()));
                self.builder.refuse(Diagnostic::error(place, error.message));
                None
            }
        }
    }

    fn stipulation(&mut self) -> Option<Spanned<Stipulation>> {
        let token = match self.tokens.peek() {
            Some(token) if !self.is_whole_command(token.text) => token,
            _ => {
                self.missing("a stipulation, as in '#2'");
                return None;
            }
        };
        self.tokens.next();
        let layout = self.builder.layout();
        let error = match Stipulation::read(token.text, layout) {
            Ok(stipulation) => {
                if stipulation.goal.has_square() {
                    self.builder.note_square(token.span);
                }
                return Some(Spanned::new(stipulation, token.span));
            }
            Err(error) => error,
        };
        // The number of moves can be a word of its own.
        if let Some(number) = self.tokens.peek().filter(Token::is_numeric) {
            let text = format!("{}{}", token.text, number.text);
            if let Ok(stipulation) = Stipulation::read(&text, layout) {
                self.tokens.next();
                return Some(Spanned::new(stipulation, token.span));
            }
        }
        let place = token.sub_span(error.offset, error.offset + error.length);
        let found = quoted(token.text);
        let message = format!("{} (in the stipulation {found})", error.message);
        self.builder.refuse(Diagnostic::error(place, message));
        self.skip();
        None
    }
}

/// The rest of the line, unless it is empty.
fn line(tokens: &mut Tokens<'_>) -> Option<String> {
    let text = tokens.rest_of_line().text;
    (!text.is_empty()).then(|| sanitise(text))
}

impl ProblemBuilder {
    fn item(self, begin: Span) -> Item {
        let (problem, warnings) = self.into_problem(begin);
        Item { span: begin, problem: problem.map_err(|errors| Refusal { span: begin, errors }), warnings }
    }
}

#[cfg(test)]
mod tests;
