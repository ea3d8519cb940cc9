//! The names of conditions, and the words that can follow them.

use std::sync::LazyLock;

use ahash::AHashMap;

use super::conditions::{CIRCE_WORDS, CONDITIONS, SIDELESS_CONDITIONS};
use super::keywords::{Keyword, Match, look_up, spelling};
use crate::rules::catalogue::{CatalogueEntry, Language, RULES, RuleOption};

/// The name of a condition, and its rule if it is supported.
pub(super) struct ConditionName {
    pub(super) word: Keyword,
    pub(super) rule: Option<&'static CatalogueEntry>,
}

/// Popeye's names, followed by those that only kirke knows. The catalogue spells Popeye's names as Popeye does.
pub(super) static NAMES: LazyLock<Vec<ConditionName>> = LazyLock::new(|| {
    let mut rules: AHashMap<&str, &CatalogueEntry> =
        RULES.iter().rev().map(|rule| (rule.names[0], rule)).collect();
    let mut names: Vec<ConditionName> =
        CONDITIONS.iter().map(|word| ConditionName { word: *word, rule: rules.remove(word[0]) }).collect();
    let own = RULES.iter().filter(|rule| rules.contains_key(rule.names[0]));
    names.extend(own.map(|rule| ConditionName { word: rule.names, rule: Some(rule) }));
    names
});

/// Returns all names in a language.
pub(super) fn names(language: Language) -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(move |name| spelling(&name.word, language))
}

/// Returns whether the text is a spelling of a word in any language.
fn is_spelt(word: &Keyword, text: &str) -> bool {
    word.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Returns the shortest prefix of a rule's name that denotes this rule.
pub fn abbreviation(rule: &Keyword, language: Language) -> &'static str {
    let whole = spelling(rule, language);
    let means = |length: &usize| match whole.get(..*length).map(|text| look_up(names(language), text)) {
        Some(Match::One(index)) => NAMES[index].word[0].eq_ignore_ascii_case(rule[0]),
        _ => false,
    };
    let length = (1..whole.len()).find(means).unwrap_or(whole.len());
    &whole[..length]
}

/// Returns whether Popeye knows a rule of this name.
pub fn is_popeyes(rule: &Keyword) -> bool {
    CONDITIONS.iter().any(|word| word[0].eq_ignore_ascii_case(rule[0]))
}

/// Returns the only condition with this full name in any language.
pub(super) fn condition_in_any_language(text: &str) -> Option<usize> {
    let called = NAMES.iter().enumerate().filter(|(_, name)| is_spelt(&name.word, text));
    let mut all = called.map(|(index, _)| index);
    all.next().filter(|_| all.next().is_none())
}

/// Returns the condition of which collections use this abbreviation.
pub(super) fn condition_labelled(text: &str) -> Option<usize> {
    let is_labelled = |rule: &CatalogueEntry| !text.is_empty() && rule.label.eq_ignore_ascii_case(text);
    NAMES.iter().position(|name| name.rule.is_some_and(is_labelled))
}

/// Returns the name of the only condition that the beginning of a name denotes, in any language, if only Popeye knows
/// it.
pub fn unsupported_condition(text: &str) -> Option<&'static str> {
    let denoted = |language| match look_up(names(language), text) {
        Match::One(index) => NAMES[index].rule.is_none().then_some(NAMES[index].word[0]),
        _ => None,
    };
    let sideless = |language| {
        let words = SIDELESS_CONDITIONS.iter();
        match look_up(words.map(|word| spelling(word, language)), text) {
            Match::One(index) => Some(SIDELESS_CONDITIONS[index][0]),
            _ => None,
        }
    };
    Language::ALL.into_iter().find_map(|language| denoted(language).or_else(|| sideless(language)))
}

/// A word that can follow the name of a rule, with its option; `None` if it belongs to other rules.
pub(super) type FollowingWord = (&'static str, Option<&'static RuleOption>);

/// Returns the words that can follow the name of a rule.
pub(super) fn following_words(rule: &'static CatalogueEntry, language: Language) -> Vec<FollowingWord> {
    let own = rule.options.iter();
    let own = own.map(|option| (spelling(&option.names, language), Some(*option)));
    let known = |word: &&Keyword| {
        let mut options = rule.options.iter();
        options.any(|option| option.names[0] == word[0])
    };
    let later = CIRCE_WORDS.iter().filter(|word| !known(word));
    let later = later.map(|word| (spelling(word, language), None));
    // The words of the Circe family apply to no other rules.
    if rule.condition.rebirth().is_some() { own.chain(later).collect() } else { own.collect() }
}

/// Returns whether the name of a rule implies options of rebirth, as `MirrorCirce` does.
pub(super) fn name_implies_options(rule: &CatalogueEntry) -> bool {
    rule.condition.rebirth().is_some() && !rule.implied_options().is_empty()
}

/// Looks up the option of a rule by its full name in any language.
pub(super) fn option_in_any_language(rule: &CatalogueEntry, text: &str) -> Match {
    let index = rule.options.iter().position(|option| is_spelt(&option.names, text));
    index.map_or(Match::None, Match::One)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_one_name() {
        for rule in RULES.iter() {
            let named = |name: &&ConditionName| name.word[0].eq_ignore_ascii_case(rule.names[0]);
            let names: Vec<&ConditionName> = NAMES.iter().filter(named).collect();
            assert_eq!(names.len(), 1, "{}", rule.names[0]);
            assert_eq!(names[0].rule.map(|rule| rule.names), Some(rule.names));
        }
    }
}
