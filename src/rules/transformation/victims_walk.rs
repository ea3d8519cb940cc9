//! Protean chess and Frankfurt chess: a capturer takes the walk of the captured man, before it can
//! promote. After the capture of a pawn it is a pawn that moves in the opposite direction in Protean
//! chess, and a pawn of its own side in Frankfurt chess. Kings change too, and stay royal.

use crate::position::{RuleState, Walk};
use crate::rules::fast::circe::Royals;
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// A capturer takes the walk of the captured man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VictimsWalk {
    /// After the capture of a pawn the capturer moves in the captured pawn's direction.
    pub protean: bool,
    /// Whether kings change too.
    pub royals: Royals,
}

impl Rule for VictimsWalk {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { late_promotion: true, ..RuleFlags::default() }
    }

    fn adopt_walk<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some(victim) = ctx.victim else { return StageOutcome::Done };
        if ctx.mover.royal && self.royals == Royals::Exclusive {
            return StageOutcome::Done;
        }
        ctx.retype_mover(match victim.man.walk {
            Walk::Pawn if self.protean => Walk::ReversedPawn,
            Walk::ReversedPawn if self.protean => Walk::Pawn,
            walk => walk,
        });
        StageOutcome::Done
    }
}
