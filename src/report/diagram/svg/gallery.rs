//! Boards of a page that share the definitions of their men and squares.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;

use super::DARK;
use super::board::closed;
use super::look::{Definitions, Ink, Look};
use super::xml::Escaped;
use crate::board::{Layout, Square};
use crate::position::{Colour, FAIRY_WALKS, Imitators, Man, PieceNames, Side, Walk};
use crate::problem::{Diagram, Problem, Setting};
use crate::report::diagram::legend::Legend;
use crate::report::diagram::picture::Picture;
use crate::report::diagram::plan::{Plan, SIDE, point};
use crate::report::diagram::{Caption, DiagramStyle, caption, svg};

/// The width of the edge of a board.
const EDGE: i32 = 3;
/// The letter of an imitator, and the name of its picture.
const IMITATOR: &str = "I";

/// The letters that belong to the men of a diagram.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Signs {
    /// The labels of men that look alike, by their white names in FEN.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    labels: BTreeMap<String, String>,
    /// The marks of attributes, by their English names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    marks: BTreeMap<&'static str, String>,
}

/// Boards with common definitions. A rectangular board without men off it has groups of the classes `marks`, `men` and
/// `tags`, in which a program can draw: the square in row `r` from the top and column `c` begins at the point (100`c`, 100`r`).
#[derive(Debug)]
pub struct Gallery {
    names: PieceNames,
    definitions: Definitions,
    squares: BTreeMap<[u8; 2], String>,
    /// The walks that are defined in white and black.
    walks: BTreeSet<Walk>,
    has_neutral: bool,
    pictures: BTreeMap<String, String>,
}

impl Gallery {
    /// Returns a gallery with the chessmen.
    pub fn new(names: PieceNames) -> Gallery {
        let mut gallery = Gallery {
            names,
            definitions: Definitions::new(false),
            squares: BTreeMap::new(),
            walks: BTreeSet::new(),
            has_neutral: false,
            pictures: BTreeMap::new(),
        };
        for walk in Walk::CHESS.into_iter().filter(|walk| *walk != Walk::ReversedPawn) {
            gallery.define(walk);
        }
        gallery
    }

    /// Defines the fairy men with a name of FEN, as in `(G)` or `(g)`, which can appear in play. Unknown names are ignored.
    pub fn define_name(&mut self, name: &str) {
        let name = name.to_ascii_uppercase().replace("(-", "(");
        let row = FAIRY_WALKS.iter().find(|row| row.in_parentheses(Colour::White) == name);
        row.into_iter().for_each(|row| self.define(row.walk));
    }

    /// Defines the picture of an imitator, and returns its identifier.
    pub fn define_imitator(&mut self) -> String {
        let id = self.definitions.add(&Look::Letters(IMITATOR.to_owned(), Ink::Black));
        self.pictures.entry(IMITATOR.to_owned()).or_insert_with(|| id[1..].to_owned());
        id
    }

    /// Defines the white and the black man with a walk.
    fn define(&mut self, walk: Walk) {
        if !self.walks.insert(walk) {
            return;
        }
        for ink in [Ink::White, Ink::Black] {
            let id = self.definitions.add(&Look::Picture(Picture::of(walk), ink));
            // The first letter is the colour.
            self.pictures.entry(fen_name(walk)).or_insert_with(|| id[1..].to_owned());
        }
    }

    /// Returns the picture of a position, and whether a program can draw in it.
    pub fn board(&mut self, setting: &Setting) -> (String, bool) {
        let is_plain = setting.diagram.layout().is_rectangle() && setting.off_board_men().is_none();
        if !is_plain || setting.start.is_some() {
            let style = DiagramStyle { caption: Caption::Hidden, names: self.names, ..Default::default() };
            return (svg(&Problem::new(setting.clone()), &style), false);
        }
        (self.plain_board(&setting.diagram, setting.imitators()), true)
    }

