//! Nets where men are reborn.
//!
//! There a man may come to his post without a move of his own: captured by the other side, or by
//! a capture that leads him home. So what a net costs a side is counted twice for every man, with
//! his own walk alone and with rebirth, wherever he may be reborn; and only so many men are
//! reborn as there can still be captures. Nobody is thought to stay where he is, so that
//! there is no second look; and who is captured is where the move has led him, so that captures
//! are played before they are judged.

use std::ops::Range;

use super::enumerate::bits;
use super::tasks::TaskTable;
use super::update::MoveDelta;
use super::{MAX_MEN, ManState, MatePatterns, NOT_COMPUTED, PatternState, PlyState, TaskId};
use crate::board::{Board, Square, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{ManFlags, Memory, Move, MoveKind, Side, Walk};
use crate::rules::GameRules;
use crate::rules::rebirth::RebirthKind;
use crate::search::lower_bound::distance::UNREACHABLE;

/// More moves than there are.
const INFEASIBLE: u16 = u16::MAX / 2;
/// What it costs a man for himself to do what only rebirth lets him do.
const UNREACHABLE_COST: u16 = INFEASIBLE / MAX_MEN as u16;

/// Where more men than these may capture, whoever they capture is thought to be reborn anywhere.
const MAX_CAPTURERS: u32 = 3;
/// So is whom kings capture who may make so many moves before.
const MAX_KING_MOVES: usize = 2;

/// Who of a side may be reborn.
#[derive(Clone, Copy)]
pub(super) struct RebirthLimit<S> {
    /// At most so many,
    limit: u16,
    /// of these men, as bits.
    candidates: u32,
    /// Where, if that is known, but for pawns.
    squares: Option<S>,
}

impl<S> RebirthLimit<S> {
    /// At most so many, whoever they are.
    pub fn at_most(most: u16) -> RebirthLimit<S> {
        RebirthLimit { limit: most, candidates: if most == 0 { 0 } else { u32::MAX }, squares: None }
    }
}

/// What becomes of a net.
enum Survival {
    Survives(PatternState),
    /// It is refused after this move,
    Pruned,
    /// and after every move that captures nobody: it costs too much who waits.
    NeedsCapture,
}

/// A net that a move may have left.
struct SurvivorCandidate {
    index: usize,
    /// How much more who moves needs for it than before, reborn and not, if that is known.
    added_cost: Option<[i32; 2]>,
}

/// Who moves: his number, and his walk and square before and after.
#[derive(Clone, Copy)]
struct MovedMan {
    man: usize,
    from: (Walk, Square),
    to: (Walk, Square),
}

/// What a move that captures nobody asks of each of many nets.
struct QuietUpdate<S> {
    /// The side that moves.
    moving_side: usize,
    /// The men of each side, as bits, and others that there are not.
    men: [u32; 2],
    moved: Option<MovedMan>,
    /// Whom it costs as much as before, whatever his men do, as long as they stay.
    cost_unchanged: [bool; 2],
    /// Those who are never reborn, as bits.
    never_reborn: u32,
    rebirth_limits: [RebirthLimit<S>; 2],
    /// What is left to each side, and what castling saves.
    move_budget: [u16; 2],
}

impl<S> QuietUpdate<S> {
    /// Does it cost a side as much as before, whose men have not moved, if these do something? So if as many
    /// can be reborn, or enough for all.
    #[inline(always)]
    fn is_cost_unchanged(&self, busy: u32, side: usize) -> bool {
        self.cost_unchanged[side]
            || (self.rebirth_limits[side].squares.is_none()
                && (busy & self.men[side] & !self.never_reborn).count_ones()
                    <= u32::from(self.rebirth_limits[side].limit))
    }
}

impl<B: Board> TaskTable<'_, B> {
    /// The moves that demands cost a side, whose men are `own`, if few of them are reborn; too many if they are
    /// more than `most`.
    pub(super) fn total_cost_with_rebirth(
        &mut self,
        demands: &[TaskId; MAX_MEN],
        own: u32,
        men: &[ManState; MAX_MEN],
        reborn: RebirthLimit<B::Set>,
        most: u16,
    ) -> u16 {
        let mut total = 0;
        let mut gains = TopSavings::new(reborn.limit);
        for man in bits(own) {
            let id = demands[man];
            let Some((walk, at)) = men[man].filter(|_| id != 0) else {
                if id == 0 { continue } else { return INFEASIBLE }
            };
            let [alone, free] = self.cost_pair(id, walk, at);
            if alone == 0 {
                continue;
            }
            let alone = cost_without_rebirth(alone);
            total += alone;
            if reborn.candidates >> man & 1 == 1 {
                if free == UNREACHABLE {
                    return INFEASIBLE;
                }
                let free = match reborn.squares.filter(|_| walk != Walk::Pawn) {
                    None => free.into(),
                    // Kings are not reborn, though others may be where they could do as demanded.
                    Some(homes) => cost_without_rebirth(self.min_cost_from(id, walk, homes).max(free)),
                };
                gains.add(alone.saturating_sub(free));
            }
            // No man saves more than he costs, so that it will not become less.
            if total - gains.total > most {
                return INFEASIBLE;
            }
        }
        total - gains.total
    }
}

