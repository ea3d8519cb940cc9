//! Men that come from beside the board.

use std::ops::ControlFlow;

use super::Flow;
use crate::board::{Board, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Man, Move, MoveKind, Teller, Walk};
use crate::rules::{Choices, Deed, KingsFate, Outcome, Rules};

impl<B: Board, R: Rules> Game<B, R> {
    /// Shows how men can be brought in, without regard to check.
    pub(super) fn each_entry(
        &self,
        position: &PositionOf<B, R>,
        take: &mut dyn FnMut(Move, usize) -> Flow,
    ) -> Flow {
        if self.rules.needs().entries {
            for walk in Walk::ALL {
                for at in self.rules.entries(self, position, walk).iter() {
                    take(Move::new(walk, at, at, MoveKind::Entry), 0)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Brings in the man of a move.
    pub(super) fn enter(
        &self,
        position: &mut PositionOf<B, R>,
        mv: Move,
        choices: &mut Choices,
        teller: &mut dyn Teller,
    ) -> Outcome {
        let by = position.to_move;
        if position.occupied().contains(mv.to) {
            return Outcome::Forbidden;
        }
        let man = Man::new(by, mv.walk);
        position.forget_passed();
        position.put(man, mv.to);
        self.rules.entered(&mut position.memory, by, mv.walk);
        if self.rules.needs().entries_castle {
            position.grant_castling_at_home(mv.to, self.board.geometry());
        }
        self.rules.consequences(&mut Deed {
            field: self,
            position,
            teller,
            choices,
            by,
            mv,
            mover: man,
            at: Some(mv.to),
            victim: None,
            first: true,
            king: KingsFate::Open,
        })
    }
}
