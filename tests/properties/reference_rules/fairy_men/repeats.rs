//! Men that go on from where they come: reflected and bouncy men, treehoppers and leafhoppers.

use kirke::position::{Colour, Walk};

use super::{BISHOP, KNIGHT, View};
use crate::reference_rules::board::{Sq, at, file, rank};

/// Returns whether a square is on the edge.
fn is_on_edge(square: Sq) -> bool {
    !(1..7).contains(&file(square)) || !(1..7).contains(&rank(square))
}

/// Returns the square of the distance between two squares; `None` if they must be, but are not, on a line of a queen.
fn distance(from: Sq, to: Sq, on_queen_lines: bool) -> Option<i32> {
    let (files, ranks) = ((file(to) - file(from)).abs(), (rank(to) - rank(from)).abs());
    let is_line = files == 0 || ranks == 0 || files == ranks;
    (from != to && (is_line || !on_queen_lines)).then_some(files * files + ranks * ranks)
}

impl View<'_, '_> {
    fn men(&self) -> impl Iterator<Item = Sq> + use<'_> {
        (0..64).filter(|&square| self.is_occupied(square))
    }

    /// Leaps from a man as far as to it.
    fn leap_from_men(&self, on_queen_lines: bool) -> Vec<Sq> {
        let is_reached = |&to: &Sq| {
            self.men().any(|man| {
                let there = distance(self.from, man, on_queen_lines);
                there.is_some() && there == distance(man, to, on_queen_lines)
            })
        };
        (0..64).filter(is_reached).collect()
    }

    /// Leaps from an enemy man as far as to it.
    pub fn leap_from_enemies(&self) -> Vec<Sq> {
        let enemy = |man: &Sq| {
            self.board.men[*man].is_some_and(|man| man.colour == Colour::Neutral || man.colour != self.colour)
        };
        let far = |one, other| distance(one, other, false);
        let is_reached = |&to: &Sq| {
            let hurdles = self.men().filter(|man| enemy(man));
            hurdles.into_iter().any(|man| far(self.from, man) == far(man, to))
        };
        (0..64).filter(is_reached).collect()
    }

    /// Leaps as far as another man is.
    fn leap_as_far(&self, on_queen_lines: bool) -> Vec<Sq> {
        let is_reached = |&to: &Sq| {
            let far = distance(self.from, to, on_queen_lines);
            let is_as_far = |man: Sq| man != to && distance(self.from, man, on_queen_lines) == far;
            far.is_some() && self.men().any(is_as_far)
        };
        (0..64).filter(is_reached).collect()
    }

    /// Goes on along a diagonal, and from its end at right angles if reflections are left.
    fn reflect(&self, from: Sq, (files, ranks): (i32, i32), left: u8, squares: &mut Vec<Sq>) {
        let mut square = from;
        while let Some(next) = View::step(square, (files, ranks)) {
            squares.push(next);
            if self.is_occupied(next) {
                return;
            }
            square = next;
        }
        if left > 0 && square != from {
            self.reflect(square, (ranks, -files), left - 1, squares);
            self.reflect(square, (-ranks, files), left - 1, squares);
        }
    }

    /// Goes on along a diagonal that the border reflects: on a board that goes on after it, in reverse.
    fn reflect_on_border(&self) -> Vec<Sq> {
        let mut squares = Vec::new();
        for (files, ranks) in BISHOP {
            for count in 1.. {
                let place = [file(self.from) + count * files, rank(self.from) + count * ranks];
                let outside = place.iter().filter(|number| !(0..8).contains(*number)).count();
                let [file, rank] =
                    place.map(|number| if number < 0 { -1 - number } else { number.min(15 - number) });
                let Some(square) = at(file, rank).filter(|_| outside < 2) else { break };
                squares.push(square);
                if self.is_occupied(square) {
                    break;
                }
            }
        }
        squares
    }

    /// Leaps as a knight, then by two squares along the longer part of the leap.
    fn leap_then_ride(&self) -> Vec<Sq> {
        let mut squares = Vec::new();
        for (files, ranks) in KNIGHT {
            let mut next = View::step(self.from, (files, ranks));
            while let Some(square) = next {
                squares.push(square);
                let on = if files.abs() == 2 { (files, 0) } else { (0, ranks) };
                next = View::step(square, on).filter(|_| !self.is_occupied(square));
            }
        }
        squares
    }

    /// Leaps as a knight, and again from empty squares of the edge.
    fn leap_again(&self, from: Sq, left: u8, squares: &mut Vec<Sq>) {
        for to in KNIGHT.iter().filter_map(|&vector| View::step(from, vector)) {
            squares.push(to);
            if left > 0 && is_on_edge(to) && !self.is_occupied(to) {
                self.leap_again(to, left - 1, squares);
            }
        }
    }

    /// Goes on from each empty square that fits, in any direction.
    fn flood(&self, moves: impl Fn(View) -> Vec<Sq>, goes_on: impl Fn(Sq) -> bool) -> Vec<Sq> {
        let mut squares = vec![self.from];
        let mut index = 0;
        while let Some(&from) = squares.get(index) {
            index += 1;
            if from != self.from && (self.is_occupied(from) || !goes_on(from)) {
                continue;
            }
            let mut board = self.board.clone();
            board.men[self.from] = None;
            for to in moves(View { board: &board, from, colour: self.colour }) {
                if !squares.contains(&to) {
                    squares.push(to);
                }
            }
        }
        squares
    }

    /// Returns the squares that the men of this module reach.
    pub fn reached_by_repeats(&self, walk: Walk) -> Vec<Sq> {
        let mut squares = Vec::new();
        match walk {
            Walk::Treehopper => squares = self.leap_from_men(true),
            Walk::GreaterTreehopper => squares = self.leap_from_men(false),
            Walk::RadialKnight => squares = self.leap_from_enemies(),
            Walk::Leafhopper => squares = self.leap_as_far(true),
            Walk::GreaterLeafhopper => squares = self.leap_as_far(false),
            Walk::ReflectingBishop => {
                BISHOP.iter().for_each(|&way| self.reflect(self.from, way, 4, &mut squares))
            }
            Walk::Archbishop => BISHOP.iter().for_each(|&way| self.reflect(self.from, way, 1, &mut squares)),
            Walk::Cardinal => squares = self.reflect_on_border(),
            Walk::TrojanHorse => squares = self.leap_then_ride(),
            Walk::BouncyKnight => self.leap_again(self.from, 2, &mut squares),
            Walk::BouncyNightrider => squares = self.flood(|view| view.ride(&KNIGHT), is_on_edge),
            Walk::UbiUbi => squares = self.flood(|view| view.leap(&KNIGHT), |_| true),
            other => unreachable!("{other:?} has another definition"),
        }
        squares
    }
}
