//! The rules that kirke knows, each with a capture that shows it: what `kirke rules`
//! prints, and what `docs/rules.md` and `docs/json.md` promise of it.
//!
//! Everything is taken from the [table](crate::rules::catalogue); the captures are played.

mod json;
mod markdown;
mod played_example;
mod text;

pub use json::JsonRule;
pub use markdown::markdown;
pub use text::text;

use crate::formats::popeye;
use crate::rules::catalogue::{
    CHAPTERS, Language, RULES, RebirthWord, Rule, RuleOption, Takes, words_of_rebirth,
};
use crate::rules::rebirth::{Purpose, Rebirth, VictimReborn};
use crate::rules::{Condition, TermWord};
use played_example::Played;

/// A rule, or a word that may follow the names of rules.
pub struct Entry {
    /// The name in English, German and French.
    pub names: [&'static str; 3],
    /// How collections abbreviate it, where they do.
    pub label: &'static str,
    /// What it does, in one sentence.
    pub meaning: &'static str,
    /// What may stand in front of it; nothing for a rule.
    pub behind: Vec<&'static str>,
    /// The shortest abbreviations that are read, in English, German and French; none for a
    /// word, which depends on the rule before it.
    pub abbreviations: Option<[&'static str; 3]>,
    /// Where its definition comes from; nothing for a word, which is part of a rule.
    pub source: String,
    /// What it wants rebirth squares for, if it speaks of them.
    pub rebirth: Option<Purpose>,
    /// The words that may follow it, but for those of rebirth squares.
    pub options: Vec<&'static RuleOption>,
    /// A capture, if one shows it.
    pub played: Option<Played>,
}

/// Some of the rules under one heading.
pub struct Chapter {
    /// The heading.
    pub title: &'static str,
    /// The rules.
    pub entries: Vec<Entry>,
}

/// Every rule, and behind them the words that may follow the names of many.
pub fn chapters() -> Vec<Chapter> {
    let rules = CHAPTERS.iter().enumerate().map(|(number, (title, _))| Chapter {
        title,
        entries: RULES.iter().filter(|rule| rule.chapter == number).map(Entry::of_rule).collect(),
    });
    let words = words_of_rebirth(Purpose::Birth).map(Entry::of_word);
    let words = Chapter { title: "Words for rebirth squares", entries: words.collect() };
    let terms = TermWord::ALL.into_iter().map(Entry::of_term);
    let terms = Chapter { title: "Words for one side and for some half-moves", entries: terms.collect() };
    rules.chain([words, terms]).collect()
}

impl Entry {
    fn of_rule(rule: &'static Rule) -> Entry {
        let abbreviations = Language::ALL.map(|language| popeye::abbreviation(&rule.names, language));
        let mut sources = Vec::new();
        if !rule.source.is_empty() {
            sources.push(rule.source);
        }
        if popeye::is_popeyes(&rule.names) {
            sources.push("as Popeye 4.104 plays it");
        }
        let example = rule.example;
        let condition = rule.examples()[0];
        Entry {
            names: rule.names,
            label: rule.label,
            meaning: rule.meaning,
            behind: Vec::new(),
            abbreviations: Some(abbreviations),
            source: sources.join("; "),
            rebirth: rule.rebirth,
            options: if rule.rebirth.is_some() { Vec::new() } else { rule.options.clone() },
            played: Played::of(condition, example),
        }
    }

    fn of_word(word: &'static RebirthWord) -> Entry {
        let option = &word.option;
        let families = FAMILIES.iter().filter(|(purpose, _)| word.least <= *purpose);
        let circe = (option.set)(Condition::Circe(VictimReborn(Rebirth::CIRCE)), &[]);
        Entry {
            names: option.names,
            label: "",
            meaning: option.meaning,
            behind: families.map(|(_, name)| *name).collect(),
            abbreviations: None,
            source: String::new(),
            rebirth: None,
            options: Vec::new(),
            played: word.example.and_then(|example| Played::of(circe, example)),
        }
    }

    fn of_term(word: TermWord) -> Entry {
        Entry {
            names: word.names(),
            label: "",
            meaning: word.meaning(),
            behind: vec!["most rules"],
            abbreviations: None,
            source: String::new(),
            rebirth: None,
            options: Vec::new(),
            played: None,
        }
    }

    /// Does one of its names, or its label, begin so, in any case?
    pub fn is_called(&self, name: &str) -> bool {
        let begins = |own: &str| own.to_lowercase().starts_with(&name.to_lowercase());
        self.names.into_iter().chain([self.label]).any(begins)
    }
}

/// Which rules want rebirth squares for what.
const FAMILIES: [(Purpose, &str); 4] = [
    (Purpose::Birth, "Circe and Anticirce"),
    (Purpose::Test, "Immun chess"),
    (Purpose::Licence, "Geneva chess"),
    (Purpose::Stand, "Marscirce, Antimars and Phantom chess"),
];

/// The rules that take the words for this purpose, in words.
fn family(purpose: Purpose) -> &'static str {
    FAMILIES.iter().find(|(own, _)| *own == purpose).map_or("", |(_, name)| name)
}

/// What a word takes behind it.
fn takes(option: &RuleOption) -> &'static str {
    match option.takes {
        Takes::Nothing => "",
        Takes::Walks => " and letters of men",
        Takes::CycleOrNone => ", and the letters of a cycle of men if wanted",
        Takes::Officers => ", and five officers if wanted",
    }
}
