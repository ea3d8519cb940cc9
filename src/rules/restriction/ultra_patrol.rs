//! Ultra patrol: a man moves, captures and gives check only if a man of its own side
//! observes it.
//!
//! wKe1 Rh1 Ra1 Pc3 Sd5, bKh8 Rd8: the king, observed by the rooks, moves and castles; the
//! pawn, observed by the knight, moves; the knight and the rooks, which nobody observes,
//! do not.

use crate::board::{Square, Squares};
use crate::position::{Ledger, Position};
use crate::rules::game_view::Field;
use crate::rules::move_context::side_of;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Men move only if they are observed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UltraPatrol;

impl Rule for UltraPatrol {
    fn tally(&self) -> Option<Tally> {
        Some(Tally::FORBIDS)
    }

    fn needs(&self) -> Needs {
        Needs { restrains: true, ..Needs::default() }
    }

    fn aftermath(&self) -> Aftermath {
        Aftermath::Nothing
    }

    fn releases<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
    ) -> bool {
        let Some(man) = position.man(from) else { return false };
        let side = side_of(man, position.to_move.other());
        !field.attackers(position, from, side).is_empty()
    }
}
