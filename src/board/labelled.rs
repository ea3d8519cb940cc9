//! A board whose men wear labels.

use super::{Board, Geometry};
use crate::position::Origins;

/// A board on which every man is known by the square on which he stood in the diagram.
#[derive(Clone, Debug)]
pub struct Labelled<B>(pub B);

impl<B: Board> Board for Labelled<B> {
    type Set = B::Set;
    type Labels = Origins;

    #[inline]
    fn geometry(&self) -> &Geometry<B::Set> {
        self.0.geometry()
    }

    #[inline]
    fn rook(&self, from: super::Square, occupied: B::Set) -> B::Set {
        self.0.rook(from, occupied)
    }

    #[inline]
    fn bishop(&self, from: super::Square, occupied: B::Set) -> B::Set {
        self.0.bishop(from, occupied)
    }
}
