//! Annan chess: a man with a man of its own side on the next square towards its own first rank moves, captures and gives check as
//! that man, and not as itself.
//!
//! wKg2 Rd4 Sd3, bKh7: the rook moves as a knight.

use crate::board::{Square, Squares};
use crate::position::{Man, Position, RuleState, Side, Walk};
use crate::rules::game_view::GameView;
use crate::rules::move_context::side_of;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Men move as the own men one rank back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Annan;

impl Rule for Annan {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { moves_as_others: true, ..RuleFlags::default() }
    }

    fn acts_as<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        let side = side_of(man, position.to_move.other());
        let layout = game.geometry().layout;
        let rank = match side {
            Side::White => layout.rank(at).checked_sub(1)?,
            Side::Black => layout.rank(at) + 1,
        };
        let rear = layout.at(layout.file(at), rank)?;
        position.walk_on(rear).filter(|_| position.of(side).contains(rear))
    }
}
