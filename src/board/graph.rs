//! Boards of cells that need not form rows: lines follow the sides and corners of the cells, and may fork.
//!
//! A cell is a quadrilateral with sides to the north, east, south and west. Two cells are neighbours *across
//! a side* if a side of one is the opposite side of the other, and *across a corner* if a corner of one is
//! the opposite corner of the other and they share no side. A rook moves across opposite sides, a bishop
//! across opposite corners; a king steps to any neighbour; a knight crosses a side and a corner, in either
//! order, to a cell that is neither a neighbour nor its own. On a board of squares these are the orthodox
//! moves.
//!
//! Where two cells have the same side, a line forks, and each branch is blocked on its own. A man on a line
//! hides the squares beyond it in the tree of the line: a table has them for every two squares.

use std::sync::Arc;

use super::geometry::{Geometry, PawnPaths, PerSquare};
use super::movements::Movements;
use super::rebirth_attackers::RebirthAttackerTables;
use super::{Board, GameArray, Layout, Set128, Square, Squares};
use crate::position::Side;

/// A board of cells.
#[derive(Clone, Debug)]
pub struct GraphBoard(Arc<GraphTables>);

#[derive(Clone, Debug)]
struct GraphTables {
    geometry: Geometry<Set128>,
    rook: LineAttacks,
    bishop: LineAttacks,
}

/// Lines of one kind from every square.
#[derive(Clone, Debug)]
struct LineAttacks {
    /// The attacked squares on the empty board, by square.
    empty_board: PerSquare<Set128>,
    /// The squares that a man on the second square hides from the first, by `128 * first + second`.
    hidden: Vec<Set128>,
}

/// The coordinates of a corner, in halves of a square's side.
type Point = (i8, i8);

/// A cell: its square and its corners north-east, south-east, south-west, north-west.
#[derive(Clone, Copy, Debug)]
struct Cell {
    square: Square,
    corners: [Point; 4],
}

/// The directions across a side, north first, clockwise.
const SIDES: [usize; 4] = [0, 1, 2, 3];
/// The directions across a corner, north-east first, clockwise.
const CORNERS: [usize; 4] = [4, 5, 6, 7];
const NORTH: usize = 0;
const SOUTH: usize = 2;
const NORTH_EAST: usize = 4;
const SOUTH_EAST: usize = 5;
const SOUTH_WEST: usize = 6;
const NORTH_WEST: usize = 7;

/// The neighbours of each square in each direction.
type Neighbours = [PerSquare<Set128>; 8];

impl Cell {
    /// Returns the ends of a side, clockwise.
    fn side(&self, direction: usize) -> (Point, Point) {
        (self.corners[(direction + 3) % 4], self.corners[direction])
    }

    /// Returns whether the other cell is a neighbour across this side.
    fn is_neighbour_across_side(&self, other: &Cell, direction: usize) -> bool {
        let (first, second) = other.side((direction + 2) % 4);
        self.side(direction) == (second, first)
    }

    /// Returns whether the other cell is a neighbour in this direction.
    fn is_neighbour(&self, other: &Cell, direction: usize) -> bool {
        if let Some(corner) = direction.checked_sub(4) {
            self.corners[corner] == other.corners[(corner + 2) % 4]
                && !SIDES.iter().any(|&side| self.is_neighbour_across_side(other, side))
        } else {
            self.is_neighbour_across_side(other, direction)
        }
    }
}

impl GraphBoard {
    /// The board of Reroute66: between its fourth and fifth ranks the files are shifted by half a square
    /// each, so that both ranks are slanted. At the two ends a second slanted cell, A4 and H5, keeps the
    /// straight line open.
    ///
    /// The side of a square is two units long. Rank 4 starts on rank 3 and leans to the right by one unit;
    /// rank 5 ends under rank 6, so that the cell above `a4` is `b5`. A4 leans to the left from the top of a3
    /// to the foot of a5, and H5 likewise from h4 to h6.
    pub fn reroute66() -> GraphBoard {
        let cells = Layout::REROUTE66.squares().map(|square| {
            let layout = Layout::REROUTE66;
            let (file, rank) = (layout.file(square) as i8, layout.rank(square) as i8);
            let capital = layout.at(file as u8, rank as u8) != Some(square);
            // The left ends of the foot and the top of the cell.
            let (foot, top) = match (rank, capital) {
                (3, false) => (2 * file, 2 * file + 1),
                (3, true) => (0, -1),
                (4, false) => (2 * file - 1, 2 * file),
                (4, true) => (15, 14),
                _ => (2 * file, 2 * file),
            };
            let (low, high) = (2 * rank, 2 * rank + 2);
            Cell { square, corners: [(top + 2, high), (foot + 2, low), (foot, low), (top, high)] }
        });
        GraphBoard::new(GameArray::REROUTE66, &cells.collect::<Vec<_>>())
    }

