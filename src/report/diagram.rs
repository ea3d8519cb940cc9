//! Diagrams: the picture of a problem as a journal prints it, as SVG, PNG and LaTeX.
//!
//! [`svg`] draws board, men and caption with paths of its own; [`png`](fn@png) renders the same picture, and [`tex`] writes
//! it for the LaTeX package *diagram*, [`text`] with Unicode or ASCII characters. The same problem and style give the
//! same bytes.
//!
//! Fairy men are turned figures of chessmen, see [`Picture`]. Where two walks of a diagram have the same picture, their
//! letters are added, and a legend below the board names all men that are no chessmen.

mod alphabet;
mod caption;
mod figure;
pub mod legend;
mod picture;
mod plan;
#[cfg(feature = "pictures")]
mod png;
mod strokes;
mod svg;
mod tex;
mod text;

pub use figure::Figure;
pub use picture::{Picture, Turn};
#[cfg(feature = "pictures")]
pub use png::{PngError, png};
pub use strokes::has_glyph;
#[cfg(feature = "store")]
pub(in crate::report) use svg::{
    BoardKind, Content, Contents, Escaped, Gallery, Place, contents, place_name,
};
pub use svg::{specimen, svg};
pub(in crate::report) use tex::escaped as tex_escaped;
pub use tex::{TexError, tex};
pub use text::text;

use crate::board::{Layout, Square};
use crate::position::{PieceNames, Side};
use crate::problem::Problem;

/// How a diagram looks.
#[derive(Clone, PartialEq, Debug)]
pub struct DiagramStyle {
    /// The pictures of men.
    pub men: MenSet,
    /// The letters of men in the caption, in labels and in the set of letters.
    pub names: PieceNames,
    /// How dark squares are filled.
    pub dark_squares: DarkSquares,
    /// Whether files and ranks are named at the edge.
    pub coordinates: Coordinates,
    /// The side at the lower edge.
    pub viewpoint: Side,
    /// The text around the board.
    pub caption: Caption,
    /// How the text is drawn.
    pub text: TextShapes,
    /// The side of a square in pixels.
    pub square_size: u16,
    /// The squares that are coloured.
    pub highlighted: Vec<Square>,
    /// The arrows.
    pub arrows: Vec<Arrow>,
}

impl DiagramStyle {
    /// The smallest and the greatest side of a square in pixels.
    pub const SQUARE_SIZES: [u16; 2] = [8, 400];
}

impl Default for DiagramStyle {
    fn default() -> DiagramStyle {
        DiagramStyle {
            men: MenSet::Figures,
            names: PieceNames::KnightS,
            dark_squares: DarkSquares::Grey,
            coordinates: Coordinates::Hidden,
            viewpoint: Side::White,
            caption: Caption::Shown,
            text: TextShapes::Font,
            square_size: 48,
            highlighted: Vec::new(),
            arrows: Vec::new(),
        }
    }
}

/// The pictures of men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MenSet {
    /// Figures.
    Figures,
    /// Letters on counters.
    Letters,
}

/// How dark squares are filled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DarkSquares {
    /// With plain grey.
    Grey,
    /// With diagonal lines, as in print.
    Hatched,
}

/// Whether files and ranks are named at the edge of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coordinates {
    /// They are not.
    Hidden,
    /// They are.
    Shown,
}

/// The text around a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Caption {
    /// There is none.
    Hidden,
    /// Author and source above, stipulation, conditions, twins and legend below.
    Shown,
}

/// How text is drawn in SVG.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextShapes {
    /// As text in a font of the reader, which can be searched and copied.
    Font,
    /// As lines, which look the same everywhere.
    Strokes,
}

/// An arrow from the middle of a square to that of another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

impl Arrow {
    /// Returns the arrow of a text such as `e2e4` or `e2-e4`; `None` if it does not name two squares of the board.
    pub fn parse(text: &str, layout: Layout) -> Option<Arrow> {
        let (from, to) = text.split_at_checked(2)?;
        let (from, to) = (layout.square(from)?, layout.square(to.strip_prefix('-').unwrap_or(to))?);
        (from != to).then_some(Arrow { from, to })
    }
}

/// Returns the twins as text: the label and the changes of each.
#[cfg(feature = "store")]
pub(in crate::report) fn twin_lines(problem: &Problem, names: PieceNames) -> Vec<String> {
    caption::twins(problem, names)
}

/// Returns what the men of the diagram are that are no chessmen, as in `G = grasshopper`.
#[cfg(feature = "store")]
pub(in crate::report) fn legend_lines(problem: &Problem, names: PieceNames) -> Vec<String> {
    let men = problem.setting.diagram.men().map(|(_, man)| man);
    legend::Legend::new(men, names).entries().into_iter().map(|entry| entry.text).collect()
}

/// Returns the characters of the caption that cannot be drawn as strokes, each once: boxes are drawn in their places.
pub fn characters_without_strokes(problem: &Problem) -> Vec<char> {
    let texts = [&problem.authors, &problem.origins, &problem.awards, &problem.titles];
    let characters = texts.into_iter().flatten().flat_map(|text| text.chars());
    let mut missing: Vec<char> =
        characters.filter(|&letter| !letter.is_whitespace() && !has_glyph(letter)).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

#[cfg(test)]
mod tests;
