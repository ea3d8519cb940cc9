//! Einstein chess: a man that captures moves up in the order pawn, knight, bishop, rook,
//! queen, and a man that does not moves down. Reversal Einstein: the reverse. Anti-Einstein: down
//! without a capture, and no change with one. Kings stay kings, and no pawn promotes. A castling
//! rook changes too. From its first rank a pawn can capture, and go one, two or three steps.

use crate::board::{Geometry, Squares};
use crate::position::{RuleState, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::pawn::NormalPawn;
use crate::rules::rebirth::transform::{higher, lower};
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// The direction in which men change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Einstein {
    /// Up by a capture, down by any other move.
    Usual,
    /// Down by a capture, up by any other move.
    Reversal,
    /// Down by a move that captures nothing.
    Anti,
}

impl Einstein {
    /// Returns the walk of a man after its move.
    fn changed(self, walk: Walk, is_capture: bool) -> Walk {
        match (self, is_capture) {
            (Einstein::Usual, true) | (Einstein::Reversal, false) => higher(walk),
            (Einstein::Usual, false) | (Einstein::Reversal, true) | (Einstein::Anti, false) => lower(walk),
            (Einstein::Anti, true) => walk,
        }
    }
}

impl Rule for Einstein {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, no_promotion: true, first_rank_steps: 3, ..RuleFlags::default() }
    }

    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        NormalPawn.adjust_geometry(geometry);
    }

    fn walk_after(&self, walk: Walk, is_capture: bool) -> Option<Walk> {
        Some(self.changed(walk, is_capture))
    }

    fn change_walk<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let is_capture = ctx.victim.is_some();
        if !ctx.mover.royal
            && let Some((man, _)) = ctx.moved_man()
        {
            ctx.retype_mover(self.changed(man.walk, is_capture));
        }
        if let Some(at) = ctx.castled_rook() {
            // Another rule may have changed the rook before.
            let walk = ctx.position.walk_on(at).unwrap_or(Walk::Rook);
            ctx.retype(at, self.changed(walk, is_capture), true);
        }
        StageOutcome::Done
    }
}
