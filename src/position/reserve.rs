//! Men beside the board, whom a side may bring in instead of moving: a bank, or the one
//! man on a re-entrant square.

use std::fmt;

use super::{Side, Walk};

/// How many men of each side and walk stand beside the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Reserve([[u8; Walk::COUNT]; 2]);

impl Reserve {
    /// Nobody.
    pub const EMPTY: Reserve = Reserve([[0; Walk::COUNT]; 2]);

    /// How many men of this walk a side has there.
    #[inline]
    pub const fn count(&self, side: Side, walk: Walk) -> u8 {
        self.0[side.index()][walk.index()]
    }

    /// Puts a man there; more of one kind than a number holds are not counted.
    #[inline]
    pub fn add(&mut self, side: Side, walk: Walk) {
        let count = &mut self.0[side.index()][walk.index()];
        *count = count.saturating_add(1);
    }

    /// Takes a man from there, if one is there.
    #[inline]
    pub fn take(&mut self, side: Side, walk: Walk) {
        let count = &mut self.0[side.index()][walk.index()];
        *count = count.saturating_sub(1);
    }

    /// The same with the men of the sides exchanged.
    pub const fn with_sides_swapped(self) -> Reserve {
        let [white, black] = self.0;
        Reserve([black, white])
    }

    /// Is nobody there?
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Reserve::EMPTY
    }

    /// The walks of which a side has a man there.
    #[inline]
    pub fn walks(&self, side: Side) -> impl Iterator<Item = Walk> + use<> {
        let counts = self.0[side.index()];
        Walk::ALL.into_iter().filter(move |walk| counts[walk.index()] > 0)
    }

    /// All men of a side there, those of one walk together.
    pub fn men(&self, side: Side) -> impl Iterator<Item = Walk> + use<'_> {
        let some = move |walk| std::iter::repeat_n(walk, usize::from(self.count(side, walk)));
        Walk::ALL.into_iter().flat_map(some)
    }
}

/// As in Popeye's form: `bank white Q R black S`.
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
