//! Disambiguation: men that could make the same move, which the notation must distinguish.

use std::ops::ControlFlow;

use super::general::{QuietMoves, TargetMask};
use super::{Game, PositionOf};
use crate::board::{Board, Squares};
use crate::game::general::legs::for_each_legal_branch;
use crate::game::general::pending_promotion::for_each_promotion_choice;
use crate::game::general::pseudo_legal::{for_each_pseudo_legal_move_general, victims};
use crate::position::{Move, MoveKind};
use crate::rules::{GameRules, RuleSet};

/// Implements [`Game::disambiguation_candidates`].
pub(in crate::game) fn disambiguation_candidates<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    mv: Move,
) -> B::Set {
    let side = position.to_move;
    let mut candidates = B::Set::EMPTY;
    let is_special = matches!(mv.kind, MoveKind::Entry | MoveKind::Exchange);
    if is_special || (position.walk(mv.walk) & position.of(side)).without(mv.from).is_empty() {
        return candidates;
    }
    let is_similar = |other: Move| {
        other.walk == mv.walk
            && other.to == mv.to
            && other.from != mv.from
            && other.promotion == mv.promotion
            && !matches!(other.kind, MoveKind::Castling | MoveKind::Entry | MoveKind::Exchange)
    };
    let Some((game, position)) = game.general(position) else {
        let _ = game.for_each_move(position, |other| {
            if is_similar(other) {
                candidates = candidates.with(other.from);
            }
            ControlFlow::Continue(())
        });
        return candidates;
    };
    // One legal branch of a move is enough.
    let _ = for_each_promotion_choice(game, position, &mut |promoted, choice| {
        if !choice.is_prefix_of(mv) {
            return ControlFlow::Continue(());
        }
        let victims = Some(victims(game, promoted));
        for_each_pseudo_legal_move_general(
            game,
            promoted,
            QuietMoves::All,
            victims,
            &TargetMask::all,
            &mut |other, fixed| {
                if is_similar(other)
                    && !candidates.contains(other.from)
                    && let Some((other, fixed)) = choice.prepend_to(other, fixed)
                    && has_legal_branch(game, position, other, fixed)
                {
                    candidates = candidates.with(other.from);
                }
                ControlFlow::Continue(())
            },
        )
    });
    candidates
}

/// Returns whether a branch of a move is legal.
fn has_legal_branch<B: Board>(
    game: &Game<B, RuleSet>,
    position: &PositionOf<B, RuleSet>,
    mv: Move,
    fixed: usize,
) -> bool {
    for_each_legal_branch(game, position, mv, fixed, &mut |_, _| ControlFlow::Break(())).is_break()
}
