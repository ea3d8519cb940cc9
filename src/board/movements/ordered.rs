//! Lines along which the numbers of the squares only rise or only fall: the nearest of some men is the first or the last
//! of a set.

use crate::board::{Square, Squares};

/// The order of the squares of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Their numbers rise.
    Rising,
    /// Their numbers fall.
    Falling,
}

impl Order {
    /// Returns the order of some squares; `None` if they have another one.
    pub fn of(squares: &[Square]) -> Option<Order> {
        if squares.is_sorted_by(|one, next| one < next) {
            Some(Order::Rising)
        } else if squares.is_sorted_by(|one, next| one > next) {
            Some(Order::Falling)
        } else {
            None
        }
    }

    /// Returns the squares of a line up to the first occupied one, that included.
    #[inline]
    pub fn ride<S: Squares>(self, line: S, occupied: S) -> S {
        self.nearest(line & occupied).map_or(line, |man| line & !self.beyond::<S>(man))
    }

    /// Returns the squares of a line beyond its first occupied one, up to the next occupied one.
    #[inline]
    pub fn hop<S: Squares>(self, line: S, occupied: S) -> S {
        let hurdle = self.nearest(line & occupied);
        hurdle.map_or(S::EMPTY, |hurdle| self.ride(line & self.beyond(hurdle), occupied))
    }

    /// Returns the square of a line next to its first occupied one, beyond that.
    #[inline]
    pub fn short_hop<S: Squares>(self, line: S, occupied: S) -> S {
        let landing = |hurdle| self.nearest(line & self.beyond::<S>(hurdle));
        self.nearest(line & occupied).and_then(landing).map_or(S::EMPTY, S::of)
    }

    /// Returns the square that comes first in this order.
    #[inline]
    fn nearest<S: Squares>(self, squares: S) -> Option<Square> {
        match self {
            Order::Rising => squares.first(),
            Order::Falling => squares.last(),
        }
    }

    /// Returns the squares after one in this order.
    #[inline]
    fn beyond<S: Squares>(self, square: Square) -> S {
        match self {
            Order::Rising => !S::below(square) & !S::of(square),
            Order::Falling => S::below(square),
        }
    }
}
