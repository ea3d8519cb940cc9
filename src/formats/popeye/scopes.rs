//! When conditions hold, and for whom: words behind the name of a condition and its options.

use super::Reader;
use super::keywords::spelling;
use super::tokens::Token;
use crate::formats::Diagnostic;
use crate::formats::diagnostic::quoted;
use crate::problem::Span;
use crate::rules::catalogue::Language;
use crate::rules::{Condition, RuleScope, ScopeWord, ScopedRule};

/// The latest half-move of which a term can speak.
const MAX_PLY: u64 = 9999;

/// What has been said of a term.
#[derive(Default)]
pub(super) struct ScopeBuilder {
    scope: RuleScope,
    words: Vec<(ScopeWord, Span)>,
}

impl ScopeBuilder {
    /// Has anything been said?
    pub fn has_begun(&self) -> bool {
        !self.words.is_empty()
    }
}

/// The word of a term that a text is: in full, so that it never takes the place of an
/// abbreviation that means something to Popeye.
pub(super) fn scope_word(text: &str, language: Language) -> Option<ScopeWord> {
    ScopeWord::ALL.into_iter().find(|word| spelling(&word.names(), language).eq_ignore_ascii_case(text))
}

impl Reader<'_> {
    /// Takes a word of a term, which has been read, and reads the number behind it.
    pub(super) fn read_scope(
        &mut self,
        saying: &mut ScopeBuilder,
        word: ScopeWord,
        token: &Token<'_>,
        end: &mut Span,
    ) {
        let mut number = None;
        if word.takes_number() {
            let next = self.tokens.peek().map(|next| next.span);
            number = self.number(token, 1, MAX_PLY);
            if number.is_none() {
                return;
            }
            *end = next.unwrap_or(*end).max(*end);
        }
        *end = token.span.max(*end);
        match saying.words.iter().find(|(other, _)| other.conflicts_with(word)) {
            Some((other, place)) => {
                let names = [*other, word].map(|word| quoted(spelling(&word.names(), self.language)));
                let message = format!("{} and {} exclude each other", names[0], names[1]);
                self.builder.refuse(Diagnostic::error(token.span, message).see_also(*place, "the other one"));
            }
            None => {
                let number = number.and_then(|number| u16::try_from(number).ok()).unwrap_or(1);
                saying.scope = word.applied_to(saying.scope, number);
                saying.words.push((word, token.span));
            }
        }
    }

    /// Refuses a word of a term in front of which there is no condition.
    pub(super) fn refuse_scope_without_condition(&mut self, token: &Token<'_>, word: ScopeWord) {
        let name = spelling(&word.names(), self.language);
        let number = if word.takes_number() { " 3" } else { "" };
        let message = format!(
            "expected a condition: {} stands behind the condition of which it speaks, as in 'Circe {name}{number}'",
            quoted(name)
        );
        self.builder.refuse(Diagnostic::error(token.span, message));
    }

    /// The rule with what was said of its term; none if that cannot be.
    pub(super) fn scoped_rule(&mut self, rule: Condition, saying: &ScopeBuilder) -> Option<ScopedRule> {
        let RuleScope { from, until, .. } = saying.scope;
        let place = saying.words.last().map_or(Span::default(), |(_, place)| *place);
        if let Some(until) = until.filter(|&until| until < from) {
            let message =
                format!("the condition would end with half-move {until}, before it begins with {from}");
            self.builder.refuse(Diagnostic::error(place, message));
            return None;
        }
        match ScopedRule::new(rule, saying.scope) {
            Ok(clause) => Some(clause),
            Err(reason) => {
                let message = format!("{} cannot be limited like this: {reason}", quoted(&rule.to_string()));
                self.builder.refuse(Diagnostic::error(place, message));
                None
            }
        }
    }
}
