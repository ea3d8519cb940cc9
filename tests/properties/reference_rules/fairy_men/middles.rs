//! Men that depend on the middle or the end of their line: equihoppers, bouncers, edgehogs, men that turn on a hurdle.

use kirke::position::Walk;

use super::{BISHOP, KNIGHT, QUEEN, ROOK, Vector, View, leaps};
use crate::reference_rules::board::{Sq, at, file, rank};

/// Returns the vector between two squares.
fn between(from: Sq, to: Sq) -> Vector {
    (file(to) - file(from), rank(to) - rank(from))
}

fn is_on_queen_line((files, ranks): Vector) -> bool {
    files == 0 || ranks == 0 || files.abs() == ranks.abs()
}

fn is_on_edge(square: Sq) -> bool {
    [file(square), rank(square)].iter().any(|&number| number == 0 || number == 7)
}

impl View<'_, '_> {
    /// Returns whether all squares between the ends of a queen's line are empty.
    fn is_clear(&self, from: Sq, (files, ranks): Vector) -> bool {
        (1..files.abs().max(ranks.abs())).all(|step| {
            let square = View::step(from, (step * files.signum(), step * ranks.signum()));
            square.is_none_or(|square| !self.is_occupied(square))
        })
    }

    /// Hops over the man in the middle, on lines of a queen over the first man only, or over any if `nonstop`.
    pub(super) fn hop_over_middle(&self, with_other_lines: bool, nonstop: bool) -> Vec<Sq> {
        let mut squares = Vec::new();
        for hurdle in (0..64).filter(|&square| self.is_occupied(square)) {
            let (files, ranks) = (file(hurdle) - file(self.from), rank(hurdle) - rank(self.from));
            let Some(to) = View::step(hurdle, (files, ranks)) else { continue };
            let steps = files.abs().max(ranks.abs());
            let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
            let step = (files.signum(), ranks.signum());
            let empty = |from: Sq| {
                (1..steps).all(|number| {
                    View::step(from, (number * step.0, number * step.1))
                        .is_none_or(|square| !self.is_occupied(square))
                })
            };
            if if is_line { nonstop || (empty(self.from) && empty(hurdle)) } else { with_other_lines } {
                squares.push(to);
            }
        }
        squares
    }

    /// Goes to the middle between it and a man, on lines of a queen over empty squares only unless `nonstop`.
    fn halfway(&self, nonstop: bool) -> Vec<Sq> {
        let is_middle = |&to: &Sq| {
            let vector = between(self.from, to);
            let is_free = nonstop
                || !is_on_queen_line(vector)
                || (self.is_clear(self.from, vector) && self.is_clear(to, vector));
            to != self.from && is_free && View::step(to, vector).is_some_and(|man| self.is_occupied(man))
        };
        (0..64).filter(is_middle).collect()
    }

    /// Turns on a man by a right angle and goes on as far, on lines of a queen over empty squares only unless `nonstop`.
    fn turn_as_far(&self, nonstop: bool) -> Vec<Sq> {
        let mut squares = Vec::new();
        for hurdle in (0..64).filter(|&square| self.is_occupied(square)) {
            let vector = between(self.from, hurdle);
            let is_line = is_on_queen_line(vector);
            let other = [leaps(1, 2), leaps(1, 3), leaps(2, 3)].concat();
            let multiples = if nonstop { 1..=3 } else { 1..=1 };
            let is_multiple = |count: i32| other.iter().any(|one| (count * one.0, count * one.1) == vector);
            if !is_line && !multiples.into_iter().any(is_multiple) {
                continue;
            }
            for after in [(vector.1, -vector.0), (-vector.1, vector.0)] {
                let is_free =
                    nonstop || !is_line || (self.is_clear(self.from, vector) && self.is_clear(hurdle, after));
                squares.extend(View::step(hurdle, after).filter(|_| is_free));
            }
        }
        squares
    }

