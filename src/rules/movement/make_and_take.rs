//! Make&Take: a capturer first makes a quiet move with the walk of the man that it captures, and
//! captures from there with its own walk, all in one move. There are no other captures. To capture a
//! king it can also castle first: from the king's home, if the rook has the right to castle, over
//! empty squares.

use crate::board::{Square, Squares};
use crate::position::{Man, Position, RuleState, Walk};
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Make&Take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MakeAndTake;

impl Rule for MakeAndTake {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::FAIRY_MOVES)
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { victim_dependent_origins: true, ..RuleFlags::default() }
    }

    fn capture_origins<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        _: Man,
        at: Square,
        victim: Walk,
    ) -> Option<F::Set> {
        let victims = position.to_move.other();
        let others = position.occupied().without(at);
        let mut origins = game.quiet_targets_as_enemy(position, victim, at);
        if victim == Walk::King {
            let castlings = game.geometry().castlings.iter();
            let castlings = castlings.filter(|castling| castling.side == victims && castling.king_from == at);
            for castling in castlings.filter(|castling| position.castling.contains(castling.rook_from)) {
                if !others.intersects(castling.empty) {
                    origins |= F::Set::of(castling.king_to);
                }
            }
        }
        Some(origins)
    }
}
