//! Rectangles of up to 8 by 8 squares.
//!
//! Lines are read by the difference of two subtractions: of the men on a line
//! those below and those above the square are looked at apart, and the nearest of
//! each is found by one count of zeros. It needs 6 KB of masks and no multiplication.

use std::sync::Arc;

use super::geometry::{Castling, Geometry, PawnPaths, PerSquare, Wing};
use super::{Board, Layout, Set64, Square, Squares};
use crate::position::{Side, Walk};

/// A rectangular board.
#[derive(Clone, Debug)]
pub struct Grid(Arc<Tables>);

#[derive(Clone, Debug)]
struct Tables {
    /// Rank, file and the two diagonals through each square.
    lines: [[LineMasks; 4]; 64],
    geometry: Geometry<Set64>,
}

/// The squares of a line below and above a square.
#[derive(Clone, Copy, Debug, Default)]
struct LineMasks {
    lower: u64,
    upper: u64,
}

const ROOK: [(i8, i8); 2] = [(1, 0), (0, 1)];
const BISHOP: [(i8, i8); 2] = [(1, 1), (-1, 1)];
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl Grid {
    /// The orthodox board.
    pub fn chess() -> Grid {
        Grid::new(Layout::CHESS)
    }

    /// A rectangle. The orthodox array, its homes and castling exist on the 8x8 board only.
    pub fn new(layout: Layout) -> Grid {
        let away = |from: Square, (file, rank): (i8, i8)| -> Option<Square> {
            let file = u8::try_from(layout.file(from) as i8 + file).ok()?;
            let rank = u8::try_from(layout.rank(from) as i8 + rank).ok()?;
            layout.at(file, rank)
        };
        let ray = |from: Square, step: (i8, i8)| -> Set64 {
            Set64::from_squares(std::iter::successors(away(from, step), |&square| away(square, step)))
        };
        let leaps = |steps: &[(i8, i8)]| -> PerSquare<Set64> {
            let mut table = [Set64::EMPTY; Square::LIMIT];
            for from in layout.squares() {
                table[from.index()] = Set64::from_squares(steps.iter().filter_map(|&step| away(from, step)));
            }
            table
        };

        let mut lines = [[LineMasks::default(); 4]; 64];
        let mut between = vec![Set64::EMPTY; 64 * 64];
        let mut line = vec![Set64::EMPTY; 64 * 64];
        for from in layout.squares() {
            for (index, &step) in ROOK.iter().chain(&BISHOP).enumerate() {
                let back = (-step.0, -step.1);
                // The step (1, 0) and the steps with a positive rank go to higher numbers.
                lines[from.index()][index] = LineMasks { lower: ray(from, back).0, upper: ray(from, step).0 };
                let whole = (ray(from, step) | ray(from, back)).with(from);
                for direction in [step, back] {
                    let mut passed = Set64::EMPTY;
                    for to in ray_in_order(from, direction, &away) {
                        between[64 * from.index() + to.index()] = passed;
                        line[64 * from.index() + to.index()] = whole;
                        passed = passed.with(to);
                    }
                }
            }
        }

        let rank =
            |rank: u8| Set64::from_squares((0..layout.files()).filter_map(|file| layout.at(file, rank)));
        let pawn = Side::BOTH.map(|side| {
            let (ahead, first) = match side {
                Side::White => (1, 0),
                Side::Black => (-1, layout.ranks() - 1),
            };
            let ranks = layout.ranks();
            let relative = |n: u8| {
                if side == Side::White { n } else { ranks - 1 - n }
            };
            let mut paths = PawnPaths {
                step: leaps(&[(0, ahead)]),
                first_rank: rank(first),
                attacks: leaps(&[(-1, ahead), (1, ahead)]),
                attackers: [Set64::EMPTY; Square::LIMIT],
                // A board of fewer than five ranks has no room for a double step.
                double_rank: if ranks >= 5 { rank(relative(1)) } else { Set64::EMPTY },
                promotion_rank: rank(relative(ranks - 1)),
            };
            for square in rank(first).iter() {
                paths.step[square.index()] = Set64::EMPTY;
                paths.attacks[square.index()] = Set64::EMPTY;
            }
            for from in layout.squares() {
                for to in paths.attacks[from.index()].iter() {
                    paths.attackers[to.index()] |= Set64::of(from);
                }
            }
            paths
        });

        let mut castlings = Vec::new();
        let mut homes = [[Set64::EMPTY; Walk::COUNT]; 2];
        if layout == Layout::CHESS {
            for side in Side::BOTH {
                let first = if side == Side::White { 0 } else { 7 };
                let second = if side == Side::White { 1 } else { 6 };
                let at = |file: u8| Square::new(8 * first + file);
                let files = |files: &[u8]| Set64::from_squares(files.iter().map(|&file| at(file)));
                castlings.push(Castling {
                    side,
                    wing: Wing::King,
                    king_from: at(4),
                    king_to: at(6),
                    rook_from: at(7),
                    rook_to: at(5),
                    empty: files(&[5, 6]),
                    safe: files(&[4, 5, 6]),
                });
                castlings.push(Castling {
                    side,
                    wing: Wing::Queen,
                    king_from: at(4),
                    king_to: at(2),
                    rook_from: at(0),
                    rook_to: at(3),
                    empty: files(&[1, 2, 3]),
                    safe: files(&[2, 3, 4]),
                });
                let home = &mut homes[side.index()];
                home[Walk::King.index()] = files(&[4]);
                home[Walk::Queen.index()] = files(&[3]);
                home[Walk::Rook.index()] = files(&[0, 7]);
                home[Walk::Bishop.index()] = files(&[2, 5]);
                home[Walk::Knight.index()] = files(&[1, 6]);
                home[Walk::Pawn.index()] = rank(second);
                home[Walk::ReversedPawn.index()] = rank(second);
            }
        }
        let castling_squares = Set64::from_squares(castlings.iter().flat_map(|c| [c.king_from, c.rook_from]));

        let geometry = Geometry {
            layout,
            all: Set64::from_squares(layout.squares()),
            dark: Set64::from_squares(layout.squares().filter(|&square| layout.is_dark(square))),
            king: leaps(&KING),
            knight: leaps(&KNIGHT),
            pawn,
            between,
            line,
            castlings,
            castling_squares,
            homes,
        };
        Grid(Arc::new(Tables { lines, geometry }))
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

fn ray_in_order(
    from: Square,
    step: (i8, i8),
    away: &impl Fn(Square, (i8, i8)) -> Option<Square>,
) -> impl Iterator<Item = Square> {
    std::iter::successors(away(from, step), move |&square| away(square, step))
}

impl Board for Grid {
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

    /// Lines walked a square at a time.
    fn walked(layout: Layout, from: Square, occupied: Set64, steps: &[(i8, i8)]) -> Set64 {
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
        fn lines_are_what_walking_finds(files in 1u8..=8, ranks in 1u8..=8, occupied: u64, which in 0usize..64) {
            let layout = Layout::rectangle(files, ranks).unwrap();
            let grid = Grid::new(layout);
            let occupied = Set64(occupied) & grid.geometry().all;
            let from = layout.squares().nth(which % layout.squares().count()).unwrap();
            prop_assert_eq!(grid.rook(from, occupied), walked(layout, from, occupied, &ROOK));
            prop_assert_eq!(grid.bishop(from, occupied), walked(layout, from, occupied, &BISHOP));
        }
    }
}
