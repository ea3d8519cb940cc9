//! Leaps over the same distance as to a man.

use std::collections::BTreeMap;

use super::leap_targets;
use crate::board::geometry::PerSquare;
use crate::board::{Layout, Square, Squares};
use crate::position::movement::{Directions, Leap};

/// The squares at each distance, and how a man leaps.
#[derive(Clone, Debug)]
pub(super) struct Circles<S> {
    /// The squares at one distance, by square.
    circles: Vec<PerSquare<S>>,
    origin: Origin,
}

/// The square from which a man leaps as far as to a man.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// The square of the other man.
    Hurdle,
    /// Its own square.
    Own,
}

impl<S: Squares> Circles<S> {
    /// Returns the leaps in some directions.
    pub fn new(layout: Layout, directions: Directions, origin: Origin) -> Circles<S> {
        let longest = layout.files().max(layout.ranks()).cast_signed() - 1;
        let mut by_square_of_length: BTreeMap<i8, Vec<Leap>> = BTreeMap::new();
        for long in 1..=longest {
            let shorter = (0..=long).filter(|&short| match directions {
                Directions::OfQueen => short == 0 || short == long,
                Directions::All => true,
            });
            for short in shorter {
                let leaps = by_square_of_length.entry(short * short + long * long).or_default();
                leaps.push(Leap(short, long));
            }
        }
        let circles = by_square_of_length.values().map(|leaps| leap_targets(layout, leaps)).collect();
        Circles { circles, origin }
    }

    /// Returns the squares that are reached, occupied or not.
    pub fn targets(&self, from: Square, occupied: S) -> S {
        let occupied = occupied.without(from);
        let reached = |circle: &PerSquare<S>| {
            let around = circle[from.index()];
            let men = around & occupied;
            match self.origin {
                Origin::Hurdle => all_around(circle, men),
                // A man does not lead to its own square.
                Origin::Own if men.count() == 1 => around & !men,
                Origin::Own if men.is_empty() => S::EMPTY,
                Origin::Own => around,
            }
        };
        self.circles.iter().map(reached).fold(S::EMPTY, |all, some| all | some)
    }

    /// Returns all squares that may be reached, wherever other men are.
    pub fn reach(&self, from: Square) -> S {
        let reached = |circle: &PerSquare<S>| match self.origin {
            Origin::Hurdle => all_around(circle, circle[from.index()]),
            Origin::Own => circle[from.index()],
        };
        self.circles.iter().map(reached).fold(S::EMPTY, |all, some| all | some)
    }
}

/// Returns the squares on the circles around some squares.
fn all_around<S: Squares>(circle: &PerSquare<S>, centres: S) -> S {
    centres.iter().fold(S::EMPTY, |all, centre| all | circle[centre.index()])
}
