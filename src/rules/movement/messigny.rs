//! Messigny chess: instead of moving, a man may change places with an enemy man of the same walk. Men on the squares of an
//! exchange take no part in an exchange in the next ply. An exchange is no capture, and has no other effect (Popeye 4.104).
//!
//! wKg2 Rd4, bKh7 Rb6: Rb6<->Rd4 gives White's rook the sixth rank.

use crate::board::{Square, Squares};
use crate::position::{Position, RuleState};
use crate::rules::game_view::GameView;
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::rebirth::Royals;
use crate::rules::rule::{CaptureEffect, Rule, RuleFlags};

/// Men change places with enemy men of their walk, and royal men do so or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Messigny(pub Royals);

impl Rule for Messigny {
    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds { extra_arrivals: 1, ..PlyBounds::FAIRY_MOVES })
    }

    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn flags(&self) -> RuleFlags {
        RuleFlags { exchanges: true, ..RuleFlags::default() }
    }

    // A move can change the squares of an enemy man, too.
    fn quiet_moves_are_plain(&self, _: &RuleState) -> bool {
        false
    }

    fn exchange_partners<F: GameView<State = RuleState>>(
        &self,
        _: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> F::Set {
        let barred = F::Set::from_squares(position.rule_state.last_exchange.into_iter().flatten());
        let barred = if self.0 == Royals::Exclusive { barred | position.royal } else { barred };
        match position.walk_on(from) {
            Some(walk) if !barred.contains(from) => {
                (position.walk(walk) & position.of(position.to_move.other()) & !barred).without(from)
            }
            _ => F::Set::EMPTY,
        }
    }
}
