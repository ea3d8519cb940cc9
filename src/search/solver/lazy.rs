//! The last half-move but one under general rules: moves are judged as they are found.
//!
//! Many of them have to be played to be found legal; a list would have them played twice
//! (`docs/performance.md`).

use std::cell::RefCell;
use std::ops::ControlFlow;

use super::Prover;
use crate::board::Board;
use crate::game::PositionOf;
use crate::position::Move;
use crate::rules::Rules;
use crate::search::limits::Stopped;
use crate::stipulation::{Choice, Reach, Schedule};

impl<B: Board, R: Rules> Prover<'_, B, R> {
    /// Are moves judged as they are found?
    pub(super) fn decides_at_once(&self, schedule: &Schedule, index: usize) -> bool {
        let half = schedule.halves[index];
        let last_but_one = schedule.halves.len() - index == 2;
        let one_suffices = half.choice == Choice::Some && half.reach == Reach::Nothing;
        R::GENERAL && last_but_one && one_suffices && !self.goal.is_diagram()
    }

    /// As [`decide`](Prover::decide), where moves are judged as they are found.
    pub(super) fn decide_at_once(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
    ) -> Result<bool, Stopped> {
        let game = self.game;
        let aim = self.last_aim(schedule, position, index);
        let told = game.quiet_moves_are_orthodox(position);
        let mut found = Ok(false);
        let mut count = 0;
        // The search is asked for what serves, and to judge, by turns.
        let search = RefCell::new(&mut *self);
        let mut serves = |mv| {
            let nets = &mut search.borrow_mut().nets;
            nets.as_mut().is_none_or(|nets| nets.admit_found(game, position, mv, told))
        };
        let mut take = |mv: Move, after: Option<&PositionOf<B, R>>| {
            count += 1;
            match search.borrow_mut().try_at_once(schedule, position, (mv, after), index) {
                Ok(false) => ControlFlow::Continue(()),
                other => {
                    found = other;
                    ControlFlow::Break(())
                }
            }
        };
        let led = game.each_general_move(position, aim.aim(), &mut serves, &mut take);
        if led.is_continue()
            && let Some(pass) = game.pass(position)
        {
            let _ = take(pass, None);
        }
        if let Some(nets) = &mut self.nets {
            nets.opens(2, count);
        }
        found
    }

    /// Is a move good that is known to be legal, and perhaps where it leads?
    fn try_at_once(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        (mv, after): (Move, Option<&PositionOf<B, R>>),
        index: usize,
    ) -> Result<bool, Stopped> {
        let depth = self.steps();
        if !self.hopes(position, mv) {
            return Ok(false);
        }
        let good = match after {
            Some(after) => self.judge(schedule, position, mv, after, index)?,
            None => self.judge(schedule, position, mv, &self.game.play(position, mv), index)?,
        };
        self.back_to(depth);
        Ok(good)
    }
}
