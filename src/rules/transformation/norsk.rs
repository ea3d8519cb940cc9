//! Norsk Sjakk: a man captures only men of its own walk, a king captures none. Every man that moves
//! changes after that, queen and knight into each other, rook and bishop likewise, the castling
//! rook too; kings, pawns and a man that has just promoted do not change. Any attack on a king is a
//! check.

use crate::position::{RuleState, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, CaptureQuery, Rule, RuleFlags};

/// Norsk Sjakk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Norsk;

fn swapped_walk(walk: Walk) -> Walk {
    match walk {
        Walk::Queen => Walk::Knight,
        Walk::Knight => Walk::Queen,
        Walk::Rook => Walk::Bishop,
        Walk::Bishop => Walk::Rook,
        walk => walk,
    }
}

impl Rule for Norsk {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, restricts_captures: true, ..RuleFlags::default() }
    }

    fn walk_after(&self, walk: Walk, _: bool) -> Option<Walk> {
        Some(swapped_walk(walk))
    }

    fn permits_capture<F: GameView<State = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        !query.mover.royal && query.mover.walk == query.victim.man.walk
    }

    fn restricts_royal_captures(&self) -> bool {
        false
    }

    fn change_walk<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if let Some((man, _)) = ctx.moved_man().filter(|(man, _)| man.walk == ctx.mover.walk) {
            ctx.retype_mover(swapped_walk(man.walk));
        }
        if let Some(at) = ctx.castled_rook() {
            ctx.retype(at, swapped_walk(Walk::Rook), true);
        }
        StageOutcome::Done
    }
}
