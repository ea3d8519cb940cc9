//! Isardam: a move is illegal after which a man is observed by a man of the other side with the same walk, as in
//! [Madrasi](super::Madrasi). Kings take part only if they are included. A capture of a king that would be illegal gives no
//! check; in type B it does.
//!
//! wKg2 Ra1, bKh7 Rc8: the white rook goes neither to a8 nor to c1.

use crate::position::RuleState;
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rebirth::Royals;
use crate::rules::restriction::madrasi::some_man_is_observed_by_like;
use crate::rules::rule::{Rule, RuleFlags};

/// No man may be observed by one like itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Isardam {
    /// Whether kings may be observed.
    pub royals: Royals,
    /// Whether captures of kings are bound.
    pub binds_royal_captures: bool,
}

impl Rule for Isardam {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, final_effects: true, ..RuleFlags::default() }
    }

    fn judge<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if !self.binds_royal_captures && ctx.victim.is_some_and(|victim| victim.man.royal) {
            return StageOutcome::Done;
        }
        match some_man_is_observed_by_like(ctx.game, ctx.position, self.royals) {
            true => StageOutcome::Forbidden,
            false => StageOutcome::Done,
        }
    }
}