/// How much more somebody needs than before, reborn and not, if he then needs so much, and before so much;
/// none if he cannot do as demanded any more. If it is known where he can be reborn, that may cost as much from
/// there as before.
#[inline]
fn added_cost(
    [alone, free]: [u8; 2],
    [alone_before, free_before]: [u8; 2],
    homes_known: bool,
) -> Option<[i32; 2]> {
    if free == UNREACHABLE {
        return None;
    }
    let more_alone = i32::from(cost_without_rebirth(alone)) - i32::from(cost_without_rebirth(alone_before));
    let more_free = i32::from(free) - i32::from(free_before);
    Some([if homes_known { more_free.min(0) } else { more_free }, more_alone])
}

/// The moves that a demand costs a man who is not reborn.
#[inline]
fn cost_without_rebirth(cost: u8) -> u16 {
    if cost == UNREACHABLE { UNREACHABLE_COST } else { cost.into() }
}

/// What men save who are reborn, if only so many are.
struct TopSavings {
    limit: usize,
    /// The greatest,
    savings: [u16; MAX_MEN],
    count: usize,
    /// and these together.
    total: u16,
}

impl TopSavings {
    #[inline]
    fn new(most: u16) -> TopSavings {
        TopSavings { limit: most.into(), savings: [0; MAX_MEN], count: 0, total: 0 }
    }

    #[inline]
    fn add(&mut self, gain: u16) {
        if gain == 0 {
            return;
        }
        if self.count < self.limit {
            self.savings[self.count] = gain;
            self.count += 1;
            self.total += gain;
        } else if let Some(least) = self.savings[..self.count].iter_mut().min().filter(|least| **least < gain)
        {
            self.total += gain - *least;
            *least = gain;
        }
    }
}

