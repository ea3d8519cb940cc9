//! Captures by a hop over the victim.

use super::includes;
use super::paths::squares_of_lines;
use crate::board::{Layout, Square, Squares};
use crate::position::movement::{Distance, Line};

/// The lines from each square, and how far the victim may be.
#[derive(Clone, Debug)]
pub(super) struct Locusts {
    /// The squares of the lines in order, by square.
    lines: Vec<Vec<Vec<Square>>>,
    approach: Distance,
}

impl Locusts {
    /// Returns the captures along some lines.
    pub fn new(layout: Layout, lines: &[Line], approach: Distance) -> Locusts {
        Locusts { lines: squares_of_lines(layout, lines), approach }
    }

    /// Returns the captures of a man one leap away along some lines, by square.
    pub fn of_lines(lines: Vec<Vec<Vec<Square>>>) -> Locusts {
        Locusts { lines, approach: Distance::Exactly(1) }
    }

    /// Returns the squares on which a man could be captured, occupied or not.
    pub fn victims<S: Squares>(&self, from: Square, occupied: S) -> S {
        S::from_squares(self.captures(from, occupied).map(|(victim, _)| victim))
    }

    /// Returns the squares on which a capture of a man on the square `victim` ends.
    pub fn arrivals<S: Squares>(&self, from: Square, victim: Square, occupied: S) -> S {
        let over_victim = self.captures(from, occupied).filter(|(at, _)| *at == victim);
        S::from_squares(over_victim.map(|(_, to)| to))
    }

    /// Returns the squares of possible victims, each with the arrival square of their capture.
    fn captures<S: Squares>(&self, from: Square, occupied: S) -> impl Iterator<Item = (Square, Square)> {
        self.lines[from.index()].iter().flat_map(move |line| {
            let is_empty = move |at: Square| !occupied.contains(at);
            let is_open = move |at: &[Square]| at.iter().all(|&at| is_empty(at));
            let pairs = line
                .windows(2)
                .enumerate()
                .filter(|(index, _)| includes(self.approach, index + 1, index + 1));
            // On a closed line the man does not come back to its square.
            pairs.filter_map(move |(index, pair)| {
                let &[victim, to] = pair else { return None };
                (is_open(&line[..index]) && is_empty(to) && to != from).then_some((victim, to))
            })
        })
    }

    /// Returns all squares of the lines.
    pub fn reach<S: Squares>(&self, from: Square) -> S {
        S::from_squares(self.lines[from.index()].iter().flatten().copied())
    }
}
