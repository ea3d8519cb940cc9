//! Einstein chess: a man that captures moves up in the order pawn, knight, bishop, rook,
//! queen, and one that does not moves down. Reversal Einstein: the other way round.
//! Anti-Einstein: down without a capture, and nothing with one. Kings stay kings, and no
//! pawn promotes. A castling rook changes too. From its first rank a pawn can go one, two or
//! three steps, and capture.

use crate::board::{Geometry, Squares};
use crate::position::{Ledger, Walk};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::pawn::NormalPawn;
use crate::rules::rebirth::transform::{higher, lower};
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Which way men change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Einstein {
    /// Up by a capture, down by any other move.
    Usual,
    /// Down by a capture, up by any other move.
    Reversal,
    /// Down by a move that captures nothing.
    Anti,
}

impl Rule for Einstein {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn needs(&self) -> Needs {
        Needs { quiet: true, no_promotion: true, first_rank_steps: 3, ..Needs::default() }
    }

    fn shape<S: Squares>(&self, geometry: &mut Geometry<S>) {
        NormalPawn.shape(geometry);
    }

    fn retypes<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let change: fn(Walk) -> Walk = match (self, deed.victim.is_some()) {
            (Einstein::Usual, true) | (Einstein::Reversal, false) => higher,
            (Einstein::Usual, false) | (Einstein::Reversal, true) | (Einstein::Anti, false) => lower,
            (Einstein::Anti, true) => return Outcome::Done,
        };
        if !deed.mover.royal
            && let Some((man, _)) = deed.capturer()
        {
            deed.retype_mover(change(man.walk));
        }
        if let Some(at) = deed.castled_rook() {
            // Another rule may have changed it before.
            let walk = deed.position.walk_on(at).unwrap_or(Walk::Rook);
            deed.retype(at, change(walk), true);
        }
        Outcome::Done
    }
}
