//! Where the squares of a board are: rectangles, and the slanted ranks of Reroute66.

use crate::board::{Layout, Square};
use crate::position::Side;

/// The side of a square in units of the picture.
pub const SIDE: i32 = 100;

/// The size of men on slanted squares, and on those that share a side, in parts of a square.
const SLANTED_SCALE: f32 = 0.9;
const NARROW_SCALE: f32 = 0.7;
/// The distance between two men off the board.
const BANK_STEP: i32 = 84;
/// The space between a board and its banks.
const BANK_GAP: i32 = 10;

/// A point, in units of the picture from the upper left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// Returns a point.
pub const fn point(x: i32, y: i32) -> Point {
    Point { x, y }
}

/// The area of a square.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cell {
    /// The corners in the order of a turn.
    pub corners: [Point; 4],
    /// Where the middle of a man is.
    pub centre: Point,
    /// The size of a man in parts of a square, so that it does not touch the edge.
    pub scale: f32,
}

/// The plan of a board.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    layout: Layout,
    /// The upper left corner.
    origin: Point,
    /// The side at the lower edge.
    viewpoint: Side,
}

/// The ranks between which the files of Reroute66 are shifted, from 0.
const SLANTED: [u8; 2] = [3, 4];

impl Plan {
    /// Returns the plan of a board.
    pub const fn new(layout: Layout, origin: Point, viewpoint: Side) -> Plan {
        Plan { layout, origin, viewpoint }
    }

    /// Returns how far the middle of the board extends beyond its other ranks, to each side.
    const fn bulge(&self) -> i32 {
        if self.layout.is_rectangle() { 0 } else { SIDE / 2 }
    }

    /// Returns the width.
    pub const fn width(&self) -> i32 {
        SIDE * self.layout.files() as i32 + 2 * self.bulge()
    }

    /// Returns the height.
    pub const fn height(&self) -> i32 {
        SIDE * self.layout.ranks() as i32
    }

    /// Returns the upper left corner.
    pub const fn origin(&self) -> Point {
        self.origin
    }

    /// Returns a point that is given as White sees the board, from its upper left corner.
    fn placed(&self, x: i32, y: i32) -> Point {
        let (x, y) = match self.viewpoint {
            Side::White => (x, y),
            Side::Black => (self.width() - x, self.height() - y),
        };
        point(self.origin.x + x, self.origin.y + y)
    }

    /// Returns the left and the right end of the upper and the lower side of a square, as White sees it.
    fn sides(&self, square: Square) -> [[i32; 2]; 2] {
        let half = SIDE / 2;
        let (file, rank) = (i32::from(self.layout.file(square)), self.layout.rank(square));
        let left = self.bulge() + SIDE * file;
        let straight = [left, left + SIDE];
        if self.layout.is_rectangle() || !SLANTED.contains(&rank) {
            return [straight, straight];
        }
        // The line between the ranks has nine equal sides. A corner square and its switch share a side.
        match (self.layout.name(square), rank) {
            ("A4", _) => [[0, SIDE], [half, SIDE]],
            ("a4", _) => [[SIDE, 2 * SIDE], [SIDE, SIDE + half]],
            ("h5", _) => [[left, left + half], [left - half, left + half]],
            ("H5", _) => [[left + half, left + SIDE], [left + half, left + SIDE + half]],
            (_, 3) => [[left + half, left + SIDE + half], straight],
            _ => [straight, [left - half, left + half]],
        }
    }

    /// Returns the area of a square.
    pub fn cell(&self, square: Square) -> Cell {
        let [above, below] = self.sides(square);
        let rank = i32::from(self.layout.ranks() - 1 - self.layout.rank(square));
        let (top, bottom) = (SIDE * rank, SIDE * (rank + 1));
        let corners = [(above[0], top), (above[1], top), (below[1], bottom), (below[0], bottom)];
        let corners = corners.map(|(x, y)| self.placed(x, y));
        let [upper, lower] = [above, below].map(|[left, right]| right - left);
        let middles = [above, below].map(|[left, right]| (left + right) / 2);
        if upper == lower {
            let scale = if above == below { 1.0 } else { SLANTED_SCALE };
            return Cell {
                corners,
                centre: self.placed((middles[0] + middles[1]) / 2, top + SIDE / 2),
                scale,
            };
        }
        // A man is near the wide side. Its foot is wider than its head.
        let is_wide_above = upper > lower;
        let distance = if is_wide_above == (self.viewpoint == Side::White) { 43 } else { 35 };
        let y = if is_wide_above { top + distance } else { bottom - distance };
        let [wide, narrow] = if is_wide_above { middles } else { [middles[1], middles[0]] };
        Cell { corners, centre: self.placed((wide + 2 * narrow) / 3, y), scale: NARROW_SCALE }
    }

