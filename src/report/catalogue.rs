//! The list of rules, each with a played capture as an example: the output of `kirke rules` and the content
//! of `docs/rules.md`.
//!
//! The entries come from the [catalogue of rules](crate::rules::catalogue).

mod json;
mod markdown;
mod played_example;
mod sentences;
mod text;

pub use json::{JsonExample, JsonRule};
pub use markdown::markdown;
pub use sentences::in_languages;
pub(super) use text::boards;
pub use text::{name_list, text};

use crate::formats::popeye;
use crate::rules::catalogue::{
    Argument, CHAPTERS, CatalogueEntry, Language, RULES, RebirthOption, RuleOption, rebirth_options_for,
};
use crate::rules::rebirth::{Purpose, Rebirth, VictimReborn};
use crate::rules::{Condition, ScopeWord};
pub use played_example::PlayedExample;

/// A rule, or a word that may follow the names of rules.
pub struct RuleEntry {
    /// The name in English, German and French.
    pub names: [&'static str; 3],
    /// The abbreviation used in collections; empty if there is none.
    pub label: &'static str,
    /// The effect, in one sentence.
    pub meaning: &'static str,
    /// The rules that a word may follow; empty for a rule.
    pub after_names: Vec<&'static str>,
    /// The shortest abbreviations in English, German and French; `None` for a word, since they depend on the
    /// rule before it.
    pub abbreviations: Option<[&'static str; 3]>,
    /// The source of the definition; empty for a word, which is part of a rule.
    pub source: String,
    /// The use of rebirth squares, if the rule has any.
    pub rebirth: Option<Purpose>,
    /// The words that may follow, except those of rebirth squares.
    pub options: Vec<&'static RuleOption>,
    /// A capture as an example.
    pub played: Option<PlayedExample>,
}

/// Rules under one heading.
pub struct RuleChapter {
    /// The heading.
    pub title: &'static str,
    /// The rules.
    pub entries: Vec<RuleEntry>,
}

/// Returns all rules, followed by the words that may follow the names of many rules.
pub fn chapters() -> Vec<RuleChapter> {
    let rules = CHAPTERS.iter().enumerate().map(|(number, (title, _))| RuleChapter {
        title,
        entries: RULES.iter().filter(|rule| rule.chapter == number).map(RuleEntry::of_rule).collect(),
    });
    let words = rebirth_options_for(Purpose::Rebirth).map(RuleEntry::of_word);
    let words = RuleChapter { title: "Words for rebirth squares", entries: words.collect() };
    let scopes = ScopeWord::ALL.into_iter().map(RuleEntry::of_scope_word);
    let scopes = RuleChapter { title: "Words for one side or some plies", entries: scopes.collect() };
    rules.chain([words, scopes]).collect()
}

impl RuleEntry {
    fn of_rule(rule: &'static CatalogueEntry) -> RuleEntry {
        let abbreviations = Language::ALL.map(|language| popeye::abbreviation(&rule.names, language));
        let mut sources = Vec::new();
        if !rule.source.is_empty() {
            sources.push(rule.source);
        }
        if popeye::is_popeyes(&rule.names) {
            sources.push("as Popeye 4.104 plays it");
        }
        let example = rule.example;
        let condition = rule.example_conditions()[0];
        RuleEntry {
            names: rule.names,
            label: rule.label,
            meaning: rule.meaning,
            after_names: Vec::new(),
            abbreviations: Some(abbreviations),
            source: sources.join("; "),
            rebirth: rule.rebirth,
            options: if rule.rebirth.is_some() { Vec::new() } else { rule.options.clone() },
            played: PlayedExample::of(condition, example),
        }
    }

    fn of_word(word: &'static RebirthOption) -> RuleEntry {
        let option = &word.option;
        let families = FAMILIES.iter().filter(|(purpose, _)| word.min_purpose <= *purpose);
        let circe = (option.apply)(Condition::Circe(VictimReborn(Rebirth::CIRCE)), &[]);
        RuleEntry {
            names: option.names,
            label: "",
            meaning: option.meaning,
            after_names: families.map(|(_, name)| *name).collect(),
            abbreviations: None,
            source: String::new(),
            rebirth: None,
            options: Vec::new(),
            played: word.example.and_then(|example| PlayedExample::of(circe, example)),
        }
    }

    fn of_scope_word(word: ScopeWord) -> RuleEntry {
        RuleEntry {
            names: word.names(),
            label: "",
            meaning: word.meaning(),
            after_names: vec!["most rules"],
            abbreviations: None,
            source: String::new(),
            rebirth: None,
            options: Vec::new(),
            played: None,
        }
    }

    /// Returns whether one of the names, or the label, begins with `name`, in any case.
    pub fn matches_name(&self, name: &str) -> bool {
        let begins = |own: &str| own.to_lowercase().starts_with(&name.to_lowercase());
        self.names.into_iter().chain([self.label]).any(begins)
    }
}

/// The rules that use rebirth squares for each purpose.
const FAMILIES: [(Purpose, &str); 4] = [
    (Purpose::Rebirth, "Circe and Anticirce"),
    (Purpose::VictimTest, "Immun chess"),
    (Purpose::CapturerTest, "Geneva chess"),
    (Purpose::Origin, "Marscirce, Antimars and Phantom chess"),
];

/// Returns the rules that take the words for this purpose, as text.
fn family(purpose: Purpose) -> &'static str {
    FAMILIES.iter().find(|(own, _)| *own == purpose).map_or("", |(_, name)| name)
}

/// Returns the arguments of a word, as text.
fn takes(option: &RuleOption) -> &'static str {
    match option.argument {
        Argument::Nothing => "",
        Argument::Walks => " and letters of men",
        Argument::CycleOrNone => ", and the optional letters of a cycle of men",
        Argument::Officers => ", and five optional officers",
    }
}
