//! The catalogue of all rules: names, meaning, options, source and example. It is the only source of
//! the parsers of problem files, of `kirke rules` and of the documentation.

mod games;
mod misc;
mod moves;
mod no_rebirth;
mod other_options;
mod rebirth;
mod rebirth_options;
mod restrictions;

use std::fmt;
use std::sync::LazyLock;

use super::condition::Condition;
use super::example::Example;
use super::rebirth::{LastCapture, Purpose};
use super::restriction::Imitator;
use crate::board::Layout;
use crate::position::{CapturedMan, Colour, Imitators, Walk};

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

/// A row of the catalogue: a named rule.
#[derive(Clone, Debug)]
pub struct CatalogueEntry {
    /// The name in English, German and French, as Popeye spells it.
    pub names: [&'static str; 3],
    /// The abbreviation in collections; empty if there is none.
    pub label: &'static str,
    /// The meaning, in one sentence.
    pub meaning: &'static str,
    /// The source of the definition.
    pub source: &'static str,
    /// The condition of the name without options.
    pub condition: Condition,
    /// The option that gives the walks after the name itself, as in `AprilChess B`.
    pub walk_argument: Option<&'static RuleOption>,
    /// Makes the condition from the man with its square that must follow the name, as in
    /// `LastCapture White Bg4`.
    pub capture_argument: Option<fn(CapturedMan) -> Condition>,
    /// Makes the condition from the squares that must follow the name, as in `Imitator a1b2`.
    pub square_argument: Option<fn(Imitators) -> Condition>,
    /// The purpose for which the rule uses rebirth squares, if it does. Then its options are the
    /// [rebirth options](rebirth_options_for) of that purpose.
    pub rebirth: Option<Purpose>,
    /// The options that may follow the name.
    pub options: Vec<&'static RuleOption>,
    /// A capture that shows the rule.
    pub example: Example,
    /// The index of its [chapter](CHAPTERS).
    pub chapter: usize,
}

/// An option: a word that may follow the name of a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleOption {
    /// The word in English, German and French.
    pub names: [&'static str; 3],
    /// The effect, in one sentence.
    pub meaning: &'static str,
    /// The group: options of one group exclude each other.
    pub group: &'static str,
    /// What may follow the word.
    pub argument: Argument,
    /// Returns a condition with the option in force and these walks as its argument.
    pub apply: fn(Condition, &[Walk]) -> Condition,
    /// Returns the walks that follow the word in a condition that has the option.
    pub walks: fn(Condition) -> Vec<Walk>,
}

/// What may follow the word of an option, or a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Nothing.
    Nothing,
    /// At least one walk, by its letter.
    Walks,
    /// A cycle of at least two walks by their letters, or nothing.
    CycleOrNone,
    /// Five officers, one of them a king, or nothing.
    Officers,
}

