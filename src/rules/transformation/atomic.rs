//! Atomic chess: a capture is an explosion. The captured man, the capturer (also after a change of
//! its walk), and all men but pawns of any kind on the squares around the one where the capturer arrives
//! disappear. Kings do not capture, so adjacent kings give no check. A side may not explode its own
//! king; a king is in check if the enemy can explode it without exploding the enemy's own king.
//!
//! wKg2 Rd4 Sc5, bKh7 Sd6 Qe7 Pd7: Rd4*d6 leaves wKg2, bKh7 Pd7.

use crate::board::Squares;
use crate::position::RuleState;
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureQuery, Rule, RuleFlags};

/// Atomic chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Atomic;

impl Rule for Atomic {
    fn flags(&self) -> RuleFlags {
        RuleFlags {
            removes_royals_indirectly: true,
            restricts_captures: true,
            capturers_vanish: true,
            ..RuleFlags::default()
        }
    }

    fn permits_capture<F: GameView<State = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        !query.mover.royal
    }

    fn remove_others<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some(centre) = ctx.at.filter(|_| ctx.victim.is_some()) else { return StageOutcome::Done };
        let around = ctx.geometry().king[centre.index()] & ctx.position.occupied();
        for square in around.with(centre).iter() {
            let survives = square != centre && ctx.position.man(square).is_some_and(|man| man.walk.is_pawn());
            if !survives {
                ctx.remove(square);
            }
        }
        StageOutcome::Done
    }
}
