//! Promotions that a side owes when its turn begins: the pawns that were put where they
//! promote. What they become is the first decision of a move.

use std::ops::ControlFlow;

use super::Flow;
use crate::board::{Board, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Branch, Change, Move, Silent, Teller, Walk};
use crate::rules::{Choices, Outcome, Rules};

/// How owed promotions are decided: the first decisions of the branch of a move.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::game) struct Settled {
    /// The number of these decisions.
    number: u32,
    /// How many of them there are.
    fixed: usize,
    /// How many branches they have.
    weight: u32,
}

impl Settled {
    /// The move with these decisions before its own; the number of those made in all.
    pub(in crate::game) fn before(self, mv: Move, fixed: usize) -> Option<(Move, usize)> {
        if self.fixed == 0 {
            return Some((mv, fixed));
        }
        let branch = Branch::new(mv.branch.number().checked_mul(self.weight)?.checked_add(self.number)?)?;
        Some((Move { branch, ..mv }, fixed + self.fixed))
    }

    /// Are these the first decisions of a move?
    pub(in crate::game) fn begins(self, mv: Move) -> bool {
        self.fixed == 0 || mv.branch.number() % self.weight == self.number
    }
}

impl<B: Board, R: Rules> Game<B, R> {
    /// The pawns that the side to move has to promote before it moves.
    pub(super) fn owed(&self, position: &PositionOf<B, R>) -> B::Set {
        if !self.rules.needs().owes {
            return B::Set::EMPTY;
        }
        let side = position.to_move;
        position.walk(Walk::Pawn) & position.of(side) & self.promotion_rank(Walk::Pawn, side)
    }

    /// Does the side to move owe a promotion?
    pub fn owes(&self, position: &PositionOf<B, R>) -> bool {
        R::GENERAL && !self.owed(position).is_empty()
    }

    /// Shows the position after each way to promote who is owed, or the position itself if
    /// nobody is.
    pub(in crate::game) fn each_settled(
        &self,
        position: &PositionOf<B, R>,
        take: &mut dyn FnMut(&PositionOf<B, R>, Settled) -> Flow,
    ) -> Flow {
        let fixed = self.owed(position).count();
        if fixed == 0 {
            return take(position, Settled::default());
        }
        let Some(weight) = (Walk::PROMOTIONS.len() as u32).checked_pow(fixed) else {
            self.rules.lose_branches();
            return ControlFlow::Continue(());
        };
        for number in 0..weight {
            let Some(branch) = Branch::new(number) else {
                self.rules.lose_branches();
                break;
            };
            let mut settled = *position;
            if self.settle(&mut settled, &mut Choices::of(branch), &mut Silent) == Outcome::Done {
                take(&settled, Settled { number, fixed: fixed as usize, weight })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Promotes who is owed, as the mover decides.
    pub(super) fn settle(
        &self,
        position: &mut PositionOf<B, R>,
        choices: &mut Choices,
        teller: &mut dyn Teller,
    ) -> Outcome {
        for at in self.owed(position).iter() {
            let walk = Walk::PROMOTIONS[choices.choose(Walk::PROMOTIONS.len())];
            let Some(man) = position.man(at) else { continue };
            teller.decide();
            let change = Change::Promoted { man, at, walk };
            teller.tell(change);
            position.apply(change, self.board.geometry());
            let side = position.to_move;
            let enemies = position.royal & position.of(side.other());
            let checks = self.board.attacks(walk, side, at, position.occupied()).meets(enemies);
            if checks && self.rules.needs().quiet_promotions {
                return Outcome::Forbidden;
            }
        }
        Outcome::Done
    }
}
