//! The state of the rules: what a position stores in addition to men and rights.
//!
//! Most rules need no state: their positions have `()`, which takes no space. Rules that depend on former moves, hide
//! men or give flags to men have a [`RuleState`].

use std::fmt::Debug;
use std::hash::{BuildHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::man_table::{DiagramSquareTable, ManTable, WalkTable};
use super::{Imitators, Man, Reserve, Side};
use crate::board::{Square, Squares};

/// The state of the rules in a position.
pub trait AnyRuleState: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// What positions with this state store of their men by square.
    type Men<S: Squares>: ManTable;

    /// Returns the hash key of the state.
    #[inline]
    fn key(&self) -> u64 {
        0
    }

    /// Returns the final square of the man that has just moved to `to`; `None` if it has left the board.
    #[inline]
    fn mover_square(&self, to: Square) -> Option<Square> {
        Some(to)
    }

    /// Returns the reserve.
    fn reserve(&self) -> Reserve {
        Reserve::EMPTY
    }

    /// Sets the reserve.
    fn set_reserve(&mut self, _: Reserve) {}

    /// Clears the state that is valid for one ply only, because a side has passed.
    #[inline]
    fn on_pass(&mut self) {}

    /// Counts a ply that has been made.
    #[inline]
    fn count_ply(&mut self) {}

    /// Returns the last captured man; `None` if it is not stored.
    #[inline]
    fn last_captured(&self) -> Option<CapturedMan> {
        None
    }

    /// Returns the number of hidden royal men of a side.
    #[inline]
    fn hidden_royal_count(&self, _: Side) -> u32 {
        0
    }

    /// Returns whether a man is hidden.
    #[inline]
    fn has_hidden(&self) -> bool {
        false
    }

    /// Returns the squares below which men are hidden.
    #[inline]
    fn hidden_squares<S: Squares>(&self) -> S {
        S::EMPTY
    }

    /// Returns whether other men may have the walk of a royal man, under rules where the capture of a man can remove
    /// others with its walk.
    #[inline]
    fn has_royal_lookalikes(&self) -> bool {
        false
    }

    /// Returns whether a man of the diagram has an [attribute](super::ManFlags::ATTRIBUTES).
    #[inline]
    fn has_attributes(&self) -> bool {
        false
    }
}

impl AnyRuleState for () {
    type Men<S: Squares> = ();
}

/// The state of positions that only track the diagram squares of men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiagramSquares;

impl AnyRuleState for DiagramSquares {
    type Men<S: Squares> = DiagramSquareTable<S>;
}

/// A captured man and its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CapturedMan {
    /// The man.
    pub man: Man,
    /// The square on which it was captured.
    pub at: Square,
}

/// A man hidden below a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HiddenMan {
    /// The man.
    pub man: Man,
    /// The square below which it is hidden.
    pub at: Square,
}

/// The state of general rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuleState {
    /// The victim of the last capture, if it may still be reborn (Parrain, last capture, Wait-for-capture Circe).
    /// The vector of Parrain is not stored: it is that of the next ply.
    pub last_captured: Option<CapturedMan>,
    /// The side that made the last capture.
    pub last_capture_side: Option<Side>,
    /// Whether the last capture is remembered for one ply only.
    pub last_capture_expires: bool,
    /// The square of the last capturer; `None` if it has left the board.
    pub last_capturer: Option<Square>,
    /// The square of the man of the last move after all effects; `None` if it has left the board. Not part of the
    /// key.
    pub mover_square: Option<Square>,
    /// The hidden men, sorted by square; of those below one square the first reappears first.
    hidden: [Option<HiddenMan>; RuleState::MAX_HIDDEN],
    /// The departure square of the last ply.
    pub last_departure: Option<Square>,
    /// The squares between which men have changed places in the last ply, the lower one first.
    pub last_exchange: Option<[Square; 2]>,
    /// Whether the man that has just moved was attacked by exactly one man before the move.
    pub mover_was_attacked_once: bool,
    /// The number of plies made, at most `ply_limit`.
    pub ply: u16,
    /// The number of plies that are counted: until no rule begins or ends to be in force.
    pub ply_limit: u16,
    /// The men in reserve.
    pub reserve: Reserve,
    /// The imitators.
    pub imitators: Imitators,
    /// Whether a man of the diagram has an [attribute](super::ManFlags::ATTRIBUTES).
    pub has_attributes: bool,
    /// Whether other men may have the walk of a royal man, under rules where the capture of a man can remove others with
    /// its walk.
    pub has_royal_lookalikes: bool,
}

impl RuleState {
    /// The maximum number of hidden men.
    pub const MAX_HIDDEN: usize = 32;

