//! Sentinels: a man other than a pawn leaves a pawn on the square from which it moves, unless pawns of either side promote
//! on that square, it is occupied after the move, or the side of the pawn has eight pawns already. The pawn belongs to the
//! side that moves; in PionAdvers to the other side; in PionNeutre it is neutral if the man that moves is, and any number of
//! such pawns can appear. With ParaSentinelles a side with more pawns than the other, a pawn that is being captured
//! included, gets none (Popeye 4.104).
//!
//! wKg2 Rd4 leaves a pawn on d4 with each of its moves, the king one on g2.

use crate::board::Squares;
use crate::position::{Colour, Effect, Man, MoveKind, RuleState, Side, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// The most pawns of a side that sentinels can reach.
const MOST_PAWNS: u32 = 8;

/// The side of the pawns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SentinelSide {
    /// The side that moves.
    #[default]
    Own,
    /// The other side.
    Other,
    /// No side, if the man that moves is neutral, otherwise the side that moves.
    Neutral,
}

/// Sentinels and its variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sentinels {
    /// The side of the pawns.
    pub side: SentinelSide,
    /// A side with more pawns than the other gets none.
    pub para: bool,
}

impl Sentinels {
    /// Returns the colour of the pawn that a man leaves; `None` if its side can have no further pawn.
    fn colour<F: GameView<State = RuleState>>(self, ctx: &MoveContext<'_, F>) -> Option<Colour> {
        if self.side == SentinelSide::Neutral && ctx.mover.colour == Colour::Neutral {
            return Some(Colour::Neutral);
        }
        let side = if self.side == SentinelSide::Other { ctx.by.other() } else { ctx.by };
        let pawns = |side: Side| (ctx.position.walk(Walk::Pawn) & ctx.position.of(side)).count();
        let captured = ctx.victim.is_some_and(|victim| victim.man.walk == Walk::Pawn);
        let is_ahead = pawns(side) > pawns(side.other()) + u32::from(captured);
        let is_full = pawns(side) >= MOST_PAWNS || pawns(side) + pawns(side.other()) >= 2 * MOST_PAWNS;
        let gets_none = is_full || (self.para && is_ahead);
        (!gets_none).then(|| side.into())
    }
}

impl Rule for Sentinels {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, ..RuleFlags::default() }
    }

    fn add_men<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let at = ctx.departure;
        let is_last = |side| ctx.game.promotion_rank(Walk::Pawn, side).contains(at);
        let leaves_none = matches!(ctx.mv.kind, MoveKind::Entry | MoveKind::Pass) || ctx.mover.walk.is_pawn();
        if leaves_none || ctx.position.occupied().contains(at) || Side::BOTH.into_iter().any(is_last) {
            return StageOutcome::Done;
        }
        if let Some(colour) = self.colour(ctx) {
            ctx.apply(Effect::Added { man: Man::new(colour, Walk::Pawn), at });
        }
        StageOutcome::Done
    }
}
