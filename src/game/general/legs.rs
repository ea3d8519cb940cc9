//! Moves of several movements: a capturer that goes on where the rules let it.

use std::ops::ControlFlow;

use super::{Extent, TargetMask};
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Effect, EffectObserver, Memory, Move, MoveKind};
use crate::rules::{Choices, GameRules, StageOutcome};

impl<B: Board, R: GameRules> Game<B, R> {
    /// Makes a branch of a move on the position itself.
    pub(super) fn make_branch(
        &self,
        position: &mut PositionOf<B, R>,
        mv: Move,
        choices: &mut Choices,
        extent: Extent,
        observer: &mut dyn EffectObserver,
    ) -> StageOutcome {
        if self.resolve_promotions(position, choices, observer) == StageOutcome::Forbidden {
            return StageOutcome::Forbidden;
        }
        let (mut outcome, mut capturer) = self.make_leg(position, mv, Some(extent), choices, observer);
        if extent == Extent::Full && self.rules.flags().series_captures {
            while outcome == StageOutcome::Done
                && let Some(next) = capturer.and_then(|at| self.next_leg(position, at, choices))
            {
                report_leg(position, next, observer);
                (outcome, capturer) = self.make_leg(position, next, None, choices, observer);
            }
        }
        position.memory.count_ply();
        position.switch_side();
        outcome
    }

    /// How the capturer goes on, if it may and the mover decides so: while it belongs to
    /// his side and nobody is in check.
    fn next_leg(&self, position: &PositionOf<B, R>, at: Square, choices: &mut Choices) -> Option<Move> {
        let side = position.to_move;
        if !position.of(side).contains(at)
            || self.in_check(position, side)
            || self.in_check(position, side.other())
        {
            return None;
        }
        // A queen has so many moves.
        let (mut ends, mut captures) = (Vec::with_capacity(28), Vec::with_capacity(8));
        let _ = self.for_each_move_from(
            position,
            at,
            true,
            Some(self.victims(position)),
            &TargetMask::all,
            &mut |mv, _| {
                if mv.is_capture() {
                    captures.push(mv)
                } else {
                    ends.push(mv)
                }
                ControlFlow::Continue(())
            },
        );
        // Asked in two steps, so that a long series of captures has a small number.
        if !captures.is_empty() && choices.choose(2) == 1 {
            return Some(captures[choices.choose(captures.len())]);
        }
        choices.choose(ends.len() + 1).checked_sub(1).map(|end| ends[end])
    }
}

/// Tells where a man goes on to, before it goes.
fn report_leg<S: Squares, M: Memory>(
    position: &crate::position::Position<S, M>,
    mv: Move,
    observer: &mut dyn EffectObserver,
) {
    let Some(man) = position.man(mv.from) else { return };
    let captured = match mv.kind {
        MoveKind::EnPassant => position.ep_pawn(),
        MoveKind::Capture => Some(mv.to),
        _ => None,
    };
    let captured = captured.and_then(|at| Some(crate::position::CapturedMan { man: position.man(at)?, at }));
    observer.on_effect(Effect::Continued { man, from: mv.from, to: mv.to, captured, is_forced: false });
}
