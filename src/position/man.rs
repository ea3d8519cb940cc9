//! Men: what can stand on a square.

use std::fmt;

use super::ManFlags;

/// The side that moves: White or Black.
// A whole word, as everything in a position: a position is copied as soon as it is
// made, and reading a word of which a byte was just written would stall the processor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

    /// The other side.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black.
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

/// To whom a man belongs: to one side, or, neutral, to whichever is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// A white man.
    White,
    /// A black man.
    Black,
    /// A neutral man: either side may move it.
    Neutral,
}

impl Colour {
    /// May the side move men of this colour?
    #[inline]
    pub const fn is_of(self, side: Side) -> bool {
        matches!(
            (self, side),
            (Colour::Neutral, _) | (Colour::White, Side::White) | (Colour::Black, Side::Black)
        )
    }

    /// White for Black and Black for White; a neutral man stays neutral.
    pub const fn opposite(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
            Colour::Neutral => Colour::Neutral,
        }
    }
}

impl Colour {
    /// `w`, `b` or `n`.
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

/// How a man moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Walk {
    /// One step in any direction.
    King,
    /// Any distance along ranks, files and diagonals.
    Queen,
    /// Any distance along ranks and files.
    Rook,
    /// Any distance along diagonals.
    Bishop,
    /// The knight's leap.
    Knight,
    /// Straight ahead, captures diagonally ahead, promotes.
    Pawn,
    /// As a pawn of the other side.
    ReversedPawn,
}

impl Walk {
    /// How many walks there are.
    pub const COUNT: usize = 7;
    /// The length of a table by walks: a power of two, so that no index is ever out of it.
    pub const TABLE_LEN: usize = Walk::COUNT.next_power_of_two();
    /// Every walk.
    pub const ALL: [Walk; Walk::COUNT] =
        [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn, Walk::ReversedPawn];
    /// Every walk, the one that most men of a problem have first.
    pub const FREQUENT_FIRST: [Walk; Walk::COUNT] =
        [Walk::Pawn, Walk::Knight, Walk::Bishop, Walk::Rook, Walk::Queen, Walk::King, Walk::ReversedPawn];
    /// What a pawn may become, in the order in which moves are listed.
    pub const PROMOTIONS: [Walk; 4] = [Walk::Queen, Walk::Knight, Walk::Rook, Walk::Bishop];

    /// The same where kings are men like others.
    pub const PROMOTIONS_WITH_KING: [Walk; 5] =
        [Walk::Queen, Walk::Knight, Walk::Rook, Walk::Bishop, Walk::King];

    /// The walk's number.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler, which forgets it, that no number is higher.
        self as usize & (Walk::TABLE_LEN - 1)
    }

    /// Is it a pawn's walk, forwards or backwards?
    #[inline]
    pub const fn is_pawn(self) -> bool {
        matches!(self, Walk::Pawn | Walk::ReversedPawn)
    }

    /// The English letters of a problem journal: S for the knight, PP for the reversed
    /// pawn, otherwise one.
    pub const fn letters(self) -> &'static str {
        match self {
            Walk::King => "K",
            Walk::Queen => "Q",
            Walk::Rook => "R",
            Walk::Bishop => "B",
            Walk::Knight => "S",
            Walk::Pawn => "P",
            Walk::ReversedPawn => "PP",
        }
    }

    /// The English letter of a problem journal: S for the knight; a reversed pawn has
    /// that of a pawn.
    pub const fn letter(self) -> char {
        match self {
            Walk::King => 'K',
            Walk::Queen => 'Q',
            Walk::Rook => 'R',
            Walk::Bishop => 'B',
            Walk::Knight => 'S',
            Walk::Pawn | Walk::ReversedPawn => 'P',
        }
    }
}

/// A man as it stands in a diagram.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Man {
    /// Whose man it is.
    pub colour: Colour,
    /// How it moves.
    pub walk: Walk,
    /// Is it to be checked and mated?
    pub royal: bool,
    /// What else is to be known of it.
    pub flags: ManFlags,
}

impl Man {
    /// A man of this colour and walk; a king is royal, nothing else is.
    pub fn new(colour: impl Into<Colour>, walk: Walk) -> Man {
        Man { colour: colour.into(), walk, royal: walk == Walk::King, flags: ManFlags::NONE }
    }

    /// The same man with another walk: royal if that is the king's, or if it was so
    /// without being a king.
    pub fn with_walk(self, walk: Walk) -> Man {
        Man { walk, royal: walk == Walk::King || (self.royal && self.walk != Walk::King), ..self }
    }
}

impl Man {
    /// Is it of one side, and of no kind that does what other men do not?
    pub fn is_plain(self) -> bool {
        self.colour != Colour::Neutral
            && self.walk != Walk::ReversedPawn
            && self.flags.attributes() == ManFlags::NONE
    }

    /// Letters for what is unusual about the man: `k` kamikaze, `u` uncapturable, `p` patrolling,
    /// `f` promoted from the beginning, `r` royal.
    pub fn prefix(self) -> String {
        let mut text = String::new();
        for (mark, letter) in [
            (ManFlags::KAMIKAZE, 'k'),
            (ManFlags::UNCAPTURABLE, 'u'),
            (ManFlags::PATROL, 'p'),
            (ManFlags::FRISCHAUF, 'f'),
        ] {
            if self.flags.contains(mark) {
                text.push(letter);
            }
        }
        if self.royal && self.walk != Walk::King {
            text.push('r');
        }
        text
    }

    /// The letters of the walk behind those for what is unusual.
    pub fn letters(self) -> String {
        self.prefix() + self.walk.letters()
    }

    /// Colour and letter as in `wS`; a royal man that is no king has an `r` between them.
    pub fn label(self) -> String {
        format!("{}{}", self.colour.letter(), self.letters())
    }
}
