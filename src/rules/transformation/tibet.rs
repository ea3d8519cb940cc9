//! Tibet chess: a black man that captures a man of another walk becomes white; its walk after a
//! promotion counts. Double Tibet: men of both sides change sides.

use crate::position::{RuleState, Side};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule};

/// The men that change sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tibet {
    /// Black men.
    Black,
    /// Men of both sides.
    Both,
}

impl Rule for Tibet {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn change_side<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some(victim) = ctx.victim else { return StageOutcome::Done };
        let applies = *self == Tibet::Both || ctx.by == Side::Black;
        if applies && ctx.moved_man().is_some_and(|(man, _)| man.walk != victim.man.walk) {
            ctx.change_mover_side(ctx.by.other());
        }
        StageOutcome::Done
    }
}
