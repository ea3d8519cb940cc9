//! Diagrams: who stands where, before anyone asks whether it can be played.

use std::collections::BTreeMap;

use crate::board::{GameArray, Layout, Square};
use crate::position::{Colour, Man, Reserve, Side, Walk};

/// Men on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    layout: Layout,
    men: BTreeMap<Square, Man>,
    /// Who stands beside the board; none if that is not said.
    pub reserve: Option<Reserve>,
}

impl Diagram {
    /// An empty board.
    pub fn empty(layout: Layout) -> Diagram {
        Diagram { layout, men: BTreeMap::new(), reserve: None }
    }

    /// A game array.
    pub fn of(array: GameArray) -> Diagram {
        let men = array.men().into_iter().map(|(square, side, walk)| (square, Man::new(side, walk)));
        Diagram { men: men.collect(), ..Diagram::empty(array.layout) }
    }

    /// The board.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men.get(&square).copied()
    }

    /// All men with their squares, a1 first, rank by rank.
    pub fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.men.iter().map(|(&square, &man)| (square, man))
    }

    /// Puts a man on a square; tells who stood there before.
    pub fn put(&mut self, square: Square, man: Man) -> Option<Man> {
        self.men.insert(square, man)
    }

    /// Takes the man off a square, and tells who it was.
    pub fn remove(&mut self, square: Square) -> Option<Man> {
        self.men.remove(&square)
    }

    /// How many men of this colour there are.
    pub fn count(&self, colour: Colour) -> usize {
        self.men.values().filter(|man| man.colour == colour).count()
    }

    /// The squares of a side's royal men.
    pub fn royals(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        self.men().filter(move |(_, man)| man.royal && man.colour.is_of(side)).map(|(square, _)| square)
    }

    /// Does a pawn stand there on its second rank, to which it can have walked in Putback
    /// chess?
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

    /// The letter of a man in FEN: N for the knight, small if black.
    pub fn fen_letter(man: Man) -> char {
        let letter = if man.walk == Walk::Knight { 'N' } else { man.walk.letter() };
        if man.colour == Colour::Black { letter.to_ascii_lowercase() } else { letter }
    }

    /// The placement part of a FEN, with N for the knight; a neutral man has `=` before it.
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
                        row.extend((man.colour == Colour::Neutral).then_some('='));
                        row.push(Diagram::fen_letter(man));
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
