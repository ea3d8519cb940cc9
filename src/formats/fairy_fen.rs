//! FEN with men of fairy chess as other programs write it: a record of data for each dialect, one reader and one
//! writer for all.

mod choice;
mod men;
mod reader;
mod writer;

use crate::position::{Colour, Walk};
pub(super) use choice::{has_prefix, placement, simplified};
pub(super) use reader::{ReadWalk, read_run};
pub use writer::written;

/// A dialect of FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FenDialect {
    /// Letters of fairy men in parentheses, as kirke writes them.
    #[default]
    Kirke,
    /// The Forsyth notation of Popeye, with English letters.
    Popeye,
    /// The notation of FEN Tool: Fairy FEN, in which turned pictures stand for fairy men.
    FenTool,
    /// The notation of Olive and YACPDB: turned pictures in parentheses.
    Yacpdb,
}

impl FenDialect {
    /// All dialects.
    pub const ALL: [FenDialect; 4] =
        [FenDialect::Kirke, FenDialect::Popeye, FenDialect::FenTool, FenDialect::Yacpdb];

    /// Returns the name for options and prefixes.
    pub const fn name(self) -> &'static str {
        match self.foreign() {
            None => "kirke",
            Some(dialect) => dialect.name,
        }
    }

    /// Returns the name for messages.
    pub const fn title(self) -> &'static str {
        match self.foreign() {
            None => "kirke's FEN",
            Some(dialect) => dialect.title,
        }
    }

    /// Returns the record of the dialect of another program.
    const fn foreign(self) -> Option<&'static Dialect> {
        match self {
            FenDialect::Kirke => None,
            FenDialect::Popeye => Some(&POPEYE),
            FenDialect::FenTool => Some(&FEN_TOOL),
            FenDialect::Yacpdb => Some(&YACPDB),
        }
    }
}

/// How another program writes placements.
#[derive(Debug)]
struct Dialect {
    /// The name for options and prefixes.
    name: &'static str,
    /// The name for messages.
    title: &'static str,
    /// How the parts of a man are written.
    form: Form,
    /// The signs before the letters of a man and the colours that they give. The first one of a colour is written.
    colours: &'static [(char, Colour)],
    /// What the letters mean.
    names: Names,
    /// The other letters of the dialect, with what they stand for.
    marks: &'static [(char, &'static str)],
    /// The maximum number of digits of a gap.
    gap_digits: usize,
    /// The boards that it can describe.
    boards: Boards,
}

/// How the parts of a man are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// A colour sign, and a letter or two after a dot: `=.ma`.
    Dotted,
    /// A colour sign, the turn after an asterisk, and a letter: `-*2q`.
    Starred,
    /// A letter; with a colour sign or a turn, in parentheses: `(!q2)`.
    Bracketed,
}

/// What the letters of men mean.
#[derive(Clone, Copy, Debug)]
enum Names {
    /// The letters of Popeye's language, but those that only kirke knows.
    Letters(&'static [&'static str]),
    /// Pictures.
    Pictures(&'static [Picture]),
}

/// A picture: a letter in upper case, how often it is turned by 90° to the right, and the man that it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Picture(char, u8, Walk);

/// The boards that a dialect can describe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Boards {
    /// The board of 8 by 8 squares, in one run in which slashes and the end may be missing.
    Run,
    /// The board of 8 by 8 squares, in eight ranks.
    Chess,
    /// Rectangles.
    Rectangles,
}

/// The Forsyth notation of Popeye, as its manual describes it.
static POPEYE: Dialect = Dialect {
    name: "popeye",
    title: "Popeye's FEN",
    form: Form::Dotted,
    colours: &[('+', Colour::White), ('-', Colour::Black), ('=', Colour::Neutral)],
    names: Names::Letters(&[
        "03", "04", "05", "06", "07", "17", "26", "27", "33", "3R", "44", "45", "46", "47", "55", "56", "57",
        "66", "67", "77", "AA", "DD", "TT",
    ]),
    marks: &[],
    gap_digits: usize::MAX,
    boards: Boards::Run,
};

/// The notation of FEN Tool, with the table by which it names pictures for Popeye.
static FEN_TOOL: Dialect = Dialect {
    name: "fen-tool",
    title: "the FEN of FEN Tool",
    form: Form::Starred,
    colours: &[('-', Colour::Neutral), ('~', Colour::Neutral)],
    names: Names::Pictures(&[
        Picture('K', 0, Walk::King),
        Picture('Q', 0, Walk::Queen),
        Picture('R', 0, Walk::Rook),
        Picture('B', 0, Walk::Bishop),
        Picture('N', 0, Walk::Knight),
        Picture('P', 0, Walk::Pawn),
        Picture('K', 1, Walk::Poseidon),
        Picture('K', 2, Walk::Sting),
        Picture('K', 3, Walk::Dummy),
        Picture('Q', 1, Walk::Equihopper),
        Picture('Q', 2, Walk::Grasshopper),
        Picture('Q', 3, Walk::Lion),
        Picture('R', 2, Walk::Wazir),
        Picture('R', 3, Walk::Pao),
        Picture('B', 1, Walk::Antelope),
        Picture('B', 3, Walk::Giraffe),
        Picture('N', 1, Walk::Zebra),
        Picture('N', 2, Walk::Nightrider),
        Picture('N', 3, Walk::Camel),
        Picture('P', 2, Walk::BerolinaPawn),
    ]),
    marks: &[
        ('C', "a circle, which marks a square or stands for an imitator"),
        ('X', "a cross, which marks a square"),
        ('S', "a mark, a square; the letter of the knight is N"),
        ('T', "a triangle, which marks a square"),
        ('A', "an asterisk, which marks a square"),
        ('D', "a draughtsman, which marks a square"),
    ],
    gap_digits: usize::MAX,
    boards: Boards::Rectangles,
};

/// The notation of Olive and YACPDB, with the men that Olive takes pictures for.
static YACPDB: Dialect = Dialect {
    name: "yacpdb",
    title: "the FEN of Olive and YACPDB",
    form: Form::Bracketed,
    colours: &[('!', Colour::Neutral)],
    names: Names::Pictures(&[
        Picture('K', 0, Walk::King),
        Picture('Q', 0, Walk::Queen),
        Picture('R', 0, Walk::Rook),
        Picture('B', 0, Walk::Bishop),
        Picture('S', 0, Walk::Knight),
        Picture('N', 0, Walk::Knight),
        Picture('P', 0, Walk::Pawn),
        Picture('A', 0, Walk::Amazon),
        Picture('E', 0, Walk::Equihopper),
        Picture('F', 0, Walk::Rose),
        Picture('O', 0, Walk::Orphan),
        Picture('Q', 1, Walk::Locust),
        Picture('Q', 2, Walk::Grasshopper),
        Picture('Q', 3, Walk::Leo),
        Picture('R', 2, Walk::Rookhopper),
        Picture('R', 3, Walk::Pao),
        Picture('B', 2, Walk::Bishophopper),
        Picture('B', 3, Walk::Vao),
        Picture('S', 2, Walk::Nightrider),
        Picture('N', 2, Walk::Nightrider),
        Picture('S', 3, Walk::Zebra),
        Picture('N', 3, Walk::Zebra),
        Picture('E', 1, Walk::Orix),
    ]),
    marks: &[
        ('X', "the picture of every man without a picture of its own"),
        ('W', "a picture without a man"),
        ('D', "a picture without a man"),
    ],
    gap_digits: 1,
    boards: Boards::Chess,
};

#[cfg(test)]
mod tests;
