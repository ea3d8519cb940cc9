//! Plus chess: a man on one of the four squares in the middle of the board may also
//! capture as if it stood on another of them that is empty.
//!
//! wKg2 Rd4, bKh7 Sa5 Sd6: Rd4*d6 is legal, and so is Rd4-e5*a5.

use crate::board::{Square, Squares};
use crate::position::{Ledger, Position};
use crate::rules::field::Field;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Men in the middle of the board capture from its other squares too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plus;

impl Rule for Plus {
    fn aftermath(&self) -> Aftermath {
        Aftermath::Nothing
    }

    fn needs(&self) -> Needs {
        Needs { shifts: true, ..Needs::default() }
    }

    fn origins<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
        capture: bool,
    ) -> Option<F::Set> {
        let layout = field.geometry().layout;
        let middle = |number: u8, of: u8| number + 1 == of.div_ceil(2) || number == of / 2;
        let in_middle = |&square: &Square| {
            middle(layout.file(square), layout.files()) && middle(layout.rank(square), layout.ranks())
        };
        let squares = F::Set::from_squares(layout.squares().filter(in_middle));
        (capture && squares.contains(from)).then(|| (squares & !position.occupied()).with(from))
    }
}
