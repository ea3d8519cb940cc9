//! Promotions that a side owes when its turn begins: the pawns that were put where they
//! promote. What they become is the first decision of a move.

use std::ops::ControlFlow;

use super::Flow;
use crate::board::{Board, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Effect, EffectObserver, Move, MoveBranch, NoObserver, Walk};
use crate::rules::{Choices, GameRules, StageOutcome};

/// How owed promotions are decided: the first decisions of the branch of a move.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::game) struct PromotionChoice {
    /// The number of these decisions.
    number: u32,
    /// How many of them there are.
    fixed: usize,
    /// How many branches they have.
    branches: u32,
}

impl PromotionChoice {
    /// The move with these decisions before its own; the number of those made in all.
    pub(in crate::game) fn prepend_to(self, mv: Move, fixed: usize) -> Option<(Move, usize)> {
        if self.fixed == 0 {
            return Some((mv, fixed));
        }
        let branch =
            MoveBranch::new(mv.branch.number().checked_mul(self.branches)?.checked_add(self.number)?)?;
        Some((Move { branch, ..mv }, fixed + self.fixed))
    }

    /// Are these the first decisions of a move?
    pub(in crate::game) fn is_prefix_of(self, mv: Move) -> bool {
        self.fixed == 0 || mv.branch.number() % self.branches == self.number
    }
}

impl<B: Board, R: GameRules> Game<B, R> {
    /// The pawns that the side to move has to promote before it moves.
    pub(super) fn pending_promotions(&self, position: &PositionOf<B, R>) -> B::Set {
        if !self.rules.flags().pending_promotions {
            return B::Set::EMPTY;
        }
        let side = position.to_move;
        position.walk(Walk::Pawn) & position.of(side) & self.promotion_rank(Walk::Pawn, side)
    }

    /// Does the side to move owe a promotion?
    pub fn has_pending_promotion(&self, position: &PositionOf<B, R>) -> bool {
        R::GENERAL && !self.pending_promotions(position).is_empty()
    }

    /// Shows the position after each way to promote who is owed, or the position itself if
    /// nobody is.
    pub(in crate::game) fn for_each_promotion_choice(
        &self,
        position: &PositionOf<B, R>,
        visit: &mut dyn FnMut(&PositionOf<B, R>, PromotionChoice) -> Flow,
    ) -> Flow {
        let fixed = self.pending_promotions(position).count();
        if fixed == 0 {
            return visit(position, PromotionChoice::default());
        }
        let Some(weight) = (Walk::PROMOTIONS.len() as u32).checked_pow(fixed) else {
            self.rules.mark_branch_overflow();
            return ControlFlow::Continue(());
        };
        for number in 0..weight {
            let Some(branch) = MoveBranch::new(number) else {
                self.rules.mark_branch_overflow();
                break;
            };
            let mut settled = *position;
            if self.resolve_promotions(&mut settled, &mut Choices::of(branch), &mut NoObserver)
                == StageOutcome::Done
            {
                visit(&settled, PromotionChoice { number, fixed: fixed as usize, branches: weight })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Promotes who is owed, as the mover decides.
    pub(super) fn resolve_promotions(
        &self,
        position: &mut PositionOf<B, R>,
        choices: &mut Choices,
        observer: &mut dyn EffectObserver,
    ) -> StageOutcome {
        for at in self.pending_promotions(position).iter() {
            let walk = Walk::PROMOTIONS[choices.choose(Walk::PROMOTIONS.len())];
            let Some(man) = position.man(at) else { continue };
            observer.on_decision();
            let change = Effect::Promoted { man, at, walk };
            observer.on_effect(change);
            position.apply(change, self.board.geometry());
            let side = position.to_move;
            let enemies = position.royal & position.of(side.other());
            let checks = self.board.attacks(walk, side, at, position.occupied()).intersects(enemies);
            if checks && self.rules.flags().promotions_without_check {
                return StageOutcome::Forbidden;
            }
        }
        StageOutcome::Done
    }
}
