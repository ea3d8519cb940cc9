//! A second look at nets: at those who stay where they are, and at those who can parry.
//!
//! Who has nothing to do in a net stays where he is, unless his side has a move to spare or he
//! is captured: lines end there, and nobody else can stand there. If he is of the mated side
//! and could certainly capture the only man who gives check, or stand in between, he must be
//! moved away. So must be who stands where another is to stand. And who is to block a flight
//! must not parry from there.

use super::enumerate::{Snapshot, bits};
use super::tasks::GuardTask;
use super::{MAX_MEN, MAX_PATTERN_MEN, MatePatterns, PatternState};
use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::{DISTANCE_LEVELS, UNREACHABLE, final_walks};
use crate::search::lower_bound::king_zone::KING_SQUARE;

/// What is known of the men of a net.
struct RefutationContext {
    pattern_index: usize,
    /// The men of whom something is demanded, as bits.
    assigned: u32,
    /// The moves that each man needs.
    moves_needed: [u16; MAX_MEN],
    /// The moves that each side has to spare.
    slack: [u16; 2],
    /// The men who need no move, as bits, as far as they are not captured.
    idle: u32,
    /// Those of them whose side has no move to spare.
    fixed: u32,
}

/// Men of the mated side who must move away.
#[derive(Clone, Copy)]
pub(super) struct MustVacate {
    /// How many of them at least.
    pub min_count: u16,
    /// All of whom that may be, as bits.
    pub candidates: u32,
}

/// What the men of the mated side can certainly do in the end.
struct Parries<S> {
    /// Where those who block can capture, and where they can go.
    by_blockers: [S; 2],
    /// The same for the others: who, and both.
    by_idle_men: [(usize, [S; 2]); MAX_PATTERN_MEN],
    count: usize,
    /// Who must move in any case.
    in_the_way: u32,
}

