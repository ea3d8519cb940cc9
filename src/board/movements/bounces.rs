//! Moves away from a man or the edge of the board.

use super::straight_vectors;
use crate::board::{Layout, Square, Squares};
use crate::position::movement::Line;

/// The lines from each square in both directions.
#[derive(Clone, Debug)]
pub(super) struct Bounces {
    /// The squares in a direction and in the opposite one, by square.
    lines: Vec<Vec<[Vec<Square>; 2]>>,
}

impl Bounces {
    /// Returns the moves along straight lines.
    pub fn new(layout: Layout, lines: &[Line]) -> Bounces {
        let vectors = straight_vectors(lines);
        let mut all = vec![Vec::new(); Square::LIMIT];
        for from in layout.squares() {
            let both = |&(files, ranks): &(i8, i8)| {
                [(files, ranks), (-files, -ranks)].map(|vector| layout.ray(from, vector).collect())
            };
            all[from.index()] = vectors.iter().map(both).collect();
        }
        Bounces { lines: all }
    }

    /// Returns the squares that are reached, occupied or not.
    pub fn targets<S: Squares>(&self, from: Square, occupied: S) -> S {
        let target = |[ahead, back]: &[Vec<Square>; 2]| {
            let man = ahead.iter().position(|&at| occupied.contains(at));
            // The edge is like a man on the first square off the board.
            let (to, between) = back.get(..=man.unwrap_or(ahead.len()))?.split_last()?;
            between.iter().all(|&at| !occupied.contains(at)).then_some(*to)
        };
        S::from_squares(self.lines[from.index()].iter().filter_map(target))
    }

    /// Returns all squares that may be reached, wherever other men are.
    pub fn reach<S: Squares>(&self, from: Square) -> S {
        S::from_squares(self.lines[from.index()].iter().flat_map(|[_, back]| back.iter().copied()))
    }
}
