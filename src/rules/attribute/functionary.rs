//! Functionaries: a man moves, captures and gives check only if a man of the other side observes it. In Functionary
//! chess all men are functionaries, kings, too.
//!
//! wKa1 Rd4, bKh8 Sb5: the rook can move, the kings cannot.

use crate::board::Square;
use crate::position::{ManFlags, Position, RuleState};
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// The men that are functionaries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Functionary {
    /// Those with the attribute.
    Marked,
    /// All men.
    All,
}

impl Rule for Functionary {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { restricts_moves: true, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn may_move<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> bool {
        let is_functionary =
            *self == Functionary::All || position.flags(from).contains(ManFlags::FUNCTIONARY);
        !is_functionary || game.is_observed(position, from, position.to_move.other())
    }
}
