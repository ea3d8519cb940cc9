//! The table of all rules: names, meaning and options. The readers of problem
//! files, `kirke rules` and the documentation know a rule only from here.

use super::circe::{Circe, Occupied, Royals};
use super::condition::Condition;

/// The languages of names, in the order in which names are listed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
    /// French.
    French,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 3] = [Language::English, Language::German, Language::French];
}

/// A named rule.
#[derive(Debug)]
pub struct Rule {
    /// The name in English, German and French, as Popeye spells it.
    pub names: [&'static str; 3],
    /// What it does, in one sentence.
    pub meaning: &'static str,
    /// Who invented it and when, where known.
    pub author: &'static str,
    /// The condition that the name alone stands for.
    pub condition: Condition,
    /// The words that may follow the name.
    pub options: &'static [&'static RuleOption],
}

/// A word that may follow the name of a rule.
#[derive(Debug)]
pub struct RuleOption {
    /// The word in English, German and French.
    pub names: [&'static str; 3],
    /// What it changes, in one sentence.
    pub meaning: &'static str,
    /// Options of one group exclude each other.
    pub group: &'static str,
    /// The condition with the option in force.
    pub set: fn(Condition) -> Condition,
}

macro_rules! circe_option {
    ($name:ident, $names:expr, $group:literal, $meaning:literal, $field:ident = $value:expr) => {
        static $name: RuleOption = RuleOption {
            names: $names,
            meaning: $meaning,
            group: $group,
            set: |condition| match condition {
                Condition::Circe(circe) => Condition::Circe(Circe { $field: $value, ..circe }),
            },
        };
    };
}

circe_option!(
    RELAXED,
    ["Relaxed", "Locker", "Relache"],
    "occupied",
    "If the rebirth square is occupied, the captured man disappears.",
    occupied = Occupied::Relaxed
);
circe_option!(
    STRICT,
    ["Strict", "Strikt", "Stricte"],
    "occupied",
    "If the rebirth square is occupied, the capture is illegal.",
    occupied = Occupied::Strict
);
circe_option!(
    ASSASSIN,
    ["Assassin", "Assassin", "Assassin"],
    "occupied",
    "The reborn man removes who stands on the rebirth square.",
    occupied = Occupied::Assassin
);
circe_option!(
    REX_EXCLUSIVE,
    ["RexExclusive", "RexExklusive", "RexExclusif"],
    "royals",
    "Kings are not reborn.",
    royals = Royals::Exclusive
);
circe_option!(
    REX_INCLUSIVE,
    ["RexInclusive", "RexInklusive", "RexInclusif"],
    "royals",
    "Kings are reborn too; a king is in check only if it could not be.",
    royals = Royals::Inclusive
);

static CIRCE_OPTIONS: [&RuleOption; 5] = [&RELAXED, &STRICT, &ASSASSIN, &REX_EXCLUSIVE, &REX_INCLUSIVE];

/// Every rule.
pub static RULES: &[Rule] = &[
    Rule {
        names: ["Circe", "Circe", "Circe"],
        meaning: "A captured man is reborn on its home square in the game array, if that is empty.",
        author: "Pierre Monréal and Jean-Pierre Boyer, 1967",
        condition: Condition::Circe(Circe::PLAIN),
        options: &CIRCE_OPTIONS,
    },
    Rule {
        names: ["CirceAssassin", "AssassinCirce", "CirceAssassin"],
        meaning: "As Circe, but the reborn man removes who stands on its rebirth square.",
        author: "",
        condition: Condition::Circe(Circe { occupied: Occupied::Assassin, ..Circe::PLAIN }),
        options: &CIRCE_OPTIONS,
    },
];
