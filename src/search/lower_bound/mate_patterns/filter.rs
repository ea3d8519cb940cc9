//! The moves of which one may serve a net, as sets of squares: others are not even listed.

use std::ops::ControlFlow;

use super::enumerate::bits;
use super::tasks::{DemandId, Demands};
use super::{Live, MOST_MEN, Nets};
use crate::board::{Board, Square, Squares};
use crate::game::movegen::generate::Aim;
use crate::game::{Game, PositionOf};
use crate::position::{Move, MoveKind, Side, Walk};
use crate::rules::Rules;
use crate::search::lower_bound::distance::NEAR;

/// With more nets it takes as long to find the squares as to look at the moves.
const MOST_NETS: usize = 48;

/// Where the men of the side to move may go.
struct Serving<S> {
    men: [(Square, S); MOST_MEN],
    count: usize,
}

impl<S: Squares> Aim<S> for Serving<S> {
    #[inline]
    fn targets(&self, _: Walk, from: Square) -> S {
        let men = self.men[..self.count].iter();
        men.copied().find(|&(at, _)| at == from).map_or(!S::EMPTY, |(_, squares)| squares)
    }
}

/// What two aims want.
struct Both<'a, A, C>(&'a A, C);

impl<S: Squares, A: Aim<S>, C: Aim<S>> Aim<S> for Both<'_, A, C> {
    #[inline]
    fn targets(&self, walk: Walk, from: Square) -> S {
        self.0.targets(walk, from) & self.1.targets(walk, from)
    }

    #[inline(always)]
    fn wants(&self, mv: Move) -> bool {
        self.0.wants(mv) && self.1.wants(mv)
    }
}

impl<B: Board> Nets<'_, B> {
    /// Appends the moves of the side to move, of those that another aim wants, of which one may serve
    /// a net.
    pub fn serving_moves<R: Rules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        aim: &impl Aim<B::Set>,
        moves: &mut Vec<Move>,
    ) {
        if !R::GENERAL {
            let serving = Both(aim, self.serving::<R>(position));
            let _ = game.each_move_towards(position, &serving, |mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
            moves.extend(game.pass(position));
            return;
        }
        let told = game.quiet_moves_are_orthodox(position);
        let wanted = |mv| self.admit_found(game, position, mv, told);
        let _ = game.each_judged_move(position, aim, wanted, |mv, _| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves.extend(game.pass(position));
    }

    /// As [`admit`](Self::admit) of moves that are looked at again when they are played: there it is soon enough
    /// for those that are told legal, which costs nothing.
    pub fn admit_found<R: Rules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
        told: bool,
    ) -> bool {
        if told { self.may_serve::<R>(position, mv) } else { self.admit(game, position, mv) }
    }

    /// May a move serve a net, as far as that is known without playing it?
    pub fn admit<R: Rules>(&mut self, game: &Game<B, R>, position: &PositionOf<B, R>, mv: Move) -> bool {
        if !matches!(mv.kind, MoveKind::Quiet | MoveKind::DoubleStep) {
            return self.may_serve::<R>(position, mv);
        }
        let depth = self.depth();
        let serves = self.step(game, position, mv);
        self.back_to(depth);
        serves
    }

    /// Where men may go so that a net can still be drawn then, as far as is seen by who goes and
    /// who is captured.
    fn serving<R: Rules>(&mut self, position: &PositionOf<B, R>) -> Serving<B::Set> {
        let mut serving = Serving { men: [(Square::new(0), B::Set::EMPTY); MOST_MEN], count: 0 };
        self.settle();
        let Some(frame) = self.frames.last() else { return serving };
        let nets = frame.start..frame.end;
        if frame.free || !self.rules.is_nobody() || nets.len() > MOST_NETS {
            return serving;
        }
        let (men, white) = (frame.men, frame.white);
        let mover = position.to_move;
        let mated = mover != self.mating();
        let left =
            frame.left[mover.index()].saturating_sub(1) + self.bonus::<R>(frame, position)[mover.index()];
        let own = if mover == Side::White { white } else { !white };
        let mut movers = [(0, Walk::King, Square::new(0)); MOST_MEN];
        for (id, (walk, at)) in men.iter().enumerate().filter_map(|(id, man)| Some((id, (*man)?))) {
            if own >> id & 1 == 1 {
                movers[serving.count] = (id, walk, at);
                serving.men[serving.count].0 = at;
                serving.count += 1;
            }
        }
        for index in nets {
            let Live { net, busy, cost, away, .. } = self.live[index];
            let demands = &self.nets[net as usize].demands;
            // Who must move away takes all moves that are to spare.
            let away = if mated { away } else { 0 };
            let spare = if away == 0 { i32::from(left) - i32::from(cost[mover.index()]) } else { -1 };
            let busy_squares = bits(busy & !own).filter_map(|man| men[man]).map(|(_, at)| at);
            let free = !B::Set::from_squares(busy_squares);
            for (&(man, walk, at), (_, squares)) in movers[..serving.count].iter().zip(&mut serving.men) {
                if busy >> man & 1 == 1 {
                    *squares |= self.demands.near_enough(demands[man], mover, walk, at, spare) & free;
                } else if spare >= 0 || away >> man & 1 == 1 {
                    *squares |= free;
                }
            }
        }
        serving
    }
}

impl<B: Board> Demands<'_, B> {
    /// Where a man may go that does as demanded in at most so many moves more than before.
    fn near_enough(&mut self, id: DemandId, side: Side, walk: Walk, at: Square, more: i32) -> B::Set {
        let Ok(most) = usize::try_from(i32::from(self.cost(id, walk, at)) + more) else {
            return B::Set::EMPTY;
        };
        if walk != Walk::Pawn {
            return self.span(id, walk)[most.min(NEAR - 1)];
        }
        let paths = self.travel.board.geometry().pawn(side);
        let steps = paths.step[at.index()];
        let twice = steps.iter().filter(|_| paths.double_rank.contains(at)).map(|to| paths.step[to.index()]);
        let ways = twice.fold(steps | paths.attacks[at.index()], |ways, twice| ways | twice);
        // What it becomes is looked at when it is played.
        let (promoted, others) = (ways & paths.promotion_rank, ways & !paths.promotion_rank);
        let near = others.iter().filter(|&to| usize::from(self.cost(id, walk, to)) <= most);
        promoted | B::Set::from_squares(near)
    }
}
