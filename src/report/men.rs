//! The list of fairy men, each with a figure of its moves, and of the attributes of men: the output of `kirke men` and
//! the content of `docs/men.md`.

mod example;

use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;

use self::example::example;
use super::catalogue::{JsonExample, boards};
use super::diagram::Picture;
use super::text::{Column, Page, StyledWords, Tone};
use crate::board::{Board, Layout, RectBoard, Set64, Square, Squares};
use crate::formats::popeye::walk_named;
use crate::position::{ATTRIBUTES, Attribute, FAIRY_WALKS, FairyWalk, NEUTRAL, ROYAL, Side, Walk};
use crate::rules::catalogue::Language;

/// An entry of the list.
#[derive(Clone, Copy)]
pub enum ManEntry {
    /// A fairy man.
    Walk(&'static FairyWalk),
    /// An attribute of men.
    Attribute(&'static Attribute),
}

/// An entry in JSON.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum JsonMan {
    /// A fairy man.
    Walk {
        /// Its English name.
        name: &'static str,
        /// Its letters in English, German and French.
        letters: [&'static str; 3],
        /// How it moves.
        movement: String,
        /// Its moves, rank 8 first.
        figure: Vec<String>,
        /// Its picture in diagrams, as in `queen, turned by 180°`.
        picture: String,
        /// The source of its definition.
        source: &'static str,
        /// A move as an example; `None` if it has none.
        example: Option<JsonExample>,
    },
    /// An attribute.
    Attribute {
        /// Its names in English, German and French.
        names: [&'static str; 3],
        /// The letters before that of the walk.
        letters: &'static str,
        /// What a man with it does.
        meaning: &'static str,
    },
}

/// The words before men: royal, neutral and the attributes.
fn attributes() -> impl Iterator<Item = &'static Attribute> {
    [&ROYAL, &NEUTRAL].into_iter().chain(ATTRIBUTES)
}

/// Returns all fairy men, then all attributes.
pub fn entries() -> Vec<ManEntry> {
    let walks = FAIRY_WALKS.iter().map(ManEntry::Walk);
    walks.chain(attributes().map(ManEntry::Attribute)).collect()
}

impl ManEntry {
    /// Returns whether a text is the beginning of a name, or the letters of a fairy man in one of the languages, or its leap
    /// as in `R(1,2)`.
    pub fn matches(&self, text: &str) -> bool {
        let begins =
            |name: &str| name.get(..text.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(text));
        match self {
            ManEntry::Walk(row) => {
                begins(row.name)
                    || row.letters.iter().any(|letters| letters.eq_ignore_ascii_case(text))
                    || walk_named(Language::English, text) == Some(row.walk)
            }
            ManEntry::Attribute(row) => row.names.iter().any(|name| begins(name)),
        }
    }

    /// Returns the English name.
    pub fn name(&self) -> &'static str {
        match self {
            ManEntry::Walk(row) => row.name,
            ManEntry::Attribute(row) => row.names[0],
        }
    }

    /// Returns the entry in JSON.
    pub fn json(&self) -> JsonMan {
        match *self {
            ManEntry::Walk(row) => JsonMan::Walk {
                name: row.name,
                letters: row.letters,
                movement: row.movement.sentence(),
                figure: figure(row.walk).iter().map(|rank| rank.iter().collect()).collect(),
                picture: Picture::of(row.walk).words(),
                source: row.source(),
                example: example(row).as_ref().map(JsonExample::new),
            },
            ManEntry::Attribute(row) => {
                JsonMan::Attribute { names: row.names, letters: row.letters, meaning: row.sentence }
            }
        }
    }

    /// Returns the letters of a fairy man, or the names of an attribute, in the languages.
    fn in_languages(&self) -> String {
        match self {
            ManEntry::Walk(FairyWalk { letters: [english, german, french], .. }) => {
                format!("{english}, in German {german}, in French {french}")
            }
            ManEntry::Attribute(Attribute { names: [_, german, french], letters, .. }) => {
                let letters =
                    if letters.is_empty() { String::new() } else { format!("; '{letters}' in moves") };
                format!("attribute, in German {german}, in French {french}{letters}")
            }
        }
    }
}

/// The square of the man in a figure.
const CENTRE: Square = Square::new(27);

/// The squares that a white man on d4 reaches.
struct Reach {
    walk: Walk,
    board: RectBoard,
}

impl Reach {
    fn of(walk: Walk) -> Reach {
        let mut board = RectBoard::chess();
        board.geometry_mut().add_movements(walk, 0);
        Reach { walk, board }
    }

