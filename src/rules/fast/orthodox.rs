//! Orthodox chess: captures have no further effect.

use crate::board::Board;
use crate::position::{AnyRuleState, EffectObserver, Move, Position};
use crate::rules::CheckModel;
use crate::rules::game_rules::{Capture, GameRules, StageOutcome};
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::predict::CaptureOutcome;
use crate::rules::rebirth::Relocation;

/// No rule in addition to those of orthodox chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Orthodox;

impl GameRules for Orthodox {
    const ORTHODOX_CAPTURES: bool = true;
    type State = ();

    #[inline]
    fn check_model(&self) -> CheckModel {
        CheckModel::ORTHODOX
    }

    fn ply_bounds(&self) -> Option<PlyBounds> {
        Some(PlyBounds::RESTRICTION)
    }

    fn relocation(&self) -> Option<Relocation> {
        Some(Relocation::Never)
    }

    #[inline]
    fn capture_outcome<B: Board, M: AnyRuleState>(
        &self,
        _: &B,
        _: &Position<B::Set, M>,
        capture: Move,
    ) -> Option<CaptureOutcome> {
        Some(CaptureOutcome::Allowed { capturer: capture.to, reborn: None })
    }

    #[inline]
    fn apply_capture_effects<B: Board, M: AnyRuleState, T: EffectObserver>(
        &self,
        _: &B,
        _: &mut Position<B::Set, M>,
        _: &Capture,
        _: &mut T,
    ) -> StageOutcome {
        StageOutcome::Done
    }
}
