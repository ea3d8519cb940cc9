//! The heading of a solution: author, source, title, board, stipulation.

use super::board::{board, first_board};
use super::page::{Characters, Column, Page, StyledWords, Tone};
use crate::problem::{Diagram, OffBoardMen, Problem};
use crate::report::diagram::legend::Legend;
use crate::report::{fen, question};
use std::io::Write;

/// From this width on the board is to the left of the solution, not above it.
const WIDE: usize = 110;

/// Writes the heading.
pub fn heading<W: Write>(problem: &Problem, page: &Page, column: &mut Column<W>) {
    if let Some(start) = &problem.setting.start {
        start_diagram(start, page, column);
    }
    let (lines, width) = board(&problem.setting, page);
    let is_left = page.has_board && page.width >= WIDE;
    if is_left {
        column.place_left(lines.clone(), width);
    }
    let names = names(problem, page.characters);
    for words in &names {
        column.paragraph(0, words);
    }
    let is_above = page.has_board && !is_left;
    if !is_above {
        if is_left && !names.is_empty() {
            column.line("");
        }
        let mut words = StyledWords::one(stipulation(problem, page.characters), Tone::Heading);
        words.push(" ", Tone::Plain);
        words.push(question::men(&problem.setting.diagram, "+"), Tone::Plain);
        for condition in conditions(problem) {
            words.push(" ", Tone::Plain);
            words.push(condition, Tone::Plain);
        }
        column.paragraph(0, &words);
    } else {
        for line in &lines {
            column.line(line.trim_end());
        }
        // Below the board, as journals print it: the stipulation on the left, the number of men on the right.
        let stipulation = stipulation(problem, page.characters);
        let men = question::men(&problem.setting.diagram, "+");
        let gap = width.saturating_sub(3 + stipulation.chars().count() + men.chars().count() + 1);
        let style = page.styles.heading;
        column.line(&format!("   {style}{stipulation}{style:#}{:gap$}{men}", ""));
        let conditions = conditions(problem);
        if !conditions.is_empty() {
            column.paragraph(3, &StyledWords::of(&conditions.join(", "), Tone::Plain));
        }
    }
    let indent = if is_above { 3 } else { 0 };
    if let Some(constraint) = &problem.options.constraint {
        column.paragraph(indent, &StyledWords::of(&format!("only lines with {constraint}"), Tone::Plain));
    }
    // The board and its placement show colours and walks only.
    let diagram = &problem.setting.diagram;
    let legend = Legend::new(diagram.men().map(|(_, man)| man), page.names);
    for line in legend.attribute_squares(diagram) {
        column.paragraph(indent, &StyledWords::of(&line, Tone::Plain));
    }
    let forsyth = fen::below_board(&problem.setting, &problem.options, &bank(problem));
    column.paragraph(indent, &StyledWords::one(forsyth, Tone::Faint));
    column.line("");
}

/// Writes the first diagram of an A to B problem.
fn start_diagram<W: Write>(start: &Diagram, page: &Page, column: &mut Column<W>) {
    let placement = StyledWords::one(start.placement(), Tone::Faint);
    if page.has_board {
        for line in first_board(start, page).0 {
            column.line(line.trim_end());
        }
        column.paragraph(3, &placement);
        column.line("");
    } else {
        let mut words = StyledWords::one("from", Tone::Plain);
        words.extend(placement);
        column.paragraph(0, &words);
    }
}

fn names(problem: &Problem, characters: Characters) -> Vec<StyledWords> {
    let (open, close) = match characters {
        Characters::Unicode => ('“', '”'),
        Characters::Ascii => ('"', '"'),
    };
    let mut names = Vec::new();
    if !problem.authors.is_empty() {
        names.push(StyledWords::of(&problem.authors.join(", "), Tone::Heading));
    }
    let sources: Vec<&str> = problem.origins.iter().chain(&problem.awards).map(String::as_str).collect();
    if !sources.is_empty() {
        names.push(StyledWords::of(&sources.join(", "), Tone::Plain));
    }
    if !problem.titles.is_empty() {
        names.push(StyledWords::of(&format!("{open}{}{close}", problem.titles.join(", ")), Tone::Plain));
    }
    if let (true, Some(id)) = (names.is_empty(), &problem.id) {
        names.push(StyledWords::of(id, Tone::Heading));
    }
    names
}

/// Returns the men in the reserve in brackets, as in FEN: `[QRqn]`.
fn bank(problem: &Problem) -> String {
    let Some(OffBoardMen::Banks(reserve) | OffBoardMen::ReentrantSquare(reserve)) =
        problem.setting.off_board_men()
    else {
        return String::new();
    };
    format!("[{}]", question::forsyth_letters(reserve))
}

/// Returns the stipulation, with a star if set play is shown: `h#2½*`.
pub fn stipulation(problem: &Problem, characters: Characters) -> String {
    if let Some(structured) = &problem.setting.structured {
        return structured.to_string();
    }
    let Some(stipulation) = question::stipulation(&problem.setting, &problem.options) else {
        return String::new();
    };
    let mut text = stipulation.to_string();
    if characters == Characters::Unicode && stipulation.half_move {
        let whole = text.trim_end_matches(".5");
        let whole = match stipulation.moves {
            0 => whole.trim_end_matches('0'),
            _ => whole,
        };
        text = format!("{whole}½");
    }
    if problem.options.set_play {
        text.push('*');
    }
    text
}

/// Returns the conditions of a problem, and whether it is solved for both sides.
pub fn conditions(problem: &Problem) -> Vec<String> {
    let mut conditions: Vec<String> = problem.setting.conditions.iter().map(ToString::to_string).collect();
    if problem.options.half_duplex {
        conditions.push("Half duplex".into());
    } else if problem.options.duplex {
        conditions.push("Duplex".into());
    }
    conditions
}
