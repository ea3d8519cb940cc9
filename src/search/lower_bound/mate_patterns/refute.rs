//! A second look at nets: at those who stay where they are, and at those who can parry.
//!
//! Who has nothing to do in a net stays where he is, unless his side has a move to spare or he
//! is captured: lines end there, and nobody else can stand there. If he is of the mated side
//! and could certainly capture the only man who gives check, or stand in between, he must be
//! moved away. So must be who stands where another is to stand. And who is to block a flight
//! must not parry from there.

use super::enumerate::{Room, bits};
use super::tasks::Guard;
use super::{Live, MANY_MEN, MOST_MEN, Nets};
use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::search::lower_bound::distance::{NEAR, NEVER, kinds};
use crate::search::lower_bound::king_zone::KING;

/// What is known of the men of a net.
struct Look {
    net: usize,
    /// The men of whom something is demanded, as bits.
    busy: u32,
    /// The moves that each man needs.
    needs: [u16; MOST_MEN],
    /// The moves that each side has to spare.
    spare: [u16; 2],
    /// The men who need no move, as bits, as far as they are not captured.
    idle: u32,
    /// Those of them whose side has no move to spare.
    resting: u32,
}

/// Men of the mated side who must move away.
#[derive(Clone, Copy)]
pub(super) struct Away {
    /// How many of them at least.
    pub least: u16,
    /// All of whom that may be, as bits.
    pub men: u32,
}

/// What the men of the mated side can certainly do in the end.
struct Parries<S> {
    /// Where those who block can capture, and where they can go.
    blocking: [S; 2],
    /// The same for the others: who, and both.
    free: [(usize, [S; 2]); MANY_MEN],
    count: usize,
    /// Who must move in any case.
    crowding: u32,
}

