//! Attributes: what a man can be in addition to its walk and its colour, a row of a table each.

use super::ManFlags;

/// An attribute of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Its flag.
    pub flag: ManFlags,
    /// Its names in English, German and French.
    pub names: [&'static str; 3],
    /// The letters before that of the walk, as in `kQ`.
    pub letters: &'static str,
    /// What the man does, as a sentence about it.
    pub sentence: &'static str,
}

/// Returns a row of the table.
const fn row(
    flag: ManFlags,
    names: [&'static str; 3],
    letters: &'static str,
    sentence: &'static str,
) -> Attribute {
    Attribute { flag, names, letters, sentence }
}

/// The attributes, in the order in which they are listed and their letters are written.
#[rustfmt::skip]
pub const ATTRIBUTES: &[Attribute] = &[
    row(ManFlags::KAMIKAZE, ["Kamikaze", "Kamikaze", "Kamikaze"], "k",
        "Disappears when it captures."),
    row(ManFlags::PARALYSING, ["Paralysing", "Paralysierend", "Paralysante"], "p",
        "Cannot capture; the men that it would observe cannot move and observe nothing."),
    row(ManFlags::CHAMELEON, ["Chameleon", "Chamaeleon", "Cameleon"], "c",
        "Takes the next walk of a cycle when it moves, by default queen, knight, bishop, rook, queen."),
    row(ManFlags::JIGGER, ["Jigger", "Jigger", "Jigger"], "j",
        "Moves only to squares next to another man; if it disappears, none is needed."),
    row(ManFlags::VOLAGE, ["Volage", "Volage", "Volage"], "v",
        "Changes sides when it first moves between squares of different colours; royal and neutral men do not."),
    row(ManFlags::FUNCTIONARY, ["Functionary", "Beamtet", "Fonctionnaire"], "f",
        "Moves, captures and gives check only if a man of the other side observes it."),
    row(ManFlags::HALF_NEUTRAL, ["HalfNeutral", "HalbNeutral", "DemiNeutre"], "hn",
        "Becomes neutral when it moves; a neutral one then belongs to the side that moves it."),
    row(ManFlags::HURDLE_COLOUR_CHANGING,
        ["HurdleColourChanging", "SprungbockFarbeWechselnd", "CouleurEchangeantSautoir"], "hcc",
        "Changes the colour of the man over which it hops, except kings, royal and neutral men."),
    row(ManFlags::PROTEAN, ["Protean", "Proteisch", "Protee"], "p",
        "Takes the walk of the man that it captures, that of a pawn in the pawn's direction; royal men do not."),
    row(ManFlags::MAGIC, ["Magic", "Magisch", "Magique"], "m",
        "Changes the colour of men, except royal, magic and neutral men, that magic men observe anew along an odd number of lines."),
    row(ManFlags::UNCAPTURABLE, ["Uncapturable", "Unschlagbar", "Imprenable"], "u",
        "Cannot be captured; if royal, it is never in check."),
    row(ManFlags::PATROL, ["Patrol", "Patrouille", "Patrouille"], "p",
        "Captures and gives check only if a man of its own side observes it."),
    row(ManFlags::FRISCHAUF, ["Frischauf", "Frischauf", "Frischauf"], "f",
        "Counts as a promoted pawn."),
    row(ManFlags::BUL, ["Bul", "Bul", "Bul"], "b",
        "Moves the man over which it hops, without a capture, by its own walk, not that of the man; if the man cannot move so, the hop is illegal."),
    row(ManFlags::DOB, ["Dob", "Dob", "Dob"], "d",
        "Moves the man over which it hops, without a capture, as that man moves; if it cannot move, the hop is illegal."),
    row(ManFlags::ANDA, ["Anda", "Anda", "Anda"], "a",
        "Becomes neutral when it moves and gives check; a neutral one then belongs to the side that moves it."),
    row(ManFlags::ANDA_INVERSE, ["AndaInverse", "AndaInvers", "AndaInverse"], "ai",
        "Becomes neutral when it moves without giving check; a neutral one then belongs to the side that moves it."),
    row(ManFlags::FROM_BOARD_A, ["AliceA", "AliceA", "AliceA"], "",
        "Begins on the first board of Alice chess, as every man without an attribute."),
    row(ManFlags::ON_BOARD_B, ["AliceB", "AliceB", "AliceB"], "",
        "Stands on the second board of Alice chess, which is then played with all men."),
    row(ManFlags::NO_DOUBLE_STEP, ["OneStep", "Einschritt", "UnPas"], "",
        "Is a pawn that has moved, so that it has no double step."),
];

/// The word for a royal man, which has no flag of its own.
pub const ROYAL: Attribute = row(
    ManFlags::NONE,
    ["Royal", "Koeniglich", "Royale"],
    "r",
    "Can be checked and mated, as a king; it keeps its walk.",
);

/// The word for a neutral man, which is a colour.
pub const NEUTRAL: Attribute = row(
    ManFlags::NONE,
    ["Neutral", "Neutral", "Neutre"],
    "n",
    "Belongs to the side that moves it, and can be captured by either side.",
);

/// The attributes of which a man has at most one.
const ALTERNATIVES: [ManFlags; 3] = [
    ManFlags::BUL.with(ManFlags::DOB),
    ManFlags::ANDA.with(ManFlags::ANDA_INVERSE),
    ManFlags::FROM_BOARD_A.with(ManFlags::ON_BOARD_B),
];

impl ManFlags {
    /// Returns the attribute of a man with these flags that excludes another one; `None` if none does.
    pub fn excluding(self, flag: ManFlags) -> Option<&'static Attribute> {
        let alternatives = ALTERNATIVES.into_iter().find(|both| both.contains(flag))?;
        self.listed().find(|other| other.flag != flag && alternatives.contains(other.flag))
    }

    /// Returns the attributes of a man with these flags.
    pub fn listed(self) -> impl Iterator<Item = &'static Attribute> {
        ATTRIBUTES.iter().filter(move |attribute| self.contains(attribute.flag))
    }

    /// Returns the letters of the attributes, in the order of the table.
    pub fn letters(self) -> String {
        if self == ManFlags::default() {
            return String::new();
        }
        self.listed().map(|attribute| attribute.letters).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_and_names_are_unique() {
        for (index, one) in ATTRIBUTES.iter().enumerate() {
            for other in &ATTRIBUTES[..index] {
                assert_ne!(one.flag, other.flag);
                assert!((0..3).all(|language| one.names[language] != other.names[language]), "{one:?}");
            }
            let notes = ManFlags::OF_TWO_BOARDS.with(ManFlags::FRISCHAUF).with(ManFlags::NO_DOUBLE_STEP);
            let is_note = notes.contains(one.flag);
            assert_eq!(one.flag.attributes() == one.flag, !is_note, "{one:?}");
        }
    }

    #[test]
    fn flags_are_listed_in_the_order_of_the_table() {
        let flags = ManFlags::PATROL.with(ManFlags::KAMIKAZE).with(ManFlags::HAS_CAPTURED);
        let letters: Vec<_> = flags.listed().map(|attribute| attribute.letters).collect();
        assert_eq!(letters, ["k", "p"]);
    }
}