    /// Hides a man below a square, above the men that are hidden there if `on_top`, else below them. Returns false if
    /// there is no space left.
    #[must_use]
    pub fn hide(&mut self, man: Man, at: Square, on_top: bool) -> bool {
        let count = self.hidden().count();
        if count == RuleState::MAX_HIDDEN {
            return false;
        }
        // Sorted by square, so that equal states compare equal.
        let is_after = |hidden: HiddenMan| if on_top { hidden.at >= at } else { hidden.at > at };
        let index = self.hidden().position(is_after).unwrap_or(count);
        self.hidden[count] = Some(HiddenMan { man, at });
        self.hidden[index..=count].rotate_right(1);
        true
    }

    /// Removes the topmost hidden man of a square and returns it; `None` if there is none.
    pub fn reveal(&mut self, at: Square) -> Option<Man> {
        let count = self.hidden().count();
        let index = self.hidden().position(|hidden| hidden.at == at)?;
        let man = self.hidden[index].take()?.man;
        self.hidden[index..count].rotate_left(1);
        Some(man)
    }

    /// Returns the hidden men.
    pub fn hidden(&self) -> impl Iterator<Item = HiddenMan> + '_ {
        self.hidden.iter().map_while(|hidden| *hidden)
    }
}

impl Default for RuleState {
    fn default() -> RuleState {
        RuleState {
            last_captured: None,
            last_capture_side: None,
            last_capture_expires: false,
            last_departure: None,
            last_exchange: None,
            last_capturer: None,
            mover_square: None,
            hidden: [None; RuleState::MAX_HIDDEN],
            mover_was_attacked_once: false,
            ply: 0,
            ply_limit: 0,
            reserve: Reserve::EMPTY,
            imitators: Imitators::NONE,
            has_attributes: false,
            has_royal_lookalikes: false,
        }
    }
}

impl AnyRuleState for RuleState {
    type Men<S: Squares> = WalkTable<S>;

    #[inline]
    fn last_captured(&self) -> Option<CapturedMan> {
        self.last_captured
    }

    fn mover_square(&self, _: Square) -> Option<Square> {
        self.mover_square
    }

    fn reserve(&self) -> Reserve {
        self.reserve
    }

    fn set_reserve(&mut self, reserve: Reserve) {
        self.reserve = reserve;
    }

    fn on_pass(&mut self) {
        self.last_departure = None;
        self.last_exchange = None;
        if self.last_capture_expires {
            self.last_captured = None;
            self.last_capture_side = None;
            self.last_capturer = None;
        }
    }

    #[inline]
    fn count_ply(&mut self) {
        if self.ply < self.ply_limit {
            self.ply += 1;
        }
    }

    fn hidden_royal_count(&self, side: Side) -> u32 {
        let royals = self.hidden().filter(|hidden| hidden.man.royal && hidden.man.colour.is_of(side));
        royals.count() as u32
    }

    #[inline]
    fn has_hidden(&self) -> bool {
        self.hidden[0].is_some()
    }

    #[inline]
    fn hidden_squares<S: Squares>(&self) -> S {
        S::from_squares(self.hidden().map(|hidden| hidden.at))
    }

    #[inline]
    fn has_royal_lookalikes(&self) -> bool {
        self.has_royal_lookalikes
    }

    #[inline]
    fn has_attributes(&self) -> bool {
        self.has_attributes
    }

    fn key(&self) -> u64 {
        let is_empty = self.last_captured.is_none()
            && self.last_departure.is_none()
            && self.last_exchange.is_none()
            && self.last_capturer.is_none()
            && self.hidden[0].is_none()
            && !self.mover_was_attacked_once
            && self.reserve.is_empty()
            && self.imitators.is_empty()
            && self.ply == 0;
        if is_empty {
            return 0;
        }
        // Fixed seeds, so that keys are the same in every run.
        let mut hasher = ahash::RandomState::with_seeds(1, 2, 3, 4).build_hasher();
        self.last_captured.hash(&mut hasher);
        self.last_capture_side.hash(&mut hasher);
        self.last_departure.hash(&mut hasher);
        self.last_exchange.hash(&mut hasher);
        self.last_capturer.hash(&mut hasher);
        for hidden in self.hidden() {
            hidden.hash(&mut hasher);
        }
        hasher.write_u8(u8::from(self.mover_was_attacked_once));
        hasher.write_u16(self.ply);
        self.reserve.hash(&mut hasher);
        self.imitators.hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Walk;

    #[test]
    fn reveal_returns_topmost_hidden_man_first() {
        let (a, b) = (Square::new(1), Square::new(2));
        let man = |walk| Man::new(Side::White, walk);
        let mut state = RuleState::default();
        assert!(state.hide(man(Walk::Rook), b, false));
        assert!(state.hide(man(Walk::Queen), b, true));
        assert!(state.hide(man(Walk::Pawn), a, false));
        assert!(state.hide(man(Walk::Knight), b, false));
        let revealed: Vec<_> = std::iter::from_fn(|| state.reveal(b)).map(|man| man.walk).collect();
        assert_eq!(revealed, [Walk::Queen, Walk::Rook, Walk::Knight]);
        assert_eq!(state.reveal(a), Some(man(Walk::Pawn)));
        assert_eq!(state, RuleState::default());
    }
}
