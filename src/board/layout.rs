//! How a board is drawn and how its squares are called.

use super::Square;

/// The files and ranks of a board, and so the names of its squares.
///
/// On a rectangle the square of file *f* and rank *r* (both from 0) has the
/// number 8*r* + *f*, whatever the board's width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    files: u8,
    ranks: u8,
}

impl Layout {
    /// The orthodox board.
    pub const CHESS: Layout = Layout { files: 8, ranks: 8 };

    /// A rectangle of so many files and ranks, if it has 1 to 8 of each.
    pub const fn rectangle(files: u8, ranks: u8) -> Option<Layout> {
        if files >= 1 && files <= 8 && ranks >= 1 && ranks <= 8 {
            Some(Layout { files, ranks })
        } else {
            None
        }
    }

    /// The number of files.
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The square on this file and rank, both from 0, if the board has it.
    pub const fn at(self, file: u8, rank: u8) -> Option<Square> {
        if file < self.files && rank < self.ranks { Some(Square::new(rank * 8 + file)) } else { None }
    }

    /// The file of a square, from 0.
    pub const fn file(self, square: Square) -> u8 {
        square.index() as u8 & 7
    }

    /// The rank of a square, from 0.
    pub const fn rank(self, square: Square) -> u8 {
        square.index() as u8 >> 3
    }

    /// The square called `name`, as in `e4`, in either case.
    pub fn square(self, name: &str) -> Option<Square> {
        let [file, rank] = name.as_bytes() else {
            return None;
        };
        let file = file.to_ascii_lowercase().checked_sub(b'a')?;
        let rank = rank.checked_sub(b'1')?;
        self.at(file, rank)
    }

    /// The name of a square, as in `e4`.
    pub fn name(self, square: Square) -> String {
        format!("{}{}", char::from(b'a' + self.file(square)), self.rank(square) + 1)
    }

    /// Is the square dark? a1 is.
    pub const fn is_dark(self, square: Square) -> bool {
        (self.file(square) + self.rank(square)) & 1 == 0
    }

    /// All squares, a1 first, rank by rank.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).filter_map(move |file| self.at(file, rank)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_squares_are_one_to_one() {
        for layout in [Layout::CHESS, Layout::rectangle(5, 8).unwrap()] {
            for square in layout.squares() {
                assert_eq!(layout.square(&layout.name(square)), Some(square));
            }
        }
        assert_eq!(Layout::CHESS.squares().count(), 64);
        assert_eq!(Layout::CHESS.square("E4"), Layout::CHESS.at(4, 3));
        for wrong in ["", "e", "e9", "i1", "e0", "44", "e44", "é4"] {
            assert_eq!(Layout::CHESS.square(wrong), None, "{wrong}");
        }
        assert_eq!(Layout::rectangle(5, 8).unwrap().square("f1"), None);
    }
}
