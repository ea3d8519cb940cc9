//! Move filter of diagram goals: rejects moves after which the target cannot be reached, before they are
//! made.
//!
//! The bounds are those of [`Game::can_reach_target`] with the men as they are after the move. A move with
//! further effects that are not known is accepted.

use super::TargetPosition;
use super::assignment::{AssignmentBound, BoundCache, SideMen};
use super::placement::Placement;
use crate::board::Board;
use crate::game::general::static_legality::promotes_late;
use crate::game::{Game, PositionOf};
use crate::position::{Memory, Move, MoveKind};
use crate::rules::{CaptureEffect, GameRules, PlyBounds};

/// The moves of a position after which the bounds still allow the target to be reached.
pub struct ProofGameFilter<'a, B: Board, R: GameRules> {
    game: &'a Game<B, R>,
    position: &'a PositionOf<B, R>,
    /// The moves left of each side after the move, White's first.
    moves_left: [usize; 2],
    /// The target and the bounds of a ply; `None` if all moves are accepted.
    target: Option<(&'a TargetPosition<B::Set>, PlyBounds)>,
    placement: Placement<B::Set>,
    /// The men of the side to move, and those of the other side.
    men: [SideMen<B::Set>; 2],
    /// Whether a quiet move only moves a man to another square.
    quiet_moves_are_plain: bool,
    /// Whether a capture has no further effect.
    captures_are_plain: bool,
}

impl<B: Board, R: GameRules> Game<B, R> {
    /// Returns the filter of a position from which the target can be reached, if the sides have at most
    /// `moves_left` moves after the next one, White's first.
    pub fn proof_game_filter<'a>(
        &'a self,
        position: &'a PositionOf<B, R>,
        moves_left: [usize; 2],
    ) -> ProofGameFilter<'a, B, R> {
        let target = self.target.as_ref().and_then(|target| {
            // A man that moves from a virtual origin leaves another square than that of the move.
            let is_supported =
                |bounds: &PlyBounds| bounds.conserves_men && !self.rules.facts().flags.virtual_origins;
            target.ply_bounds.filter(is_supported).map(|bounds| (&**target, bounds))
        });
        let placement = Placement::of(position);
        let side = position.to_move;
        let men = [side, side.other()].map(|side| SideMen::of(&placement, side, None));
        let quiet_moves_are_plain = self.general(position).is_none_or(|(game, position)| {
            game.rules.quiet_moves_are_plain(&position.memory) && !position.memory.has_hidden()
        });
        let captures_are_plain =
            R::ORTHODOX_CAPTURES || (R::GENERAL && self.rules.facts().capture_effect == CaptureEffect::None);
        ProofGameFilter {
            game: self,
            position,
            moves_left,
            target,
            placement,
            men,
            quiet_moves_are_plain,
            captures_are_plain,
        }
    }
}

impl<B: Board, R: GameRules> ProofGameFilter<'_, B, R> {
    /// Returns whether the target may still be reached after a move, which need not be legal.
    pub fn accepts(&self, mv: Move, cache: &mut BoundCache) -> bool {
        let Some((target, bounds)) = self.target else { return true };
        let is_plain = match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep => self.quiet_moves_are_plain,
            MoveKind::Capture => self.captures_are_plain,
            MoveKind::EnPassant | MoveKind::Castling | MoveKind::Pass | MoveKind::Entry => false,
        };
        let side = self.position.to_move;
        if !is_plain || promotes_late(self.game, mv, side) {
            return true;
        }
        let placement = self.placement.after(side, mv);
        if !target.passes_count_bound(bounds, &placement, self.moves_left) {
            return false;
        }
        match &target.assignment_bound {
            None => true,
            Some(bound) if !bound.has_rebirth() => self.side_bounds_allow(bound, mv, cache),
            Some(bound) => {
                let captured = self.position.memory.last_captured();
                bound.is_feasible(&placement, captured, self.moves_left, cache)
            }
        }
    }

    /// Returns whether the bounds of the sides that the move changes allow it, without rebirth.
    fn side_bounds_allow(&self, bound: &AssignmentBound<B::Set>, mv: Move, cache: &mut BoundCache) -> bool {
        let [own, other] = self.men;
        let own = own.after(mv);
        if !mv.is_capture() {
            // The men and moves left of the other side are unchanged.
            return bound.side_is_feasible(&own, other.count, self.moves_left, cache);
        }
        let other = other.without(mv.to);
        bound.side_is_feasible(&own, other.count, self.moves_left, cache)
            && bound.side_is_feasible(&other, own.count, self.moves_left, cache)
    }
}
