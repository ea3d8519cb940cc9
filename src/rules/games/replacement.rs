//! Replacement chess: the capturer puts the captured man, unchanged, on a square that is empty after
//! the capture; a bishop stays on its colour, a pawn off the first and last ranks. If there is no
//! such square the capture is illegal.
//!
//! wKg1 Rd4, bKh8 Sd6: Rd4*d6 has 58 placements, and is not possible without one.
//!
//! Putback chess: every empty square is allowed. A pawn may step one, two or three squares from its
//! first rank, and be captured en passant on every square that it has passed. A pawn put on its
//! promotion rank is promoted by its owner at the beginning of the owner's next move: until then any
//! man that it can become counts as giving check.
//!
//! wKg3 Rd4, bKh8 Pd6: after Rd4*d6 the pawn can be put on a1, but not on e1, where it could become a
//! bishop that checks.

use crate::board::{Geometry, Squares};
use crate::position::{Effect, Man, ManFlags, MoveKind, RuleState, Walk};
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::{MoveContext, side_of};
use crate::rules::pawn::NormalPawn;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Options of putting captured men back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PutBackOptions {
    /// A promoted man is a pawn again.
    pub demotes_promoted: bool,
    /// A king or rook put on its home square may castle.
    pub restores_castling: bool,
}

/// The capturer puts the captured man on a square of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Replacement(pub PutBackOptions);

/// The capturer puts the captured man on any square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Putback {
    /// The options of putting men back.
    pub options: PutBackOptions,
    /// A pawn that has stepped from its first rank to its second may still step twice.
    pub keeps_double_step: bool,
    /// The owner of a pawn on its promotion rank may not promote it to a man that gives check. Without
    /// this option the pawn may not be put where it could.
    pub quiet_promotions: bool,
}

impl PutBackOptions {
    fn needs(self) -> RuleFlags {
        RuleFlags { marks_promoted: self.demotes_promoted, ..RuleFlags::default() }
    }

    /// Puts the captured man on one of the empty squares among `allowed`.
    fn put_back<F: GameView<State = RuleState>>(
        self,
        ctx: &mut MoveContext<'_, F>,
        allowed: impl Fn(Man, &Geometry<F::Set>, F::Set) -> F::Set,
    ) -> StageOutcome {
        let Some(victim) = ctx.victim.filter(|victim| !victim.man.royal) else { return StageOutcome::Done };
        let marks = victim.man.flags;
        let walk = if self.demotes_promoted && marks.contains(ManFlags::FRISCHAUF) {
            Walk::Pawn
        } else {
            victim.man.walk
        };
        let fresh = ManFlags::NO_DOUBLE_STEP.with(if self.demotes_promoted {
            ManFlags::FRISCHAUF
        } else {
            ManFlags::NONE
        });
        let man = Man { walk, flags: marks.without(fresh), ..victim.man };
        let geometry = ctx.geometry();
        let empty = geometry.all & !ctx.position.occupied();
        let like_victim = match geometry.dark.contains(victim.at) {
            true => geometry.dark,
            false => !geometry.dark,
        };
        let squares = empty & allowed(man, geometry, like_victim);
        if squares.is_empty() {
            return StageOutcome::Forbidden;
        }
        let chosen = ctx.choose(squares.count() as usize);
        if let Some(at) = squares.iter().nth(chosen) {
            ctx.apply(Effect::Placed { man, at, may_castle: self.restores_castling });
        }
        StageOutcome::Done
    }
}

impl Rule for Replacement {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::NoneForRoyals
    }

    fn flags(&self) -> RuleFlags {
        self.0.needs()
    }

    fn rebirth_victim<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        self.0.put_back(ctx, |man, geometry, like_victim| match man.walk {
            Walk::Bishop => like_victim,
            walk if walk.is_pawn() => {
                let [white, black] = &geometry.pawn;
                !(white.first_rank | black.first_rank)
            }
            _ => geometry.all,
        })
    }
}

impl Rule for Putback {
    fn flags(&self) -> RuleFlags {
        RuleFlags {
            quiet_effects: !self.keeps_double_step,
            first_rank_steps: 3,
            pending_promotions: true,
            promotions_without_check: self.quiet_promotions,
            ..self.options.needs()
        }
    }

    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        NormalPawn.adjust_geometry(geometry);
    }

    fn wear_out<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let Some((man, to)) = ctx.moved_man().filter(|_| !self.keeps_double_step) else {
            return StageOutcome::Done;
        };
        let paths = ctx.geometry().pawn(side_of(man, ctx.by.other()));
        let has_walked = man.walk == Walk::Pawn
            && ctx.mv.kind == MoveKind::Quiet
            && paths.first_rank.contains(ctx.mv.from)
            && paths.double_rank.contains(to);
        let marks = if has_walked {
            man.flags.with(ManFlags::NO_DOUBLE_STEP)
        } else {
            man.flags.without(ManFlags::NO_DOUBLE_STEP)
        };
        ctx.set_mover_flags(marks);
        StageOutcome::Done
    }

    fn rebirth_victim<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        self.options.put_back(ctx, |_, geometry, _| geometry.all)
    }
}
