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
    /// The walks in order, from the first in the order of [`Walk`]; then pawns, which do not change.
    walks: [Walk; Cycle::MAX_LEN],
    len: u8,
}

impl Cycle {
    /// The greatest number of walks.
    pub const MAX_LEN: usize = 10;

    /// The usual cycle: S B R Q S.
    pub const USUAL: Cycle = {
        let mut walks = [Walk::Pawn; Cycle::MAX_LEN];
        walks[0] = Walk::Queen;
        walks[1] = Walk::Knight;
        walks[2] = Walk::Bishop;
        walks[3] = Walk::Rook;
        Cycle { walks, len: 4 }
    };

    /// Returns the cycle of these walks, in which the first follows the last; all others do not change. The first may be
    /// repeated at the end. `None` if a walk occurs twice, or there are too few or too many.
    pub fn of(walks: &[Walk]) -> Option<Cycle> {
        let walks = match walks {
            [first, rest @ .., last] if first == last && !rest.is_empty() => &walks[..walks.len() - 1],
            walks => walks,
        };
        let is_repeated = |(index, walk): (usize, &Walk)| walks[..index].contains(walk);
        let first = walks.iter().enumerate().min_by_key(|(_, walk)| **walk)?.0;
        if !(2..=Cycle::MAX_LEN).contains(&walks.len()) || walks.iter().enumerate().any(is_repeated) {
            return None;
        }
        let mut cycle = Cycle { walks: [Walk::Pawn; Cycle::MAX_LEN], len: walks.len() as u8 };
        for (place, walk) in cycle.walks.iter_mut().zip(walks.iter().cycle().skip(first).take(walks.len())) {
            *place = *walk;
        }
        Some(cycle)
    }

    /// Returns the walk that follows a walk.
    pub fn after(self, walk: Walk) -> Walk {
        let walks = self.walks();
        let index = walks.iter().position(|&candidate| candidate == walk);
        index.map_or(walk, |index| walks[(index + 1) % walks.len()])
    }

    /// Returns the walks that change, in the order of the cycle.
    pub fn walks(&self) -> &[Walk] {
        &self.walks[..usize::from(self.len)]
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

/// A set of walks, with at most [`MOST_FAIRY`](Self::MOST_FAIRY) of fairy chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Walks {
    /// A bit for each walk of chess.
    chess: u8,
    /// The walks of fairy chess in order.
    fairy: [Option<Walk>; Walks::MOST_FAIRY],
}

impl Walks {
    /// The greatest number of walks of fairy chess in a set.
    pub const MOST_FAIRY: usize = 8;

    /// Returns the set with a further walk; unchanged if there is no place for it.
    pub fn with(mut self, walk: Walk) -> Walks {
        if !walk.is_fairy() {
            self.chess |= 1 << walk.index();
        } else if !self.contains(walk)
            && let [.., last @ None] = &mut self.fairy
        {
            *last = Some(walk);
            // `None` comes last.
            self.fairy.sort_by_key(|walk| (walk.is_none(), *walk));
        }
        self
    }

    /// Returns whether the walk is in the set.
    pub fn contains(self, walk: Walk) -> bool {
        match walk.is_fairy() {
            true => self.fairy.contains(&Some(walk)),
            false => self.chess & (1 << walk.index()) != 0,
        }
    }

    /// Returns its walks of chess, in the usual order.
    pub fn chess(self) -> impl Iterator<Item = Walk> {
        let mut bits = self.chess;
        std::iter::from_fn(move || {
            let walk = Walk::CHESS.get(bits.trailing_zeros() as usize).copied();
            bits &= bits.wrapping_sub(1);
            walk
        })
    }

    /// Returns the walks, those of chess first.
    pub fn iter(self) -> impl Iterator<Item = Walk> {
        self.chess().chain(self.fairy.into_iter().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_walks_do_not_depend_on_the_order() {
        let walks = [Walk::Nightrider, Walk::Queen, Walk::Grasshopper, Walk::Grasshopper, Walk::Pawn];
        let set = |walks: &[Walk]| walks.iter().fold(Walks::default(), |set, &walk| set.with(walk));
        let mut reversed = walks;
        reversed.reverse();
        assert_eq!(set(&walks), set(&reversed));
        let expected = [Walk::Queen, Walk::Pawn, Walk::Grasshopper, Walk::Nightrider];
        assert!(set(&walks).iter().all(|walk| expected.contains(&walk)));
        assert_eq!(set(&walks).iter().count(), expected.len());
        assert!(!set(&walks).contains(Walk::Lion) && !set(&walks).contains(Walk::King));
    }

    #[test]
    fn open_and_closed_cycles_are_equal() {
        let walks = [Walk::Knight, Walk::Queen, Walk::Rook, Walk::Bishop];
        let closed = [&walks[..], &walks[..1]].concat();
        let cycle = Cycle::of(&walks).expect("a cycle");
        assert_eq!(Cycle::of(&closed), Some(cycle));
        assert_eq!(Cycle::of(cycle.walks()), Some(cycle));
        assert_eq!(cycle.after(Walk::Knight), Walk::Queen);
        assert_eq!(cycle.after(Walk::Pawn), Walk::Pawn);
        let usual = [Walk::Knight, Walk::Bishop, Walk::Rook, Walk::Queen];
        assert_eq!(Cycle::of(&usual), Some(Cycle::USUAL));
    }

    #[test]
    fn cycles_have_different_walks() {
        for walks in
            [&[][..], &[Walk::Queen], &[Walk::Queen, Walk::Queen], &[Walk::Queen, Walk::Rook, Walk::Rook]]
        {
            assert_eq!(Cycle::of(walks), None, "{walks:?}");
        }
        let many: Vec<Walk> = crate::position::FAIRY_WALKS.iter().map(|row| row.walk).collect();
        assert_eq!(Cycle::of(&many[..Cycle::MAX_LEN + 1]), None);
        assert_eq!(Cycle::of(&many[..Cycle::MAX_LEN]).map(|cycle| cycle.after(many[9])), Some(many[0]));
    }
}
