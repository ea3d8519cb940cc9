//! Rash moves: those that leave the own king in check.
//!
//! They are illegal, but goals by which the side that moves is mate allow for them.

use std::ops::ControlFlow;

use super::generate::{AllMoves, MoveFilter};
use crate::board::{Board, Square, Squares};
use crate::game::general::QuietMoves;
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, NoObserver, Walk};
use crate::rules::{CaptureObligation, GameRules, StageOutcome};

/// Moves of some men, and captures.
struct ExposingFilter<S> {
    men: S,
    victims: S,
}

impl<S: Squares> MoveFilter<S> for ExposingFilter<S> {
    fn targets(&self, _: Walk, from: Square) -> S {
        if self.men.contains(from) { !S::EMPTY } else { self.victims }
    }
}

impl<B: Board, R: GameRules> Game<B, R> {
    /// Appends the moves that would be legal if they did not leave the own king in
    /// check. Nobody castles rashly, and nobody takes a king.
    pub fn self_check_moves(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        let side = position.to_move;
        // A side without a king has nothing to fear.
        let mut fearless = *position;
        fearless.royal &= !position.of(side);
        let first = list.len();
        self.append_moves_ignoring_king(position, &fearless, true, &self.exposing_filter(position), list);
        let mut kept = first;
        for at in first..list.len() {
            let mv = list[at];
            let mut after = *position;
            let rash = mv.kind != MoveKind::Castling
                && self.make(&mut after, mv, &mut NoObserver) == StageOutcome::Done
                && self.keeps_royals(position, &after, side.other())
                && self.in_check(&after, side);
            if rash {
                list[kept] = mv;
                kept += 1;
            }
        }
        list.truncate(kept);
    }

    /// Appends the moves that would be legal if no own man were royal. Who must capture if he can, and has a
    /// legal capture, has none but captures; if he has none, he has no capture at all.
    pub fn moves_ignoring_king(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        let mut fearless = *position;
        // The other side's king stays what he is: where men can be reborn may depend on his safety.
        fearless.royal &= !position.of(position.to_move);
        let free =
            self.rules.capture_obligation(&position.memory, position.to_move) != CaptureObligation::Capture;
        self.append_moves_ignoring_king(position, &fearless, free, &AllMoves, list);
    }

    /// The moves of which one may leave the own king in check; all under general rules.
    fn exposing_filter(&self, position: &PositionOf<B, R>) -> ExposingFilter<B::Set> {
        let anywhere = ExposingFilter { men: !B::Set::EMPTY, victims: B::Set::EMPTY };
        if R::GENERAL {
            return anywhere;
        }
        let view = self.legality_info(position);
        match view.blockers_and_royal() {
            Some(men) if view.masks_exact => {
                let victims = if R::ORTHODOX_CAPTURES { B::Set::EMPTY } else { view.enemy };
                ExposingFilter { men, victims }
            }
            _ => anywhere,
        }
    }

    /// What could be played without fear for the kings that are royal in a position, and not in the same
    /// one made fearless, of what is wanted. Who must capture if he can need not if every capture would be rash;
    /// these captures are among them if they are `free`.
    fn append_moves_ignoring_king(
        &self,
        position: &PositionOf<B, R>,
        without_royals: &PositionOf<B, R>,
        with_captures: bool,
        filter: &impl MoveFilter<B::Set>,
        list: &mut Vec<Move>,
    ) {
        if !R::GENERAL {
            let _ = self.for_each_move_matching(without_royals, filter, |mv| {
                list.push(mv);
                ControlFlow::Continue(())
            });
            return;
        }
        let must = self.must_capture(position);
        let sorts = if must { (QuietMoves::None, true) } else { (QuietMoves::All, with_captures) };
        let _ = self.for_each_move_ignoring_obligation(
            without_royals,
            sorts,
            filter,
            &mut |_| true,
            &mut |mv, _| {
                list.push(mv);
                ControlFlow::Continue(())
            },
        );
    }
}
