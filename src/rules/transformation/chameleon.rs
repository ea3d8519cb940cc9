//! Chameleon chess: an officer that moves takes the next walk of a cycle, by default Q S B R Q. A
//! castling rook and a pawn that promotes do not change.

use crate::position::{RuleState, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rebirth::transform::Cycle;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Chameleon chess with its cycle of walks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chameleon(pub Cycle);

impl Rule for Chameleon {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, ..RuleFlags::default() }
    }

    fn walk_after(&self, walk: Walk, _: bool) -> Option<Walk> {
        Some(self.0.after(walk))
    }

    fn adopt_walk<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if let Some((man, _)) = ctx.moved_man().filter(|(man, _)| man.walk != Walk::King) {
            ctx.retype_mover(self.0.after(man.walk));
        }
        StageOutcome::Done
    }
}
