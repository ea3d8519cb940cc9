//! Rash moves: those that leave the own king in check.
//!
//! They are illegal, but goals by which the side that moves is mate allow for them.

use std::ops::ControlFlow;

use super::generate::{Aim, Anywhere};
use crate::board::{Board, Square, Squares};
use crate::game::general::Quiet;
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Silent, Walk};
use crate::rules::{Compulsion, Outcome, Rules};

/// Moves of some men, and captures.
struct Exposing<S> {
    men: S,
    victims: S,
}

impl<S: Squares> Aim<S> for Exposing<S> {
    fn targets(&self, _: Walk, from: Square) -> S {
        if self.men.contains(from) { !S::EMPTY } else { self.victims }
    }
}

impl<B: Board, R: Rules> Game<B, R> {
    /// Appends the moves that would be legal if they did not leave the own king in
    /// check. Nobody castles rashly, and nobody takes a king.
    pub fn rash_moves(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        let side = position.to_move;
        // A side without a king has nothing to fear.
        let mut fearless = *position;
        fearless.royal &= !position.of(side);
        let first = list.len();
        self.bold_moves(position, &fearless, true, &self.exposing(position), list);
        let mut kept = first;
        for at in first..list.len() {
            let mv = list[at];
            let mut after = *position;
            let rash = mv.kind != MoveKind::Castling
                && self.make(&mut after, mv, &mut Silent) == Outcome::Done
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
    pub fn fearless_moves(&self, position: &PositionOf<B, R>, list: &mut Vec<Move>) {
        let mut fearless = *position;
        // The other side's king stays what he is: where men can be reborn may depend on his safety.
        fearless.royal &= !position.of(position.to_move);
        let free = self.rules.compulsion(&position.memory, position.to_move) != Compulsion::Capture;
        self.bold_moves(position, &fearless, free, &Anywhere, list);
    }

    /// The moves of which one may leave the own king in check; all under general rules.
    fn exposing(&self, position: &PositionOf<B, R>) -> Exposing<B::Set> {
        let anywhere = Exposing { men: !B::Set::EMPTY, victims: B::Set::EMPTY };
        if R::GENERAL {
            return anywhere;
        }
        let view = self.view(position);
        match view.shields() {
            Some(men) if view.masked => {
                let victims = if R::PLAIN { B::Set::EMPTY } else { view.enemy };
                Exposing { men, victims }
            }
            _ => anywhere,
        }
    }

    /// What could be played without fear for the kings that are royal in a position, and not in the same
    /// one made fearless, of what is wanted. Who must capture if he can need not if every capture would be rash;
    /// these captures are among them if they are `free`.
    fn bold_moves(
        &self,
        position: &PositionOf<B, R>,
        fearless: &PositionOf<B, R>,
        free: bool,
        aim: &impl Aim<B::Set>,
        list: &mut Vec<Move>,
    ) {
        if !R::GENERAL {
            let _ = self.each_move_towards(fearless, aim, |mv| {
                list.push(mv);
                ControlFlow::Continue(())
            });
            return;
        }
        let must = self.must_capture(position);
        let sorts = if must { (Quiet::None, true) } else { (Quiet::All, free) };
        let _ = self.each_uncompelled_move(fearless, sorts, aim, &mut |_| true, &mut |mv, _| {
            list.push(mv);
            ControlFlow::Continue(())
        });
    }
}