    /// Returns the squares of men that it can capture over these hurdles.
    fn captures(&self, hurdles: Set64) -> Set64 {
        let movements = &self.board.geometry().movements;
        let occupied = hurdles.with(CENTRE);
        let leaps = movements.radial_leaps(self.walk, CENTRE, hurdles);
        (movements.captures(self.walk, Side::White, CENTRE, occupied) | leaps) & !hurdles
    }

    /// Returns the squares to which it can move over these hurdles without capture.
    fn quiet_moves(&self, hurdles: Set64) -> Set64 {
        let movements = &self.board.geometry().movements;
        let leaps = movements.radial_leaps(self.walk, CENTRE, hurdles) & !hurdles;
        movements.quiet(self.walk, Side::White, CENTRE, hurdles.with(CENTRE)) | leaps
    }

    /// Returns hurdles, each of which adds captures.
    fn hurdles(&self) -> Set64 {
        let mut hurdles = Set64::EMPTY;
        for at in Layout::CHESS.squares().filter(|&at| at != CENTRE) {
            if self.captures(hurdles.with(at)).count() > self.captures(hurdles).count() {
                hurdles = hurdles.with(at);
            }
        }
        hurdles
    }
}

/// Returns the moves of a white man from d4, rank 8 first: `@` is the man, `o` a hurdle, `x` a square to which it can
/// move, with or without capture, `-` without capture only, `+` with capture only; `v` a square where it captures a man
/// and passes it, `V` one to which it also moves without capture.
fn figure(walk: Walk) -> [[char; 8]; 8] {
    let reach = Reach::of(walk);
    let hurdles = reach.hurdles();
    let (quiet, captured) = (reach.quiet_moves(hurdles), reach.captures(hurdles));
    let captures_aside = reach.board.geometry().movements.captures_aside(walk);
    let mut ranks = [['.'; 8]; 8];
    for at in Layout::CHESS.squares() {
        let sign = match (quiet.contains(at), captured.contains(at)) {
            _ if at == CENTRE => '@',
            _ if hurdles.contains(at) => 'o',
            (true, true) if captures_aside => 'V',
            (false, true) if captures_aside => 'v',
            (true, true) => 'x',
            (true, false) => '-',
            (false, true) => '+',
            (false, false) => continue,
        };
        ranks[usize::from(7 - Layout::CHESS.rank(at))][usize::from(Layout::CHESS.file(at))] = sign;
    }
    ranks
}

/// Returns a rank of a figure, with blanks between the squares.
fn spaced(rank: [char; 8]) -> String {
    rank.map(String::from).join(" ")
}

/// What the signs of a figure mean.
const LEGEND: &str = "In the figures the man is @; it moves to x, with or without capture; to - without capture only, and to \
                      + with capture only; o is a hurdle. It captures a man on v or V by a move to the square after it, and \
                      to V it moves without capture, too.";

/// Writes men with their figures, within the width of the page.
///
/// # Errors
/// The first failure to write.
pub fn text<'a>(
    entries: impl IntoIterator<Item = &'a ManEntry>,
    page: &Page,
    out: impl Write,
) -> io::Result<()> {
    let mut column = Column::new(page, out);
    let mut has_figure = false;
    for entry in entries {
        let mut heading = StyledWords::one(entry.name(), Tone::Heading);
        for word in format!("({})", entry.in_languages()).split(' ') {
            heading.push(word.to_owned(), Tone::Plain);
        }
        column.paragraph(0, &heading);
        match entry {
            ManEntry::Walk(row) => {
                column.paragraph(4, &StyledWords::of(&row.movement.sentence(), Tone::Plain));
                let picture = format!("In diagrams: {}.", Picture::of(row.walk).words());
                column.paragraph(4, &StyledWords::of(&picture, Tone::Faint));
                let source = format!("Source: {}.", row.source());
                column.paragraph(4, &StyledWords::of(&source, Tone::Faint));
                for rank in figure(row.walk) {
                    column.line(&format!("      {}", spaced(rank)));
                }
                has_figure = true;
                if let Some(played) = example(row) {
                    column.paragraph(4, &StyledWords::of(&played.moves.join(" "), Tone::Key));
                    for line in boards(&played.before, played.after.as_ref(), page) {
                        column.line(&line);
                    }
                }
            }
            ManEntry::Attribute(row) => column.paragraph(4, &StyledWords::of(row.sentence, Tone::Plain)),
        }
        column.line("");
    }
    if has_figure {
        column.paragraph(0, &StyledWords::of(LEGEND, Tone::Faint));
    }
    column.finish()
}

