//! Breton: with every capture a man like the captured one disappears as well, by the
//! mover's choice if there are several: one of the capturer's side, in Breton Adverse one
//! of the other side. The capturer itself may be it. In Breton Chromatic it changes sides
//! and stays. By Popeye's own reading (PY) that happens after the capturer has promoted,
//! has changed and has been reborn, otherwise before it promotes.

use crate::board::Squares;
use crate::position::{Colour, Effect, RuleState};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Breton in its forms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Breton {
    /// The man is one of the side that has lost one.
    pub adverse: bool,
    /// It changes sides and does not disappear.
    pub chromatic: bool,
    /// It is looked for after the capturer's own changes, and can be neutral.
    pub py: bool,
}

impl Breton {
    fn lose_man<F: GameView<Memory = RuleState>>(self, ctx: &mut MoveContext<'_, F>) {
        let Some(victim) = ctx.victim.filter(|victim| !victim.man.royal) else { return };
        let side = if self.adverse { ctx.by.other() } else { ctx.by };
        let mut like = ctx.position.walk(victim.man.walk) & ctx.position.of(side);
        if !self.py {
            like &= !ctx.position.of(side.other());
        }
        let like: Vec<_> = like.iter().collect();
        // Where there is only one nothing is decided.
        let at = match like[..] {
            [] => return,
            [at] => at,
            _ => like[ctx.choose(like.len())],
        };
        match ctx.position.man(at) {
            Some(man) if self.chromatic && man.colour != Colour::Neutral => {
                let colour = man.colour.opposite();
                ctx.apply(Effect::ColourChanged { man, at, colour, is_mover: false });
            }
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

    fn remove_others<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if !self.py {
            self.lose_man(ctx);
        }
        StageOutcome::Done
    }

    fn change_side<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if self.py {
            self.lose_man(ctx);
        }
        StageOutcome::Done
    }
}
