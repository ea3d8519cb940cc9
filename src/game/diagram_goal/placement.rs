//! Who stands where, as far as a target asks.

use crate::board::Squares;
use crate::position::{Memory, Move, Position, Side, Walk};

/// Who stands where in a position, or would stand there after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement<S> {
    pub walks: [S; Walk::COUNT],
    pub sides: [S; 2],
    pub castling: S,
}

impl<S: Squares> Placement<S> {
    /// Who stands where in a position.
    pub fn of<M: Memory>(position: &Position<S, M>) -> Placement<S> {
        Placement {
            walks: Walk::ALL.map(|walk| position.walk(walk)),
            sides: Side::BOTH.map(|side| position.of(side)),
            castling: position.castling,
        }
    }

    /// Who stands where after a move of a side that does nothing but lead one man to a square, and
    /// capture who stands there.
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

    /// The men of a side and a walk.
    pub fn men(&self, side: Side, walk: Walk) -> S {
        self.sides[side.index()] & self.walks[walk.index()]
    }

    /// The squares where another man stands than there, or none, or where none stands and one does there.
    pub fn difference(&self, other: &Placement<S>) -> S {
        let sides = self.sides.iter().zip(&other.sides);
        let walks = self.walks.iter().zip(&other.walks);
        sides.chain(walks).fold(S::EMPTY, |all, (&one, &other)| all | (one ^ other))
    }
}
