//! What a position remembers beside men and rights.
//!
//! Most rules need nothing of the kind: their positions carry `()`, which takes no
//! room. Rules that look back, or hide men, or tell men apart carry a [`Ledger`].

use std::fmt::Debug;
use std::hash::{BuildHasher, Hash, Hasher};

use super::{Man, Reserve, Side, zobrist};
use crate::board::{Square, Squares};

/// What is to be known of a man beside its colour and walk.
///
/// A man takes its marks with it wherever it goes, also when it is reborn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Marks(u16);

impl Marks {
    /// Nothing.
    pub const NONE: Marks = Marks(0);
    /// It disappears when it captures.
    pub const KAMIKAZE: Marks = Marks(1);
    /// It cannot be captured.
    pub const UNCAPTURABLE: Marks = Marks(2);
    /// It counts as promoted, from the beginning or since it promoted.
    pub const FRISCHAUF: Marks = Marks(4);
    /// It has captured.
    pub const HAS_CAPTURED: Marks = Marks(8);
    /// It is a pawn that has walked to its second rank.
    pub const WALKED: Marks = Marks(16);
    /// It captures only if a man of its own side observes it.
    pub const PATROL: Marks = Marks(32);

    /// Whoever has one of these, other captures are possible for him, or of him, than of others.
    pub const SINGULAR: Marks = Marks(1 | 2 | 32);

    const ORIGIN_SHIFT: u32 = 8;

    /// Are all of these marks there?
    #[inline]
    pub const fn contains(self, other: Marks) -> bool {
        self.0 & other.0 == other.0
    }

    /// Is one of these marks there?
    #[inline]
    pub const fn meets(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }

    /// These marks and the others.
    #[inline]
    pub const fn with(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    /// These marks without the others.
    #[inline]
    pub const fn without(self, other: Marks) -> Marks {
        Marks(self.0 & !other.0)
    }

    /// Those that a diagram shows, and no history.
    #[inline]
    pub const fn attributes(self) -> Marks {
        Marks(self.0 & Marks::SINGULAR.0)
    }

    /// All the marks as a number.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// The square on which the man stood in the diagram, if that is remembered.
    #[inline]
    pub fn origin(self) -> Option<Square> {
        let number = (self.0 >> Marks::ORIGIN_SHIFT) as u8;
        number.checked_sub(1).map(Square::new)
    }

    /// The marks with the square on which the man stands in the diagram.
    #[inline]
    pub fn with_origin(self, square: Square) -> Marks {
        Marks((self.0 & 0xff) | ((square.index() as u16 + 1) << Marks::ORIGIN_SHIFT))
    }
}

/// What a position can remember.
pub trait Memory: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// The marks of the man on a square.
    #[inline]
    fn marks(&self, _: Square) -> Marks {
        Marks::NONE
    }

    /// Notes the marks of the man that came to a square, or that none is there.
    #[inline]
    fn mark(&mut self, _: Square, _: Marks) {}

    /// A number that tells memories apart.
    #[inline]
    fn key(&self) -> u64 {
        0
    }

    /// Where the man of the last move has ended, and none if it is gone; `to` is where
    /// the move led it.
    #[inline]
    fn arrived(&self, to: Square) -> Option<Square> {
        Some(to)
    }

    /// Who stands beside the board.
    fn reserve(&self) -> Reserve {
        Reserve::EMPTY
    }

    /// Notes who stands beside the board.
    fn set_reserve(&mut self, _: Reserve) {}

    /// Forgets what only the half-move before counts for: a side has passed.
    #[inline]
    fn pass_over(&mut self) {}

    /// Counts a half-move that has been made.
    #[inline]
    fn count_half_move(&mut self) {}

    /// The last captured man, if he is remembered.
    #[inline]
    fn taken(&self) -> Option<Taken> {
        None
    }

    /// How many royal men of a side are below squares.
    #[inline]
    fn buried_royals(&self, _: Side) -> u32 {
        0
    }

    /// Is somebody below a square?
    #[inline]
    fn has_buried(&self) -> bool {
        false
    }

    /// The squares below which somebody is.
    #[inline]
    fn covers<S: Squares>(&self) -> S {
        S::EMPTY
    }

