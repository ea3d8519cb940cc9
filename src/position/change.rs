//! Changes that rules make to a position beside the move itself.
//!
//! A rule acts only through [`Position::apply`]: silently in the search, and
//! telling what it does when a solution is told.

use super::{Labels, Man, Position, Walk};
use crate::board::{Geometry, Square, Squares};

/// Something a rule does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A captured man comes back on an empty square, with the rights of a man at home.
    Reborn {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
    },
    /// The man on a square is removed by one that is reborn there.
    Assassinated {
        /// Who.
        man: Man,
        /// Where.
        at: Square,
    },
}

/// One who is told the changes as they are made.
pub trait Teller {
    /// Takes one change.
    fn tell(&mut self, change: Change);
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Teller for Silent {
    #[inline]
    fn tell(&mut self, _: Change) {}
}

impl Teller for Vec<Change> {
    fn tell(&mut self, change: Change) {
        self.push(change);
    }
}

impl<S: Squares, L: Labels> Position<S, L> {
    /// Makes a change and tells it.
    #[inline]
    pub fn apply<T: Teller>(&mut self, change: Change, geometry: &Geometry<S>, teller: &mut T) {
        teller.tell(change);
        match change {
            Change::Reborn { man, at } => {
                self.put_back(man, at);
                if matches!(man.walk, Walk::King | Walk::Rook) {
                    self.grant_castling_at_home(at, geometry);
                }
            }
            Change::Assassinated { man, at } => self.lift(man, at),
        }
    }
}
