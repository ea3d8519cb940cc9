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
    /// The author's name for the rule; `None` if there is no text.
    pub name: Option<&'static str>,
}

impl NamedRule {
    /// Returns a condition without an author's name.
    pub fn new(value: ScopedRule, span: Span) -> NamedRule {
        NamedRule { value, span, name: None }
    }
}

/// The author's name, and the normal form in brackets; the normal form alone if it begins with the name.
impl fmt::Display for NamedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |text: &str| -> String {
            text.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_lowercase()).collect()
        };
        let normal_form = self.value.to_string();
        match self.name {
            Some(name) if !letters(&normal_form).starts_with(&letters(name)) => {
                write!(f, "{name} ({normal_form})")
            }
            _ => f.write_str(&normal_form),
        }
    }
}
