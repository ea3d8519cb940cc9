//! Andernach chess: a man that captures changes sides. Anti-Andernach: a man that does not
//! capture changes sides. Kings never change sides.

use crate::position::{MoveKind, RuleState};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::ply_bounds::{Displacement, PlyBounds};
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// The men that change sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Andernach {
    /// Men that capture.
    Capturers,
    /// Men that do not capture.
    NonCapturers,
}

impl Rule for Andernach {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        // The man that moves changes sides where it arrives.
        Some(PlyBounds { conserves_men: false, displacement: Displacement::Any, ..PlyBounds::RESTRICTION })
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: *self == Andernach::NonCapturers, ..RuleFlags::default() }
    }

    fn change_side<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let changes_side = match self {
            Andernach::Capturers => ctx.victim.is_some(),
            Andernach::NonCapturers => ctx.victim.is_none() && ctx.mv.kind != MoveKind::Castling,
        };
        if changes_side {
            ctx.change_mover_side(ctx.by.other());
        }
        StageOutcome::Done
    }
}