    /// A rectangle as a board of cells.
    pub fn rectangle(array: GameArray) -> GraphBoard {
        let layout = array.layout;
        let cells = layout.squares().map(|square| {
            let (x, y) = (2 * layout.file(square) as i8, 2 * layout.rank(square) as i8);
            Cell { square, corners: [(x + 2, y + 2), (x + 2, y), (x, y), (x, y + 2)] }
        });
        GraphBoard::new(array, &cells.collect::<Vec<_>>())
    }

    fn new(array: GameArray, cells: &[Cell]) -> GraphBoard {
        let layout = array.layout;
        let mut neighbours: Neighbours = [[Set128::EMPTY; Square::LIMIT]; 8];
        for (direction, table) in neighbours.iter_mut().enumerate() {
            for cell in cells {
                let adjacent = cells.iter().filter(|other| cell.is_neighbour(other, direction));
                table[cell.square.index()] = Set128::from_squares(adjacent.map(|other| other.square));
            }
        }
        let mut between = vec![Set128::EMPTY; Set128::CAPACITY * Set128::CAPACITY];
        let rook = LineAttacks::new(layout, &neighbours, SIDES, &mut between);
        let bishop = LineAttacks::new(layout, &neighbours, CORNERS, &mut between);
        let union = |from: Square, directions: &[usize]| {
            directions.iter().fold(Set128::EMPTY, |set, &direction| set | neighbours[direction][from.index()])
        };
        let mut king = [Set128::EMPTY; Square::LIMIT];
        let mut knight = [Set128::EMPTY; Square::LIMIT];
        for from in layout.squares() {
            let (sides, corners) = (union(from, &SIDES), union(from, &CORNERS));
            king[from.index()] = sides | corners;
            let leaps = sides.iter().map(|via| union(via, &CORNERS));
            let leaps = leaps.chain(corners.iter().map(|via| union(via, &SIDES)));
            let leaps = leaps.fold(Set128::EMPTY, |all, some| all | some);
            knight[from.index()] = (leaps & !king[from.index()]).without(from);
        }
        let castlings = array.castlings();
        let squares = castlings.iter().flat_map(|castling| [castling.king_from, castling.rook_from]);
        let geometry = Geometry {
            layout,
            all: Set128::from_squares(layout.squares()),
            dark: Set128::from_squares(layout.squares().filter(|&square| layout.is_dark(square))),
            king,
            knight,
            pawn: Side::BOTH.map(|side| pawns(layout, &neighbours, side)),
            between,
            // Pins are not computed on such a board: see `Board::LINES_UNIQUE`.
            line: Vec::new(),
            castling_squares: Set128::from_squares(squares),
            castlings,
            homes: array.homes(),
            rebirth_homes: array.rebirth_homes::<Set128>(),
            rebirth_attackers: RebirthAttackerTables::default(),
            movements: Movements::default(),
        };
        GraphBoard(Arc::new(GraphTables { geometry, rook, bishop }))
    }
}

/// Returns the moves of a side's pawns: a step across the side ahead, captures across the corners ahead.
fn pawns(layout: Layout, neighbours: &Neighbours, side: Side) -> PawnPaths<Set128> {
    let (ahead, captures) = match side {
        Side::White => (NORTH, [NORTH_WEST, NORTH_EAST]),
        Side::Black => (SOUTH, [SOUTH_WEST, SOUTH_EAST]),
    };
    let rank = |n: u8| {
        let rank = if side == Side::White { n } else { layout.ranks() - 1 - n };
        Set128::from_squares(layout.row(rank))
    };
    let mut paths = PawnPaths {
        step: neighbours[ahead],
        first_rank: rank(0),
        attacks: [Set128::EMPTY; Square::LIMIT],
        attackers: [Set128::EMPTY; Square::LIMIT],
        double_rank: rank(1),
        promotion_rank: rank(layout.ranks() - 1),
        seventh_rank: Set128::EMPTY,
    };
    for from in layout.squares() {
        if paths.first_rank.contains(from) {
            paths.step[from.index()] = Set128::EMPTY;
            continue;
        }
        for corner in captures {
            paths.attacks[from.index()] |= neighbours[corner][from.index()];
        }
        for to in paths.attacks[from.index()].iter() {
            paths.attackers[to.index()] |= Set128::of(from);
        }
    }
    paths.seventh_rank = paths.pre_promotion(layout.squares());
    paths
}

