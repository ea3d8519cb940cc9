//! Crazyhouse: a captured man changes sides and goes to the capturer's bank, a promoted one as a
//! pawn. Instead of moving a side may drop a man of its bank on any empty square, a pawn not on the
//! first or last rank, nor on its promotion rank. A drop may give check or mate, or parry a check. A
//! pawn dropped on its second rank may step twice; a rook dropped on its corner may not castle.
//!
//! wKa1, bKh8 Re1, a knight in White's bank: White can interpose it on b1, c1 and d1, or go to
//! a2 or b2.
//!
//! After the drops of shogi; played on servers since the 1990s.

use crate::position::{ManFlags, Position, RuleState, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Captured men can be dropped by the capturer's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Crazyhouse;

impl Rule for Crazyhouse {
    fn flags(&self) -> RuleFlags {
        RuleFlags { entries: true, marks_promoted: true, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn entries<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        walk: Walk,
    ) -> F::Set {
        let geometry = game.geometry();
        if !walk.is_pawn() {
            return geometry.all;
        }
        let [own, other] = [position.to_move, position.to_move.other()].map(|side| geometry.pawn(side));
        geometry.all & !(own.first_rank | other.first_rank | own.promotion_rank)
    }

    fn rebirth_victim<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some(victim) = ctx.victim.filter(|victim| !victim.man.royal) else { return StageOutcome::Done };
        let promoted = victim.man.flags.contains(ManFlags::FRISCHAUF);
        let walk = if promoted { Walk::Pawn } else { victim.man.walk };
        ctx.position.rule_state.reserve.add(ctx.by, walk);
        StageOutcome::Done
    }
}
