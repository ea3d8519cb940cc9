//! Rebirth as nets reckon with it: where it can lead men, and what it guards.
//!
//! Nothing is asked about the squares in question but what they are: whether they are occupied
//! is left open, so that what is counted here is never too much.

use crate::board::{Board, Square, Squares};
use crate::game::Game;
use crate::position::{Side, Walk};
use crate::rules::Rules;
use crate::rules::rebirth::{Occupied, Reborn};
use crate::rules::rule::Aftermath;

/// The walks of men that can be reborn.
const WALKS: [Walk; 6] = [Walk::King, Walk::Queen, Walk::Rook, Walk::Bishop, Walk::Knight, Walk::Pawn];

/// With more men than these on the board nets are not asked.
pub(in crate::search) const MOST_MEN: usize = 32;

/// Where rebirth can lead men.
#[derive(Clone)]
pub(in crate::search) struct Births<S> {
    /// Who is reborn.
    pub reborn: Reborn,
    /// May captures be forbidden, so that an attack on a king need not be a check?
    pub hindered: bool,
    /// Does a king capture whom he could in orthodox chess? Asked too often to be found out each time.
    pub plain: bool,
    happen: bool,
    all: S,
    squares: usize,
    /// By side, walk and square of the capture; none if that can be anywhere.
    places: Vec<Option<S>>,
}

impl<S: Squares> Births<S> {
    /// What the rules of a game do, if nets can reckon with it.
    pub fn new<B: Board<Set = S>, R: Rules>(game: &Game<B, R>) -> Option<Births<S>> {
        let reborn = game.rules.reborn()?;
        let geometry = game.board.geometry();
        let (all, squares) = (geometry.all, geometry.rows());
        let free = game.rules.aftermath() == Aftermath::Nothing && !game.rules.needs().forbids;
        let hindered = R::GENERAL && reborn.is_nobody() && !free;
        let plain = reborn.is_nobody() && !hindered;
        let happen = !matches!(reborn, Reborn::Nobody | Reborn::Onward);
        let mut births = Births { reborn, hindered, plain, happen, all, squares, places: Vec::new() };
        let (Reborn::Victims(rebirth) | Reborn::Capturers(rebirth) | Reborn::FromHome(rebirth)) = reborn
        else {
            return Some(births);
        };
        births.places = vec![Some(S::EMPTY); Side::BOTH.len() * WALKS.len() * squares];
        for side in Side::BOTH {
            for walk in WALKS {
                for at in all.iter() {
                    let index = births.index(side, walk, at);
                    let places = rebirth.places(game, walk, side, at);
                    // Who takes in passing captures on the square behind that to which he goes.
                    let step = &geometry.pawn(side).step;
                    let passing = matches!(reborn, Reborn::Capturers(_)) && walk == Walk::Pawn;
                    let behind = all.iter().find(|square| passing && step[square.index()].contains(at));
                    births.places[index] = match behind {
                        None => places,
                        Some(behind) => {
                            places.and_then(|places| Some(places | rebirth.places(game, walk, side, behind)?))
                        }
                    };
                }
            }
        }
        Some(births)
    }

    fn index(&self, side: Side, walk: Walk, at: Square) -> usize {
        (side.index() * WALKS.len() + walk.index()) * self.squares + at.index()
    }

    /// Is anybody reborn at all, by his kind and the square of the capture?
    #[inline]
    pub fn happen(&self) -> bool {
        self.happen
    }

    /// Do capturers go on from where they have captured?
    #[inline]
    pub fn lead_on(&self) -> bool {
        matches!(self.reborn, Reborn::Onward)
    }

    /// Where a man is reborn that captures, or is captured, on a square.
    pub fn places(&self, side: Side, walk: Walk, at: Square) -> S {
        self.places[self.index(side, walk, at)].unwrap_or(self.all)
    }

    /// The squares from which a man on a square attacks others.
    pub fn stands(&self, side: Side, walk: Walk, at: Square) -> S {
        match self.reborn {
            Reborn::FromHome(_) => self.places(side, walk, at),
            _ => S::of(at),
        }
    }

    /// Does whoever is reborn take the place of who stands there, be it a king?
    pub fn displace(&self) -> bool {
        matches!(self.reborn, Reborn::Victims(rebirth) if rebirth.displaces())
    }

    /// By square: where men of this side who walk like one of these are captured to come there.
    pub fn origins(&self, side: Side, walks: &[Walk]) -> Vec<S> {
        let mut origins = vec![S::EMPTY; self.squares];
        for &walk in walks.iter().filter(|&walk| *walk != Walk::King && WALKS.contains(walk)) {
            for at in self.all.iter() {
                for home in self.places(side, walk, at).without(at).iter() {
                    origins[home.index()] |= S::of(at);
                }
            }
        }
        origins
    }

    /// Where a man of this side comes without moving, captured on a square.
    pub fn thrown(&self, side: Side, walk: Walk, at: Square) -> S {
        match self.reborn {
            Reborn::Victims(_) if walk != Walk::King => self.places(side, walk, at),
            _ => S::EMPTY,
        }
    }

    /// Do kings attack each other as others do?
    pub fn kings_may_meet(&self) -> bool {
        self.hindered || matches!(self.reborn, Reborn::Capturers(_) | Reborn::FromHome(_))
    }

    /// May captured men be reborn on whatever empty square the capturer chooses?
    #[inline]
    pub fn are_anywhere(&self) -> bool {
        matches!(self.reborn, Reborn::Victims(rebirth) if rebirth.is_anywhere())
    }

    /// Might a king be unable to capture a man on a square, next to him, for what a rule forbids, or for
    /// what the man or he himself does once reborn? `attack` tells whether the man attacks its old square from
    /// another, or would remove a king there.
    pub fn may_bar_capture(
        &self,
        side: Side,
        walk: Walk,
        at: Square,
        king: Square,
        attack: impl Fn(Square) -> bool,
    ) -> bool {
        match self.reborn {
            _ if self.hindered => true,
            Reborn::Nobody => false,
            Reborn::Capturers(_) | Reborn::FromHome(_) | Reborn::Onward => true,
            // Kings are not captured.
            Reborn::Victims(_) if walk == Walk::King => false,
            Reborn::Victims(rebirth) if rebirth.occupied == Occupied::Strict => true,
            Reborn::Victims(rebirth) if rebirth.is_at_departure() => attack(king),
            Reborn::Victims(rebirth) => {
                let places = self.places[self.index(side, walk, at)];
                // The king who captures may stand on the square of rebirth.
                let removed = |places: S| rebirth.displaces() && places.contains(at);
                places.is_none_or(|places| removed(places) || places.iter().any(attack))
            }
        }
    }
}
