//! Danger Circe: a man that is observed by an enemy may go to its home square in the game array, if that is empty
//! or occupied by an enemy, which is captured. Such a capture of a king is a check. It is no rebirth
//! and restores no castling right.
//!
//! wKg2 Rd4, bKh7 Sd6 Bg7: the bishop attacks the rook, so Rd4-a1 is legal.

use crate::board::{Geometry, Square, Squares};
use crate::position::{Position, RuleState, Side, Walk};
use crate::rules::fast::circe::array::rebirth_square;
use crate::rules::game_view::GameView;
use crate::rules::move_context::side_of;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Attacked men may go to their home squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Danger;

impl Rule for Danger {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { extra_reach: true, ..RuleFlags::default() }
    }

    fn extra_reach<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
        geometry.homes[side.index()][walk.home_index()]
    }

    fn extra_targets<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        targets: F::Set,
    ) -> F::Set {
        let Some(man) = position.man(from) else { return F::Set::EMPTY };
        let side = side_of(man, position.to_move.other());
        match rebirth_square(game.geometry(), man.walk, side, from) {
            Some(home) if targets.contains(home) && game.is_observed(position, from, side.other()) => {
                F::Set::of(home)
            }
            _ => F::Set::EMPTY,
        }
    }
}
