//! Layouts: the files and ranks of a board and the names of its squares.

use super::Square;

/// The files and ranks of a board, and so the names of its squares.
///
/// On a rectangle the square of file *f* and rank *r* (both from 0) has the number 8*r* + *f*, whatever the
/// width of the board. The board of Reroute66 has two more squares, A4 and H5, with the numbers 64 and 65,
/// and files that are shifted between its halves: see
/// [`GraphBoard::reroute66`](super::GraphBoard::reroute66).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    files: u8,
    ranks: u8,
    /// Whether the board has the two additional squares of Reroute66.
    switches: bool,
}

/// The names of all squares by number, two characters each; the last two are those that only Reroute66 has.
const NAMES: &str = "\
    a1b1c1d1e1f1g1h1\
    a2b2c2d2e2f2g2h2\
    a3b3c3d3e3f3g3h3\
    a4b4c4d4e4f4g4h4\
    a5b5c5d5e5f5g5h5\
    a6b6c6d6e6f6g6h6\
    a7b7c7d7e7f7g7h7\
    a8b8c8d8e8f8g8h8\
    A4H5";

/// The two squares that only Reroute66 has: number, file and rank.
const SWITCHES: [(u8, u8, u8); 2] = [(64, 0, 3), (65, 7, 4)];

impl Layout {
    /// The orthodox board.
    pub const CHESS: Layout = Layout { files: 8, ranks: 8, switches: false };

    /// The board of Reroute66.
    pub const REROUTE66: Layout = Layout { files: 8, ranks: 8, switches: true };

