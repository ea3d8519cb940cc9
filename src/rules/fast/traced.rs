//! Rules with the identity of men.
//!
//! Most goals depend only on the men on the squares. Circuit, exchange and kiss goals follow an
//! individual man: under these rules each man keeps the square that it had in the diagram.

use crate::board::{Board, Square, Squares};
use crate::position::{AnyRuleState, DiagramSquares, EffectObserver, Move, Position, Side, Walk};
use crate::rules::CheckModel;
use crate::rules::game_rules::{Capture, GameRules, StageOutcome};
use crate::rules::ply_bounds::PlyBounds;
use crate::rules::predict::{CaptureOutcome, CheckCondition, RoyalAttacker};

/// Rules with the diagram square of each man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traced<R>(pub R);

impl<R: GameRules<State = ()>> GameRules for Traced<R> {
    const ORTHODOX_CAPTURES: bool = R::ORTHODOX_CAPTURES;
    type State = DiagramSquares;

    #[inline]
    fn check_model(&self) -> CheckModel {
        self.0.check_model()
    }

    #[inline]
    fn check_model_on<B: Board>(&self, board: &B, side: Side, royal: Square) -> CheckModel {
        self.0.check_model_on(board, side, royal)
    }

    #[inline]
    fn capture_outcome<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> Option<CaptureOutcome> {
        self.0.capture_outcome(board, position, capture)
    }

    #[inline]
    fn check_condition<B: Board>(
        &self,
        board: &B,
        attacker: RoyalAttacker,
        at: Square,
    ) -> CheckCondition<B::Set> {
        self.0.check_condition(board, attacker, at)
    }

    #[inline]
    fn final_squares<B: Board>(&self, board: &B, side: Side, walk: Walk) -> Option<B::Set> {
        self.0.final_squares(board, side, walk)
    }

    #[inline]
    fn branch_count<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> u32 {
        self.0.branch_count(board, position, capture)
    }

    #[inline]
    fn final_square<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        mv: Move,
    ) -> Square {
        self.0.final_square(board, position, mv)
    }

    fn royal_dependents<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        side: Side,
    ) -> B::Set {
        self.0.royal_dependents(board, position, side)
    }

    fn apply_capture_effects<B: Board, M: AnyRuleState, T: EffectObserver>(
        &self,
        board: &B,
        position: &mut Position<B::Set, M>,
        capture: &Capture,
        observer: &mut T,
    ) -> StageOutcome {
        self.0.apply_capture_effects(board, position, capture, observer)
    }

    fn ply_bounds(&self) -> Option<PlyBounds> {
        self.0.ply_bounds()
    }

    fn init_position<S: Squares>(&self, position: &mut Position<S, DiagramSquares>) {
        position.track_diagram_squares();
    }
}
