//! Diagrams: men on squares, not yet checked for legality.

use std::collections::BTreeMap;

use crate::board::{GameArray, Layout, Square};
use crate::position::{Colour, Man, Reserve, Side, Walk};

/// Men on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    layout: Layout,
    men: BTreeMap<Square, Man>,
    /// The men that are not on the board. `None` if the diagram does not give them.
    pub reserve: Option<Reserve>,
}

impl Diagram {
    /// Returns an empty board.
    pub fn empty(layout: Layout) -> Diagram {
        Diagram { layout, men: BTreeMap::new(), reserve: None }
    }

    /// Returns the diagram of a game array.
    pub fn of(array: GameArray) -> Diagram {
        let men = array.men().into_iter().map(|(square, side, walk)| (square, Man::new(side, walk)));
        Diagram { men: men.collect(), ..Diagram::empty(array.layout) }
    }

    /// Returns the board.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men.get(&square).copied()
    }

    /// Returns all men with their squares, rank by rank from a1.
    pub fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.men.iter().map(|(&square, &man)| (square, man))
    }

    /// Puts a man on a square and returns the man that it replaces.
    pub fn put(&mut self, square: Square, man: Man) -> Option<Man> {
        self.men.insert(square, man)
    }

    /// Removes the man from a square and returns it.
    pub fn remove(&mut self, square: Square) -> Option<Man> {
        self.men.remove(&square)
    }

    /// Returns the number of men of a colour.
    pub fn count(&self, colour: Colour) -> usize {
        self.men.values().filter(|man| man.colour == colour).count()
    }

    /// Returns the squares of a side's royal men.
    pub fn royals(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        self.men().filter(move |(_, man)| man.royal && man.colour.is_of(side)).map(|(square, _)| square)
    }

    /// Returns whether there is a pawn on its second rank, which can come from its first rank in Putback
    /// chess.
    pub fn has_second_rank_pawn(&self, square: Square) -> bool {
        let rank = self.layout.rank(square);
        self.man(square).is_some_and(|man| {
            let second = |side: Side| match side {
                Side::White => rank == 1,
                Side::Black => rank + 2 == self.layout.ranks(),
            };
            man.walk == Walk::Pawn
                && Side::BOTH.into_iter().any(|side| man.colour.is_of(side) && second(side))
        })
    }

    /// Returns the letter of a man of chess in FEN: N for the knight, lower case if black.
    pub fn fen_letter(man: Man) -> char {
        let letter = if man.walk == Walk::Knight { 'N' } else { man.walk.letter() };
        if man.colour == Colour::Black { letter.to_ascii_lowercase() } else { letter }
    }

    /// Returns a man in FEN: its letter, or the letters of a fairy man in parentheses; lower case if black, with `=` before
    /// it if neutral.
    fn fen_name(man: Man) -> String {
        let neutral = if man.colour == Colour::Neutral { "=" } else { "" };
        let name = man.walk.fairy().map(|row| row.in_parentheses(man.colour));
        neutral.to_owned() + &name.unwrap_or_else(|| Diagram::fen_letter(man).to_string())
    }

    /// Returns the placement field of a FEN, with N for the knight, `=` before a neutral man, and parentheses around the
    /// letters of a fairy man.
    pub fn placement(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.layout.ranks()).rev() {
            let (mut row, mut gap) = (String::new(), 0);
            for square in self.layout.row(rank) {
                match self.man(square) {
                    None => gap += 1,
                    Some(man) => {
                        if gap > 0 {
                            row += &gap.to_string();
                            gap = 0;
                        }
                        row += &Diagram::fen_name(man);
                    }
                }
            }
            if gap > 0 {
                row += &gap.to_string();
            }
            rows.push(row);
        }
        rows.join("/")
    }
}
