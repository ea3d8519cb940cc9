//! Diagrams as SVG.
//!
//! A square has 100 units. The picture has a white ground, so that it is the same on light and dark pages, and a title and
//! a description with the position in words.

mod board;
mod captions;
#[cfg(feature = "store")]
mod gallery;
mod look;
mod specimen;
mod text;
mod xml;

use std::fmt::Write as _;

use super::caption;
use super::legend::Legend;
use super::plan::{SIDE, point};
use super::{Caption, DarkSquares, DiagramStyle};
use crate::position::Imitators;
use crate::problem::{Diagram, OffBoardMen, Problem};
#[cfg(feature = "store")]
pub(in crate::report) use gallery::{BoardKind, Content, Contents, Gallery, Place, contents, place_name};
use look::Definitions;
pub use specimen::specimen;
pub(in crate::report) use xml::Escaped;

/// The white edge of the picture.
const MARGIN: i32 = 22;
/// The space for the numbers of ranks and the letters of files.
const NAMES: i32 = 42;
/// The space between two boards.
const GAP: i32 = 110;
/// The smallest width of a caption.
const MIN_CAPTION: i32 = 500;
/// The grey of dark squares.
const DARK: &str = "#c9c9c9";

/// Returns the picture of a problem.
pub fn svg(problem: &Problem, style: &DiagramStyle) -> String {
    let men = problem.twins_in_order().into_iter().filter_map(|head| head.setting.ok());
    let men = men.flat_map(|setting| setting.diagram.men().map(|(_, man)| man).collect::<Vec<_>>());
    let start = problem.setting.start.iter().flat_map(|start| start.men().map(|(_, man)| man));
    let legend = Legend::new(men.chain(start), style.names);
    let mut boards = Vec::new();
    if let Some(start) = &problem.setting.start {
        boards.push(Board { diagram: start, off_board: None, imitators: Imitators::NONE });
    }
    let setting = &problem.setting;
    boards.push(Board {
        diagram: &setting.diagram,
        off_board: setting.off_board_men(),
        imitators: setting.imitators(),
    });
    let [above, below] = match style.caption {
        Caption::Hidden => [Vec::new(), Vec::new()],
        Caption::Shown => [caption::above(problem), caption::below(problem, &legend, style.names)],
    };
    let mut drawing = Drawing::new(style, &legend);
    let width =
        boards.iter().map(|board| drawing.width_of(board)).sum::<i32>() + GAP * (boards.len() as i32 - 1);
    drawing.width = if style.caption == Caption::Shown { width.max(MIN_CAPTION) } else { width };
    drawing.y = MARGIN as f32;
    drawing.caption(&above);
    if !above.is_empty() {
        drawing.y += 16.0;
    }
    let mut x = MARGIN + (drawing.width - width) / 2;
    let top = drawing.y as i32;
    for (index, board) in boards.iter().enumerate() {
        if index > 0 {
            drawing.arrow_between_boards(
                x - GAP / 2,
                top + SIDE * i32::from(board.diagram.layout().ranks()) / 2,
            );
        }
        drawing.board(board, point(x, top));
        x += drawing.width_of(board) + GAP;
    }
    if !below.is_empty() {
        drawing.y += 6.0;
    }
    drawing.caption(&below);
    let words = boards
        .iter()
        .map(|board| caption::description(board.diagram, board.off_board, board.imitators, style.names));
    drawing.finish(&caption::title(problem), &words.collect::<Vec<_>>().join(" To: "))
}

/// A board with its men.
struct Board<'p> {
    diagram: &'p Diagram,
    off_board: Option<OffBoardMen>,
    imitators: Imitators,
}

/// A picture that is being drawn.
struct Drawing<'p> {
    style: &'p DiagramStyle,
    legend: &'p Legend,
    definitions: Definitions,
    /// The squares and the edge.
    ground: String,
    /// The men.
    men: String,
    /// What is drawn over the men: labels, arrows.
    over: String,
    /// The caption.
    text: String,
    /// The width without margins.
    width: i32,
    /// The vertical position up to which the picture is drawn.
    y: f32,
}

impl<'p> Drawing<'p> {
    fn new(style: &'p DiagramStyle, legend: &'p Legend) -> Drawing<'p> {
        Drawing {
            style,
            legend,
            definitions: Definitions::new(style.dark_squares == DarkSquares::Hatched),
            ground: String::new(),
            men: String::new(),
            over: String::new(),
            text: String::new(),
            width: 0,
            y: 0.0,
        }
    }

    /// Returns the whole picture.
    fn finish(self, title: &str, description: &str) -> String {
        let (width, height) = (self.width + 2 * MARGIN, self.y.ceil() as i32 + MARGIN);
        let pixels = |units: i32| (units * i32::from(self.style.square_size) + SIDE - 1) / SIDE;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n",
            pixels(width),
            pixels(height),
            Escaped(title),
            Escaped(description)
        );
        let _ = writeln!(out, "<defs>\n{}</defs>", self.definitions.into_text());
        let _ = writeln!(out, "<path fill=\"#fff\" d=\"M0 0h{width}v{height}H0z\"/>");
        out += &self.ground;
        let _ = writeln!(out, "<g {}>\n{}</g>", look::group_attributes(), self.men);
        out += &self.over;
        if !self.text.is_empty() {
            let _ = writeln!(out, "<g {}>\n{}</g>", text::GROUP_ATTRIBUTES, self.text);
        }
        out + "</svg>\n"
    }
}
