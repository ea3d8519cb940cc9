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
pub struct ManFlags(u16);

impl ManFlags {
    /// Nothing.
    pub const NONE: ManFlags = ManFlags(0);
    /// It disappears when it captures.
    pub const KAMIKAZE: ManFlags = ManFlags(1);
    /// It cannot be captured.
    pub const UNCAPTURABLE: ManFlags = ManFlags(2);
    /// It counts as promoted, from the beginning or since it promoted.
    pub const FRISCHAUF: ManFlags = ManFlags(4);
    /// It has captured.
    pub const HAS_CAPTURED: ManFlags = ManFlags(8);
    /// It is a pawn that has walked to its second rank.
    pub const NO_DOUBLE_STEP: ManFlags = ManFlags(16);
    /// It captures only if a man of its own side observes it.
    pub const PATROL: ManFlags = ManFlags(32);

    /// Whoever has one of these, other captures are possible for him, or of him, than of others.
    pub const ATTRIBUTES: ManFlags = ManFlags(1 | 2 | 32);

    const SQUARE_SHIFT: u32 = 8;

    /// Are all of these marks there?
    #[inline]
    pub const fn contains(self, other: ManFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Is one of these marks there?
    #[inline]
    pub const fn meets(self, other: ManFlags) -> bool {
        self.0 & other.0 != 0
    }

    /// These marks and the others.
    #[inline]
    pub const fn with(self, other: ManFlags) -> ManFlags {
        ManFlags(self.0 | other.0)
    }

    /// These marks without the others.
    #[inline]
    pub const fn without(self, other: ManFlags) -> ManFlags {
        ManFlags(self.0 & !other.0)
    }

    /// Those that a diagram shows, and no history.
    #[inline]
    pub const fn attributes(self) -> ManFlags {
        ManFlags(self.0 & ManFlags::ATTRIBUTES.0)
    }

    /// All the marks as a number.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// The square on which the man stood in the diagram, if that is remembered.
    #[inline]
    pub fn diagram_square(self) -> Option<Square> {
        let number = (self.0 >> ManFlags::SQUARE_SHIFT) as u8;
        number.checked_sub(1).map(Square::new)
    }

    /// The marks with the square on which the man stands in the diagram.
    #[inline]
    pub fn with_diagram_square(self, square: Square) -> ManFlags {
        ManFlags((self.0 & 0xff) | ((square.index() as u16 + 1) << ManFlags::SQUARE_SHIFT))
    }
}

/// What a position can remember.
pub trait Memory: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// The marks of the man on a square.
    #[inline]
    fn flags(&self, _: Square) -> ManFlags {
        ManFlags::NONE
    }

    /// Notes the marks of the man that came to a square, or that none is there.
    #[inline]
    fn set_flags(&mut self, _: Square, _: ManFlags) {}

    /// A number that tells memories apart.
    #[inline]
    fn key(&self) -> u64 {
        0
    }

    /// Where the man of the last move has ended, and none if it is gone; `to` is where
    /// the move led it.
    #[inline]
    fn mover_square(&self, to: Square) -> Option<Square> {
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
    fn on_pass(&mut self) {}

    /// Counts a half-move that has been made.
    #[inline]
    fn count_ply(&mut self) {}

    /// The last captured man, if he is remembered.
    #[inline]
    fn last_captured(&self) -> Option<CapturedMan> {
        None
    }

    /// How many royal men of a side are below squares.
    #[inline]
    fn hidden_royal_count(&self, _: Side) -> u32 {
        0
    }

    /// Is somebody below a square?
    #[inline]
    fn has_hidden(&self) -> bool {
        false
    }

    /// The squares below which somebody is.
    #[inline]
    fn hidden_squares<S: Squares>(&self) -> S {
        S::EMPTY
    }

    /// May other men walk as royal men do, of whom one could go with another?
    #[inline]
    fn has_royal_lookalikes(&self) -> bool {
        false
    }

    /// Were there men in the diagram who vanish by capturing, cannot be captured, or capture only if observed?
    #[inline]
    fn has_attributes(&self) -> bool {
        false
    }
}

impl Memory for () {}

/// Only which man is which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiagramSquares {
    flags: [ManFlags; Square::LIMIT],
    key: u64,
}

