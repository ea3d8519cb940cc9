//! Radial knights: a man that leaps to an enemy man, the hurdle, and from it as far in any direction, whatever is between.
//!
//! wKa1 RKc5 Pd3, bKb6 Pd4: the radial knight leaps over Pd4, two files and one rank away, to b5, f5, c2, e2, c6, e6, f3
//! and b3, the squares at this distance from d4. Pd3, of its own side, is no hurdle.

use crate::board::{Geometry, Square, Squares};
use crate::position::{Position, RuleState, Side, Walk};
use crate::rules::game_view::GameView;
use crate::rules::move_context::side_of;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// The leaps of radial knights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RadialLeaps;

impl Rule for RadialLeaps {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { extra_reach: true, ..RuleFlags::default() }
    }

    fn extra_reach<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, _: Side) -> S {
        if walk == Walk::RadialKnight { S::from_squares(geometry.layout.squares()) } else { S::EMPTY }
    }

    fn extra_targets<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        asked: F::Set,
    ) -> F::Set {
        let Some(man) = position.man(from).filter(|man| man.walk == Walk::RadialKnight) else {
            return F::Set::EMPTY;
        };
        let enemies = position.of(side_of(man, position.to_move.other()).other());
        asked & game.geometry().movements.radial_leaps(man.walk, from, enemies)
    }
}