    /// A rectangle; `None` unless it has 1 to 8 files and 1 to 8 ranks.
    pub const fn rectangle(files: u8, ranks: u8) -> Option<Layout> {
        if files >= 1 && files <= 8 && ranks >= 1 && ranks <= 8 {
            Some(Layout { files, ranks, switches: false })
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

    /// Returns whether the board is a rectangle.
    pub const fn is_rectangle(self) -> bool {
        !self.switches
    }

    /// Returns whether the board is the orthodox one.
    pub fn is_chess_board(self) -> bool {
        self == Layout::CHESS
    }

    /// Returns the range of squares in words: `a1 to h8`.
    pub fn square_range(self) -> String {
        let last = self.at(self.files - 1, self.ranks - 1).map_or("", |square| self.name(square));
        format!("a1 to {last}{}", if self.switches { ", A4, H5" } else { "" })
    }

    /// Returns the square on a file and rank, both from 0; `None` if the board lacks it. On Reroute66 this is
    /// the one named with a small letter.
    pub const fn at(self, file: u8, rank: u8) -> Option<Square> {
        if file < self.files && rank < self.ranks { Some(Square::new(rank * 8 + file)) } else { None }
    }

    /// Returns the image of a square of a rectangle under a reflection that exchanges left and right. `None` if
    /// the board lacks it.
    pub const fn with_files_reflected(self, square: Square) -> Option<Square> {
        self.at(self.files - 1 - self.file(square), self.rank(square))
    }

    /// Returns the image of a square of a rectangle under a reflection that exchanges top and bottom. `None` if
    /// the board lacks it.
    pub const fn with_ranks_reflected(self, square: Square) -> Option<Square> {
        self.at(self.file(square), self.ranks - 1 - self.rank(square))
    }

    /// Returns the image of a square of a rectangle under half a turn. `None` if the board lacks it.
    pub const fn with_half_turn(self, square: Square) -> Option<Square> {
        let (file, rank) = (self.file(square), self.rank(square));
        self.at(self.files - 1 - file, self.ranks - 1 - rank)
    }

    /// Returns the file of a square, from 0.
    pub const fn file(self, square: Square) -> u8 {
        match square.index() {
            65 => SWITCHES[1].1,
            number => number as u8 & 7,
        }
    }

    /// Returns the rank of a square, from 0.
    pub const fn rank(self, square: Square) -> u8 {
        match square.index() {
            64 => SWITCHES[0].2,
            65 => SWITCHES[1].2,
            number => number as u8 >> 3,
        }
    }

    /// Returns the square named `name`, such as `e4`; `None` if there is none. Capital letters are accepted,
    /// unless they name other squares.
    pub fn square(self, name: &str) -> Option<Square> {
        let [file, rank] = name.as_bytes() else {
            return None;
        };
        if self.switches && file.is_ascii_uppercase() {
            let mut switches = SWITCHES.into_iter().map(|(number, ..)| Square::new(number));
            return switches.find(|&switch| self.name(switch) == name);
        }
        let file = file.to_ascii_lowercase().checked_sub(b'a')?;
        let rank = rank.checked_sub(b'1')?;
        self.at(file, rank)
    }

    /// Returns the name of a square, such as `e4`.
    pub fn name(self, square: Square) -> &'static str {
        let begin = 2 * square.index();
        NAMES.get(begin..begin + 2).unwrap_or_default()
    }

    /// Returns the files to the right and the ranks up from one square to another.
    pub fn vector(self, from: Square, to: Square) -> (i8, i8) {
        let difference = |to: u8, from: u8| to as i8 - from as i8;
        (difference(self.file(to), self.file(from)), difference(self.rank(to), self.rank(from)))
    }

    /// Returns the file and the rank of a square, counted from 0.
    pub fn coordinates(self, square: Square) -> (i8, i8) {
        (self.file(square) as i8, self.rank(square) as i8)
    }

    /// Returns the square at a distance in files to the right and ranks up; `None` if it is off the board.
    pub fn offset(self, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let file = self.file(from).checked_add_signed(files)?;
        self.at(file, self.rank(from).checked_add_signed(ranks)?)
    }

    /// Returns the squares that equal steps lead to, in order, up to the edge of the board; the first square is not
    /// among them.
    pub fn ray(self, from: Square, step: (i8, i8)) -> impl Iterator<Item = Square> {
        let next = move |&at: &Square| self.offset(at, step);
        std::iter::successors(next(&from), next)
    }

    /// Returns whether a square is dark, as a1 is. On Reroute66 the files change colour in the middle.
    pub const fn is_dark(self, square: Square) -> bool {
        let (file, rank) = (self.file(square), self.rank(square));
        let is_inverted = self.switches && (rank > 3 || square.index() == 64) && square.index() != 65;
        ((file + rank) & 1 == 0) != is_inverted
    }

    /// Returns the squares of a rank, from left to right.
    pub fn row(self, rank: u8) -> impl Iterator<Item = Square> {
        let switch = |index: usize| {
            let (number, _, row) = SWITCHES[index];
            (self.switches && row == rank).then(|| Square::new(number))
        };
        let squares = (0..self.files).filter_map(move |file| self.at(file, rank));
        switch(0).into_iter().chain(squares).chain(switch(1))
    }

    /// Returns all squares, rank by rank from a1.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| self.row(rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_names_round_trip() {
        for layout in [Layout::CHESS, Layout::rectangle(5, 8).unwrap(), Layout::REROUTE66] {
            for square in layout.squares() {
                assert_eq!(layout.square(layout.name(square)), Some(square));
            }
        }
        assert_eq!(Layout::CHESS.squares().count(), 64);
        assert_eq!(Layout::CHESS.square("E4"), Layout::CHESS.at(4, 3));
        for wrong in ["", "e", "e9", "i1", "e0", "44", "e44", "é4"] {
            assert_eq!(Layout::CHESS.square(wrong), None, "{wrong}");
        }
        assert_eq!(Layout::rectangle(5, 8).unwrap().square("f1"), None);
    }

    #[test]
    fn capital_letters_name_switch_squares() {
        let layout = Layout::REROUTE66;
        assert_eq!(layout.squares().count(), 66);
        assert_ne!(layout.square("A4"), layout.square("a4"));
        for wrong in ["A5", "H4", "E4", "A44"] {
            assert_eq!(layout.square(wrong), None, "{wrong}");
        }
        let row = |rank| layout.row(rank).map(|square| layout.name(square)).collect::<Vec<_>>().join(" ");
        assert_eq!(row(3), "A4 a4 b4 c4 d4 e4 f4 g4 h4");
        assert_eq!(row(4), "a5 b5 c5 d5 e5 f5 g5 h5 H5");
        for (dark, name) in [(true, "a1"), (true, "A4"), (false, "a4"), (false, "a5"), (false, "H5")] {
            assert_eq!(layout.is_dark(layout.square(name).unwrap()), dark, "{name}");
        }
    }
}
