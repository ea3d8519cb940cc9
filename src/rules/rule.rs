//! What a single rule can do, and when.
//!
//! A rule is a type of its own in a file of its own; it overrides the stages in which it takes part. The
//! stages of a move have one order under all rules. At each stage the rules act one after the other:
//!
//! 1. the victim is taken and the capturer arrives;
//! 2. the victim is hidden below the square, where a rule keeps it there;
//! 3. the capturer continues its move, as in Take&Make;
//! 4. the capture is permitted or not, by its arrival square, as in Immun chess; a kamikaze disappears;
//! 5. the capturer adopts another walk before it can promote, as in Protean chess;
//! 6. other men are removed, as in Breton;
//! 7. a pawn promotes;
//! 8. hidden men reappear where a rule reveals them at once;
//! 9. the man that moved changes its walk, as in Einstein chess;
//! 10. other men are affected, as the king in Kobul kings;
//! 11. the capturer is reborn;
//! 12. the man that moved changes sides;
//! 13. the capturer is worn out by its captures, as in PAD;
//! 14. the victim is reborn;
//! 15. men are added, as sentinels;
//! 16. hidden men on empty squares reappear;
//! 17. men change colour by what they observe, as Anda men;
//! 18. the position reached is permitted or not, as for jiggers.
//!
//! A kamikaze that captured is reborn after stage 11. `RuleSet::run_stages` in `stages.rs` is this order as code.
//!
//! A new stage is a method of [`Rule`], a line of `delegate_stages!` in `condition.rs`, one of `stages!` in
//! `stages.rs`, and a call in `run_stages`. Any other new method needs a line of `delegate!` in `condition.rs`:
//! without these lines no rule is asked.

use super::game_rules::StageOutcome;
use super::game_view::GameView;
use super::move_context::MoveContext;
use super::ply_bounds::PlyBounds;
use super::predict::CaptureBranches;
pub use super::rule_flags::{CaptureEffect, RuleFlags};
use crate::board::{Geometry, Square, Squares};
use crate::position::{CapturedMan, Man, Move, Position, RuleState, Side, Walk};

/// A capture that has not been made yet, for the rules that permit captures or predict their outcome.
pub struct CaptureQuery<'a, F: GameView> {
    /// The game.
    pub game: &'a F,
    /// The position before the move.
    pub position: &'a Position<F::Set, F::State>,
    /// The side that captures.
    pub by: Side,
    /// The move.
    pub mv: Move,
    /// The capturer.
    pub mover: Man,
    /// The man that it captures, and its square.
    pub victim: CapturedMan,
    /// Whether the capture is only tested for its effect on royal men.
    pub for_check: bool,
}

/// The obligation of a side to make certain moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Obligation {
    /// No obligation.
    None,
    /// The side must capture if it can.
    Capture,
    /// The side must capture, and has no legal move if it cannot.
    OnlyCapture,
    /// The side must make those of its legal moves that come first in this order.
    Length(LengthOrder),
    /// The same, but moves that leave its own king in check come into the order, too.
    UltraLength(LengthOrder),
}

/// An order of moves by their lengths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LengthOrder {
    /// The longest moves come first.
    LongestFirst,
    /// The shortest moves come first.
    ShortestFirst,
}

/// A single rule. The default of every method is to have no effect.
pub trait Rule {
    /// Returns what the rule does and needs.
    fn flags(&self) -> RuleFlags {
        RuleFlags::default()
    }

    /// Sets what the state of the diagram must contain about earlier moves.
    fn init_state(&self, rule_state: &mut RuleState) {
        let _ = rule_state;
    }

