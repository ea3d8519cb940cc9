//! Diagrams for LaTeX: the environment of the package *diagram* by Stefan Höning (`chess-problem-diagrams` on CTAN).
//!
//! The package turns figures by quarters only. A walk with another picture gets a free turn of its figure, or else its
//! letters.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use thiserror::Error;

use super::caption;
use super::figure::Figure;
use super::legend::{self, Legend, LegendEntry};
use super::picture::{Picture, Turn};
use super::{Caption, Coordinates, DarkSquares, DiagramStyle, MenSet};
use crate::position::{Colour, Man, Side, Walk};
use crate::problem::{Diagram, OffBoardMen, Problem};
use crate::report::question;
use crate::report::text::{Characters, conditions, stipulation};

/// The reason why the package cannot set a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TexError {
    /// The board is no rectangle.
    #[error("the LaTeX package has no board of 66 squares; other formats have")]
    Board,
    /// The style needs what the package does not have.
    #[error("the LaTeX package has no {0}; other formats have")]
    Style(&'static str),
}

/// Returns the diagram of a problem for LaTeX.
///
/// # Errors
/// If the package has no such board, or cannot draw it in this style.
pub fn tex(problem: &Problem, style: &DiagramStyle) -> Result<String, TexError> {
    let diagram = &problem.setting.diagram;
    let layout = diagram.layout();
    if !layout.is_rectangle() {
        return Err(TexError::Board);
    }
    check(style)?;
    let men = || diagram.men().map(|(_, man)| man);
    let legend = Legend::new(men(), style.names);
    let signs = signs(men().map(|man| man.walk));
    let size = match layout.is_chess_board() {
        true => String::new(),
        false => format!("[{}x{}]", layout.files(), layout.ranks()),
    };
    let mut out = format!("% \\usepackage{{diagram}}\n\\begin{{diagram}}{size}\n");
    if style.caption == Caption::Shown {
        heading(&mut out, problem);
    }
    board(&mut out, diagram, &signs, style);
    if style.caption == Caption::Shown {
        command(&mut out, "stipulation", &escaped(&stipulation(problem, Characters::Unicode)));
        command(&mut out, "condition", &list(&conditions(problem)));
        command(&mut out, "twins", &list(&caption::twins(problem, style.names)));
        command(&mut out, "piecedefs", &definitions(diagram, &signs));
        command(&mut out, "remark", &list(&remarks(problem, &legend, &signs)));
    }
    Ok(out + "\\end{diagram}\n")
}

/// Appends a command, unless its argument is empty.
fn command(out: &mut String, name: &str, argument: &str) {
    if !argument.is_empty() {
        let _ = writeln!(out, "  \\{name}{{{argument}}}");
    }
}

/// Appends what is above the board.
fn heading(out: &mut String, problem: &Problem) {
    if !problem.authors.is_empty() {
        // The authors are written as they are, not as surname and first name.
        out.push_str("  \\normalnames\n");
    }
    command(out, "author", &list(&problem.authors));
    command(out, "source", &escaped(&problem.origins.join(", ")));
    command(out, "award", &escaped(&problem.awards.join(", ")));
    command(out, "dedication", &escaped(&problem.titles.join(", ")));
}

/// Appends the men and the appearance of the board.
fn board(out: &mut String, diagram: &Diagram, signs: &Signs, style: &DiagramStyle) {
    let layout = diagram.layout();
    let pieces = pieces(diagram, signs);
    if counts_all(signs) {
        let counts = question::men(diagram, "+").replace('n', "");
        let _ = writeln!(out, "  \\pieces[{counts}]{{{pieces}}}");
    } else {
        command(out, "pieces", &pieces);
        command(out, "setboolean", "piececounter}{false");
    }
    // Whether a computer has tested the problem is not known here.
    command(out, "setboolean", "showcomputer}{false");
    if style.coordinates == Coordinates::Shown {
        command(out, "setboolean", "legend}{true");
    }
    let squares: Vec<&str> = style.highlighted.iter().map(|&square| layout.name(square)).collect();
    command(out, "fieldframe", &squares.join(", "));
    command(out, "fieldtext", &labels(diagram, signs, style));
}

