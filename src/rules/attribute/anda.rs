//! Anda men: one that moves and gives check becomes neutral, or belongs to the side that moves it if it is neutral
//! already. Inverse Anda men: the same if one does not give check.

use crate::position::{ManFlags, RuleState};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// The Anda men that change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anda {
    /// Those that give check.
    Checkers,
    /// Those that do not.
    Others,
}

impl Anda {
    const fn flag(self) -> ManFlags {
        match self {
            Anda::Checkers => ManFlags::ANDA,
            Anda::Others => ManFlags::ANDA_INVERSE,
        }
    }
}

impl Rule for Anda {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, final_effects: true, ..RuleFlags::default() }
    }

    fn recolour<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let moved = ctx.moved_man().filter(|(man, _)| man.flags.contains(self.flag()));
        let Some((_, at)) = moved else { return StageOutcome::Done };
        let gives_check = ctx.game.gives_check(ctx.position, at, ctx.by);
        if gives_check == (*self == Anda::Checkers) {
            ctx.change_mover_neutrality(self.flag());
        }
        StageOutcome::Done
    }
}
