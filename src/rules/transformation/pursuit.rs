//! Chameleon pursuit: a man that moves to the square that the other side has just left changes
//! sides; kings do not.

use crate::position::RuleState;
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Chameleon pursuit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pursuit;

impl Rule for Pursuit {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, remembers_departure: true, ..RuleFlags::default() }
    }

    fn change_side<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if ctx.position.rule_state.last_departure == Some(ctx.mv.to) {
            ctx.change_mover_side(ctx.by.other());
        }
        StageOutcome::Done
    }
}
