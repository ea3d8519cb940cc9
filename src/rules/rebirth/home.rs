//! Rebirth squares: where a man is reborn.
//!
//! A new one is a file in this folder with a [`RebirthSquare`], and a line in the list
//! below: see `docs/adding-a-rule.md`.

use super::OnOccupied;
use crate::board::{Geometry, Layout, Square, Squares};
use crate::position::{Man, Position, Side, Walk};
use crate::rules::condition::Condition;
use crate::rules::example::Example;
use crate::rules::game_view::GameView;
pub use cage::is_cage;

/// What a rebirth square can hang on.
pub struct RebirthQuery<'a, F: GameView> {
    /// The game.
    pub game: &'a F,
    /// The position: in a move, after its man has moved.
    pub position: &'a Position<F::Set, F::Memory>,
    /// The square that the man of the move left.
    pub departure: Square,
    /// How far it went, to the right and up.
    pub vector: (i8, i8),
    /// Who is reborn.
    pub man: Man,
    /// Which man decides: the man itself or its partner.
    pub deciding_man: Man,
    /// Whose side decides.
    pub side: Side,
    /// Where the captured man stood.
    pub at: Square,
    /// Does the way of the move count backwards?
    pub backwards: bool,
    /// What happens if the square is occupied.
    pub on_occupied: OnOccupied,
}

impl<'a, F: GameView> RebirthQuery<'a, F> {
    /// The board.
    pub fn geometry(&self) -> &'a Geometry<F::Set> {
        self.game.geometry()
    }

    /// The home in the game array of the deciding kind of man, if it were captured there.
    pub fn game_array_square(&self, at: Square) -> Option<Square> {
        array::square(self.geometry(), self.deciding_man.walk, self.side, at)
    }
}

/// Where a man can be reborn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HomeCandidates<S> {
    /// On this square.
    One(Square),
    /// On none: it has no home on this board.
    None,
    /// Off the board, which is as good as an occupied square.
    OffBoard,
    /// On one of these; the mover decides. If there is none, or if the one that is chosen is
    /// occupied, the rule for occupied squares holds.
    Any(S),
    /// On one of these; if there is none, or none that has room, the capture is illegal.
    Must(S),
    /// On one of these, a pawn promoted as it says, that is a cage. If there is none, or
    /// for the square that is chosen, the rule for occupied squares holds.
    Cages(Vec<(Square, Option<Walk>)>, Side),
}

impl<S: Squares> HomeCandidates<S> {
    /// Those of them that are empty in a position, for a man.
    pub fn free_squares<F: GameView<Set = S>>(
        self,
        game: &F,
        position: &Position<S, F::Memory>,
        man: Man,
    ) -> S {
        match self {
            HomeCandidates::One(square) => S::of(square) & !position.occupied(),
            HomeCandidates::None | HomeCandidates::OffBoard => S::EMPTY,
            HomeCandidates::Any(squares) | HomeCandidates::Must(squares) => squares & !position.occupied(),
            HomeCandidates::Cages(cages, side) => {
                let open = cages.into_iter().filter(|&cage| is_cage(game, position, (man, side), cage));
                S::from_squares(open.map(|(square, _)| square))
            }
        }
    }
}

impl<S> From<Option<Square>> for HomeCandidates<S> {
    fn from(square: Option<Square>) -> HomeCandidates<S> {
        square.map_or(HomeCandidates::None, HomeCandidates::One)
    }
}

/// A rebirth square.
pub trait RebirthSquare {
    /// How problems ask for it; none if they need no word, since they get it without one.
    const WORD: Option<HomeWord>;

    /// Does a pawn promote that is reborn on its promotion rank? So where rebirth can lead
    /// there by its nature.
    const PROMOTES: bool = true;

    /// Does it lie by the square of the capture, also for a capturer that is not reborn, as in
    /// Geneva chess? If not, there it lies by the square that the capturer left.
    const BY_CAPTURE_SQUARE: bool = false;

    /// Where the man of a birth can be reborn.
    fn candidates<F: GameView>(birth: &RebirthQuery<'_, F>) -> HomeCandidates<F::Set>;

    /// Why there is no such square on a board, if there is none.
    fn board_conflict(layout: Layout) -> Option<&'static str> {
        let _ = layout;
        None
    }
}

/// A word by which problems ask for a rebirth square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HomeWord {
    /// In English, German and French.
    pub names: [&'static str; 3],
    /// What it means, in one sentence.
    pub meaning: &'static str,
    /// The least that the square can be wanted for.
    pub purpose: Purpose,
    /// A capture that shows it.
    pub example: Example,
}

/// What a condition becomes by a word; the walks behind the word mean nothing here.
type WithHome = fn(Condition, &[Walk]) -> Condition;

/// What a rebirth square can be wanted for. Each purpose knows more of the capture than
/// those before it, so that more can be said of the square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purpose {
    /// A man moves as if it stood there, as in Marscirce: the man is known, and where it
    /// stands.
    Origin,
    /// A man captures only if the square is free, as in Geneva chess: its victim is known
    /// too.
    CapturerTest,
    /// A man can be captured only if the square is free, as in Immun chess: the move is
    /// known too.
    VictimTest,
    /// A man is reborn there.
    Rebirth,
}

macro_rules! homes {
    ($($name:ident in $file:ident;)*) => {
        $(mod $file;)*

        /// The rules that give a rebirth square, each in the file of its name.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Home {
            $(#[doc = concat!("See `home/", stringify!($file), ".rs`.")] $name,)*
        }

        impl Home {
            /// Every one.
            pub const ALL: &'static [Home] = &[$(Home::$name),*];

            /// How problems ask for it, and the condition with it.
            pub(in crate::rules) fn word(self) -> Option<(HomeWord, WithHome)> {
                match self {
                    $(Home::$name => {
                        let asking: WithHome = |condition, _| condition.with_home(Home::$name);
                        $file::$name::WORD.map(|word| (word, asking))
                    })*
                }
            }

            /// Does a pawn promote that is reborn there, if it can?
            pub fn promotes(self) -> bool {
                match self {
                    $(Home::$name => $file::$name::PROMOTES,)*
                }
            }

            /// Does it lie by the square of the capture in Geneva chess, too?
            pub fn is_by_capture_square(self) -> bool {
                match self {
                    $(Home::$name => $file::$name::BY_CAPTURE_SQUARE,)*
                }
            }

            /// Why there is no such square on a board, if there is none.
            pub fn board_conflict(self, layout: Layout) -> Option<&'static str> {
                match self {
                    $(Home::$name => $file::$name::board_conflict(layout),)*
                }
            }

            /// Where the man of a query can be reborn.
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
    Symmetry in symmetry;
    VerticalSymmetry in vertical_symmetry;
    HorizontalSymmetry in horizontal_symmetry;
    Antipodes in antipodes;
    CaptureSquare in capture_square;
    Departure in departure;
    Equipollent in equipollent;
    Diagram in diagram;
    Super in super_;
    Cage in cage;
    Make in make;
}
