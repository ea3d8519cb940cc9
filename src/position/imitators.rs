//! Imitators: neutral objects that repeat the vector of every move.

use serde::{Deserialize, Serialize};

use crate::board::{Layout, Square};

/// The squares of imitators, in the order in which they came on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Imitators {
    /// The squares; after the first `count` of them a1, so that equal imitators compare equal.
    squares: [Square; Imitators::LIMIT],
    count: u8,
}

impl Imitators {
    /// The maximum number of imitators.
    pub const LIMIT: usize = 16;
    /// No imitator.
    pub const NONE: Imitators = Imitators { squares: [Square::new(0); Imitators::LIMIT], count: 0 };

    /// Returns imitators on these squares; `None` if there are too many, or two on one square.
    pub fn on(squares: &[Square]) -> Option<Imitators> {
        let mut all = Imitators::NONE;
        for &square in squares {
            if all.iter().any(|other| other == square) || !all.add(square) {
                return None;
            }
        }
        Some(all)
    }

    /// Adds an imitator. Returns false if there is no space left.
    #[must_use]
    pub fn add(&mut self, at: Square) -> bool {
        let free = self.squares.get_mut(usize::from(self.count));
        self.count += u8::from(free.is_some());
        free.map(|square| *square = at).is_some()
    }

    /// Returns the squares.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares.iter().copied().take(self.count.into())
    }

    /// Returns whether there is no imitator.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the imitators at a distance in files to the right and ranks up; `None` if one leaves the board.
    pub fn moved(&self, layout: Layout, vector: (i8, i8)) -> Option<Imitators> {
        let mut moved = *self;
        for (square, at) in moved.squares.iter_mut().zip(self.iter()) {
            *square = layout.offset(at, vector)?;
        }
        Some(moved)
    }

    /// Returns the names of the squares, separated by commas.
    pub fn names(&self, layout: Layout) -> String {
        self.iter().map(|square| layout.name(square)).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imitators_move_together_on_the_board() {
        let layout = Layout::CHESS;
        let [a1, c3, h8] = ["a1", "c3", "h8"].map(|name| layout.square(name).unwrap());
        let both = Imitators::on(&[c3, a1]).unwrap();
        assert_eq!(both.moved(layout, (5, 5)).unwrap().names(layout), "h8,f6");
        assert_eq!(both.moved(layout, (0, -1)), None);
        assert_eq!(Imitators::on(&[h8, h8]), None);
        assert!(Imitators::on(&layout.squares().take(Imitators::LIMIT + 1).collect::<Vec<_>>()).is_none());
    }
}
