//! Koeko: a man moves, captures and gives check only where it is then next to another man. Anti-Koeko: only where it is
//! then next to no man. Castling puts two men next to each other.
//!
//! wKg2 Rd4, bKh7 Sc6: in Koeko the rook moves to d5, d6 and d7 only.

use crate::board::{Square, Squares};
use crate::position::RuleState;
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{Rule, RuleFlags};

/// What must be next to a man that has moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contact {
    /// Another man: Koeko.
    Required,
    /// No man: Anti-Koeko.
    Forbidden,
}

impl Rule for Contact {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { quiet_effects: true, final_effects: true, ..RuleFlags::default() }
    }

    fn judge<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let has_neighbour =
            |at: Square| ctx.position.occupied().intersects(ctx.geometry().king[at.index()].without(at));
        let is_forbidden = |at| has_neighbour(at) == (*self == Contact::Forbidden);
        if ctx.at.is_some_and(is_forbidden) { StageOutcome::Forbidden } else { StageOutcome::Done }
    }
}
