//! Nets where men are reborn.
//!
//! There a man may come to his post without a move of his own: captured by the other side, or by
//! a capture that leads him home. So what a net costs a side is counted twice for every man, with
//! his own walk alone and with rebirth, wherever he may be reborn; and only so many men are
//! reborn as there can still be captures. Nobody is thought to stay where he is, so that
//! there is no second look; and who is captured is where the move has led him, so that captures
//! are played before they are judged.

use super::{DemandId, Frame, Live, MOST_MEN, Man, Nets};
use crate::board::{Board, Squares};
use crate::game::{Game, PositionOf};
use crate::position::{Marks, Memory, Move, MoveKind, Side, Walk};
use crate::rules::Rules;
use crate::rules::rebirth::Reborn;
use crate::search::travel::NEVER;

/// More moves than there are.
const TOO_MANY: u16 = u16::MAX / 2;

impl<B: Board> Nets<'_, B> {
    /// Are there only men without marks, and nobody beside the board or below a square?
    pub(super) fn is_clear<R: Rules>(position: &PositionOf<B, R>) -> bool {
        !R::GENERAL
            || (!position.memory.has_buried()
                && position.memory.reserve().is_empty()
                && position.occupied().iter().all(|at| position.memory.marks(at) == Marks::NONE))
    }

    /// How many men of each side can still be reborn.
    pub(super) fn most_reborn(&self, frame: &Frame) -> [u16; 2] {
        let others = [0, 1].map(|side| {
            let other = |&(man, _): &(usize, Walk)| usize::from(frame.white >> man & 1 == 0) != side;
            let men = frame.men.iter().enumerate().filter_map(|(id, man)| Some((id, (*man)?.0)));
            men.filter(other).filter(|&(_, walk)| walk != Walk::King).count() as u16
        });
        match self.rules {
            Reborn::Nobody => [0; 2],
            Reborn::Victims(_) => [frame.left[1], frame.left[0]],
            Reborn::Capturers(_) | Reborn::FromHome(_) => {
                [0, 1].map(|side| others[side].min(frame.left[side]))
            }
        }
    }

    /// What castling may still save each side.
    pub(super) fn bonus_of_reborn<R: Rules>(&self, frame: &Frame, position: &PositionOf<B, R>) -> [u16; 2] {
        let travel = &self.demands.travel;
        let ways = &travel.board.geometry().castlings;
        Side::BOTH.map(|side| {
            let rooks = (position.walk(Walk::Rook) | position.walk(Walk::Pawn)) & position.of(side);
            let mut own = ways.iter().filter(|way| way.side == side);
            let entitled = own.any(|way| position.castling.contains(way.king_from));
            match self.rules {
                _ if rooks.is_empty() || frame.left[side.index()] == 0 => 0,
                // The king castles as if he were at home, which is counted as a move of his.
                Reborn::FromHome(_) => 1,
                Reborn::Capturers(_) if frame.reborn[side.index()] > 0 => travel.saved_by_castling(),
                _ if entitled => travel.saved_by_castling(),
                _ => 0,
            }
        })
    }

    /// The moves that demands cost a side, whose men are `own`, if so many of them are reborn.
    pub(super) fn price(
        &mut self,
        demands: &[DemandId; MOST_MEN],
        own: u32,
        men: &[Man; MOST_MEN],
        reborn: u16,
    ) -> u16 {
        let mut gains = [0; MOST_MEN];
        let (mut total, mut count) = (0, 0);
        for (man, &id) in demands.iter().enumerate().filter(|&(man, &id)| id != 0 && own >> man & 1 == 1) {
            let Some((walk, at)) = men[man] else { return TOO_MANY };
            let cost = match self.demands.cost(id, walk, at) {
                NEVER => TOO_MANY / MOST_MEN as u16,
                cost => u16::from(cost),
            };
            total += cost;
            if reborn > 0 && cost > 0 {
                let free = self.demands.cost_of(id, walk, at, true);
                if free == NEVER {
                    return TOO_MANY;
                }
                gains[count] = cost - u16::from(free);
                count += 1;
            }
        }
        let gains = &mut gains[..count];
        if count > usize::from(reborn) {
            gains.sort_unstable_by(|one, other| other.cmp(one));
        }
        total - gains.iter().take(usize::from(reborn)).sum::<u16>()
    }

    /// Goes on by a move to a position that is known but for its men. Can a net still be drawn?
    pub(super) fn step_reborn<R: Rules>(
        &mut self,
        game: &Game<B, R>,
        position: &PositionOf<B, R>,
        mv: Move,
        mut next: Frame,
        bonus: [u16; 2],
    ) -> bool {
        let Some(&frame) = self.frames.last() else { return true };
        match mv.kind {
            MoveKind::Pass => {}
            MoveKind::Quiet | MoveKind::DoubleStep => {
                if let Some(man) = frame.who(mv.from) {
                    next.men[man] = Some((mv.promotion.unwrap_or(mv.walk), mv.to));
                }
            }
            _ => Self::follow::<R>(&mut next, &game.play(position, mv)),
        }
        next.reborn = self.most_reborn(&next);
        for index in frame.start..frame.end {
            let Live { net, cost: before, .. } = self.live[index];
            let demands = self.nets[net as usize].demands;
            let mut cost = before;
            let possible = [0, 1].into_iter().all(|side| {
                let own = if side == 0 { frame.white } else { !frame.white };
                cost[side] = self.price(&demands, own, &next.men, next.reborn[side]);
                cost[side] <= next.left[side] + bonus[side]
            });
            if possible {
                self.live.push(Live { net, cost, doubted: 0, away: 0 });
            }
        }
        next.end = self.live.len();
        if next.start == next.end {
            return false;
        }
        self.frames.push(next);
        true
    }

    /// Notes where the men stand after a move: nobody is elsewhere but who moved, was captured or
    /// was reborn, so that sides and walks tell who is who.
    fn follow<R: Rules>(frame: &mut Frame, after: &PositionOf<B, R>) {
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
            // Pawns last: they may have become something else.
            for pawns in [false, true] {
                for id in super::draw::bits(gone) {
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
