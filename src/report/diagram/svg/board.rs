//! Boards with their men, coordinates, arrows and the men next to them.

use std::fmt::Write as _;

use super::look::{Ink, Look, TextBox, stroke_text};
use super::xml::Number;
use super::{Board, DARK, Drawing, NAMES};
use crate::board::{Layout, Square};
use crate::position::{Man, Side};
use crate::problem::OffBoardMen;
use crate::report::diagram::picture::Picture;
use crate::report::diagram::plan::{Plan, Point, SIDE, point};
use crate::report::diagram::{Coordinates, DarkSquares, MenSet, legend, strokes};

/// The size of a man in a bank, in parts of a square.
pub(super) const SMALL: f32 = 0.8;
/// The colours of light and dark highlighted squares.
const HIGHLIGHT: [&str; 2] = ["#ffe98f", "#e5c85a"];
/// The colour of arrows.
const ARROW: &str = "#1c6dd0";

impl Drawing<'_> {
    /// Returns the space for coordinates to the left of a board and below it.
    fn names_space(&self) -> i32 {
        if self.style.coordinates == Coordinates::Shown { NAMES } else { 0 }
    }

    /// Returns the width of a board with its coordinates and the men next to it.
    pub(super) fn width_of(&self, board: &Board<'_>) -> i32 {
        let plan = Plan::new(board.diagram.layout(), point(0, 0), self.style.viewpoint);
        let off_board = match board.off_board {
            None => 0,
            Some(OffBoardMen::ReentrantSquare(_)) => Plan::reentrant_width(),
            Some(OffBoardMen::Banks(reserve)) => plan
                .banks_width(Side::BOTH.map(|side| reserve.men(side).count()).into_iter().max().unwrap_or(0)),
        };
        self.names_space() + plan.width() + off_board
    }

    /// Draws a board with everything on it and next to it, from its upper left corner on.
    pub(super) fn board(&mut self, board: &Board<'_>, corner: Point) {
        let layout = board.diagram.layout();
        let origin = point(corner.x + self.names_space(), corner.y);
        let plan = Plan::new(layout, origin, self.style.viewpoint);
        self.squares(layout, &plan);
        for square in layout.squares() {
            if let Some(man) = board.diagram.man(square) {
                let cell = plan.cell(square);
                self.man(man, cell.centre, cell.scale);
            }
        }
        for imitator in board.imitators.iter() {
            self.sign(&Look::Letters("I".to_owned(), Ink::Black), plan.cell(imitator).centre, 1.0);
        }
        self.coordinates(&plan);
        self.arrows(layout, &plan);
        self.off_board(board, &plan);
        self.y = self.y.max((origin.y + plan.height() + self.names_space()) as f32);
    }

    /// Draws the squares, the walls and the edge.
    fn squares(&mut self, layout: Layout, plan: &Plan) {
        let of = |is_wanted: &dyn Fn(Square) -> bool| -> String {
            layout
                .squares()
                .filter(|&square| is_wanted(square))
                .map(|square| closed(&plan.cell(square).corners))
                .collect()
        };
        let dark = of(&|square| layout.is_dark(square));
        let highlighted = |square: Square| self.style.highlighted.contains(&square);
        let coloured = [false, true].map(|dark| of(&|at| highlighted(at) && layout.is_dark(at) == dark));
        let is_hatched = self.style.dark_squares == DarkSquares::Hatched;
        if !is_hatched {
            let _ = writeln!(self.ground, "<path fill=\"{DARK}\" d=\"{dark}\"/>");
        }
        for (colour, path) in HIGHLIGHT.iter().zip(coloured).filter(|(_, path)| !path.is_empty()) {
            let _ = writeln!(self.ground, "<path fill=\"{colour}\" d=\"{path}\"/>");
        }
        if is_hatched {
            self.hatching(&dark, plan);
        }
        let walls: String = plan
            .walls()
            .iter()
            .map(|[from, to]| format!("M{} {}L{} {}", from.x, from.y, to.x, to.y))
            .collect();
        let edge = closed(&plan.outline());
        let _ = writeln!(
            self.ground,
            "<path fill=\"none\" stroke=\"#000\" stroke-width=\"4\" d=\"{edge}{walls}\"/>"
        );
    }

    /// Draws diagonal lines on the dark squares: the dashes of a line as wide as the board, slanted.
    fn hatching(&mut self, dark: &str, plan: &Plan) {
        let (Point { x, y }, width, height) = (plan.origin(), plan.width(), plan.height());
        let side = if self.style.viewpoint == Side::White { 'w' } else { 'b' };
        // Several pictures can be parts of one page.
        let id = format!("dark-{side}-{x}-{y}-{width}-{height}");
        let _ = writeln!(
            self.ground,
            "<clipPath id=\"{id}\"><path d=\"{dark}\"/></clipPath>\n<g clip-path=\"url(#{id})\"><path \
             transform=\"translate({x} {y})skewX(-45)\" stroke=\"#000\" stroke-width=\"{height}\" \
             stroke-dasharray=\"2.4 10.1\" d=\"M0 {}H{}\"/></g>",
            height / 2,
            width + height
        );
    }

    /// Draws a figure or letters.
    fn sign(&mut self, look: &Look, centre: Point, scale: f32) {
        let id = self.definitions.add(look);
        let half = SIDE as f32 / 2.0 * scale;
        let (x, y) = (Number(centre.x as f32 - half), Number(centre.y as f32 - half));
        let _ = match scale {
            1.0 => writeln!(self.men, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>"),
            _ => writeln!(self.men, "<use href=\"#{id}\" transform=\"translate({x} {y})scale({scale})\"/>"),
        };
    }

    /// Draws a man with its label and marks.
    fn man(&mut self, man: Man, centre: Point, scale: f32) {
        let look = self.look(man);
        self.sign(&look, centre, scale);
        let half = SIDE as f32 / 2.0 * scale;
        let label = self.legend.label(man.walk).filter(|_| self.style.men == MenSet::Figures);
        if let Some(label) = label {
            self.tag(&label, centre.x as f32 + 0.96 * half, centre.y as f32 + 0.94 * half);
        }
        let marks = self.legend.marks_of(man);
        if !marks.is_empty() {
            self.tag(&marks, centre.x as f32 + 0.96 * half, centre.y as f32 - half + 30.0);
        }
    }

    /// Returns how a man looks.
    fn look(&self, man: Man) -> Look {
        let ink = Ink::of(man);
        match self.style.men {
            MenSet::Figures => Look::Picture(Picture::of(man.walk), ink),
            MenSet::Letters => Look::Letters(legend::letters(self.style.names, man.walk), ink),
        }
    }

    /// Draws letters on a white ground, with the lower right corner at a point.
    fn tag(&mut self, letters: &str, right: f32, bottom: f32) {
        let (height, space) = (16.0, 6.0);
        let width = strokes::width(letters) * height / strokes::CAPITAL + 2.0 * space;
        let (left, top, tall) = (right - width, bottom - height - 2.0 * space, height + 2.0 * space);
        let _ = write!(
            self.over,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"1.5\"/>",
            Number(left),
            Number(top),
            Number(width),
            Number(tall)
        );
        let place = TextBox { x: left + width / 2.0, baseline: bottom - space, height, stroke: 2.4 };
        stroke_text(&mut self.over, letters, place, "#000");
        self.over.push('\n');
    }

    /// Draws the names of files and ranks.
    fn coordinates(&mut self, plan: &Plan) {
        if self.style.coordinates == Coordinates::Hidden {
            return;
        }
        let (origin, height) = (plan.origin(), 20.0);
        let mut name = |text: &str, x: f32, baseline: f32| {
            stroke_text(&mut self.over, text, TextBox { x, baseline, height, stroke: 2.4 }, "#000");
            self.over.push('\n');
        };
        for (rank, y) in plan.rank_names() {
            name(&rank.to_string(), (origin.x - NAMES / 2 - 4) as f32, y as f32 + height / 2.0);
        }
        for (file, x) in plan.file_names() {
            name(&file.to_string(), x as f32, (origin.y + plan.height() + NAMES / 2) as f32 + 12.0);
        }
    }

    /// Draws the arrows.
    fn arrows(&mut self, layout: Layout, plan: &Plan) {
        let has = |square: Square| layout.squares().any(|other| other == square);
        for arrow in self.style.arrows.iter().filter(|arrow| has(arrow.from) && has(arrow.to)) {
            let [from, to] = [arrow.from, arrow.to].map(|square| plan.cell(square).centre);
            self.arrow(from, to, 14.0);
        }
    }

    /// Draws an arrow that ends at a point, and begins at a distance from another.
    fn arrow(&mut self, from: Point, to: Point, gap: f32) {
        let (x, y) = ((to.x - from.x) as f32, (to.y - from.y) as f32);
        let length = x.hypot(y);
        let (x, y) = (x / length, y / length);
        // A point of the arrow, by its distance from the beginning and from the axis.
        let at = |along: f32, aside: f32| {
            let place = (from.x as f32 + along * x - aside * y, from.y as f32 + along * y + aside * x);
            format!("{} {}", Number(place.0), Number(place.1))
        };
        let neck = length - 40.0;
        let points =
            [(gap, 8.0), (neck, 8.0), (neck, 24.0), (length, 0.0), (neck, -24.0), (neck, -8.0), (gap, -8.0)];
        let path = points.map(|(along, aside)| at(along, aside)).join(" ");
        let _ = writeln!(self.over, "<path fill=\"{ARROW}\" fill-opacity=\".75\" d=\"M{path}Z\"/>");
    }

    /// Draws the arrow from the first board to the second one, around a point.
    pub(super) fn arrow_between_boards(&mut self, x: i32, y: i32) {
        let (left, right) = (x - 32, x + 32);
        let head = format!("M{left} {y}H{right}M{} {}L{right} {y} {} {}", x + 12, y - 20, x + 12, y + 20);
        let _ = writeln!(
            self.over,
            "<path fill=\"none\" stroke=\"#000\" stroke-width=\"6\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
             d=\"{head}\"/>"
        );
    }

    /// Draws the men that are not on the board.
    fn off_board(&mut self, board: &Board<'_>, plan: &Plan) {
        let (square, scale, reserve) = match board.off_board {
            None => return,
            Some(OffBoardMen::ReentrantSquare(reserve)) => (Some(plan.reentrant_square()), 1.0, reserve),
            Some(OffBoardMen::Banks(reserve)) => (None, SMALL, reserve),
        };
        if let Some(centre) = square {
            let _ = writeln!(
                self.ground,
                "<path fill=\"none\" stroke=\"#000\" stroke-width=\"4\" d=\"{}\"/>",
                closed(&square_around(centre))
            );
        }
        for side in Side::BOTH {
            for (index, walk) in reserve.men(side).enumerate() {
                let centre = square.unwrap_or_else(|| plan.place_in_bank(side, index));
                self.man(Man::new(side, walk), centre, scale);
            }
        }
    }
}

/// Returns the corners of the square around a point.
pub fn square_around(centre: Point) -> [Point; 4] {
    let half = SIDE / 2;
    [(-half, -half), (half, -half), (half, half), (-half, half)]
        .map(|(x, y)| point(centre.x + x, centre.y + y))
}

/// Returns the path of a polygon.
pub fn closed(corners: &[Point]) -> String {
    let corners: Vec<String> = corners.iter().map(|corner| format!("{} {}", corner.x, corner.y)).collect();
    format!("M{}Z", corners.join(" "))
}
