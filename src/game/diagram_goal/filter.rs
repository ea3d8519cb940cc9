//! Whether a target can be reached after a move, asked before the move is played.

use super::Target;
use super::assignment::{Men, Needs, Reckoned};
use super::placement::Placement;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, MoveKind, Side};
use crate::rules::{Aftermath, Rules, Tally};

/// What is asked of all moves of a position from which the target can be reached.
pub struct Onward<'a, B: Board, R: Rules> {
    game: &'a Game<B, R>,
    position: &'a PositionOf<B, R>,
    /// How many moves the sides have left behind the move, White's first.
    left: [usize; 2],
    /// The target, if moves can be looked into.
    target: Option<(&'a Target<B::Set>, Tally)>,
    placement: Placement<B::Set>,
    /// The men who move, and the others.
    men: [Men<B::Set>; 2],
    /// Does a move that captures nothing only lead a man to a square?
    quiet: bool,
    /// Does a capture do nothing but capture?
    captures: bool,
}

impl<B: Board, R: Rules> Game<B, R> {
    /// To ask of the moves of a position, from which the target can be reached, which of them leave it
    /// so, if the sides have at most so many moves left behind them, White's first.
    pub fn onward<'a>(&'a self, position: &'a PositionOf<B, R>, left: [usize; 2]) -> Onward<'a, B, R> {
        let target = self.target.as_ref().and_then(|target| {
            // Where men move as if they stood elsewhere their moves are not looked into.
            let looked_into = |tally: &Tally| tally.counted && !self.rules.needs().shifts;
            target.tally.filter(looked_into).map(|tally| (&**target, tally))
        });
        let placement = Placement::of(position);
        let side = position.to_move;
        let men = [side, side.other()].map(|side| Men::of(&placement, side, None));
        let quiet = !R::GENERAL || (self.rules.is_still(&position.memory) && !position.memory.has_buried());
        let captures = R::PLAIN || (R::GENERAL && self.rules.aftermath() == Aftermath::Nothing);
        Onward { game: self, position, left, target, placement, men, quiet, captures }
    }
}

impl<B: Board, R: Rules> Onward<'_, B, R> {
    /// Can the target still be reached after a move, which need not be legal? As
    /// [`Game::can_arrive`], but less is seen.
    pub fn allows(&self, mv: Move, reckoned: &mut Reckoned) -> bool {
        let Some((target, tally)) = self.target else { return true };
        let simple = match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep => self.quiet,
            MoveKind::Capture => self.captures,
            MoveKind::EnPassant | MoveKind::Castling | MoveKind::Pass | MoveKind::Entry => false,
        };
        let side = self.position.to_move;
        if !simple || self.game.promotes_late(mv, side) {
            return true;
        }
        let placement = self.placement.after(side, mv);
        if !target.is_near(tally, &placement, self.left) {
            return false;
        }
        match &target.needs {
            None => true,
            Some(needs) if !needs.lets_return() => self.fits(needs, mv, reckoned),
            Some(needs) => {
                let taken = self.position.memory.taken();
                needs.fit(&placement, taken, &Side::BOTH, self.left, reckoned)
            }
        }
    }

    fn fits(&self, needs: &Needs<B::Set>, mv: Move, reckoned: &mut Reckoned) -> bool {
        let [own, other] = self.men;
        let own = own.after(mv);
        if !mv.is_capture() {
            // The other side has what it had, and as many moves.
            return needs.side_fits(&own, other.count, self.left, reckoned);
        }
        let other = other.without(mv.to);
        needs.side_fits(&own, other.count, self.left, reckoned)
            && needs.side_fits(&other, own.count, self.left, reckoned)
    }
}