impl Default for DiagramSquares {
    fn default() -> DiagramSquares {
        DiagramSquares { flags: [ManFlags::NONE; Square::LIMIT], key: 0 }
    }
}

impl Memory for DiagramSquares {
    #[inline]
    fn flags(&self, square: Square) -> ManFlags {
        self.flags[square.index()]
    }

    #[inline]
    fn set_flags(&mut self, square: Square, marks: ManFlags) {
        let here = &mut self.flags[square.index()];
        self.key ^= zobrist::flags(*here, square) ^ zobrist::flags(marks, square);
        *here = marks;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

/// A captured man and where it stood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CapturedMan {
    /// Who.
    pub man: Man,
    /// Where.
    pub at: Square,
}

/// A man below a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HiddenMan {
    /// Who.
    pub man: Man,
    /// Below which square.
    pub at: Square,
}

/// Everything that rules can want to remember.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuleState {
    flags: [ManFlags; Square::LIMIT],
    /// The key of the marks.
    flags_key: u64,
    /// The capture whose victim may still be reborn.
    pub last_captured: Option<CapturedMan>,
    /// The side that made it.
    pub last_capture_side: Option<Side>,
    /// Does it count for the next half-move only?
    pub last_capture_expires: bool,
    /// Where its capturer stood after that move, if it was on the board.
    pub last_capturer: Option<Square>,
    /// Where the man of the last move stands after all that the move did; none if it is
    /// gone. Positions do not differ by it.
    pub mover_square: Option<Square>,
    /// Men below squares, those that come up first in front.
    hidden: [Option<HiddenMan>; RuleState::MAX_HIDDEN],
    /// The square that the last half-move left.
    pub last_departure: Option<Square>,
    /// Was the man that has just moved attacked by exactly one man before?
    pub mover_was_attacked_once: bool,
    /// How many half-moves have been made, as far as they are counted.
    pub ply: u16,
    /// Up to how many half-moves are counted: as long as rules come and go.
    pub ply_limit: u16,
    /// Who stands beside the board.
    pub reserve: Reserve,
    /// Were there [singular](Marks::SINGULAR) men in the diagram?
    pub has_attributes: bool,
    /// May other men walk as royal men do, of whom one could go with another?
    pub has_royal_lookalikes: bool,
}

impl RuleState {
    /// How many men can be below squares at one time.
    pub const MAX_HIDDEN: usize = 32;

    /// Puts a man below a square, above or below those who are there. False if there
    /// is no room left.
    #[must_use]
    pub fn hide(&mut self, man: Man, at: Square, on_top: bool) -> bool {
        let count = self.hidden().count();
        if count == RuleState::MAX_HIDDEN {
            return false;
        }
        // Equal memories must be equal: the order among squares means nothing.
        let behind = |buried: HiddenMan| if on_top { buried.at >= at } else { buried.at > at };
        let place = self.hidden().position(behind).unwrap_or(count);
        self.hidden[count] = Some(HiddenMan { man, at });
        self.hidden[place..=count].rotate_right(1);
        true
    }

    /// Takes the first man from below a square.
    pub fn reveal(&mut self, at: Square) -> Option<Man> {
        let count = self.hidden().count();
        let index = self.hidden().position(|buried| buried.at == at)?;
        let man = self.hidden[index].take()?.man;
        self.hidden[index..count].rotate_left(1);
        Some(man)
    }

    /// The men below squares.
    pub fn hidden(&self) -> impl Iterator<Item = HiddenMan> + '_ {
        self.hidden.iter().map_while(|buried| *buried)
    }
}

impl Default for RuleState {
    fn default() -> RuleState {
        RuleState {
            flags: [ManFlags::NONE; Square::LIMIT],
            flags_key: 0,
            last_captured: None,
            last_capture_side: None,
            last_capture_expires: false,
            last_departure: None,
            last_capturer: None,
            mover_square: None,
            hidden: [None; RuleState::MAX_HIDDEN],
            mover_was_attacked_once: false,
            ply: 0,
            ply_limit: 0,
            reserve: Reserve::EMPTY,
            has_attributes: false,
            has_royal_lookalikes: false,
        }
    }
}

impl Memory for RuleState {
    #[inline]
    fn last_captured(&self) -> Option<CapturedMan> {
        self.last_captured
    }

