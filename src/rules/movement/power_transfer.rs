//! Power transfer: while a man of either side is on the Circe rebirth square of another man, the
//! latter moves as the former. Kings do so only if they are included.

use crate::board::{Geometry, Square, Squares};
use crate::position::{Man, Position, RuleState, Side, Walk};
use crate::rules::fast::circe::{Royals, array};
use crate::rules::game_view::GameView;
use crate::rules::move_context::side_of;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Power transfer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PowerTransfer(pub Royals);

impl PowerTransfer {
    /// Returns the square of the man that lends its walk to another man, the Circe rebirth square of this one; `None` if there is
    /// none.
    fn lender_square<S: Squares>(
        self,
        geometry: &Geometry<S>,
        to_move: Side,
        man: Man,
        at: Square,
    ) -> Option<Square> {
        if man.royal && self.0 == Royals::Exclusive {
            return None;
        }
        array::rebirth_square(geometry, man.walk, side_of(man, to_move.other()), at)
    }
}

impl Rule for PowerTransfer {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { moves_as_others: true, ..RuleFlags::default() }
    }

    fn acts_as<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        position.walk_on(self.lender_square(game.geometry(), position.to_move, man, at)?)
    }

    fn lenders<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<F::Set> {
        let lender = self.lender_square(game.geometry(), position.to_move, man, at);
        Some(lender.map_or(F::Set::EMPTY, F::Set::of))
    }
}
