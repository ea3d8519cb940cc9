//! Arranging men: who stands where in the stalemate.

use super::obstacles::{End, Stay};
use super::square_bounds::Prospect;
use super::stalemating_move::{Last, Tie};
use super::{MOST_MEN, Men};
use crate::board::{Board, Square, Squares};
use crate::game::Game;
use crate::position::{Man, Memory, Position, Side, Walk};
use crate::rules::Rules;
use crate::search::lower_bound::distance::NEVER;
use crate::search::lower_bound::mate_patterns::bits;

/// Where a man goes.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Unknown,
    /// He stands there in the end, as a man of this kind.
    At(Walk, Square),
    /// He is captured there.
    Captured(Square),
}

/// A stalemate that was arranged.
#[derive(Clone, Copy)]
pub(super) struct Arrangement {
    /// Where the men go.
    pub places: [Place; MOST_MEN],
    /// Who stays, by number, and where the king goes.
    pub index: usize,
    pub square: Square,
    /// The moves that it takes.
    pub spent: u16,
}

/// The search for an arrangement around a square of the king.
pub(super) struct Arranging<'s, S> {
    pub stay: &'s Stay<S>,
    pub end: &'s End<S>,
    /// By kind and square: where men must stand so that a man has no move.
    pub hems: &'s [S],
    /// The king's square, and the moves that he needs.
    pub king: (Square, u16),
    pub king_begin: usize,
    pub men: &'s Men,
    /// Where the men's ways begin.
    pub begins: [usize; MOST_MEN],
    /// Who is still to be captured.
    pub missing: S,
    /// The moves that there are.
    pub most: u16,
    /// The steps that may still be taken.
    pub steps: &'s mut u32,
    pub places: [Place; MOST_MEN],
}

/// What is still to be done.
#[derive(Clone, Copy)]
struct Rest<S> {
    /// The men who have no place yet, as bits.
    men: u32,
    /// The squares where somebody stands, and where somebody must.
    filled: S,
    wanted: S,
    /// The moves that the others take.
    spent: u16,
}

