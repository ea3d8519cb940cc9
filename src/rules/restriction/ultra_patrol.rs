//! Ultra patrol: a man moves, captures and gives check only if a man of its own side observes it.
//!
//! wKe1 Rh1 Ra1 Pc3 Sd5, bKh8 Rd8: the king, observed by the rooks, moves and castles; the pawn,
//! observed by the knight, moves; the knight and the rooks, which no man observes, do not.

use crate::board::Square;
use crate::position::{Position, RuleState};
use crate::rules::game_view::GameView;
use crate::rules::move_context::side_of;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Men move only if they are observed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UltraPatrol;

impl Rule for UltraPatrol {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { restricts_moves: true, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn may_move<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> bool {
        let Some(man) = position.man(from) else { return false };
        let side = side_of(man, position.to_move.other());
        game.is_observed(position, from, side)
    }
}
