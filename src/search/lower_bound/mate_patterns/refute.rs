//! **What.** The refutation test of a mate pattern: a second, more expensive test of patterns that the
//! distances allow. A man without a task, or with a task that needs no move, stays on its square unless its
//! side has slack or it is captured. The test looks for
//!
//! * a man that stays on the square that another man is to occupy,
//! * a man that stays on a line of a guard, or is to occupy a square there,
//! * a man of the mated side that can certainly parry the only check, by capture or by interposition, and
//!   must therefore vacate its square; a pattern is rejected if that takes more moves than the slack of the
//!   side, or if the man is to block a flight,
//! * an only checker that gives check already and cannot move.
//!
//! Example: the pattern of the [`mate_patterns`](super) head, with a black pawn on c4. It can capture the
//! only checker on b3, so it must vacate c4.
//!
//! **Why it is correct.** Men that may be captured are not assumed to stay, and only parries that are certain
//! whatever the other men do are counted: so no pattern is rejected that play can realise. Requires orthodox
//! king captures without rebirth.
//!
//! **Cost and gain.** Help problems 0.067 to 0.052 s in geometric mean; a ser-h#9 with nine black men more
//! than 10 to 0.03 s, an h#6 with ten 0.66 to 0.06 s. One test takes longer than to make a move, hence
//! [`trigger`](super::trigger).
//!
//! **Reference.** None.

use super::enumerate::{Snapshot, bits};
use super::tasks::GuardTask;
use super::{MAX_MEN, MAX_PATTERN_MEN, MatePatterns, PatternState, of_each_side};
use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::{DISTANCE_LEVELS, UNREACHABLE};
use crate::search::lower_bound::king_zone::KING_SQUARE;

/// What is known of the men of a pattern. Pairs are for White and Black.
struct RefutationContext {
    pattern_index: usize,
    /// The men with a task, as bits.
    assigned: u32,
    /// The cost of each man.
    moves_needed: [u16; MAX_MEN],
    /// The moves of each side that its tasks do not need.
    slack: [u16; 2],
    /// The men that need no move, as bits. They stay on their squares, unless their side has slack or they
    /// are captured.
    idle: u32,
    /// The idle men of sides without slack, as bits.
    fixed: u32,
}

/// The men of the mated side that must vacate their squares.
#[derive(Clone, Copy)]
pub(super) struct MustVacate {
    /// A lower bound on their number.
    pub min_count: u16,
    /// The men that may be among them, as bits.
    pub candidates: u32,
}

/// The captures and moves that men of the mated side can certainly make in the final position, but for pins.
struct Parries<S> {
    /// The squares of captures and of moves of men that occupy a square.
    by_blockers: [S; 2],
    /// The idle men other than these, each with its squares of captures and of moves.
    by_idle_men: [(usize, [S; 2]); MAX_PATTERN_MEN],
    /// The number of entries of `by_idle_men`.
    count: usize,
    /// The men that must vacate their squares in any case, as bits.
    in_the_way: u32,
}

