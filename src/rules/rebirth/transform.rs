//! Transformations of the rebirth square and of the man before its rebirth.

use crate::board::{Layout, Square};
use crate::position::Walk;

/// A transformation of a rebirth square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SquareTransform {
    /// No transformation.
    None,
    /// The square reflected in the centre of the board.
    Diametral,
    /// The square mirrored left and right.
    VerticalMirror,
}

impl SquareTransform {
    /// Returns the transformed square; `None` if the board has none.
    pub fn apply(self, layout: Layout, square: Square) -> Option<Square> {
        match self {
            SquareTransform::None => Some(square),
            SquareTransform::Diametral => layout.with_half_turn(square),
            SquareTransform::VerticalMirror => layout.with_files_reflected(square),
        }
    }
}

/// A change of a man's walk before its rebirth square is determined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WalkChange {
    /// No change.
    None,
    /// The walk of the other man of the capture.
    Clone,
    /// The next walk of a cycle.
    Chameleon(Cycle),
    /// The next lower walk in the order queen, rook, bishop, knight, pawn.
    Down,
    /// The next higher walk in that order.
    Up,
}

/// A cycle of walks, as in Chameleon Circe: knight, bishop, rook, queen, knight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cycle {
    /// The next walk of each walk of chess.
    next: [Walk; Walk::CHESS_COUNT],
}

impl Cycle {
    /// The usual cycle: S B R Q S.
    pub const USUAL: Cycle = Cycle {
        next: [
            Walk::King,
            Walk::Knight,
            Walk::Queen,
            Walk::Rook,
            Walk::Bishop,
            Walk::Pawn,
            Walk::ReversedPawn,
        ],
    };

    /// Returns the walk that follows a walk. Walks of fairy chess do not change.
    pub fn after(self, walk: Walk) -> Walk {
        self.next.get(walk as usize).copied().unwrap_or(walk)
    }

    /// Returns the cycle of these walks of chess, in which the first follows the last; all others do not change.
    /// The first may be repeated at the end.
    pub fn of(walks: &[Walk]) -> Cycle {
        let mut next = Walk::CHESS;
        let walks = match walks {
            [first, rest @ .., last] if first == last && !rest.is_empty() => &walks[..walks.len() - 1],
            walks => walks,
        };
        for (index, walk) in walks.iter().enumerate() {
            next[walk.index()] = walks[(index + 1) % walks.len()];
        }
        Cycle { next }
    }

    /// Returns whether these are the walks of a cycle, so that each of them changes.
    pub fn is_cycle(walks: &[Walk]) -> bool {
        let cycle = Cycle::of(walks);
        let is_unchanged = |walk: &Walk| cycle.after(*walk) == *walk;
        !walks.iter().any(is_unchanged) && Cycle::of(&cycle.walks()) == cycle
    }

    /// Returns the walks that change, in the order of the cycle.
    pub fn walks(self) -> Vec<Walk> {
        let Some(first) = Walk::CHESS.into_iter().find(|walk| self.after(*walk) != *walk) else {
            return Vec::new();
        };
        let after = |walk: &Walk| Some(self.after(*walk)).filter(|&next| next != first);
        std::iter::successors(Some(first), after).take(Walk::CHESS_COUNT).collect()
    }
}

/// Returns the next lower walk in the order queen, rook, bishop, knight, pawn; others do not change.
pub fn lower(walk: Walk) -> Walk {
    match walk {
        Walk::Queen => Walk::Rook,
        Walk::Rook => Walk::Bishop,
        Walk::Bishop => Walk::Knight,
        Walk::Knight | Walk::Pawn => Walk::Pawn,
        unchanged => unchanged,
    }
}

/// Returns the next higher walk in the order pawn, knight, bishop, rook, queen; others do not change.
pub fn higher(walk: Walk) -> Walk {
    match walk {
        Walk::Queen | Walk::Rook => Walk::Queen,
        Walk::Bishop => Walk::Rook,
        Walk::Knight => Walk::Bishop,
        Walk::Pawn => Walk::Knight,
        unchanged => unchanged,
    }
}

/// A set of walks of chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Walks(u8);

impl Walks {
    /// Returns the set with a further walk.
    pub const fn with(self, walk: Walk) -> Walks {
        Walks(self.0 | 1 << walk.table_index())
    }

    /// Returns whether the walk is in the set.
    pub const fn contains(self, walk: Walk) -> bool {
        self.0 & (1 << walk.table_index()) != 0
    }

    /// Returns the walks, in the usual order.
    pub fn iter(self) -> impl Iterator<Item = Walk> {
        Walk::CHESS.into_iter().filter(move |&walk| self.contains(walk))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_and_closed_cycles_are_equal() {
        let walks = [Walk::Knight, Walk::Queen, Walk::Rook, Walk::Bishop];
        let closed = [&walks[..], &walks[..1]].concat();
        assert_eq!(Cycle::of(&walks), Cycle::of(&closed));
        assert_eq!(Cycle::of(&walks).after(Walk::Knight), Walk::Queen);
        assert_eq!(Cycle::of(&walks).after(Walk::Pawn), Walk::Pawn);
        assert_eq!(Cycle::of(&Cycle::of(&walks).walks()), Cycle::of(&walks));
        let usual = [Walk::Knight, Walk::Bishop, Walk::Rook, Walk::Queen];
        assert_eq!(Cycle::of(&usual), Cycle::USUAL);
    }
}
