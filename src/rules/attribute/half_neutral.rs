//! Half-neutral men: one that moves becomes neutral; a neutral one that moves belongs to the side that moves it.

use crate::position::{ManFlags, RuleState};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Half-neutral men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HalfNeutral;

impl Rule for HalfNeutral {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, ..RuleFlags::default() }
    }

    fn change_walk<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if ctx.mover.flags.contains(ManFlags::HALF_NEUTRAL) {
            ctx.change_mover_neutrality(ManFlags::HALF_NEUTRAL);
        }
        StageOutcome::Done
    }
}
