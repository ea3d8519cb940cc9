//! The rules with a rebirth: of the captured man in the Circe family, of the capturer in the Anticirce
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
    /// Returns whether pawns can move from their first rank, because captured pawns are often reborn
    /// there.
    pub(in crate::rules) fn moves_pawns_from_first_rank(&self) -> bool {
        let is_parrain = self.home == Home::Equipollent && self.relevant_capture == RelevantCapture::LastMove;
        is_parrain || self.home == Home::Cage
    }

    /// Returns the bounds of one ply, given the number of squares that a rebirth changes beyond 4, and
    /// the number of men other than the capturer that it can put on new squares.
    fn ply_bounds(&self, extra_changes: u32, extra_arrivals: u32) -> Option<PlyBounds> {
        // A hidden man reappears when a square is left: each changed square can get another man.
        let extra_arrivals =
            if self.on_occupied.shares_square() { extra_changes + 4 } else { extra_arrivals };
        // The man that disappears instead of the captured man can belong to either side.
        let conserves_men =
            !self.turncoat && matches!(self.on_occupied, OnOccupied::Relaxed | OnOccupied::Strict);
        let no_new_pawns = conserves_men && self.walk_change == WalkChange::None;
        let pending_rebirths = u32::from(self.relevant_capture != RelevantCapture::ThisMove);
        let bounds = PlyBounds {
            extra_changes,
            extra_arrivals,
            conserves_men,
            pending_rebirths,
            no_new_pawns,
            displacement: Displacement::Any,
        };
        // A rebirth can cause another one without a limit.
        (self.on_occupied != OnOccupied::Pongracz).then_some(bounds)
    }

    /// Returns whether no man can be reborn after a move without capture.
    fn quiet_moves_are_plain(&self, rule_state: &RuleState) -> bool {
        self.relevant_capture != RelevantCapture::LastMove || rule_state.last_captured.is_none()
    }

    pub(super) fn flags(&self) -> RuleFlags {
        RuleFlags {
            quiet_effects: self.relevant_capture == RelevantCapture::LastMove,
            remembers_capture_for_ply: self.relevant_capture == RelevantCapture::LastMove,
            remembers_last_capture: self.relevant_capture == RelevantCapture::WaitCapture,
            tracks_diagram_squares: self.home == Home::DiagramSquare,
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

    fn capture_branches<F: GameView<State = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        self.0.capture_branches(query)
    }

    fn ply_bounds(&self) -> Option<PlyBounds> {
        // The rebirth of an earlier victim can follow castling.
        let bounds = self.0.ply_bounds(u32::from(self.0.relevant_capture != RelevantCapture::ThisMove), 1)?;
        let displacement =
            if bounds.no_new_pawns { Displacement::Rebirth(self.0) } else { Displacement::Any };
        Some(PlyBounds { displacement, ..bounds })
    }

    fn capture_effect(&self) -> CaptureEffect {
        // A pending rebirth, as in Parrain Circe, does not prevent the capture of a king.
        let Rebirth { relevant_capture, on_occupied, turncoat, .. } = self.0;
        let is_reborn_at_once = relevant_capture == RelevantCapture::ThisMove
            && matches!(on_occupied, OnOccupied::Relaxed | OnOccupied::Strict);
        match self.0.royals {
            Royals::Exclusive if is_reborn_at_once && !turncoat => CaptureEffect::VictimReborn,
            Royals::Exclusive => CaptureEffect::NoneForRoyals,
            _ => CaptureEffect::Any,
        }
    }

    fn quiet_moves_are_plain(&self, rule_state: &RuleState) -> bool {
        self.0.quiet_moves_are_plain(rule_state)
    }

    fn rebirth_victim<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        self.0.rebirth_victim(ctx)
    }
}

impl Rule for CapturerReborn {
    fn flags(&self) -> RuleFlags {
        self.0.flags()
    }

    fn ply_bounds(&self) -> Option<PlyBounds> {
        // The capturer continues; a capturer of an earlier ply leaves a further square.
        let is_later = self.0.relevant_capture != RelevantCapture::ThisMove;
        self.0.ply_bounds(if is_later { 2 } else { 0 }, u32::from(is_later))
    }

    fn quiet_moves_are_plain(&self, rule_state: &RuleState) -> bool {
        self.0.quiet_moves_are_plain(rule_state)
    }

    fn rebirth_capturer<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        self.0.rebirth_capturer(ctx)
    }
}
