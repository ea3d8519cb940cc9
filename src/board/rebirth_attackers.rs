//! The squares of victims that attack a square from their home squares, computed on first use.

use std::sync::OnceLock;

use super::geometry::PerSquare;
use super::{Board, Geometry, Square, Squares};
use crate::position::{Side, Walk};

/// The squares on which a man is captured and then attacks a square of the empty board from its home square, by attacked
/// square and walk.
pub type RebirthAttackers<S> = PerSquare<[S; Walk::TABLE_LEN]>;

/// The tables of both sides, made when a rule first needs them.
#[derive(Clone, Debug, Default)]
pub struct RebirthAttackerTables<S>(OnceLock<Box<[RebirthAttackers<S>; 2]>>);

impl<S: Squares> RebirthAttackerTables<S> {
    /// Returns the table of a side on this board, which must always be the same.
    #[inline]
    pub(super) fn of<B: Board<Set = S>>(&self, board: &B, side: Side) -> &RebirthAttackers<S> {
        &self.0.get_or_init(|| Box::new(Side::BOTH.map(|side| attackers(board, side))))[side.index()]
    }
}

/// Computes the table of a side.
#[cold]
fn attackers<B: Board>(board: &B, side: Side) -> RebirthAttackers<B::Set> {
    let geometry = board.geometry();
    let mut attackers = [[B::Set::EMPTY; Walk::TABLE_LEN]; Square::LIMIT];
    for walk in Walk::CHESS {
        for (home, squares) in squares_by_home(geometry, side, walk) {
            for attacked in board.attacks(walk, side, home, B::Set::EMPTY).iter() {
                attackers[attacked.index()][walk.index()] |= squares;
            }
        }
    }
    attackers
}

/// Returns the home squares of a man with the squares that have them: many share one.
fn squares_by_home<S: Squares>(
    geometry: &Geometry<S>,
    side: Side,
    walk: Walk,
) -> impl Iterator<Item = (Square, S)> {
    let homes = &geometry.rebirth_homes[side.index()][walk.index()];
    let mut squares_by_home = [S::EMPTY; Square::LIMIT];
    for at in geometry.all.iter() {
        if let Some(home) = homes[at.index()] {
            squares_by_home[home.index()] |= S::of(at);
        }
    }
    let homes = geometry.all.iter().map(move |home| (home, squares_by_home[home.index()]));
    homes.filter(|(_, squares)| !squares.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Layout, RectBoard, Set64};

    #[test]
    fn knights_of_one_colour_attack_from_one_home() {
        let board = RectBoard::chess();
        let square = |name| Layout::CHESS.square(name).unwrap();
        let attackers = board.rebirth_attackers(Side::White)[square("c3").index()][Walk::Knight.index()];
        // A white knight captured on a dark square is reborn on g1, one captured on a light square on b1.
        let light = board.geometry().all & !board.geometry().dark;
        assert_eq!(attackers, light);
        let attackers = board.rebirth_attackers(Side::Black)[square("d8").index()][Walk::Rook.index()];
        assert_eq!(attackers, board.geometry().all);
        let attackers = board.rebirth_attackers(Side::Black)[square("d7").index()][Walk::Rook.index()];
        assert_eq!(attackers, Set64::EMPTY);
    }
}
