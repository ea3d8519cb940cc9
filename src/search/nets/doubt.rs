//! A second look at nets: at those who stay where they are, and at those who can parry.
//!
//! Who has nothing to do in a net stays where he is, unless his side has a move to spare or he
//! is captured: lines end there, and nobody else can stand there. If he is of the mated side
//! and could certainly capture the only man who gives check, or stand in between, he must be
//! moved away. So must be who stands where another is to stand. And who is to block a flight
//! must not parry from there.

use super::demands::Guard;
use super::draw::{Room, bits};
use super::{Live, MOST_MEN, Net, Nets};
use crate::board::{Board, Square, Squares};
use crate::position::{Side, Walk};
use crate::search::travel::{KING, NEVER, PAWN_KINDS};

/// What is known of the men of a net.
struct Look {
    net: Net,
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
    free: [(usize, [S; 2]); MOST_MEN],
    count: usize,
    /// Who must move in any case.
    crowding: u32,
}

impl<B: Board> Nets<'_, B> {
    /// Who must move away in the net, besides those who have something to do; none if it cannot
    /// be drawn, as far as is known of those who stay. `passer` may be captured from beside.
    pub(super) fn second_look(&mut self, live: Live, room: &Room, passer: Option<Square>) -> Option<Away> {
        let net = self.nets[live.net as usize];
        let spare = [0, 1].map(|side| room.moves[side].saturating_sub(live.cost[side]));
        let mut look = Look { net, needs: [0; MOST_MEN], spare, idle: 0, resting: 0 };
        for man in bits(room.alive) {
            let Some((walk, at)) = room.men[man] else { continue };
            look.needs[man] = u16::from(self.demands.cost(net.demands[man], walk, at));
            if look.needs[man] == 0 && passer != Some(at) {
                look.idle |= 1 << man;
            }
        }
        look.resting = bits(look.idle).filter(|&man| spare[room.side(man)] == 0).fold(0, with);
        let away = self.away(&look, room);
        if away.is_some_and(|away| away.least == 0) {
            return away;
        }
        // Perhaps because of men who may be captured?
        let captured = bits(look.idle).filter(|&man| self.may_be_captured(man, &look, room)).fold(0, with);
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
        let mating = self.mating();
        let mut stands = B::Set::EMPTY;
        let mut guards = [(0, None); MOST_MEN];
        let mut guarding = 0;
        let mut crowding: u32 = 0;
        for man in bits(room.alive) {
            let id = look.net.demands[man];
            if let Some(square) = self.demands.stand(id) {
                stands |= B::Set::of(square);
            } else if let Some(guard) = self.demands.guard(id) {
                guards[guarding] = (man, Some(guard));
                guarding += 1;
            }
        }
        for man in bits(look.idle) {
            let Some((_, at)) = room.men[man].filter(|(_, at)| stands.contains(*at)) else { continue };
            // Who stands there himself as demanded is not in the way.
            if self.demands.stand(look.net.demands[man]) != Some(at) {
                if look.resting >> man & 1 == 1 {
                    return None;
                }
                crowding |= if room.side(man) == mating.other().index() { 1 << man } else { 0 };
            }
        }
        if crowding.count_ones() > u32::from(look.spare[mating.other().index()]) {
            return None;
        }
        // Lines go on behind the king, who leaves.
        let mut standing = stands.without(look.net.king);
        for man in bits(look.resting & !(1 << room.king)) {
            standing |= room.men[man].map_or(B::Set::EMPTY, |(_, at)| B::Set::of(at));
        }
        let mut away = Away { least: crowding.count_ones() as u16, men: crowding };
        for &(man, guard) in &guards[..guarding] {
            let Some(guard) = guard else { continue };
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
        let id = look.net.demands[man];
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
        let kinds: &[Walk] = if walk == Walk::Pawn { &PAWN_KINDS } else { &[walk] };
        let mating = self.mating();
        self.demands.travel.prepare(mating, walk, at);
        for &kind in kinds {
            let near = self.demands.travel.within(mating, walk, at, kind, most);
            for post in (near & self.demands.posts(id, kind) & !standing).iter() {
                if !self.demands.travel.guards(kind, post, guard.king, guard.wanted, standing) {
                    continue;
                }
                let nobody = Away { least: crowding.count_ones() as u16, men: crowding };
                if !alone {
                    return Some(nobody);
                }
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
        bits(room.alive).any(|man| {
            let Some((walk, at)) = room.men[man] else { return false };
            let moves = look.needs[man];
            if man == checker || room.side(man) != mating || moves == 0 {
                return false;
            }
            // A pawn may also take one in passing there.
            walk == Walk::Pawn
                || line.iter().any(|by| {
                    let there = self.demands.travel.moves(self.mating(), walk, at, by);
                    let onward = self.demands.cost(look.net.demands[man], walk, by);
                    there != NEVER && onward != NEVER && u16::from(there) + u16::from(onward) <= moves
                })
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

    /// Might a man who stays be captured?
    fn may_be_captured(&mut self, man: usize, look: &Look, room: &Room) -> bool {
        let Some((_, by)) = room.men[man] else { return false };
        for enemy in bits(room.alive) {
            let Some((walk, from)) = room.men[enemy] else { continue };
            let side = room.side(enemy);
            let most = look.spare[side] + look.needs[enemy];
            if side == room.side(man) || most == 0 {
                continue;
            }
            let travel = &mut self.demands.travel;
            let there = if walk == Walk::Pawn {
                travel.moves_as_any(Side::BOTH[side], from, by)
            } else {
                travel.moves(Side::BOTH[side], walk, from, by)
            };
            let onward = match walk {
                Walk::Pawn => 0,
                _ => self.demands.cost(look.net.demands[enemy], walk, by),
            };
            if there != NEVER && onward != NEVER && u16::from(there) + u16::from(onward) <= most {
                return true;
            }
        }
        false
    }

    /// Can no man but this one attack the king's square in the end?
    fn checks_alone(&mut self, checker: usize, look: &Look, king: Square, room: &Room) -> bool {
        let mating = self.mating().index();
        let Some(id) = self.demands.single(king, KING.trailing_zeros() as usize) else { return false };
        bits(room.alive).all(|man| {
            man == checker
                || room.side(man) != mating
                || room.men[man].is_none_or(|(walk, at)| {
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
            free: [(0, [B::Set::EMPTY; 2]); MOST_MEN],
            count: 0,
            crowding,
        };
        for man in bits(room.alive & !(1 << room.king)).filter(|&man| room.side(man) == mated.index()) {
            let Some((walk, at)) = room.men[man] else { continue };
            if let Some(square) = self.demands.stand(look.net.demands[man]) {
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
            closed |= B::Set::of(at);
            if let Some(square) = self.demands.stand(look.net.demands[man]) {
                closed |= B::Set::of(square);
            }
            let most = look.spare[mating.index()] + look.needs[man];
            if room.side(man) == mating.index() && most > 0 {
                self.demands.travel.prepare(mating, walk, at);
                let kinds: &[Walk] = if walk == Walk::Pawn { &PAWN_KINDS } else { &[walk] };
                for &kind in kinds {
                    closed |= self.demands.travel.within(mating, walk, at, kind, most);
                }
            }
        }
        closed
    }
}

/// The bits and one more.
fn with(men: u32, man: usize) -> u32 {
    men | 1 << man
}
