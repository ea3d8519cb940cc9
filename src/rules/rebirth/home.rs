//! Rebirth squares.
//!
//! A new one is a file in this folder with a [`RebirthSquare`], and a line in the list below: see
//! `docs/adding-a-rule.md`.

use super::OnOccupied;
use crate::board::{Geometry, Layout, Square, Squares};
use crate::position::{Man, Position, Side, Walk};
use crate::rules::condition::Condition;
use crate::rules::example::Example;
use crate::rules::game_view::GameView;
pub use cage::is_cage;

/// All that a rebirth square can depend on.
pub struct RebirthQuery<'a, F: GameView> {
    /// The game.
    pub game: &'a F,
    /// The position; in a move, after its man has moved.
    pub position: &'a Position<F::Set, F::State>,
    /// The departure square of the move.
    pub departure: Square,
    /// The vector of the move: files to the right and ranks up; (0, 0) if the square does not depend on it.
    pub vector: (i8, i8),
    /// The man to be reborn.
    pub man: Man,
    /// The man that determines the square: the man to be reborn or its partner.
    pub deciding_man: Man,
    /// The side that determines the square.
    pub side: Side,
    /// The square of the captured man.
    pub at: Square,
    /// Whether the vector of the move is reversed.
    pub backwards: bool,
    /// What happens if the rebirth square is occupied.
    pub on_occupied: OnOccupied,
}

impl<'a, F: GameView> RebirthQuery<'a, F> {
    /// Returns the geometry of the board.
    pub fn geometry(&self) -> &'a Geometry<F::Set> {
        self.game.geometry()
    }

    /// Returns the square of the deciding man in the game array, if it were captured on `at`.
    pub fn game_array_square(&self, at: Square) -> Option<Square> {
        array::square(self.geometry(), self.deciding_man.walk, self.side, at)
    }
}

/// The squares on which a man can be reborn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HomeCandidates<S> {
    /// This square.
    One(Square),
    /// No square: the man has none on this board.
    None,
    /// A square off the board, which counts as an occupied square.
    OffBoard,
    /// One of these squares, which the mover chooses. [`OnOccupied`] applies if there is none, or if the
    /// chosen one is occupied.
    Any(S),
    /// One of these squares, which the mover chooses. The capture is illegal if there is none, or none is
    /// available.
    Must(S),
    /// One of these squares that is a cage for the man, a pawn promoted as given. [`OnOccupied`] applies
    /// if there is none, or to the chosen square. The side is that of the man.
    Cages(Vec<(Square, Option<Walk>)>, Side),
}

impl<S: Squares> HomeCandidates<S> {
    /// Returns the squares among them that are empty in a position.
    pub fn free_squares<F: GameView<Set = S>>(
        self,
        game: &F,
        position: &Position<S, F::State>,
        man: Man,
    ) -> S {
        match self {
            HomeCandidates::One(square) => S::of(square) & !position.occupied(),
            HomeCandidates::None | HomeCandidates::OffBoard => S::EMPTY,
            HomeCandidates::Any(squares) | HomeCandidates::Must(squares) => squares & !position.occupied(),
            HomeCandidates::Cages(cages, side) => {
                let free = cages.into_iter().filter(|&cage| is_cage(game, position, (man, side), cage));
                S::from_squares(free.map(|(square, _)| square))
            }
        }
    }
}

impl<S> From<Option<Square>> for HomeCandidates<S> {
    fn from(square: Option<Square>) -> HomeCandidates<S> {
        square.map_or(HomeCandidates::None, HomeCandidates::One)
    }
}

/// A kind of rebirth square.
pub trait RebirthSquare {
    /// The word of problems for it; `None` if they get it without a word.
    const WORD: Option<HomeWord>;

    /// Whether a pawn promotes that is reborn on its promotion rank. It does if the square is there by
    /// its nature.
    const PROMOTES: bool = true;

    /// Whether the square depends on the capture square even for a capturer that is not reborn, as in
    /// Geneva chess. If not, it depends on the departure square there.
    const BY_CAPTURE_SQUARE: bool = false;

    /// Returns the squares on which the man of a query can be reborn.
    fn candidates<F: GameView>(query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set>;

    /// Returns the reason why a board has no such square, if it has none.
    fn board_conflict(layout: Layout) -> Option<&'static str> {
        let _ = layout;
        None
    }
}

/// A word of problems for a rebirth square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HomeWord {
    /// The word in English, German and French.
    pub names: [&'static str; 3],
    /// Its meaning in one sentence.
    pub meaning: &'static str,
    /// The least demanding purpose for which the square can be used.
    pub purpose: Purpose,
    /// A capture that shows it.
    pub example: Example,
}

/// The function that applies a word to a condition. The walks after the word have no meaning here.
type WithHome = fn(Condition, &[Walk]) -> Condition;

/// The purpose of a rebirth square. Each purpose has more information about the capture than those before
/// it, so that more kinds of squares are possible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purpose {
    /// A man moves as if it were on the square, as in Marscirce: the man and its square are known.
    Origin,
    /// A man captures only if the square is free, as in Geneva chess: the victim is known as well.
    CapturerTest,
    /// A man can be captured only if the square is free, as in Immun chess: the move is known as well.
    VictimTest,
    /// A man is reborn on the square.
    Rebirth,
}

macro_rules! homes {
    ($($name:ident in $file:ident;)*) => {
        $(mod $file;)*

        /// The kinds of rebirth squares, each in the file of its name.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Home {
            $(#[doc = concat!("See `home/", stringify!($file), ".rs`.")] $name,)*
        }

        impl Home {
            /// All kinds.
            pub const ALL: &'static [Home] = &[$(Home::$name),*];

            /// Returns the word of problems for it, and the function that applies it to a condition.
            pub(in crate::rules) fn word(self) -> Option<(HomeWord, WithHome)> {
                match self {
                    $(Home::$name => {
                        let apply: WithHome = |condition, _| condition.with_home(Home::$name);
                        $file::$name::WORD.map(|word| (word, apply))
                    })*
                }
            }

            /// Returns whether a pawn promotes that is reborn there, if it can.
            pub fn promotes(self) -> bool {
                match self {
                    $(Home::$name => $file::$name::PROMOTES,)*
                }
            }

            /// Returns whether the square depends on the capture square in Geneva chess, too.
            pub fn is_by_capture_square(self) -> bool {
                match self {
                    $(Home::$name => $file::$name::BY_CAPTURE_SQUARE,)*
                }
            }

            /// Returns the reason why a board has no such square, if it has none.
            pub fn board_conflict(self, layout: Layout) -> Option<&'static str> {
                match self {
                    $(Home::$name => $file::$name::board_conflict(layout),)*
                }
            }

            /// Returns the squares on which the man of a query can be reborn.
            pub fn candidates<F: GameView>(self, query: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set> {
                match self {
                    $(Home::$name => $file::$name::candidates(query),)*
                }
            }
        }
    };
}

homes! {
    Array in array;
    File in file;
    Rank in rank;
    PointSymmetry in point_symmetry;
    VerticalSymmetry in vertical_symmetry;
    HorizontalSymmetry in horizontal_symmetry;
    Antipodes in antipodes;
    CaptureSquare in capture_square;
    Departure in departure;
    Equipollent in equipollent;
    DiagramSquare in diagram_square;
    Super in super_;
    Cage in cage;
    Make in make;
}