impl<B: Board> MatePatterns<'_, B> {
    /// Returns the men of the mated side that must vacate their squares, in addition to the moves of their
    /// tasks; `None` if the pattern is rejected. `ep_pawn` may be captured en passant, so it is not assumed
    /// to stay.
    pub(super) fn refutation_test(
        &mut self,
        state: PatternState,
        snapshot: &Snapshot,
        ep_pawn: Option<Square>,
    ) -> Option<MustVacate> {
        let slack = of_each_side(|side| snapshot.move_budget[side].saturating_sub(state.cost[side]));
        let assigned = state.assigned & snapshot.on_board;
        let mut context = RefutationContext {
            pattern_index: state.pattern_index as usize,
            assigned,
            moves_needed: [0; MAX_MEN],
            slack,
            idle: snapshot.on_board & !assigned,
            fixed: 0,
        };
        for man in bits(assigned) {
            let Some((walk, at)) = snapshot.men[man] else { continue };
            let id = self.patterns[context.pattern_index].tasks[man];
            context.moves_needed[man] = u16::from(self.tasks.cost(id, walk, at));
            if context.moves_needed[man] == 0 {
                context.idle |= 1 << man;
            }
        }
        if let Some(ep_pawn) = ep_pawn {
            let is_ep_pawn = |man: &usize| snapshot.men[*man].is_some_and(|(_, at)| at == ep_pawn);
            context.idle &= !bits(context.idle).filter(is_ep_pawn).fold(0, with_bit);
        }
        for side in [0, 1] {
            context.fixed |= if slack[side] == 0 { context.idle & snapshot.men_of(side) } else { 0 };
        }
        let must_vacate = self.must_vacate(&context, snapshot);
        if must_vacate.is_some_and(|must_vacate| must_vacate.min_count == 0) {
            return must_vacate;
        }
        // The reason may be a man that can be captured.
        let capturable = self.capturable_men(&context, snapshot);
        if capturable == 0 {
            return must_vacate;
        }
        context.idle &= !capturable;
        context.fixed &= !capturable;
        self.must_vacate(&context, snapshot)
    }

    /// Returns the men of the mated side that must vacate their squares if no idle man is captured; `None` if
    /// the pattern is rejected.
    fn must_vacate(&mut self, context: &RefutationContext, snapshot: &Snapshot) -> Option<MustVacate> {
        let mated = self.mating_side().other().index();
        let tasks = &self.patterns[context.pattern_index].tasks;
        let mut to_occupy = B::Set::EMPTY;
        // The men that are on the square that they are to occupy. They are in no other man's way.
        let mut in_place: u32 = 0;
        for man in bits(context.assigned & snapshot.men_of(mated)) {
            if let Some(square) = self.tasks.occupied_square(tasks[man]) {
                to_occupy |= B::Set::of(square);
                in_place |= u32::from(snapshot.men[man].is_some_and(|(_, at)| at == square)) << man;
            }
        }
        let is_in_the_way = |man: &usize| snapshot.men[*man].is_some_and(|(_, at)| to_occupy.contains(at));
        let in_the_way = bits(context.idle & !in_place).filter(is_in_the_way).fold(0, with_bit);
        if in_the_way & context.fixed != 0 {
            return None;
        }
        let in_the_way = in_the_way & snapshot.men_of(mated);
        if in_the_way.count_ones() > u32::from(context.slack[mated]) {
            return None;
        }
        // Guards see through the king.
        let king = self.patterns[context.pattern_index].king;
        let mut occupied = to_occupy.without(king);
        for man in bits(context.fixed & !(1 << snapshot.mated_king)) {
            occupied |= snapshot.men[man].map_or(B::Set::EMPTY, |(_, at)| B::Set::of(at));
        }
        let mut all = MustVacate { min_count: in_the_way.count_ones() as u16, candidates: in_the_way };
        for man in bits(context.assigned & !snapshot.men_of(mated)) {
            let id = self.patterns[context.pattern_index].tasks[man];
            let Some(guard) = self.tasks.guard_task(id) else { continue };
            let needed = self.must_vacate_for_guard(man, guard, context, occupied, in_the_way, snapshot)?;
            all = MustVacate {
                min_count: all.min_count.max(needed.min_count),
                candidates: all.candidates | needed.candidates,
            };
        }
        Some(all)
    }

    /// Returns the men that must vacate their squares so that a man can fulfil its guard task, with the
    /// squares `occupied` occupied and the men `in_the_way` vacating theirs; `None` if it cannot.
    fn must_vacate_for_guard(
        &mut self,
        man: usize,
        guard: GuardTask,
        context: &RefutationContext,
        occupied: B::Set,
        in_the_way: u32,
        snapshot: &Snapshot,
    ) -> Option<MustVacate> {
        let (walk, at) = snapshot.men[man]?;
        let mut all: Option<MustVacate> = None;
        let id = self.patterns[context.pattern_index].tasks[man];
        let max_moves = context.slack[snapshot.side_of(man)] + context.moves_needed[man];
        let is_fixed = context.fixed >> man & 1 == 1;
        let occupied = if is_fixed { occupied.without(at) } else { occupied };
        let mut parries = None;
        let is_sole_checker = B::LINES_UNIQUE
            && guard.targets & KING_SQUARE != 0
            && self.is_sole_checker(man, context, guard.king, snapshot);
        if is_sole_checker
            && context.moves_needed[man] == 0
            && max_moves == 0
            && !self.can_discover_check(man, guard.king, context, snapshot)
        {
            return None;
        }
        let mating = self.mating_side();
        self.tasks.distances.prepare(mating, walk, at);
        let minimum = MustVacate { min_count: in_the_way.count_ones() as u16, candidates: in_the_way };
        for final_walk in self.tasks.distances.final_walks_within(mating, walk, at, max_moves) {
            let near =
                self.tasks.distances.squares_within_as(mating, walk, at, final_walk, max_moves) & !occupied;
            if near.is_empty() {
                continue;
            }
            let squares = near & self.tasks.guarding_squares(id, final_walk);
            let squares = self.tasks.king_zone.filter_guarding_squares(
                final_walk,
                squares,
                guard.king,
                guard.targets,
                occupied,
            );
            if !is_sole_checker && !squares.is_empty() {
                return Some(minimum);
            }
            for square in squares.iter() {
                let parries = parries.get_or_insert_with(|| self.find_parries(context, in_the_way, snapshot));
                if let Some(needed) = self.parriers(final_walk, square, guard.king, context, parries) {
                    if needed.min_count == minimum.min_count {
                        return Some(minimum);
                    }
                    let before = all.unwrap_or(needed);
                    all = Some(MustVacate {
                        min_count: before.min_count.min(needed.min_count),
                        candidates: before.candidates | needed.candidates,
                    });
                }
            }
        }
        all
    }

    /// Returns whether the last move of another man may open a line for the only checker, which stays on its
    /// square. Otherwise the king would have been in check before.
    fn can_discover_check(
        &mut self,
        checker: usize,
        king: Square,
        context: &RefutationContext,
        snapshot: &Snapshot,
    ) -> bool {
        let Some((walk, from)) = snapshot.men[checker] else { return false };
        if matches!(walk, Walk::Pawn | Walk::Knight) {
            return false;
        }
        // It may have waited for a hurdle.
        if walk.is_fairy() {
            return true;
        }
        let mating = self.mating_side().index();
        let line = self.tasks.distances.board.geometry().between(king, from);
        bits(snapshot.men_of(mating) & !(1 << checker)).any(|man| {
            let moves = context.moves_needed[man];
            // A pawn may also open the line by capturing a pawn there en passant.
            let is_pawn = snapshot.men[man].is_some_and(|(walk, _)| walk == Walk::Pawn);
            moves > 0 && (is_pawn || self.reachable_squares(man, context, moves, snapshot).intersects(line))
        })
    }

    /// Returns the men that must vacate their squares so that they cannot parry a check given from a square;
    /// `None` if they are more than the slack allows, or if a man that blocks a square can parry.
    fn parriers(
        &self,
        checker_walk: Walk,
        checker_square: Square,
        king: Square,
        context: &RefutationContext,
        parries: &Parries<B::Set>,
    ) -> Option<MustVacate> {
        let distances = &self.tasks.distances;
        let line = match checker_walk {
            Walk::Queen | Walk::Rook | Walk::Bishop => {
                distances.board.geometry().between(king, checker_square)
            }
            _ => B::Set::EMPTY,
        };
        let can_parry =
            |[captures, moves]: &[B::Set; 2]| captures.contains(checker_square) || moves.intersects(line);
        if can_parry(&parries.by_blockers) {
            return None;
        }
        let men = parries.by_idle_men[..parries.count].iter().filter(|(_, squares)| can_parry(squares));
        let candidates = men.map(|&(man, _)| man).fold(parries.in_the_way, with_bit);
        let min_count = candidates.count_ones() as u16;
        (min_count <= context.slack[distances.mating_side.other().index()])
            .then_some(MustVacate { min_count, candidates })
    }

    /// Returns the idle men that may be captured, as bits.
    fn capturable_men(&mut self, context: &RefutationContext, snapshot: &Snapshot) -> u32 {
        let mut capturable = 0;
        for side in [0, 1] {
            let mut reachable = B::Set::EMPTY;
            for man in bits(snapshot.men_of(side)) {
                let max_moves = context.slack[side] + context.moves_needed[man];
                reachable |= self.reachable_squares(man, context, max_moves, snapshot);
            }
            let is_reachable = |man: &usize| snapshot.men[*man].is_some_and(|(_, at)| reachable.contains(at));
            let idle = context.idle & snapshot.men_of(1 - side);
            capturable |= bits(idle).filter(is_reachable).fold(0, with_bit);
        }
        capturable
    }

    /// Returns the squares that a man can visit if it fulfils its task within `max_moves` moves.
    fn reachable_squares(
        &mut self,
        man: usize,
        context: &RefutationContext,
        max_moves: u16,
        snapshot: &Snapshot,
    ) -> B::Set {
        let Some((walk, at)) = snapshot.men[man].filter(|_| max_moves > 0) else { return B::Set::EMPTY };
        let side = Side::BOTH[snapshot.side_of(man)];
        let id = self.patterns[context.pattern_index].tasks[man];
        self.tasks.distances.prepare(side, walk, at);
        if walk == Walk::Pawn || id == 0 {
            return self.tasks.distances.squares_within_as_any(side, walk, at, max_moves);
        }
        let to_task = *self.tasks.squares_within(id, walk);
        let within = self.tasks.distances.squares_within(side, walk, at);
        let (max_moves, farthest) = (usize::from(max_moves), DISTANCE_LEVELS - 1);
        let mut squares = B::Set::EMPTY;
        // Beyond the last level the first part stays the same and the second one becomes smaller.
        for (moves, within) in within.iter().enumerate().take(max_moves + 1) {
            squares |= *within & to_task[(max_moves - moves).min(farthest)];
        }
        squares
    }

    /// Returns whether no other man can attack the king in the final position.
    fn is_sole_checker(
        &mut self,
        checker: usize,
        context: &RefutationContext,
        king: Square,
        snapshot: &Snapshot,
    ) -> bool {
        let mating = self.mating_side().index();
        let Some(id) = self.tasks.single_guard_task(king, KING_SQUARE.trailing_zeros() as usize) else {
            return false;
        };
        bits(snapshot.men_of(mating) & !(1 << checker)).all(|man| {
            snapshot.men[man].is_none_or(|(walk, at)| {
                let cost = self.tasks.cost(id, walk, at);
                cost == UNREACHABLE || u16::from(cost) > context.slack[mating] + context.moves_needed[man]
            })
        })
    }

    /// Returns the captures and moves that the men of the mated side can certainly make in the final
    /// position. None of them is pinned, for only the checker attacks the king.
    fn find_parries(
        &mut self,
        context: &RefutationContext,
        in_the_way: u32,
        snapshot: &Snapshot,
    ) -> Parries<B::Set> {
        let mated = self.mating_side().other();
        let board = self.tasks.distances.board;
        let geometry = board.geometry();
        // Lines may be closed wherever a man may be. With slack only the adjacent squares are certain.
        let closed = (context.slack[mated.index()] == 0).then(|| self.possibly_occupied(context, snapshot));
        let parries_from = |walk: Walk, at: Square| -> [B::Set; 2] {
            let adjacent = match walk {
                Walk::Queen => geometry.king[at.index()],
                Walk::Rook => geometry.king[at.index()] & board.rook(at, B::Set::EMPTY),
                Walk::Bishop => geometry.king[at.index()] & board.bishop(at, B::Set::EMPTY),
                Walk::Knight => geometry.knight[at.index()],
                Walk::Pawn => return [geometry.pawn(mated).attacks[at.index()], B::Set::EMPTY],
                _ => B::Set::EMPTY,
            };
            let squares = match (walk, closed) {
                (Walk::Queen, Some(closed)) => board.rook(at, closed) | board.bishop(at, closed),
                (Walk::Rook, Some(closed)) => board.rook(at, closed),
                (Walk::Bishop, Some(closed)) => board.bishop(at, closed),
                _ => adjacent,
            };
            [squares; 2]
        };
        let mut parries = Parries {
            by_blockers: [B::Set::EMPTY; 2],
            by_idle_men: [(0, [B::Set::EMPTY; 2]); MAX_PATTERN_MEN],
            count: 0,
            in_the_way,
        };
        for man in bits(snapshot.men_of(mated.index()) & !(1 << snapshot.mated_king)) {
            let Some((walk, at)) = snapshot.men[man] else { continue };
            let id = self.patterns[context.pattern_index].tasks[man];
            if let Some(square) = self.tasks.occupied_square(id) {
                // A pawn that moves may promote; with two moves to spare it may even return promoted.
                let stays = context.moves_needed[man] == 0 && context.slack[mated.index()] < 2;
                if walk != Walk::Pawn || stays {
                    let [captures, moves] = parries_from(walk, square);
                    parries.by_blockers[0] |= captures;
                    parries.by_blockers[1] |= moves;
                }
            } else if context.idle >> man & 1 == 1 {
                parries.by_idle_men[parries.count] = (man, parries_from(walk, at));
                parries.count += 1;
            }
        }
        parries
    }

    /// Returns the squares that may be occupied in the final position if the mated side has no slack.
    fn possibly_occupied(&mut self, context: &RefutationContext, snapshot: &Snapshot) -> B::Set {
        let mating = self.mating_side();
        let mut occupied = B::Set::EMPTY;
        for man in bits(snapshot.on_board) {
            let Some((walk, at)) = snapshot.men[man] else { continue };
            let id = self.patterns[context.pattern_index].tasks[man];
            if let Some(square) = self.tasks.occupied_square(id) {
                occupied |= B::Set::of(square);
                continue;
            }
            if snapshot.side_of(man) != mating.index() {
                occupied |= B::Set::of(at);
                continue;
            }
            self.tasks.distances.prepare(mating, walk, at);
            let max_moves = context.slack[mating.index()] + context.moves_needed[man];
            for final_walk in self.tasks.distances.final_walks_within(mating, walk, at, max_moves) {
                let squares =
                    if id == 0 { !B::Set::EMPTY } else { self.tasks.guarding_squares(id, final_walk) };
                let distances = &self.tasks.distances;
                occupied |= squares & distances.squares_within_as(mating, walk, at, final_walk, max_moves);
            }
        }
        occupied
    }
}

/// Returns a set of men with one more man.
fn with_bit(men: u32, man: usize) -> u32 {
    men | 1 << man
}