    /// Returns the letters that belong to the men of a diagram.
    pub fn signs(&self, diagram: &Diagram) -> Signs {
        let legend = Legend::new(diagram.men().map(|(_, man)| man), self.names);
        let label = |(_, man): (Square, Man)| Some((fen_name(man.walk), legend.label(man.walk)?));
        Signs {
            labels: diagram.men().filter_map(label).collect(),
            marks: legend.marks_by_name().map(|(name, mark)| (name, mark.to_owned())).collect(),
        }
    }

    fn plain_board(&mut self, diagram: &Diagram, imitators: Imitators) -> String {
        let layout = diagram.layout();
        let plan = Plan::new(layout, point(0, 0), Side::White);
        let legend = Legend::new(diagram.men().map(|(_, man)| man), self.names);
        let (mut men, mut tags) = (String::new(), String::new());
        for (square, man) in diagram.men() {
            self.define(man.walk);
            self.has_neutral |= man.colour == Colour::Neutral;
            let id = self.definitions.add(&Look::Picture(Picture::of(man.walk), Ink::of(man)));
            let [x, y] = [plan.cell(square).corners[0].x, plan.cell(square).corners[0].y];
            let _ = write!(men, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
            tag(&mut tags, &legend.label(man.walk).unwrap_or_default(), x, y + 96);
            tag(&mut tags, &legend.marks_of(man), x, y + 26);
        }
        for square in imitators.iter() {
            let id = self.define_imitator();
            let corner = plan.cell(square).corners[0];
            let _ = write!(men, "<use href=\"#{id}\" x=\"{}\" y=\"{}\"/>", corner.x, corner.y);
        }
        let (width, height) = (plan.width() + 2 * EDGE, plan.height() + 2 * EDGE);
        let words = caption::description(diagram, None, self.names);
        format!(
            "<svg class=\"board\" viewBox=\"-{EDGE} -{EDGE} {width} {height}\" role=\"img\" aria-label=\"{}\">\
             <use href=\"#{}\"/><g class=\"marks\"></g><g class=\"men\">{men}</g><g class=\"tags\">{tags}</g></svg>",
            Escaped(&words),
            self.squares_of(layout, &plan)
        )
    }

    /// Returns the identifier of the squares of a board.
    fn squares_of(&mut self, layout: Layout, plan: &Plan) -> String {
        let size = [layout.files(), layout.ranks()];
        let id = format!("squares-{}x{}", size[0], size[1]);
        self.squares.entry(size).or_insert_with(|| {
            let dark = layout.squares().filter(|square| layout.is_dark(*square));
            let dark: String = dark.map(|square| closed(&plan.cell(square).corners)).collect();
            let edge = closed(&plan.outline());
            format!(
                "<g id=\"{id}\"><path class=\"light-squares\" fill=\"#fff\" d=\"{edge}\"/><path class=\"dark-squares\" \
                 fill=\"{DARK}\" d=\"{dark}\"/><path class=\"edge\" fill=\"none\" stroke=\"#000\" stroke-width=\"4\" \
                 d=\"{edge}\"/></g>\n"
            )
        });
        id
    }

    /// Returns the definitions as elements of SVG, and the end of the identifier of each man by its white name in FEN: it
    /// follows `w`, `b` or, if there are any neutral men, `n`.
    pub fn finish(mut self) -> (String, BTreeMap<String, String>) {
        if self.has_neutral {
            for walk in self.walks {
                self.definitions.add(&Look::Picture(Picture::of(walk), Ink::Neutral));
            }
        }
        let squares: String = self.squares.into_values().collect();
        (self.definitions.into_text() + &squares, self.pictures)
    }
}

/// Returns the name of the white man with a walk in FEN.
fn fen_name(walk: Walk) -> String {
    match walk.fairy() {
        Some(row) => row.in_parentheses(Colour::White),
        None => Diagram::fen_letter(Man::new(Side::White, walk)).to_string(),
    }
}

/// Appends letters at the right edge of the square that begins at `x`.
fn tag(out: &mut String, letters: &str, x: i32, baseline: i32) {
    if !letters.is_empty() {
        let _ = write!(out, "<text x=\"{}\" y=\"{baseline}\">{}</text>", x + SIDE - 4, Escaped(letters));
    }
}
