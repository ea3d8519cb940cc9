//! The filter in reflex play, where the side that moves last must mate if it can.
//!
//! **What.** Before the last ply the attacker needs a move after which the defender can mate: the same question as in the
//! last two plies of a helpmate, so that the same filter rejects most moves of the attacker.
//!
//! **Why it is correct.** As for helpmates; captures are not filtered.
//!
//! **Cost and gain.** Two semi-r#6 from 1.5 to 0.8 s. With many men a filter takes as long as ten tests for a mate in one:
//! while filters reject fewer moves than the mating side has men, few positions get one.
//!
//! **Reference.** None known.

use std::sync::Arc;

use super::{HelpmateAnalysis, HelpmateFilter};
use crate::board::{Board, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{AnyRuleState, Position, Side};
use crate::rules::GameRules;
use crate::search::lower_bound::king_zone::KingZoneAttacks;
use crate::search::lower_bound::mate_patterns::{MAX_MEN, supported_king};
use crate::search::lower_bound::pattern_walks::PatternWalks;
use crate::search::lower_bound::rebirth_squares::RebirthSquares;

/// What the filter needs of a game.
pub(in crate::search) struct ReplyMates<'a, B: Board> {
    mating_side: Side,
    king_zone: KingZoneAttacks<'a, B>,
    /// The number of moves that the last filters have rejected, less those that pay for them.
    balance: i32,
    /// The number of positions without a filter since the last one.
    skipped: u32,
}

/// The greatest absolute value of the balance: a filter that has not paid may pay later.
const MAX_BALANCE: i32 = 256;

/// The balance at first: a few positions show whether filters pay.
const FIRST_BALANCE: i32 = 64;

/// The number of positions without a filter from one filter to the next while filters do not pay.
const TRIAL_INTERVAL: u32 = 127;

impl<'a, B: Board> ReplyMates<'a, B> {
    /// Returns the tables for mates by a side; `None` if the rules are not supported.
    pub fn new<R: GameRules>(game: &'a Game<B, R>, mating_side: Side) -> Option<ReplyMates<'a, B>> {
        let squares = Arc::new(RebirthSquares::new(game)?);
        let walks = PatternWalks::new(game)?;
        let victims = walks.all().collect();
        let king_zone = KingZoneAttacks::new(&game.board, mating_side, walks, squares, victims)?;
        let is_supported = !king_zone.has_displacing_rebirth() && !king_zone.walks.has_fairy();
        is_supported.then_some(ReplyMates { mating_side, king_zone, balance: FIRST_BALANCE, skipped: 0 })
    }

    /// Returns the filter of the moves after which the other side may mate at once; `None` if it does not apply to the
    /// position.
    pub fn filter<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
    ) -> Option<HelpmateFilter<B::Set>> {
        if self.balance < 0 && self.skipped < TRIAL_INTERVAL {
            self.skipped += 1;
            return None;
        }
        self.skipped = 0;
        let is_supported = position.to_move != self.mating_side
            && position.occupied().count() as usize <= MAX_MEN
            && supported_king::<B, R>(position, position.to_move).is_some();
        if !is_supported {
            return None;
        }
        HelpmateAnalysis::of_position(&self.king_zone, game, position).map(|analysis| analysis.filter)
    }

    /// Records how many moves the filter of a position has rejected.
    pub fn record<S: Squares, M: AnyRuleState>(&mut self, position: &Position<S, M>, rejected: usize) {
        // A filter takes the longer the more men may mate: a move for each of them pays for it.
        let price = position.of(self.mating_side).count();
        let balance = self.balance + rejected as i32 - price as i32;
        self.balance = balance.clamp(-MAX_BALANCE, MAX_BALANCE);
    }
}
