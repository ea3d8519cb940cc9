//! Pending promotions: pawns that have been placed on a promotion square are promoted when the turn of their side
//! begins. Their promotions are the first choices of a move.

use std::ops::ControlFlow;

use super::Flow;
use crate::board::{Board, Squares};
use crate::game::general::pawns::promotion_rank;
use crate::game::{Game, PositionOf};
use crate::position::{Effect, EffectObserver, Move, MoveBranch, NoObserver, Walk};
use crate::rules::{Choices, GameRules, RuleSet, StageOutcome};

/// The choices of the pending promotions: the first choices of the branch of a move.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::game) struct PromotionChoice {
    /// The branch number of these choices.
    number: u32,
    /// The number of these choices.
    fixed: usize,
    /// The number of branches of these choices.
    branches: u32,
}

impl PromotionChoice {
    /// Returns the move with these choices before its own, and the number of its fixed choices; `None` if the branch
    /// number is too large.
    pub(in crate::game) fn prepend_to(self, mv: Move, fixed: usize) -> Option<(Move, usize)> {
        if self.fixed == 0 {
            return Some((mv, fixed));
        }
        let branch =
            MoveBranch::new(mv.branch.number().checked_mul(self.branches)?.checked_add(self.number)?)?;
        Some((Move { branch, ..mv }, fixed + self.fixed))
    }

    /// Returns whether these are the first choices of a move.
    pub(in crate::game) fn is_prefix_of(self, mv: Move) -> bool {
        self.fixed == 0 || mv.branch.number() % self.branches == self.number
    }
}

/// Returns the pawns that the side to move has to promote before it moves.
pub(super) fn pending_promotions<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
) -> B::Set {
    if !game.rules.flags().pending_promotions {
        return B::Set::EMPTY;
    }
    let side = position.to_move;
    position.walk(Walk::Pawn) & position.of(side) & promotion_rank(game, Walk::Pawn, side)
}

/// Implements [`Game::has_pending_promotion`].
pub(in crate::game) fn has_pending_promotion<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
) -> bool {
    game.general(position).is_some_and(|(game, position)| !pending_promotions(game, position).is_empty())
}

/// Visits the position after each choice of the pending promotions, or the position itself if there are none, until
/// the visitor breaks.
pub(in crate::game) fn for_each_promotion_choice<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    visit: &mut dyn FnMut(&PositionOf<B, RuleSet>, PromotionChoice) -> Flow,
) -> Flow {
    let fixed = pending_promotions(game, position).count();
    if fixed == 0 {
        return visit(position, PromotionChoice::default());
    }
    let Some(branches) = (Walk::PROMOTIONS.len() as u32).checked_pow(fixed) else {
        game.rules.mark_branch_overflow();
        return ControlFlow::Continue(());
    };
    for number in 0..branches {
        let Some(branch) = MoveBranch::new(number) else {
            game.rules.mark_branch_overflow();
            break;
        };
        let mut promoted = *position;
        if resolve_promotions(game, &mut promoted, &mut Choices::of(branch), &mut NoObserver)
            == StageOutcome::Done
        {
            visit(&promoted, PromotionChoice { number, fixed: fixed as usize, branches })?;
        }
    }
    ControlFlow::Continue(())
}

/// Makes the pending promotions that the mover chooses.
#[inline]
pub(super) fn resolve_promotions<B: Board>(
    game: &Game<B, RuleSet>,
    position: &mut PositionOf<B, RuleSet>,
    choices: &mut Choices,
    observer: &mut dyn EffectObserver,
) -> StageOutcome {
    for at in pending_promotions(game, position).iter() {
        let walk = Walk::PROMOTIONS[choices.choose(Walk::PROMOTIONS.len())];
        let Some(man) = position.man(at) else { continue };
        observer.on_decision();
        let effect = Effect::Promoted { man, at, walk };
        observer.on_effect(effect);
        position.apply(effect, game.board.geometry());
        let side = position.to_move;
        let enemies = position.royal & position.of(side.other());
        let gives_check = game.board.attacks_by_any(walk, side, at, position.occupied()).intersects(enemies);
        if gives_check && game.rules.flags().promotions_without_check {
            return StageOutcome::Forbidden;
        }
    }
    StageOutcome::Done
}