/// Returns an error if the style needs what the package does not have.
fn check(style: &DiagramStyle) -> Result<(), TexError> {
    let missing = [
        (style.viewpoint == Side::Black, "flipped board"),
        (!style.arrows.is_empty(), "arrows"),
        (style.men == MenSet::Letters, "letters as men"),
        (style.dark_squares == DarkSquares::Hatched, "choice of dark squares"),
    ];
    match missing.into_iter().find(|(is_needed, _)| *is_needed) {
        Some((_, what)) => Err(TexError::Style(what)),
        None => Ok(()),
    }
}

/// The sign of each walk: a letter of a figure and one of its turn; `None` for one that letters show.
type Signs = BTreeMap<Walk, Option<&'static str>>;

/// The sign of a circle, which the package does not count as a man.
const CIRCLE: &str = "C";

/// Returns the signs that can show a picture, the best one first.
fn candidates(picture: Picture) -> [&'static str; 4] {
    let [none, right, down, left] = match picture.figure {
        Figure::King => ["K", "KR", "KU", "KL"],
        Figure::Queen => ["D", "DR", "DU", "DL"],
        Figure::Rook => ["T", "TR", "TU", "TL"],
        Figure::Bishop => ["L", "LR", "LU", "LL"],
        Figure::Knight => ["S", "SR", "SU", "SL"],
        Figure::Pawn => ["B", "BR", "BU", "BL"],
        Figure::Equihopper => ["E", "X", "E", "X"],
        Figure::Disc => [CIRCLE; 4],
    };
    match picture.turn {
        Turn::NONE => [none; 4],
        Turn::UP_RIGHT | Turn::RIGHT => [right, left, down, down],
        Turn::DOWN_RIGHT | Turn::DOWN => [down, right, left, left],
        Turn::DOWN_LEFT => [down, left, right, right],
        _ => [left, right, down, down],
    }
}

/// Returns a sign for each walk. Walks with pictures that the package has come first.
fn signs(walks: impl Iterator<Item = Walk>) -> Signs {
    let mut order: Vec<Walk> = walks.collect::<BTreeSet<Walk>>().into_iter().collect();
    order.sort_by_key(|&walk| Picture::of(walk).turn.eighths() % 2);
    let mut signs = Signs::new();
    for walk in order {
        let is_free = |sign: &&'static str| !signs.values().any(|other| *other == Some(*sign));
        let free = candidates(Picture::of(walk)).into_iter().find(is_free);
        signs.insert(walk, free);
    }
    signs
}

/// Returns whether the package counts all men of a diagram.
fn counts_all(signs: &Signs) -> bool {
    signs.values().all(|sign| sign.is_some_and(|sign| sign != CIRCLE))
}

/// Returns the men with their squares: `wKc8, wTa1h1`.
fn pieces(diagram: &Diagram, signs: &Signs) -> String {
    let mut groups: BTreeMap<(Colour, Walk), String> = BTreeMap::new();
    for (square, man) in diagram.men() {
        *groups.entry((man.colour, man.walk)).or_default() += diagram.layout().name(square);
    }
    let group = |((colour, walk), squares): (&(Colour, Walk), &String)| {
        let sign = signs.get(walk).copied().flatten()?;
        Some(format!("{}{sign}{squares}", colour_letter(*colour)))
    };
    groups.iter().filter_map(group).collect::<Vec<_>>().join(", ")
}

const fn colour_letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'w',
        Colour::Black => 's',
        Colour::Neutral => 'n',
    }
}

/// Returns the men that no figure shows as letters on their squares, small ones for black men.
fn labels(diagram: &Diagram, signs: &Signs, style: &DiagramStyle) -> String {
    let is_labelled = |man: &Man| signs.get(&man.walk).is_some_and(Option::is_none);
    let label = |man: Man| {
        let letters = legend::letters(style.names, man.walk);
        match man.colour {
            Colour::White => letters,
            Colour::Black => letters.to_lowercase(),
            Colour::Neutral => format!("={letters}"),
        }
    };
    let labelled = diagram.men().filter(|(_, man)| is_labelled(man));
    let texts =
        labelled.map(|(at, man)| format!("{{{}}}{}", escaped(&label(man)), diagram.layout().name(at)));
    texts.collect::<Vec<_>>().join(", ")
}