    /// Returns the corners of the edge of the board.
    pub fn outline(&self) -> Vec<Point> {
        let (left, right) = (self.bulge(), self.width() - self.bulge());
        let mut corners = vec![(left, 0), (right, 0)];
        if !self.layout.is_rectangle() {
            let middle = self.height() / 2;
            corners.extend([(right, middle - SIDE), (self.width(), middle), (right, middle + SIDE)]);
            corners.extend([(right, self.height()), (left, self.height())]);
            corners.extend([(left, middle + SIDE), (0, middle), (left, middle - SIDE)]);
        } else {
            corners.extend([(right, self.height()), (left, self.height())]);
        }
        corners.into_iter().map(|(x, y)| self.placed(x, y)).collect()
    }

    /// Returns the sides of squares that no man crosses.
    pub fn walls(&self) -> Vec<[Point; 2]> {
        if self.layout.is_rectangle() {
            return Vec::new();
        }
        let middle = self.height() / 2;
        let wall = |x: i32, from: i32, to: i32| [self.placed(x, from), self.placed(x, to)];
        vec![wall(SIDE, middle, middle + SIDE), wall(self.width() - SIDE, middle - SIDE, middle)]
    }

    /// Returns the number of men of a bank that are below each other.
    const fn men_per_column(&self) -> usize {
        let men = self.layout.ranks() as i32 * SIDE / 2 / BANK_STEP;
        if men > 1 { men as usize } else { 1 }
    }

    /// Returns the width of banks with up to this number of men.
    pub const fn banks_width(&self, men: usize) -> i32 {
        men.div_ceil(self.men_per_column()) as i32 * BANK_STEP + BANK_GAP
    }

    /// Returns where the middle of a man of a bank is: the first ones are at the end of the board of their side.
    pub fn place_in_bank(&self, side: Side, index: usize) -> Point {
        let per_column = self.men_per_column();
        let [column, row] = [(index / per_column) as i32, (index % per_column) as i32];
        let along = BANK_STEP * row + SIDE / 2;
        let y = if side == self.viewpoint { self.height() - along } else { along };
        let x = self.width() + BANK_GAP + BANK_STEP * column + BANK_STEP / 2;
        point(self.origin.x + x, self.origin.y + y)
    }

    /// Returns the middle of the re-entrant square, half a square to the right of the board.
    pub const fn reentrant_square(&self) -> Point {
        point(self.origin.x + self.width() + SIDE, self.origin.y + self.height() / 2)
    }

    /// Returns the width of the re-entrant square and the space before it.
    pub const fn reentrant_width() -> i32 {
        SIDE + SIDE / 2
    }

    /// Returns the names of files with their positions below the board.
    pub fn file_names(&self) -> Vec<(char, i32)> {
        let middle = |file: u8| self.placed(self.bulge() + SIDE * i32::from(file) + SIDE / 2, 0).x;
        (0..self.layout.files()).map(|file| (char::from(b'a' + file), middle(file))).collect()
    }

    /// Returns the numbers of ranks with the vertical positions of their middles.
    pub fn rank_names(&self) -> Vec<(char, i32)> {
        let ranks = self.layout.ranks();
        let middle = |rank: u8| self.placed(0, SIDE * i32::from(ranks - 1 - rank) + SIDE / 2).y;
        (0..ranks).map(|rank| (char::from(b'1' + rank), middle(rank))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns twice the area of a polygon.
    fn area(corners: &[Point]) -> i32 {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(one, other)| one.x * other.y - other.x * one.y).sum::<i32>().abs()
    }

    #[test]
    fn squares_fill_the_board() {
        for layout in [Layout::CHESS, Layout::rectangle(5, 8).unwrap(), Layout::REROUTE66] {
            for viewpoint in Side::BOTH {
                let plan = Plan::new(layout, point(7, 9), viewpoint);
                let sum: i32 = layout.squares().map(|square| area(&plan.cell(square).corners)).sum();
                assert_eq!(sum, area(&plan.outline()), "{layout:?}");
            }
        }
    }

    #[test]
    fn boards_are_turned_by_the_viewpoint() {
        let [white, black] = Side::BOTH.map(|side| Plan::new(Layout::CHESS, point(0, 0), side));
        let square = |name| Layout::CHESS.square(name).unwrap();
        assert_eq!(white.cell(square("a1")).centre, point(50, 750));
        assert_eq!(black.cell(square("a1")).centre, white.cell(square("h8")).centre);
        assert_eq!(white.file_names()[0], ('a', 50));
        assert_eq!(black.rank_names()[0], ('1', 50));
    }

    /// Neighbours across a side have the side in common.
    #[test]
    fn slanted_squares_have_common_sides() {
        let plan = Plan::new(Layout::REROUTE66, point(0, 0), Side::White);
        let cell = |name| plan.cell(Layout::REROUTE66.square(name).unwrap());
        for (below, above) in
            [("A4", "a5"), ("a4", "b5"), ("g4", "h5"), ("h4", "H5"), ("b3", "b4"), ("c5", "c6")]
        {
            let [one, other] = [cell(above), cell(below)];
            assert_eq!(
                [one.corners[3], one.corners[2]],
                [other.corners[0], other.corners[1]],
                "{below} {above}"
            );
        }
        assert!(
            ["A4", "h5", "b4", "e2"].map(|name| cell(name).scale)
                == [NARROW_SCALE, NARROW_SCALE, SLANTED_SCALE, 1.0]
        );
    }
}
