//! Whether a target can be reached after a move, asked before the move is played.

use super::TargetPosition;
use super::assignment::{AssignmentBound, BoundCache, SideMen};
use super::placement::Placement;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, MoveKind, Side};
use crate::rules::{CaptureEffect, GameRules, PlyBounds};

/// What is asked of all moves of a position from which the target can be reached.
pub struct ProofGameFilter<'a, B: Board, R: GameRules> {
    game: &'a Game<B, R>,
    position: &'a PositionOf<B, R>,
    /// How many moves the sides have left behind the move, White's first.
    moves_left: [usize; 2],
    /// The target, if moves can be looked into.
    target: Option<(&'a TargetPosition<B::Set>, PlyBounds)>,
    placement: Placement<B::Set>,
    /// The men who move, and the others.
    men: [SideMen<B::Set>; 2],
    /// Does a move that captures nothing only lead a man to a square?
    quiet_moves_are_plain: bool,
    /// Does a capture do nothing but capture?
    captures_are_plain: bool,
}

impl<B: Board, R: GameRules> Game<B, R> {
    /// To ask of the moves of a position, from which the target can be reached, which of them leave it
    /// so, if the sides have at most so many moves left behind them, White's first.
    pub fn proof_game_filter<'a>(
        &'a self,
        position: &'a PositionOf<B, R>,
        left: [usize; 2],
    ) -> ProofGameFilter<'a, B, R> {
        let target = self.target.as_ref().and_then(|target| {
            // Where men move as if they stood elsewhere their moves are not looked into.
            let looked_into = |tally: &PlyBounds| tally.conserves_men && !self.rules.flags().virtual_origins;
            target.ply_bounds.filter(looked_into).map(|tally| (&**target, tally))
        });
        let placement = Placement::of(position);
        let side = position.to_move;
        let men = [side, side.other()].map(|side| SideMen::of(&placement, side, None));
        let quiet = !R::GENERAL
            || (self.rules.quiet_moves_are_plain(&position.memory) && !position.memory.has_hidden());
        let captures =
            R::ORTHODOX_CAPTURES || (R::GENERAL && self.rules.capture_effect() == CaptureEffect::None);
        ProofGameFilter {
            game: self,
            position,
            moves_left: left,
            target,
            placement,
            men,
            quiet_moves_are_plain: quiet,
            captures_are_plain: captures,
        }
    }
}

impl<B: Board, R: GameRules> ProofGameFilter<'_, B, R> {
    /// Can the target still be reached after a move, which need not be legal? As
    /// [`Game::can_arrive`], but less is seen.
    pub fn accepts(&self, mv: Move, reckoned: &mut BoundCache) -> bool {
        let Some((target, tally)) = self.target else { return true };
        let simple = match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep => self.quiet_moves_are_plain,
            MoveKind::Capture => self.captures_are_plain,
            MoveKind::EnPassant | MoveKind::Castling | MoveKind::Pass | MoveKind::Entry => false,
        };
        let side = self.position.to_move;
        if !simple || self.game.promotes_late(mv, side) {
            return true;
        }
        let placement = self.placement.after(side, mv);
        if !target.passes_count_bound(tally, &placement, self.moves_left) {
            return false;
        }
        match &target.assignment_bound {
            None => true,
            Some(needs) if !needs.has_rebirth() => self.side_bounds_allow(needs, mv, reckoned),
            Some(needs) => {
                let taken = self.position.memory.last_captured();
                needs.is_feasible(&placement, taken, &Side::BOTH, self.moves_left, reckoned)
            }
        }
    }

    fn side_bounds_allow(
        &self,
        needs: &AssignmentBound<B::Set>,
        mv: Move,
        reckoned: &mut BoundCache,
    ) -> bool {
        let [own, other] = self.men;
        let own = own.after(mv);
        if !mv.is_capture() {
            // The other side has what it had, and as many moves.
            return needs.side_is_feasible(&own, other.count, self.moves_left, reckoned);
        }
        let other = other.without(mv.to);
        needs.side_is_feasible(&own, other.count, self.moves_left, reckoned)
            && needs.side_is_feasible(&other, own.count, self.moves_left, reckoned)
    }
}
