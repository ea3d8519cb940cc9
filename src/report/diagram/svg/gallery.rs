//! Boards of a page that share the definitions of their men and squares.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::DARK;
use super::board::{SMALL, closed, square_around};
use super::look::{Definitions, Ink, Look};
use super::xml::{Escaped, Number};
use crate::board::{Layout, Square};
use crate::position::{Imitators, Man, PieceNames, Reserve, Side};
use crate::problem::{Diagram, OffBoardMen, Setting};
use crate::report::diagram::caption;
use crate::report::diagram::legend::Legend;
use crate::report::diagram::picture::Picture;
use crate::report::diagram::plan::{Plan, Point, SIDE, point};

/// The width of the edge of a board.
const EDGE: i32 = 3;

/// Where a man can be: on a square, or off the board, by its number among the men of its side there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// On a square.
    Square(Square),
    /// In the bank of a side, or on the re-entrant square.
    OffBoard(Side, usize),
}

/// What is on a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// A man.
    Man(Man),
    /// An imitator.
    Imitator,
}

/// What is on each place of a position.
pub type Contents = BTreeMap<Place, Content>;

/// Returns what is on each place of a position; without `reserve` there are no places off the board.
pub fn contents(
    men: impl Iterator<Item = (Square, Man)>,
    reserve: Option<Reserve>,
    imitators: Imitators,
) -> Contents {
    let mut contents: Contents = men.map(|(at, man)| (Place::Square(at), Content::Man(man))).collect();
    contents.extend(imitators.iter().map(|at| (Place::Square(at), Content::Imitator)));
    for side in reserve.iter().flat_map(|_| Side::BOTH) {
        let walks = reserve.iter().flat_map(|reserve| reserve.men(side)).enumerate();
        let men =
            walks.map(|(number, walk)| (Place::OffBoard(side, number), Content::Man(Man::new(side, walk))));
        contents.extend(men);
    }
    contents
}

/// Returns the name of a place: that of the square, or the number in the bank of White, as in `+1`, or of Black, as in `-1`.
pub fn place_name(place: Place, layout: Layout) -> String {
    match place {
        Place::Square(square) => layout.name(square).to_owned(),
        Place::OffBoard(Side::White, number) => format!("+{}", number + 1),
        Place::OffBoard(Side::Black, number) => format!("-{}", number + 1),
    }
}

/// Where a place is drawn: the upper left corner, the size in parts of a square and, if it is not a square of the
/// picture, its outline.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Spot(i32, i32, f32, #[serde(skip_serializing_if = "String::is_empty")] String);

/// The places off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OffBoard {
    /// There are none.
    Nothing,
    /// The re-entrant square.
    ReentrantSquare,
    /// Banks for up to this number of men.
    Banks(usize),
}

/// A board and the places off it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardKind {
    layout: Layout,
    off_board: OffBoard,
}

impl BoardKind {
    /// Returns the board of a setting. A bank has space for `men` men at least.
    pub fn of(setting: &Setting, men: usize) -> BoardKind {
        let off_board = match setting.off_board_men() {
            None => OffBoard::Nothing,
            Some(OffBoardMen::ReentrantSquare(_)) => OffBoard::ReentrantSquare,
            Some(OffBoardMen::Banks(reserve)) => {
                let present = Side::BOTH.map(|side| reserve.men(side).count());
                OffBoard::Banks(present.into_iter().fold(men, usize::max))
            }
        };
        BoardKind { layout: setting.diagram.layout(), off_board }
    }

    /// Returns the name, as in `8x8`.
    pub fn name(self) -> String {
        let name = match self.layout {
            layout if layout.is_rectangle() => format!("{}x{}", layout.files(), layout.ranks()),
            _ => "reroute66".to_owned(),
        };
        match self.off_board {
            OffBoard::Nothing => name,
            OffBoard::ReentrantSquare => name + "-reentrant",
            OffBoard::Banks(men) => format!("{name}-banks{men}"),
        }
    }

