//! The rules for programs.

use serde::{Deserialize, Serialize};

use super::{RuleEntry, family};
use crate::problem::Setting;
use crate::rules::catalogue::RuleOption;

/// A rule, or a word that may follow names of rules; see `docs/json.md`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonRule {
    /// `rule` or `word`.
    pub kind: String,
    /// The name in English, German and French.
    pub names: [String; 3],
    /// How collections abbreviate it, where they do.
    pub label: Option<String>,
    /// The shortest abbreviations that are read, of a rule.
    pub abbreviations: Option<[String; 3]>,
    /// What it does.
    pub meaning: String,
    /// Where its definition comes from, of a rule.
    pub source: Option<String>,
    /// Behind the names of which families a word may stand.
    pub behind: Vec<String>,
    /// Whose words for rebirth squares may follow.
    pub words_of: Option<String>,
    /// The other words that may follow.
    pub words: Vec<JsonWord>,
    /// A capture that shows it.
    pub example: Option<JsonExample>,
}

/// A word that may follow the name of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonWord {
    /// The word in English, German and French.
    pub names: [String; 3],
    /// What it changes.
    pub meaning: String,
}

/// A capture that shows a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonExample {
    /// The placement before, as in FEN.
    pub before: String,
    /// The placement after; none if the rule forbids the capture.
    pub after: Option<String>,
    /// The moves, in Popeye's long notation.
    pub moves: Vec<String>,
    /// The captures of orthodox chess that the rule forbids there.
    pub forbidden: Vec<String>,
}

impl JsonRule {
    /// The record of an entry.
    pub fn new(entry: &RuleEntry) -> JsonRule {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let word = |option: &&RuleOption| JsonWord {
            names: option.names.map(str::to_owned),
            meaning: option.meaning.to_owned(),
        };
        let placement = |setting: &Setting| setting.diagram.placement();
        JsonRule {
            kind: if entry.abbreviations.is_some() { "rule" } else { "word" }.to_owned(),
            names: entry.names.map(str::to_owned),
            label: some(entry.label),
            abbreviations: entry.abbreviations.map(|words| words.map(str::to_owned)),
            meaning: entry.meaning.to_owned(),
            source: some(&entry.source),
            behind: entry.after_names.iter().map(|&name| name.to_owned()).collect(),
            words_of: entry.rebirth.map(|purpose| family(purpose).to_owned()),
            words: entry.options.iter().map(word).collect(),
            example: entry.played.as_ref().map(|played| JsonExample {
                before: placement(&played.before),
                after: played.after.as_ref().map(placement),
                moves: played.moves.clone(),
                forbidden: played.forbidden.clone(),
            }),
        }
    }
}
