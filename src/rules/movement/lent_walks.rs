//! Transmuted kings: a king that is observed moves, captures and gives check as the men that observe it, and not as a king.
//! Reflective kings: it does so in addition to its own moves. Whether a king is observed by the other king is tested as if
//! that one were no such king. A king never promotes.
//!
//! wKb2, bKh7 Bd4: the transmuted king moves as a bishop, to a1, a3, c1, c3 and captures on d4.

use crate::board::{Square, Squares};
use crate::position::{Man, Position, RuleState, Side, Walk};
use crate::rules::game_view::GameView;
use crate::rules::move_context::side_of;
use crate::rules::ply_bounds::{Displacement, PlyBounds};
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Observed kings move as their observers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LentWalks {
    /// The side of the kings; `None` for both.
    pub side: Option<Side>,
    /// Whether the kings keep their own moves.
    pub reflective: bool,
}

impl LentWalks {
    /// Returns whether the rule applies to a man of `side`.
    fn applies_to(&self, man: Man, side: Side) -> bool {
        (man.royal || man.walk == Walk::King) && self.side.is_none_or(|own| own == side)
    }
}

/// Returns the walks of the men that observe the man of `side` on a square.
fn lent_walks<F: GameView<State = RuleState>>(
    game: &F,
    position: &Position<F::Set, RuleState>,
    at: Square,
    side: Side,
) -> impl Iterator<Item = Walk> {
    let (by, occupied) = (side.other(), position.occupied());
    let lent = move |from: Square| {
        let walk = position.walk_on(from)?;
        game.attacks_of(walk, by, from, occupied).contains(at).then_some(walk)
    };
    position.of(by).without(at).iter().filter_map(lent)
}

impl Rule for LentWalks {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds { displacement: Displacement::KingsAsOthers, ..PlyBounds::RESTRICTION })
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { moves_as_others: true, moves_as_several: true, ..RuleFlags::default() }
    }

    fn acts_as<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        let side = side_of(man, position.to_move.other());
        let is_transmuted = !self.reflective && self.applies_to(man, side);
        is_transmuted.then(|| lent_walks(game, position, at, side).min()).flatten()
    }

    fn borrows<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        at: Square,
        side: Side,
        walk: Walk,
    ) -> bool {
        let Some(man) = position.man(at).filter(|&man| self.applies_to(man, side)) else { return false };
        let acting_walk = match self.reflective {
            true => Some(man.walk),
            false => lent_walks(game, position, at, side).min(),
        };
        acting_walk != Some(walk) && lent_walks(game, position, at, side).any(|lent| lent == walk)
    }
}
