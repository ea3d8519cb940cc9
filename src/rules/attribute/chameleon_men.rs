//! Chameleons: a man that moves takes the next walk of a cycle. A pawn can promote to chameleons with the walks of the
//! cycle.

use crate::position::{ManFlags, RuleState};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rebirth::transform::Cycle;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Chameleons with their cycle of walks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChameleonMen(pub Cycle);

impl ChameleonMen {
    /// Chameleons with the usual cycle.
    pub const USUAL: ChameleonMen = ChameleonMen(Cycle::USUAL);
}

impl Rule for ChameleonMen {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, ..RuleFlags::default() }
    }

    fn adopt_walk<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if ctx.mover.flags.contains(ManFlags::CHAMELEON)
            && let Some((man, _)) = ctx.moved_man()
        {
            ctx.retype_mover(self.0.after(man.walk));
        }
        StageOutcome::Done
    }
}
