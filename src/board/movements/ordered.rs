//! Lines along which the numbers of the squares only rise or only fall: the nearest of some men is the first or the last
//! of a set.

use crate::board::{Square, Squares};

/// Lines from every square, each with an order, and how a man moves along them.
#[derive(Clone, Debug)]
pub(super) struct OrderedLines<S> {
    /// The sets of the squares of the lines, by square and order.
    lines: Vec<[Vec<S>; 2]>,
    pace: OrderedPace,
}

/// How a man moves along lines with an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OrderedPace {
    /// Up to the first occupied square.
    Ride,
    /// Over an occupied square, up to the next occupied one.
    Hop,
    /// Over an occupied square, to the next square.
    ShortHop,
}

impl OrderedPace {
    /// Returns the squares of a line with an order that are reached, occupied or not.
    #[inline(always)]
    pub fn targets<S: Squares>(self, order: Order, line: S, occupied: S) -> S {
        match self {
            OrderedPace::Ride => order.ride(line, occupied),
            OrderedPace::Hop => order.hop(line, occupied),
            OrderedPace::ShortHop => order.short_hop(line, occupied),
        }
    }
}

impl<S: Squares> OrderedLines<S> {
    /// Returns the lines, of which those from a square are given by its index; each is given with its order.
    pub fn new(lines: impl Iterator<Item = Vec<(Order, S)>>, pace: OrderedPace) -> OrderedLines<S> {
        let by_order = |lines: Vec<(Order, S)>| {
            Order::BOTH.map(|order| lines.iter().filter(|line| line.0 == order).map(|line| line.1).collect())
        };
        OrderedLines { lines: lines.map(by_order).collect(), pace }
    }

    /// Returns the squares that are reached, occupied or not.
    #[inline]
    pub fn targets(&self, from: Square, occupied: S) -> S {
        match self.pace {
            OrderedPace::Ride => self.targets_at(OrderedPace::Ride, from, occupied),
            OrderedPace::Hop => self.targets_at(OrderedPace::Hop, from, occupied),
            OrderedPace::ShortHop => self.targets_at(OrderedPace::ShortHop, from, occupied),
        }
    }

    #[inline(always)]
    fn targets_at(&self, pace: OrderedPace, from: Square, occupied: S) -> S {
        let mut all = S::EMPTY;
        for (order, lines) in Order::BOTH.into_iter().zip(&self.lines[from.index()]) {
            for &line in lines {
                all |= pace.targets(order, line, occupied);
            }
        }
        all
    }
}

/// The order of the squares of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Their numbers rise.
    Rising,
    /// Their numbers fall.
    Falling,
}

impl Order {
    /// Both orders.
    pub const BOTH: [Order; 2] = [Order::Rising, Order::Falling];

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
    fn ride<S: Squares>(self, line: S, occupied: S) -> S {
        self.nearest(line & occupied).map_or(line, |man| line & !self.beyond::<S>(man))
    }

    /// Returns the squares of a line beyond its first occupied one, up to the next occupied one.
    #[inline]
    fn hop<S: Squares>(self, line: S, occupied: S) -> S {
        let hurdle = self.nearest(line & occupied);
        hurdle.map_or(S::EMPTY, |hurdle| self.ride(line & self.beyond(hurdle), occupied))
    }

    /// Returns the square of a line next to its first occupied one, beyond that.
    #[inline]
    fn short_hop<S: Squares>(self, line: S, occupied: S) -> S {
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