/// Returns what the turned figures are: `{ws}{DU}{grasshopper}`.
fn definitions(diagram: &Diagram, signs: &Signs) -> String {
    let defined = signs.iter().filter(|(walk, _)| walk.is_fairy() || **walk == Walk::ReversedPawn);
    let defined = defined.filter_map(|(&walk, sign)| {
        let mut colours: Vec<char> = diagram
            .men()
            .filter(|(_, man)| man.walk == walk)
            .map(|(_, man)| colour_letter(man.colour))
            .collect();
        colours.sort_unstable_by_key(|letter| "wsn".find(*letter));
        colours.dedup();
        let name = walk.fairy().map_or("reversed pawn", |row| row.name);
        Some(format!("{{{}}}{{{}}}{{{}}}", String::from_iter(colours), (*sign)?, escaped(name)))
    });
    defined.collect::<Vec<_>>().join("; ")
}

/// Returns what the figures do not show: attributes with their squares, and the men off the board.
fn remarks(problem: &Problem, legend: &Legend, signs: &Signs) -> Vec<String> {
    let is_letters = |entry: &LegendEntry| entry.walk.is_some_and(|walk| signs.get(&walk) == Some(&None));
    let mut remarks: Vec<String> =
        legend.entries().into_iter().filter(is_letters).map(|entry| entry.text).collect();
    remarks.extend(legend.attribute_squares(&problem.setting.diagram));
    if !counts_all(signs) {
        remarks.push(question::men(&problem.setting.diagram, "+"));
    }
    if let Some(start) = &problem.setting.start {
        remarks.push(format!("from {}", start.placement()));
    }
    match problem.setting.off_board_men() {
        Some(OffBoardMen::Banks(reserve)) => remarks.push(reserve.to_string()),
        Some(OffBoardMen::ReentrantSquare(reserve)) if !reserve.is_empty() => {
            remarks.push(format!("re-entrant square: {}", question::forsyth_letters(reserve)));
        }
        _ => {}
    }
    remarks
}

/// Returns texts as a list of the package, which is separated by semicolons.
fn list(texts: &[String]) -> String {
    texts.iter().map(|text| escaped(text).replace(';', "{;}")).collect::<Vec<_>>().join("; ")
}

/// Returns a text with everything escaped that has a meaning in TeX.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', letter]),
            '\\' => out += "\\textbackslash{}",
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '<' => out += "\\textless{}",
            '>' => out += "\\textgreater{}",
            '|' => out += "\\textbar{}",
            '"' => out += "{\"}",
            '½' => out += "$\\frac12$",
            '×' => out += "$\\times$",
            '→' => out += "$\\rightarrow$",
            '↔' => out += "$\\leftrightarrow$",
            letter if letter.is_control() => out.push(' '),
            letter => match FIGURINES.iter().find(|(figurine, _)| *figurine == letter) {
                Some((_, sign)) => {
                    let _ = write!(out, "{{\\{sign}}}");
                }
                None => out.push(letter),
            },
        }
    }
    out
}

/// The figurines of men and the signs of the package for them.
const FIGURINES: [(char, &str); 6] =
    [('♔', "wK"), ('♕', "wD"), ('♖', "wT"), ('♗', "wL"), ('♘', "wS"), ('♙', "wB")];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::FAIRY_WALKS;

    #[test]
    fn markup_of_tex_is_escaped() {
        assert_eq!(
            escaped(r"\a{b} 50% & #_~^$"),
            r"\textbackslash{}a\{b\} 50\% \& \#\_\textasciitilde{}\textasciicircum{}\$"
        );
        assert_eq!(escaped("1.♕xe8 #"), "1.{\\wD}xe8 \\#");
        assert_eq!(list(&["A; B".into(), "C".into()]), "A{;} B; C");
    }

    /// Walks have different signs as long as there are any, and letters otherwise.
    #[test]
    fn walks_have_different_signs() {
        let signs = signs(FAIRY_WALKS.iter().map(|row| row.walk));
        let mut plain: Vec<&str> = signs.values().copied().flatten().collect();
        let count = plain.len();
        assert!(count >= 15, "{plain:?}");
        plain.sort_unstable();
        plain.dedup();
        assert_eq!(plain.len(), count);
        assert_eq!(signs[&Walk::Grasshopper], Some("DU"));
        assert_eq!(signs[&Walk::Nightrider], Some("SU"));
    }
}
