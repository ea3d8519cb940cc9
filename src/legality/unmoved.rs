//! Men that have certainly not moved, and what they shut in.
//!
//! A pawn on its second rank has not moved, nor has a bishop on its home square between two such pawns. An officer of
//! the array can have reached a square only around them, and a king only around the squares that such pawns guard.

use super::{ChessPosition, Group, ImpossiblePosition, attacks, geometry, men_of, relative_rank, square_of};
use crate::board::{GameArray, Set64, Square, Squares};
use crate::position::{Side, Walk};

/// The men of both sides that have not moved.
pub(super) struct UnmovedMen {
    pawns: [Set64; 2],
    bishops: Set64,
    /// The homes of bishops that two unmoved pawns of their side shut in, by side.
    shut_bishop_homes: [Set64; 2],
}

impl UnmovedMen {
    pub(super) fn new(position: &ChessPosition) -> UnmovedMen {
        let pawns = Side::BOTH.map(|side| {
            let pawns = men_of(position, side, Walk::Pawn).iter();
            Set64::from_squares(pawns.filter(|&pawn| relative_rank(side, pawn) == 1))
        });
        let homes = GameArray::CHESS.homes::<Set64>();
        let shut_bishop_homes = Side::BOTH.map(|side| {
            let pawns = pawns[side.index()];
            let exits = |home: Square| attacks(Walk::Bishop, home, pawns) & !pawns;
            let bishops = homes[side.index()][Walk::Bishop.index()].iter();
            Set64::from_squares(bishops.filter(|&home| exits(home).is_empty()))
        });
        let bishops =
            Side::BOTH.map(|side| men_of(position, side, Walk::Bishop) & shut_bishop_homes[side.index()]);
        UnmovedMen { pawns, bishops: bishops[0] | bishops[1], shut_bishop_homes }
    }

    fn all(&self) -> Set64 {
        self.pawns[0] | self.pawns[1] | self.bishops
    }

    /// Returns the squares that a man of the array can have reached from its home square, with that square.
    pub(super) fn reach(&self, walk: Walk, side: Side, home: Square) -> Reach {
        let unmoved = self.all();
        let mut reach = Reach { squares: Set64::of(home), limits: Set64::EMPTY };
        let mut new = reach.squares;
        while let Some(from) = new.first() {
            new = new.without(from);
            let mut targets = attacks(walk, from, unmoved);
            reach.limits |= targets & unmoved;
            targets = targets & !unmoved & !reach.squares;
            if walk == Walk::King {
                for target in targets.iter() {
                    let guards = self.guards(side.other(), target);
                    if !guards.is_empty() {
                        reach.limits |= guards;
                        targets = targets.without(target);
                    }
                }
            }
            reach.squares |= targets;
            new |= targets;
        }
        reach
    }

    /// Returns the unmoved pawns of a side that guard a square.
    fn guards(&self, side: Side, square: Square) -> Set64 {
        geometry().pawn(side).attackers[square.index()] & self.pawns[side.index()]
    }

    /// Returns the number of bishops of a side that were captured on their home squares, since they could not leave
    /// them.
    pub(super) fn bishops_captured_at_home(&self, position: &ChessPosition, side: Side) -> u32 {
        (self.shut_bishop_homes[side.index()] & !men_of(position, side, Walk::Bishop)).count()
    }
}

/// Where a man can have been.
pub(super) struct Reach {
    /// The squares that it can have reached.
    pub squares: Set64,
    /// The unmoved men at the limits of these squares.
    pub limits: Set64,
}

/// Tests whether a king can have reached its square.
pub(super) fn test_king(
    position: &ChessPosition,
    unmoved: &UnmovedMen,
    side: Side,
) -> Option<ImpossiblePosition> {
    let king = men_of(position, side, Walk::King).first()?;
    let reach = unmoved.reach(Walk::King, side, square_of(side, 4, 0));
    if reach.squares.contains(king) {
        return None;
    }
    let guards = unmoved.guards(side.other(), king);
    let barriers = if guards.is_empty() { reach.limits } else { guards };
    Some(ImpossiblePosition::KingShutOut { side, king, unmoved: Group::new(position, barriers) })
}
