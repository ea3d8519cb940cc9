//! Alice chess: the men stand on two boards, A and B. A man moves and gives check as if only the men of its board existed,
//! and goes to the same square of the other board, which must be empty; after castling king and rook do. A king must
//! not be in check on the board that it leaves (Popeye 4.104).
//!
//! wKe1 Rd2, bKe8 Sd7: Rd2*d7B, then the rook gives no check along the seventh rank of board A.

use crate::position::RuleState;
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Men stand on two boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alice;

impl Rule for Alice {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { two_boards: true, quiet_effects: true, ..RuleFlags::default() }
    }

    fn change_walk<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        for at in ctx.at.into_iter().chain(ctx.castled_rook()) {
            ctx.change_board(at);
        }
        StageOutcome::Done
    }
}
