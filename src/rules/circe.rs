//! Circe: a captured man is reborn on its home square, if that is empty.
//!
//! Pierre Monréal and Jean-Pierre Boyer, 1967. The relatives of Circe are one rule
//! with parts: each part is a parameter of [`Circe`].

pub mod array;

use super::hooks::{Capture, Outcome, Rules};
use crate::board::{Board, PositionOn};
use crate::position::{Change, Side, Teller};

/// The parameters of the Circe family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circe {
    /// What happens if the rebirth square is occupied.
    pub occupied: Occupied,
    /// Whether royal men are reborn.
    pub royals: Royals,
}

/// What happens if the rebirth square is occupied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occupied {
    /// The captured man disappears.
    Relaxed,
    /// The capture is illegal.
    Strict,
    /// Whoever stands there disappears, and the captured man is reborn.
    Assassin,
}

/// Whether royal men are reborn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Royals {
    /// They are not: an attacked king is in check.
    Exclusive,
    /// They are: a king is in check only if it could not be reborn.
    Inclusive,
}

impl Circe {
    /// Circe without any addition.
    pub const PLAIN: Circe = Circe { occupied: Occupied::Relaxed, royals: Royals::Exclusive };
}

impl Rules for Circe {
    const PLAIN: bool = false;

    #[inline]
    fn attack_is_check(&self) -> bool {
        self.royals == Royals::Exclusive && self.occupied != Occupied::Assassin
    }

    fn vital<B: Board>(&self, _: &B, position: &PositionOn<B>, side: Side) -> B::Set {
        match self.occupied {
            // A man reborn on the king's square removes the king.
            Occupied::Assassin => position.of(side),
            Occupied::Relaxed | Occupied::Strict => position.royal & position.of(side),
        }
    }

    fn resolve<B: Board, T: Teller>(
        &self,
        board: &B,
        position: &mut PositionOn<B>,
        capture: &Capture,
        teller: &mut T,
    ) -> Outcome {
        let man = capture.captured;
        if man.royal && self.royals == Royals::Exclusive {
            return Outcome::Done;
        }
        let Some(home) = array::rebirth_square(board.geometry(), man, capture.by.other(), capture.at) else {
            return Outcome::Done;
        };
        if let Some(occupant) = position.man(home) {
            match self.occupied {
                Occupied::Relaxed => return Outcome::Done,
                Occupied::Strict => return Outcome::Forbidden,
                Occupied::Assassin => {
                    let assassination = Change::Assassinated { man: occupant, at: home };
                    position.apply(assassination, board.geometry(), teller);
                }
            }
        }
        position.apply(Change::Reborn { man, at: home }, board.geometry(), teller);
        Outcome::Done
    }
}