impl LineAttacks {
    /// The lines in these directions. Adds the squares between two squares of a line to `between`.
    fn new(
        layout: Layout,
        neighbours: &Neighbours,
        directions: [usize; 4],
        between: &mut [Set128],
    ) -> LineAttacks {
        let mut reach = [Set128::EMPTY; Square::LIMIT];
        let mut hidden = vec![Set128::EMPTY; Set128::CAPACITY * Set128::CAPACITY];
        for from in layout.squares() {
            for direction in directions {
                let next = &neighbours[direction];
                // Branches of the tree: the last square of each, and the squares before it.
                let mut branches: Vec<(Square, Set128)> =
                    next[from.index()].iter().map(|to| (to, Set128::EMPTY)).collect();
                while let Some((to, passed)) = branches.pop() {
                    reach[from.index()] |= Set128::of(to);
                    between[Set128::CAPACITY * from.index() + to.index()] = passed;
                    for blocker in passed.iter() {
                        hidden[Set128::CAPACITY * from.index() + blocker.index()] |= Set128::of(to);
                    }
                    branches.extend(next[to.index()].iter().map(|further| (further, passed.with(to))));
                }
            }
        }
        LineAttacks { empty_board: reach, hidden }
    }

    #[inline]
    fn attacks(&self, from: Square, occupied: Set128) -> Set128 {
        let mut attacked = self.empty_board[from.index()];
        let mut blockers = attacked & occupied;
        while let Some(blocker) = blockers.first() {
            attacked &= !self.hidden[Set128::CAPACITY * from.index() + blocker.index()];
            blockers = blockers.without_first() & attacked;
        }
        attacked
    }
}

impl Board for GraphBoard {
    type Set = Set128;

    const LINES_UNIQUE: bool = false;

    #[inline]
    fn geometry(&self) -> &Geometry<Set128> {
        &self.0.geometry
    }

    fn geometry_mut(&mut self) -> &mut Geometry<Set128> {
        &mut Arc::make_mut(&mut self.0).geometry
    }

    #[inline]
    fn rook(&self, from: Square, occupied: Set128) -> Set128 {
        self.0.rook.attacks(from, occupied)
    }

    #[inline]
    fn bishop(&self, from: Square, occupied: Set128) -> Set128 {
        self.0.bishop.attacks(from, occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RectBoard, Set64};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rectangle_lines_match_rect_board(occupied: u64, from in 0u8..64) {
            let (graph, grid) = (GraphBoard::rectangle(GameArray::CHESS), RectBoard::chess());
            let from = Square::new(from);
            let wide = Set128([occupied, 0]);
            prop_assert_eq!(graph.rook(from, wide).0[0], grid.rook(from, Set64(occupied)).0);
            prop_assert_eq!(graph.bishop(from, wide).0[0], grid.bishop(from, Set64(occupied)).0);
        }

        #[test]
        fn line_attacks_are_symmetric(low: u64, high in 0u64..4) {
            let graph = GraphBoard::reroute66();
            let occupied = Set128([low, high]);
            for from in graph.geometry().all.iter() {
                for to in graph.rook(from, occupied).iter() {
                    prop_assert!(graph.rook(to, occupied).contains(from));
                }
                for to in graph.bishop(from, occupied).iter() {
                    prop_assert!(graph.bishop(to, occupied).contains(from));
                }
            }
        }
    }

    #[test]
    fn rectangle_leaps_and_pawns_match_rect_board() {
        let (graph, grid) = (GraphBoard::rectangle(GameArray::CHESS), RectBoard::chess());
        let (graph, grid) = (graph.geometry(), grid.geometry());
        for from in 0..64 {
            assert_eq!(graph.king[from].0[0], grid.king[from].0);
            assert_eq!(graph.knight[from].0[0], grid.knight[from].0);
            for side in Side::BOTH {
                assert_eq!(graph.pawn(side).step[from].0[0], grid.pawn(side).step[from].0);
                assert_eq!(graph.pawn(side).attacks[from].0[0], grid.pawn(side).attacks[from].0);
                assert_eq!(graph.pawn(side).attackers[from].0[0], grid.pawn(side).attackers[from].0);
            }
        }
    }

    #[test]
    fn line_path_between_squares_is_unique() {
        let graph = GraphBoard::reroute66();
        let layout = Layout::REROUTE66;
        for from in layout.squares() {
            for lines in [&graph.0.rook, &graph.0.bishop] {
                let mut reached = Set128::EMPTY;
                for to in lines.empty_board[from.index()].iter() {
                    let path = graph.geometry().between(from, to);
                    reached |= path.with(to);
                    // A man on the path hides the end.
                    for blocker in path.iter() {
                        let hidden = lines.hidden[Set128::CAPACITY * from.index() + blocker.index()];
                        assert!(hidden.contains(to), "{}", layout.name(from));
                    }
                }
                assert_eq!(reached, lines.empty_board[from.index()]);
            }
            let both = graph.0.rook.empty_board[from.index()] & graph.0.bishop.empty_board[from.index()];
            assert!(both.is_empty(), "{}", layout.name(from));
        }
    }
}
