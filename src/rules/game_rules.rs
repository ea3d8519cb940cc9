//! What play asks of a rule.

use super::game_view::GameView;
use super::move_context::MoveContext;
use super::ply_bounds::PlyBounds;
use super::predict::{CaptureBranches, CaptureOutcome, CheckCondition, RoyalAttacker, UnmaskedCaptures};
use super::rebirth::RebirthKind;
use super::rule::{CaptureEffect, CaptureObligation, CaptureQuery, RuleFlags};
use crate::board::{Board, Geometry, Square, Squares};
use crate::position::{Man, Memory, Move, MoveBranch, Position, Side, Walk};

/// A capture, seen after the captured man has been taken off the board and the
/// capturer, promoted if it had to be, stands on its arrival square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The side that captures.
    pub by: Side,
    /// Where the capturer came from.
    pub from: Square,
    /// Where it stands now.
    pub to: Square,
    /// Who was captured.
    pub captured: Man,
    /// Where it stood.
    pub at: Square,
    /// What the mover decides besides.
    pub branch: MoveBranch,
}

/// What became of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum StageOutcome {
    /// It was made.
    Done,
    /// The rule forbids it.
    Forbidden,
}

/// A set of rules that play can be governed by.
pub trait GameRules: Clone + Send + Sync + 'static {
    /// Captures do nothing but capture. All that rules could do compiles away.
    const ORTHODOX_CAPTURES: bool;

    /// The rules may do anything that a [`Rule`](super::rule::Rule) can: every move is
    /// played in order to be judged.
    const GENERAL: bool = false;

    /// What a position remembers for them beside men and rights.
    type Memory: Memory;

    /// Is a man's attack on a royal man a check, whatever would come of the capture?
    fn attack_gives_check(&self) -> bool;

    /// Is every check a man's attack on a royal man? Where none is attacked nothing else
    /// need be looked at then.
    #[inline]
    fn check_requires_attack(&self) -> bool {
        self.attack_gives_check()
    }

    /// Is every check to `side` a man's attack, if its royal man stands on this square?
    #[inline]
    fn check_requires_attack_on<B: Board>(&self, board: &B, side: Side, royal: Square) -> bool {
        let _ = (board, side, royal);
        self.check_requires_attack()
    }

    /// What becomes of the two men of a capture, as far as that can be told without playing it:
    /// no neutral man stands on the board.
    #[inline]
    fn capture_outcome<B: Board>(
        &self,
        board: &B,
        position: &Position<B::Set, Self::Memory>,
        capture: Move,
    ) -> Option<CaptureOutcome> {
        let _ = (board, position, capture);
        None
    }

    /// Which captures of the side to move do more to the safety of its royal man, on this square,
    /// than in orthodox chess, or can be forbidden: no others than these. Asked only where an
    /// attack is a check and no neutral man stands on the board; what the royal man takes, and
    /// what is taken in passing, are not meant.
    #[inline]
    fn unmasked_captures<B: Board>(
        &self,
        board: &B,
        position: &Position<B::Set, Self::Memory>,
        royal: Square,
    ) -> [UnmaskedCaptures<B::Set>; 2] {
        let _ = (board, position, royal);
        [UnmaskedCaptures::all(), UnmaskedCaptures::NONE]
    }

    /// What makes an attack on a royal man that stands on `at` no check. Asked only where an
    /// attack is not simply a check.
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

    /// Where a capturer of this walk may stand in the end, if not where it captures; none if more
    /// comes of captures than that.
    #[inline]
    fn final_squares<B: Board>(&self, board: &B, side: Side, walk: Walk) -> Option<B::Set> {
        let _ = (board, side, walk);
        None
    }

    /// What may become of the two men of a permitted capture under general rules, if neither is marked;
    /// none if more may come of it.
    fn capture_branches<F: GameView<Memory = Self::Memory>>(
        &self,
        query: &CaptureQuery<'_, F>,
    ) -> Option<CaptureBranches<F::Set>> {
        let _ = query;
        None
    }

    /// How many branches a capture has, legal or not.
    #[inline]
    fn branch_count<B: Board>(
        &self,
        board: &B,
        position: &Position<B::Set, Self::Memory>,
        capture: Move,
    ) -> u32 {
        let _ = (board, position, capture);
        1
    }

    /// Who is reborn, and where; none if the rules do more than that.
    fn rebirth_kind(&self) -> Option<RebirthKind> {
        None
    }

    /// How much a half-move can do at most, as far as that is said.
    fn ply_bounds(&self) -> Option<PlyBounds> {
        None
    }

    /// Where the man of a legal move stands after all that the move does, if it stands
    /// anywhere. General rules remember it instead.
    #[inline]
    fn final_square<B: Board>(
        &self,
        board: &B,
        position: &Position<B::Set, Self::Memory>,
        mv: Move,
    ) -> Square {
        let _ = (board, position);
        mv.to
    }

    /// The squares of `side`'s men whose capture could remove one of its royal men.
    /// Asked only where an attack is not simply a check.
    fn royal_dependents<B: Board>(
        &self,
        board: &B,
        position: &Position<B::Set, Self::Memory>,
        side: Side,
    ) -> B::Set {
        let _ = board;
        position.royal & position.of(side)
    }

    /// Does all that a capture does besides capturing.
    fn apply_capture_effects<B: Board, T: crate::position::EffectObserver>(
        &self,
        board: &B,
        position: &mut Position<B::Set, Self::Memory>,
        capture: &Capture,
        teller: &mut T,
    ) -> StageOutcome;

    /// Notes in the first position what the rules have to remember of it.
    fn init_position<S: Squares>(&self, position: &mut Position<S, Self::Memory>) {
        let _ = position;
    }

    /// Is any attack on a royal man a check under general rules, if neither of the two men is
    /// [singular](Memory::has_singular)?
    fn plain_attack_gives_check(&self) -> bool {
        false
    }

    /// Is an attack on a royal man a check under general rules, and nothing else, where men may move as others
    /// do, with attacks counted as they move?
    fn acting_attack_gives_check(&self) -> bool {
        false
    }

    /// Is every check a man's attack on a royal man under general rules, if it does not stand where men may
    /// go [further](Self::further)?
    fn near_check_requires_attack(&self) -> bool {
        false
    }

    /// Can a king that walks as one go to every square next to it under general rules, if
    /// it is empty and nobody attacks it there?
    fn king_steps_are_unrestricted(&self) -> bool {
        false
    }

    /// Can a move that captures nothing do nothing now but lead a man to an empty square under
    /// general rules?
    fn quiet_moves_are_plain(&self, memory: &Self::Memory) -> bool {
        let _ = memory;
        false
    }

    /// Is it one rule alone, for both sides and all the time, under general rules?
    fn is_single(&self) -> bool {
        false
    }

    /// What can come of a permitted capture under general rules, but for what men are marked
    /// with.
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::Any
    }

    /// What is to be done for general rules.
    fn flags(&self) -> RuleFlags {
        RuleFlags::default()
    }

    /// What is to be done for general rules in the next half-move, if a side makes it.
    #[inline]
    fn flags_for(&self, memory: &Self::Memory, side: Side) -> RuleFlags {
        let _ = (memory, side);
        self.flags()
    }

    /// From where the man on a square may move, or capture, under general rules.
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

    /// As what a man moves under general rules, if not as what it is.
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

    /// From where a man may capture men of a walk under general rules; none for its own
    /// square alone.
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

    /// Notes that a move has branches that could not be played.
    fn mark_branch_overflow(&self) {}

    /// Did a move have branches that could not be played?
    fn has_branch_overflow(&self) -> bool {
        false
    }

    /// Changes the paths of pawns under general rules.
    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        let _ = geometry;
    }

    /// May the man on a square move at all under general rules?
    fn may_move<F: GameView<Memory = Self::Memory>>(
        &self,
        game: &F,
        position: &Position<F::Set, Self::Memory>,
        from: Square,
    ) -> bool {
        let _ = (game, position, from);
        true
    }

    /// Where of the squares asked about a man may go beside where its walk leads it, under
    /// general rules.
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

    /// Where a man of this walk, of the side to move, may go at all of those squares to which its walk does
    /// not lead it, under general rules.
    fn extra_reach<S: Squares>(&self, geometry: &Geometry<S>, walk: Walk, side: Side) -> S {
        let _ = (geometry, walk, side);
        S::EMPTY
    }

    /// Where the side to move may bring in a man of this walk from beside the board, under
    /// general rules: empty squares.
    fn entries<F: GameView<Memory = Self::Memory>>(
        &self,
        game: &F,
        position: &Position<F::Set, Self::Memory>,
        walk: Walk,
    ) -> F::Set {
        let _ = (game, position, walk);
        F::Set::EMPTY
    }

    /// Notes that a side has brought in a man, under general rules.
    fn record_entry(&self, memory: &mut Self::Memory, side: Side, walk: Walk) {
        let _ = (memory, side, walk);
    }

    /// What a side must do if it can, by the next half-move under general rules.
    fn capture_obligation(&self, memory: &Self::Memory, side: Side) -> CaptureObligation {
        let _ = (memory, side);
        CaptureObligation::None
    }

    /// Notes what is to be known of the position before a move, under general rules.
    fn before_move<F: GameView<Memory = Self::Memory>>(
        &self,
        game: &F,
        position: &mut Position<F::Set, Self::Memory>,
        mv: Move,
    ) {
        let _ = (game, position, mv);
    }

    /// Is a check without an answer mate under general rules?
    fn counts_as_mate(&self, memory: &Self::Memory) -> bool {
        let _ = memory;
        true
    }

    /// May this capture be made under general rules?
    fn permits_capture<F: GameView<Memory = Self::Memory>>(&self, query: &CaptureQuery<'_, F>) -> bool {
        let _ = query;
        true
    }

    /// Does all that general rules do after a move, capture or not.
    fn apply_move_effects<F: GameView<Memory = Self::Memory>>(
        &self,
        ctx: &mut MoveContext<'_, F>,
    ) -> StageOutcome {
        let _ = ctx;
        StageOutcome::Done
    }
}
