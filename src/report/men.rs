//! The list of fairy men, each with a figure of its moves: the output of `kirke men` and the content of `docs/men.md`.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;

use super::text::{Column, Page, StyledWords, Tone};
use crate::board::{Layout, Movements, Set64, Square, Squares};
use crate::position::{FAIRY_WALKS, FairyWalk, Walk};

/// A fairy man.
pub struct ManEntry {
    row: &'static FairyWalk,
}

/// A fairy man in JSON.
#[derive(Serialize)]
pub struct JsonMan {
    name: &'static str,
    letters: [&'static str; 3],
    movement: String,
    figure: [String; 8],
}

/// Returns all fairy men.
pub fn entries() -> Vec<ManEntry> {
    FAIRY_WALKS.iter().map(|row| ManEntry { row }).collect()
}

impl ManEntry {
    /// Returns whether a text is the beginning of the name, or the letters in one of the languages.
    pub fn matches(&self, text: &str) -> bool {
        let begin = self.row.name.get(..text.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(text))
            || self.row.letters.iter().any(|letters| letters.eq_ignore_ascii_case(text))
    }

    /// Returns the English name.
    pub fn name(&self) -> &'static str {
        self.row.name
    }

    /// Returns the man in JSON.
    pub fn json(&self) -> JsonMan {
        let ManEntry { row } = self;
        let figure = figure(row.walk).map(|rank| rank.iter().collect());
        JsonMan { name: row.name, letters: row.letters, movement: row.movement.sentence(), figure }
    }

    fn letters(&self) -> String {
        let [english, german, french] = self.row.letters;
        format!("{english}, in German {german}, in French {french}")
    }
}

/// The square of the man in a figure.
const CENTRE: Square = Square::new(27);

/// Returns the moves of a man from d4, rank 8 first: `@` is the man, `o` a hurdle, `x` a square to which it can move, with
/// or without capture, `-` without capture only, `+` with capture only.
fn figure(walk: Walk) -> [[char; 8]; 8] {
    let mut movements = Movements::<Set64>::default();
    movements.add(Layout::CHESS, walk);
    let man = Set64::of(CENTRE);
    let captures = |hurdles: Set64| movements.captures(walk, CENTRE, hurdles | man) & !hurdles;
    // Each hurdle adds captures.
    let mut hurdles = Set64::EMPTY;
    for at in Layout::CHESS.squares().filter(|&at| at != CENTRE) {
        if captures(hurdles.with(at)).count() > captures(hurdles).count() {
            hurdles = hurdles.with(at);
        }
    }
    let (captured, quiet) = (captures(hurdles), movements.quiet(walk, CENTRE, hurdles | man));
    let mut ranks = [['.'; 8]; 8];
    for at in Layout::CHESS.squares() {
        let sign = match (quiet.contains(at), captured.contains(at)) {
            _ if at == CENTRE => '@',
            _ if hurdles.contains(at) => 'o',
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
                      + with capture only; o is a hurdle.";

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
    for entry in entries {
        let mut heading = StyledWords::one(entry.row.name, Tone::Heading);
        heading.push(format!("({})", entry.letters()), Tone::Plain);
        column.paragraph(0, &heading);
        column.paragraph(4, &StyledWords::of(&entry.row.movement.sentence(), Tone::Plain));
        for rank in figure(entry.row.walk) {
            column.line(&format!("      {}", spaced(rank)));
        }
        column.line("");
    }
    column.paragraph(0, &StyledWords::of(LEGEND, Tone::Faint));
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
    for (number, entry) in entries.into_iter().enumerate() {
        let comma = if number > 0 { ", " } else { "" };
        words.push(format!("{comma}{} {}", entry.row.letters[0], entry.row.name), Tone::Plain);
    }
    column.paragraph(0, &words);
    column.line("");
    let hint = "'kirke men NAME' shows how a man moves, 'kirke men --all' all of them. Letters are English.";
    column.paragraph(0, &StyledWords::of(hint, Tone::Faint));
    column.finish()
}

/// Returns `docs/men.md`.
pub fn markdown() -> String {
    let mut text = String::from(
        "# Men\n\n\
         <!-- Generated by `kirke men --format markdown` from the table in src/position/walk.rs: do not edit. -->\n\n\
         The fairy men of kirke: their letters in the English, German and French input language, and how they move. Definitions and \
         letters are those of Popeye 4.104. In problems with a fairy man pawns also promote to the fairy men of the diagram, except \
         dummies; a captured fairy man is reborn on the promotion square of the file of its capture, where a rule names its home. Fairy \
         men are refused in proof games, in reserves, as arguments of conditions and on boards that are not rectangles.\n\n",
    );
    text += "| man | English | German | French | movement |\n|---|---|---|---|---|\n";
    for ManEntry { row } in entries() {
        let [english, german, french] = row.letters;
        let sentence = row.movement.sentence();
        let _ = writeln!(text, "| {} | `{english}` | `{german}` | `{french}` | {sentence} |", row.name);
    }
    let _ = write!(text, "\n## Figures\n\n{LEGEND}\n\n```text\n");
    for four in entries().chunks(4) {
        let column = |text: &str| format!("{text:<22}");
        let joined = |texts: Vec<String>| texts.concat().trim_end().to_owned() + "\n";
        text += &joined(four.iter().map(|entry| column(entry.row.name)).collect());
        let figures: Vec<_> = four.iter().map(|entry| figure(entry.row.walk)).collect();
        for rank in 0..8 {
            text += &joined(figures.iter().map(|figure| column(&spaced(figure[rank]))).collect());
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text + "\n```\n"
}
