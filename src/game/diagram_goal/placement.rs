//! Placements: the part of a position that the bounds of a target use.

use crate::board::Squares;
use crate::position::{Memory, Move, Position, Side, Walk};

/// The men on the board, by walk and by side, and the castling rights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement<S> {
    pub walks: [S; Walk::COUNT],
    pub sides: [S; 2],
    pub castling: S,
}

impl<S: Squares> Placement<S> {
    /// The placement of a position.
    pub fn of<M: Memory>(position: &Position<S, M>) -> Placement<S> {
        Placement {
            walks: Walk::ALL.map(|walk| position.walk(walk)),
            sides: Side::BOTH.map(|side| position.of(side)),
            castling: position.castling,
        }
    }

    /// Returns the placement after a move that only moves one man to a square and captures a man there.
    pub fn after(mut self, side: Side, mv: Move) -> Placement<S> {
        let (from, to) = (S::of(mv.from), S::of(mv.to));
        self.walks.iter_mut().for_each(|walk| *walk &= !(from | to));
        self.walks[mv.promotion.unwrap_or(mv.walk).index()] |= to;
        self.sides[side.other().index()] &= !to;
        let own = &mut self.sides[side.index()];
        *own = (*own & !from) | to;
        self.castling &= !(from | to);
        self
    }

    /// Returns the men of a side with a walk.
    pub fn men(&self, side: Side, walk: Walk) -> S {
        self.sides[side.index()] & self.walks[walk.index()]
    }

    /// Returns the squares that do not hold the same man in both placements, or are empty in one of them
    /// only.
    pub fn difference(&self, other: &Placement<S>) -> S {
        let sides = self.sides.iter().zip(&other.sides);
        let walks = self.walks.iter().zip(&other.walks);
        sides.chain(walks).fold(S::EMPTY, |all, (&one, &other)| all | (one ^ other))
    }
}