impl<B: Board> MatePatterns<'_, B> {
    /// Who must move away in the net, besides those who have something to do; none if it cannot
    /// be drawn, as far as is known of those who stay. `passer` may be captured from beside.
    pub(super) fn refutation_test(
        &mut self,
        live: PatternState,
        room: &Snapshot,
        passer: Option<Square>,
    ) -> Option<MustVacate> {
        let spare = [0, 1].map(|side| room.move_budget[side].saturating_sub(live.cost[side]));
        let busy = live.assigned & room.on_board;
        let mut look = RefutationContext {
            pattern_index: live.pattern_index as usize,
            assigned: busy,
            moves_needed: [0; MAX_MEN],
            slack: spare,
            idle: room.on_board & !busy,
            fixed: 0,
        };
        for man in bits(busy) {
            let Some((walk, at)) = room.men[man] else { continue };
            look.moves_needed[man] =
                u16::from(self.tasks.cost(self.patterns[look.pattern_index].tasks[man], walk, at));
            if look.moves_needed[man] == 0 {
                look.idle |= 1 << man;
            }
        }
        if let Some(passer) = passer {
            let there = |man: &usize| room.men[*man].is_some_and(|(_, at)| at == passer);
            look.idle &= !bits(look.idle).filter(there).fold(0, with_bit);
        }
        for side in [0, 1] {
            look.fixed |= if spare[side] == 0 { look.idle & room.men_of(side) } else { 0 };
        }
        let away = self.must_vacate(&look, room);
        if away.is_some_and(|away| away.min_count == 0) {
            return away;
        }
        // Perhaps because of men who may be captured?
        let captured = self.capturable_men(&look, room);
        if captured == 0 {
            return away;
        }
        look.idle &= !captured;
        look.fixed &= !captured;
        self.must_vacate(&look, room)
    }

    /// Who must move away if those who are idle are not captured; none if the net cannot be
    /// drawn then.
    fn must_vacate(&mut self, look: &RefutationContext, room: &Snapshot) -> Option<MustVacate> {
        let mated = self.mating_side().other().index();
        let demands = &self.patterns[look.pattern_index].tasks;
        let mut stands = B::Set::EMPTY;
        let mut at_home: u32 = 0;
        for man in bits(look.assigned & room.men_of(mated)) {
            if let Some(square) = self.tasks.occupied_square(demands[man]) {
                stands |= B::Set::of(square);
                // Who stands there himself as demanded is not in the way.
                at_home |= u32::from(room.men[man].is_some_and(|(_, at)| at == square)) << man;
            }
        }
        let in_the_way = |man: &usize| room.men[*man].is_some_and(|(_, at)| stands.contains(at));
        let in_the_way = bits(look.idle & !at_home).filter(in_the_way).fold(0, with_bit);
        if in_the_way & look.fixed != 0 {
            return None;
        }
        let crowding = in_the_way & room.men_of(mated);
        if crowding.count_ones() > u32::from(look.slack[mated]) {
            return None;
        }
        // Lines go on behind the king, who leaves.
        let king = self.patterns[look.pattern_index].king;
        let mut standing = stands.without(king);
        for man in bits(look.fixed & !(1 << room.mated_king)) {
            standing |= room.men[man].map_or(B::Set::EMPTY, |(_, at)| B::Set::of(at));
        }
        let mut away = MustVacate { min_count: crowding.count_ones() as u16, candidates: crowding };
        for man in bits(look.assigned & !room.men_of(mated)) {
            let Some(guard) = self.tasks.guard_task(self.patterns[look.pattern_index].tasks[man]) else {
                continue;
            };
            let needed = self.must_vacate_for_guard(man, guard, look, standing, crowding, room)?;
            away = MustVacate {
                min_count: away.min_count.max(needed.min_count),
                candidates: away.candidates | needed.candidates,
            };
        }
        Some(away)
    }

    /// Who must move away so that a man can guard as he shall, though others stand on these
    /// squares; none if he cannot.
    fn must_vacate_for_guard(
        &mut self,
        man: usize,
        guard: GuardTask,
        look: &RefutationContext,
        standing: B::Set,
        crowding: u32,
        room: &Snapshot,
    ) -> Option<MustVacate> {
        let (walk, at) = room.men[man]?;
        let mut all: Option<MustVacate> = None;
        let id = self.patterns[look.pattern_index].tasks[man];
        let most = look.slack[room.side_of(man)] + look.moves_needed[man];
        let mut standing = standing;
        if look.fixed >> man & 1 == 1 {
            standing = standing.without(at);
        }
        let mut parries = None;
        let alone = B::LINES_UNIQUE
            && guard.targets & KING_SQUARE != 0
            && self.is_sole_checker(man, look, guard.king, room);
        if alone
            && look.moves_needed[man] == 0
            && most == 0
            && !self.can_discover_check(man, guard.king, look, room)
        {
            return None;
        }
        let mating = self.mating_side();
        self.tasks.distances.prepare(mating, walk, at);
        let nobody = MustVacate { min_count: crowding.count_ones() as u16, candidates: crowding };
        for &kind in final_walks(walk) {
            let near = self.tasks.distances.squares_within_as(mating, walk, at, kind, most) & !standing;
            let posts = near & self.tasks.guarding_squares(id, kind);
            let posts = self.tasks.king_zone.filter_guarding_squares(
                kind,
                posts,
                guard.king,
                guard.targets,
                standing,
            );
            if !alone && !posts.is_empty() {
                return Some(nobody);
            }
            for post in posts.iter() {
                let known = parries.get_or_insert_with(|| self.find_parries(look, crowding, room));
                if let Some(away) = self.parriers(kind, post, guard.king, look, known) {
                    if away.min_count == nobody.min_count {
                        return Some(nobody);
                    }
                    let before = all.unwrap_or(away);
                    all = Some(MustVacate {
                        min_count: before.min_count.min(away.min_count),
                        candidates: before.candidates | away.candidates,
                    });
                }
            }
        }
        all
    }

    /// Can the only man to give check, who stays where he is, give it by another's last move,
    /// who opens a line for him? Otherwise the king would have been in check before.
    fn can_discover_check(
        &mut self,
        checker: usize,
        king: Square,
        look: &RefutationContext,
        room: &Snapshot,
    ) -> bool {
        let Some((walk, from)) = room.men[checker] else { return false };
        if matches!(walk, Walk::Pawn | Walk::Knight) {
            return false;
        }
        let mating = self.mating_side().index();
        let line = self.tasks.distances.board.geometry().between(king, from);
        bits(room.men_of(mating) & !(1 << checker)).any(|man| {
            let moves = look.moves_needed[man];
            // A pawn may also take one in passing there.
            let pawn = room.men[man].is_some_and(|(walk, _)| walk == Walk::Pawn);
            moves > 0 && (pawn || self.reachable_squares(man, look, moves, room).intersects(line))
        })
    }

    /// Who must move away because he can parry a check from a post; none if they are too many,
    /// or are to block.
    fn parriers(
        &self,
        kind: Walk,
        post: Square,
        king: Square,
        look: &RefutationContext,
        parries: &Parries<B::Set>,
    ) -> Option<MustVacate> {
        let travel = &self.tasks.distances;
        let line = match kind {
            Walk::Queen | Walk::Rook | Walk::Bishop => travel.board.geometry().between(king, post),
            _ => B::Set::EMPTY,
        };
        let parried = |[captures, moves]: &[B::Set; 2]| captures.contains(post) || moves.intersects(line);
        if parried(&parries.by_blockers) {
            return None;
        }
        let men = parries.by_idle_men[..parries.count].iter().filter(|(_, sets)| parried(sets));
        let men = men.map(|&(man, _)| man).fold(parries.in_the_way, with_bit);
        let least = men.count_ones() as u16;
        (least <= look.slack[travel.mating_side.other().index()])
            .then_some(MustVacate { min_count: least, candidates: men })
    }

    /// Who of those who stay might be captured, as bits.
    fn capturable_men(&mut self, look: &RefutationContext, room: &Snapshot) -> u32 {
        let mut captured = 0;
        for side in [0, 1] {
            let mut touched = B::Set::EMPTY;
            for man in bits(room.men_of(side)) {
                touched |= self.reachable_squares(man, look, look.slack[side] + look.moves_needed[man], room);
            }
            let touched = |man: &usize| room.men[*man].is_some_and(|(_, at)| touched.contains(at));
            captured |= bits(look.idle & room.men_of(1 - side)).filter(touched).fold(0, with_bit);
        }
        captured
    }

    /// The squares to which a man may come who does as demanded in at most so many moves.
    fn reachable_squares(
        &mut self,
        man: usize,
        look: &RefutationContext,
        most: u16,
        room: &Snapshot,
    ) -> B::Set {
        let Some((walk, at)) = room.men[man].filter(|_| most > 0) else { return B::Set::EMPTY };
        let side = Side::BOTH[room.side_of(man)];
        let id = self.patterns[look.pattern_index].tasks[man];
        self.tasks.distances.prepare(side, walk, at);
        if walk == Walk::Pawn || id == 0 {
            let there = final_walks(walk)
                .iter()
                .map(|&kind| self.tasks.distances.squares_within_as(side, walk, at, kind, most));
            return there.fold(B::Set::EMPTY, |all, there| all | there);
        }
        let onward = *self.tasks.squares_within(id, walk);
        let travel = &self.tasks.distances;
        (0..=most).fold(B::Set::EMPTY, |all, moves| {
            all | travel.squares_within_as(side, walk, at, walk, moves)
                & onward[usize::from(most - moves).min(DISTANCE_LEVELS - 1)]
        })
    }

    /// Can no man but this one attack the king's square in the end?
    fn is_sole_checker(
        &mut self,
        checker: usize,
        look: &RefutationContext,
        king: Square,
        room: &Snapshot,
    ) -> bool {
        let mating = self.mating_side().index();
        let Some(id) = self.tasks.single_guard_task(king, KING_SQUARE.trailing_zeros() as usize) else {
            return false;
        };
        bits(room.men_of(mating) & !(1 << checker)).all(|man| {
            room.men[man].is_none_or(|(walk, at)| {
                let moves = self.tasks.cost(id, walk, at);
                moves == UNREACHABLE || u16::from(moves) > look.slack[mating] + look.moves_needed[man]
            })
        })
    }

    /// Where men of the mated side can certainly capture or go in the end. Nobody pins them,
    /// for nobody attacks the king but who gives check.
    fn find_parries(&mut self, look: &RefutationContext, crowding: u32, room: &Snapshot) -> Parries<B::Set> {
        let mated = self.mating_side().other();
        let board = self.tasks.distances.board;
        let geometry = board.geometry();
        // Wherever somebody may stand in the end, lines may be closed.
        let closed = (look.slack[mated.index()] == 0).then(|| self.possibly_occupied(look, room));
        let reach = |walk: Walk, at: Square| -> [B::Set; 2] {
            let lines = match walk {
                Walk::Queen => geometry.king[at.index()],
                Walk::Rook => geometry.king[at.index()] & board.rook(at, B::Set::EMPTY),
                Walk::Bishop => geometry.king[at.index()] & board.bishop(at, B::Set::EMPTY),
                Walk::Knight => geometry.knight[at.index()],
                Walk::Pawn => return [geometry.pawn(mated).attacks[at.index()], B::Set::EMPTY],
                Walk::King | Walk::ReversedPawn => B::Set::EMPTY,
            };
            let lines = match (walk, closed) {
                (Walk::Queen, Some(closed)) => board.rook(at, closed) | board.bishop(at, closed),
                (Walk::Rook, Some(closed)) => board.rook(at, closed),
                (Walk::Bishop, Some(closed)) => board.bishop(at, closed),
                _ => lines,
            };
            [lines; 2]
        };
        let mut parries = Parries {
            by_blockers: [B::Set::EMPTY; 2],
            by_idle_men: [(0, [B::Set::EMPTY; 2]); MAX_PATTERN_MEN],
            count: 0,
            in_the_way: crowding,
        };
        for man in bits(room.men_of(mated.index()) & !(1 << room.mated_king)) {
            let Some((walk, at)) = room.men[man] else { continue };
            if let Some(square) = self.tasks.occupied_square(self.patterns[look.pattern_index].tasks[man]) {
                // A pawn that moves may be promoted then, one that stays may not.
                let stays = look.moves_needed[man] == 0 && look.slack[mated.index()] < 2;
                if walk != Walk::Pawn || stays {
                    let sets = reach(walk, square);
                    parries.by_blockers[0] |= sets[0];
                    parries.by_blockers[1] |= sets[1];
                }
            } else if look.idle >> man & 1 == 1 {
                parries.by_idle_men[parries.count] = (man, reach(walk, at));
                parries.count += 1;
            }
        }
        parries
    }

    /// Where somebody may stand in the end if the mated side has no move to spare.
    fn possibly_occupied(&mut self, look: &RefutationContext, room: &Snapshot) -> B::Set {
        let mating = self.mating_side();
        let mut closed = B::Set::EMPTY;
        for man in bits(room.on_board) {
            let Some((walk, at)) = room.men[man] else { continue };
            let id = self.patterns[look.pattern_index].tasks[man];
            if let Some(square) = self.tasks.occupied_square(id) {
                closed |= B::Set::of(square);
                continue;
            }
            if room.side_of(man) != mating.index() {
                closed |= B::Set::of(at);
                continue;
            }
            self.tasks.distances.prepare(mating, walk, at);
            for &kind in final_walks(walk) {
                let most = look.slack[mating.index()] + look.moves_needed[man];
                let posts = if id == 0 { !B::Set::EMPTY } else { self.tasks.guarding_squares(id, kind) };
                closed |= self.tasks.distances.squares_within_as(mating, walk, at, kind, most) & posts;
            }
        }
        closed
    }
}

/// The bits and one more.
fn with_bit(men: u32, man: usize) -> u32 {
    men | 1 << man
}
