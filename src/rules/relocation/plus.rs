//! Plus chess: a man on one of the four squares in the middle of the board may also
//! capture as if it stood on another of them that is empty.
//!
//! wKg2 Rd4, bKh7 Sa5 Sd6: Rd4*d6 is legal, and so is Rd4-e5*a5.

use crate::board::{Square, Squares};
use crate::position::{Ledger, Position};
use crate::rules::game_view::Field;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Men in the middle of the board capture from its other squares too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plus;

impl Rule for Plus {
    fn tally(&self) -> Option<Tally> {
        Some(Tally::LEADS)
    }

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
        let middle = |count: u8| [count.div_ceil(2) - 1, count / 2];
        let (files, ranks) = (middle(layout.files()), middle(layout.ranks()));
        if !capture || !files.contains(&layout.file(from)) || !ranks.contains(&layout.rank(from)) {
            return None;
        }
        let squares = files.into_iter().flat_map(|file| ranks.map(|rank| layout.at(file, rank)));
        Some((F::Set::from_squares(squares.flatten()) & !position.occupied()).with(from))
    }
}
