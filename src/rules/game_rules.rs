//! The interface between move generation and the rules of a game.

use std::marker::PhantomData;

use super::check_model::CheckModel;
use super::facts::RuleFacts;
use super::ply_bounds::PlyBounds;
use super::predict::{CaptureOutcome, CheckCondition, RoyalAttacker, UnmaskedCaptures};
use super::rebirth::Relocation;
use super::rule_set::RuleSet;
use crate::board::{Board, Square, Squares};
use crate::position::{AnyRuleState, EffectObserver, Man, Move, MoveBranch, Position, Side, Walk};

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

/// Types with rules as their parameter, such as a game or a position: how
/// [`as_general`](GameRules::as_general) names them.
pub trait UnderRules {
    /// The type under these rules.
    type Under<R: GameRules>;
}

/// The rules of a game. Orthodox chess and the commonest rules of the Circe family implement a few
/// methods, which are inlined; a [`RuleSet`] combines any rules, called *general*. What only a
/// [`RuleSet`] can do is not part of the trait: [`as_general`](Self::as_general) leads to it.
pub trait GameRules: Clone + Send + Sync + 'static {
    /// Whether captures have no further effect. All code for effects is compiled away then.
    const ORTHODOX_CAPTURES: bool;

    /// Whether the rules may do anything that a [`Rule`](super::rule::Rule) can. Every move is then made
    /// in order to test it, unless a shortcut is known to be exact.
    const GENERAL: bool = false;

    /// The state of a position in addition to men and castling rights.
    type State: AnyRuleState;

    /// Returns what an attack means for check in every position.
    fn check_model(&self) -> CheckModel;

    /// Returns what an attack means for check to a royal man of `side` on this square.
    #[inline]
    fn check_model_on<B: Board>(&self, board: &B, side: Side, royal: Square) -> CheckModel {
        let _ = (board, side, royal);
        self.check_model()
    }

    /// Returns the outcome of a capture if it is known without making it. Requires that there is no
    /// neutral man.
    #[inline]
    fn capture_outcome<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> Option<CaptureOutcome> {
        let _ = (board, position, capture);
        None
    }

    /// Returns the captures of the side to move that the pins and the check mask do not decide: a rule
    /// can forbid them, or their effect changes the attacks on the royal man on `royal`, as a reborn victim
    /// that attacks it. For every other capture the masks are exact. Captures by the royal man and en passant
    /// are never included. Requires that any attack gives check and that there is no neutral man.
    #[inline]
    fn unmasked_captures<B: Board, M: AnyRuleState>(
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

    /// Returns the number of branches of a capture, legal or not.
    #[inline]
    fn branch_count<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        capture: Move,
    ) -> u32 {
        let _ = (board, position, capture);
        1
    }

    /// Returns what may be assumed of general rules; [`RuleFacts::NONE`] for compiled-in rules.
    #[inline]
    fn facts(&self) -> &RuleFacts {
        &RuleFacts::NONE
    }

    /// Returns the same value if its rules are general; `None` for compiled-in rules. The answer is known
    /// at compile time.
    #[inline(always)]
    fn as_general<T: UnderRules>(value: T::Under<Self>) -> Option<T::Under<RuleSet>> {
        let _ = value;
        None
    }

    /// Returns the general rules; `None` for compiled-in rules.
    #[inline(always)]
    fn general(&self) -> Option<&RuleSet> {
        struct Reference<'a>(PhantomData<&'a ()>);
        impl<'a> UnderRules for Reference<'a> {
            type Under<R: GameRules> = &'a R;
        }
        Self::as_general::<Reference<'_>>(self)
    }

    /// Returns which man is reborn, and where; `None` if the rules do more than that.
    fn relocation(&self) -> Option<Relocation> {
        None
    }

    /// Returns upper bounds for the effects of one ply; `None` if there are none.
    fn ply_bounds(&self) -> Option<PlyBounds> {
        None
    }

    /// Returns the square of the moving man after all effects of a legal move. If the man has left the
    /// board, the square has no meaning. General rules store the square in the position instead.
    #[inline]
    fn final_square<B: Board, M: AnyRuleState>(
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
    fn royal_dependents<B: Board, M: AnyRuleState>(
        &self,
        board: &B,
        position: &Position<B::Set, M>,
        side: Side,
    ) -> B::Set {
        let _ = board;
        position.royal & position.of(side)
    }

    /// Applies all effects of a capture.
    fn apply_capture_effects<B: Board, M: AnyRuleState, T: EffectObserver>(
        &self,
        board: &B,
        position: &mut Position<B::Set, M>,
        capture: &Capture,
        observer: &mut T,
    ) -> StageOutcome;

    /// Prepares the state of the first position.
    fn init_position<S: Squares>(&self, position: &mut Position<S, Self::State>) {
        let _ = position;
    }
}
