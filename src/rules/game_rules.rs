//! The interface between move generation and the rules of a game.

use super::game_view::GameView;
use super::move_context::MoveContext;
use super::ply_bounds::PlyBounds;
use super::predict::{CaptureBranches, CaptureOutcome, CheckCondition, RoyalAttacker, UnmaskedCaptures};
use super::rebirth::RebirthKind;
use super::rule::{CaptureEffect, CaptureObligation, CaptureQuery, RuleFlags};
use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{EffectObserver, Man, Memory, Move, MoveBranch, Position, Side, Walk};

/// A capture after the victim has been removed; the capturer, promoted if it had to be, is on its arrival
/// square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The side that captures.
    pub by: Side,
    /// The departure square of the capturer.
    pub from: Square,
    /// The arrival square of the capturer.
    pub to: Square,
    /// The victim.
    pub captured: Man,
    /// The square of the victim.
    pub at: Square,
    /// The branch of the move: the further choices of the mover.
    pub branch: MoveBranch,
}

/// The result of a stage of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum StageOutcome {
    /// The stage was carried out.
    Done,
    /// A rule forbids the move.
    Forbidden,
}

/// The rules of a game. Orthodox chess and the commonest rules of the Circe family implement a few
/// methods, which are inlined; a [`RuleSet`](super::RuleSet) combines any rules. Methods that refer to
/// *general rules* are called only if [`GENERAL`](Self::GENERAL) is true.
pub trait GameRules: Clone + Send + Sync + 'static {
    /// Whether captures have no further effect. All code for effects is compiled away then.
    const ORTHODOX_CAPTURES: bool;

    /// Whether the rules may do anything that a [`Rule`](super::rule::Rule) can. Every move is then made
    /// in order to test it, unless a shortcut is known to be exact.
    const GENERAL: bool = false;

    /// The state of a position in addition to men and castling rights.
    type Memory: Memory;

    /// Returns whether any attack of a man on a royal man gives check, whatever the capture would lead
    /// to.
    fn attack_gives_check(&self) -> bool;

    /// Returns whether a royal man is in check only if a man attacks it: without an attack no further
    /// test is needed.
    #[inline]
    fn check_requires_attack(&self) -> bool {
        self.attack_gives_check()
    }

    /// Returns whether `side` is in check only if a man attacks its royal man on this square.
    #[inline]
    fn check_requires_attack_on<B: Board>(&self, board: &B, side: Side, royal: Square) -> bool {
        let _ = (board, side, royal);
        self.check_requires_attack()
    }

    /// Returns the outcome of a capture if it is known without making it. Requires that there is no
    /// neutral man.
    #[inline]
    fn capture_outcome<B: Board, M: Memory>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> Option<CaptureOutcome> {
        let _ = (board, position, capture);
        None
    }

    /// Returns the captures that the legality masks cannot test: those of the side to move that affect
    /// the safety of its royal man on `royal` in another way than in orthodox chess, or that can be
    /// forbidden. For every other capture the masks are exact. Captures by the royal man and en passant
    /// are never included. Requires that any attack gives check and that there is no neutral man.
    #[inline]
    fn unmasked_captures<B: Board, M: Memory>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        royal: Square,
    ) -> [UnmaskedCaptures<B::Set>; 2] {
        let _ = (board, position, royal);
        [UnmaskedCaptures::all(), UnmaskedCaptures::NONE]
    }

    /// Returns the condition under which an attack on a royal man on `at` gives check. Called only where
    /// an attack does not simply give check.
    #[inline]
    fn check_condition<B: Board>(
        &self,
        board: &B,
        attacker: RoyalAttacker,
        at: Square,
    ) -> CheckCondition<B::Set> {
        let _ = (board, attacker, at);
        CheckCondition::Unknown
    }

    /// Returns the final squares, other than the capture square, of a capturer of this walk; `None` if
    /// captures can have other effects.
    #[inline]
    fn final_squares<B: Board>(&self, board: &B, side: Side, walk: Walk) -> Option<B::Set> {
        let _ = (board, side, walk);
        None
    }

    /// Returns the branches of a permitted capture under general rules, between two men without flags;
    /// `None` if more can happen.
    fn capture_branches<F: GameView<Memory = Self::Memory>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        let _ = query;
        None
    }

    /// Returns the number of branches of a capture, legal or not.
    #[inline]
    fn branch_count<B: Board, M: Memory>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> u32 {
        let _ = (board, position, capture);
        1
    }

    /// Returns which man is reborn, and where; `None` if the rules do more than that.
    fn rebirth_kind(&self) -> Option<RebirthKind> {
        None
    }

    /// Returns upper bounds for the effects of one ply; `None` if there are none.
    fn ply_bounds(&self) -> Option<PlyBounds> {
        None
    }

    /// Returns the square of the moving man after all effects of a legal move. If the man has left the
    /// board, the square has no meaning. General rules store the square in the position instead.
    #[inline]
    fn final_square<B: Board, M: Memory>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        mv: Move,
    ) -> Square {
        let _ = (board, position);
        mv.to
    }

    /// Returns the squares of the men of `side` that, if captured, could take one of its royal men with
    /// them. Called only where an attack does not simply give check.
    fn royal_dependents<B: Board, M: Memory>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        side: Side,
    ) -> B::Set {
        let _ = board;
        position.royal & position.of(side)
    }

    /// Applies all effects of a capture.
    fn apply_capture_effects<B: Board, M: Memory, T: EffectObserver>(
        &self,
        board: &B,
        position: &mut Position<B::Set, M>,
        capture: &Capture,
        observer: &mut T,
    ) -> StageOutcome;

    /// Prepares the state of the first position.
    fn init_position<S: Squares>(&self, position: &mut Position<S, Self::Memory>) {
        let _ = position;
    }

    /// Returns whether under general rules any attack on a royal man gives check if neither man [has
    /// attributes](Memory::has_attributes).
    fn plain_attack_gives_check(&self) -> bool {
        false
    }

    /// Returns whether under general rules an attack on a royal man, and nothing else, gives check, where
    /// men may move with the walk of others; attacks are those of the walk with which a man moves.
    fn acting_attack_gives_check(&self) -> bool {
        false
    }

    /// Returns whether under general rules a royal man is in check only if a man attacks it, unless its
    /// square is within [`extra_reach`](Self::extra_reach).
    fn near_check_requires_attack(&self) -> bool {
        false
    }

    /// Returns whether under general rules a king that moves as a king can go to every adjacent square
    /// that is empty and not attacked.
    fn king_steps_are_unrestricted(&self) -> bool {
        false
    }

    /// Returns whether under general rules every move without a capture now does nothing but move a man
    /// to an empty square.
    fn quiet_moves_are_plain(&self, memory: &Self::Memory) -> bool {
        let _ = memory;
        false
    }

    /// Returns whether the general rules are a single one, for both sides and for all plies.
    fn is_single(&self) -> bool {
        false
    }

    /// Returns the further effect of a permitted capture under general rules, apart from the effects of
    /// flags of men.
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::Any
    }

    /// Returns what the general rules do and need.
    fn flags(&self) -> RuleFlags {
        RuleFlags::default()
    }

    /// Returns what the general rules in force in the next ply do and need, if `side` makes it.
    #[inline]
    fn flags_for(&self, memory: &Self::Memory, side: Side) -> RuleFlags {
        let _ = (memory, side);
        self.flags()
    }

    /// Returns the squares from which the man on `from` may move, or capture, under general rules.
    fn origins<F: GameView<Memory = Self::Memory>>(
        &self,
        game: &F,
        position: &Position<F::Set, Self::Memory>,
        from: Square,
        capture: bool,
    ) -> F::Set {
        let _ = (game, position, capture);
        F::Set::of(from)
    }

    /// Returns the walk with which a man moves under general rules; `None` for its own.
    fn acts_as<F: GameView<Memory = Self::Memory>>(
        &self,
        game: &F,
        position: &Position<F::Set, Self::Memory>,
        man: Man,
        at: Square,
    ) -> Option<Walk> {
        let _ = (game, position, man, at);
        None
    }

    /// Returns the squares from which a man may capture men with the walk `victim` under general rules;
    /// `None` for its own square alone.
    fn capture_origins<F: GameView<Memory = Self::Memory>>(
        &self,
        game: &F,
        position: &Position<F::Set, Self::Memory>,
        man: Man,
        at: Square,
        victim: Walk,
    ) -> Option<F::Set> {
        let _ = (game, position, man, at, victim);
        None
    }

    /// Records that a move had more branches than could be played.
    fn mark_branch_overflow(&self) {}

    /// Returns whether a move had more branches than could be played.
    fn has_branch_overflow(&self) -> bool {
        false
    }

    /// Adjusts the moves of pawns in the geometry of the board under general rules.
    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        let _ = geometry;
    }

    /// Returns whether the man on `from` may move at all under general rules.
    fn may_move<F: GameView<Memory = Self::Memory>>(
        &self,
        game: &F,
        position: &Position<F::Set, Self::Memory>,
        from: Square,
    ) -> bool {
        let _ = (game, position, from);
        true
    }

    /// Returns the squares among `asked` that the man on `from` can reach under general rules in addition
    /// to those of its walk.
    fn extra_targets<F: GameView<Memory = Self::Memory>>(
        &self,
        game: &F,
        position: &Position<F::Set, Self::Memory>,
        from: Square,
        asked: F::Set,
    ) -> F::Set {
        let _ = (game, position, from, asked);
        F::Set::EMPTY
    }

    /// Returns a superset, in any position, of the [extra targets](Self::extra_targets) of a man of this
    /// walk, of the side to move, under general rules.
    fn extra_reach<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
        let _ = (geometry, walk, side);
        S::EMPTY
    }

    /// Returns the empty squares on which the side to move may place a man of this walk from its reserve
    /// under general rules.
    fn entries<F: GameView<Memory = Self::Memory>>(
        &self,
        game: &F,
        position: &Position<F::Set, Self::Memory>,
        walk: Walk,
    ) -> F::Set {
        let _ = (game, position, walk);
        F::Set::EMPTY
    }

    /// Records that a side has placed a man from its reserve, under general rules.
    fn record_entry(&self, memory: &mut Self::Memory, side: Side, walk: Walk) {
        let _ = (memory, side, walk);
    }

    /// Returns the obligation of a side to capture in the next ply under general rules.
    fn capture_obligation(&self, memory: &Self::Memory, side: Side) -> CaptureObligation {
        let _ = (memory, side);
        CaptureObligation::None
    }

    /// Records what a later stage must know about the position before the move, under general rules.
    fn before_move<F: GameView<Memory = Self::Memory>>(
        &self,
        game: &F,
        position: &mut Position<F::Set, Self::Memory>,
        mv: Move,
    ) {
        let _ = (game, position, mv);
    }

    /// Returns whether a check without a legal answer is mate under general rules.
    fn counts_as_mate(&self, memory: &Self::Memory) -> bool {
        let _ = memory;
        true
    }

    /// Returns whether the capture may be made under general rules.
    fn permits_capture<F: GameView<Memory = Self::Memory>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        let _ = query;
        true
    }

    /// Applies all effects of a move, capture or not, under general rules.
    fn apply_move_effects<F: GameView<Memory = Self::Memory>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }
}
