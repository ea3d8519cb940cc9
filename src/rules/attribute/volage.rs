//! Volage men: a man changes sides when it first moves between squares of different colours. Royal and neutral men do
//! not.

use crate::position::{ManFlags, RuleState};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Volage men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Volage;

impl Rule for Volage {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, ..RuleFlags::default() }
    }

    fn change_side<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if ctx.mover.flags.contains(ManFlags::VOLAGE)
            && let Some((man, at)) = ctx.moved_man()
            && ctx.geometry().layout.is_dark(ctx.mv.from) != ctx.geometry().layout.is_dark(at)
        {
            let before = man.colour;
            ctx.change_mover_side(ctx.by.other());
            if let Some((man, _)) = ctx.moved_man().filter(|(man, _)| man.colour != before) {
                ctx.set_mover_flags(man.flags.without(ManFlags::VOLAGE));
            }
        }
        StageOutcome::Done
    }
}
