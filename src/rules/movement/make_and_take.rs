//! Make&Take: a man that captures first goes, without capturing, as the man could go that
//! it captures, and captures from there in its own way; all by one move. There are no
//! other captures. To capture a king is to castle first, too: from the king's home, if its
//! rook has the right, over free squares.

use crate::board::{Square, Squares};
use crate::position::{Ledger, Man, Position, Walk};
use crate::rules::game_view::Field;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Make&Take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MakeAndTake;

impl Rule for MakeAndTake {
    fn tally(&self) -> Option<Tally> {
        Some(Tally::LEADS)
    }

    fn aftermath(&self) -> Aftermath {
        Aftermath::Nothing
    }

    fn needs(&self) -> Needs {
        Needs { vantages: true, ..Needs::default() }
    }

    fn vantages<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        _: Man,
        at: Square,
        victim: Walk,
    ) -> Option<F::Set> {
        let victims = position.to_move.other();
        let others = position.occupied().without(at);
        let mut vantages = field.quiet_targets(victim, victims, at, others);
        if victim == Walk::King {
            let ways = field.geometry().castlings.iter();
            let ways = ways.filter(|way| way.side == victims && way.king_from == at);
            for way in ways.filter(|way| position.castling.contains(way.rook_from)) {
                if !others.meets(way.empty) {
                    vantages |= F::Set::of(way.king_to);
                }
            }
        }
        Some(vantages)
    }
}
