//! The list of rules as JSON.

use serde::{Deserialize, Serialize};

use super::{PlayedExample, RuleEntry, family, in_languages};
use crate::problem::Setting;
use crate::rules::catalogue::RuleOption;

/// A rule, or a word that may follow names of rules; see `docs/json.md`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonRule {
    /// `rule` or `word`.
    pub kind: String,
    /// The name in English, German and French.
    pub names: [String; 3],
    /// The abbreviation used in collections, if there is one.
    pub label: Option<String>,
    /// The shortest abbreviations of a rule.
    pub abbreviations: Option<[String; 3]>,
    /// The effect.
    pub meaning: String,
    /// The effect in English, German and French.
    pub meanings: [String; 3],
    /// The source of the definition of a rule.
    pub source: Option<String>,
    /// The families of rules that a word may follow.
    pub behind: Vec<String>,
    /// The family of rules that takes the same words for rebirth squares.
    pub words_of: Option<String>,
    /// The other words that may follow.
    pub words: Vec<JsonWord>,
    /// A capture as an example.
    pub example: Option<JsonExample>,
}

/// A word that may follow the name of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonWord {
    /// The word in English, German and French.
    pub names: [String; 3],
    /// The change it makes.
    pub meaning: String,
    /// The change it makes in English, German and French.
    pub meanings: [String; 3],
}

/// A capture as an example of a rule, or a move of a fairy man.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonExample {
    /// The placement before, as in FEN.
    pub before: String,
    /// The placement after; `None` if the rule forbids the capture.
    pub after: Option<String>,
    /// The moves, in Popeye's long notation.
    pub moves: Vec<String>,
    /// The orthodox captures that the rule forbids there.
    pub forbidden: Vec<String>,
}

impl JsonRule {
    /// Returns the record of an entry.
    pub fn new(entry: &RuleEntry) -> JsonRule {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let word = |option: &&RuleOption| JsonWord {
            names: option.names.map(str::to_owned),
            meaning: option.meaning.to_owned(),
            meanings: in_languages(option.meaning).map(str::to_owned),
        };
        JsonRule {
            kind: if entry.abbreviations.is_some() { "rule" } else { "word" }.to_owned(),
            names: entry.names.map(str::to_owned),
            label: some(entry.label),
            abbreviations: entry.abbreviations.map(|words| words.map(str::to_owned)),
            meaning: entry.meaning.to_owned(),
            meanings: in_languages(entry.meaning).map(str::to_owned),
            source: some(&entry.source),
            behind: entry.after_names.iter().map(|&name| name.to_owned()).collect(),
            words_of: entry.rebirth.map(|purpose| family(purpose).to_owned()),
            words: entry.options.iter().map(word).collect(),
            example: entry.played.as_ref().map(JsonExample::new),
        }
    }
}

impl JsonExample {
    /// Returns the record of a played example.
    pub fn new(played: &PlayedExample) -> JsonExample {
        let placement = |setting: &Setting| setting.diagram.placement();
        JsonExample {
            before: placement(&played.before),
            after: played.after.as_ref().map(placement),
            moves: played.moves.clone(),
            forbidden: played.forbidden.clone(),
        }
    }
}
