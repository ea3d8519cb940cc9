//! Move filter of diagram goals: rejects moves after which the target cannot be reached, before they are
//! made.
//!
//! **What.** The bounds of [`ProofGameBound`] with the men as they are after the move.
//!
//! **Why it is correct.** The bounds are admissible, and the placement after the move is exact: only quiet moves and
//! captures without further effects are tested. Castling, en passant, entries and moves with other effects are
//! accepted.
//!
//! **Cost and gain.** A rejected move is neither made nor tested for legality; of the other side only the count of men
//! changes, so that its cached bound is used again. Figures in [`proof_game`](super).
//!
//! **Reference.** See [`assignment`](super::assignment).

use super::ProofGameBound;
use super::assignment::{AssignmentBound, BoundCache, SideMen};
use crate::board::{Board, Squares};
use crate::game::diagram_goal::Placement;
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, Move, MoveKind};
use crate::rules::{GameRules, PlyBounds};

/// The moves of a position after which the bounds still allow the target to be reached.
pub struct ProofGameFilter<'a, B: Board, R: GameRules> {
    game: &'a Game<B, R>,
    position: &'a PositionOf<B, R>,
    /// The moves left of each side after the move, White's first.
    moves_left: [usize; 2],
    /// The bound, with its cache.
    bound: &'a mut ProofGameBound<B::Set>,
    /// The bounds of a ply; `None` if all moves are accepted.
    ply_bounds: Option<PlyBounds>,
    placement: Placement<B::Set>,
    /// The men of the side to move, and those of the other side.
    men: [SideMen<B::Set>; 2],
    /// Whether a quiet move only moves a man to another square.
    quiet_moves_only_move: bool,
}

impl<'a, B: Board, R: GameRules> ProofGameFilter<'a, B, R> {
    /// The filter of a position; see [`ProofGameBound::filter`].
    pub(super) fn new(
        bound: &'a mut ProofGameBound<B::Set>,
        game: &'a Game<B, R>,
        position: &'a PositionOf<B, R>,
        moves_left: [usize; 2],
    ) -> ProofGameFilter<'a, B, R> {
        // A man that moves from a virtual origin leaves another square than that of the move.
        let is_supported =
            |bounds: &PlyBounds| bounds.conserves_men && !game.rules.facts().flags.virtual_origins;
        let ply_bounds = bound.ply_bounds.filter(is_supported);
        let placement = Placement::of(position);
        let side = position.to_move;
        let men = [side, side.other()].map(|side| SideMen::of(&placement, side, None));
        let quiet_moves_only_move = game.quiet_moves_only_move(position);
        ProofGameFilter {
            game,
            position,
            moves_left,
            bound,
            ply_bounds,
            placement,
            men,
            quiet_moves_only_move,
        }
    }

    /// Returns whether the target may still be reached after a move, which need not be legal.
    pub fn accepts(&mut self, mv: Move) -> bool {
        let Some(ply_bounds) = self.ply_bounds else { return true };
        let is_plain = match mv.kind {
            MoveKind::Quiet | MoveKind::DoubleStep => self.quiet_moves_only_move,
            MoveKind::Capture => self.game.captures_only_capture(),
            MoveKind::EnPassant
            | MoveKind::LocustCapture
            | MoveKind::Castling
            | MoveKind::Pass
            | MoveKind::Exchange
            | MoveKind::Entry => false,
        };
        let side = self.position.to_move;
        if !is_plain || self.game.leaves_unknown_man(mv, side, B::Set::EMPTY) {
            return true;
        }
        let placement = self.placement.after(side, mv);
        if !self.bound.passes_count_bound(ply_bounds, &placement, self.moves_left) {
            return false;
        }
        let ProofGameBound { assignment, cache, .. } = &mut *self.bound;
        match assignment {
            None => true,
            Some(bound) if !bound.has_rebirth() => {
                sides_are_feasible(bound, self.men, mv, self.moves_left, cache)
            }
            Some(bound) => {
                let captured = self.position.rule_state.last_captured();
                bound.is_feasible(&placement, captured, self.moves_left, cache)
            }
        }
    }
}

/// Returns whether the bounds of the sides that a move changes allow it, without rebirth. `men` are those of
/// the side that moves, and of the other side.
fn sides_are_feasible<S: Squares>(
    bound: &AssignmentBound<S>,
    [own, other]: [SideMen<S>; 2],
    mv: Move,
    moves_left: [usize; 2],
    cache: &mut BoundCache,
) -> bool {
    let own = own.after(mv);
    if !mv.is_capture() {
        // The men and moves left of the other side are unchanged.
        return bound.side_is_feasible(&own, other.count, moves_left, cache);
    }
    let other = other.without(mv.to);
    bound.side_is_feasible(&own, other.count, moves_left, cache)
        && bound.side_is_feasible(&other, own.count, moves_left, cache)
}
