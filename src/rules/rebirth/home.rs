//! Rebirth squares: where a man is reborn.
//!
//! A new one is a file in this folder with a function of a [`Birth`], and a line in the
//! list below.

mod antipodes;
mod array;
mod cage;
mod capture_square;
mod departure;
mod diagram;
mod equipollent;
mod file;
mod make;
mod rank;
mod reflection;
mod super_;

use super::Occupied;
use crate::board::{Geometry, Square, Squares};
use crate::position::{Man, Position, Side, Walk};
use crate::rules::field::Field;
pub use cage::is_cage;

/// What a rebirth square can hang on.
pub struct Birth<'a, F: Field> {
    /// The game.
    pub field: &'a F,
    /// The position: in a move, after its man has moved.
    pub position: &'a Position<F::Set, F::Memory>,
    /// The square that the man of the move left.
    pub left: Square,
    /// How far it went, to the right and up.
    pub vector: (i8, i8),
    /// Who is reborn.
    pub man: Man,
    /// Whose kind of man decides: the man's own walk or its partner's.
    pub walk: Walk,
    /// Whose side decides.
    pub side: Side,
    /// Where the captured man stood.
    pub at: Square,
    /// Does the way of the move count backwards?
    pub backwards: bool,
    /// What happens if the square is occupied.
    pub occupied: Occupied,
}

impl<'a, F: Field> Birth<'a, F> {
    /// The board.
    pub fn geometry(&self) -> &'a Geometry<F::Set> {
        self.field.geometry()
    }

    /// The home in the game array of the deciding kind of man, if it were captured there.
    pub fn array(&self, at: Square) -> Option<Square> {
        array::square(self.geometry(), self.walk, self.side, at)
    }
}

/// Where a man can be reborn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Homes<S> {
    /// On this square.
    One(Square),
    /// On none: it has no home on this board.
    Nowhere,
    /// Off the board, which is as good as an occupied square.
    Off,
    /// On one of these, which are empty; the mover decides. If there is none the rule
    /// for occupied squares holds.
    Any(S),
    /// On one of these, which are empty; if there is none the capture is illegal.
    Must(S),
    /// On one of these, a pawn promoted as it says, that is a cage. If there is none, or
    /// for the square that is chosen, the rule for occupied squares holds.
    Cages(Vec<(Square, Option<Walk>)>),
}

impl<S: Squares> Homes<S> {
    /// Those of them that are empty in a position, for a man.
    pub fn open<F: Field<Set = S>>(self, field: &F, position: &Position<S, F::Memory>, man: Man) -> S {
        match self {
            Homes::One(square) => S::of(square) & !position.occupied(),
            Homes::Nowhere | Homes::Off => S::EMPTY,
            Homes::Any(squares) | Homes::Must(squares) => squares,
            Homes::Cages(cages) => {
                let open = cages.into_iter().filter(|&cage| is_cage(field, position, man, cage));
                S::from_squares(open.map(|(square, _)| square))
            }
        }
    }
}

impl<S> From<Option<Square>> for Homes<S> {
    fn from(square: Option<Square>) -> Homes<S> {
        square.map_or(Homes::Nowhere, Homes::One)
    }
}

macro_rules! homes {
    ($($(#[$doc:meta])* $name:ident = $function:path;)*) => {
        /// The rules that give a rebirth square.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Home {
            $($(#[$doc])* $name,)*
        }

        impl Home {
            /// Every one.
            pub const ALL: &'static [Home] = &[$(Home::$name),*];

            /// Where the man of a birth can be reborn.
            pub fn of<F: Field>(self, birth: &Birth<'_, F>) -> Homes<F::Set> {
                match self {
                    $(Home::$name => $function(birth).into(),)*
                }
            }
        }
    };
}

homes! {
    /// The man's square in the game array: of several the one of the capture square's
    /// colour, for a pawn the one on its file.
    Array = array::home;
    /// The square of the file on the man's first rank, for a pawn on its second.
    File = file::home;
    /// As in the game array, but on the rank of the capture.
    Rank = rank::home;
    /// The square opposite across the middle of the board.
    Symmetry = reflection::point;
    /// The square mirrored left and right.
    VerticalSymmetry = reflection::left_and_right;
    /// The square mirrored up and down.
    HorizontalSymmetry = reflection::up_and_down;
    /// The square four files and four ranks away.
    Antipodes = antipodes::home;
    /// The square of the capture.
    CaptureSquare = capture_square::home;
    /// The square that the capturer left.
    Departure = departure::home;
    /// As far from the capture, and in the same direction, as the move that triggers the rebirth.
    Equipollent = equipollent::home;
    /// Where this very man stood in the diagram.
    Diagram = diagram::home;
    /// Any empty square.
    Super = super_::home;
    /// Any empty square on which the man could not move without capturing.
    Cage = cage::home;
    /// Where the man could go without capturing from the square of the capture.
    Make = make::home;
}
