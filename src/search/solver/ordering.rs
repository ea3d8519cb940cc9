//! Move ordering: which moves are searched first.
//!
//! **What.** For the side that needs one good move, first the
//! [killer moves](https://www.chessprogramming.org/Killer_Heuristic) of the same number of plies left, then checks.
//! For the defender in battle play, checks, then captures by the value of the captured man, and within these a
//! [history table](https://www.chessprogramming.org/History_Heuristic); `battle` tries its killer moves before. The history
//! prefers defences that refute with few positions: where nearly every defence refutes, as in selfmates, only their number
//! matters. Checks that leave few replies come first, where a refutation takes longer than counting the replies.
//!
//! **Why it is correct.** The order changes no answer.
//!
//! **Cost and gain.** Checks first on both sides: a selfmate in six with many quiet white moves from 69 s to
//! 4.2 s. Few positions preferred: 0.73 times the positions in hard direct mates, 0.89 times in hard self and reflex mates.
//! Few replies: 0.83 and 0.81 times, a selfmate in seven of Tibet chess 0.06 times (`docs/internals/experiments.md`).
//!
//! **Reference.** The killer and history heuristics are standard.

use super::ScheduleSolver;
use crate::board::Board;
use crate::game::{Game, PositionOf};
use crate::position::{Move, Walk};
use crate::rules::GameRules;
use crate::search::ScheduleNode;
use crate::search::last_move::check_info::CheckInfo;
use crate::search::last_move::goal_in_one::partition_in_place;
use crate::stipulation::{GoalObligation, Quantifier, Schedule};

/// The rank of checks and useful promotions in the order of defences.
const FORCING_RANK: u32 = 15;

/// The rank of captures, to which the value of the victim is added.
const CAPTURE_RANK: u32 = 8;

/// The score that half the number of replies adds to a check.
const FEWER_REPLIES: f32 = 500_000.0;

/// The binary logarithm of more replies than a check can leave.
const MAX_REPLIES_LOG: f32 = 16.0;

/// Replies are counted where a refutation takes more than this number of positions for each check.
const POSITIONS_PER_COUNT: usize = 4;

/// The moves that are ordered before others, after killer moves and checks.
#[derive(Clone, Copy)]
pub(super) struct Preference {
    /// Promotions rank with checks.
    pub promotions: bool,
    /// Captures come next.
    pub captures: bool,
}

/// Scores of moves by departure and arrival square: how often they refuted in battle play, how far from the end, and with
/// how few positions.
pub(super) struct HistoryTable {
    scores: Vec<i32>,
    /// By plies left, a running mean of the binary logarithm of the positions searched for a refutation.
    mean_logs: Vec<Option<f32>>,
}

impl HistoryTable {
    /// All scores are halved as soon as one exceeds this, or is below its negative.
    const MAX_SCORE: i32 = 1 << 23;

    /// The score of a refutation with the mean number of positions, times the square of the plies left. One with twice as
    /// many positions scores nothing, and one with more scores less, so that other defences are tried in its stead.
    const MEAN_BONUS: f32 = 4.0;

    /// The largest ratio of the mean number of positions to those of a refutation that counts.
    const MAX_RATIO: f32 = 64.0;

    /// The weight of the latest refutation in the mean.
    const LATEST_WEIGHT: f32 = 1.0 / 64.0;

    /// More plies left than these score no more.
    const MAX_PLIES: usize = 64;

    pub fn new() -> HistoryTable {
        HistoryTable { scores: Vec::new(), mean_logs: Vec::new() }
    }

    #[inline]
    fn index(mv: Move) -> usize {
        mv.from.index() << 7 | mv.to.index()
    }

    /// Returns the score of a move, from zero to twice the maximum.
    #[inline]
    fn score(&self, mv: Move) -> u32 {
        let score = self.scores.get(HistoryTable::index(mv)).copied().unwrap_or(0);
        (score + HistoryTable::MAX_SCORE) as u32
    }

    /// Returns whether a refutation with this number of plies left takes more than some positions on average.
    #[inline]
    fn is_costly(&self, plies_left: usize, positions: usize) -> bool {
        let mean = self.mean_logs.get(plies_left).copied().flatten();
        mean.is_some_and(|mean| mean > (positions as f32).log2())
    }

    /// Adds to the score of a defence that has refuted with this number of plies left, after a search of some positions.
    pub fn add_refutation(&mut self, mv: Move, plies_left: usize, positions: u64) {
        if self.mean_logs.len() <= plies_left {
            self.mean_logs.resize(plies_left + 1, None);
        }
        let log = (positions as f32 + 1.0).log2();
        let mean = self.mean_logs[plies_left].get_or_insert(log);
        let ratio = (*mean - log).exp2().min(HistoryTable::MAX_RATIO);
        *mean += (log - *mean) * HistoryTable::LATEST_WEIGHT;
        self.add(mv, plies_left, (2.0 * ratio - 1.0) * HistoryTable::MEAN_BONUS);
    }

    /// Subtracts from the score of a defence that has not refuted.
    pub fn add_failure(&mut self, mv: Move, plies_left: usize) {
        self.add(mv, plies_left, -2.0 * HistoryTable::MEAN_BONUS);
    }

    fn add(&mut self, mv: Move, plies_left: usize, bonus: f32) {
        if self.scores.is_empty() {
            self.scores.resize(1 << 14, 0);
        }
        let plies = plies_left.min(HistoryTable::MAX_PLIES);
        let score = &mut self.scores[HistoryTable::index(mv)];
        // A single bonus is far below the maximum.
        *score += (bonus * (plies * plies) as f32) as i32;
        if score.abs() > HistoryTable::MAX_SCORE {
            self.scores.iter_mut().for_each(|score| *score /= 2);
        }
    }
}

