//! The flags of a man.

use serde::{Deserialize, Serialize};

use crate::board::Square;

/// The flags of a man: its properties in addition to colour and walk, and its diagram square. A man keeps them when it
/// moves and when it is reborn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ManFlags(u32);

impl ManFlags {
    /// No flag.
    pub const NONE: ManFlags = ManFlags(0);
    /// The man counts as promoted, because it has promoted or by the diagram.
    pub const FRISCHAUF: ManFlags = ManFlags(1);
    /// The man has captured.
    pub const HAS_CAPTURED: ManFlags = ManFlags(1 << 1);
    /// The man is a pawn that has moved to its second rank.
    pub const NO_DOUBLE_STEP: ManFlags = ManFlags(1 << 2);

    /// The man is on the second of two boards.
    pub const ON_BOARD_B: ManFlags = ManFlags(1 << 3);
    /// The diagram states that the man begins on the first of two boards, as men do without a statement.
    pub const FROM_BOARD_A: ManFlags = ManFlags(1 << 4);
    /// What a diagram can state about two boards.
    pub const OF_TWO_BOARDS: ManFlags = ManFlags::ON_BOARD_B.with(ManFlags::FROM_BOARD_A);

    /// The man disappears when it captures.
    pub const KAMIKAZE: ManFlags = ManFlags(1 << 8);
    /// The man paralyses the enemy men that it observes, and captures nothing.
    pub const PARALYSING: ManFlags = ManFlags(1 << 9);
    /// The man takes the next walk of a cycle when it moves.
    pub const CHAMELEON: ManFlags = ManFlags(1 << 10);
    /// The man arrives only next to another man.
    pub const JIGGER: ManFlags = ManFlags(1 << 11);
    /// The man changes sides once, when it moves between squares of different colours.
    pub const VOLAGE: ManFlags = ManFlags(1 << 12);
    /// The man moves only if an enemy man observes it.
    pub const FUNCTIONARY: ManFlags = ManFlags(1 << 13);
    /// The man becomes neutral when it moves, and belongs to the side that moves it next.
    pub const HALF_NEUTRAL: ManFlags = ManFlags(1 << 14);
    /// The man becomes what it captures.
    pub const PROTEAN: ManFlags = ManFlags(1 << 15);
    /// The man changes the colour of its hurdle.
    pub const HURDLE_COLOUR_CHANGING: ManFlags = ManFlags(1 << 20);
    /// The man moves its hurdle as itself.
    pub const BUL: ManFlags = ManFlags(1 << 21);
    /// The man moves its hurdle as that man moves.
    pub const DOB: ManFlags = ManFlags(1 << 22);
    /// The attributes that act on hurdles.
    pub const OF_HURDLES: ManFlags = ManFlags(0b111 << 20);
    /// The man changes the colour of the men that it observes anew.
    pub const MAGIC: ManFlags = ManFlags(1 << 23);
    /// The man cannot be captured.
    pub const UNCAPTURABLE: ManFlags = ManFlags(1 << 16);
    /// The man captures only if a man of its own side observes it.
    pub const PATROL: ManFlags = ManFlags(1 << 17);
    /// The man becomes neutral, or ceases to be, when it gives check.
    pub const ANDA: ManFlags = ManFlags(1 << 18);
    /// The man becomes neutral, or ceases to be, when it moves without check.
    pub const ANDA_INVERSE: ManFlags = ManFlags(1 << 19);

    /// The [attributes](super::attribute) that change moves, captures and observations.
    pub const ATTRIBUTES: ManFlags = ManFlags(0x00ff_ff00);

    const SQUARE_SHIFT: u32 = 24;

    /// Returns whether all flags of `other` are set.
    #[inline]
    pub const fn contains(self, other: ManFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns whether a flag of `other` is set.
    #[inline]
    pub const fn meets(self, other: ManFlags) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the flags of both.
    #[inline]
    pub const fn with(self, other: ManFlags) -> ManFlags {
        ManFlags(self.0 | other.0)
    }

    /// Returns these flags without those of `other`.
    #[inline]
    pub const fn without(self, other: ManFlags) -> ManFlags {
        ManFlags(self.0 & !other.0)
    }

    /// Returns these flags with those of `other` set where they are not, and the reverse.
    #[inline]
    pub const fn toggled(self, other: ManFlags) -> ManFlags {
        ManFlags(self.0 ^ other.0)
    }

    /// Returns the flags that are also among `other`.
    #[inline]
    pub const fn common(self, other: ManFlags) -> ManFlags {
        ManFlags(self.0 & other.0)
    }

    /// Returns the attributes among these flags.
    #[inline]
    pub const fn attributes(self) -> ManFlags {
        ManFlags(self.0 & ManFlags::ATTRIBUTES.0)
    }

    /// Returns the flags and the diagram square as a number.
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the diagram square of the man; `None` if it is not tracked.
    #[inline]
    pub fn diagram_square(self) -> Option<Square> {
        self.diagram_square_number().checked_sub(1).map(Square::new)
    }

    /// Returns one more than the number of the diagram square; 0 if it is not tracked.
    #[inline]
    pub(super) const fn diagram_square_number(self) -> u8 {
        (self.0 >> ManFlags::SQUARE_SHIFT) as u8
    }

    /// Returns the flags of a man with this [number](Self::diagram_square_number) and no other flag.
    #[inline]
    pub(super) const fn of_diagram_square_number(number: u8) -> ManFlags {
        ManFlags((number as u32) << ManFlags::SQUARE_SHIFT)
    }

    /// Returns these flags with a diagram square.
    #[inline]
    pub fn with_diagram_square(self, square: Square) -> ManFlags {
        ManFlags((self.0 & 0x00ff_ffff) | ((square.index() as u32 + 1) << ManFlags::SQUARE_SHIFT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_diagram_square_keeps_flags() {
        let flags = ManFlags::KAMIKAZE.with_diagram_square(Square::new(127)).with(ManFlags::FRISCHAUF);
        assert_eq!(flags.diagram_square(), Some(Square::new(127)));
        assert!(flags.contains(ManFlags::KAMIKAZE) && flags.contains(ManFlags::FRISCHAUF));
        assert!(!flags.contains(ManFlags::HAS_CAPTURED));
        assert_eq!(ManFlags::NONE.with_diagram_square(Square::new(0)).diagram_square(), Some(Square::new(0)));
        assert_eq!(ManFlags::NONE.diagram_square(), None);
    }
}
