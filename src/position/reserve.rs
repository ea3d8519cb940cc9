//! The reserve: the men that a side may enter on the board instead of moving, as from a bank or from a re-entrant
//! square.

use std::fmt;

use super::{Side, Walk};

/// The number of men in reserve by side and walk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Reserve([[u8; Walk::TABLE_LEN]; 2]);

impl Reserve {
    /// The empty reserve.
    pub const EMPTY: Reserve = Reserve([[0; Walk::TABLE_LEN]; 2]);

    /// Returns the number of men with this walk in the reserve of a side.
    #[inline]
    pub const fn count(&self, side: Side, walk: Walk) -> u8 {
        self.0[side.index()][walk.index()]
    }

    /// Adds a man. The number saturates at 255.
    #[inline]
    pub fn add(&mut self, side: Side, walk: Walk) {
        let count = &mut self.0[side.index()][walk.index()];
        *count = count.saturating_add(1);
    }

    /// Removes a man if there is one.
    #[inline]
    pub fn take(&mut self, side: Side, walk: Walk) {
        let count = &mut self.0[side.index()][walk.index()];
        *count = count.saturating_sub(1);
    }

    /// Returns the reserve with the sides exchanged.
    pub const fn with_sides_swapped(self) -> Reserve {
        let [white, black] = self.0;
        Reserve([black, white])
    }

    /// Returns whether the reserve is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Reserve::EMPTY
    }

    /// Returns the walks of the men in the reserve of a side.
    #[inline]
    pub fn walks(&self, side: Side) -> impl Iterator<Item = Walk> + use<> {
        let counts = self.0[side.index()];
        Walk::CHESS.into_iter().filter(move |walk| counts[walk.index()] > 0)
    }

    /// Returns the walks of all men in the reserve of a side, equal ones together.
    pub fn men(&self, side: Side) -> impl Iterator<Item = Walk> + use<'_> {
        let some = move |walk| std::iter::repeat_n(walk, usize::from(self.count(side, walk)));
        Walk::CHESS.into_iter().flat_map(some)
    }
}

/// The syntax of Popeye: `bank white Q R black S`.
impl fmt::Display for Reserve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bank")?;
        for (side, colour) in [(Side::White, "white"), (Side::Black, "black")] {
            write!(f, " {colour}")?;
            self.men(side).try_for_each(|walk| write!(f, " {}", walk.letters()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn add_and_take_keep_counts() {
        let mut reserve = Reserve::default();
        reserve.add(Side::White, Walk::Knight);
        reserve.add(Side::White, Walk::Knight);
        reserve.add(Side::Black, Walk::Queen);
        assert_eq!(reserve.men(Side::White).collect::<Vec<_>>(), [Walk::Knight, Walk::Knight]);
        assert_eq!(reserve.walks(Side::White).collect::<Vec<_>>(), [Walk::Knight]);
        reserve.take(Side::White, Walk::Knight);
        assert_eq!(reserve.count(Side::White, Walk::Knight), 1);
        reserve.take(Side::White, Walk::Queen);
        reserve.take(Side::White, Walk::Knight);
        assert!(!reserve.is_empty());
        reserve.take(Side::Black, Walk::Queen);
        assert!(reserve.is_empty());
    }
}
