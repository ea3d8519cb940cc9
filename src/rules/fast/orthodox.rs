//! Orthodox chess: a captured man is gone.

use super::traced::TracedRules;
use crate::board::Board;
use crate::position::{Memory, Move, Position, Teller};
use crate::rules::game_rules::{Capture, Outcome, Rules};
use crate::rules::ply_bounds::Tally;
use crate::rules::predict::Fate;
use crate::rules::rebirth::Reborn;

/// No rule beside those of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Orthodox;

impl Rules for Orthodox {
    const PLAIN: bool = true;
    type Memory = ();

    #[inline]
    fn attack_is_check(&self) -> bool {
        true
    }

    fn tally(&self) -> Option<Tally> {
        Some(Tally::FORBIDS)
    }

    fn reborn(&self) -> Option<Reborn> {
        Some(Reborn::Nobody)
    }

    #[inline]
    fn fate<B: Board>(&self, board: &B, position: &Position<B::Set>, capture: Move) -> Option<Fate> {
        self.fate_in(board, position, capture)
    }

    #[inline]
    fn resolve<B: Board, T: Teller>(
        &self,
        _: &B,
        _: &mut Position<B::Set>,
        _: &Capture,
        _: &mut T,
    ) -> Outcome {
        Outcome::Done
    }
}

impl TracedRules for Orthodox {
    #[inline]
    fn resolve_in<B: Board, M: Memory, T: Teller>(
        &self,
        _: &B,
        _: &mut Position<B::Set, M>,
        _: &Capture,
        _: &mut T,
    ) -> Outcome {
        Outcome::Done
    }

    #[inline]
    fn fate_in<B: Board, M: Memory>(&self, _: &B, _: &Position<B::Set, M>, capture: Move) -> Option<Fate> {
        Some(Fate::Stand { capturer: capture.to, reborn: None })
    }
}
