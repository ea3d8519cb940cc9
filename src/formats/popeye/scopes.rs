//! When conditions hold, and for whom: words behind the name of a condition and its options.

use super::Reader;
use super::keywords::spelling;
use super::tokens::Token;
use crate::formats::Diagnostic;
use crate::formats::diagnostic::quoted;
use crate::problem::Place;
use crate::rules::catalogue::Language;
use crate::rules::{Clause, Condition, Term, TermWord};

/// The latest half-move of which a term can speak.
const LAST: u64 = 9999;

/// What has been said of a term.
#[derive(Default)]
pub(super) struct Saying {
    term: Term,
    words: Vec<(TermWord, Place)>,
}

impl Saying {
    /// Has anything been said?
    pub fn has_begun(&self) -> bool {
        !self.words.is_empty()
    }
}

/// The word of a term that a text is: in full, so that it never takes the place of an
/// abbreviation that means something to Popeye.
pub(super) fn term_word(text: &str, language: Language) -> Option<TermWord> {
    TermWord::ALL.into_iter().find(|word| spelling(&word.names(), language).eq_ignore_ascii_case(text))
}

impl Reader<'_> {
    /// Takes a word of a term, which has been read, and reads the number behind it.
    pub(super) fn term(&mut self, saying: &mut Saying, word: TermWord, token: &Token<'_>, end: &mut Place) {
        let mut number = None;
        if word.takes_number() {
            let next = self.tokens.peek().map(|next| next.place);
            number = self.number(token, 1, LAST);
            if number.is_none() {
                return;
            }
            *end = next.unwrap_or(*end).max(*end);
        }
        *end = token.place.max(*end);
        match saying.words.iter().find(|(other, _)| other.excludes(word)) {
            Some((other, place)) => {
                let names = [*other, word].map(|word| quoted(spelling(&word.names(), self.language)));
                let message = format!("{} and {} exclude each other", names[0], names[1]);
                self.draft.refuse(Diagnostic::error(token.place, message).see(*place, "the other one"));
            }
            None => {
                let number = number.and_then(|number| u16::try_from(number).ok()).unwrap_or(1);
                saying.term = word.set(saying.term, number);
                saying.words.push((word, token.place));
            }
        }
    }

    /// Refuses a word of a term in front of which there is no condition.
    pub(super) fn term_of_nothing(&mut self, token: &Token<'_>, word: TermWord) {
        let name = spelling(&word.names(), self.language);
        let number = if word.takes_number() { " 3" } else { "" };
        let message = format!(
            "expected a condition: {} stands behind the condition of which it speaks, as in 'Circe {name}{number}'",
            quoted(name)
        );
        self.draft.refuse(Diagnostic::error(token.place, message));
    }

    /// The rule with what was said of its term; none if that cannot be.
    pub(super) fn clause(&mut self, rule: Condition, saying: &Saying) -> Option<Clause> {
        let Term { from, until, .. } = saying.term;
        let place = saying.words.last().map_or(Place::default(), |(_, place)| *place);
        if let Some(until) = until.filter(|&until| until < from) {
            let message =
                format!("the condition would end with half-move {until}, before it begins with {from}");
            self.draft.refuse(Diagnostic::error(place, message));
            return None;
        }
        match Clause::new(rule, saying.term) {
            Ok(clause) => Some(clause),
            Err(reason) => {
                let message = format!("{} cannot be limited like this: {reason}", quoted(&rule.to_string()));
                self.draft.refuse(Diagnostic::error(place, message));
                None
            }
        }
    }
}