impl<B: Board> MatePatterns<'_, B> {
    /// Are there only men without marks, and nobody beside the board or below a square?
    pub(super) fn has_only_plain_men<R: GameRules>(position: &PositionOf<B, R>) -> bool {
        !R::GENERAL
            || (!position.memory.has_hidden()
                && position.memory.reserve().is_empty()
                && position.occupied().iter().all(|at| position.memory.flags(at) == ManFlags::NONE))
    }

    /// How many men of each side can still be reborn.
    pub(super) fn max_rebirths(&self, frame: &PlyState) -> [u16; 2] {
        match self.rebirth {
            RebirthKind::NoRebirth | RebirthKind::TakeAndMake => [0; 2],
            RebirthKind::Victims(_) => [frame.moves_left[1], frame.moves_left[0]],
            RebirthKind::Capturers(_) | RebirthKind::FromHome(_) => {
                [frame.capturable[1].min(frame.moves_left[0]), frame.capturable[0].min(frame.moves_left[1])]
            }
        }
    }

    /// What castling may still save each side.
    pub(super) fn castling_savings_with_rebirth<R: GameRules>(
        &self,
        frame: &PlyState,
        position: &PositionOf<B, R>,
    ) -> [u16; 2] {
        // Where captured men are reborn, kings come by no rights.
        if matches!(self.rebirth, RebirthKind::Victims(_)) && position.castling.is_empty() {
            return [0; 2];
        }
        let travel = &self.tasks.distances;
        let ways = &travel.board.geometry().castlings;
        Side::BOTH.map(|side| {
            let rooks = (position.walk(Walk::Rook) | position.walk(Walk::Pawn)) & position.of(side);
            let mut own = ways.iter().filter(|way| way.side == side);
            let entitled = own.any(|way| position.castling.contains(way.king_from));
            match self.rebirth {
                _ if rooks.is_empty() || frame.moves_left[side.index()] == 0 => 0,
                // The king castles as if he were at home, which is counted as a move of his.
                RebirthKind::FromHome(_) => 1,
                RebirthKind::Capturers(_) if frame.max_rebirths[side.index()] > 0 => {
                    travel.castling_savings()
                }
                _ if entitled => travel.castling_savings(),
                _ => 0,
            }
        })
    }

    /// Makes a move on a frame where men may be reborn, and notes who takes part in it.
    pub(super) fn apply_move_with_rebirth<R: GameRules>(
        &self,
        game: &Game<B, R>,
        change: &mut MoveDelta,
        frame: &mut PlyState,
        position: &PositionOf<B, R>,
        mv: Move,
    ) {
        match (mv.kind, frame.man_on(mv.from)) {
            (MoveKind::Pass, _) => {}
            (MoveKind::Quiet | MoveKind::DoubleStep, Some(man)) => {
                let new = (mv.promotion.unwrap_or(mv.walk), mv.to);
                change.moved[0] = Some((man, new));
                frame.men[man] = Some(new);
            }
            _ => {
                change.others_may_move = true;
                let concerned = [frame.man_on(mv.from), frame.victim(position, mv)];
                Self::track_men::<R>(frame, concerned, &game.play(position, mv));
                frame.update_counts();
            }
        }
        let before = frame.max_rebirths;
        frame.max_rebirths = self.max_rebirths(frame);
        change.rebirths_unchanged = [0, 1].map(|side| frame.max_rebirths[side] == before[side]);
    }

    /// Asks nets until one has survived a move: how many were asked, and has one?
    pub(super) fn find_witness_with_rebirth(
        &mut self,
        before: &mut PlyState,
        next: &PlyState,
        change: &MoveDelta,
    ) -> (usize, bool) {
        if change.others_may_move {
            let mut all = before.start..before.end;
            let found =
                all.find(|&index| self.update_pattern_after_capture(before, next, change, index).is_some());
            return (found.map_or(before.end, |index| index + 1) - before.start, found.is_some());
        }
        let calm = self.quiet_update(before, next, change);
        let (mut asked, mut found) = (0, None);
        // The last witness first.
        let witness = before.witness.max(before.start);
        for nets in [witness..witness + 1, before.start..before.end] {
            asked += self.for_each_quiet_survivor(&calm, before, next, nets, |_, index, _| {
                found = Some(index);
                false
            });
            if found.is_some() {
                break;
            }
        }
        before.witness = found.unwrap_or(before.witness);
        (asked, found.is_some())
    }

    /// Lists the nets that have survived a move.
    pub(super) fn list_survivors_with_rebirth(
        &mut self,
        before: &mut PlyState,
        next: &mut PlyState,
        change: &MoveDelta,
    ) {
        if change.others_may_move {
            for index in before.start..before.end {
                let live = self.update_pattern_after_capture(before, next, change, index);
                self.states.extend(live);
            }
            return;
        }
        let calm = self.quiet_update(before, next, change);
        self.for_each_quiet_survivor(&calm, before, next, before.start..before.end, |nets, _, live| {
            nets.states.push(live);
            true
        });
    }

    /// Shows those of some nets that have survived a move that captures nobody, as long as they are wanted: how
    /// many were asked? Those that cost who waits too much are set aside.
    #[inline(always)]
    fn for_each_quiet_survivor(
        &mut self,
        calm: &QuietUpdate<B::Set>,
        before: &mut PlyState,
        next: &PlyState,
        nets: Range<usize>,
        mut show: impl FnMut(&mut Self, usize, PatternState) -> bool,
    ) -> usize {
        let mut calm_end = before.needs_capture_from.min(before.end);
        let (mut index, mut asked) = (nets.start, 0);
        loop {
            let rest = index..nets.end.min(calm_end);
            let Some(hope) = self.find_candidate(calm, rest.clone()) else {
                asked += rest.len();
                break;
            };
            asked += hope.index + 1 - index;
            index = hope.index;
            match self.update_pattern_after_quiet_move(calm, next, hope) {
                Survival::Survives(live) if !show(self, index, live) => break,
                Survival::Survives(_) | Survival::Pruned => index += 1,
                Survival::NeedsCapture => {
                    calm_end -= 1;
                    self.states.swap(index, calm_end);
                }
            }
        }
        before.needs_capture_from = calm_end;
        asked
    }

    /// The first of these nets that is not refused by what it costs who moves, as far as that is seen at once.
    #[inline(always)]
    fn find_candidate(&self, calm: &QuietUpdate<B::Set>, nets: Range<usize>) -> Option<SurvivorCandidate> {
        let most = i32::from(calm.move_budget[calm.moving_side]);
        let counted = |(walk, at)| self.tasks.known_costs(walk, at);
        let moved = calm.moved.map(|MovedMan { man, from, to }| (man, counted(from), counted(to)));
        let homes_known = calm.rebirth_limits[calm.moving_side].squares.is_some();
        let start = nets.start;
        for (offset, live) in self.states.get(nets)?.iter().enumerate() {
            let cost = i32::from(live.cost[calm.moving_side]);
            let mut hope = SurvivorCandidate { index: start + offset, added_cost: None };
            match moved.filter(|&(man, ..)| live.assigned >> man & 1 == 1) {
                None if calm.cost_unchanged[calm.moving_side] && cost > most => continue,
                None => {}
                Some((man, before, after)) => {
                    let demand = self.patterns[live.pattern_index as usize].tasks[man];
                    if let (Some(before), Some(after)) = (before.get(demand), after.get(demand)) {
                        // Whoever is reborn, it costs more by one of two numbers.
                        let more = added_cost(after, before, homes_known);
                        let more = more.filter(|more| cost + more[0].min(more[1]) <= most);
                        let Some(more) = more else { continue };
                        hope.added_cost = Some(more);
                    }
                }
            }
            return Some(hope);
        }
        None
    }

    /// A net after a move by which men may have come anywhere; none if it cannot be drawn any more.
    fn update_pattern_after_capture(
        &mut self,
        before: &PlyState,
        next: &PlyState,
        change: &MoveDelta,
        index: usize,
    ) -> Option<PatternState> {
        let PatternState { pattern_index: net, assigned: busy, mut cost, .. } = self.states[index];
        // Who has just moved has one move less, and most probably too few.
        for side in [change.side, 1 - change.side] {
            let own = busy & if side == 0 { before.white } else { !before.white };
            cost[side] = self.side_cost_with_rebirth(
                net,
                own,
                next,
                self.rebirth_limit(next, side),
                change.move_budget[side],
            );
            if cost[side] > change.move_budget[side] {
                return None;
            }
        }
        Some(PatternState::new(net, busy, cost))
    }

    /// What a move that captures nobody asks of each of many nets.
    fn quiet_update(&self, before: &PlyState, next: &PlyState, change: &MoveDelta) -> QuietUpdate<B::Set> {
        let moved = change.moved[0].and_then(|(man, to)| Some(MovedMan { man, from: before.men[man]?, to }));
        QuietUpdate {
            moving_side: change.side,
            men: [before.white, !before.white],
            moved,
            cost_unchanged: [0, 1].map(|side| {
                let homes = self.rebirth_squares[side].is_some();
                // Kings who wait can capture where they could before.
                let kings_wait = side == change.side && next.opponents_of(side) & !next.kings == 0;
                change.rebirths_unchanged[side] && (!homes || kings_wait)
            }),
            never_reborn: if matches!(self.rebirth, RebirthKind::Victims(_)) { before.kings } else { 0 },
            rebirth_limits: [0, 1].map(|side| self.rebirth_limit(next, side)),
            move_budget: change.move_budget,
        }
    }

    /// What becomes of a net by a move that captures nobody.
    #[inline(always)]
    fn update_pattern_after_quiet_move(
        &mut self,
        calm: &QuietUpdate<B::Set>,
        next: &PlyState,
        SurvivorCandidate { index, added_cost: more }: SurvivorCandidate,
    ) -> Survival {
        let PatternState { pattern_index: net, assigned: busy, mut cost, waiting_cost: waiting, .. } =
            self.states[index];
        let (mover, other) = (calm.moving_side, 1 - calm.moving_side);
        let mut known = calm.is_cost_unchanged(busy, mover);
        if let Some(MovedMan { man, from, to }) = calm.moved.filter(|moved| busy >> moved.man & 1 == 1) {
            // Most often it is known already.
            let more = match more {
                Some(more) => Some(more),
                None => {
                    let demand = self.patterns[net as usize].tasks[man];
                    let [before, after] = [from, to].map(|(walk, at)| self.tasks.cost_pair(demand, walk, at));
                    added_cost(after, before, calm.rebirth_limits[mover].squares.is_some())
                }
            };
            let Some(more) = more else { return Survival::Pruned };
            let least = i32::from(cost[mover]) + more[0].min(more[1]);
            if least > i32::from(calm.move_budget[mover]) {
                return Survival::Pruned;
            }
            known &= more[0] == more[1];
            if known {
                cost[mover] = least as u16;
            }
        }
        // Who waits has stayed where he is, whatever the other side has moved; where he may be reborn may have
        // to do with that move.
        let ask_once = calm.rebirth_limits[other].squares.is_none();
        cost[other] = match waiting {
            NOT_COMPUTED if calm.is_cost_unchanged(busy, other) => cost[other],
            NOT_COMPUTED => {
                let own = busy & calm.men[other];
                let price = self.side_cost_with_rebirth(
                    net,
                    own,
                    next,
                    calm.rebirth_limits[other],
                    calm.move_budget[other],
                );
                if ask_once {
                    self.states[index].waiting_cost = price;
                }
                price
            }
            known => known,
        };
        if cost[other] > calm.move_budget[other] {
            return if ask_once { Survival::NeedsCapture } else { Survival::Pruned };
        }
        if !known {
            let own = busy & calm.men[mover];
            cost[mover] = self.side_cost_with_rebirth(
                net,
                own,
                next,
                calm.rebirth_limits[mover],
                calm.move_budget[mover],
            );
        }
        match cost[mover] <= calm.move_budget[mover] {
            true => Survival::Survives(PatternState::new(net, busy, cost)),
            false => Survival::Pruned,
        }
    }

    /// What a net costs those of a side who do something in it, as [`price`](Demands::price).
    #[inline]
    fn side_cost_with_rebirth(
        &mut self,
        net: u32,
        own: u32,
        frame: &PlyState,
        few: RebirthLimit<B::Set>,
        most: u16,
    ) -> u16 {
        let demands = &self.patterns[net as usize].tasks;
        self.tasks.total_cost_with_rebirth(demands, own, &frame.men, few, most)
    }

    /// Who of a side may be reborn.
    #[inline]
    fn rebirth_limit(&self, frame: &PlyState, side: usize) -> RebirthLimit<B::Set> {
        RebirthLimit {
            squares: self.rebirth_squares[side],
            ..RebirthLimit::at_most(frame.max_rebirths[side])
        }
    }

    /// Finds where men of each side can be reborn, if that is the square that the capturer leaves, and where he
    /// can stand then, since the other side has few moves left.
    pub(super) fn find_rebirth_squares(&mut self, frame: &PlyState) {
        self.rebirth_squares = [None; 2];
        if matches!(self.rebirth, RebirthKind::Victims(rebirth) if rebirth.is_pwc()) {
            self.rebirth_squares = [0, 1].map(|side| self.compute_rebirth_squares(frame, side));
        }
    }

    fn compute_rebirth_squares(&self, frame: &PlyState, side: usize) -> Option<B::Set> {
        let left = frame.moves_left[1 - side];
        let capturers = frame.opponents_of(side);
        let there = bits(capturers).filter_map(|man| frame.men[man]);
        if capturers & !frame.kings == 0 {
            // Kings are not captured, and so not reborn before they capture; they make a move less before.
            let before = usize::from(left).checked_sub(1).filter(|&before| before < MAX_KING_MOVES)?;
            let ways = &self.tasks.distances;
            let other = Side::BOTH[1 - side];
            let near = there.map(|(walk, at)| ways.squares_within(other, walk, at)[before]);
            return Some(near.fold(B::Set::EMPTY, |homes, near| homes | near));
        }
        // Who mates makes the last move, so that nothing comes between the other's last and that.
        let at_once = frame.moves_left[side] <= u16::from(side == self.mating_side().index());
        let few = left == 1 && at_once && capturers.count_ones() <= MAX_CAPTURERS;
        few.then(|| B::Set::from_squares(there.map(|(_, at)| at)))
    }

    /// Drops the nets that want a rebirth in the last capture that the side to move can make, if
    /// there is no such capture.
    pub(super) fn refute_by_captures<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        frame: &mut PlyState,
        bonus: [u16; 2],
    ) {
        let mover = position.to_move.index();
        if frame.moves_left[mover] != 1 {
            return;
        }
        let (capturers, captured) = game.capturers_and_victims(position);
        let (side, reborn) = match self.rebirth {
            RebirthKind::NoRebirth | RebirthKind::TakeAndMake => return,
            RebirthKind::Victims(_) => (1 - mover, captured),
            RebirthKind::Capturers(_) | RebirthKind::FromHome(_) => (mover, capturers),
        };
        self.find_rebirth_squares(frame);
        let there = |man: &ManState| man.is_some_and(|(_, at)| reborn.contains(at));
        let men = frame.men.iter().enumerate().filter(|(_, man)| there(man));
        let men = men.fold(0, |men, (man, _)| men | 1 << man);
        let few = RebirthLimit {
            limit: frame.max_rebirths[side].min(1),
            candidates: men,
            ..self.rebirth_limit(frame, side)
        };
        let mut end = frame.start;
        for index in frame.start..frame.end {
            let mut live = self.states[index];
            let own = live.assigned & if side == 0 { frame.white } else { !frame.white };
            let demands = &self.patterns[live.pattern_index as usize].tasks;
            let most = frame.moves_left[side] + bonus[side];
            live.cost[side] = self.tasks.total_cost_with_rebirth(demands, own, &frame.men, few, most);
            if live.cost[side] <= most {
                self.states[end] = live;
                end += 1;
            }
        }
        self.states.truncate(end);
        (frame.end, frame.needs_capture_from) = (end, usize::MAX);
        frame.useful_movers = None;
    }

    /// Notes where the men stand after a move. Nobody is elsewhere but who moved and who was captured:
    /// they are looked for first, since a third, on whose square one of them is reborn, may be gone.
    fn track_men<R: GameRules>(
        frame: &mut PlyState,
        concerned: [Option<usize>; 2],
        after: &PositionOf<B, R>,
    ) {
        for side in Side::BOTH {
            let mut new = after.of(side);
            let mut gone: u32 = 0;
            for (id, man) in frame.men.iter().enumerate() {
                let Some((walk, at)) = *man else { continue };
                if usize::from(frame.white >> id & 1 == 0) != side.index() {
                    continue;
                }
                if new.contains(at) && after.walk_on(at) == Some(walk) {
                    new = new.without(at);
                } else {
                    gone |= 1 << id;
                }
            }
            let first = concerned.into_iter().flatten().fold(0, |first, id| first | 1 << id) & gone;
            // Pawns last: they may have become something else.
            for (pawns, men) in [(false, first), (true, first), (false, gone & !first), (true, gone & !first)]
            {
                for id in bits(men) {
                    let Some((walk, _)) = frame.men[id].filter(|(walk, _)| (*walk == Walk::Pawn) == pawns)
                    else {
                        continue;
                    };
                    let alike = new.iter().find(|&at| pawns || after.walk_on(at) == Some(walk));
                    frame.men[id] = alike.and_then(|at| Some((after.walk_on(at)?, at)));
                    new = alike.map_or(new, |at| new.without(at));
                }
            }
        }
    }
}
