//! AMU (attacked men give mate): mate is given only by a man that exactly one enemy attacked before
//! it moved. A check by any other man is no mate, even if there is no legal reply.
//!
//! wKg6 Ra1, bKh8 Sc2: Ra1-a8 mates, since the knight attacked the rook on a1. Without the
//! knight it does not.

use crate::board::Squares;
use crate::position::{Move, Position, RuleState};
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Only men attacked exactly once give mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Amu;

impl Rule for Amu {
    fn flags(&self) -> RuleFlags {
        RuleFlags { prepares_moves: true, ..RuleFlags::default() }
    }

    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn before_move<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &mut Position<F::Set, RuleState>,
        mv: Move,
    ) {
        let attackers = game.observers(position, mv.from, position.to_move.other());
        position.rule_state.mover_was_attacked_once = attackers.count() == 1;
    }

    fn counts_as_mate(&self, rule_state: &RuleState) -> bool {
        rule_state.mover_was_attacked_once
    }
}