impl<B: Board, R: GameRules> ScheduleSolver<'_, B, R> {
    /// Orders the moves of the stack from index `first` on: killers of this number of plies left, moves that
    /// may give check, then other preferred moves.
    pub(super) fn order_moves(
        &mut self,
        checks: &CheckInfo<B::Set>,
        first: usize,
        plies_left: usize,
        preference: Preference,
    ) {
        let killers = self.killers(plies_left);
        let moves = &mut self.move_stack[first..];
        let mut front = 0;
        for killer in killers.into_iter().flatten() {
            if let Some(at) = moves[front..].iter().position(|&mv| mv == killer) {
                moves[front..=front + at].rotate_right(1);
                front += 1;
            }
        }
        // A check leaves the other side few moves: whichever side gives it, the subtree is small.
        let is_forcing =
            |mv: Move| checks.may_give_check(mv) || (preference.promotions && mv.promotion.is_some());
        front += partition_in_place(&mut moves[front..], is_forcing);
        if preference.captures {
            partition_in_place(&mut moves[front..], Move::is_capture);
        }
    }

    /// Returns the killer moves of a number of plies left, the latest first.
    #[inline]
    pub(super) fn killers(&self, plies_left: usize) -> [Option<Move>; 2] {
        self.killers.get(plies_left).copied().unwrap_or_default()
    }

    /// Makes a move the latest killer move of a number of plies left.
    pub(super) fn store_killer(&mut self, plies_left: usize, mv: Move) {
        if self.killers.len() <= plies_left {
            self.killers.resize(plies_left + 1, [None; 2]);
        }
        let killers = &mut self.killers[plies_left];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Pushes a score for each move of the stack from index `first` on: the higher, the likelier the defence
    /// refutes with few positions.
    pub(super) fn score_defences(&mut self, node: ScheduleNode<'_, B, R>, first: usize) {
        let ScheduleNode { schedule, position, plies_left } = node;
        let checks = CheckInfo::new(self.game, position);
        let promotion_is_useful = is_promotion_useful(schedule);
        let promotes = |mv: Move| promotion_is_useful && mv.promotion.is_some();
        let (game, history) = (self.game, &self.history);
        let moves = &self.move_stack[first..];
        let counts_replies = history.is_costly(plies_left, 2 * POSITIONS_PER_COUNT) && {
            let checks = moves.iter().filter(|&&mv| checks.may_give_check(mv) || promotes(mv)).count();
            checks > 1 && history.is_costly(plies_left, POSITIONS_PER_COUNT * checks)
        };
        let mut list = Vec::new();
        self.score_stack.extend(moves.iter().map(|&mv| {
            let (may_give_check, promotes) = (checks.may_give_check(mv), promotes(mv));
            let replies = match counts_replies && (may_give_check || promotes) {
                true => replies_to_check(game, &game.play(position, mv), &mut list),
                false => None,
            };
            // A move that may give check need not give it.
            let is_check = if counts_replies { replies.is_some() } else { may_give_check };
            let rank = if is_check || promotes {
                FORCING_RANK
            } else if mv.is_capture() {
                CAPTURE_RANK + capture_value(position.walk_on(mv.to))
            } else {
                0
            };
            let bonus = replies.map_or(0, few_replies_bonus);
            2 * rank * HistoryTable::MAX_SCORE as u32 + history.score(mv) + bonus
        }));
    }

    /// Swaps the defence with the highest score of those at `at..end` to the front; `score` is the index of
    /// the score of the first one. The first defence usually refutes, so that sorting all of them would be
    /// wasted.
    #[inline]
    pub(super) fn pick_best_defence(&mut self, at: usize, end: usize, score: usize) {
        let mut best = 0;
        for other in 1..end - at {
            if self.score_stack[score + other] > self.score_stack[score + best] {
                best = other;
            }
        }
        self.move_stack.swap(at, at + best);
        self.score_stack.swap(score, score + best);
    }
}

/// Returns whether promotions are likely to decide, for either side. They are not in self play: a defender
/// that avoids the goal has no use for a new queen.
pub(super) fn is_promotion_useful(schedule: &Schedule) -> bool {
    schedule.plies.last().is_some_and(|last| {
        last.quantifier == Quantifier::Exists || last.obligation == GoalObligation::IfPossible
    })
}

/// Returns the number of legal moves; `None` if the side to move is not in check.
fn replies_to_check<B: Board, R: GameRules>(
    game: &Game<B, R>,
    position: &PositionOf<B, R>,
    list: &mut Vec<Move>,
) -> Option<usize> {
    if !game.in_check(position, position.to_move) {
        return None;
    }
    list.clear();
    game.moves(position, list);
    Some(list.len())
}

/// Returns what the number of replies adds to the score of a check.
fn few_replies_bonus(replies: usize) -> u32 {
    ((MAX_REPLIES_LOG - ((replies + 1) as f32).log2()) * FEWER_REPLIES) as u32
}

/// Returns the value of a captured man for move ordering, from 0 to 4.
fn capture_value(walk: Option<Walk>) -> u32 {
    match walk {
        Some(Walk::Queen) => 4,
        Some(Walk::Rook) => 3,
        Some(Walk::Bishop | Walk::Knight) => 2,
        _ => 0,
    }
}
