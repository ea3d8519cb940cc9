//! AMU (attacked men give mate): mate is given only by a man that exactly one enemy
//! attacked before it moved. A check without an answer by any other man is no mate.
//!
//! wKg6 Ra1, bKh8 Sc2: Ra1-a8 mates, since the knight attacked the rook on a1. Without the
//! knight it does not.

use crate::board::Squares;
use crate::position::{Ledger, Move, Position};
use crate::rules::game_view::Field;
use crate::rules::ply_bounds::Tally;
use crate::rules::rule::{Aftermath, Rule};

/// Only men attacked once give mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Amu;

impl Rule for Amu {
    fn tally(&self) -> Option<Tally> {
        Some(Tally::FORBIDS)
    }

    fn aftermath(&self) -> Aftermath {
        Aftermath::Nothing
    }

    fn foresees<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &mut Position<F::Set, Ledger>,
        mv: Move,
    ) {
        let attackers = field.attackers(position, mv.from, position.to_move.other());
        position.memory.attacked_once = attackers.count() == 1;
    }

    fn counts_mate(&self, memory: &Ledger) -> bool {
        memory.attacked_once
    }
}
