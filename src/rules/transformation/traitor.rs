//! Traitor chess: a black man that ends its move on White's half of the board becomes white; kings do
//! not.

use crate::position::{RuleState, Side};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Traitor chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Traitor;

impl Rule for Traitor {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, ..RuleFlags::default() }
    }

    fn change_side<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let layout = ctx.geometry().layout;
        let beyond = ctx.at.is_some_and(|at| layout.rank(at) < layout.ranks() / 2);
        if beyond && ctx.by == Side::Black {
            ctx.change_mover_side(Side::White);
        }
        StageOutcome::Done
    }
}
