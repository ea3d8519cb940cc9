//! Masand: where a man moves and observes the enemy king, the other men that it observes, of either side, change colour.
//! In the generalised form every man of its side that observes the king has this effect, in the order of the squares, and
//! a man changes once. Royal and neutral men do not change (Popeye 4.104). What keeps men from moving or capturing, such
//! as Patrol, does not keep them from observing (`docs/differences.md`, D-044).
//!
//! wKg2 Rd4, bKh7 Sd7 Pa7: Rd4*d7 makes the pawn white, Rd4-h4 changes nothing.

use crate::board::{Square, Squares};
use crate::position::{Colour, Man, RuleState};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// The men that change others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Masand {
    /// The man that moves.
    Mover,
    /// Every man of its side.
    EveryMan,
}

impl Masand {
    /// Returns whether the opponent is in check, by whatever man, and the man on a square observes its king.
    fn checks<F: GameView<State = RuleState>>(ctx: &MoveContext<'_, F>, from: Square) -> bool {
        let kings = ctx.position.royal & ctx.position.of(ctx.by.other());
        let observes = |at| ctx.game.observers(ctx.position, at, ctx.by).contains(from);
        let gives_check = |man| ctx.game.gives_check(ctx.position, man, ctx.by);
        kings.iter().any(observes) && (gives_check(from) || ctx.position.of(ctx.by).iter().any(gives_check))
    }

    /// Changes the men that the man on a square observes, but for those on the squares of `changed`; returns these squares
    /// together with those of the men that have changed. Without effect if it does not check the king.
    fn change_observed<F: GameView<State = RuleState>>(
        ctx: &mut MoveContext<'_, F>,
        from: Square,
        changed: F::Set,
    ) -> F::Set {
        let mut changed = changed;
        if !Masand::checks(ctx, from) {
            return changed;
        }
        for at in (ctx.position.occupied() & !changed).without(from).iter() {
            let can_change = |man: &Man| !man.royal && man.colour != Colour::Neutral;
            let Some(man) = ctx.position.man(at).filter(can_change) else { continue };
            if ctx.game.observers(ctx.position, at, ctx.by).contains(from) {
                changed = changed.with(at);
                ctx.recolour_other(man, at);
            }
        }
        changed
    }
}

impl Rule for Masand {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, final_effects: true, ..RuleFlags::default() }
    }

    fn recolour<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        // A man that changes sides may give check itself, or no longer.
        let squares = match self {
            Masand::Mover => ctx.at.map_or(F::Set::EMPTY, F::Set::of),
            Masand::EveryMan => ctx.position.occupied(),
        };
        let mut changed = F::Set::EMPTY;
        for from in squares.iter() {
            if ctx.position.of(ctx.by).contains(from) {
                changed = Masand::change_observed(ctx, from, changed);
            }
        }
        StageOutcome::Done
    }
}
