//! Labels: which man it is that stands on a square.
//!
//! Most questions ask only what stands where. Circuits, exchanges and kisses ask for
//! one man among his likes: there every man wears a label with the square on which he
//! stood in the diagram, and takes it along wherever he goes, also when he promotes
//! or is reborn. A board says whether its men wear labels; on one without them
//! nothing of this is kept or copied.

use std::fmt::Debug;

use super::key;
use crate::board::Square;

/// What the men of a position wear.
pub trait Labels: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// A man comes on the board.
    fn put(&mut self, square: Square);
    /// A man goes from a square to an empty one.
    fn shift(&mut self, from: Square, to: Square);
    /// A man is taken off the board, perhaps to come back within the same move.
    fn lift(&mut self, square: Square);
    /// The man who was taken off first comes back.
    fn put_back(&mut self, square: Square);
    /// The move is over: who was taken off does not come back.
    fn forget(&mut self);
    /// Where the man on a square stood in the diagram.
    fn label(&self, square: Square) -> Option<Square>;
    /// A number that tells different labels apart.
    fn key(&self) -> u64;
}

/// No labels.
impl Labels for () {
    #[inline(always)]
    fn put(&mut self, _: Square) {}
    #[inline(always)]
    fn shift(&mut self, _: Square, _: Square) {}
    #[inline(always)]
    fn lift(&mut self, _: Square) {}
    #[inline(always)]
    fn put_back(&mut self, _: Square) {}
    #[inline(always)]
    fn forget(&mut self) {}
    #[inline(always)]
    fn label(&self, _: Square) -> Option<Square> {
        None
    }
    #[inline(always)]
    fn key(&self) -> u64 {
        0
    }
}

/// The square on which each man stood in the diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origins {
    /// By the square on which the man stands now.
    origins: [Option<Square>; Square::LIMIT],
    /// The label of the man taken off first in this move.
    in_hand: Option<Square>,
    key: u64,
}

impl Default for Origins {
    fn default() -> Origins {
        Origins { origins: [None; Square::LIMIT], in_hand: None, key: 0 }
    }
}

impl Origins {
    fn set(&mut self, square: Square, origin: Option<Square>) {
        let here = &mut self.origins[square.index()];
        for label in [*here, origin].into_iter().flatten() {
            self.key ^= key::label(label, square);
        }
        *here = origin;
    }
}

impl Labels for Origins {
    fn put(&mut self, square: Square) {
        self.set(square, Some(square));
    }

    fn shift(&mut self, from: Square, to: Square) {
        let label = self.label(from);
        self.set(from, None);
        self.set(to, label);
    }

    fn lift(&mut self, square: Square) {
        // Who is removed later in the same move, to make room, is gone for good.
        self.in_hand = self.in_hand.or(self.label(square));
        self.set(square, None);
    }

    fn put_back(&mut self, square: Square) {
        let label = self.in_hand.take();
        self.set(square, label);
    }

    fn forget(&mut self) {
        self.in_hand = None;
    }

    fn label(&self, square: Square) -> Option<Square> {
        self.origins[square.index()]
    }

    fn key(&self) -> u64 {
        self.key
    }
}
