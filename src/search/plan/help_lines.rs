//! What the strands of a plan say while play goes on: a prover for each, with its mating nets.

use std::cell::RefCell;

use super::Arrival;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::Side;
use crate::rules::Rules;
use crate::search::limits::{Limits, Stopped};
use crate::search::{Prover, Table, next_position};
use crate::stipulation::help_line::Place;
use crate::stipulation::{StepId, Strands};

/// The provers of strands, each where play is or elsewhere.
pub(super) struct Hopes<'a, B: Board, R: Rules> {
    strands: Strands,
    game: &'a Game<B, R>,
    table: &'a Table,
    limits: &'a Limits,
    /// By strand and by the side that makes its last half-move, as they are needed.
    provers: RefCell<Vec<BySide<'a, B, R>>>,
}

/// The prover of a strand for each side that may make its last half-move.
type BySide<'a, B, R> = [Option<Box<Prover<'a, B, R>>>; 2];

/// How far provers had gone, by strand and side: to where they go back.
pub(super) type Depths = Vec<(usize, Side, usize)>;

impl<'a, B: Board, R: Rules> Hopes<'a, B, R> {
    pub fn new(
        strands: Strands,
        game: &'a Game<B, R>,
        table: &'a Table,
        limits: &'a Limits,
    ) -> Hopes<'a, B, R> {
        let provers = RefCell::new((0..strands.count()).map(|_| [None, None]).collect());
        Hopes { strands, game, table, limits, provers }
    }

    /// Asks the prover of a strand.
    fn ask<T>(&self, strand: usize, last: Side, question: impl FnOnce(&mut Prover<'a, B, R>) -> T) -> T {
        let Hopes { strands, game, table, limits, provers } = self;
        let mut provers = provers.borrow_mut();
        let prover = provers[strand][last.index()].get_or_insert_with(|| {
            Box::new(Prover::new(game, strands.get(strand).goal, table, table.salt(), limits))
        });
        question(prover)
    }

    /// Does a step hold? None if that is not known of its strands.
    ///
    /// # Errors
    /// When a limit is reached before the answer is known.
    pub fn answer(&self, step: StepId, position: &PositionOf<B, R>) -> Result<Option<bool>, Stopped> {
        let whole = self.strands.whole(step);
        whole.map(|place| self.holds(place, position)).transpose()
    }

    fn holds(&self, Place { strand, left, .. }: Place, position: &PositionOf<B, R>) -> Result<bool, Stopped> {
        let known = self.strands.get(strand);
        let last = known.last_side(left, position.to_move);
        self.ask(strand, last, |prover| prover.holds(known.schedule(last), position, known.index(left)))
    }

    /// Sets out from a position before a step is made. How far provers had gone before; none if the
    /// step cannot hold.
    ///
    /// # Errors
    /// When a limit is reached before that is known.
    pub fn set_out(&self, step: StepId, position: &PositionOf<B, R>) -> Result<Option<Depths>, Stopped> {
        let mut depths = Depths::new();
        let mut rarest: Option<(usize, Place)> = None;
        for &place in self.strands.of_step(step) {
            let Place { strand, left, .. } = place;
            let known = self.strands.get(strand);
            let (last, index) = (known.last_side(left, position.to_move), known.index(left));
            let (hopeful, nets) = self.ask(strand, last, |prover| {
                if prover.is_at(position, index) {
                    return (true, prover.first_nets());
                }
                depths.push((strand, last, prover.steps()));
                (prover.set_out(known.schedule(last), position, index), prover.first_nets())
            });
            if !hopeful {
                self.back_to(depths);
                return Ok(None);
            }
            if rarest.is_none_or(|(fewest, known)| (nets, left) < (fewest, known.left)) {
                rarest = Some((nets, place));
            }
        }
        // What is rare is soon refuted, and where no nets say what is, what is short. To find out that the others
        // hold as a rule would take longer than to go on.
        if let Some((_, place)) = rarest
            && !self.holds(place, position)?
        {
            self.back_to(depths);
            return Ok(None);
        }
        Ok(Some(depths))
    }

    /// Goes on by the move just made at a step, with those that have set out from there. How far they
    /// had gone before; none if the move cannot be good.
    pub fn go_on(&self, step: StepId, at: Arrival<'_, B, R>) -> Option<Depths> {
        let mut depths = Depths::new();
        let Some((before, mv)) = at.last else { return Some(depths) };
        for &Place { strand, left, .. } in self.strands.of_step(step).iter().filter(|place| place.left > 1) {
            let known = self.strands.get(strand);
            let (last, index) = (known.last_side(left, before.to_move), known.index(left));
            let schedule = known.schedule(last);
            let hopeful = self.ask(strand, last, |prover| {
                if !prover.is_at(before, index) {
                    return true;
                }
                let next = next_position(self.game, prover.goal(), schedule, index, at.position);
                let Some(next) = next else { return false };
                depths.push((strand, last, prover.steps()));
                prover.step(before, mv, &next, index + 1)
            });
            if !hopeful {
                self.back_to(depths);
                return None;
            }
        }
        Some(depths)
    }

    /// Goes back.
    pub fn back_to(&self, depths: Depths) {
        for (strand, last, depth) in depths {
            self.ask(strand, last, |prover| prover.back_to(depth));
        }
    }
}
