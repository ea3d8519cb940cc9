//! The squares to which the moves of a man are restricted.

use crate::board::geometry::PerSquare;
use crate::board::{Layout, Square, Squares};
use crate::position::movement::Bounds;

/// Returns the squares within bounds, by the square from which a man moves.
pub(super) fn squares_within<S: Squares>(layout: Layout, bounds: Bounds) -> PerSquare<S> {
    let mut squares = [S::EMPTY; Square::LIMIT];
    for from in layout.squares() {
        let allowed = layout.squares().filter(|&to| allows(layout, bounds, from, to));
        squares[from.index()] = S::from_squares(allowed);
    }
    squares
}

fn allows(layout: Layout, bounds: Bounds, from: Square, to: Square) -> bool {
    match bounds {
        Bounds::AcrossEdge => is_on_edge(layout, from) != is_on_edge(layout, to),
    }
}

fn is_on_edge(layout: Layout, square: Square) -> bool {
    let (file, rank) = (layout.file(square), layout.rank(square));
    file == 0 || rank == 0 || file + 1 == layout.files() || rank + 1 == layout.ranks()
}
