//! The moves of which one may serve a net, as sets of squares: others are not even listed.

use std::ops::ControlFlow;

use super::enumerate::bits;
use super::tasks::{TaskId, TaskTable};
use super::{MAX_MEN, MatePatterns, PatternState};
use crate::board::{Board, Square, Squares};
use crate::game::movegen::generate::MoveFilter;
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::GameRules;
use crate::search::lower_bound::distance::DISTANCE_LEVELS;

/// With more nets it takes as long to find the squares as to look at the moves.
const MAX_PATTERNS: usize = 48;

/// Where the men of the side to move may go.
struct PatternFilter<S> {
    men: [(Square, S); MAX_MEN],
    count: usize,
}

impl<S: Squares> MoveFilter<S> for PatternFilter<S> {
    #[inline]
    fn targets(&self, _: Walk, from: Square) -> S {
        let men = self.men[..self.count].iter();
        men.copied().find(|&(at, _)| at == from).map_or(!S::EMPTY, |(_, squares)| squares)
    }
}

/// What two aims want.
struct FilterAnd<'a, A, C>(&'a A, C);

impl<S: Squares, A: MoveFilter<S>, C: MoveFilter<S>> MoveFilter<S> for FilterAnd<'_, A, C> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> S {
        self.0.targets(walk, from) & self.1.targets(walk, from)
    }

    #[inline(always)]
    fn accepts(&self, mv: Move) -> bool {
        self.0.accepts(mv) && self.1.accepts(mv)
    }
}

impl<B: Board> MatePatterns<'_, B> {
    /// Appends the moves of the side to move, of those that another aim wants, of which one may serve
    /// a net.
    pub fn append_useful_moves<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        aim: &impl MoveFilter<B::Set>,
        moves: &mut Vec<Move>,
    ) {
        if !R::GENERAL {
            let serving = FilterAnd(aim, self.pattern_filter::<R>(position));
            let _ = game.for_each_move_matching(position, &serving, |mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
            moves.extend(game.pass_move(position));
            return;
        }
        let told = game.quiet_moves_are_orthodox(position);
        let wanted = |mv| self.accepts_generated(game, position, mv, told);
        let _ = game.for_each_move_with_position(position, aim, wanted, |mv, _| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves.extend(game.pass_move(position));
    }

    /// As [`admit`](Self::admit) of moves that are looked at again when they are played: there it is soon enough
    /// for those that are told legal, which costs nothing.
    pub fn accepts_generated<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
        told: bool,
    ) -> bool {
        if told { self.accepts_mover::<R>(position, mv) } else { self.accepts(game, position, mv) }
    }

    /// May a move serve a net, as far as that is known without playing it?
    pub fn accepts<R: GameRules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
    ) -> bool {
        if !matches!(mv.kind, MoveKind::Quiet | MoveKind::DoubleStep) {
            return self.accepts_mover::<R>(position, mv);
        }
        let depth = self.depth();
        let serves = self.push_move(game, position, mv);
        self.pop_to(depth);
        serves
    }

    /// Where men may go so that a net can still be drawn then, as far as is seen by who goes and
    /// who is captured.
    fn pattern_filter<R: GameRules>(&mut self, position: &PositionOf<B, R>) -> PatternFilter<B::Set> {
        let mut serving = PatternFilter { men: [(Square::new(0), B::Set::EMPTY); MAX_MEN], count: 0 };
        self.apply_pending_move();
        let Some(frame) = self.ply_states.last() else { return serving };
        let nets = frame.start..frame.end;
        if frame.disabled || !self.rebirth.is_no_rebirth() || nets.len() > MAX_PATTERNS {
            return serving;
        }
        let (men, white) = (frame.men, frame.white);
        let mover = position.to_move;
        let mated = mover != self.mating_side();
        let left = frame.moves_left[mover.index()].saturating_sub(1)
            + self.castling_savings::<R>(frame, position)[mover.index()];
        let own = if mover == Side::White { white } else { !white };
        let mut movers = [(0, Walk::King, Square::new(0)); MAX_MEN];
        for (id, (walk, at)) in men.iter().enumerate().filter_map(|(id, man)| Some((id, (*man)?))) {
            if own >> id & 1 == 1 {
                movers[serving.count] = (id, walk, at);
                serving.men[serving.count].0 = at;
                serving.count += 1;
            }
        }
        for index in nets {
            let PatternState { pattern_index: net, assigned: busy, cost, must_vacate: away, .. } =
                self.states[index];
            let demands = &self.patterns[net as usize].tasks;
            // Who must move away takes all moves that are to spare.
            let away = if mated { away } else { 0 };
            let spare = if away == 0 { i32::from(left) - i32::from(cost[mover.index()]) } else { -1 };
            let busy_squares = bits(busy & !own).filter_map(|man| men[man]).map(|(_, at)| at);
            let free = !B::Set::from_squares(busy_squares);
            for (&(man, walk, at), (_, squares)) in movers[..serving.count].iter().zip(&mut serving.men) {
                if busy >> man & 1 == 1 {
                    *squares |= self.tasks.targets_within(demands[man], mover, walk, at, spare) & free;
                } else if spare >= 0 || away >> man & 1 == 1 {
                    *squares |= free;
                }
            }
        }
        serving
    }
}

impl<B: Board> TaskTable<'_, B> {
    /// Where a man may go that does as demanded in at most so many moves more than before.
    fn targets_within(&mut self, id: TaskId, side: Side, walk: Walk, at: Square, more: i32) -> B::Set {
        let Ok(most) = usize::try_from(i32::from(self.cost(id, walk, at)) + more) else {
            return B::Set::EMPTY;
        };
        if walk != Walk::Pawn {
            return self.squares_within(id, walk)[most.min(DISTANCE_LEVELS - 1)];
        }
        let paths = self.distances.board.geometry().pawn(side);
        let steps = paths.step[at.index()];
        let twice = steps.iter().filter(|_| paths.double_rank.contains(at)).map(|to| paths.step[to.index()]);
        let ways = twice.fold(steps | paths.attacks[at.index()], |ways, twice| ways | twice);
        // What it becomes is looked at when it is played.
        let (promoted, others) = (ways & paths.promotion_rank, ways & !paths.promotion_rank);
        let near = others.iter().filter(|&to| usize::from(self.cost(id, walk, to)) <= most);
        promoted | B::Set::from_squares(near)
    }
}