    /// Returns the squares from which the man on `from` may move or capture; `None` for its own square
    /// alone.
    fn origins<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        capture: bool,
    ) -> Option<F::Set> {
        let _ = (game, position, from, capture);
        None
    }

    /// Returns the walk with which a man moves; `None` for its own.
    fn acts_as<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        let _ = (game, position, man, at);
        None
    }

    /// Returns the squares of which the men decide as which man this one moves; `None` if something else decides it, too.
    /// Called only under rules with [`moves_as_others`](RuleFlags::moves_as_others).
    fn lenders<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
    ) -> Option<F::Set> {
        let _ = (game, position, man, at);
        None
    }

    /// Returns whether the man of `side` on a square moves as men with this walk, in addition to its own moves. Called only
    /// under rules with [`moves_as_several`](RuleFlags::moves_as_several).
    fn borrows<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        at: Square,
        side: Side,
        walk: Walk,
    ) -> bool {
        let _ = (game, position, at, side, walk);
        false
    }

    /// Returns the squares from which a man may capture men with the walk `victim`; `None` for its own
    /// square alone.
    fn capture_origins<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        man: Man,
        at: Square,
        victim: Walk,
    ) -> Option<F::Set> {
        let _ = (game, position, man, at, victim);
        None
    }

    /// Adjusts the moves of pawns in the geometry of the board.
    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        let _ = geometry;
    }

    /// Returns whether the man on `from` may move at all. Called only under rules with
    /// [`restricts_moves`](RuleFlags::restricts_moves).
    fn may_move<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> bool {
        let _ = (game, position, from);
        true
    }

    /// Returns whether [`may_move`](Self::may_move) holds for every king.
    fn leaves_kings_free(&self) -> bool {
        !self.flags().restricts_moves
    }

    /// Returns the squares to which a man of `side` on `from` may go, as far as squares alone decide; castling moves
    /// two men. Rules without [`restricts_targets`](RuleFlags::restricts_targets) permit all squares.
    fn permitted_targets<S: Squares>(&self, geometry: &Geometry<S>, from: Square, side: Side) -> S {
        let _ = (geometry, from, side);
        !S::EMPTY
    }

    /// Returns the squares among `asked` that the man on `from` can reach in addition to those of its
    /// walk. Called only under rules with [`extra_reach`](RuleFlags::extra_reach) or
    /// [`extra_quiet_reach`](RuleFlags::extra_quiet_reach).
    fn extra_targets<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        asked: F::Set,
    ) -> F::Set {
        let _ = (game, position, from, asked);
        F::Set::EMPTY
    }

    /// Returns a superset, in any position, of the [extra targets](Self::extra_targets) of a man of this
    /// walk, of the side to move.
    fn extra_reach<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
        let _ = (geometry, walk, side);
        !S::EMPTY
    }

    /// Returns the empty squares on which the side to move may place a man of this walk from its reserve,
    /// instead of moving.
    fn entries<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        walk: Walk,
    ) -> F::Set {
        let _ = (game, position, walk);
        F::Set::EMPTY
    }

    /// Returns the squares of the enemy men with which the man of the side to move on `from` may change places, instead of
    /// moving. Called only under rules with [`exchanges`](RuleFlags::exchanges).
    fn exchange_partners<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
    ) -> F::Set {
        let _ = (game, position, from);
        F::Set::EMPTY
    }

    /// Returns the obligation of a side to make certain moves.
    fn obligation(&self, side: Side) -> Obligation {
        let _ = side;
        Obligation::None
    }

    /// Records what a later stage must know about the position before the move. Called only under rules with
    /// [`prepares_moves`](RuleFlags::prepares_moves).
    fn before_move<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &mut Position<F::Set, RuleState>,
        mv: Move,
    ) {
        let _ = (game, position, mv);
    }

    /// Returns whether a check without a legal answer is mate in this position.
    fn counts_as_mate(&self, rule_state: &RuleState) -> bool {
        let _ = rule_state;
        true
    }

    /// Returns whether the side to move is stalemate, although it may be in check. Called only under rules with
    /// [`suffocates`](RuleFlags::suffocates), where the side has no legal move.
    fn is_suffocated<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
    ) -> bool {
        let _ = (game, position);
        false
    }

    /// Returns whether the man of `by` on `from` observes what it attacks. Called only under rules with
    /// [`restricts_observers`](RuleFlags::restricts_observers).
    fn may_observe<F: GameView<State = RuleState>>(
        &self,
        game: &F,
        position: &Position<F::Set, RuleState>,
        from: Square,
        by: Side,
    ) -> bool {
        let _ = (game, position, from, by);
        true
    }

    /// Returns whether the capture may be made. Called only under rules with
    /// [`restricts_captures`](RuleFlags::restricts_captures).
    fn permits_capture<F: GameView<State = RuleState>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        let _ = query;
        true
    }

    /// Returns whether [`permits_capture`](Self::permits_capture) also binds captures that remove a royal
    /// man. If not, such a capture gives check although it could not be made.
    fn restricts_royal_captures(&self) -> bool {
        true
    }

    /// Returns whether every move without a capture now does nothing but move a man to an empty square.
    fn quiet_moves_are_plain(&self, rule_state: &RuleState) -> bool {
        let _ = rule_state;
        !self.flags().quiet_effects
    }

    /// Returns the walk that a man with this walk has after it has moved, with or without a capture, if no move of this kind
    /// has any other effect under the rule; `None` if one has. Castling is no such move.
    fn walk_after(&self, walk: Walk, is_capture: bool) -> Option<Walk> {
        let has_effect = match is_capture {
            true => self.capture_effect() != CaptureEffect::None,
            false => self.flags().quiet_effects,
        };
        (!has_effect).then_some(walk)
    }

    /// Returns upper bounds for the effects of one ply under the rule; `None` if there are none.
    fn ply_bounds(&self) -> Option<PlyBounds> {
        None
    }

    /// Returns the further effect that a permitted capture can have.
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::Any
    }

    /// Returns the branches of a permitted capture between two men without flags; `None` if more can
    /// happen.
    fn capture_branches<F: GameView<State = RuleState>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        let _ = query;
        None
    }

    /// Stage 2: the victim is hidden below the square of the capture.
    fn hide_victim<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 3: the capturer continues by the same move.
    fn continue_move<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 4: forbids the capture or not, once the victim is off the board and the capturer is on its
    /// arrival square.
    fn check_permission<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 5: the man that moved adopts another walk before it can promote.
    fn adopt_walk<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 6: other men disappear together with the victim.
    fn remove_others<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 8: hidden men reappear before the later stages.
    fn reveal_hidden<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 9: the man that moved changes its walk.
    fn change_walk<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 10: men other than the two of the capture are affected.
    fn affect_others<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 11: the capturer is reborn.
    fn rebirth_capturer<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 12: the man that moved changes sides.
    fn change_side<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 13: the capturer is worn out by its captures.
    fn wear_out<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 14: the victim is reborn.
    fn rebirth_victim<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 15: men are added.
    fn add_men<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 17: men change colour by what they observe. Called only under rules with
    /// [`final_effects`](RuleFlags::final_effects).
    fn recolour<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }

    /// Stage 18: forbids the position reached or not. Called only under rules with
    /// [`final_effects`](RuleFlags::final_effects).
    fn judge<F: GameView<State = RuleState>>(&self, ctx: &mut MoveContext<'_, F>) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }
}