    fn plan(self) -> Plan {
        Plan::new(self.layout, point(0, 0), Side::White)
    }

    fn width(self) -> i32 {
        let off_board = match self.off_board {
            OffBoard::Nothing => 0,
            OffBoard::ReentrantSquare => Plan::reentrant_width(),
            OffBoard::Banks(men) => self.plan().banks_width(men),
        };
        self.plan().width() + off_board
    }

    /// Returns where each place is drawn.
    fn spots(self) -> BTreeMap<String, Spot> {
        let squares = self.layout.squares().map(|square| (Place::Square(square), self.square(square)));
        let off_board: Vec<(Place, Spot)> = match self.off_board {
            OffBoard::Nothing => Vec::new(),
            OffBoard::ReentrantSquare => {
                let spot = spot_around(self.plan().reentrant_square(), 1.0);
                Side::BOTH.map(|side| (Place::OffBoard(side, 0), spot.clone())).into()
            }
            OffBoard::Banks(men) => {
                let places =
                    Side::BOTH.into_iter().flat_map(|side| (0..men).map(move |number| (side, number)));
                let spot = |(side, number)| spot_around(self.plan().place_in_bank(side, number), SMALL);
                places.map(|place| (Place::OffBoard(place.0, place.1), spot(place))).collect()
            }
        };
        squares.chain(off_board).map(|(place, spot)| (place_name(place, self.layout), spot)).collect()
    }

    fn square(self, square: Square) -> Spot {
        let cell = self.plan().cell(square);
        let Spot(x, y, size, _) = spot_around(cell.centre, cell.scale);
        let is_square = cell.corners == square_around(cell.centre);
        Spot(x, y, size, if is_square { String::new() } else { closed(&cell.corners) })
    }

    /// Returns the definition of the squares.
    fn definition(self) -> String {
        let (layout, plan) = (self.layout, self.plan());
        let dark = layout.squares().filter(|square| layout.is_dark(*square));
        let dark: String = dark.map(|square| closed(&plan.cell(square).corners)).collect();
        let board = closed(&plan.outline());
        let reentrant = match self.off_board {
            OffBoard::ReentrantSquare => closed(&square_around(plan.reentrant_square())),
            OffBoard::Nothing | OffBoard::Banks(_) => String::new(),
        };
        let walls =
            plan.walls().into_iter().map(|[from, to]| format!("M{} {}L{} {}", from.x, from.y, to.x, to.y));
        let walls: String = walls.collect();
        format!(
            "<g id=\"squares-{}\"><path class=\"light-squares\" fill=\"#fff\" d=\"{board}{reentrant}\"/>\
             <path class=\"dark-squares\" fill=\"{DARK}\" d=\"{dark}\"/><path class=\"edge\" fill=\"none\" stroke=\"#000\" \
             stroke-width=\"4\" d=\"{board}{reentrant}{walls}\"/></g>\n",
            self.name()
        )
    }
}

fn spot_around(centre: Point, size: f32) -> Spot {
    let half = (SIDE as f32 / 2.0 * size) as i32;
    Spot(centre.x - half, centre.y - half, size, String::new())
}

/// Boards with common definitions. A board has groups of the classes `marks`, `men` and `tags`, in which a program can draw.
#[derive(Debug)]
pub struct Gallery {
    names: PieceNames,
    definitions: Definitions,
    /// The boards by their names.
    boards: BTreeMap<String, BoardKind>,
}

impl Gallery {
    /// Returns an empty gallery.
    pub fn new(names: PieceNames) -> Gallery {
        Gallery { names, definitions: Definitions::new(false), boards: BTreeMap::new() }
    }

