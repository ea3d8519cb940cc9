//! **What.** The cost of mate patterns under rules by which men are reborn. A man may then reach its square
//! without a move of its own: the other side captures it (Circe), or its own capture puts it there (Anticirce,
//! Marscirce).
//!
//! The bound of a side is
//!
//! `cost = sum of d(m) - sum of the k greatest savings s(m), with s(m) = d(m) - r(m)`
//!
//! over its men *m* with a task, where *d* is the distance to a fulfilling square without rebirth, *r* the
//! distance with any rebirths, and *k* the number of men that can still be reborn, that is, of captures left.
//! Example (Circe): a white knight on h8 has the task to guard d2. *d* is 3 (f7, g5, f3); captured on h8, it is reborn on
//! g1, so *r* is 1. With a second man that needs 2 moves in any case and one black move left, White's cost is 3:
//! 3 and 2, less 2.
//!
//! **Why it is correct.** Admissible: at most *k* men are reborn, and each saves at most *s*. Whether rebirth
//! squares are occupied is ignored. Rules: victims reborn with the same walk and side (Circe and its relatives),
//! Anticirce and its relatives, Marscirce. No man is assumed to stay on its square, so the refutation test
//! (`refute`) does not apply.
//!
//! **Cost and gain.** Two distances instead of one for each man. An h#3.5 in Circe drops from 1.43 to 0.025 s, an
//! h#4 in Marscirce from 1.54 to 0.019 s, an h#4 in Anticirce from 1.62 to 0.68 s (Popeye: 10.0, 0.78 and 5.09 s).
//!
//! **Reference.** None: the bound is new.

mod update;

use super::enumerate::bits;
use super::tasks::TaskTable;
use super::{MAX_MEN, ManState, MatePatterns, PlyState, TaskId, of_each_side};
use crate::board::{Board, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Side, Walk};
use crate::rules::GameRules;
use crate::rules::rebirth::Relocation;
use crate::search::lower_bound::distance::UNREACHABLE;

/// A cost greater than any number of moves left.
const INFEASIBLE: u16 = u16::MAX / 2;
/// The cost without rebirth of a task that only rebirth makes possible. Costs of all men together stay below
/// [`INFEASIBLE`].
const UNREACHABLE_COST: u16 = INFEASIBLE / MAX_MEN as u16;

/// In PWC, the greatest number of possible capturers, kings excepted, for which the rebirth squares are computed.
const MAX_CAPTURERS: u32 = 3;
/// In PWC, rebirth squares are computed for captures by a king that has made fewer moves than this before.
const MAX_KING_MOVES: usize = 2;

/// A limit on the rebirths of one side.
#[derive(Clone, Copy)]
pub(super) struct RebirthLimit<S> {
    /// How many men of this side can still be reborn.
    limit: u16,
    /// The men that can be reborn, as bits.
    candidates: u32,
    /// The squares of rebirth of all men but pawns; `None` if they are not known.
    squares: Option<S>,
}

impl<S> RebirthLimit<S> {
    /// Returns the limit of `limit` men, whichever they are.
    pub fn at_most(limit: u16) -> RebirthLimit<S> {
        RebirthLimit { limit, candidates: if limit == 0 { 0 } else { u32::MAX }, squares: None }
    }
}

impl<B: Board> TaskTable<'_, B> {
    /// Returns the number of moves that the tasks cost the men `own` of one side; [`INFEASIBLE`] if that is more
    /// than `move_budget`.
    pub(super) fn total_cost_with_rebirth(
        &mut self,
        tasks: &[TaskId; MAX_MEN],
        own: u32,
        men: &[ManState; MAX_MEN],
        rebirths: RebirthLimit<B::Set>,
        move_budget: u16,
    ) -> u16 {
        let mut total = 0;
        let mut savings = TopSavings::new(rebirths.limit);
        for man in bits(own) {
            let id = tasks[man];
            let Some((walk, at)) = men[man].filter(|_| id != 0) else {
                if id == 0 { continue } else { return INFEASIBLE }
            };
            let [plain_cost, rebirth_cost] = self.cost_pair(id, walk, at);
            if plain_cost == 0 {
                continue;
            }
            let plain_cost = cost_without_rebirth(plain_cost);
            total += plain_cost;
            if rebirths.candidates >> man & 1 == 1 {
                if rebirth_cost == UNREACHABLE {
                    return INFEASIBLE;
                }
                let rebirth_cost = match rebirths.squares.filter(|_| walk != Walk::Pawn) {
                    None => rebirth_cost.into(),
                    // The squares are those of all men of the side. A king is never reborn, so its own cost is the minimum,
                    // even if one of these squares would fulfil its task.
                    Some(squares) => {
                        cost_without_rebirth(self.min_cost_from(id, walk, squares).max(rebirth_cost))
                    }
                };
                savings.add(plain_cost.saturating_sub(rebirth_cost));
            }
            // A man saves at most its cost, so the difference never decreases.
            if total - savings.total > move_budget {
                return INFEASIBLE;
            }
        }
        total - savings.total
    }
}

