//! **What.** When to run the [refutation test](super::refute), which takes longer than to make a move: on
//! each pattern once, again when another set of sides has no slack, and at every position where few patterns
//! are left. It is skipped where, with this number of moves left, it has rejected too few patterns.
//!
//! **Why it is correct.** Patterns that are not tested are kept.
//!
//! **Cost and gain.** Skipping tests that reject little saves up to 42 % of the instructions (two h#6 661 to
//! 498 and 2320 to 1339 million).
//!
//! **Reference.** None.

use super::{FEW_PATTERNS, MatePatterns, PlyState, of_each_side};
use crate::board::{Board, Square};
use crate::search::lower_bound::payoff::SuccessRate;

/// The slack of the mated side up to which it matters which of its men must vacate their squares.
const SMALL_SLACK: u16 = 3;
/// The value of [`PatternState::tested_slack`](super::PatternState::tested_slack) if both sides had slack.
/// Bit 0 is added if White had none, bit 1 if Black had none.
const BOTH_HAVE_SLACK: u8 = 4;

/// Why a pattern is tested.
#[derive(Clone, Copy)]
enum Trigger {
    /// It has not been tested before.
    First,
    /// Another set of sides has no slack.
    SlackChanged,
    /// Few patterns are left.
    FewPatterns,
}

/// The number of triggers.
const TRIGGER_COUNT: usize = 3;
/// The success rates of tests, by moves left, by the sides without slack and by trigger.
pub(super) type SuccessRates = [[[SuccessRate; TRIGGER_COUNT]; 4]; MOVES_LEFT_LEVELS];
/// The number of moves left that have success rates of their own. The last one is for all greater numbers,
/// too.
const MOVES_LEFT_LEVELS: usize = 16;

impl<B: Board> MatePatterns<'_, B> {
    /// Runs the refutation tests of a ply, and drops the patterns that they reject.
    pub(super) fn run_refutation_tests(
        &mut self,
        ply_state: &mut PlyState,
        castling_savings: [u16; 2],
        ep_pawn: Option<Square>,
    ) {
        let snapshot = ply_state.snapshot(castling_savings);
        let budget = snapshot.move_budget;
        let is_few = ply_state.end - ply_state.start <= FEW_PATTERNS;
        let mated = self.mating_side().other().index();
        let moves_left = ply_state.moves_left[0] + ply_state.moves_left[1];
        let moves_left = usize::from(moves_left).min(MOVES_LEFT_LEVELS - 1);
        let mut end = ply_state.start;
        for index in ply_state.start..ply_state.end {
            let mut state = self.states[index];
            let without_slack = of_each_side(|side| u8::from(state.cost[side] >= budget[side]));
            let slack = BOTH_HAVE_SLACK | without_slack[0] | without_slack[1] << 1;
            let is_small = budget[mated] - state.cost[mated].min(budget[mated]) <= SMALL_SLACK;
            let trigger = match state.tested_slack {
                0 => Some(Trigger::First),
                before if before != slack => Some(Trigger::SlackChanged),
                _ => (is_few && (is_small || slack != BOTH_HAVE_SLACK)).then_some(Trigger::FewPatterns),
            };
            let rates = &self.success_rates[moves_left][usize::from(slack & 3)];
            if let Some(trigger) =
                trigger.filter(|&trigger| rates[trigger as usize].is_worthwhile(moves_left))
            {
                state.tested_slack = slack;
                let must_vacate = self.refutation_test(state, &snapshot, ep_pawn);
                let rates = &mut self.success_rates[moves_left][usize::from(slack & 3)];
                rates[trigger as usize].record(must_vacate.is_none());
                let Some(must_vacate) = must_vacate else { continue };
                let min_count = must_vacate.min_count;
                if min_count > 0 && state.cost[mated] + min_count >= budget[mated] {
                    state.must_vacate = must_vacate.candidates;
                }
            }
            self.states[end] = state;
            end += 1;
        }
        self.states.truncate(end);
        ply_state.end = end;
        ply_state.useful_movers = None;
    }
}
