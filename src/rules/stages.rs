//! The stages of one move under a set of rules.

use super::condition::{Condition, dispatch};
use super::game_rules::{GameRules, StageOutcome};
use super::game_view::GameView;
use super::move_context::{MoveContext, side_of, try_stage};
use super::rebirth::VictimReborn;
use super::rule::{Rule, RuleFlags};
use super::rule_set::RuleSet;
use crate::board::{Square, Squares};
use crate::position::{Effect, ManFlags, RuleState, Side};

impl RuleSet {
    /// Applies all effects of a move, capture or not.
    pub fn apply_move_effects<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        if ctx.victim.is_none() && !self.facts().flags.quiet_effects {
            self.promote(ctx);
        } else {
            try_stage!(match self.only_rule() {
                // The stages that the rule does not override cost nothing.
                Some(condition) => dispatch!(condition, rule => self.run_stages(rule, ctx)),
                None => {
                    let together =
                        RulesInForce { rules: self, ply: ctx.position.rule_state.ply, side: ctx.by };
                    self.run_stages(&together, ctx)
                }
            });
        }
        ctx.reveal_hidden_men();
        if self.facts().flags.final_effects {
            try_stage!(self.run_final_stages(ctx));
        }
        let from = ctx.mv.from;
        let rule_state = &mut ctx.position.rule_state;
        rule_state.mover_square = ctx.at;
        if self.facts().flags.remembers_capture_for_ply
            || (self.facts().flags.remembers_last_capture && ctx.victim.is_some())
        {
            rule_state.last_captured = ctx.victim;
            rule_state.last_capture_side = ctx.victim.map(|_| ctx.by);
            rule_state.last_capturer = ctx.victim.and(ctx.at);
        } else if rule_state.last_capturer == Some(from) {
            rule_state.last_capturer = ctx.at;
        }
        if self.facts().flags.remembers_departure {
            rule_state.last_departure = Some(ctx.departure);
        }
        StageOutcome::Done
    }

    /// Runs the stages of `rule` after a move, in the order of [`rule`](super::rule), and the effects
    /// that do not depend on the rule: kamikazes and promotion.
    fn run_stages<F: GameView<State = RuleState>>(
        &self,
        rule: &impl Rule,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let is_kamikaze = ctx.victim.is_some() && ctx.mover.flags.contains(ManFlags::KAMIKAZE);
        try_stage!(rule.hide_victim(ctx));
        try_stage!(rule.continue_move(ctx));
        try_stage!(rule.check_permission(ctx));
        if is_kamikaze
            && !self.flags_for(&ctx.position.rule_state, ctx.by).kamikazes_reborn
            && let Some(at) = ctx.at
        {
            ctx.remove(at);
        }
        try_stage!(rule.adopt_walk(ctx));
        try_stage!(rule.remove_others(ctx));
        self.promote(ctx);
        try_stage!(rule.reveal_hidden(ctx));
        try_stage!(rule.change_walk(ctx));
        try_stage!(rule.affect_others(ctx));
        try_stage!(rule.rebirth_capturer(ctx));
        if is_kamikaze {
            try_stage!(self.finish_kamikaze(ctx));
        }
        try_stage!(rule.change_side(ctx));
        try_stage!(rule.wear_out(ctx));
        try_stage!(rule.rebirth_victim(ctx));
        rule.add_men(ctx)
    }

    /// Runs the stages after the reappearance of hidden men.
    #[inline(never)]
    fn run_final_stages<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let together = RulesInForce { rules: self, ply: ctx.position.rule_state.ply, side: ctx.by };
        try_stage!(together.recolour(ctx));
        together.judge(ctx)
    }

    /// A kamikaze that has captured goes to the square where a captured man of its kind would be reborn,
    /// or disappears.
    #[inline(never)]
    fn finish_kamikaze<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        for rule in self.in_force(ctx.position.rule_state.ply, ctx.by) {
            if let Condition::Circe(VictimReborn(rebirth)) = rule {
                return rebirth.rebirth_kamikaze(ctx);
            }
        }
        StageOutcome::Done
    }

    /// Promotes the pawn that has moved, if it is on a promotion square.
    // Not inlined: the caller is instantiated for every rule.
    #[inline(never)]
    fn promote<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) {
        let flags = self.flags_for(&ctx.position.rule_state, ctx.by);
        let flag = if self.facts().flags.marks_promoted { ManFlags::FRISCHAUF } else { ManFlags::NONE };
        let Some((man, at)) = ctx.moved_man() else { return };
        if flags.imitators
            && ctx.mv.promotion == Some(flags.chess_promotions()[0])
            && self.becomes_imitator(ctx, &flags, at)
        {
            return;
        }
        if let Some(walk) = ctx.mv.promotion {
            ctx.promote_mover(walk, flag, !ctx.is_first_leg);
            ctx.mark_promoted(Some(walk), at);
        } else if flags.late_promotion
            && !self.promotions(&flags, man.walk).is_empty()
            && man.walk.is_pawn()
            && ctx.game.promotion_rank(man.walk, side_of(man, ctx.by.other())).contains(at)
        {
            let walks = self.promotions(&flags, man.walk);
            let walk = walks[ctx.choose(walks.len())];
            ctx.promote_mover(walk, flag, true);
            ctx.mark_promoted(Some(walk), at);
        }
    }

    /// Lets the pawn that has moved become an imitator, if the mover chooses so; returns whether it does. It chooses this
    /// instead of the first promotion.
    #[inline(never)]
    fn becomes_imitator<F: GameView<State = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
        flags: &RuleFlags,
        at: Square,
    ) -> bool {
        let Some(man) = ctx.position.man(at) else { return false };
        if flags.no_imitator_promotion || ctx.choose(2) == 0 {
            return false;
        }
        ctx.apply(Effect::BecameImitator { man, at });
        ctx.at = None;
        ctx.position.rule_state.imitators.add(at)
    }
}

/// The rules in force in one ply. At each stage they act one after the other.
struct RulesInForce<'a> {
    rules: &'a RuleSet,
    ply: u16,
    side: Side,
}

macro_rules! stages {
    ($($stage:ident)*) => {
        impl Rule for RulesInForce<'_> {
            $(fn $stage<F: GameView<State = RuleState>>(
                &self,
                ctx: &mut MoveContext<'_, F>,
            ) -> StageOutcome {
                for rule in self.rules.in_force(self.ply, self.side) {
                    try_stage!(rule.$stage(ctx));
                }
                StageOutcome::Done
            })*
        }
    };
}

stages! {
    hide_victim continue_move check_permission adopt_walk remove_others reveal_hidden change_walk
    affect_others rebirth_capturer change_side wear_out rebirth_victim add_men recolour judge
}
