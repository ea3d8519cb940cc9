//! Which nets are looked at twice: a second look takes longer than to make a move.
//!
//! Every net once, again when who rests has changed, and, where few nets are left, at every position;
//! but not where such looks have refused little so far. What is not looked at stands.

use super::{FEW_PATTERNS, MatePatterns, PlyState};
use crate::board::{Board, Square};
use crate::search::lower_bound::payoff::SuccessRate;

/// With so few moves to spare it matters who must move away.
const SMALL_SLACK: u16 = 3;
/// What is noted of a net that was looked at twice, where both sides have moves to spare.
const BOTH_HAVE_SLACK: u8 = 4;

/// Why a net is looked at more closely: for the first time, since another side has no move to
/// spare, or because few nets are left.
#[derive(Clone, Copy)]
enum Trigger {
    First,
    SlackChanged,
    FewPatterns,
}

/// How many reasons there are.
const TRIGGER_COUNT: usize = 3;
/// By the moves that are left, by who has none to spare, and by why it is taken.
pub(super) type SuccessRates = [[[SuccessRate; TRIGGER_COUNT]; 4]; MOVES_LEFT_LEVELS];
/// With so many moves left, or more, a second look is as likely to refuse a net.
const MOVES_LEFT_LEVELS: usize = 16;

impl<B: Board> MatePatterns<'_, B> {
    /// Drops the nets that do not stand a second look.
    pub(super) fn run_refutation_tests(
        &mut self,
        frame: &mut PlyState,
        bonus: [u16; 2],
        passer: Option<Square>,
    ) {
        let room = frame.snapshot(bonus);
        let few = frame.end - frame.start <= FEW_PATTERNS;
        let mated = self.mating_side().other().index();
        let moves = usize::from(frame.moves_left[0] + frame.moves_left[1]).min(MOVES_LEFT_LEVELS - 1);
        let mut end = frame.start;
        for index in frame.start..frame.end {
            let mut live = self.states[index];
            let tight = [0, 1].map(|side| u8::from(live.cost[side] >= room.move_budget[side]));
            let doubted = BOTH_HAVE_SLACK | tight[0] | tight[1] << 1;
            let near = room.move_budget[mated] - live.cost[mated].min(room.move_budget[mated]) <= SMALL_SLACK;
            let why = match live.tested_slack {
                0 => Some(Trigger::First),
                before if before != doubted => Some(Trigger::SlackChanged),
                _ => (few && (near || doubted != BOTH_HAVE_SLACK)).then_some(Trigger::FewPatterns),
            };
            let tight = usize::from(doubted & 3);
            if let Some(why) =
                why.filter(|&why| self.success_rates[moves][tight][why as usize].is_worthwhile(moves))
            {
                live.tested_slack = doubted;
                let away = self.refutation_test(live, &room, passer);
                self.success_rates[moves][tight][why as usize].record(away.is_none());
                let Some(away) = away else { continue };
                if away.min_count > 0 && live.cost[mated] + away.min_count >= room.move_budget[mated] {
                    live.must_vacate = away.candidates;
                }
            }
            self.states[end] = live;
            end += 1;
        }
        self.states.truncate(end);
        frame.end = end;
        frame.useful_movers = None;
    }
}
