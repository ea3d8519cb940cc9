//! Carrying out a rebirth.

use super::home::{Birth, Homes};
use super::occupancy::Destination;
use super::transform::{Adapt, WalkChange, higher, lower};
use super::{Home, Occupied, Rebirth, Royals, When};
use crate::board::{Square, Squares};
use crate::position::{Branch, Change, Colour, Ledger, Man, Marks, Position, Side, Silent, Taken, Walk};
use crate::rules::choices::Choices;
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::{Deed, KingsFate, side_of};
use crate::rules::predict::Fates;
use crate::rules::rule::Intent;

impl Rebirth {
    /// Lets the captured man be reborn.
    pub(in crate::rules) fn bear_victim<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some((man, own, homes)) = self.victim_homes(deed) else { return Outcome::Done };
        // Where he could go does not matter if he must not come back.
        let stays_away = man.royal && deed.king == KingsFate::Falls && self.may_stay_away(false);
        let homes = if stays_away { Homes::Nowhere } else { homes };
        let place = match self.place(deed, man, homes, None) {
            Ok(place) => place,
            Err(outcome) => return outcome,
        };
        // Where pawns promote sooner, as in Glasgow chess, the home of the other side's can be such a place.
        let promotes = self.promotes() || self.mirrored;
        let unfit = match place {
            Destination::Nowhere => KingsFate::Returns,
            _ => KingsFate::Falls,
        };
        match place {
            Destination::Illegal => return Outcome::Forbidden,
            _ if man.royal && deed.king == unfit => return Outcome::Forbidden,
            Destination::Nowhere => {}
            Destination::Below(at, decided) => {
                let promotion = match decided {
                    None if promotes => deed.promotion_at(man, own, at),
                    decided => decided,
                };
                let colour = self.turned(man).unwrap_or(man.colour);
                let below = Man { walk: promotion.unwrap_or(man.walk), colour, ..man };
                if !deed.position.memory.bury(below, at, false) {
                    return Outcome::Forbidden;
                }
                deed.apply(Change::Buried { man: Man { colour, ..man }, at, promotion, from: None });
            }
            Destination::As(at, promotion) => {
                deed.apply(Change::Reborn { man, at, promotion, turned: self.turned(man) });
            }
            Destination::At(at) => {
                let promotion = if promotes { deed.promotion_at(man, own, at) } else { None };
                deed.apply(Change::Reborn { man, at, promotion, turned: self.turned(man) });
            }
        }
        Outcome::Done
    }

    /// What may become of the two men of a capture by which the captured man is reborn, if no room has to be
    /// made for him.
    pub(super) fn fates<F: Field<Memory = Ledger>>(&self, intent: &Intent<'_, F>) -> Option<Fates<F::Set>> {
        self.fates_beside(intent, Some(intent.mv.to))
    }

    /// As [`fates`](Self::fates), where the capturer has gone on, and stands in nobody's way, before the captured
    /// man comes back; none as well where his home might lie elsewhere for where the capturer went.
    pub(in crate::rules) fn fates_behind_capturer<F: Field<Memory = Ledger>>(
        &self,
        intent: &Intent<'_, F>,
    ) -> Option<Fates<F::Set>> {
        if self.has_places() && !self.partner { self.fates_beside(intent, None) } else { None }
    }

    /// Must a captured man come back?
    pub(in crate::rules) fn is_strict(&self) -> bool {
        self.occupied == Occupied::Strict
    }

    /// What may become of the captured man beside a capturer on this square, or beside none.
    fn fates_beside<F: Field<Memory = Ledger>>(
        &self,
        intent: &Intent<'_, F>,
        at: Option<Square>,
    ) -> Option<Fates<F::Set>> {
        let Intent { field, position, by, mv, mover, victim, .. } = *intent;
        let empty = matches!(self.occupied, Occupied::Relaxed | Occupied::Strict);
        // By now a pawn may have become something else.
        let decided = !(self.partner && mv.walk.is_pawn());
        if !empty || !decided || self.when != When::ThisMove || self.turncoat || victim.man.royal {
            return None;
        }
        let mut after = *position;
        after.lift(victim.man, victim.at);
        match at {
            Some(at) => after.shift(mover, mv.from, at),
            None => after.lift(mover, mv.from),
        }
        let (teller, choices) = (&mut Silent, &mut Choices::of(Branch::ONLY));
        let victim = Some(victim);
        let king = KingsFate::Open;
        let position = &mut after;
        let deed = Deed { field, position, teller, choices, by, mv, mover, at, victim, first: true, king };
        let occupied = deed.position.occupied();
        let stays = Fates::ComesBack { walk: mover.walk, squares: F::Set::EMPTY, or_not: true };
        let full = if self.occupied == Occupied::Strict { Fates::Forbidden } else { stays };
        let Some((man, _, homes)) = self.victim_homes(&deed) else { return Some(stays) };
        let on = |squares| Fates::ComesBack { walk: man.walk, squares, or_not: false };
        Some(match homes {
            Homes::Nowhere => stays,
            Homes::Off => full,
            Homes::One(square) if occupied.contains(square) => full,
            Homes::One(square) => on(F::Set::of(square)),
            Homes::Must(squares) if squares.is_empty() => Fates::Forbidden,
            Homes::Any(squares) if squares.is_empty() => full,
            // Who chooses an occupied square is not reborn then.
            _ if self.occupied == Occupied::Relaxed => match homes {
                Homes::Any(squares) if !squares.meets(occupied) => {
                    let or_not = self.may_stay_away(false);
                    Fates::ComesBack { walk: man.walk, squares, or_not }
                }
                _ => return None,
            },
            Homes::Must(squares) | Homes::Any(squares) => on(squares),
            Homes::Cages(..) => return None,
        })
    }

    /// The captured man as it would be reborn, its side, and where.
    fn victim_homes<F: Field<Memory = Ledger>>(
        &self,
        deed: &Deed<'_, F>,
    ) -> Option<(Man, Side, Homes<F::Set>)> {
        // Who waits for his rebirth does not keep a king from being captured.
        let hunts = deed.victim.is_some_and(|victim| victim.man.royal);
        if hunts && self.when != When::ThisMove && self.royals == Royals::Exclusive {
            return None;
        }
        let taken = match self.when {
            When::ThisMove => deed.victim,
            When::LastMove => deed.position.memory.taken,
            When::WaitCapture => deed.position.memory.taken.filter(|_| deed.victim.is_some()),
        };
        let Taken { man, at } = taken.filter(|taken| self.bears(taken.man))?;
        let partner = deed.capturer().map_or(deed.mover, |(capturer, _)| capturer);
        let cloned = if deed.mover.royal { man.walk } else { deed.mover.walk };
        let man = Man { walk: self.walk_of(man.walk, cloned), ..man };
        let own = side_of(man, self.captor(deed));
        let decides = match self.home {
            // A pawn makes its step as one of the side that was captured.
            Home::Make if self.partner => (partner, own),
            _ if self.partner => (partner, deed.by),
            _ => (man, own),
        };
        if !self.names(decides.0.walk) {
            return None;
        }
        Some((man, own, self.homes(&self.birth(deed, man, decides, at))))
    }

    /// Is the captured man's home free?
    pub(in crate::rules) fn victim_is_homeless<F: Field<Memory = Ledger>>(&self, deed: &Deed<'_, F>) -> bool {
        let Some((man, _, homes)) = self.victim_homes(deed) else { return false };
        homes.open(deed.field, deed.position, man).is_empty()
    }

    /// Is the capturer's home, seen from the square it left or from that of the capture, occupied or
    /// the square it left?
    pub(in crate::rules) fn capturer_is_homeless<F: Field<Memory = Ledger>>(
        &self,
        deed: &Deed<'_, F>,
    ) -> bool {
        let Some(victim) = deed.victim else { return false };
        if !self.bears(deed.mover) || !self.names(deed.mover.walk) {
            return false;
        }
        let at = if self.home.of_victim() { victim.at } else { deed.mv.from };
        let homes = self.homes(&self.birth(deed, deed.mover, (deed.mover, deed.by), at));
        (homes.open(deed.field, deed.position, deed.mover) & !F::Set::of(deed.mv.from)).is_empty()
    }

    /// Where a man can stand instead of its own square: on its homes, it being lifted.
    pub(in crate::rules) fn stands<F: Field<Memory = Ledger>>(
        &self,
        field: &F,
        position: &Position<F::Set, Ledger>,
        from: Square,
    ) -> F::Set {
        let Some(man) = position.man(from) else { return F::Set::EMPTY };
        let side = side_of(man, position.to_move.other());
        if self.has_places() && !self.frischauf {
            let places = self.places(field, man.walk, side, from);
            return places.unwrap_or(F::Set::EMPTY) & !position.occupied().without(from);
        }
        let mut without = *position;
        without.lift(man, from);
        self.homes(&self.birth_at(field, &without, (man, side), from)).open(field, &without, man)
    }

    /// The rebirth of a man of a side on the square where he stands, without a move.
    pub(super) fn birth_at<'a, F: Field>(
        &self,
        field: &'a F,
        position: &'a Position<F::Set, F::Memory>,
        (man, side): (Man, Side),
        at: Square,
    ) -> Birth<'a, F> {
        Birth {
            field,
            position,
            left: at,
            vector: (0, 0),
            man,
            decides: man,
            side: if self.mirrored { side.other() } else { side },
            at,
            backwards: self.mirrored,
            occupied: self.occupied,
        }
    }

    /// The rebirth of a man in a move, if this man, of this side, decides where.
    pub(super) fn birth<'a, F: Field<Memory = Ledger>>(
        &self,
        deed: &'a Deed<'_, F>,
        man: Man,
        (decides, side): (Man, Side),
        at: Square,
    ) -> Birth<'a, F> {
        let there = self.birth_at(deed.field, deed.position, (decides, side), at);
        Birth { left: deed.mv.from, vector: deed.vector(), man, ..there }
    }

    /// Lets the capturer be reborn.
    pub(in crate::rules) fn bear_capturer<F: Field<Memory = Ledger>>(
        &self,
        deed: &mut Deed<'_, F>,
    ) -> Outcome {
        let Some((victim, capturer, from)) = self.relevant_capture(deed) else { return Outcome::Done };
        if !self.bears(capturer) {
            return Outcome::Done;
        }
        // Of the colour that he had before what the move does else.
        let former = if self.when == When::ThisMove { deed.mover } else { capturer };
        let captor = self.captor(deed);
        let by = side_of(former, captor.other());
        let cloned = if victim.man.royal { capturer.walk } else { victim.man.walk };
        let walk = self.walk_of(capturer.walk, cloned);
        let man = Man { walk, ..capturer };
        let captured = side_of(victim.man, captor);
        let decides = match self.home {
            _ if self.partner => (victim.man, captured),
            // A pawn makes its step as one of the side that it captured.
            Home::Make => (man, captured),
            _ => (man, by),
        };
        if !self.names(decides.0.walk) {
            return Outcome::Done;
        }
        // The capturer is off the board while its home is looked for.
        deed.position.lift(capturer, from);
        let mut homes = self.homes(&self.birth(deed, man, decides, victim.at));
        match &mut homes {
            Homes::Any(squares) | Homes::Must(squares) if self.cheylan => *squares &= !F::Set::of(from),
            Homes::Cages(cages, _) if self.cheylan => cages.retain(|&(at, _)| at != from),
            // Who has moved on since his capture stands in his own way.
            Homes::One(home) if *home == from && self.when != When::ThisMove && deed.at == Some(from) => {
                deed.position.put(capturer, from);
                let strict = self.occupied == Occupied::Strict;
                return if strict { Outcome::Forbidden } else { Outcome::Done };
            }
            _ => {}
        }
        let place = match self.place(deed, man, homes, Some(from)) {
            Ok(place) => place,
            Err(outcome) => return outcome,
        };
        deed.position.put(capturer, from);
        let (to, promotion) = match place {
            Destination::Illegal => return Outcome::Forbidden,
            Destination::Nowhere => return Outcome::Done,
            Destination::At(to) if self.promotes() => (to, deed.promotion_at(man, by, to)),
            Destination::At(to) => (to, None),
            Destination::As(to, promotion) => (to, promotion),
            Destination::Below(at, _) => {
                let below = Man { colour: self.turned(man).unwrap_or(man.colour), ..man };
                if !deed.position.memory.bury(below, at, false) {
                    return Outcome::Forbidden;
                }
                deed.position.lift(capturer, from);
                deed.teller.tell(Change::Buried {
                    man: below,
                    at,
                    promotion: None,
                    from: Some((capturer, from)),
                });
                deed.leaves(from, None);
                return Outcome::Done;
            }
        };
        deed.apply(Change::Transferred {
            man: capturer,
            from,
            to,
            walk,
            promotion,
            turned: self.turned(man),
        });
        deed.leaves(from, Some(to));
        Outcome::Done
    }

    /// Lets a kamikaze that has captured be reborn as a captured man of its kind; if it
    /// cannot be, it disappears.
    pub(in crate::rules) fn bear_kamikaze<F: Field<Memory = Ledger>>(
        &self,
        deed: &mut Deed<'_, F>,
    ) -> Outcome {
        let rebirth = Rebirth { occupied: Occupied::Relaxed, when: When::ThisMove, partner: false, ..*self };
        let (Some(victim), Some((man, from))) = (deed.victim, deed.capturer()) else {
            return Outcome::Done;
        };
        deed.position.lift(man, from);
        let homes = rebirth.homes(&self.birth(deed, man, (man, deed.by), victim.at));
        let place = if rebirth.bears(man) && rebirth.names(man.walk) {
            rebirth.place(deed, man, homes, None)
        } else {
            Ok(Destination::Nowhere)
        };
        deed.position.put(man, from);
        match place {
            Err(outcome) => return outcome,
            Ok(Destination::At(to)) => {
                let promotion = if self.promotes() { deed.promotion_at(man, deed.by, to) } else { None };
                let turned = self.turned(man);
                deed.apply(Change::Transferred { man, from, to, walk: man.walk, promotion, turned });
                deed.leaves(from, Some(to));
            }
            Ok(_) => {
                deed.apply(Change::Assassinated { man, at: from });
                deed.leaves(from, None);
            }
        }
        Outcome::Done
    }

    /// The capture that the rule is about: its victim, its capturer and where that stands.
    fn relevant_capture<F: Field<Memory = Ledger>>(
        &self,
        deed: &Deed<'_, F>,
    ) -> Option<(Taken, Man, Square)> {
        if self.when == When::ThisMove {
            let (capturer, from) = deed.capturer()?;
            return Some((deed.victim?, capturer, from));
        }
        if self.when == When::WaitCapture && deed.victim.is_none() {
            return None;
        }
        let memory = &deed.position.memory;
        let (taken, stood) = (memory.taken?, memory.taker?);
        let from = match deed.victim {
            Some(victim) if victim.at == stood => return None,
            _ if deed.mv.from == stood => deed.at?,
            _ => stood,
        };
        Some((taken, deed.position.man(from)?, from))
    }

    /// The side that made the capture that the rule is about: to it neutral capturers belong, and neutral
    /// victims to the other.
    fn captor<F: Field<Memory = Ledger>>(&self, deed: &Deed<'_, F>) -> Side {
        match self.when {
            When::ThisMove => deed.by,
            When::LastMove | When::WaitCapture => deed.position.memory.captor.unwrap_or(deed.by.other()),
        }
    }

    /// Is the man one that is reborn, if its walk is one of those that are?
    pub(in crate::rules) fn bears(&self, man: Man) -> bool {
        !(man.royal && self.royals == Royals::Exclusive)
    }

    /// Are men of the walk reborn? It is that of who decides where, after his change.
    pub(in crate::rules) fn names(&self, walk: Walk) -> bool {
        self.april.is_none_or(|walks| walks.contains(walk))
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
        let fairy = birth.decides.marks.contains(Marks::FRISCHAUF);
        if self.frischauf && fairy {
            let promotion_rank = birth.geometry().pawn(birth.side).promotion_rank;
            let file = layout.file(birth.at);
            return promotion_rank.iter().find(|&square| layout.file(square) == file).into();
        }
        let adapted = |squares: F::Set| {
            F::Set::from_squares(squares.iter().filter_map(|square| self.adapt.square(layout, square)))
        };
        match self.home.of(birth) {
            Homes::One(square) => self.adapt.square(layout, square).into(),
            Homes::Must(squares) => {
                let squares = if self.adapt == Adapt::None { squares } else { adapted(squares) };
                let room = self.occupied.makes_room();
                Homes::Must(if room { squares } else { squares & !birth.position.occupied() })
            }
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
}
