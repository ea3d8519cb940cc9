//! Who is reborn: the captured man in the Circe family, the capturer in the Anticirce
//! family.

use super::{Home, Occupied, Rebirth, Royals, WalkChange, When};
use crate::board::{Geometry, Squares};
use crate::position::Ledger;
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::pawn::NormalPawn;
use crate::rules::ply_bounds::{Tally, Ways};
use crate::rules::predict::Fates;
use crate::rules::rule::{Aftermath, Intent, Needs, Rule};

/// The Circe family: the captured man is reborn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VictimReborn(pub Rebirth);

/// The Anticirce family: the capturer is reborn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CapturerReborn(pub Rebirth);

impl Rebirth {
    /// Do pawns move from their first rank, because captured ones are often reborn there?
    pub(in crate::rules) fn frees_pawns(&self) -> bool {
        let parrain = self.home == Home::Equipollent && self.when == When::LastMove;
        parrain || self.home == Home::Cage
    }

    /// How much a half-move with rebirth can do, if a rebirth by itself changes so many squares beyond
    /// four, and puts so many men besides the capturer where they did not stand.
    fn tally(&self, changes: u32, arrivals: u32) -> Option<Tally> {
        // Who was below comes up where a man leaves: each square that changes may be filled so.
        let arrivals = if self.occupied.shares() { changes + 4 } else { arrivals };
        // Who disappears instead of a captured man may be of either side.
        let counted = !self.turncoat && matches!(self.occupied, Occupied::Relaxed | Occupied::Strict);
        let pawns = counted && self.walk == WalkChange::None;
        let pending = u32::from(self.when != When::ThisMove);
        let tally = Tally { changes, arrivals, counted, pending, pawns, ways: Ways::Any };
        // One rebirth may lead to another, and so on.
        (self.occupied != Occupied::Pongracz).then_some(tally)
    }

    /// Is nobody reborn after a move that captures nothing?
    fn is_still(&self, memory: &Ledger) -> bool {
        self.when != When::LastMove || memory.taken.is_none()
    }

    pub(super) fn needs(&self) -> Needs {
        Needs {
            quiet: self.when == When::LastMove,
            last_capture: self.when == When::LastMove,
            any_capture: self.when == When::WaitCapture,
            origins: self.home == Home::Diagram,
            promoted: self.frischauf,
            endangers: self.occupied == Occupied::Assassin,
            ..Needs::default()
        }
    }
}

impl Rule for VictimReborn {
    fn needs(&self) -> Needs {
        let kings_return = self.0.royals == Royals::Inclusive;
        let kings_turn = kings_return && self.0.turncoat;
        Needs { kamikazes_reborn: true, kings_return, kings_turn, ..self.0.needs() }
    }

    fn shape<S: Squares>(&self, geometry: &mut Geometry<S>) {
        if self.0.frees_pawns() {
            NormalPawn.shape(geometry);
        }
    }

    fn fates<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> Option<Fates<F::Set>> {
        self.0.fates(intent)
    }

    fn tally(&self) -> Option<Tally> {
        // Who follows the half-move before may do so behind castling.
        let tally = self.0.tally(u32::from(self.0.when != When::ThisMove), 1)?;
        let ways = if tally.pawns { Ways::Returns(self.0) } else { Ways::Any };
        Some(Tally { ways, ..tally })
    }

    fn aftermath(&self) -> Aftermath {
        // Who is still to be reborn, as in Parrain Circe, does not keep a king from being captured.
        let Rebirth { when, occupied, turncoat, .. } = self.0;
        let returns = when == When::ThisMove && matches!(occupied, Occupied::Relaxed | Occupied::Strict);
        match self.0.royals {
            Royals::Exclusive if returns && !turncoat => Aftermath::Return,
            Royals::Exclusive => Aftermath::NothingForRoyals,
            _ => Aftermath::Anything,
        }
    }

    fn is_still(&self, memory: &Ledger) -> bool {
        self.0.is_still(memory)
    }

    fn bears_victim<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        self.0.bear_victim(deed)
    }
}

impl Rule for CapturerReborn {
    fn needs(&self) -> Needs {
        self.0.needs()
    }

    fn tally(&self) -> Option<Tally> {
        // He goes on, or, of an earlier half-move, leaves a square besides.
        let later = self.0.when != When::ThisMove;
        self.0.tally(if later { 2 } else { 0 }, u32::from(later))
    }

    fn is_still(&self, memory: &Ledger) -> bool {
        self.0.is_still(memory)
    }

    fn bears_capturer<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        self.0.bear_capturer(deed)
    }
}