    /// May other men walk as royal men do, of whom one could go with another?
    #[inline]
    fn has_alike(&self) -> bool {
        false
    }

    /// Were there men in the diagram who vanish by capturing, cannot be captured, or capture only if observed?
    #[inline]
    fn has_singular(&self) -> bool {
        false
    }
}

impl Memory for () {}

/// Only which man is which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origins {
    marks: [Marks; Square::LIMIT],
    key: u64,
}

impl Default for Origins {
    fn default() -> Origins {
        Origins { marks: [Marks::NONE; Square::LIMIT], key: 0 }
    }
}

impl Memory for Origins {
    #[inline]
    fn marks(&self, square: Square) -> Marks {
        self.marks[square.index()]
    }

    #[inline]
    fn mark(&mut self, square: Square, marks: Marks) {
        let here = &mut self.marks[square.index()];
        self.key ^= zobrist::marks(*here, square) ^ zobrist::marks(marks, square);
        *here = marks;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

/// A captured man and where it stood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Taken {
    /// Who.
    pub man: Man,
    /// Where.
    pub at: Square,
}

/// A man below a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Buried {
    /// Who.
    pub man: Man,
    /// Below which square.
    pub at: Square,
}

/// Everything that rules can want to remember.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ledger {
    marks: [Marks; Square::LIMIT],
    /// The key of the marks.
    marks_key: u64,
    /// The capture whose victim may still be reborn.
    pub taken: Option<Taken>,
    /// The side that made it.
    pub captor: Option<Side>,
    /// Does it count for the next half-move only?
    pub brief: bool,
    /// Where its capturer stood after that move, if it was on the board.
    pub taker: Option<Square>,
    /// Where the man of the last move stands after all that the move did; none if it is
    /// gone. Positions do not differ by it.
    pub arrived: Option<Square>,
    /// Men below squares, those that come up first in front.
    buried: [Option<Buried>; Ledger::DEPTH],
    /// The square that the last half-move left.
    pub left: Option<Square>,
    /// Was the man that has just moved attacked by exactly one man before?
    pub attacked_once: bool,
    /// How many half-moves have been made, as far as they are counted.
    pub ply: u16,
    /// Up to how many half-moves are counted: as long as rules come and go.
    pub horizon: u16,
    /// Who stands beside the board.
    pub reserve: Reserve,
    /// Were there [singular](Marks::SINGULAR) men in the diagram?
    pub singular: bool,
    /// May other men walk as royal men do, of whom one could go with another?
    pub alike: bool,
}

impl Ledger {
    /// How many men can be below squares at one time.
    pub const DEPTH: usize = 32;

    /// Puts a man below a square, above or below those who are there. False if there
    /// is no room left.
    #[must_use]
    pub fn bury(&mut self, man: Man, at: Square, first: bool) -> bool {
        let count = self.buried().count();
        if count == Ledger::DEPTH {
            return false;
        }
        // Equal memories must be equal: the order among squares means nothing.
        let behind = |buried: Buried| if first { buried.at >= at } else { buried.at > at };
        let place = self.buried().position(behind).unwrap_or(count);
        self.buried[count] = Some(Buried { man, at });
        self.buried[place..=count].rotate_right(1);
        true
    }

    /// Takes the first man from below a square.
    pub fn unearth(&mut self, at: Square) -> Option<Man> {
        let count = self.buried().count();
        let index = self.buried().position(|buried| buried.at == at)?;
        let man = self.buried[index].take()?.man;
        self.buried[index..count].rotate_left(1);
        Some(man)
    }

    /// The men below squares.
    pub fn buried(&self) -> impl Iterator<Item = Buried> + '_ {
        self.buried.iter().map_while(|buried| *buried)
    }
}

impl Default for Ledger {
    fn default() -> Ledger {
        Ledger {
            marks: [Marks::NONE; Square::LIMIT],
            marks_key: 0,
            taken: None,
            captor: None,
            brief: false,
            left: None,
            taker: None,
            arrived: None,
            buried: [None; Ledger::DEPTH],
            attacked_once: false,
            ply: 0,
            horizon: 0,
            reserve: Reserve::EMPTY,
            singular: false,
            alike: false,
        }
    }
}

