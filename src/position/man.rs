//! Men: the pieces and pawns of composition, with side, walk and flags.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{ManFlags, PieceNames, Walk};

/// A side: White or Black.
// A whole word, like every field of a position: a position is copied as soon as it is made, and reading a word
// after writing one byte of it stalls the processor (a failed store forwarding).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u64)]
pub enum Side {
    /// White moves up the board.
    White,
    /// Black moves down the board.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// Returns the other side.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Returns 0 for White and 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// The colour of a man. A neutral man belongs to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Colour {
    /// A white man.
    White,
    /// A black man.
    Black,
    /// A neutral man: either side may move it.
    Neutral,
}

impl Colour {
    /// Returns whether the side may move men of this colour.
    #[inline]
    pub const fn is_of(self, side: Side) -> bool {
        matches!(
            (self, side),
            (Colour::Neutral, _) | (Colour::White, Side::White) | (Colour::Black, Side::Black)
        )
    }

    /// Returns the opposite colour; neutral for neutral.
    pub const fn opposite(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
            Colour::Neutral => Colour::Neutral,
        }
    }
}

impl Colour {
    /// Returns `w`, `b` or `n`.
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'w',
            Colour::Black => 'b',
            Colour::Neutral => 'n',
        }
    }
}

impl From<Side> for Colour {
    #[inline]
    fn from(side: Side) -> Colour {
        match side {
            Side::White => Colour::White,
            Side::Black => Colour::Black,
        }
    }
}

/// A man: a piece or a pawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Man {
    /// Its colour.
    pub colour: Colour,
    /// Its walk.
    pub walk: Walk,
    /// Whether it can be checked and mated.
    pub royal: bool,
    /// Its further properties.
    pub flags: ManFlags,
}

impl Man {
    /// Returns the letter of the board, of two, on which the man stands.
    pub fn board_letter(self) -> &'static str {
        if self.flags.contains(ManFlags::ON_BOARD_B) { "B" } else { "A" }
    }

    /// Returns the man on the other one of two boards.
    pub fn on_other_board(self) -> Man {
        Man { flags: self.flags.toggled(ManFlags::ON_BOARD_B), ..self }
    }

    /// Returns a man without flags. It is royal if it is a king.
    pub fn new(colour: impl Into<Colour>, walk: Walk) -> Man {
        Man { colour: colour.into(), walk, royal: walk.is_king(), flags: ManFlags::NONE }
    }

    /// Returns the same man with another walk. It is royal if it becomes a king, or if it was royal without being a
    /// king.
    pub fn with_walk(self, walk: Walk) -> Man {
        Man { walk, royal: walk == Walk::King || (self.royal && self.walk != Walk::King), ..self }
    }
}

impl Man {
    /// Returns whether the man is a chessman, neither neutral nor a reversed pawn, and has no attributes.
    pub fn is_plain(self) -> bool {
        self.colour != Colour::Neutral
            && self.walk != Walk::ReversedPawn
            && !self.walk.is_fairy()
            && self.flags.attributes() == ManFlags::NONE
    }

    /// Returns the letters of what it is in addition to its walk: `r` for royal but no king, then those of its
    /// [attributes](super::attribute).
    pub fn prefix(self) -> String {
        let letters = self.flags.letters();
        if self.royal && !self.walk.is_king() { format!("r{letters}") } else { letters }
    }

    /// Returns the letters of its flags, followed by those of its walk.
    pub fn letters(self) -> String {
        self.prefix() + self.walk.letters()
    }

    /// Returns the letters of its colour, its flags and its walk, as in `wS` or `brS`.
    pub fn label(self) -> String {
        self.label_in(PieceNames::KnightS)
    }

    /// Returns the same with other names of walks, as in `wC` in French.
    pub fn label_in(self, names: PieceNames) -> String {
        format!("{}{}{}", self.colour.letter(), self.prefix(), names.of(self.walk))
    }
}
