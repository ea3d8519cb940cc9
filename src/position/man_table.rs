//! What a position stores of each man besides its sets: a table by square.

use std::fmt::Debug;

use super::{Man, ManFlags, Walk, zobrist};
use crate::board::{Square, Squares};

/// What a position stores of its men by square.
pub trait ManTable: Copy + Eq + Debug + Send + Sync + 'static {
    /// Whether the table has the walks of men. If not, there is no neutral man.
    const HAS_WALKS: bool = false;

    /// Returns the table of an empty board.
    fn empty() -> Self;

    /// Stores a man on its square.
    #[inline(always)]
    fn put(&mut self, man: &Man, square: Square) {
        self.set_flags(square, man.flags);
    }

    /// Stores that a square is empty.
    #[inline(always)]
    fn clear(&mut self, square: Square) {
        self.set_flags(square, ManFlags::NONE);
    }

    /// Returns the walk of the man on a square, if the table [has walks](Self::HAS_WALKS); `None` if the square is empty.
    #[inline(always)]
    fn walk(&self, _: Square) -> Option<Walk> {
        None
    }

    /// Returns the flags of the man on a square.
    #[inline(always)]
    fn flags(&self, _: Square) -> ManFlags {
        ManFlags::NONE
    }

    /// Sets the flags of the man on a square.
    #[inline(always)]
    fn set_flags(&mut self, _: Square, _: ManFlags) {}

    /// Returns the hash key of what a position does not know without the table.
    #[inline(always)]
    fn key(&self) -> u64 {
        0
    }
}

impl ManTable for () {
    fn empty() {}
}

/// The flags of men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlagTable<S: Squares> {
    flags: S::PerSquare<ManFlags>,
    key: u64,
}

impl<S: Squares> ManTable for FlagTable<S> {
    fn empty() -> FlagTable<S> {
        FlagTable { flags: S::per_square(ManFlags::NONE), key: 0 }
    }

    #[inline]
    fn flags(&self, square: Square) -> ManFlags {
        *S::entry(&self.flags, square)
    }

    #[inline]
    fn set_flags(&mut self, square: Square, flags: ManFlags) {
        let current = S::entry_mut(&mut self.flags, square);
        if *current != flags {
            self.key ^= zobrist::flags(*current, square) ^ zobrist::flags(flags, square);
            *current = flags;
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

/// The diagram squares of men, their only flags, in a fourth of the space of a [`FlagTable`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiagramSquareTable<S: Squares> {
    /// By square, the [number](ManFlags::diagram_square_number) of the diagram square.
    numbers: S::PerSquare<u8>,
    key: u64,
}

impl<S: Squares> ManTable for DiagramSquareTable<S> {
    fn empty() -> DiagramSquareTable<S> {
        DiagramSquareTable { numbers: S::per_square(0), key: 0 }
    }

    #[inline]
    fn flags(&self, square: Square) -> ManFlags {
        ManFlags::of_diagram_square_number(*S::entry(&self.numbers, square))
    }

    #[inline]
    fn set_flags(&mut self, square: Square, flags: ManFlags) {
        let entry = S::entry_mut(&mut self.numbers, square);
        let number = flags.diagram_square_number();
        if *entry != number {
            let [old, new] = [*entry, number].map(ManFlags::of_diagram_square_number);
            self.key ^= zobrist::flags(old, square) ^ zobrist::flags(new, square);
            *entry = number;
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

/// The walks and flags of men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkTable<S: Squares> {
    /// Not part of the key, since that of the position includes all walks.
    walks: S::PerSquare<Option<Walk>>,
    flags: FlagTable<S>,
}

impl<S: Squares> ManTable for WalkTable<S> {
    const HAS_WALKS: bool = true;

    fn empty() -> WalkTable<S> {
        WalkTable { walks: S::per_square(None), flags: FlagTable::empty() }
    }

    #[inline]
    fn put(&mut self, man: &Man, square: Square) {
        *S::entry_mut(&mut self.walks, square) = Some(man.walk);
        self.flags.put(man, square);
    }

    #[inline]
    fn clear(&mut self, square: Square) {
        *S::entry_mut(&mut self.walks, square) = None;
        self.flags.clear(square);
    }

    #[inline]
    fn walk(&self, square: Square) -> Option<Walk> {
        *S::entry(&self.walks, square)
    }

    #[inline]
    fn flags(&self, square: Square) -> ManFlags {
        self.flags.flags(square)
    }

    #[inline]
    fn set_flags(&mut self, square: Square, flags: ManFlags) {
        self.flags.set_flags(square, flags);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.flags.key()
    }
}