impl Memory for Ledger {
    #[inline]
    fn taken(&self) -> Option<Taken> {
        self.taken
    }

    #[inline]
    fn marks(&self, square: Square) -> Marks {
        self.marks[square.index()]
    }

    #[inline]
    fn mark(&mut self, square: Square, marks: Marks) {
        let here = &mut self.marks[square.index()];
        if *here != marks {
            self.marks_key ^= zobrist::marks(*here, square) ^ zobrist::marks(marks, square);
            *here = marks;
        }
    }

    fn arrived(&self, _: Square) -> Option<Square> {
        self.arrived
    }

    fn reserve(&self) -> Reserve {
        self.reserve
    }

    fn set_reserve(&mut self, reserve: Reserve) {
        self.reserve = reserve;
    }

    fn pass_over(&mut self) {
        self.left = None;
        if self.brief {
            self.taken = None;
            self.captor = None;
            self.taker = None;
        }
    }

    #[inline]
    fn count_half_move(&mut self) {
        if self.ply < self.horizon {
            self.ply += 1;
        }
    }

    fn buried_royals(&self, side: Side) -> u32 {
        let royals = self.buried().filter(|buried| buried.man.royal && buried.man.colour.is_of(side));
        royals.count() as u32
    }

    #[inline]
    fn has_buried(&self) -> bool {
        self.buried[0].is_some()
    }

    #[inline]
    fn covers<S: Squares>(&self) -> S {
        S::from_squares(self.buried().map(|buried| buried.at))
    }

    #[inline]
    fn has_alike(&self) -> bool {
        self.alike
    }

    #[inline]
    fn has_singular(&self) -> bool {
        self.singular
    }

    fn key(&self) -> u64 {
        let nothing_else = self.taken.is_none()
            && self.left.is_none()
            && self.taker.is_none()
            && self.buried[0].is_none()
            && !self.attacked_once
            && self.reserve.is_empty()
            && self.ply == 0;
        if nothing_else {
            return self.marks_key;
        }
        // A fixed state, so that a key is the same in every run.
        let mut hasher = ahash::RandomState::with_seeds(1, 2, 3, 4).build_hasher();
        self.taken.hash(&mut hasher);
        self.captor.hash(&mut hasher);
        self.left.hash(&mut hasher);
        self.taker.hash(&mut hasher);
        for buried in self.buried() {
            buried.hash(&mut hasher);
        }
        hasher.write_u8(u8::from(self.attacked_once));
        hasher.write_u16(self.ply);
        self.reserve.hash(&mut hasher);
        hasher.finish() ^ self.marks_key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Walk;

    #[test]
    fn an_origin_does_not_disturb_the_marks() {
        let marks = Marks::KAMIKAZE.with_origin(Square::new(127)).with(Marks::FRISCHAUF);
        assert_eq!(marks.origin(), Some(Square::new(127)));
        assert!(marks.contains(Marks::KAMIKAZE) && marks.contains(Marks::FRISCHAUF));
        assert!(!marks.contains(Marks::HAS_CAPTURED));
        assert_eq!(Marks::NONE.with_origin(Square::new(0)).origin(), Some(Square::new(0)));
        assert_eq!(Marks::NONE.origin(), None);
    }

    #[test]
    fn who_was_buried_last_on_top_comes_up_first() {
        let (a, b) = (Square::new(1), Square::new(2));
        let man = |walk| Man::new(Side::White, walk);
        let mut ledger = Ledger::default();
        assert!(ledger.bury(man(Walk::Rook), b, false));
        assert!(ledger.bury(man(Walk::Queen), b, true));
        assert!(ledger.bury(man(Walk::Pawn), a, false));
        assert!(ledger.bury(man(Walk::Knight), b, false));
        let came_up: Vec<_> = std::iter::from_fn(|| ledger.unearth(b)).map(|man| man.walk).collect();
        assert_eq!(came_up, [Walk::Queen, Walk::Rook, Walk::Knight]);
        assert_eq!(ledger.unearth(a), Some(man(Walk::Pawn)));
        assert_eq!(ledger, Ledger::default());
    }
}
