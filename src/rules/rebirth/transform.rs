//! What becomes of the square and of the man before it is reborn.

use crate::board::{Layout, Square};
use crate::position::Walk;

/// What becomes of a rebirth square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SquareTransform {
    /// Nothing.
    None,
    /// The square opposite across the middle of the board.
    Diametral,
    /// The square mirrored left and right.
    VerticalMirror,
}

impl SquareTransform {
    /// The square after that.
    pub fn apply(self, layout: Layout, square: Square) -> Option<Square> {
        match self {
            SquareTransform::None => Some(square),
            SquareTransform::Diametral => layout.reflected(square, true, true),
            SquareTransform::VerticalMirror => layout.reflected(square, true, false),
        }
    }
}

/// What a man becomes before its home is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WalkChange {
    /// Nothing else.
    None,
    /// What the other man of the capture is.
    Clone,
    /// The next walk of a cycle.
    Chameleon(Cycle),
    /// One lower in the order queen, rook, bishop, knight, pawn.
    Down,
    /// One higher.
    Up,
}

/// A cycle of walks, as in Chameleon Circe: knight, bishop, rook, queen, knight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cycle {
    /// By walk: what it becomes.
    pub next: [Walk; Walk::COUNT],
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

    /// The cycle of these walks, the first after the last; all others stay. The first may
    /// stand there once more at the end.
    pub fn of(walks: &[Walk]) -> Cycle {
        let mut next = Walk::ALL;
        let walks = match walks {
            [first, rest @ .., last] if first == last && !rest.is_empty() => &walks[..walks.len() - 1],
            walks => walks,
        };
        for (index, walk) in walks.iter().enumerate() {
            next[walk.index()] = walks[(index + 1) % walks.len()];
        }
        Cycle { next }
    }

    /// Are these the walks of a cycle, so that each of them becomes another one?
    pub fn is_cycle(walks: &[Walk]) -> bool {
        let cycle = Cycle::of(walks);
        let alone = |walk: &Walk| cycle.next[walk.index()] == *walk;
        !walks.iter().any(alone) && Cycle::of(&cycle.walks()) == cycle
    }

    /// The walks that change, in the order of the cycle.
    pub fn walks(self) -> Vec<Walk> {
        let Some(first) = Walk::ALL.into_iter().find(|walk| self.next[walk.index()] != *walk) else {
            return Vec::new();
        };
        let after = |walk: &Walk| Some(self.next[walk.index()]).filter(|&next| next != first);
        std::iter::successors(Some(first), after).take(Walk::COUNT).collect()
    }
}

/// The next lower walk in the order queen, rook, bishop, knight, pawn; kings stay.
pub fn lower(walk: Walk) -> Walk {
    match walk {
        Walk::King => Walk::King,
        Walk::Queen => Walk::Rook,
        Walk::Rook => Walk::Bishop,
        Walk::Bishop => Walk::Knight,
        Walk::Knight | Walk::Pawn => Walk::Pawn,
        Walk::ReversedPawn => Walk::ReversedPawn,
    }
}

/// The next higher walk in the order pawn, knight, bishop, rook, queen; kings stay.
pub fn higher(walk: Walk) -> Walk {
    match walk {
        Walk::King => Walk::King,
        Walk::Queen | Walk::Rook => Walk::Queen,
        Walk::Bishop => Walk::Rook,
        Walk::Knight => Walk::Bishop,
        Walk::Pawn => Walk::Knight,
        Walk::ReversedPawn => Walk::ReversedPawn,
    }
}

/// A set of walks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Walks(u8);

impl Walks {
    /// The set with a walk more.
    pub const fn with(self, walk: Walk) -> Walks {
        Walks(self.0 | 1 << walk as u8)
    }

    /// Is the walk in the set?
    pub const fn contains(self, walk: Walk) -> bool {
        self.0 & (1 << walk as u8) != 0
    }

    /// The walks, in the usual order.
    pub fn iter(self) -> impl Iterator<Item = Walk> {
        Walk::ALL.into_iter().filter(move |&walk| self.contains(walk))
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
        assert_eq!(Cycle::of(&walks).next[Walk::Knight.index()], Walk::Queen);
        assert_eq!(Cycle::of(&walks).next[Walk::Pawn.index()], Walk::Pawn);
        assert_eq!(Cycle::of(&Cycle::of(&walks).walks()), Cycle::of(&walks));
        let usual = [Walk::Knight, Walk::Bishop, Walk::Rook, Walk::Queen];
        assert_eq!(Cycle::of(&usual), Cycle::USUAL);
    }
}
