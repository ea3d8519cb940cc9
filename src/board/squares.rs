//! Sets of squares ([bitboards](https://www.chessprogramming.org/Bitboards)).
//!
//! A set is one word for boards of up to 64 squares and two words for larger ones. The set type is a type
//! parameter everywhere, so that small boards do not pay for large ones.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use serde::{Deserialize, Serialize};

/// A square of a board, by its number there. The number has a meaning only with the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Square(u8);

impl Square {
    /// One more than the highest number a square can have.
    pub const LIMIT: usize = 128;

    /// The square with this number.
    ///
    /// # Panics
    /// Panics if the number is not below [`Square::LIMIT`].
    #[inline]
    pub const fn new(number: u8) -> Square {
        assert!((number as usize) < Square::LIMIT);
        Square(number)
    }

    /// Returns the number of the square.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask lets the compiler rely on the range that `new` ensures.
        (self.0 & 127) as usize
    }
}

/// A value in a [table by squares](Squares::PerSquare).
pub trait Entry: Copy + Eq + Debug + Send + Sync + 'static {}

impl<T: Copy + Eq + Debug + Send + Sync + 'static> Entry for T {}

/// A set of squares.
pub trait Squares:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const EMPTY: Self;
    /// One more than the highest number of a square that the set can hold.
    const CAPACITY: usize;

    /// A table with an entry for each square that the set can hold.
    type PerSquare<T: Entry>: Entry;

    /// Returns the table with the same entry for all squares.
    fn per_square<T: Entry>(entry: T) -> Self::PerSquare<T>;
    /// Returns the entry of a square.
    fn entry<T: Entry>(table: &Self::PerSquare<T>, square: Square) -> &T;
    /// Returns the entry of a square, to be changed.
    fn entry_mut<T: Entry>(table: &mut Self::PerSquare<T>, square: Square) -> &mut T;

    /// Returns the set of one square.
    fn of(square: Square) -> Self;
    /// Returns whether the set is empty.
    fn is_empty(self) -> bool;
    /// Returns the number of squares.
    fn count(self) -> u32;
    /// Returns the square with the lowest number; `None` if the set is empty.
    fn first(self) -> Option<Square>;
    /// Returns the square with the highest number; `None` if the set is empty.
    fn last(self) -> Option<Square>;
    /// Returns the set without its lowest square.
    fn without_first(self) -> Self;
    /// Returns all squares with lower numbers than a square, whether or not the board has them.
    fn below(square: Square) -> Self;

    /// Returns whether the set contains a square.
    #[inline]
    fn contains(self, square: Square) -> bool {
        !(self & Self::of(square)).is_empty()
    }
    /// Returns whether the sets have a square in common.
    #[inline]
    fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
    /// Returns whether the set has two squares or more.
    #[inline]
    fn more_than_one(self) -> bool {
        !self.without_first().is_empty()
    }
    /// Returns the set with a square added.
    #[inline]
    fn with(self, square: Square) -> Self {
        self | Self::of(square)
    }
    /// Returns the set with a square removed.
    #[inline]
    fn without(self, square: Square) -> Self {
        self & !Self::of(square)
    }
    /// Iterates over the squares, lowest first.
    #[inline]
    fn iter(self) -> Iter<Self> {
        Iter(self)
    }
    /// Returns the set of some squares.
    fn from_squares(squares: impl IntoIterator<Item = Square>) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set.with(square))
    }
}

/// The squares of a set, lowest first.
pub struct Iter<S>(S);

impl<S: Squares> Iterator for Iter<S> {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }
}

/// A set on a board of at most 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Set64(pub u64);

impl Squares for Set64 {
    const EMPTY: Set64 = Set64(0);
    const CAPACITY: usize = 64;

    type PerSquare<T: Entry> = [T; 64];

    #[inline]
    fn per_square<T: Entry>(entry: T) -> [T; 64] {
        [entry; 64]
    }
    #[inline]
    fn entry<T: Entry>(table: &[T; 64], square: Square) -> &T {
        &table[usize::from(square.0 & 63)]
    }
    #[inline]
    fn entry_mut<T: Entry>(table: &mut [T; 64], square: Square) -> &mut T {
        &mut table[usize::from(square.0 & 63)]
    }

    #[inline]
    fn of(square: Square) -> Set64 {
        Set64(1 << (square.0 & 63))
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.count_ones()
    }
    #[inline]
    fn first(self) -> Option<Square> {
        (self.0 != 0).then(|| Square(self.0.trailing_zeros() as u8))
    }
    #[inline]
    fn last(self) -> Option<Square> {
        (self.0 != 0).then(|| Square(63 - self.0.leading_zeros() as u8))
    }
    #[inline]
    fn without_first(self) -> Set64 {
        Set64(self.0 & self.0.wrapping_sub(1))
    }
    #[inline]
    fn below(square: Square) -> Set64 {
        Set64((1 << (square.0 & 63)) - 1)
    }
}

