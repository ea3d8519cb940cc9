//! Power transfer: while somebody, of either side, stands on the square where a man would
//! be reborn by Circe, the man moves as that other does. Kings do only if included.

use crate::board::Square;
use crate::position::{Ledger, Man, Position, Walk};
use crate::rules::fast::circe::{Royals, array};
use crate::rules::game_view::Field;
use crate::rules::move_context::side_of;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Power transfer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PowerTransfer(pub Royals);

impl Rule for PowerTransfer {
    fn aftermath(&self) -> Aftermath {
        Aftermath::Nothing
    }

    fn needs(&self) -> Needs {
        Needs { moves_as_others: true, ..Needs::default() }
    }

    fn acts_as<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        if man.royal && self.0 == Royals::Exclusive {
            return None;
        }
        let home =
            array::rebirth_square(field.geometry(), man.walk, side_of(man, position.to_move.other()), at)?;
        position.walk_on(home)
    }
}
