//! Imitators: each man that moves or captures makes all imitators move by the same vector. They do not pass men or leave the
//! board, and stand on empty squares after the move; where one cannot follow, the man does not go, and gives no check.
//!
//! wKg2 Rd4, bKh7 Sd7, imitator b6: the rook does not capture on d7, since the imitator would leave the board.

use crate::board::{Castling, Squares};
use crate::position::movement::StraightWay;
use crate::position::{Effect, Imitators, MoveKind, RuleState};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Imitators on these squares of the diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Imitator(pub Imitators);

/// Pawns do not become imitators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoImitatorPromotion;

impl Rule for NoImitatorPromotion {
    fn flags(&self) -> RuleFlags {
        RuleFlags { no_imitator_promotion: true, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }
}

impl Rule for Imitator {
    fn flags(&self) -> RuleFlags {
        RuleFlags {
            quiet_effects: true,
            final_effects: true,
            compares_positions: true,
            imitators: true,
            ..RuleFlags::default()
        }
    }

    fn init_state(&self, rule_state: &mut RuleState) {
        rule_state.imitators = self.0;
    }

    fn hide_victim<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let layout = ctx.geometry().layout;
        let castling = castling(ctx);
        let Some(vector) =
            castling.map_or_else(|| vector_of_move(ctx), |castling| vector_of_castling(ctx, castling))
        else {
            return StageOutcome::Forbidden;
        };
        let Some(moved) = ctx.position.rule_state.imitators.moved(layout, vector) else {
            return StageOutcome::Forbidden;
        };
        ctx.position.rule_state.imitators = moved;
        ctx.apply(Effect::ImitatorsMoved { to: moved });
        StageOutcome::Done
    }

    fn judge<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let occupied = ctx.position.occupied();
        let is_occupied = ctx.position.rule_state.imitators.iter().any(|square| occupied.contains(square));
        if is_occupied { StageOutcome::Forbidden } else { StageOutcome::Done }
    }
}

fn castling<'a, F: GameView<State = RuleState>>(ctx: &MoveContext<'a, F>) -> Option<&'a Castling<F::Set>> {
    ctx.geometry().castling(ctx.mv.from, ctx.mv.to).filter(|_| ctx.mv.kind == MoveKind::Castling)
}

/// Returns the vector of a move; `None` if the imitators cannot repeat the move.
fn vector_of_move<F: GameView<State = RuleState>>(ctx: &MoveContext<'_, F>) -> Option<(i8, i8)> {
    let (from, to) = (ctx.mv.from, ctx.mv.to);
    let vector = ctx.geometry().layout.vector(from, to);
    let occupied = ctx.before?.occupied().without(from);
    let way = ctx.mover.walk.straight_way(vector)?;
    let follows = are_all(ctx, way.hurdle().into_iter(), occupied) && are_all(ctx, way.empty(), !occupied);
    follows.then_some(vector)
}

/// Returns the sum of the vectors of king and rook; `None` if the imitators cannot follow first the king, then the rook.
fn vector_of_castling<F: GameView<State = RuleState>>(
    ctx: &MoveContext<'_, F>,
    castling: &Castling<F::Set>,
) -> Option<(i8, i8)> {
    let layout = ctx.geometry().layout;
    let king = layout.vector(castling.king_from, castling.king_to);
    let rook = layout.vector(castling.rook_from, castling.rook_to);
    let occupied = ctx.before?.occupied().without(castling.king_from);
    let with_king = StraightWay::of_queen(king).empty();
    let with_rook = StraightWay::of_queen(rook).empty().map(|step| (king.0 + step.0, king.1 + step.1));
    let follows = are_all(ctx, with_king, !occupied)
        && are_all(ctx, with_rook, !(occupied | F::Set::of(castling.king_to)));
    follows.then_some((king.0 + rook.0, king.1 + rook.1))
}

/// Returns whether the squares at these distances from each imitator are on the board and in `squares`.
fn are_all<F: GameView<State = RuleState>>(
    ctx: &MoveContext<'_, F>,
    mut way: impl Iterator<Item = (i8, i8)>,
    squares: F::Set,
) -> bool {
    let layout = ctx.geometry().layout;
    let is_one = |at, step| layout.offset(at, step).is_some_and(|square| squares.contains(square));
    way.all(|step| ctx.position.rule_state.imitators.iter().all(|at| is_one(at, step)))
}
