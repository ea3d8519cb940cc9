//! What the men of a diagram need in addition to their pictures: labels of men that look alike, marks of attributes, and
//! the legend.

use std::collections::{BTreeMap, BTreeSet};

use super::picture::Picture;
use crate::position::{ATTRIBUTES, Attribute, Man, ManFlags, PieceNames, Walk};
use crate::problem::Diagram;

/// The labels, marks and legend of the men of a diagram.
#[derive(Clone, Debug)]
pub struct Legend {
    names: PieceNames,
    /// The walks that are not those of chessmen.
    walks: BTreeSet<Walk>,
    /// The walks with the picture of another walk of the diagram.
    ambiguous: BTreeSet<Walk>,
    /// The marks of the attributes that occur.
    marks: Vec<(ManFlags, String, String)>,
    has_royal: bool,
}

/// A line of the legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegendEntry {
    /// The walk that it explains; `None` for a mark.
    pub walk: Option<Walk>,
    /// The explanation, as in `G = grasshopper`.
    pub text: String,
}

impl Legend {
    /// Returns the legend of some men.
    pub fn new(men: impl IntoIterator<Item = Man>, names: PieceNames) -> Legend {
        let men: Vec<Man> = men.into_iter().collect();
        let is_unusual = |walk: &Walk| walk.is_fairy() || *walk == Walk::ReversedPawn;
        let walks: BTreeSet<Walk> = men.iter().map(|man| man.walk).filter(is_unusual).collect();
        let mut alike: BTreeMap<Picture, Vec<Walk>> = BTreeMap::new();
        for &walk in &walks {
            alike.entry(Picture::of(walk).appearance()).or_default().push(walk);
        }
        let ambiguous = alike.into_values().filter(|walks| walks.len() > 1).flatten().collect();
        let has_royal = men.iter().copied().any(is_royal_piece);
        let flags = men.iter().fold(ManFlags::NONE, |flags, man| flags.with(man.flags));
        Legend { names, walks, ambiguous, marks: marks(flags), has_royal }
    }

    /// Returns the letters next to the picture of a man; `None` if no other walk of the diagram has its picture.
    pub fn label(&self, walk: Walk) -> Option<String> {
        self.ambiguous.contains(&walk).then(|| letters(self.names, walk))
    }

    /// Returns the marks of a man: those of its attributes, and of a royal man that is no king. Empty if it has none.
    pub fn marks_of(&self, man: Man) -> String {
        let royal = is_royal_piece(man).then_some("r");
        let marks = self.marks.iter().filter(|(flag, ..)| man.flags.contains(*flag));
        royal.into_iter().chain(marks.map(|(_, mark, _)| mark.as_str())).collect::<Vec<_>>().join(" ")
    }

    /// Returns the squares of the men of each attribute in words, as in `kamikaze: a1, b2`.
    pub fn attribute_squares(&self, diagram: &Diagram) -> Vec<String> {
        let layout = diagram.layout();
        let line = |name: &str, has: &dyn Fn(Man) -> bool| {
            let squares = diagram.men().filter(|(_, man)| has(*man));
            let squares: Vec<&str> = squares.map(|(square, _)| layout.name(square)).collect();
            (!squares.is_empty()).then(|| format!("{name}: {}", squares.join(", ")))
        };
        let marked =
            self.marks.iter().filter_map(|(flag, _, name)| line(name, &|man| man.flags.contains(*flag)));
        line("royal", &is_royal_piece).into_iter().chain(marked).collect()
    }

    /// Returns the lines of the legend.
    pub fn entries(&self) -> Vec<LegendEntry> {
        let walks = self.walks.iter().map(|&walk| {
            let name = walk.fairy().map_or("reversed pawn", |row| row.name);
            LegendEntry { walk: Some(walk), text: format!("{} = {name}", letters(self.names, walk)) }
        });
        let royal = self.has_royal.then(|| "r = royal".to_owned());
        let marks = self.marks.iter().map(|(_, mark, name)| format!("{mark} = {name}"));
        let marks = royal.into_iter().chain(marks).map(|text| LegendEntry { walk: None, text });
        walks.chain(marks).collect()
    }
}

