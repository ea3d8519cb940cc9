//! The text around a board, as journals set it: author and source above, the question below.

use super::legend::{Legend, LegendEntry};
use crate::position::{Colour, Imitators, PieceNames};
use crate::problem::declaration::branching_text;
use crate::problem::{Diagram, OffBoardMen, Problem};
use crate::report::question;
use crate::report::text::{Characters, conditions, stipulation};

/// A line of a caption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaptionLine {
    /// A line in the middle.
    Centred(String, Weight),
    /// A line with text at its left and right end.
    Ends(String, String),
    /// A line from the left.
    Left(String),
    /// The legend.
    Legend(Vec<LegendEntry>),
}

/// The weight of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// The usual one.
    Plain,
    /// Bold.
    Bold,
}

/// Returns the lines above the board: authors, then source and awards, then the title; or else the name
/// in the source.
pub fn above(problem: &Problem) -> Vec<CaptionLine> {
    let mut lines = Vec::new();
    if !is_blank(&problem.authors) {
        lines.push(CaptionLine::Centred(joined(&problem.authors), Weight::Bold));
    }
    let sources = [&problem.origins[..], &problem.awards].concat();
    if !is_blank(&sources) {
        lines.push(CaptionLine::Centred(joined(&sources), Weight::Plain));
    }
    if !is_blank(&problem.titles) {
        lines.push(CaptionLine::Centred(format!("“{}”", joined(&problem.titles)), Weight::Plain));
    }
    if let (true, Some(id)) = (lines.is_empty(), &problem.id) {
        lines.push(CaptionLine::Centred(id.trim().to_owned(), Weight::Bold));
    }
    lines
}

/// Returns the lines below the board: stipulation and numbers of men, conditions, twins, and the legend.
pub fn below(problem: &Problem, legend: &Legend, names: PieceNames) -> Vec<CaptionLine> {
    let question = [stipulation(problem, Characters::Unicode), declared_count(problem)].join(" ");
    let men = question::men(&problem.setting.diagram, "+");
    let mut lines = vec![CaptionLine::Ends(question.trim().to_owned(), men)];
    let conditions = conditions(problem);
    if !conditions.is_empty() {
        lines.push(CaptionLine::Left(conditions.join(", ")));
    }
    lines.extend(twins(problem, names).into_iter().map(CaptionLine::Left));
    lines.push(CaptionLine::Legend(legend.entries()));
    lines
}

/// Returns the declared number of solutions, as in `2.1.1.1` or `3 solutions`; empty if there is none.
fn declared_count(problem: &Problem) -> String {
    let declared = problem.declarations.iter().find(|declaration| declaration.twin.is_none());
    let branching = declared.and_then(|declaration| declaration.branching.as_deref());
    let lines = declared.and_then(|declaration| declaration.line_count);
    match (branching, lines) {
        (Some(branching), _) => branching_text(branching),
        (None, Some(lines)) if lines > 1 => format!("{lines} solutions"),
        _ => String::new(),
    }
}

fn is_blank(texts: &[String]) -> bool {
    texts.iter().all(|text| text.trim().is_empty())
}

fn joined(texts: &[String]) -> String {
    texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Returns the twins as text: the label and the changes of each.
pub fn twins(problem: &Problem, names: PieceNames) -> Vec<String> {
    let mut lines = Vec::new();
    for head in problem.twins_in_order() {
        let changes = head.changes.words(names).join(", ").replace('\n', ", ");
        let changes = changes.replace("<-->", "↔").replace("-->", "→").replace("==>", "→");
        match &head.label {
            None if head.zeroposition => lines.push("Zeroposition".to_owned()),
            Some(label) if head.continued => lines.push(format!("+{label}) {changes}")),
            Some(label) if !changes.is_empty() => lines.push(format!("{label}) {changes}")),
            _ => {}
        }
    }
    lines
}

/// Returns the position in words: the men of each colour with their squares.
pub fn description(
    diagram: &Diagram,
    off_board: Option<OffBoardMen>,
    imitators: Imitators,
    names: PieceNames,
) -> String {
    let layout = diagram.layout();
    let names = if names == PieceNames::Figurines { PieceNames::KnightS } else { names };
    let mut sentences = Vec::new();
    for (colour, word) in [(Colour::White, "White"), (Colour::Black, "Black"), (Colour::Neutral, "Neutral")] {
        let men = diagram.men().filter(|(_, man)| man.colour == colour);
        let men: Vec<String> =
            men.map(|(square, man)| man.prefix() + &names.of(man.walk) + layout.name(square)).collect();
        if !men.is_empty() {
            sentences.push(format!("{word}: {}.", men.join(" ")));
        }
    }
    let legend = Legend::new(diagram.men().map(|(_, man)| man), names);
    for line in legend.attribute_squares(diagram) {
        let (first, rest) = line.split_at(1);
        sentences.push(format!("{}{rest}.", first.to_uppercase()));
    }
    if !imitators.is_empty() {
        let squares: Vec<&str> = imitators.iter().map(|square| layout.name(square)).collect();
        sentences.push(format!("Imitators: {}.", squares.join(", ")));
    }
    match off_board {
        Some(OffBoardMen::Banks(reserve)) if !reserve.is_empty() => {
            sentences.push(format!("Bank: {}.", question::forsyth_letters(reserve)));
        }
        Some(OffBoardMen::ReentrantSquare(reserve)) if !reserve.is_empty() => {
            sentences.push(format!("Re-entrant square: {}.", question::forsyth_letters(reserve)));
        }
        _ => {}
    }
    match sentences.is_empty() {
        true => "An empty board.".to_owned(),
        false => sentences.join(" "),
    }
}

/// Returns the name of the picture: author, source and stipulation.
pub fn title(problem: &Problem) -> String {
    let names = joined(&[&problem.authors[..], &problem.origins].concat());
    let stipulation = stipulation(problem, Characters::Unicode);
    match (names.is_empty(), stipulation.is_empty()) {
        (true, true) => "Chess position".to_owned(),
        (true, false) => format!("Chess problem: {stipulation}"),
        (false, true) => names,
        (false, false) => format!("{names}: {stipulation}"),
    }
}
