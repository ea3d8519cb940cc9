//! The lines of a rectangle: those of the orthodox board are computed when the program is built.

use crate::board::{Layout, Set64, Square};

/// The steps along the lines through a square. Each leads to higher numbers, its opposite to lower ones.
pub(super) const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The squares of a line on both sides of a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineMasks {
    /// The squares with lower numbers.
    pub lower: u64,
    /// The squares with higher numbers.
    pub upper: u64,
}

/// The tables of lines.
#[derive(Clone)]
pub(super) struct LineTables {
    /// By square: the masks of its rank, file and two diagonals.
    pub masks: [[LineMasks; 4]; 64],
    /// As [`Geometry::between`](crate::board::Geometry::between).
    pub between: [Set64; 64 * 64],
    /// As [`Geometry::line`](crate::board::Geometry::line).
    pub line: [Set64; 64 * 64],
}

/// The tables of the orthodox board.
pub(super) static CHESS: LineTables = LineTables::new(Layout::CHESS);

impl LineTables {
    /// Returns the tables of a rectangle.
    pub const fn new(layout: Layout) -> LineTables {
        let mut tables = LineTables {
            masks: [[LineMasks { lower: 0, upper: 0 }; 4]; 64],
            between: [Set64(0); 64 * 64],
            line: [Set64(0); 64 * 64],
        };
        let mut rank = 0;
        while rank < layout.ranks() {
            let mut file = 0;
            while file < layout.files() {
                tables.add_lines(layout, file, rank);
                file += 1;
            }
            rank += 1;
        }
        tables
    }

    /// Adds the lines through a square.
    const fn add_lines(&mut self, layout: Layout, file: u8, rank: u8) {
        let Some(from) = layout.at(file, rank) else { return };
        let mut number = 0;
        while number < STEPS.len() {
            let (files, ranks) = STEPS[number];
            let upper = self.add_ray(layout, from, (files, ranks));
            let lower = self.add_ray(layout, from, (-files, -ranks));
            self.masks[from.index()][number] = LineMasks { lower, upper };
            let mut others = upper | lower;
            while others != 0 {
                let to = others.trailing_zeros() as usize;
                self.line[64 * from.index() + to] = Set64(upper | lower | 1 << from.index());
                others &= others - 1;
            }
            number += 1;
        }
    }

    /// Adds the squares in one direction, and returns them.
    const fn add_ray(&mut self, layout: Layout, from: Square, step: (i8, i8)) -> u64 {
        let (mut file, mut rank) = (layout.file(from) as i8, layout.rank(from) as i8);
        let mut passed = 0;
        loop {
            (file, rank) = (file + step.0, rank + step.1);
            // A negative number becomes a large one.
            let Some(to) = layout.at(file as u8, rank as u8) else { return passed };
            self.between[64 * from.index() + to.index()] = Set64(passed);
            passed |= 1 << to.index();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Squares;

    #[test]
    fn lines_of_small_boards_end_at_their_edges() {
        let layout = Layout::rectangle(3, 2).expect("a layout");
        let tables = LineTables::new(layout);
        let at = |name: &str| layout.square(name).expect("a square");
        let set = |names: &[&str]| Set64::from_squares(names.iter().map(|name| at(name)));
        let index = |from: &str, to: &str| 64 * at(from).index() + at(to).index();
        assert_eq!(tables.between[index("a1", "c1")], set(&["b1"]));
        assert_eq!(tables.line[index("b1", "c2")], set(&["b1", "c2"]));
        assert_eq!(tables.line[index("a1", "c2")], Set64::EMPTY);
        assert_eq!(Set64(tables.masks[at("b2").index()][0].upper), set(&["c2"]));
        assert_eq!(Set64(tables.masks[at("b2").index()][2].lower), set(&["a1"]));
    }
}
