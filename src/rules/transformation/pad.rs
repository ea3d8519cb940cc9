//! PAD: a man that captures for the second time disappears; in strict PAD it may not capture again.
//! Kings may capture repeatedly, unless they are included: then their second capture is illegal.

use crate::position::{ManFlags, RuleState};
use crate::rules::fast::circe::Royals;
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule};

/// PAD and its variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pad {
    /// A second capture is illegal.
    pub strict: bool,
    /// Whether the rule applies to kings.
    pub royals: Royals,
}

impl Rule for Pad {
    fn capture_effect(&self) -> CaptureEffect {
        match (self.strict, self.royals) {
            (false, Royals::Exclusive) => CaptureEffect::NoneForRoyals,
            _ => CaptureEffect::Any,
        }
    }

    fn wear_out<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let royal = ctx.mover.royal;
        if ctx.victim.is_none() || (royal && self.royals == Royals::Exclusive) {
            return StageOutcome::Done;
        }
        if ctx.mover.flags.contains(ManFlags::HAS_CAPTURED) {
            if self.strict || royal {
                return StageOutcome::Forbidden;
            }
            if let Some(at) = ctx.at {
                ctx.remove(at);
            }
        } else if let Some((man, _)) = ctx.moved_man() {
            ctx.set_mover_flags(man.flags.with(ManFlags::HAS_CAPTURED));
        }
        // A man that is reborn may capture again.
        if self.strict
            && let Some(victim) = &mut ctx.victim
        {
            victim.man.flags = victim.man.flags.without(ManFlags::HAS_CAPTURED);
        }
        StageOutcome::Done
    }
}