impl CatalogueEntry {
    /// Returns a rule with these options, with the usual example and no source.
    fn new(
        names: [&'static str; 3],
        meaning: &'static str,
        condition: Condition,
        options: &[&'static RuleOption],
    ) -> CatalogueEntry {
        CatalogueEntry {
            names,
            label: "",
            meaning,
            source: "",
            condition,
            walk_argument: None,
            capture_argument: None,
            square_argument: None,
            rebirth: None,
            options: options.to_vec(),
            example: Example::USUAL,
            chapter: 0,
        }
    }

    /// Returns a rule that uses rebirth squares for this purpose.
    fn with_rebirth_options(
        names: [&'static str; 3],
        meaning: &'static str,
        condition: Condition,
        purpose: Purpose,
    ) -> CatalogueEntry {
        let options: Vec<_> = rebirth_options_for(purpose).map(|row| &row.option).collect();
        CatalogueEntry { rebirth: Some(purpose), ..CatalogueEntry::new(names, meaning, condition, &options) }
    }

    /// Sets the abbreviation.
    fn with_label(self, label: &'static str) -> CatalogueEntry {
        CatalogueEntry { label, ..self }
    }

    /// Sets the source.
    fn with_source(self, source: &'static str) -> CatalogueEntry {
        CatalogueEntry { source, ..self }
    }

    /// Sets the example: a position and moves, the last of which shows the rule.
    fn with_example(self, white: &'static str, black: &'static str, moves: &'static str) -> CatalogueEntry {
        CatalogueEntry { example: Example { white, black, moves, ..Example::USUAL }, ..self }
    }

    /// Sets another rule that is in force in the example.
    fn with_rule(self, other: Condition) -> CatalogueEntry {
        CatalogueEntry { example: Example { with: Some(other), ..self.example }, ..self }
    }

    /// Returns the rule without options and with each of its options, as in a problem file.
    pub fn example_conditions(&self) -> Vec<Condition> {
        let walks = [Walk::Queen, Walk::Knight];
        let officers = [Walk::Rook, Walk::Queen, Walk::King, Walk::Knight, Walk::Bishop];
        let argument = |option: &RuleOption| match option.argument {
            Argument::Officers => &officers[..],
            _ => &walks,
        };
        let plain = self
            .walk_argument
            .map_or(self.condition, |option| (option.apply)(self.condition, argument(option)));
        let with_option = self.options.iter().map(|option| (option.apply)(plain, &walks));
        std::iter::once(plain).chain(with_option).collect()
    }
}

impl RuleOption {
    /// Returns whether the option is in force in a condition.
    fn is_set_in(&self, condition: Condition) -> bool {
        let walks = (self.walks)(condition);
        !(self.argument == Argument::Walks && walks.is_empty())
            && (self.apply)(condition, &walks) == condition
    }
}

impl CatalogueEntry {
    /// Returns the options that the name implies: SuperCirce is Circe with the option Super.
    pub fn implied_options(&self) -> Vec<&'static RuleOption> {
        let kind = std::mem::discriminant(&self.condition);
        let Some(plain) = RULES.iter().find(|rule| std::mem::discriminant(&rule.condition) == kind) else {
            return Vec::new();
        };
        let mut condition = plain.condition;
        self.options_between(&mut condition, self.condition).into_iter().map(|(option, _)| option).collect()
    }

    /// Applies the options that bring a condition closer to `target`, in the order of the catalogue.
    /// Returns those that change it, with their walks.
    fn options_between(
        &self,
        condition: &mut Condition,
        target: Condition,
    ) -> Vec<(&'static RuleOption, Vec<Walk>)> {
        let mut options = Vec::new();
        for &option in self.options.iter().filter(|option| option.is_set_in(target)) {
            let walks = (option.walks)(target);
            let next = (option.apply)(*condition, &walks);
            if next != *condition {
                *condition = next;
                options.push((option, walks));
            }
        }
        options
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&condition_text(*self))
    }
}

/// Returns the condition in the words of the catalogue, in English.
fn condition_text(condition: Condition) -> String {
    // Rules of the same kind come first: options seldom make another kind of it.
    let kind = std::mem::discriminant(&condition);
    let is_same = |rule: &&CatalogueEntry| std::mem::discriminant(&rule.condition) == kind;
    for rule in RULES.iter().filter(is_same).chain(RULES.iter().filter(|rule| !is_same(rule))) {
        let mut named = rule.condition;
        let mut text = rule.names[0].to_owned();
        if let Some(option) = rule.walk_argument
            && option.is_set_in(condition)
        {
            let walks = (option.walks)(condition);
            named = (option.apply)(named, &walks);
            text.extend(walks.iter().flat_map(|walk| [" ", walk.letters()]));
        }
        for (option, walks) in rule.options_between(&mut named, condition) {
            text += " ";
            text += option.names[0];
            text.extend(walks.iter().flat_map(|walk| [" ", walk.letters()]));
        }
        if let (Some(of), Condition::LastCapture(LastCapture(captured))) = (rule.capture_argument, condition)
        {
            named = of(captured);
            let square = Layout::CHESS.name(captured.at);
            text += &format!(" {} {}{square}", colour_word(captured.man.colour), captured.man.letters());
        }
        if let (Some(of), Condition::Imitator(Imitator(imitators))) = (rule.square_argument, condition) {
            named = of(imitators);
            text += " ";
            text.extend(imitators.iter().map(|square| Layout::CHESS.name(square)));
        }
        if named == condition {
            return text;
        }
    }
    format!("{condition:?}")
}

/// Returns the English keyword of a colour in problem files.
fn colour_word(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
        Colour::Neutral => "Neutral",
    }
}

/// An option of the rules that use rebirth squares.
#[derive(Debug)]
pub struct RebirthOption {
    /// The minimal purpose of a rule that has the option.
    pub min_purpose: Purpose,
    /// The option.
    pub option: RuleOption,
    /// A capture that shows the option with `Circe`, if the option names a square.
    pub example: Option<Example>,
}

/// Returns the options of a rule that uses rebirth squares for this purpose.
pub fn rebirth_options_for(purpose: Purpose) -> impl Iterator<Item = &'static RebirthOption> {
    rebirth_options::ALL.iter().filter(move |row| row.min_purpose <= purpose)
}

/// A heading and the rules of the chapter.
type CatalogueChapter = (&'static str, fn() -> Vec<CatalogueEntry>);

/// The chapters of the catalogue.
pub const CHAPTERS: [CatalogueChapter; 6] = [
    ("Rules by which men are reborn", rebirth::rules),
    ("Rules that test rebirth squares, or move from them", no_rebirth::rules),
    ("Rules by which men change, or move and capture in other ways", misc::rules),
    ("Rules that forbid or compel, and rules for pawns", restrictions::rules),
    ("Rules that restrict, order or lend moves", moves::rules),
    ("Games", games::rules),
];

/// Every rule, chapter by chapter.
pub static RULES: LazyLock<Vec<CatalogueEntry>> = LazyLock::new(|| {
    // The rows are large: to copy them as the list grows would take longer than to make them.
    let mut all = Vec::with_capacity(256);
    for (chapter, (_, rules)) in CHAPTERS.iter().enumerate() {
        all.extend(rules().into_iter().map(|rule| CatalogueEntry { chapter, ..rule }));
    }
    all
});
