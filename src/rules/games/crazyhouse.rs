//! Crazyhouse: a captured man changes sides and goes to the capturer's bank, a promoted one as
//! a pawn. Instead of moving a side may put a man of its bank on any empty square, a pawn not
//! on the first or last rank, nor where it would promote. It may give check or mate so, or
//! answer a check. A pawn put on its second rank may step twice; a rook put on its corner may
//! not castle.
//!
//! wKa1, bKh8 Re1, a knight in White's bank: White can interpose it on b1, c1 and d1, or go to
//! a2 or b2.
//!
//! After the drops of shogi; played on servers since the 1990s.

use crate::position::{Ledger, Marks, Position, Walk};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Captured men come back on the other side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Crazyhouse;

impl Rule for Crazyhouse {
    fn needs(&self) -> Needs {
        Needs { entries: true, promoted: true, ..Needs::default() }
    }

    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn entries<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        walk: Walk,
    ) -> F::Set {
        let geometry = field.geometry();
        if !walk.is_pawn() {
            return geometry.all;
        }
        let [own, other] = [position.to_move, position.to_move.other()].map(|side| geometry.pawn(side));
        geometry.all & !(own.first_rank | other.first_rank | own.promotion_rank)
    }

    fn bears_victim<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some(victim) = deed.victim.filter(|victim| !victim.man.royal) else { return Outcome::Done };
        let promoted = victim.man.marks.contains(Marks::FRISCHAUF);
        let walk = if promoted { Walk::Pawn } else { victim.man.walk };
        deed.position.memory.reserve.add(deed.by, walk);
        Outcome::Done
    }
}
