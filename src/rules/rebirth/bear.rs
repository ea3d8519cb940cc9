//! Carrying out a rebirth.

use super::adapt::{WalkChange, higher, lower};
use super::home::{Birth, Homes};
use super::{Occupied, Rebirth, Royals, When};
use crate::board::{Square, Squares};
use crate::position::{Change, Colour, Ledger, Man, Marks, Position, Side, Taken, Walk};
use crate::rules::deed::{Deed, side_of};
use crate::rules::field::Field;
use crate::rules::hooks::Outcome;

/// Where a rebirth has led.
enum Place {
    /// The man goes there; the square is empty by now.
    At(Square),
    /// It goes below the man who stands there.
    Below(Square),
    /// It is not reborn.
    Nowhere,
    /// The capture is illegal.
    Illegal,
}

impl Rebirth {
    /// Lets the captured man be reborn.
    pub(in crate::rules) fn bear_victim<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some((man, own, homes)) = self.victim_homes(deed) else { return Outcome::Done };
        let place = match self.place(deed, homes, None) {
            Ok(place) => place,
            Err(outcome) => return outcome,
        };
        match place {
            Place::Illegal => return Outcome::Forbidden,
            Place::Nowhere => {}
            Place::Below(at) => {
                if !deed.position.memory.bury(man, at, false) {
                    return Outcome::Forbidden;
                }
                deed.apply(Change::Buried { man, at });
            }
            Place::At(at) => {
                let promotion = if self.promotes() { deed.promotion_at(man, own, at) } else { None };
                deed.apply(Change::Reborn { man, at, promotion, turned: self.turned(man) });
            }
        }
        Outcome::Done
    }

    /// The captured man as it would be reborn, its side, and where.
    fn victim_homes<F: Field<Memory = Ledger>>(
        &self,
        deed: &Deed<'_, F>,
    ) -> Option<(Man, Side, Homes<F::Set>)> {
        let taken = match self.when {
            When::ThisMove => deed.victim,
            When::LastMove => deed.position.memory.taken,
            When::WaitCapture => deed.position.memory.taken.filter(|_| deed.victim.is_some()),
        };
        let Taken { man, at } = taken.filter(|taken| self.concerns(taken.man))?;
        let partner = deed.capturer().map_or(deed.mover, |(capturer, _)| capturer);
        let cloned = if deed.mover.royal { man.walk } else { deed.mover.walk };
        let man = Man { walk: self.walk_of(man.walk, cloned), ..man };
        let own = side_of(man, deed.by);
        let (walk, side) = if self.partner { (partner.walk, deed.by) } else { (man.walk, own) };
        Some((man, own, self.homes(&self.birth(deed, man, (walk, side), at))))
    }

    /// Is the captured man's home free?
    pub(in crate::rules) fn victim_is_homeless<F: Field<Memory = Ledger>>(&self, deed: &Deed<'_, F>) -> bool {
        let Some((_, _, homes)) = self.victim_homes(deed) else { return false };
        homes.open(deed.position).is_empty()
    }

    /// Is the capturer's home, seen from the square it left, occupied or that square?
    pub(in crate::rules) fn capturer_is_homeless<F: Field<Memory = Ledger>>(
        &self,
        deed: &Deed<'_, F>,
    ) -> bool {
        let (Some(victim), Some((capturer, at))) = (deed.victim, deed.capturer()) else { return false };
        if !self.concerns(capturer) {
            return false;
        }
        let decides = if self.partner {
            (victim.man.walk, side_of(victim.man, deed.by))
        } else {
            (capturer.walk, deed.by)
        };
        let mut without = *deed.position;
        without.lift(capturer, at);
        let birth = self.birth(deed, capturer, decides, deed.mv.from);
        let homes = self.homes(&Birth { position: &without, ..birth });
        (homes.open(&without) & !F::Set::of(deed.mv.from)).is_empty()
    }

    /// Where a man can stand instead of its own square: on its homes, it being lifted.
    pub(in crate::rules) fn stands<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
    ) -> F::Set {
        let Some(man) = position.man(from) else { return F::Set::EMPTY };
        let mut without = *position;
        without.lift(man, from);
        let side = side_of(man, position.to_move.other());
        let side = if self.mirrored { side.other() } else { side };
        let birth = Birth {
            field,
            position: &without,
            left: from,
            vector: (0, 0),
            man,
            walk: man.walk,
            side,
            at: from,
            backwards: self.mirrored,
        };
        self.homes(&birth).open(&without)
    }

    /// The rebirth of a man in a move, if a man of this walk and side decides where.
    fn birth<'a, F: Field<Memory = Ledger>>(
        &self,
        deed: &'a Deed<'_, F>,
        man: Man,
        (walk, side): (Walk, Side),
        at: Square,
    ) -> Birth<'a, F> {
        Birth {
            field: deed.field,
            position: deed.position,
            left: deed.mv.from,
            vector: deed.vector(),
            man,
            walk,
            side: if self.mirrored { side.other() } else { side },
            at,
            backwards: self.mirrored,
        }
    }

    /// Lets the capturer be reborn.
    pub(in crate::rules) fn bear_capturer<F: Field<Memory = Ledger>>(
        &self,
        deed: &mut Deed<'_, F>,
    ) -> Outcome {
        let (Some(victim), Some((capturer, from))) = (deed.victim, deed.capturer()) else {
            return Outcome::Done;
        };
        if !self.concerns(capturer) {
            return Outcome::Done;
        }
        let walk = self.walk_of(capturer.walk, victim.man.walk);
        let man = Man { walk, ..capturer };
        let decides =
            if self.partner { (victim.man.walk, side_of(victim.man, deed.by)) } else { (walk, deed.by) };
        // The capturer is off the board while its home is looked for.
        deed.position.lift(capturer, from);
        let mut homes = self.homes(&self.birth(deed, man, decides, victim.at));
        if self.cheylan
            && let Homes::Any(squares) | Homes::Must(squares) = &mut homes
        {
            *squares &= !F::Set::of(from);
        }
        let barred = Some(from).filter(|_| self.cheylan);
        let place = self.place(deed, homes, barred);
        deed.position.put(capturer, from);
        let to = match place {
            Err(outcome) => return outcome,
            Ok(Place::Illegal) => return Outcome::Forbidden,
            Ok(Place::Nowhere) => return Outcome::Done,
            Ok(Place::At(to)) => to,
            Ok(Place::Below(at)) => {
                if !deed.position.memory.bury(capturer, at, false) {
                    return Outcome::Forbidden;
                }
                deed.position.lift(capturer, from);
                deed.teller.tell(Change::Buried { man: capturer, at });
                deed.at = None;
                return Outcome::Done;
            }
        };
        let promotion = if self.promotes() { deed.promotion_at(man, deed.by, to) } else { None };
        deed.apply(Change::Transferred {
            man: capturer,
            from,
            to,
            walk,
            promotion,
            turned: self.turned(man),
        });
        deed.at = Some(to);
        Outcome::Done
    }

    /// Is the man one that is reborn?
    pub(in crate::rules) fn concerns(&self, man: Man) -> bool {
        !(man.royal && self.royals == Royals::Exclusive)
            && self.april.is_none_or(|walks| walks.contains(man.walk))
    }

    fn walk_of(&self, walk: Walk, cloned: Walk) -> Walk {
        match self.walk {
            WalkChange::None => walk,
            WalkChange::Clone => cloned,
            WalkChange::Chameleon(cycle) => cycle.next[walk.index()],
            WalkChange::Down => lower(walk),
            WalkChange::Up => higher(walk),
        }
    }

    /// Where the man can be reborn, the square adapted.
    pub(in crate::rules) fn homes<F: Field>(&self, birth: &Birth<'_, F>) -> Homes<F::Set> {
        let layout = birth.geometry().layout;
        let fairy = birth.man.marks.contains(Marks::PROMOTED) || birth.man.marks.contains(Marks::FRISCHAUF);
        if self.frischauf && fairy {
            let promotion_rank = birth.geometry().pawn(birth.side).promotion_rank;
            let file = layout.file(birth.at);
            return promotion_rank.iter().find(|&square| layout.file(square) == file).into();
        }
        match self.home.of(birth) {
            Homes::One(square) => self.adapt.square(layout, square).into(),
            homes => homes,
        }
    }

    fn turned(&self, man: Man) -> Option<Colour> {
        match man.colour {
            Colour::White if self.turncoat => Some(Colour::Black),
            Colour::Black if self.turncoat => Some(Colour::White),
            _ => None,
        }
    }

    /// Decides where of these homes the man goes, and makes room there.
    fn place<F: Field<Memory = Ledger>>(
        &self,
        deed: &mut Deed<'_, F>,
        homes: Homes<F::Set>,
        barred: Option<Square>,
    ) -> Result<Place, Outcome> {
        let full = match self.occupied {
            Occupied::Strict => Place::Illegal,
            _ => Place::Nowhere,
        };
        Ok(match homes {
            Homes::Nowhere => Place::Nowhere,
            Homes::Off => full,
            Homes::Must(squares) if squares.is_empty() => Place::Illegal,
            Homes::Any(squares) if squares.is_empty() => full,
            Homes::Must(squares) => Place::At(nth(squares, deed.choose(squares.count() as usize))),
            Homes::Any(squares) => {
                let count = squares.count() as usize;
                // Where a square is a matter of choice, so is rebirth itself.
                let may_pass = self.occupied == Occupied::Relaxed && self.home == super::Home::Super;
                match deed.choose(count + usize::from(may_pass)) {
                    chosen if chosen < count => Place::At(nth(squares, chosen)),
                    _ => Place::Nowhere,
                }
            }
            Homes::One(square) => match deed.position.man(square) {
                None if barred == Some(square) => full,
                None => Place::At(square),
                Some(occupant) => match self.occupied {
                    Occupied::Relaxed => Place::Nowhere,
                    Occupied::Strict => Place::Illegal,
                    Occupied::Volcanic => Place::Below(square),
                    Occupied::Parachute => {
                        if !deed.position.memory.bury(occupant, square, true) {
                            return Err(Outcome::Forbidden);
                        }
                        deed.apply(Change::Covered { man: occupant, at: square });
                        Place::At(square)
                    }
                    Occupied::Assassin => {
                        deed.apply(Change::Assassinated { man: occupant, at: square });
                        Place::At(square)
                    }
                },
            },
        })
    }
}

/// The square of this number in the set, which has so many.
fn nth<S: Squares>(squares: S, number: usize) -> Square {
    squares.iter().nth(number).unwrap_or(Square::new(0))
}
