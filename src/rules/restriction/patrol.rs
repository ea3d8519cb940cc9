//! Patrol chess: a man captures and gives check only if a man of its own side observes it. Lortap:
//! only if no man of its own side does. Provocation: only if a man of the other side does.

use crate::position::RuleState;
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rule::{CaptureEffect, CaptureQuery, Rule, RuleFlags};

/// The side that must, or must not, observe a capturer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Patrol {
    /// Its own side must: Patrol chess.
    Own,
    /// Its own side must not: Lortap.
    NotOwn,
    /// The other side must: Provocation chess.
    Enemy,
}

impl Rule for Patrol {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { restricts_captures: true, ..RuleFlags::default() }
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn permits_capture<F: GameView<State = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        let by = if *self == Patrol::Enemy { query.by.other() } else { query.by };
        let is_observed = query.game.is_observed(query.position, query.mv.from, by);
        is_observed == (*self != Patrol::NotOwn)
    }
}