    /// Goes away from the first man, or from the first square off the board, by the same number of steps.
    fn bounce(&self, vectors: &[Vector]) -> Vec<Sq> {
        let mut squares = Vec::new();
        for &(files, ranks) in vectors {
            let square = |count: i32| at(file(self.from) + count * files, rank(self.from) + count * ranks);
            let is_end = |&count: &i32| square(count).is_none_or(|square| self.is_occupied(square));
            let count = (1..=8).find(is_end).expect("an end of the line");
            if (1..count).all(|step| square(-step).is_some_and(|square| !self.is_occupied(square))) {
                squares.extend(square(-count));
            }
        }
        squares
    }

    /// Moves away from a man on the next square.
    fn move_away(&self) -> Vec<Sq> {
        let has_man = |(files, ranks): Vector| {
            View::step(self.from, (-files, -ranks)).is_some_and(|square| self.is_occupied(square))
        };
        let vectors: Vec<Vector> = QUEEN.into_iter().filter(|&vector| has_man(vector)).collect();
        self.ride(&vectors)
    }

    /// Lands next to the first man, on any side of it.
    fn around_first_man(&self) -> Vec<Sq> {
        let men = QUEEN.iter().filter_map(|&vector| self.first_man(self.from, vector));
        men.flat_map(|(man, _)| QUEEN.iter().filter_map(move |&vector| View::step(man, vector))).collect()
    }

    /// Leaps from the first man as a knight nearly straight on.
    fn leap_on(&self) -> Vec<Sq> {
        let mut squares = Vec::new();
        for (files, ranks) in QUEEN {
            let Some((hurdle, _)) = self.first_man(self.from, (files, ranks)) else { continue };
            let nearest = 1 + files.abs() + ranks.abs();
            let is_near = |leap: &&Vector| leap.0 * files + leap.1 * ranks == nearest;
            squares.extend(KNIGHT.iter().filter(is_near).filter_map(|&leap| View::step(hurdle, leap)));
        }
        squares
    }

    /// Leaps as a knight in one direction past and over one man in all.
    fn lame_lion(&self, is_mao: bool) -> Vec<Sq> {
        let mut squares = Vec::new();
        for (files, ranks) in KNIGHT {
            let passed = match is_mao {
                true => (files / 2, ranks / 2),
                false => (files.signum(), ranks.signum()),
            };
            let (mut square, mut men) = (self.from, 0);
            while let Some(next) = View::step(square, (files, ranks)) {
                men += View::step(square, passed).map_or(0, |square| usize::from(self.is_occupied(square)));
                if men == 1 {
                    squares.push(next);
                }
                men += usize::from(self.is_occupied(next));
                square = next;
            }
        }
        squares
    }

    /// Returns the squares that the men of this module reach.
    pub fn reached_by_middles(&self, walk: Walk) -> Vec<Sq> {
        match walk {
            Walk::ContraHamster => self.move_away(),
            Walk::Marguerite => self.around_first_man(),
            Walk::Scarabeus => self.leap_on(),
            Walk::EagleEquihopper => self.turn_as_far(false),
            Walk::NonstopEagleEquihopper => self.turn_as_far(true),
            Walk::EnglishEquihopper => self.halfway(false),
            Walk::FrenchEquihopper => self.halfway(true),
            Walk::MaoriderLion => self.lame_lion(true),
            Walk::MoariderLion => self.lame_lion(false),
            Walk::Bouncer => self.bounce(&QUEEN),
            Walk::RookBouncer => self.bounce(&ROOK),
            Walk::BishopBouncer => self.bounce(&BISHOP),
            Walk::Edgehog => {
                let crosses = |&to: &Sq| is_on_edge(to) != is_on_edge(self.from);
                self.ride(&QUEEN).into_iter().filter(crosses).collect()
            }
            Walk::Quintessence => {
                let right_angles = |(one, other): &(Vector, Vector)| one.0 * other.0 + one.1 * other.1 == 0;
                let pairs = KNIGHT.iter().flat_map(|&one| KNIGHT.map(|other| (one, other)));
                self.zigzag(&pairs.filter(right_angles).collect::<Vec<_>>())
            }
            other => unreachable!("{other:?} has another definition"),
        }
    }
}