/// A set on a board of at most 128 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Set128(pub [u64; 2]);

impl Squares for Set128 {
    const EMPTY: Set128 = Set128([0; 2]);
    const CAPACITY: usize = 128;

    type PerSquare<T: Entry> = [T; 128];

    #[inline]
    fn per_square<T: Entry>(entry: T) -> [T; 128] {
        [entry; 128]
    }
    #[inline]
    fn entry<T: Entry>(table: &[T; 128], square: Square) -> &T {
        &table[usize::from(square.0 & 127)]
    }
    #[inline]
    fn entry_mut<T: Entry>(table: &mut [T; 128], square: Square) -> &mut T {
        &mut table[usize::from(square.0 & 127)]
    }

    #[inline]
    fn of(square: Square) -> Set128 {
        let mut words = [0; 2];
        words[usize::from(square.0 >> 6)] = 1 << (square.0 & 63);
        Set128(words)
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }
    #[inline]
    fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }
    #[inline]
    fn first(self) -> Option<Square> {
        match self.0 {
            [0, 0] => None,
            [0, high] => Some(Square(64 + high.trailing_zeros() as u8)),
            [low, _] => Some(Square(low.trailing_zeros() as u8)),
        }
    }
    #[inline]
    fn last(self) -> Option<Square> {
        match self.0 {
            [0, 0] => None,
            [low, 0] => Some(Square(63 - low.leading_zeros() as u8)),
            [_, high] => Some(Square(127 - high.leading_zeros() as u8)),
        }
    }
    #[inline]
    fn without_first(self) -> Set128 {
        let [low, high] = self.0;
        if low != 0 { Set128([low & (low - 1), high]) } else { Set128([0, high & high.wrapping_sub(1)]) }
    }
    #[inline]
    fn below(square: Square) -> Set128 {
        let below = (1 << (square.0 & 63)) - 1;
        if square.0 < 64 { Set128([below, 0]) } else { Set128([u64::MAX, below]) }
    }
}

macro_rules! bitwise {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt),*) => {$(
        impl $trait for Set64 {
            type Output = Set64;
            #[inline]
            fn $method(self, other: Set64) -> Set64 {
                Set64(self.0 $op other.0)
            }
        }
        impl $assign for Set64 {
            #[inline]
            fn $assign_method(&mut self, other: Set64) {
                *self = *self $op other;
            }
        }
        impl $trait for Set128 {
            type Output = Set128;
            #[inline]
            fn $method(self, other: Set128) -> Set128 {
                Set128([self.0[0] $op other.0[0], self.0[1] $op other.0[1]])
            }
        }
        impl $assign for Set128 {
            #[inline]
            fn $assign_method(&mut self, other: Set128) {
                *self = *self $op other;
            }
        }
    )*};
}
bitwise!(
    BitAnd bitand BitAndAssign bitand_assign &,
    BitOr bitor BitOrAssign bitor_assign |,
    BitXor bitxor BitXorAssign bitxor_assign ^
);

impl Not for Set64 {
    type Output = Set64;
    #[inline]
    fn not(self) -> Set64 {
        Set64(!self.0)
    }
}

impl Not for Set128 {
    type Output = Set128;
    #[inline]
    fn not(self) -> Set128 {
        Set128([!self.0[0], !self.0[1]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn check_against_btree_set<S: Squares>(numbers: &BTreeSet<u8>, removed: u8) {
        let squares: Vec<Square> = numbers.iter().map(|&n| Square::new(n)).collect();
        let set = S::from_squares(squares.iter().copied());
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.count() as usize, squares.len());
        assert_eq!(set.is_empty(), squares.is_empty());
        assert_eq!(set.more_than_one(), squares.len() > 1);
        assert_eq!((set.first(), set.last()), (squares.first().copied(), squares.last().copied()));
        let below: Vec<_> = squares.iter().copied().filter(|&at| at < Square::new(removed)).collect();
        assert_eq!((set & S::below(Square::new(removed))).iter().collect::<Vec<_>>(), below);
        let less = set.without(Square::new(removed));
        assert!(!less.contains(Square::new(removed)));
        assert_eq!(less | (set & S::of(Square::new(removed))), set);
        assert!((set & !set).is_empty());
    }

    proptest! {
        #[test]
        fn sets_match_btree_set(numbers in prop::collection::btree_set(0u8..64, 0..64), removed in 0u8..64) {
            check_against_btree_set::<Set64>(&numbers, removed);
            check_against_btree_set::<Set128>(&numbers, removed);
        }
        #[test]
        fn set128_matches_btree_set(numbers in prop::collection::btree_set(0u8..128, 0..64), removed in 0u8..128) {
            check_against_btree_set::<Set128>(&numbers, removed);
        }
    }
}
