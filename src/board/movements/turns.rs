//! Hops with a turn on the hurdle.

use super::{includes, offset};
use crate::board::{Layout, Square, Squares};
use crate::position::movement::{Distance, Hopper, Leap, Line};

/// The neighbours of each square in eight directions, and how a man hops.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// The next square in each direction, by square, in the order of a turn.
    neighbours: Vec<[Option<Square>; DIRECTIONS]>,
    /// The directions in which a man moves to the hurdle.
    approaches: Vec<usize>,
    approach: Distance,
    /// The turns on the hurdle, in steps between directions.
    turns: Vec<usize>,
}

const DIRECTIONS: usize = 8;

/// The directions in the order of a turn, in files and ranks.
const VECTORS: [(i8, i8); DIRECTIONS] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Turns {
    /// Returns the moves of a hopper that turns. It lands next to the hurdle.
    pub fn new(layout: Layout, hopper: Hopper) -> Turns {
        let mut neighbours = vec![[None; DIRECTIONS]; Square::LIMIT];
        for from in layout.squares() {
            neighbours[from.index()] = VECTORS.map(|vector| offset(layout, from, vector));
        }
        let leads = |vector: (i8, i8)| {
            let straight = |line: &Line| matches!(line, Line::Straight(leap) if leads_to(*leap, vector));
            hopper.lines.iter().any(straight)
        };
        let approaches = (0..DIRECTIONS).filter(|&direction| leads(VECTORS[direction])).collect();
        let turn = usize::from(hopper.turn);
        let mut turns = vec![turn, DIRECTIONS - turn];
        turns.dedup();
        Turns { neighbours, approaches, approach: hopper.approach, turns }
    }

    /// Returns the squares that are reached, occupied or not.
    pub fn targets<S: Squares>(&self, from: Square, occupied: S) -> S {
        let occupied = occupied.without(from);
        let mut reached = S::EMPTY;
        for &direction in &self.approaches {
            let next = |&at: &Square| self.neighbours[at.index()][direction];
            let mut squares = std::iter::successors(next(&from), next).enumerate();
            let hurdle = squares.find(|&(_, at)| occupied.contains(at));
            if let Some((_, hurdle)) =
                hurdle.filter(|&(index, _)| includes(self.approach, index + 1, index + 1))
            {
                reached |= self.landings(hurdle, direction);
            }
        }
        reached
    }

    /// Returns all squares that may be reached, wherever other men are.
    pub fn reach<S: Squares>(&self, from: Square) -> S {
        let mut reached = S::EMPTY;
        for &direction in &self.approaches {
            let next = |&at: &Square| self.neighbours[at.index()][direction];
            for hurdle in std::iter::successors(next(&from), next) {
                reached |= self.landings(hurdle, direction);
            }
        }
        reached
    }

    fn landings<S: Squares>(&self, hurdle: Square, direction: usize) -> S {
        let turned = self.turns.iter().map(|turn| (direction + turn) % DIRECTIONS);
        S::from_squares(turned.filter_map(|direction| self.neighbours[hurdle.index()][direction]))
    }
}

/// Returns whether a vector is one of a leap.
fn leads_to(leap: Leap, vector: (i8, i8)) -> bool {
    leap.vectors().any(|one| one == vector)
}
