//! Jiggers: a man moves only to squares next to another man.

use crate::board::{Square, Squares};
use crate::position::{ManFlags, RuleState};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{Rule, RuleFlags};

/// Jiggers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Jigger;

impl Rule for Jigger {
    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, final_effects: true, ..RuleFlags::default() }
    }

    fn judge<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let at = ctx.at.filter(|_| ctx.mover.flags.contains(ManFlags::JIGGER));
        let is_alone =
            |at: Square| !ctx.position.occupied().intersects(ctx.geometry().king[at.index()].without(at));
        if at.is_some_and(is_alone) { StageOutcome::Forbidden } else { StageOutcome::Done }
    }
}