/// Returns the letters of a walk of fairy chess or of the reversed pawn.
pub fn letters(names: PieceNames, walk: Walk) -> String {
    match names {
        PieceNames::Figurines => walk.letters().to_owned(),
        names => names.of(walk).into_owned(),
    }
}

/// Returns whether a man is royal without being a king.
fn is_royal_piece(man: Man) -> bool {
    man.royal && !man.walk.is_king()
}

/// Returns the mark and the name of each attribute: its letters, or the shortest beginning of its name where several would
/// have the same.
fn marks(flags: ManFlags) -> Vec<(ManFlags, String, String)> {
    let listed: Vec<&Attribute> =
        ATTRIBUTES.iter().filter(|attribute| flags.contains(attribute.flag)).collect();
    let short = |attribute: &Attribute| match attribute.flag {
        ManFlags::NO_DOUBLE_STEP => "1".to_owned(),
        ManFlags::FROM_BOARD_A => "A".to_owned(),
        ManFlags::ON_BOARD_B => "B".to_owned(),
        _ => attribute.letters.to_owned(),
    };
    let begin = |attribute: &Attribute, length: usize| -> String {
        attribute.names[0].chars().take(length).flat_map(char::to_lowercase).collect()
    };
    let mark = |attribute: &Attribute| {
        let others = || listed.iter().filter(|other| other.flag != attribute.flag);
        // `r` is the mark of royal men.
        if short(attribute) != "r" && others().all(|other| short(other) != short(attribute)) {
            return short(attribute);
        }
        let is_own = |&length: &usize| others().all(|other| begin(other, length) != begin(attribute, length));
        begin(attribute, (2..).find(is_own).unwrap_or(2))
    };
    listed.iter().map(|attribute| (attribute.flag, mark(attribute), name(attribute))).collect()
}

/// Returns a name of Popeye's language as words: `half neutral` for `HalfNeutral`.
fn name(attribute: &Attribute) -> String {
    match attribute.flag {
        ManFlags::FROM_BOARD_A => "board A".to_owned(),
        ManFlags::ON_BOARD_B => "board B".to_owned(),
        _ => words(attribute.names[0]),
    }
}

/// Returns the words that a name joins, in small letters.
fn words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{FAIRY_WALKS, Side};

    fn legend(men: &[Man]) -> Legend {
        Legend::new(men.iter().copied(), PieceNames::KnightS)
    }

    fn man(walk: Walk) -> Man {
        Man::new(Side::White, walk)
    }

    #[test]
    fn walks_of_one_picture_have_labels() {
        let one = legend(&[man(Walk::Grasshopper), man(Walk::Nightrider), man(Walk::King)]);
        assert_eq!(one.label(Walk::Grasshopper), None);
        let texts: Vec<String> = one.entries().into_iter().map(|entry| entry.text).collect();
        assert_eq!(texts, ["N = nightrider", "G = grasshopper"]);
        let two = legend(&[man(Walk::Camel), man(Walk::Camelrider)]);
        assert_eq!(two.label(Walk::Camel).as_deref(), Some("CA"));
        assert_eq!(two.label(Walk::Camelrider).as_deref(), Some("CR"));
    }

    /// A man is known by its picture, or by its picture and its letters.
    #[test]
    fn walks_are_distinguishable() {
        let men: Vec<Man> = FAIRY_WALKS.iter().map(|row| man(row.walk)).collect();
        let legend = legend(&men);
        let mut seen = BTreeSet::new();
        for row in FAIRY_WALKS {
            assert!(
                seen.insert((Picture::of(row.walk).appearance(), legend.label(row.walk))),
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn attributes_have_different_marks() {
        let with = |flags| Man { flags, ..man(Walk::Queen) };
        let royal = Man { royal: true, ..with(ManFlags::KAMIKAZE) };
        let men = [royal, with(ManFlags::PARALYSING), with(ManFlags::PATROL), with(ManFlags::NO_DOUBLE_STEP)];
        let legend = legend(&men);
        assert_eq!(men.map(|man| legend.marks_of(man)), ["r k", "par", "pat", "1"]);
        let texts: Vec<String> = legend.entries().into_iter().map(|entry| entry.text).collect();
        assert_eq!(texts, ["r = royal", "k = kamikaze", "par = paralysing", "pat = patrol", "1 = one step"]);
    }
}
