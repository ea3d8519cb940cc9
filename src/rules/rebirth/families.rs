//! Who is reborn: the captured man in the Circe family, the capturer in the Anticirce
//! family.

use super::{Home, OnOccupied, Rebirth, RelevantCapture, Royals, WalkChange};
use crate::board::{Geometry, Squares};
use crate::position::RuleState;
use crate::rules::game_rules::StageOutcome;
use crate::rules::game_view::GameView;
use crate::rules::move_context::MoveContext;
use crate::rules::pawn::NormalPawn;
use crate::rules::ply_bounds::{Displacement, PlyBounds};
use crate::rules::predict::CaptureBranches;
use crate::rules::rule::{CaptureEffect, CaptureQuery, Rule, RuleFlags};

/// The Circe family: the captured man is reborn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VictimReborn(pub Rebirth);

/// The Anticirce family: the capturer is reborn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CapturerReborn(pub Rebirth);

impl Rebirth {
    /// Do pawns move from their first rank, because captured ones are often reborn there?
    pub(in crate::rules) fn moves_pawns_from_first_rank(&self) -> bool {
        let parrain = self.home == Home::Equipollent && self.relevant_capture == RelevantCapture::LastMove;
        parrain || self.home == Home::Cage
    }

    /// How much a half-move with rebirth can do, if a rebirth by itself changes so many squares beyond
    /// four, and puts so many men besides the capturer where they did not stand.
    fn ply_bounds(&self, changes: u32, arrivals: u32) -> Option<PlyBounds> {
        // Who was below comes up where a man leaves: each square that changes may be filled so.
        let arrivals = if self.on_occupied.shares_square() { changes + 4 } else { arrivals };
        // Who disappears instead of a captured man may be of either side.
        let counted = !self.turncoat && matches!(self.on_occupied, OnOccupied::Relaxed | OnOccupied::Strict);
        let pawns = counted && self.walk_change == WalkChange::None;
        let pending = u32::from(self.relevant_capture != RelevantCapture::ThisMove);
        let tally = PlyBounds {
            extra_changes: changes,
            extra_arrivals: arrivals,
            conserves_men: counted,
            pending_rebirths: pending,
            no_new_pawns: pawns,
            displacement: Displacement::Any,
        };
        // One rebirth may lead to another, and so on.
        (self.on_occupied != OnOccupied::Pongracz).then_some(tally)
    }

    /// Is nobody reborn after a move that captures nothing?
    fn quiet_moves_are_plain(&self, memory: &RuleState) -> bool {
        self.relevant_capture != RelevantCapture::LastMove || memory.last_captured.is_none()
    }

    pub(super) fn flags(&self) -> RuleFlags {
        RuleFlags {
            quiet_effects: self.relevant_capture == RelevantCapture::LastMove,
            remembers_capture_for_ply: self.relevant_capture == RelevantCapture::LastMove,
            remembers_last_capture: self.relevant_capture == RelevantCapture::WaitCapture,
            tracks_diagram_squares: self.home == Home::Diagram,
            marks_promoted: self.frischauf,
            removes_royals_indirectly: self.on_occupied == OnOccupied::Assassin,
            ..RuleFlags::default()
        }
    }
}

impl Rule for VictimReborn {
    fn flags(&self) -> RuleFlags {
        let kings_return = self.0.royals == Royals::Inclusive;
        let kings_turn = kings_return && self.0.turncoat;
        RuleFlags {
            kamikazes_reborn: true,
            kings_reborn: kings_return,
            reborn_kings_change_side: kings_turn,
            ..self.0.flags()
        }
    }

    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        if self.0.moves_pawns_from_first_rank() {
            NormalPawn.adjust_geometry(geometry);
        }
    }

    fn capture_branches<F: GameView<Memory = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        self.0.capture_branches(query)
    }

    fn ply_bounds(&self) -> Option<PlyBounds> {
        // Who follows the half-move before may do so behind castling.
        let tally = self.0.ply_bounds(u32::from(self.0.relevant_capture != RelevantCapture::ThisMove), 1)?;
        let ways = if tally.no_new_pawns { Displacement::Rebirth(self.0) } else { Displacement::Any };
        Some(PlyBounds { displacement: ways, ..tally })
    }

    fn capture_effect(&self) -> CaptureEffect {
        // Who is still to be reborn, as in Parrain Circe, does not keep a king from being captured.
        let Rebirth { relevant_capture: when, on_occupied: occupied, turncoat, .. } = self.0;
        let returns =
            when == RelevantCapture::ThisMove && matches!(occupied, OnOccupied::Relaxed | OnOccupied::Strict);
        match self.0.royals {
            Royals::Exclusive if returns && !turncoat => CaptureEffect::VictimReborn,
            Royals::Exclusive => CaptureEffect::NoneForRoyals,
            _ => CaptureEffect::Any,
        }
    }

    fn quiet_moves_are_plain(&self, memory: &RuleState) -> bool {
        self.0.quiet_moves_are_plain(memory)
    }

    fn rebirth_victim<F: GameView<Memory = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        self.0.rebirth_victim(ctx)
    }
}

impl Rule for CapturerReborn {
    fn flags(&self) -> RuleFlags {
        self.0.flags()
    }

    fn ply_bounds(&self) -> Option<PlyBounds> {
        // He goes on, or, of an earlier half-move, leaves a square besides.
        let later = self.0.relevant_capture != RelevantCapture::ThisMove;
        self.0.ply_bounds(if later { 2 } else { 0 }, u32::from(later))
    }

    fn quiet_moves_are_plain(&self, memory: &RuleState) -> bool {
        self.0.quiet_moves_are_plain(memory)
    }

    fn rebirth_capturer<F: GameView<Memory = RuleState>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        self.0.rebirth_capturer(ctx)
    }
}
