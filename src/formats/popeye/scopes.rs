//! The scopes of conditions, their side and plies: words after the name of a condition and its options.

use super::Reader;
use super::keywords::spelling;
use super::tokens::Token;
use crate::formats::Diagnostic;
use crate::formats::diagnostic::quoted;
use crate::problem::Span;
use crate::rules::catalogue::Language;
use crate::rules::{Condition, RuleScope, ScopeWord, ScopedRule};

/// The largest ply in a scope.
const MAX_PLY: u64 = 9999;

/// The words of a scope read so far.
#[derive(Default)]
pub(super) struct ScopeBuilder {
    scope: RuleScope,
    words: Vec<(ScopeWord, Span)>,
}

impl ScopeBuilder {
    /// Returns whether a word has been read.
    pub fn has_begun(&self) -> bool {
        !self.words.is_empty()
    }
}

/// Returns the scope word of a text. It must be written in full, so that it never hides an abbreviation known
/// to Popeye.
pub(super) fn scope_word(text: &str, language: Language) -> Option<ScopeWord> {
    ScopeWord::ALL.into_iter().find(|word| spelling(&word.names(), language).eq_ignore_ascii_case(text))
}

impl Reader<'_> {
    /// Adds a scope word, which has been read, and reads the number after it.
    pub(super) fn read_scope(
        &mut self,
        scope: &mut ScopeBuilder,
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
        match scope.words.iter().find(|(other, _)| other.conflicts_with(word)) {
            Some((other, span)) => {
                let names = [*other, word].map(|word| quoted(spelling(&word.names(), self.language)));
                let message = format!("{} and {} exclude each other", names[0], names[1]);
                self.builder.refuse(Diagnostic::error(token.span, message).see_also(*span, "the other one"));
            }
            None => {
                let number = number.and_then(|number| u16::try_from(number).ok()).unwrap_or(1);
                scope.scope = word.applied_to(scope.scope, number);
                scope.words.push((word, token.span));
            }
        }
    }

    /// Refuses a scope word that follows no condition.
    pub(super) fn refuse_scope_without_condition(&mut self, token: &Token<'_>, word: ScopeWord) {
        let name = spelling(&word.names(), self.language);
        let number = if word.takes_number() { " 3" } else { "" };
        let message = format!(
            "expected a condition: {} follows the condition that it limits, as in 'Circe {name}{number}'",
            quoted(name)
        );
        self.builder.refuse(Diagnostic::error(token.span, message));
    }

    /// Returns the rule with its scope; `None` if they do not fit.
    pub(super) fn scoped_rule(&mut self, rule: Condition, scope: &ScopeBuilder) -> Option<ScopedRule> {
        let RuleScope { from, until, .. } = scope.scope;
        let span = scope.words.last().map_or(Span::default(), |(_, span)| *span);
        if let Some(until) = until.filter(|&until| until < from) {
            let message =
                format!("the condition would end with half-move {until}, before it begins with {from}");
            self.builder.refuse(Diagnostic::error(span, message));
            return None;
        }
        match ScopedRule::new(rule, scope.scope) {
            Ok(clause) => Some(clause),
            Err(reason) => {
                let message = format!("{} cannot be limited like this: {reason}", quoted(&rule.to_string()));
                self.builder.refuse(Diagnostic::error(span, message));
                None
            }
        }
    }
}
