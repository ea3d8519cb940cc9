//! Which moves are looked at: not even listed are those of which it is known that they serve nothing.
//!
//! In proof games it is asked before a move is played, or even judged legal, whether what is left
//! suffices: few moves lead to positions from which the target can still be reached in time.

use std::ops::ControlFlow;

use super::Prover;
use crate::board::Board;
use crate::game::PositionOf;
use crate::game::movegen::generate::{Aim, Anywhere};
use crate::rules::Rules;
use crate::search::goals::moves_towards;
use crate::search::penultimate::helpmate;
use crate::search::penultimate::selfmate::Tempo;
use crate::search::penultimate::stalemate as still;
use crate::search::reaches;
use crate::stipulation::{Choice, Schedule};

/// Which moves before the last half-move are worth looking at.
pub(super) enum LastAim<'a, B: Board, R: Rules> {
    /// Those that may force the other side to mate.
    Tempo(Tempo<'a, B, R>),
    /// Those that may let the other side stalemate.
    Still(still::Eve<B::Set>),
    /// Those that may let the other side mate.
    Net(helpmate::Eve<B::Set>),
    /// All.
    Anywhere,
}

impl<B: Board, R: Rules> LastAim<'_, B, R> {
    /// As an aim.
    pub(super) fn aim(&self) -> &dyn Aim<B::Set> {
        match self {
            LastAim::Tempo(tempo) => tempo,
            LastAim::Still(eve) => eve,
            LastAim::Net(eve) => eve,
            LastAim::Anywhere => &Anywhere,
        }
    }
}

impl<'a, B: Board, R: Rules> Prover<'a, B, R> {
    /// Appends the moves to be looked at: of one that suffices, only what may serve.
    pub(super) fn list(&mut self, schedule: &Schedule, position: &PositionOf<B, R>, index: usize) {
        let half = schedule.halves[index];
        if half.choice == Choice::Some && self.goal.is_diagram() {
            return self.list_to_target(position, schedule.moves_left(index + 1));
        }
        match self.last_aim(schedule, position, index) {
            LastAim::Tempo(tempo) => self.list_towards(schedule, position, index, &tempo),
            LastAim::Still(eve) => self.list_towards(schedule, position, index, &eve),
            LastAim::Net(eve) => self.list_towards(schedule, position, index, &eve),
            LastAim::Anywhere => self.list_towards(schedule, position, index, &Anywhere),
        }
    }

    /// What is known of the moves worth looking at before the last half-move.
    pub(super) fn last_aim<'p>(
        &self,
        schedule: &Schedule,
        position: &'p PositionOf<B, R>,
        index: usize,
    ) -> LastAim<'p, B, R>
    where
        'a: 'p,
    {
        if schedule.halves[index].choice != Choice::Some || schedule.halves.len() - index != 2 {
            return LastAim::Anywhere;
        }
        if Tempo::speaks_of(self.game, self.goal, schedule)
            && let Some(tempo) = Tempo::new(self.game, position)
        {
            return LastAim::Tempo(tempo);
        }
        if still::Eve::speaks_of(self.game, self.goal, schedule)
            && let Some(eve) = still::Eve::new(self.game, position)
        {
            return LastAim::Still(eve);
        }
        // That not all moves mate is soon seen: there the eve takes longer.
        if (R::GENERAL || schedule.halves[index + 1].choice == Choice::Some)
            && let Some(eve) = self.nets.as_ref().and_then(|nets| nets.eve(self.game, position))
        {
            return LastAim::Net(eve);
        }
        LastAim::Anywhere
    }

    /// As [`list`](Self::list), those of which an aim is known.
    fn list_towards(
        &mut self,
        schedule: &Schedule,
        position: &PositionOf<B, R>,
        index: usize,
        aim: &impl Aim<B::Set>,
    ) {
        let half = schedule.halves[index];
        match &mut self.nets {
            // What cannot serve is not even listed.
            Some(nets) if half.choice == Choice::Some => {
                nets.serving_moves(self.game, position, aim, &mut self.moves);
            }
            _ => moves_towards(self.game, self.goal, half, position, aim, &mut self.moves),
        }
    }

    /// Appends the moves after which the target can still be reached, as far as that is seen, if
    /// the sides have at most so many moves left then.
    fn list_to_target(&mut self, position: &PositionOf<B, R>, left: [usize; 2]) {
        let Prover { game, moves, reckoned, .. } = self;
        let onward = game.onward(position, left);
        let wanted = |mv| onward.allows(mv, reckoned);
        let _ = game.each_judged_move(position, &Anywhere, wanted, |mv, _| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves.extend(game.pass(position));
    }

    /// Does a move reach the target?
    pub(super) fn arrives(&mut self, position: &PositionOf<B, R>) -> bool {
        let (game, goal, reckoned) = (self.game, self.goal, &mut self.reckoned);
        let reached = |mv, after: Option<&PositionOf<B, R>>| match after {
            Some(after) => reaches(game, goal, position, mv, after),
            None => reaches(game, goal, position, mv, &game.play(position, mv)),
        };
        let onward = game.onward(position, [0, 0]);
        let wanted = |mv| onward.allows(mv, reckoned);
        let found =
            game.each_judged_move(position, &Anywhere, wanted, |mv, after| match reached(mv, after) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
        found.is_break() || game.pass(position).is_some_and(|pass| reached(pass, None))
    }
}
