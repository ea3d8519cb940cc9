//! A condition as its author named it.

use std::fmt;

use super::Span;
use crate::rules::ScopedRule;

/// A condition with its place in the source and the name that the author used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedRule {
    /// The rule.
    pub value: ScopedRule,
    /// The place in the source.
    pub span: Span,
    /// The author's name for the rule; `None` if the normal form begins with it.
    pub name: Option<&'static str>,
}

impl NamedRule {
    /// Returns a condition without another name than its normal form.
    pub fn new(value: ScopedRule, span: Span) -> NamedRule {
        NamedRule { value, span, name: None }
    }

    /// Adds the author's name. A name with which the normal form begins is omitted.
    pub fn with_name(self, name: &'static str) -> NamedRule {
        let letters = |text: &str| -> String {
            text.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_lowercase()).collect()
        };
        let is_other = !letters(&self.value.to_string()).starts_with(&letters(name));
        NamedRule { name: is_other.then_some(name), ..self }
    }
}

/// The author's name, and the normal form in brackets; the normal form alone if there is no other name.
impl fmt::Display for NamedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => write!(f, "{name} ({})", self.value),
            None => write!(f, "{}", self.value),
        }
    }
}
