//! Breton: with every capture another man of the captured man's walk disappears as well, by the
//! mover's choice if there are several: a man of the capturer's side, possibly the capturer itself;
//! in Breton Adverse a man of the other side. In Breton Chromatic it changes sides and stays. In
//! Popeye's variant (PY) that happens after the capturer has promoted, has changed and has been
//! reborn, otherwise before it promotes.

use crate::board::Squares;
use crate::position::{Colour, RuleState};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Breton and its variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Breton {
    /// The man belongs to the side of the captured man.
    pub adverse: bool,
    /// The man changes sides and does not disappear.
    pub chromatic: bool,
    /// The man is chosen after the capturer's own changes, and can be neutral.
    pub py: bool,
}

impl Breton {
    fn lose_man<F: GameView<State = RuleState>>(self, ctx: &mut MoveContext<'_, F>) {
        let Some(victim) = ctx.victim.filter(|victim| !victim.man.royal) else { return };
        let side = if self.adverse { ctx.by.other() } else { ctx.by };
        let mut candidates = ctx.position.walk(victim.man.walk) & ctx.position.of(side);
        if !self.py {
            candidates &= !ctx.position.of(side.other());
        }
        let candidates: Vec<_> = candidates.iter().collect();
        // A single candidate is no choice.
        let at = match candidates[..] {
            [] => return,
            [at] => at,
            _ => candidates[ctx.choose(candidates.len())],
        };
        match ctx.position.man(at) {
            Some(man) if self.chromatic && man.colour != Colour::Neutral => ctx.recolour_other(man, at),
            _ => ctx.remove(at),
        }
    }
}

impl Rule for Breton {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { late_promotion: !self.py, removes_same_walk: true, ..RuleFlags::default() }
    }

    fn remove_others<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if !self.py {
            self.lose_man(ctx);
        }
        StageOutcome::Done
    }

    fn change_side<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if self.py {
            self.lose_man(ctx);
        }
        StageOutcome::Done
    }
}
