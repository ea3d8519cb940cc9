//! Rebirth squares that permit or forbid a capture: Immun chess and Geneva chess.
//!
//! Immun chess: a man can be captured only if its rebirth square is empty after the capture; no man is
//! reborn. With wKg2 Rd4 against bKh7 Sd6 Bb8, Rd4*d6 is illegal: the rebirth square b8 of the knight is
//! occupied.
//!
//! Geneva chess: a man captures only if its own rebirth square is empty and is not its departure square, which is the
//! virtual one where it moves from another square than its own.
//! Of several squares the one with the colour of the departure square counts, and a pawn that promotes
//! has the rebirth square of a pawn. The arrival square is occupied by the capturer itself. With wKg2 Rd4
//! Sa1 against bKh7 Sd6, Rd4*d6 is illegal.
//!
//! Kings are exempt in both unless they are included. An attacked king is in check only if the capture
//! would be legal.

use super::{Rebirth, Royals};
use crate::position::RuleState;
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// A man can be captured only if its rebirth square is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Immun(pub Rebirth);

/// A man captures only if its rebirth square is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Geneva(pub Rebirth);

impl Rule for Immun {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn capture_effect(&self) -> CaptureEffect {
        match self.0.royals {
            Royals::Exclusive => CaptureEffect::NoneForRoyals,
            _ => CaptureEffect::Any,
        }
    }

    fn flags(&self) -> RuleFlags {
        self.0.flags()
    }

    fn check_permission<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if self.0.is_victim_home_blocked(ctx) { StageOutcome::Forbidden } else { StageOutcome::Done }
    }
}

impl Rule for Geneva {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        self.0.flags()
    }

    fn check_permission<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        if self.0.is_capturer_home_blocked(ctx) { StageOutcome::Forbidden } else { StageOutcome::Done }
    }
}
