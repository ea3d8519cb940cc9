//! The squares to which the moves of a man are restricted.

use crate::board::geometry::PerSquare;
use crate::board::{Layout, Square, Squares};
use crate::position::Side;
use crate::position::movement::{Bounds, Stops};

/// Returns the squares within bounds, by the square from which a man of a side moves.
pub(super) fn squares_within<S: Squares>(layout: Layout, bounds: Bounds, side: Side) -> PerSquare<S> {
    let mut squares = [S::EMPTY; Square::LIMIT];
    for from in layout.squares() {
        let allowed = layout.squares().filter(|&to| allows(layout, bounds, side, from, to));
        squares[from.index()] = S::from_squares(allowed);
    }
    squares
}

fn allows(layout: Layout, bounds: Bounds, side: Side, from: Square, to: Square) -> bool {
    // Counted from the side of the man.
    let own_rank = |square| match side {
        Side::White => layout.rank(square),
        Side::Black => layout.ranks() - 1 - layout.rank(square),
    };
    match bounds {
        Bounds::AcrossEdge => is_on_edge(layout, from) != is_on_edge(layout, to),
        Bounds::FromFiles(files) => files.contains(&layout.file(from)),
        Bounds::Up => layout.rank(to) > layout.rank(from),
        Bounds::Down => layout.rank(to) < layout.rank(from),
        Bounds::Forward => own_rank(to) > own_rank(from),
        Bounds::Backward => own_rank(to) < own_rank(from),
        Bounds::AsideInEnemyHalf => own_rank(to) == own_rank(from) && 2 * own_rank(from) >= layout.ranks(),
    }
}

/// Returns the squares from which a man may move on.
pub(super) fn stops<S: Squares>(layout: Layout, stops: Stops) -> S {
    let is_stop = |&square: &Square| match stops {
        Stops::Anywhere => true,
        Stops::Edge => is_on_edge(layout, square),
    };
    S::from_squares(layout.squares().filter(is_stop))
}

fn is_on_edge(layout: Layout, square: Square) -> bool {
    let (file, rank) = (layout.file(square), layout.rank(square));
    file == 0 || rank == 0 || file + 1 == layout.files() || rank + 1 == layout.ranks()
}
