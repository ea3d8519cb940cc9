//! The table of all rules: names, meaning and options. The readers of problem
//! files, `kirke rules` and the documentation know a rule only from here.

mod games;
mod misc;
mod no_rebirth;
mod other_options;
mod rebirth;
mod rebirth_options;
mod restrictions;

use std::sync::LazyLock;

use super::condition::Condition;
use super::example::Example;
use super::rebirth::{LastCapture, Purpose};
use crate::board::Layout;
use crate::position::{CapturedMan, Colour, Walk};

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
#[derive(Clone, Debug)]
pub struct CatalogueEntry {
    /// The name in English, German and French, as Popeye spells it.
    pub names: [&'static str; 3],
    /// How collections abbreviate the name, where they do.
    pub label: &'static str,
    /// What it does, in one sentence.
    pub meaning: &'static str,
    /// Where its definition comes from.
    pub source: &'static str,
    /// The condition that the name alone stands for.
    pub condition: Condition,
    /// What the name itself takes: walks behind it, as in `AprilChess B`.
    pub walk_argument: Option<&'static RuleOption>,
    /// The condition if a man with its square must stand behind the name, as in
    /// `LastCapture White Bg4`.
    pub capture_argument: Option<fn(CapturedMan) -> Condition>,
    /// What it wants rebirth squares for, if it speaks of them: then the
    /// [words](words_of_rebirth) for that may follow its name, and nothing else.
    pub rebirth: Option<Purpose>,
    /// The words that may follow the name.
    pub options: Vec<&'static RuleOption>,
    /// A capture that shows it.
    pub example: Example,
    /// The number of its [chapter](CHAPTERS).
    pub chapter: usize,
}

/// A word that may follow the name of a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleOption {
    /// The word in English, German and French.
    pub names: [&'static str; 3],
    /// What it changes, in one sentence.
    pub meaning: &'static str,
    /// Options of one group exclude each other.
    pub group: &'static str,
    /// What may stand behind the word.
    pub argument: Argument,
    /// The condition with the option in force, given the walks behind the word.
    pub apply: fn(Condition, &[Walk]) -> Condition,
    /// The walks that stand behind the word in a condition that has the option.
    pub walks: fn(Condition) -> Vec<Walk>,
}

/// What may stand behind the word of an option, or behind a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Nothing.
    Nothing,
    /// At least one walk, by its letter.
    Walks,
    /// Two walks or more, by their letters, of which each becomes the next, or none.
    CycleOrNone,
    /// Five officers with one king among them, or none.
    Officers,
}

impl CatalogueEntry {
    /// A rule whose name these words may follow, as Popeye plays it.
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
            rebirth: None,
            options: options.to_vec(),
            example: Example::USUAL,
            chapter: 0,
        }
    }

    /// A rule that wants rebirth squares for this.
    fn with_rebirth_options(
        names: [&'static str; 3],
        meaning: &'static str,
        condition: Condition,
        purpose: Purpose,
    ) -> CatalogueEntry {
        let options: Vec<_> = rebirth_options_for(purpose).map(|word| &word.option).collect();
        CatalogueEntry { rebirth: Some(purpose), ..CatalogueEntry::new(names, meaning, condition, &options) }
    }

    /// The same, abbreviated so.
    fn with_label(self, label: &'static str) -> CatalogueEntry {
        CatalogueEntry { label, ..self }
    }

    /// The same, from this source.
    fn with_source(self, source: &'static str) -> CatalogueEntry {
        CatalogueEntry { source, ..self }
    }

    /// The same, shown by the last of these moves.
    fn with_example(self, white: &'static str, black: &'static str, moves: &'static str) -> CatalogueEntry {
        CatalogueEntry { example: Example { white, black, moves, ..Example::USUAL }, ..self }
    }

    /// The same, shown together with another rule.
    fn with_rule(self, other: Condition) -> CatalogueEntry {
        CatalogueEntry { example: Example { with: Some(other), ..self.example }, ..self }
    }

    /// The rule alone and with each of its options, as a file could have it.
    pub fn example_conditions(&self) -> Vec<Condition> {
        let walks = [Walk::Queen, Walk::Knight];
        let officers = [Walk::Rook, Walk::Queen, Walk::King, Walk::Knight, Walk::Bishop];
        let behind =
            |own: &RuleOption| if own.argument == Argument::Officers { &officers[..] } else { &walks };
        let plain = self.walk_argument.map_or(self.condition, |own| (own.apply)(self.condition, behind(own)));
        let with = self.options.iter().map(|option| (option.apply)(plain, &walks));
        std::iter::once(plain).chain(with).collect()
    }
}

