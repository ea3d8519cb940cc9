//! Moves of several movements: a capturer that goes on where the rules let it.

use std::ops::ControlFlow;

use super::{Extent, Within};
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Change, Memory, Move, MoveKind, Teller};
use crate::rules::{Choices, Outcome, Rules};

impl<B: Board, R: Rules> Game<B, R> {
    /// Makes a branch of a move on the position itself.
    pub(super) fn make_branch(
        &self,
        position: &mut PositionOf<B, R>,
        mv: Move,
        choices: &mut Choices,
        extent: Extent,
        teller: &mut dyn Teller,
    ) -> Outcome {
        if self.settle(position, choices, teller) == Outcome::Forbidden {
            return Outcome::Forbidden;
        }
        let (mut outcome, mut capturer) = self.make_movement(position, mv, Some(extent), choices, teller);
        if extent == Extent::Whole && self.rules.needs().series {
            while outcome == Outcome::Done
                && let Some(next) = capturer.and_then(|at| self.next_movement(position, at, choices))
            {
                tell_movement(position, next, teller);
                (outcome, capturer) = self.make_movement(position, next, None, choices, teller);
            }
        }
        position.memory.count_half_move();
        position.turn();
        outcome
    }

    /// How the capturer goes on, if it may and the mover decides so: while it belongs to
    /// his side and nobody is in check.
    fn next_movement(&self, position: &PositionOf<B, R>, at: Square, choices: &mut Choices) -> Option<Move> {
        let side = position.to_move;
        if !position.of(side).contains(at)
            || self.in_check(position, side)
            || self.in_check(position, side.other())
        {
            return None;
        }
        // A queen has so many moves.
        let (mut ends, mut captures) = (Vec::with_capacity(28), Vec::with_capacity(8));
        let _ = self.each_move_of(
            position,
            at,
            true,
            Some(self.victims(position)),
            &Within::anywhere,
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
fn tell_movement<S: Squares, M: Memory>(
    position: &crate::position::Position<S, M>,
    mv: Move,
    teller: &mut dyn Teller,
) {
    let Some(man) = position.man(mv.from) else { return };
    let captured = match mv.kind {
        MoveKind::EnPassant => position.passer(),
        MoveKind::Capture => Some(mv.to),
        _ => None,
    };
    let captured = captured.and_then(|at| Some(crate::position::Taken { man: position.man(at)?, at }));
    teller.tell(Change::WentOn { man, from: mv.from, to: mv.to, captured, obliged: false });
}
