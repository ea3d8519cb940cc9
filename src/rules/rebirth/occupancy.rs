//! Room for a man that is reborn: which of its homes, and what becomes of who stands there.

use super::home::{Homes, is_cage};
use super::{Home, Occupied, Rebirth};
use crate::board::{Square, Squares};
use crate::position::{Change, Ledger, Man, Memory, Walk};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::{Deed, side_of};

/// Where a rebirth has led.
pub(super) enum Destination {
    /// The man goes there; the square is empty by now.
    At(Square),
    /// The same, and what a pawn becomes there is decided.
    As(Square, Option<Walk>),
    /// It goes below the man who stands there, and what a pawn becomes is decided if it
    /// says so.
    Below(Square, Option<Walk>),
    /// It is not reborn.
    Nowhere,
    /// The capture is illegal.
    Illegal,
}

impl Rebirth {
    /// Decides where of these homes the man goes, and makes room there. A capturer has been
    /// lifted from its square meanwhile, which is given.
    pub(super) fn place<F: Field<Memory = Ledger>>(
        &self,
        deed: &mut Deed<'_, F>,
        man: Man,
        homes: Homes<F::Set>,
        lifted: Option<Square>,
    ) -> Result<Destination, Outcome> {
        let barred = lifted.filter(|_| self.cheylan);
        let full = match self.occupied {
            Occupied::Strict => Destination::Illegal,
            _ => Destination::Nowhere,
        };
        Ok(match homes {
            Homes::Nowhere => Destination::Nowhere,
            Homes::Off => full,
            Homes::Cages(cages, side) => {
                // The man would move in the next half-move, which knows of no capture but this one.
                let mut over = *deed.position;
                over.memory.count_half_move();
                if over.memory.brief {
                    over.memory.taken = deed.victim;
                    over.memory.captor = deed.victim.map(|_| deed.by);
                }
                let field = deed.field;
                let shared = self.occupied.shares();
                let is_cage = |cage: (Square, Option<Walk>)| {
                    let mut there = over;
                    // Who shares the square with the man stands there again when that leaves it.
                    let occupant = there.man(cage.0).filter(|_| shared);
                    let room = occupant.is_none_or(|occupant| there.memory.bury(occupant, cage.0, true));
                    room && is_cage(field, &there, (man, side), cage)
                };
                let chosen = deed.choices.choose(cages.len() + 1);
                match cages.get(chosen) {
                    Some(&cage) if is_cage(cage) => {
                        deed.teller.decide();
                        self.place_on(deed, cage, lifted)?
                    }
                    // To come to the next one by a branch for each takes a hundred times as long.
                    Some(_) => {
                        let next = (chosen + 1..cages.len()).find(|&next| is_cage(cages[next]));
                        deed.choices.pass_over(next.unwrap_or(cages.len()));
                        return Err(Outcome::Forbidden);
                    }
                    None if !cages.iter().any(|&cage| is_cage(cage)) => full,
                    _ => return Err(Outcome::Forbidden),
                }
            }
            Homes::Must(squares) if squares.is_empty() => Destination::Illegal,
            Homes::Any(squares) if squares.is_empty() => full,
            Homes::Must(squares) => {
                let chosen = nth(squares, deed.choose(squares.count() as usize));
                self.place_at(deed, chosen, lifted)?
            }
            Homes::Any(squares) => {
                let count = squares.count() as usize;
                match deed.choose(count + usize::from(self.may_stay_away(lifted.is_some()))) {
                    chosen if chosen < count => self.place_at(deed, nth(squares, chosen), lifted)?,
                    _ => Destination::Nowhere,
                }
            }
            Homes::One(square) if barred == Some(square) => Destination::Illegal,
            Homes::One(square) => self.place_at(deed, square, lifted)?,
        })
    }

    /// Where a square is a matter of choice, so is rebirth itself, unless it is strict.
    pub(super) fn may_stay_away(&self, capturer: bool) -> bool {
        let strict = match self.occupied {
            Occupied::Strict => true,
            Occupied::Pongracz => capturer,
            _ => false,
        };
        self.home == Home::Super && !strict
    }

    /// Makes room on a square, where a pawn may promote.
    fn place_at<F: Field<Memory = Ledger>>(
        &self,
        deed: &mut Deed<'_, F>,
        square: Square,
        lifted: Option<Square>,
    ) -> Result<Destination, Outcome> {
        Ok(match self.place_on(deed, (square, None), lifted)? {
            Destination::As(square, None) => Destination::At(square),
            place => place,
        })
    }

    /// Makes room on a square for a man that becomes another by promotion or not.
    fn place_on<F: Field<Memory = Ledger>>(
        &self,
        deed: &mut Deed<'_, F>,
        (square, promotion): (Square, Option<Walk>),
        lifted: Option<Square>,
    ) -> Result<Destination, Outcome> {
        let occupied = deed.position.occupied().contains(square);
        let Some(occupant) = occupied.then(|| deed.position.man(square)).flatten() else {
            return Ok(Destination::As(square, promotion));
        };
        match self.occupied {
            Occupied::Relaxed => return Ok(Destination::Nowhere),
            Occupied::Strict => return Ok(Destination::Illegal),
            Occupied::Volcanic => return Ok(Destination::Below(square, promotion)),
            Occupied::Parachute => {
                if !deed.position.memory.bury(occupant, square, true) {
                    return Err(Outcome::Forbidden);
                }
                deed.apply(Change::Covered { man: occupant, at: square });
            }
            Occupied::Assassin => deed.apply(Change::Assassinated { man: occupant, at: square }),
            Occupied::Pongracz if !self.push_on(deed, square, lifted)? => return Ok(Destination::Nowhere),
            Occupied::Pongracz => {}
        }
        Ok(Destination::As(square, promotion))
    }

    /// Lets the man on a square be reborn, and the one on its rebirth square, and so on.
    /// False, and nothing is done, if none of them comes to an empty square. Nobody can be
    /// pushed on to where a capturer stands until it is reborn.
    fn push_on<F: Field<Memory = Ledger>>(
        &self,
        deed: &mut Deed<'_, F>,
        square: Square,
        lifted: Option<Square>,
    ) -> Result<bool, Outcome> {
        let mut chain: Vec<(Man, Square, Square)> = Vec::new();
        let mut from = square;
        while let Some(man) = deed.position.man(from) {
            let side = side_of(man, deed.by);
            let homes = self.homes(&self.birth(deed, man, (man, side), from));
            let Homes::One(to) = homes else { return Ok(false) };
            if to == square || chain.iter().any(|&(_, _, filled)| filled == to) {
                return Ok(false);
            }
            chain.push((man, from, to));
            from = to;
        }
        if lifted == Some(from) {
            return Err(Outcome::Forbidden);
        }
        for (man, from, to) in chain.into_iter().rev() {
            deed.apply(Change::Transferred { man, from, to, walk: man.walk, promotion: None, turned: None });
            deed.leaves(from, Some(to));
        }
        Ok(true)
    }
}

/// The square of this number in the set, which has so many.
fn nth<S: Squares>(squares: S, number: usize) -> Square {
    squares.iter().nth(number).unwrap_or(Square::new(0))
}
