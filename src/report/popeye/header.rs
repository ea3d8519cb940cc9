//! The header that Popeye prints before a solution: author, board, caption.

use crate::board::Square;
use crate::position::{ATTRIBUTES, Colour, Imitators, Man, Side};
use crate::problem::{Diagram, OffBoardMen, Problem};
use crate::report::question;
use crate::stipulation::{NonTrivial, Stipulation};

/// Returns the header.
pub fn header(problem: &Problem) -> String {
    let diagram = &problem.setting.diagram;
    let width = 4 * usize::from(diagram.layout().files()) + 5;
    let mut text = String::from("\n");
    let groups = [&problem.authors, &problem.origins, &problem.awards, &problem.titles];
    for line in groups.into_iter().flatten() {
        centre(&mut text, width, line);
    }
    text.push('\n');
    if let Some(start) = &problem.setting.start {
        let white = if problem.options.half_duplex { Side::Black } else { Side::White };
        let beginner = question::beginner(&problem.setting, &problem.options, white);
        let beginner = if beginner == Side::White { "White" } else { "Black" };
        text +=
            &format!("{}{:>2$}\n\n", board(start, Imitators::NONE), question::men(start, " + "), width - 2);
        centre(&mut text, width, &format!("=> ({beginner} ->)"));
        text += "\n\n";
    }
    text += &board(diagram, problem.setting.imitators());
    text += &caption(problem, width);
    text
}

fn centre(text: &mut String, width: usize, line: &str) {
    let indent = width.saturating_sub(line.chars().count()) / 2;
    *text += &format!("{:indent$}{line}\n", "");
}

fn board(diagram: &Diagram, imitators: Imitators) -> String {
    let layout = diagram.layout();
    // Ranks shifted to the left need space.
    let margin = if layout.is_rectangle() { 0 } else { 4 };
    let ruler: String = (0..layout.files()).map(|file| format!("-{}--", char::from(b'a' + file))).collect();
    let ruler = format!("{:margin$}+--{ruler}-+\n", "");
    let gap = format!("{:margin$}|{:2$}|\n", "", "", 4 * usize::from(layout.files()) + 3);
    let mut text = ruler.clone() + &gap;
    for rank in (0..layout.ranks()).rev() {
        let shifted = match (layout.is_rectangle(), rank) {
            (false, 3) => 3,
            (false, 4) => 1,
            _ => 0,
        };
        text += &format!("{:1$}{2} ", "", margin - shifted, rank + 1);
        for square in layout.row(rank) {
            let has_imitator = imitators.iter().any(|imitator| imitator == square);
            text += &if has_imitator { "  I ".to_owned() } else { cell(diagram, square) };
        }
        text += &format!("  {}\n{gap}", rank + 1);
    }
    text + &ruler
}

fn cell(diagram: &Diagram, square: Square) -> String {
    let Some(man) = diagram.man(square) else {
        return "  . ".into();
    };
    let before = match man.colour {
        Colour::White => ' ',
        Colour::Black => '-',
        Colour::Neutral => '=',
    };
    format!("{:<4}", format!("{:>3}", format!("{before}{}", man.walk.letters())))
}

/// Returns one line for every attribute that men have, with their squares.
fn attribute_lines(diagram: &Diagram) -> Vec<String> {
    let layout = diagram.layout();
    let royal = |man: Man| man.royal && !man.walk.is_king();
    let royal = std::iter::once(("Royal", squares_of(diagram, royal)));
    let marked = ATTRIBUTES
        .iter()
        .map(|attribute| (attribute.names[0], squares_of(diagram, |man| man.flags.contains(attribute.flag))));
    let mut lines = Vec::new();
    for (word, squares) in royal.chain(marked).filter(|(_, squares)| !squares.is_empty()) {
        let names: String = squares.into_iter().map(|square| format!(" {}", layout.name(square))).collect();
        lines.push(format!("{word}{names}"));
    }
    lines
}

/// Returns the squares of the men that satisfy a condition, from a8 to h1.
fn squares_of(diagram: &Diagram, has: impl Fn(Man) -> bool) -> Vec<Square> {
    let layout = diagram.layout();
    let mut squares: Vec<Square> =
        diagram.men().filter(|(_, man)| has(*man)).map(|(square, _)| square).collect();
    squares.sort_by_key(|&square| (std::cmp::Reverse(layout.rank(square)), layout.file(square)));
    squares
}

/// Returns stipulation and numbers of men, royal men, conditions, duplex.
fn caption(problem: &Problem, width: usize) -> String {
    let diagram = &problem.setting.diagram;
    let stipulation =
        question::stipulation(&problem.setting, &problem.options).map_or(String::new(), |stipulation| {
            // A stipulation that cannot be shorter is not marked as exact.
            let shortest = stipulation.moves + u16::from(stipulation.half_move) <= 1;
            Stipulation { exact: stipulation.exact && !shortest, ..stipulation }.to_string()
        });
    let stipulation = problem.setting.structured.as_ref().map_or(stipulation, ToString::to_string);
    let threat = problem.options.threat.map(|moves| moves.to_string());
    let limits = match (threat, problem.options.max_flights) {
        (threat, Some(flights)) => format!("/{}/{flights}", threat.unwrap_or_default()),
        (Some(threat), None) => format!("/{threat}"),
        (None, None) => String::new(),
    };
    let nontrivial = problem.options.nontrivial;
    let nontrivial = nontrivial.map(|NonTrivial { allowance, within }| format!(";{allowance},{within}"));
    let stipulation = stipulation + &limits + &nontrivial.unwrap_or_default();
    let counts = question::men(diagram, " + ");
    // The numbers end two columns before the ruler.
    let rest = width.saturating_sub(2 + 2 + stipulation.chars().count()).max(counts.len() + 1);
    let mut text = format!("  {stipulation}{counts:>rest$}\n");
    let layout = diagram.layout();
    for line in attribute_lines(diagram) {
        centre(&mut text, width, &line);
    }
    if let Some(OffBoardMen::Banks(reserve) | OffBoardMen::ReentrantSquare(reserve)) =
        problem.setting.off_board_men()
    {
        centre(&mut text, width, &reserve.to_string());
    }
    for condition in &problem.setting.conditions {
        centre(&mut text, width, &condition.value.to_string());
    }
    let exclusive = &problem.options.exclusive_castlings;
    if !exclusive.is_empty() {
        let pairs = exclusive.iter();
        let pairs: String =
            pairs.map(|&(one, other)| format!(" {}{}", layout.name(one), layout.name(other))).collect();
        centre(&mut text, width, &format!("CastlingMutuallyExclusive{pairs}"));
    }
    if problem.options.half_duplex {
        centre(&mut text, width, "HalfDuplex");
    } else if problem.options.duplex {
        centre(&mut text, width, "Duplex");
    }
    if problem.options.quodlibet {
        centre(&mut text, width, "Quodlibet");
    }
    text
}