/// Returns a cost without rebirth as a summand of a side's cost.
#[inline]
fn cost_without_rebirth(cost: u8) -> u16 {
    if cost == UNREACHABLE { UNREACHABLE_COST } else { cost.into() }
}

/// The greatest savings by rebirth: at most one for each man that can be reborn.
struct TopSavings {
    /// The greatest number of savings kept.
    limit: usize,
    /// The savings kept, in no order.
    savings: [u16; MAX_MEN],
    /// The number of savings kept.
    count: usize,
    /// The sum of the savings kept.
    total: u16,
}

impl TopSavings {
    #[inline]
    fn new(limit: u16) -> TopSavings {
        TopSavings { limit: limit.into(), savings: [0; MAX_MEN], count: 0, total: 0 }
    }

    #[inline]
    fn add(&mut self, saving: u16) {
        if saving == 0 {
            return;
        }
        if self.count < self.limit {
            self.savings[self.count] = saving;
            self.count += 1;
            self.total += saving;
        } else if let Some(least) =
            self.savings[..self.count].iter_mut().min().filter(|least| **least < saving)
        {
            self.total += saving - *least;
            *least = saving;
        }
    }
}

impl<B: Board> MatePatterns<'_, B> {
    /// Returns how many men of each side can still be reborn.
    pub(super) fn max_rebirths(&self, ply_state: &PlyState) -> [u16; 2] {
        let PlyState { moves_left, capturable, .. } = ply_state;
        match self.rebirth {
            Relocation::Never | Relocation::TakeAndMake => [0; 2],
            Relocation::Victims(_) => [moves_left[1], moves_left[0]],
            Relocation::Capturers(_) | Relocation::FromHome(_) => {
                [capturable[1].min(moves_left[0]), capturable[0].min(moves_left[1])]
            }
        }
    }

    /// Returns the moves that castling can still save each side.
    pub(super) fn castling_savings_with_rebirth<R: GameRules>(
        &self,
        ply_state: &PlyState,
        position: &PositionOf<B, R>,
    ) -> [u16; 2] {
        // Where victims are reborn, no king gains a castling right.
        if matches!(self.rebirth, Relocation::Victims(_)) && position.castling.is_empty() {
            return [0; 2];
        }
        let distances = &self.tasks.distances;
        let castlings = &distances.board.geometry().castlings;
        of_each_side(|side| {
            let side = Side::BOTH[side];
            let rooks = (position.walk(Walk::Rook) | position.walk(Walk::Pawn)) & position.of(side);
            let mut own = castlings.iter().filter(|castling| castling.side == side);
            let has_right = own.any(|castling| position.castling.contains(castling.king_from));
            match self.rebirth {
                _ if rooks.is_empty() || ply_state.moves_left[side.index()] == 0 => 0,
                // The king castles as from its home, which the distances count as a move of the king.
                Relocation::FromHome(_) => 1,
                Relocation::Capturers(_) if ply_state.max_rebirths[side.index()] > 0 => {
                    distances.castling_savings()
                }
                _ if has_right => distances.castling_savings(),
                _ => 0,
            }
        })
    }

    /// Returns the cost of a pattern for the men `own` of one side, as
    /// [`total_cost_with_rebirth`](TaskTable::total_cost_with_rebirth).
    #[inline]
    fn side_cost_with_rebirth(
        &mut self,
        pattern_index: u32,
        own: u32,
        ply_state: &PlyState,
        rebirths: RebirthLimit<B::Set>,
        move_budget: u16,
    ) -> u16 {
        let tasks = &self.patterns[pattern_index as usize].tasks;
        self.tasks.total_cost_with_rebirth(tasks, own, &ply_state.men, rebirths, move_budget)
    }

    /// Returns the limit on the rebirths of a side.
    #[inline]
    fn rebirth_limit(&self, ply_state: &PlyState, side: usize) -> RebirthLimit<B::Set> {
        RebirthLimit {
            squares: self.rebirth_squares[side],
            ..RebirthLimit::at_most(ply_state.max_rebirths[side])
        }
    }

    /// Sets the squares where men of each side can be reborn, if they are the squares that capturers leave (PWC)
    /// and the other side has few moves left; else `None`.
    pub(super) fn find_rebirth_squares(&mut self, ply_state: &PlyState) {
        self.rebirth_squares = [None; 2];
        if matches!(self.rebirth, Relocation::Victims(rebirth) if rebirth.is_pwc()) {
            self.rebirth_squares = of_each_side(|side| self.compute_rebirth_squares(ply_state, side));
        }
    }

    fn compute_rebirth_squares(&self, ply_state: &PlyState, side: usize) -> Option<B::Set> {
        let moves_left = ply_state.moves_left[1 - side];
        let capturers = ply_state.opponents_of(side);
        let men = bits(capturers).filter_map(|man| ply_state.men[man]);
        if capturers & !ply_state.kings == 0 {
            // A king moves at most once less than its side before it captures; it is never reborn before.
            let moves = usize::from(moves_left).checked_sub(1).filter(|&moves| moves < MAX_KING_MOVES)?;
            let distances = &self.tasks.distances;
            let other = Side::BOTH[1 - side];
            let within = men.map(|(walk, at)| distances.squares_within(other, walk, at)[moves]);
            return Some(within.fold(B::Set::EMPTY, |all, squares| all | squares));
        }
        // The mating side makes the last move, so no move comes between the other side's last move and that one.
        let is_next = ply_state.moves_left[side] <= u16::from(side == self.mating_side().index());
        let is_known = moves_left == 1 && is_next && capturers.count_ones() <= MAX_CAPTURERS;
        is_known.then(|| B::Set::from_squares(men.map(|(_, at)| at)))
    }

    /// Drops the patterns that need a rebirth by the last capture of the side to move, if the position has no such
    /// capture.
    pub(super) fn refute_by_captures<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        ply_state: &mut PlyState,
        castling_savings: [u16; 2],
    ) {
        let mover = position.to_move.index();
        if ply_state.moves_left[mover] != 1 {
            return;
        }
        let (capturers, victims) = game.capturers_and_victims(position);
        let (side, reborn) = match self.rebirth {
            Relocation::Never | Relocation::TakeAndMake => return,
            Relocation::Victims(_) => (1 - mover, victims),
            Relocation::Capturers(_) | Relocation::FromHome(_) => (mover, capturers),
        };
        self.find_rebirth_squares(ply_state);
        let may_be_reborn = |man: &ManState| man.is_some_and(|(_, at)| reborn.contains(at));
        let men = ply_state.men.iter().enumerate().filter(|(_, man)| may_be_reborn(man));
        let candidates = men.fold(0, |men, (man, _)| men | 1 << man);
        let limit = ply_state.max_rebirths[side].min(1);
        let rebirths = RebirthLimit { limit, candidates, ..self.rebirth_limit(ply_state, side) };
        let move_budget = ply_state.moves_left[side] + castling_savings[side];
        let mut end = ply_state.start;
        for index in ply_state.start..ply_state.end {
            let mut state = self.states[index];
            let own = state.assigned & if side == 0 { ply_state.white } else { !ply_state.white };
            state.cost[side] =
                self.side_cost_with_rebirth(state.pattern_index, own, ply_state, rebirths, move_budget);
            if state.cost[side] <= move_budget {
                self.states[end] = state;
                end += 1;
            }
        }
        self.states.truncate(end);
        (ply_state.end, ply_state.needs_capture_from) = (end, usize::MAX);
        ply_state.useful_movers = None;
    }
}