impl<B: Board> Nets<'_, B> {
    /// Who must move away in the net, besides those who have something to do; none if it cannot
    /// be drawn, as far as is known of those who stay. `passer` may be captured from beside.
    pub(super) fn second_look(&mut self, live: Live, room: &Room, passer: Option<Square>) -> Option<Away> {
        let spare = [0, 1].map(|side| room.moves[side].saturating_sub(live.cost[side]));
        let busy = live.busy & room.alive;
        let mut look = Look {
            net: live.net as usize,
            busy,
            needs: [0; MOST_MEN],
            spare,
            idle: room.alive & !busy,
            resting: 0,
        };
        for man in bits(busy) {
            let Some((walk, at)) = room.men[man] else { continue };
            look.needs[man] = u16::from(self.demands.cost(self.nets[look.net].demands[man], walk, at));
            if look.needs[man] == 0 {
                look.idle |= 1 << man;
            }
        }
        if let Some(passer) = passer {
            let there = |man: &usize| room.men[*man].is_some_and(|(_, at)| at == passer);
            look.idle &= !bits(look.idle).filter(there).fold(0, with);
        }
        for side in [0, 1] {
            look.resting |= if spare[side] == 0 { look.idle & room.of(side) } else { 0 };
        }
        let away = self.away(&look, room);
        if away.is_some_and(|away| away.least == 0) {
            return away;
        }
        // Perhaps because of men who may be captured?
        let captured = self.may_be_captured(&look, room);
        if captured == 0 {
            return away;
        }
        look.idle &= !captured;
        look.resting &= !captured;
        self.away(&look, room)
    }

    /// Who must move away if those who are idle are not captured; none if the net cannot be
    /// drawn then.
    fn away(&mut self, look: &Look, room: &Room) -> Option<Away> {
        let mated = self.mating().other().index();
        let demands = &self.nets[look.net].demands;
        let mut stands = B::Set::EMPTY;
        let mut at_home: u32 = 0;
        for man in bits(look.busy & room.of(mated)) {
            if let Some(square) = self.demands.stand(demands[man]) {
                stands |= B::Set::of(square);
                // Who stands there himself as demanded is not in the way.
                at_home |= u32::from(room.men[man].is_some_and(|(_, at)| at == square)) << man;
            }
        }
        let in_the_way = |man: &usize| room.men[*man].is_some_and(|(_, at)| stands.contains(at));
        let in_the_way = bits(look.idle & !at_home).filter(in_the_way).fold(0, with);
        if in_the_way & look.resting != 0 {
            return None;
        }
        let crowding = in_the_way & room.of(mated);
        if crowding.count_ones() > u32::from(look.spare[mated]) {
            return None;
        }
        // Lines go on behind the king, who leaves.
        let king = self.nets[look.net].king;
        let mut standing = stands.without(king);
        for man in bits(look.resting & !(1 << room.king)) {
            standing |= room.men[man].map_or(B::Set::EMPTY, |(_, at)| B::Set::of(at));
        }
        let mut away = Away { least: crowding.count_ones() as u16, men: crowding };
        for man in bits(look.busy & !room.of(mated)) {
            let Some(guard) = self.demands.guard(self.nets[look.net].demands[man]) else { continue };
            let needed = self.away_from(man, guard, look, standing, crowding, room)?;
            away = Away { least: away.least.max(needed.least), men: away.men | needed.men };
        }
        Some(away)
    }

    /// Who must move away so that a man can guard as he shall, though others stand on these
    /// squares; none if he cannot.
    fn away_from(
        &mut self,
        man: usize,
        guard: Guard,
        look: &Look,
        standing: B::Set,
        crowding: u32,
        room: &Room,
    ) -> Option<Away> {
        let (walk, at) = room.men[man]?;
        let mut all: Option<Away> = None;
        let id = self.nets[look.net].demands[man];
        let most = look.spare[room.side(man)] + look.needs[man];
        let mut standing = standing;
        if look.resting >> man & 1 == 1 {
            standing = standing.without(at);
        }
        let mut parries = None;
        let alone = B::STRAIGHT && guard.wanted & KING != 0 && self.checks_alone(man, look, guard.king, room);
        if alone && look.needs[man] == 0 && most == 0 && !self.is_opened(man, guard.king, look, room) {
            return None;
        }
        let mating = self.mating();
        self.demands.travel.prepare(mating, walk, at);
        let nobody = Away { least: crowding.count_ones() as u16, men: crowding };
        for &kind in kinds(walk) {
            let near = self.demands.travel.within(mating, walk, at, kind, most) & !standing;
            let posts = near & self.demands.posts(id, kind);
            let posts = self.demands.guards.still_guard(kind, posts, guard.king, guard.wanted, standing);
            if !alone && !posts.is_empty() {
                return Some(nobody);
            }
            for post in posts.iter() {
                let known = parries.get_or_insert_with(|| self.parries(look, crowding, room));
                if let Some(away) = self.parriers(kind, post, guard.king, look, known) {
                    if away.least == nobody.least {
                        return Some(nobody);
                    }
                    let before = all.unwrap_or(away);
                    all = Some(Away { least: before.least.min(away.least), men: before.men | away.men });
                }
            }
        }
        all
    }

    /// Can the only man to give check, who stays where he is, give it by another's last move,
    /// who opens a line for him? Otherwise the king would have been in check before.
    fn is_opened(&mut self, checker: usize, king: Square, look: &Look, room: &Room) -> bool {
        let Some((walk, from)) = room.men[checker] else { return false };
        if matches!(walk, Walk::Pawn | Walk::Knight) {
            return false;
        }
        let mating = self.mating().index();
        let line = self.demands.travel.board.geometry().between(king, from);
        bits(room.of(mating) & !(1 << checker)).any(|man| {
            let moves = look.needs[man];
            // A pawn may also take one in passing there.
            let pawn = room.men[man].is_some_and(|(walk, _)| walk == Walk::Pawn);
            moves > 0 && (pawn || self.on_the_way(man, look, moves, room).meets(line))
        })
    }

    /// Who must move away because he can parry a check from a post; none if they are too many,
    /// or are to block.
    fn parriers(
        &self,
        kind: Walk,
        post: Square,
        king: Square,
        look: &Look,
        parries: &Parries<B::Set>,
    ) -> Option<Away> {
        let travel = &self.demands.travel;
        let line = match kind {
            Walk::Queen | Walk::Rook | Walk::Bishop => travel.board.geometry().between(king, post),
            _ => B::Set::EMPTY,
        };
        let parried = |[captures, moves]: &[B::Set; 2]| captures.contains(post) || moves.meets(line);
        if parried(&parries.blocking) {
            return None;
        }
        let men = parries.free[..parries.count].iter().filter(|(_, sets)| parried(sets));
        let men = men.map(|&(man, _)| man).fold(parries.crowding, with);
        let least = men.count_ones() as u16;
        (least <= look.spare[travel.mating.other().index()]).then_some(Away { least, men })
    }

    /// Who of those who stay might be captured, as bits.
    fn may_be_captured(&mut self, look: &Look, room: &Room) -> u32 {
        let mut captured = 0;
        for side in [0, 1] {
            let mut touched = B::Set::EMPTY;
            for man in bits(room.of(side)) {
                touched |= self.on_the_way(man, look, look.spare[side] + look.needs[man], room);
            }
            let touched = |man: &usize| room.men[*man].is_some_and(|(_, at)| touched.contains(at));
            captured |= bits(look.idle & room.of(1 - side)).filter(touched).fold(0, with);
        }
        captured
    }

    /// The squares to which a man may come who does as demanded in at most so many moves.
    fn on_the_way(&mut self, man: usize, look: &Look, most: u16, room: &Room) -> B::Set {
        let Some((walk, at)) = room.men[man].filter(|_| most > 0) else { return B::Set::EMPTY };
        let side = Side::BOTH[room.side(man)];
        let id = self.nets[look.net].demands[man];
        self.demands.travel.prepare(side, walk, at);
        if walk == Walk::Pawn || id == 0 {
            let there =
                kinds(walk).iter().map(|&kind| self.demands.travel.within(side, walk, at, kind, most));
            return there.fold(B::Set::EMPTY, |all, there| all | there);
        }
        let onward = *self.demands.span(id, walk);
        let travel = &self.demands.travel;
        (0..=most).fold(B::Set::EMPTY, |all, moves| {
            all | travel.within(side, walk, at, walk, moves) & onward[usize::from(most - moves).min(NEAR - 1)]
        })
    }

    /// Can no man but this one attack the king's square in the end?
    fn checks_alone(&mut self, checker: usize, look: &Look, king: Square, room: &Room) -> bool {
        let mating = self.mating().index();
        let Some(id) = self.demands.single(king, KING.trailing_zeros() as usize) else { return false };
        bits(room.of(mating) & !(1 << checker)).all(|man| {
            room.men[man].is_none_or(|(walk, at)| {
                let moves = self.demands.cost(id, walk, at);
                moves == NEVER || u16::from(moves) > look.spare[mating] + look.needs[man]
            })
        })
    }

    /// Where men of the mated side can certainly capture or go in the end. Nobody pins them,
    /// for nobody attacks the king but who gives check.
    fn parries(&mut self, look: &Look, crowding: u32, room: &Room) -> Parries<B::Set> {
        let mated = self.mating().other();
        let board = self.demands.travel.board;
        let geometry = board.geometry();
        // Wherever somebody may stand in the end, lines may be closed.
        let closed = (look.spare[mated.index()] == 0).then(|| self.closed(look, room));
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
            blocking: [B::Set::EMPTY; 2],
            free: [(0, [B::Set::EMPTY; 2]); MANY_MEN],
            count: 0,
            crowding,
        };
        for man in bits(room.of(mated.index()) & !(1 << room.king)) {
            let Some((walk, at)) = room.men[man] else { continue };
            if let Some(square) = self.demands.stand(self.nets[look.net].demands[man]) {
                // A pawn that moves may be promoted then, one that stays may not.
                let stays = look.needs[man] == 0 && look.spare[mated.index()] < 2;
                if walk != Walk::Pawn || stays {
                    let sets = reach(walk, square);
                    parries.blocking[0] |= sets[0];
                    parries.blocking[1] |= sets[1];
                }
            } else if look.idle >> man & 1 == 1 {
                parries.free[parries.count] = (man, reach(walk, at));
                parries.count += 1;
            }
        }
        parries
    }

    /// Where somebody may stand in the end if the mated side has no move to spare.
    fn closed(&mut self, look: &Look, room: &Room) -> B::Set {
        let mating = self.mating();
        let mut closed = B::Set::EMPTY;
        for man in bits(room.alive) {
            let Some((walk, at)) = room.men[man] else { continue };
            let id = self.nets[look.net].demands[man];
            if let Some(square) = self.demands.stand(id) {
                closed |= B::Set::of(square);
                continue;
            }
            if room.side(man) != mating.index() {
                closed |= B::Set::of(at);
                continue;
            }
            self.demands.travel.prepare(mating, walk, at);
            for &kind in kinds(walk) {
                let most = look.spare[mating.index()] + look.needs[man];
                let posts = if id == 0 { !B::Set::EMPTY } else { self.demands.posts(id, kind) };
                closed |= self.demands.travel.within(mating, walk, at, kind, most) & posts;
            }
        }
        closed
    }
}

/// The bits and one more.
fn with(men: u32, man: usize) -> u32 {
    men | 1 << man
}
