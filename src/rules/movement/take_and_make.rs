//! Take&Make: a capturer continues the same move from the square of the capture with a quiet move by
//! the walk of the captured man. If it cannot, the capture is illegal. A pawn promotes only where the
//! move ends, which cannot be its own first rank. Any attack on a king is a check, in the absolute
//! form only if the attacker can go on. The capturer of a king that is reborn goes on.

use crate::board::{Square, Squares};
use crate::position::{RuleState, Side, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{KingRebirth, MoveContext, side_of};
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::predict::CaptureBranches;
use crate::rules::rule::{CaptureEffect, CaptureQuery, Rule, RuleFlags};

/// Take&Make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TakeAndMake {
    /// The capturer of a king must be able to go on, too.
    pub absolute: bool,
}

impl Rule for TakeAndMake {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        // The capturer leaves the square of the capture empty.
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { late_promotion: true, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        if self.absolute { CaptureEffect::Any } else { CaptureEffect::NoneForRoyals }
    }

    fn continue_move<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some(victim) = ctx.victim else { return StageOutcome::Done };
        let may_stop = victim.man.royal && !self.absolute;
        if may_stop && !ctx.game.can_kings_be_reborn() {
            return StageOutcome::Done;
        }
        if may_stop && ctx.king_rebirth == KingRebirth::Forbidden {
            return StageOutcome::Done;
        }
        if may_stop {
            ctx.king_rebirth =
                if ctx.choose(2) == 0 { KingRebirth::Forbidden } else { KingRebirth::Required };
            if ctx.king_rebirth == KingRebirth::Forbidden {
                return StageOutcome::Done;
            }
        }
        let Some((capturer, at)) = ctx.moved_man() else { return StageOutcome::Done };
        let side = side_of(victim.man, ctx.by);
        let occupied = ctx.position.occupied();
        let ends =
            continuation_squares(ctx.game, (capturer.walk, ctx.by), (victim.man.walk, side), at, occupied);
        if ends.is_empty() {
            return StageOutcome::Forbidden;
        }
        let end = ctx.choose(ends.count() as usize);
        if let Some(end) = ends.iter().nth(end) {
            ctx.continue_to(end);
        }
        StageOutcome::Done
    }

    fn capture_branches<F: GameView<State = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        let CaptureQuery { game, position, by, mv, mover, victim, .. } = *query;
        if victim.man.royal {
            return None;
        }
        let occupied = position.occupied().without(mv.from).without(victim.at).with(mv.to);
        let captured = (victim.man.walk, side_of(victim.man, by));
        let ends = continuation_squares(game, (mover.walk, by), captured, mv.to, occupied);
        Some(if ends.is_empty() {
            CaptureBranches::Forbidden
        } else {
            CaptureBranches::CapturerContinues { squares: ends, rebirth: None }
        })
    }
}

/// Returns the squares to which a man of this walk and side can go on after the capture of `captured`
/// on `at`.
fn continuation_squares<F: GameView>(
    game: &F,
    (walk, by): (Walk, Side),
    (captured, side): (Walk, Side),
    at: Square,
    occupied: F::Set,
) -> F::Set {
    let ends = game.quiet_targets(captured, side, at, occupied);
    match walk.is_pawn() {
        true => ends & !game.geometry().pawn(by).first_rank,
        false => ends,
    }
}
