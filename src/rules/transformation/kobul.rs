//! Kobul kings: after the loss of a man the king of that side moves like the lost man, after the
//! loss of a pawn as a king again. It takes the attributes of the lost man, too, and loses those that it had (Popeye 4.104).

use crate::board::Squares;
use crate::position::{Effect, Man, RuleState, Side, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{MoveContext, side_of};
use crate::rules::rule::{CaptureEffect, Rule};

/// The side of the king that changes; both sides if `None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kobul(pub Option<Side>);

impl Rule for Kobul {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn affect_others<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some(victim) = ctx.victim else { return StageOutcome::Done };
        let loser = side_of(victim.man, ctx.by);
        if self.0.is_some_and(|side| side != loser) {
            return StageOutcome::Done;
        }
        let walk = if victim.man.walk.is_pawn() { Walk::King } else { victim.man.walk };
        let royals = ctx.position.royal & ctx.position.of(loser);
        for at in royals.iter() {
            let Some(king) = ctx.position.man(at) else { continue };
            let flags = king.flags.without(king.flags.attributes()).with(victim.man.flags.attributes());
            if flags == king.flags {
                ctx.retype(at, walk, false);
            } else {
                ctx.apply(Effect::KingChanged { man: king, at, new: Man { walk, flags, ..king } });
            }
        }
        StageOutcome::Done
    }
}
