//! Circe: a captured man is reborn on its home square, if that is empty.
//!
//! Pierre Monréal and Jean-Pierre Boyer, 1967. The relatives of Circe are parameters of
//! [`Rebirth`]; this is the commonest of them once more, made for speed.

pub mod array;

use super::condition::Condition;
use super::hooks::{Capture, Outcome, Rules};
use super::rebirth::{self, Rebirth, VictimReborn};
use super::traced::TracedRules;
use crate::board::Board;
use crate::position::{Change, Memory, Position, Side, Teller};

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

    /// The condition, if it is Circe with no other parameters than these.
    pub fn of(condition: Condition) -> Option<Circe> {
        let Condition::Circe(VictimReborn(rebirth)) = condition else { return None };
        let occupied = match rebirth.occupied {
            rebirth::Occupied::Relaxed => Occupied::Relaxed,
            rebirth::Occupied::Strict => Occupied::Strict,
            rebirth::Occupied::Assassin => Occupied::Assassin,
            rebirth::Occupied::Volcanic | rebirth::Occupied::Parachute => return None,
        };
        let circe = Circe { occupied, royals: rebirth.royals };
        (circe.rebirth() == rebirth).then_some(circe)
    }

    /// The rule as a condition.
    pub fn condition(self) -> Condition {
        Condition::Circe(VictimReborn(self.rebirth()))
    }

    /// All the parameters of rebirth.
    pub fn rebirth(self) -> Rebirth {
        let occupied = match self.occupied {
            Occupied::Relaxed => rebirth::Occupied::Relaxed,
            Occupied::Strict => rebirth::Occupied::Strict,
            Occupied::Assassin => rebirth::Occupied::Assassin,
        };
        Rebirth { occupied, royals: self.royals, ..Rebirth::CIRCE }
    }
}

impl Rules for Circe {
    const PLAIN: bool = false;
    type Memory = ();

    #[inline]
    fn attack_is_check(&self) -> bool {
        self.royals == Royals::Exclusive && self.occupied != Occupied::Assassin
    }

    fn vital<B: Board>(&self, _: &B, position: &Position<B::Set>, side: Side) -> B::Set {
        match self.occupied {
            // A man reborn on the king's square removes the king.
            Occupied::Assassin => position.of(side),
            Occupied::Relaxed | Occupied::Strict => position.royal & position.of(side),
        }
    }

    fn resolve<B: Board, T: Teller>(
        &self,
        board: &B,
        position: &mut Position<B::Set>,
        capture: &Capture,
        teller: &mut T,
    ) -> Outcome {
        self.resolve_in(board, position, capture, teller)
    }
}

impl TracedRules for Circe {
    fn resolve_in<B: Board, M: Memory, T: Teller>(
        &self,
        board: &B,
        position: &mut Position<B::Set, M>,
        capture: &Capture,
        teller: &mut T,
    ) -> Outcome {
        let man = capture.captured;
        if man.royal && self.royals == Royals::Exclusive {
            return Outcome::Done;
        }
        let Some(home) = array::rebirth_square(board.geometry(), man.walk, capture.by.other(), capture.at)
        else {
            return Outcome::Done;
        };
        if let Some(occupant) = position.man(home) {
            match self.occupied {
                Occupied::Relaxed => return Outcome::Done,
                Occupied::Strict => return Outcome::Forbidden,
                Occupied::Assassin => {
                    let assassination = Change::Assassinated { man: occupant, at: home };
                    teller.tell(assassination);
                    position.apply(assassination, board.geometry());
                }
            }
        }
        let rebirth = Change::Reborn { man, at: home, promotion: None, turned: None };
        teller.tell(rebirth);
        position.apply(rebirth, board.geometry());
        Outcome::Done
    }
}