    /// Returns the legend of what is on the places of positions.
    pub fn legend<'c>(&self, contents: impl IntoIterator<Item = &'c Content>) -> Legend {
        let men = contents.into_iter().filter_map(|content| match content {
            Content::Man(man) => Some(*man),
            Content::Imitator => None,
        });
        Legend::new(men, self.names)
    }

    /// Returns the picture of a position: of two if play leads from one to the other.
    pub fn board(&mut self, setting: &Setting, kind: BoardKind) -> String {
        let start = setting.start.as_ref().map(|start| self.position(start, None, Imitators::NONE, kind));
        let diagram = self.position(&setting.diagram, setting.off_board_men(), setting.imitators(), kind);
        match start {
            Some(start) => format!("<div class=\"pair\">{start}{diagram}</div>"),
            None => diagram,
        }
    }

    fn position(
        &mut self,
        diagram: &Diagram,
        off_board: Option<OffBoardMen>,
        imitators: Imitators,
        kind: BoardKind,
    ) -> String {
        let (OffBoardMen::Banks(reserve) | OffBoardMen::ReentrantSquare(reserve)) =
            off_board.unwrap_or(OffBoardMen::Banks(Reserve::EMPTY));
        let contents = contents(diagram.men(), Some(reserve), imitators);
        let legend = self.legend(contents.values());
        let (mut men, mut tags) = (String::new(), String::new());
        let spots = kind.spots();
        for (place, content) in contents {
            let Some(Spot(x, y, size, _)) = spots.get(&place_name(place, kind.layout)) else { continue };
            let (x, y, size) = (*x, *y, *size);
            let id = self.define(content);
            let _ = match size {
                1.0 => write!(men, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>"),
                _ => write!(
                    men,
                    "<use href=\"#{id}\" transform=\"translate({x} {y})scale({})\"/>",
                    Number(size)
                ),
            };
            let [label, marks] = letters(content, &legend);
            let right = x as f32 + 0.96 * SIDE as f32 * size;
            tag(&mut tags, &label, right, y as f32 + 0.96 * SIDE as f32 * size);
            tag(&mut tags, &marks, right, (y + 26) as f32);
        }
        let (width, height) = (kind.width() + 2 * EDGE, kind.plan().height() + 2 * EDGE);
        let words = caption::description(diagram, off_board, imitators, self.names);
        let name = kind.name();
        self.boards.entry(name.clone()).or_insert(kind);
        format!(
            "<svg class=\"board\" viewBox=\"-{EDGE} -{EDGE} {width} {height}\" role=\"img\" aria-label=\"{}\">\
             <use href=\"#squares-{name}\"/><g class=\"marks\"></g><g class=\"men\">{men}</g><g class=\"tags\">{tags}</g></svg>",
            Escaped(&words),
        )
    }

    /// Defines what is on a place, and returns its identifier.
    fn define(&mut self, content: Content) -> String {
        self.definitions.add(&match content {
            Content::Man(man) => Look::Picture(Picture::of(man.walk), Ink::of(man)),
            Content::Imitator => Look::Letters("I".to_owned(), Ink::Black),
        })
    }

    /// Returns what is on a place for a program: the identifier and, each after `~`, the label and the marks.
    pub fn words(&mut self, content: Content, legend: &Legend) -> String {
        let [label, marks] = letters(content, legend);
        let words = format!("{}~{label}~{marks}", self.define(content));
        words.trim_end_matches('~').to_owned()
    }

    /// Returns the definitions as elements of SVG, and by the names of boards where a program draws what is on each place.
    pub fn finish(self) -> (String, impl Serialize) {
        let squares: String = self.boards.values().map(|kind| kind.definition()).collect();
        let spots: BTreeMap<String, _> =
            self.boards.into_iter().map(|(name, kind)| (name, kind.spots())).collect();
        (self.definitions.into_text() + &squares, spots)
    }
}

/// Returns the label and the marks of what is on a place.
fn letters(content: Content, legend: &Legend) -> [String; 2] {
    match content {
        Content::Man(man) => [legend.label(man.walk).unwrap_or_default(), legend.marks_of(man)],
        Content::Imitator => [String::new(), String::new()],
    }
}

/// Appends letters that end at a point.
fn tag(out: &mut String, letters: &str, right: f32, baseline: f32) {
    if !letters.is_empty() {
        let (x, y) = (Number(right), Number(baseline));
        let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", Escaped(letters));
    }
}
