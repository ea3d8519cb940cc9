//! Rectangles of up to 8 by 8 squares.
//!
//! Line attacks are found by
//! [subtraction](https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece): each line is
//! split at the square, and the nearest man on each half is found by one count of zeros or one subtraction.
//! This takes 6 KB of masks and no multiplication.

mod lines;

use std::sync::{Arc, OnceLock};

use self::lines::{LineMasks, LineTables};
use super::geometry::{Geometry, PawnPaths, PerSquare};
use super::movements::Movements;
use super::rebirth_attackers::RebirthAttackerTables;
use super::{Board, GameArray, Layout, Set64, Square, Squares};
use crate::position::Side;

/// A rectangular board.
#[derive(Clone, Debug)]
pub struct RectBoard(Arc<RectTables>);

#[derive(Clone, Debug)]
struct RectTables {
    /// The rank, the file and the two diagonals through each square.
    lines: [[LineMasks; 4]; 64],
    geometry: Geometry<Set64>,
}

const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl RectBoard {
    /// The orthodox board.
    pub fn chess() -> RectBoard {
        RectBoard::with(GameArray::CHESS)
    }

    /// A rectangle. Only the orthodox board has home squares.
    pub fn new(layout: Layout) -> RectBoard {
        RectBoard::with(GameArray::default_for(layout))
    }

    /// The rectangle of a game array, with its home squares and castlings.
    ///
    /// # Panics
    /// Panics if the board of the array is not a rectangle.
    pub fn with(array: GameArray) -> RectBoard {
        /// The board of most problems, made once.
        static CHESS: OnceLock<RectBoard> = OnceLock::new();
        match array {
            GameArray::CHESS => CHESS.get_or_init(|| RectBoard::build(array)).clone(),
            _ => RectBoard::build(array),
        }
    }

    fn build(array: GameArray) -> RectBoard {
        let layout = array.layout;
        assert!(layout.is_rectangle());
        let computed;
        let lines = match layout {
            Layout::CHESS => &lines::CHESS,
            _ => {
                computed = Box::new(LineTables::new(layout));
                &*computed
            }
        };
        let castlings = array.castlings();
        let castling_squares = Set64::from_squares(castlings.iter().flat_map(|c| [c.king_from, c.rook_from]));

        let geometry = Geometry {
            layout,
            all: Set64::from_squares(layout.squares()),
            dark: Set64::from_squares(layout.squares().filter(|&square| layout.is_dark(square))),
            king: leaps(layout, &KING),
            knight: leaps(layout, &KNIGHT),
            pawn: Side::BOTH.map(|side| pawn_paths(layout, side)),
            between: lines.between.to_vec(),
            line: lines.line.to_vec(),
            castlings,
            castling_squares,
            homes: array.homes(),
            rebirth_homes: array.rebirth_homes::<Set64>(),
            rebirth_attackers: RebirthAttackerTables::default(),
            movements: Movements::default(),
        };
        RectBoard(Arc::new(RectTables { lines: lines.masks, geometry }))
    }

    #[inline]
    fn attacks(&self, from: Square, occupied: Set64, lines: std::ops::Range<usize>) -> Set64 {
        let mut attacked = 0;
        for masks in &self.0.lines[from.index() & 63][lines] {
            let lower = occupied.0 & masks.lower;
            let upper = occupied.0 & masks.upper;
            // From the nearest man below upwards …
            let below = u64::MAX << (63 - (lower | 1).leading_zeros());
            // … to the nearest man above.
            let above = upper ^ upper.wrapping_sub(1);
            attacked |= (masks.lower & below) | (masks.upper & above);
        }
        Set64(attacked)
    }
}

/// Returns the squares that are one of some steps away, by square.
fn leaps(layout: Layout, steps: &[(i8, i8)]) -> PerSquare<Set64> {
    let mut table = [Set64::EMPTY; Square::LIMIT];
    for from in layout.squares() {
        let targets = steps.iter().filter_map(|&step| layout.offset(from, step));
        table[from.index()] = Set64::from_squares(targets);
    }
    table
}

/// Returns the moves of the pawns of a side.
fn pawn_paths(layout: Layout, side: Side) -> PawnPaths<Set64> {
    let ranks = layout.ranks();
    let ahead = if side == Side::White { 1 } else { -1 };
    // The ranks count from the side of the pawns.
    let rank = |n: u8| Set64::from_squares(layout.row(if side == Side::White { n } else { ranks - 1 - n }));
    let mut paths = PawnPaths {
        step: leaps(layout, &[(0, ahead)]),
        first_rank: rank(0),
        attacks: leaps(layout, &[(-1, ahead), (1, ahead)]),
        attackers: [Set64::EMPTY; Square::LIMIT],
        // A board of fewer than five ranks has no double step.
        double_rank: if ranks >= 5 { rank(1) } else { Set64::EMPTY },
        promotion_rank: rank(ranks - 1),
        seventh_rank: Set64::EMPTY,
    };
    for square in paths.first_rank.iter() {
        paths.step[square.index()] = Set64::EMPTY;
        paths.attacks[square.index()] = Set64::EMPTY;
    }
    for from in layout.squares() {
        for to in paths.attacks[from.index()].iter() {
            paths.attackers[to.index()] |= Set64::of(from);
        }
    }
    paths.seventh_rank = paths.pre_promotion(layout.squares());
    paths
}

impl Board for RectBoard {
    type Set = Set64;

    #[inline]
    fn geometry(&self) -> &Geometry<Set64> {
        &self.0.geometry
    }

    fn geometry_mut(&mut self) -> &mut Geometry<Set64> {
        &mut Arc::make_mut(&mut self.0).geometry
    }

    #[inline]
    fn rook(&self, from: Square, occupied: Set64) -> Set64 {
        self.attacks(from, occupied, 0..2)
    }

    #[inline]
    fn bishop(&self, from: Square, occupied: Set64) -> Set64 {
        self.attacks(from, occupied, 2..4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the attacks along lines, found square by square.
    fn walk_lines(layout: Layout, from: Square, occupied: Set64, steps: &[(i8, i8)]) -> Set64 {
        let mut attacked = Set64::EMPTY;
        for &(df, dr) in steps {
            for (f, r) in [(df, dr), (-df, -dr)] {
                let (mut file, mut rank) = (layout.file(from) as i8 + f, layout.rank(from) as i8 + r);
                while let (Ok(x), Ok(y)) = (u8::try_from(file), u8::try_from(rank)) {
                    let Some(square) = layout.at(x, y) else { break };
                    attacked = attacked.with(square);
                    if occupied.contains(square) {
                        break;
                    }
                    (file, rank) = (file + f, rank + r);
                }
            }
        }
        attacked
    }

    proptest! {
        #[test]
        fn line_attacks_match_square_by_square_walk(files in 1u8..=8, ranks in 1u8..=8, occupied: u64, which in 0usize..64) {
            let layout = Layout::rectangle(files, ranks).unwrap();
            let grid = RectBoard::new(layout);
            let occupied = Set64(occupied) & grid.geometry().all;
            let from = layout.squares().nth(which % layout.squares().count()).unwrap();
            prop_assert_eq!(grid.rook(from, occupied), walk_lines(layout, from, occupied, &lines::STEPS[..2]));
            prop_assert_eq!(grid.bishop(from, occupied), walk_lines(layout, from, occupied, &lines::STEPS[2..]));
        }
    }
}
