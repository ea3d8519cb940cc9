//! Moves towards the position of a proof game.
//!
//! Whether what is left suffices is asked before a move is played, or even judged legal: few moves
//! lead to positions from which the target can still be reached in time.

use std::ops::ControlFlow;

use super::Prover;
use crate::board::Board;
use crate::game::PositionOf;
use crate::game::generate::Anywhere;
use crate::rules::Rules;
use crate::search::reaches;

impl<B: Board, R: Rules> Prover<'_, B, R> {
    /// Appends the moves after which the target can still be reached, as far as that is seen, if
    /// the sides have at most so many moves left then.
    pub(super) fn list_to_target(&mut self, position: &PositionOf<B, R>, left: [usize; 2]) {
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
