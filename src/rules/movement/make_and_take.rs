//! Make&Take: a man that captures first goes, without capturing, as the man could go that
//! it captures, and captures from there in its own way; all by one move. There are no
//! other captures. To capture a king is to castle first, too: from the king's home, if its
//! rook has the right, over free squares.

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

    fn capture_origins<F: GameView<Memory = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        _: Man,
        at: Square,
        victim: Walk,
    ) -> Option<F::Set> {
        let victims = position.to_move.other();
        let others = position.occupied().without(at);
        let mut vantages = game.quiet_targets(victim, victims, at, others);
        if victim == Walk::King {
            let ways = game.geometry().castlings.iter();
            let ways = ways.filter(|way| way.side == victims && way.king_from == at);
            for way in ways.filter(|way| position.castling.contains(way.rook_from)) {
                if !others.intersects(way.empty) {
                    vantages |= F::Set::of(way.king_to);
                }
            }
        }
        Some(vantages)
    }
}