    #[inline]
    fn flags(&self, square: Square) -> ManFlags {
        self.flags[square.index()]
    }

    #[inline]
    fn set_flags(&mut self, square: Square, marks: ManFlags) {
        let here = &mut self.flags[square.index()];
        if *here != marks {
            self.flags_key ^= zobrist::flags(*here, square) ^ zobrist::flags(marks, square);
            *here = marks;
        }
    }

    fn mover_square(&self, _: Square) -> Option<Square> {
        self.mover_square
    }

    fn reserve(&self) -> Reserve {
        self.reserve
    }

    fn set_reserve(&mut self, reserve: Reserve) {
        self.reserve = reserve;
    }

    fn on_pass(&mut self) {
        self.last_departure = None;
        if self.last_capture_expires {
            self.last_captured = None;
            self.last_capture_side = None;
            self.last_capturer = None;
        }
    }

    #[inline]
    fn count_ply(&mut self) {
        if self.ply < self.ply_limit {
            self.ply += 1;
        }
    }

    fn hidden_royal_count(&self, side: Side) -> u32 {
        let royals = self.hidden().filter(|buried| buried.man.royal && buried.man.colour.is_of(side));
        royals.count() as u32
    }

    #[inline]
    fn has_hidden(&self) -> bool {
        self.hidden[0].is_some()
    }

    #[inline]
    fn hidden_squares<S: Squares>(&self) -> S {
        S::from_squares(self.hidden().map(|buried| buried.at))
    }

    #[inline]
    fn has_royal_lookalikes(&self) -> bool {
        self.has_royal_lookalikes
    }

    #[inline]
    fn has_attributes(&self) -> bool {
        self.has_attributes
    }

    fn key(&self) -> u64 {
        let nothing_else = self.last_captured.is_none()
            && self.last_departure.is_none()
            && self.last_capturer.is_none()
            && self.hidden[0].is_none()
            && !self.mover_was_attacked_once
            && self.reserve.is_empty()
            && self.ply == 0;
        if nothing_else {
            return self.flags_key;
        }
        // A fixed state, so that a key is the same in every run.
        let mut hasher = ahash::RandomState::with_seeds(1, 2, 3, 4).build_hasher();
        self.last_captured.hash(&mut hasher);
        self.last_capture_side.hash(&mut hasher);
        self.last_departure.hash(&mut hasher);
        self.last_capturer.hash(&mut hasher);
        for buried in self.hidden() {
            buried.hash(&mut hasher);
        }
        hasher.write_u8(u8::from(self.mover_was_attacked_once));
        hasher.write_u16(self.ply);
        self.reserve.hash(&mut hasher);
        hasher.finish() ^ self.flags_key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Walk;

    #[test]
    fn with_diagram_square_keeps_flags() {
        let marks = ManFlags::KAMIKAZE.with_diagram_square(Square::new(127)).with(ManFlags::FRISCHAUF);
        assert_eq!(marks.diagram_square(), Some(Square::new(127)));
        assert!(marks.contains(ManFlags::KAMIKAZE) && marks.contains(ManFlags::FRISCHAUF));
        assert!(!marks.contains(ManFlags::HAS_CAPTURED));
        assert_eq!(ManFlags::NONE.with_diagram_square(Square::new(0)).diagram_square(), Some(Square::new(0)));
        assert_eq!(ManFlags::NONE.diagram_square(), None);
    }

    #[test]
    fn reveal_returns_topmost_hidden_man_first() {
        let (a, b) = (Square::new(1), Square::new(2));
        let man = |walk| Man::new(Side::White, walk);
        let mut ledger = RuleState::default();
        assert!(ledger.hide(man(Walk::Rook), b, false));
        assert!(ledger.hide(man(Walk::Queen), b, true));
        assert!(ledger.hide(man(Walk::Pawn), a, false));
        assert!(ledger.hide(man(Walk::Knight), b, false));
        let came_up: Vec<_> = std::iter::from_fn(|| ledger.reveal(b)).map(|man| man.walk).collect();
        assert_eq!(came_up, [Walk::Queen, Walk::Rook, Walk::Knight]);
        assert_eq!(ledger.reveal(a), Some(man(Walk::Pawn)));
        assert_eq!(ledger, RuleState::default());
    }
}