impl RuleOption {
    /// Is the option in force in a condition?
    fn is_set_in(&self, condition: Condition) -> bool {
        let walks = (self.walks)(condition);
        !(self.argument == Argument::Walks && walks.is_empty())
            && (self.apply)(condition, &walks) == condition
    }
}

impl CatalogueEntry {
    /// The options for which the name stands, as SuperCirce stands for Circe with Super.
    pub fn implied_options(&self) -> Vec<&'static RuleOption> {
        let kind = std::mem::discriminant(&self.condition);
        let Some(plain) = RULES.iter().find(|rule| std::mem::discriminant(&rule.condition) == kind) else {
            return Vec::new();
        };
        let mut made = plain.condition;
        self.options_between(self.condition, &mut made).into_iter().map(|(option, _)| option).collect()
    }

    /// The options that make of one condition another as far as they can, in the order of the table,
    /// with the walks behind them: those that change nothing are left out.
    fn options_between(
        &self,
        condition: Condition,
        made: &mut Condition,
    ) -> Vec<(&'static RuleOption, Vec<Walk>)> {
        let mut said = Vec::new();
        for &option in self.options.iter().filter(|option| option.is_set_in(condition)) {
            let walks = (option.walks)(condition);
            let next = (option.apply)(*made, &walks);
            if next != *made {
                *made = next;
                said.push((option, walks));
            }
        }
        said
    }
}

/// The condition in the words of the table, in English.
pub fn condition_text(condition: Condition) -> String {
    for rule in RULES.iter() {
        let mut made = rule.condition;
        let mut text = rule.names[0].to_owned();
        if let Some(own) = rule.walk_argument
            && own.is_set_in(condition)
        {
            let walks = (own.walks)(condition);
            made = (own.apply)(made, &walks);
            text.extend(walks.iter().flat_map(|walk| [" ", walk.letters()]));
        }
        for (option, walks) in rule.options_between(condition, &mut made) {
            text += " ";
            text += option.names[0];
            text.extend(walks.iter().flat_map(|walk| [" ", walk.letters()]));
        }
        if let (Some(of), Condition::LastCapture(LastCapture(taken))) = (rule.capture_argument, condition) {
            made = of(taken);
            let square = Layout::CHESS.name(taken.at);
            text += &format!(" {} {}{square}", colour_word(taken.man.colour), taken.man.letters());
        }
        if made == condition {
            return text;
        }
    }
    format!("{condition:?}")
}

/// A colour as problems state it, in English.
fn colour_word(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
        Colour::Neutral => "Neutral",
    }
}

/// A word that may follow the names of rules that speak of rebirth squares.
#[derive(Debug)]
pub struct RebirthOption {
    /// The least that a rule must want the squares for.
    pub min_purpose: Purpose,
    /// The word.
    pub option: RuleOption,
    /// A capture that shows it behind `Circe`, if it names a square.
    pub example: Option<Example>,
}

/// The words that may follow the name of a rule that wants rebirth squares for this.
pub fn rebirth_options_for(purpose: Purpose) -> impl Iterator<Item = &'static RebirthOption> {
    rebirth_options::ALL.iter().filter(move |word| word.min_purpose <= purpose)
}

/// A heading and the rules below it.
type CatalogueChapter = (&'static str, fn() -> Vec<CatalogueEntry>);

/// All rules, sorted.
pub const CHAPTERS: [CatalogueChapter; 5] = [
    ("Rules by which men are reborn", rebirth::rules),
    ("Rules that look at rebirth squares, or move from them", no_rebirth::rules),
    ("Rules by which men change, or move and capture in other ways", misc::rules),
    ("Rules that forbid or compel, and rules for pawns", restrictions::rules),
    ("Games", games::rules),
];

/// Every rule.
pub static RULES: LazyLock<Vec<CatalogueEntry>> = LazyLock::new(|| {
    let chapters = CHAPTERS.iter().enumerate();
    let rules = chapters.flat_map(|(chapter, (_, rules))| {
        rules().into_iter().map(move |rule| CatalogueEntry { chapter, ..rule })
    });
    rules.collect()
});
