//! Men that act on their hurdle: a hopper changes the colour of the man over which it hops, or moves it, without a
//! capture, as its own walk (bul) or as that man's own (dob).
//!
//! wKa1 Gd1, the grasshopper a bul, bKh8 Pd4: after 1.Gd1-d5 White moves the pawn as a grasshopper; if it cannot move,
//! Gd5 is illegal.

use crate::board::{Square, Squares};
use crate::position::{Colour, Effect, ManFlags, RuleState, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{MoveContext, side_of};
use crate::rules::rule::{Rule, RuleFlags};

/// What happens to the hurdle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HurdleMen {
    /// It changes sides.
    ChangesSides,
    /// It moves as the man that hops over it.
    MovesAsHopper,
    /// It moves by its own walk.
    MovesByOwnWalk,
}

impl HurdleMen {
    const fn flag(self) -> ManFlags {
        match self {
            HurdleMen::ChangesSides => ManFlags::HURDLE_COLOUR_CHANGING,
            HurdleMen::MovesAsHopper => ManFlags::BUL,
            HurdleMen::MovesByOwnWalk => ManFlags::DOB,
        }
    }

    /// Moves the man on the hurdle to a square that the mover chooses. The move is illegal if there is none.
    fn move_hurdle<F: GameView<State = RuleState>>(
        self,
        ctx: &mut MoveContext<'_, F>,
        from: Square,
    ) -> StageOutcome {
        let Some(man) = ctx.position.man(from) else { return StageOutcome::Forbidden };
        let (walk, side) = match self {
            HurdleMen::MovesAsHopper => (ctx.mover.walk, ctx.by),
            _ if man.colour.is_of(ctx.by) => (man.walk, ctx.by),
            _ => (man.walk, ctx.by.other()),
        };
        let squares = ctx.game.quiet_targets(walk, side, from, ctx.position.occupied());
        let count = squares.count() as usize;
        if count == 0 {
            return StageOutcome::Forbidden;
        }
        let chosen = ctx.choose(count);
        let Some(to) = squares.iter().nth(chosen) else { return StageOutcome::Forbidden };
        let promotion = ctx.choose_promotion_at(man, side_of(man, ctx.by.other()), to);
        ctx.apply(Effect::Transferred { man, from, to, walk: man.walk, promotion, new_colour: None });
        ctx.mark_promoted(promotion, to);
        StageOutcome::Done
    }
}

impl Rule for HurdleMen {
    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, ..RuleFlags::default() }
    }

    fn hide_victim<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if ctx.mover.flags.contains(self.flag()) && ctx.hurdle.is_none() {
            ctx.choose_hurdle();
        }
        StageOutcome::Done
    }

    fn change_side<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let hurdle = ctx.hurdle.filter(|_| ctx.mover.flags.contains(self.flag()));
        let Some(at) = hurdle else { return StageOutcome::Done };
        if *self != HurdleMen::ChangesSides {
            return self.move_hurdle(ctx, at);
        }
        if let Some(man) = ctx.position.man(at)
            && man.walk != Walk::King
            && !man.royal
            && man.colour != Colour::Neutral
        {
            ctx.recolour_other(man, at);
        }
        StageOutcome::Done
    }
}