impl<S: Squares> Arranging<'_, S> {
    /// Where men must stand so that a man has no move.
    #[inline]
    pub fn hem(&self, kind: Walk, at: Square) -> S {
        self.hems[kind.index() * self.stay.squares + at.index()]
    }

    /// An arrangement that the moves allow, and the moves that it takes; nothing of it if it is
    /// not known, but thought possible.
    #[allow(clippy::type_complexity)]
    pub fn search<B: Board<Set = S>, R: Rules>(
        &mut self,
        game: &Game<B, R>,
        prospect: &Prospect<S>,
    ) -> Option<Option<(u16, [Place; MOST_MEN])>> {
        let all = (1 << self.men.count) - 1;
        let spare = self.most - self.king.1;
        for tie in &self.end.ties {
            let last = &self.stay.lasts[tie.last];
            if prospect.fill(tie.open).is_none_or(|moves| moves > spare) {
                continue;
            }
            let Some(prospect) = prospect.within(self, &tie.scope) else { continue };
            let sum = bits(all & !prospect.lost).map(|man| prospect.near[man]).sum::<u16>();
            let rest = Rest { men: all, filled: S::EMPTY, wanted: tie.open, spent: self.king.1 };
            if !last.captures
                && prospect.lost == 0
                && sum <= spare
                && let Some(spent) = self.arrange(game, &prospect, last, tie, rest)
            {
                return Some((*self.steps > 0).then_some((spent, self.places)));
            }
            let Some(victim) = last.capture else { continue };
            for man in bits(if prospect.lost == 0 { all } else { prospect.lost }) {
                let (walk, _) = self.men.men[man];
                let way = match last.in_passing {
                    true if walk != Walk::Pawn => NEVER,
                    true => self.stay.way(self.begins[man], Walk::Pawn, victim),
                    false => self.stay.way_as_any(self.begins[man], walk, victim),
                };
                let near = if prospect.lost == 0 { prospect.near[man] } else { 0 };
                if way == NEVER || u16::from(way) + sum - near > spare {
                    continue;
                }
                self.places[man] = Place::Captured(victim);
                let rest = Rest { men: all & !(1 << man), spent: rest.spent + u16::from(way), ..rest };
                if let Some(spent) = self.arrange(game, &prospect, last, tie, rest) {
                    return Some((*self.steps > 0 && !last.in_passing).then_some((spent, self.places)));
                }
                self.places[man] = Place::Unknown;
            }
        }
        None
    }

    /// The moves that an arrangement of the rest takes, the others included; none if there is
    /// none, and some number if steps have run out.
    fn arrange<B: Board<Set = S>, R: Rules>(
        &mut self,
        game: &Game<B, R>,
        prospect: &Prospect<S>,
        last: &Last<S>,
        tie: &Tie<S>,
        rest: Rest<S>,
    ) -> Option<u16> {
        *self.steps = self.steps.saturating_sub(1);
        if *self.steps == 0 {
            return Some(0);
        }
        if rest.wanted.count() > rest.men.count_ones() {
            return None;
        }
        let nears = bits(rest.men).map(|man| prospect.near[man]).sum::<u16>();
        let mut least = rest.spent + nears;
        // Whoever makes a way round may find his place by it.
        if least + self.detours(prospect, rest.men) > self.most {
            return None;
        }
        if rest.men == 0 {
            return self.is_stalemate(game, last).then_some(rest.spent);
        }
        // The wanted square first that fewest can fill.
        let spare = self.most - least;
        let mut best = None;
        let mut fewest = usize::MAX;
        for square in rest.wanted.iter() {
            let mut count = 0;
            let mut nearest = u16::MAX;
            for man in bits(rest.men) {
                let near = prospect.near[man];
                for &kind in self.men.kinds(man) {
                    if !prospect.squares[man][kind.index()].contains(square) {
                        continue;
                    }
                    let way = u16::from(self.stay.way(self.begins[man], kind, square));
                    if way <= near + spare {
                        count += 1;
                        nearest = nearest.min(way.saturating_sub(near));
                    }
                }
            }
            if count == 0 {
                return None;
            }
            least += nearest;
            if count < fewest {
                fewest = count;
                best = Some(square);
            }
        }
        if least > self.most {
            return None;
        }
        if let Some(square) = best {
            for man in bits(rest.men) {
                for &kind in self.men.kinds(man) {
                    let way = u16::from(self.stay.way(self.begins[man], kind, square));
                    if way <= prospect.near[man] + spare
                        && let Some(spent) =
                            self.place(game, prospect, last, tie, rest, (man, kind, square, way))
                    {
                        return Some(spent);
                    }
                }
            }
            return None;
        }
        // Nothing is wanted: the man next who has farthest to go.
        let man = bits(rest.men).max_by_key(|&man| prospect.near[man])?;
        let near = prospect.near[man];
        for way in near..=near + spare {
            for &kind in self.men.kinds(man) {
                for square in (prospect.squares[man][kind.index()] & !rest.filled).iter() {
                    if u16::from(self.stay.way(self.begins[man], kind, square)) == way
                        && let Some(spent) =
                            self.place(game, prospect, last, tie, rest, (man, kind, square, way))
                    {
                        return Some(spent);
                    }
                }
            }
        }
        None
    }

    /// Arranges the rest with a man on his place.
    fn place<B: Board<Set = S>, R: Rules>(
        &mut self,
        game: &Game<B, R>,
        prospect: &Prospect<S>,
        last: &Last<S>,
        tie: &Tie<S>,
        rest: Rest<S>,
        (man, kind, square, way): (usize, Walk, Square, u16),
    ) -> Option<u16> {
        if !prospect.squares[man][kind.index()].contains(square) {
            return None;
        }
        let filled = rest.filled.with(square);
        let around = match kind {
            _ if tie.scope.pinned[kind.index()].contains(square) => S::EMPTY,
            Walk::Pawn => self.hem(kind, square) & !last.men,
            _ => self.hem(kind, square),
        };
        let wanted = (rest.wanted | around.without(self.king.0)) & !filled;
        let further = Rest { men: rest.men & !(1 << man), filled, wanted, spent: rest.spent + way };
        self.places[man] = Place::At(kind, square);
        let found = self.arrange(game, prospect, last, tie, further);
        if found.is_none() {
            self.places[man] = Place::Unknown;
        }
        found
    }

    /// The moves besides that it takes at least to capture whoever is still to be captured.
    fn detours(&self, prospect: &Prospect<S>, unplaced: u32) -> u16 {
        let detour = |victim: Square| {
            let stay = self.stay;
            let mut least =
                u16::from(stay.way(self.king_begin, Walk::King, victim)).saturating_sub(self.king.1);
            for man in 0..self.men.count {
                let (walk, _) = self.men.men[man];
                for &kind in self.men.kinds(man) {
                    let there = u16::from(stay.way(self.begins[man], kind, victim));
                    if there == u16::from(NEVER) {
                        continue;
                    }
                    let detour = match self.places[man] {
                        _ if unplaced >> man & 1 == 1 => {
                            let on = self.end.near[kind.index() * stay.squares + victim.index()];
                            (there + u16::from(on)).saturating_sub(prospect.near[man])
                        }
                        // From there on it is not known.
                        Place::At(last, square) => {
                            there.saturating_sub(u16::from(stay.way(self.begins[man], last, square)))
                        }
                        Place::Captured(square) => {
                            there.saturating_sub(u16::from(stay.way_as_any(self.begins[man], walk, square)))
                        }
                        Place::Unknown => 0,
                    };
                    least = least.min(detour);
                }
            }
            least
        };
        self.missing.iter().map(detour).max().unwrap_or(0)
    }

    /// Is the position stalemate in which all men are on their places?
    fn is_stalemate<B: Board<Set = S>, R: Rules>(&self, game: &Game<B, R>, last: &Last<S>) -> bool {
        let mated = self.stay.mated;
        let mut position = Position::<S, R::Memory>::empty(mated);
        put(&mut position, mated, Walk::King, self.king.0);
        for place in &self.places[..self.men.count] {
            if let Place::At(kind, square) = *place {
                put(&mut position, mated, kind, square);
            }
        }
        for walk in Walk::ALL {
            for at in last.walks[walk.index()].iter() {
                put(&mut position, mated.other(), walk, at);
            }
        }
        game.is_stalemate(&position) && !game.in_check(&position, mated.other())
    }
}

fn put<S: Squares, M: Memory>(position: &mut Position<S, M>, side: Side, walk: Walk, at: Square) {
    position.put(Man::new(side, walk), at);
}