/// Writes the names and letters of men.
///
/// # Errors
/// The first failure to write.
pub fn name_list<'a>(
    entries: impl IntoIterator<Item = &'a ManEntry>,
    page: &Page,
    out: impl Write,
) -> io::Result<()> {
    let mut column = Column::new(page, out);
    let mut words = StyledWords::default();
    let mut attributes = StyledWords::default();
    for entry in entries {
        let (list, name) = match entry {
            ManEntry::Walk(row) => (&mut words, format!("{} {}", row.letters[0], row.name)),
            ManEntry::Attribute(row) => (&mut attributes, row.names[0].to_owned()),
        };
        list.push(name + ",", Tone::Plain);
    }
    column.paragraph(0, &words);
    column.line("");
    column.paragraph(0, &StyledWords::of("Attributes:", Tone::Heading));
    column.paragraph(0, &attributes);
    column.line("");
    let hint = "'kirke men NAME' shows how a man moves, 'kirke men --all' all of them. Letters are English.";
    column.paragraph(0, &StyledWords::of(hint, Tone::Faint));
    column.finish()
}

/// Returns `docs/men.md`.
pub fn markdown() -> String {
    let mut text = String::from(
        "# Men\n\n\
         <!-- Generated by `kirke men --format markdown` from the tables in src/position: do not edit. -->\n\n\
         The fairy men of kirke: their letters in the English, German and French input language, and how they move. Definitions and \
         letters are those of Popeye 4.104 for the men that it has. In problems with a fairy man pawns also promote to the fairy men of the diagram, except \
         dummies; a captured fairy man is reborn on the promotion square of the file of its capture, where a rule names its home. Fairy \
         men are refused in proof games, in reserves, as arguments of conditions except the walks of chameleons and of April chess, and on boards that are \
         not rectangles. Some conditions refuse some men, by name. The picture is that of [diagrams](diagrams.md).\n\n",
    );
    text += "| man | English | German | French | picture | movement |\n|---|---|---|---|---|---|\n";
    for row in FAIRY_WALKS {
        let [english, german, french] = row.letters;
        let sentence = row.movement.sentence();
        let picture = Picture::of(row.walk).words();
        let _ = writeln!(
            text,
            "| {} | `{english}` | `{german}` | `{french}` | {picture} | {sentence} |",
            row.name
        );
    }
    text += "\n## Attributes\n\nAn attribute precedes the men that have it, as in `white Kamikaze Qd1`.\n\n";
    text += "| English | German | French | letters in moves | meaning |\n|---|---|---|---|---|\n";
    for Attribute { names: [english, german, french], letters, sentence, .. } in attributes() {
        let letters = if letters.is_empty() { String::new() } else { format!("`{letters}`") };
        let _ = writeln!(text, "| `{english}` | `{german}` | `{french}` | {letters} | {sentence} |");
    }
    let _ = write!(text, "\n## Figures\n\n{LEGEND}\n\n```text\n");
    for four in FAIRY_WALKS.chunks(4) {
        let column = |text: &str| format!("{text:<31}");
        let joined = |texts: Vec<String>| texts.concat().trim_end().to_owned() + "\n";
        text += &joined(four.iter().map(|row| column(row.name)).collect());
        let figures: Vec<_> = four.iter().map(|row| figure(row.walk)).collect();
        for rank in 0..8 {
            text += &joined(figures.iter().map(|figure| column(&spaced(figure[rank]))).collect());
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text + "\n```\n"
}
