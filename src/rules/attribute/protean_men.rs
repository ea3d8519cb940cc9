//! Protean men: a man takes the walk of the man that it captures; after the capture of a pawn it is a pawn that moves in
//! the captured pawn's direction. Royal men do not change.

use crate::position::{ManFlags, RuleState};
use crate::rules::fast::circe::Royals;
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};
use crate::rules::transformation::VictimsWalk;

/// Protean men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProteanMen;

const CHANGE: VictimsWalk = VictimsWalk { protean: true, royals: Royals::Exclusive };

impl Rule for ProteanMen {
    fn capture_effect(&self) -> CaptureEffect {
        CHANGE.capture_effect()
    }

    fn flags(&self) -> RuleFlags {
        CHANGE.flags()
    }

    fn adopt_walk<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        match ctx.mover.flags.contains(ManFlags::PROTEAN) {
            true => CHANGE.adopt_walk(ctx),
            false => StageOutcome::Done,
        }
    }
}
