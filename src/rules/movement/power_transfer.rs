//! Power transfer: while a man of either side is on the Circe rebirth square of another man, the
//! latter moves as the former. Kings do so only if they are included.

use crate::board::Square;
use crate::position::{Man, Position, RuleState, Walk};
use crate::rules::fast::circe::{Royals, array};
use crate::rules::game_view::GameView;
use crate::rules::move_context::side_of;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Power transfer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PowerTransfer(pub Royals);

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
        if man.royal && self.0 == Royals::Exclusive {
            return None;
        }
        let home =
            array::rebirth_square(game.geometry(), man.walk, side_of(man, position.to_move.other()), at)?;
        position.walk_on(home)
    }
}
