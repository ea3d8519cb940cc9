//! Hops with a turn on the hurdle.

use super::{includes, straight_vectors};
use crate::board::{Layout, Square, Squares};
use crate::position::movement::{Distance, HALF_TURN, Hopper, QUARTER_TURN};

type Vector = (i8, i8);

/// The lines in each direction, and how a man hops.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    rays: Vec<Ray>,
    /// The directions to the hurdle, each with the directions from it: indices of `rays`.
    turns: Vec<(usize, Vec<usize>)>,
    approach: Distance,
    landing: Distance,
}

/// The next square in one direction, by square.
#[derive(Clone, Debug)]
struct Ray {
    next: Vec<Option<Square>>,
}

const DIRECTIONS: usize = 16;

/// The leaps of a king and of a knight in the order of a turn, in files and ranks.
const VECTORS: [Vector; DIRECTIONS] = [
    (0, 1),
    (1, 2),
    (1, 1),
    (2, 1),
    (1, 0),
    (2, -1),
    (1, -1),
    (1, -2),
    (0, -1),
    (-1, -2),
    (-1, -1),
    (-2, -1),
    (-1, 0),
    (-2, 1),
    (-1, 1),
    (-1, 2),
];

impl Turns {
    /// Returns the moves of a hopper that turns.
    pub fn new(layout: Layout, hopper: Hopper) -> Turns {
        let Hopper { lines, approach, landing, turn, .. } = hopper;
        let mut vectors = straight_vectors(lines);
        let mut turns = Vec::new();
        for index in 0..vectors.len() {
            let after = turned(vectors[index], turn).into_iter().map(|vector| index_of(&mut vectors, vector));
            turns.push((index, after.collect()));
        }
        let rays = vectors.into_iter().map(|vector| Ray::new(layout, vector)).collect();
        Turns { rays, turns, approach, landing }
    }

    /// Returns the squares that are reached, occupied or not.
    pub fn targets<S: Squares>(&self, from: Square, occupied: S) -> S {
        let occupied = occupied.without(from);
        let mut reached = S::EMPTY;
        for (direction, after) in &self.turns {
            let hurdle = self.rays[*direction].squares(from).find(|&(_, at)| occupied.contains(at));
            if let Some((leaps, hurdle)) = hurdle {
                reached |= self.landings(leaps, hurdle, after, occupied);
            }
        }
        reached
    }

    /// Returns the hurdles over which a square can be reached.
    pub fn hurdles<S: Squares>(&self, from: Square, to: Square, occupied: S) -> S {
        let occupied = occupied.without(from);
        let hurdles = self.turns.iter().filter_map(|(direction, after)| {
            let (leaps, hurdle) =
                self.rays[*direction].squares(from).find(|&(_, at)| occupied.contains(at))?;
            self.landings::<S>(leaps, hurdle, after, occupied).contains(to).then_some(hurdle)
        });
        S::from_squares(hurdles)
    }

    /// Returns all squares that may be reached, wherever other men are.
    pub fn reach<S: Squares>(&self, from: Square) -> S {
        let mut reached = S::EMPTY;
        for (direction, after) in &self.turns {
            for (leaps, hurdle) in self.rays[*direction].squares(from) {
                reached |= self.landings(leaps, hurdle, after, S::EMPTY);
            }
        }
        reached
    }

    /// Returns the squares that are reached in some directions from a hurdle after this number of leaps.
    fn landings<S: Squares>(&self, leaps: usize, hurdle: Square, after: &[usize], occupied: S) -> S {
        let mut reached = S::EMPTY;
        if !includes(self.approach, leaps, leaps) {
            return reached;
        }
        for &direction in after {
            for (number, at) in self.rays[direction].squares(hurdle) {
                if includes(self.landing, number, leaps) {
                    reached |= S::of(at);
                }
                if occupied.contains(at) {
                    break;
                }
            }
        }
        reached
    }
}

impl Ray {
    fn new(layout: Layout, vector: Vector) -> Ray {
        let mut next = vec![None; Square::LIMIT];
        for from in layout.squares() {
            next[from.index()] = layout.offset(from, vector);
        }
        Ray { next }
    }

    /// Returns the squares after a square, each with the number of leaps to it.
    fn squares(&self, from: Square) -> impl Iterator<Item = (usize, Square)> {
        let next = |&at: &Square| self.next[at.index()];
        (1..).zip(std::iter::successors(next(&from), next))
    }
}

/// Returns the index of a vector, which is added if it is missing.
fn index_of(vectors: &mut Vec<Vector>, vector: Vector) -> usize {
    vectors.iter().position(|&one| one == vector).unwrap_or_else(|| {
        vectors.push(vector);
        vectors.len() - 1
    })
}

/// Returns a vector after a turn to either side.
fn turned((files, ranks): Vector, turn: u8) -> Vec<Vector> {
    match turn {
        QUARTER_TURN => vec![(ranks, -files), (-ranks, files)],
        HALF_TURN => vec![(-files, -ranks)],
        turn => {
            let index = VECTORS.iter().position(|&vector| vector == (files, ranks));
            debug_assert!(index.is_some(), "({files},{ranks}) can turn only by quarters");
            let steps = [usize::from(turn), DIRECTIONS - usize::from(turn)];
            index
                .into_iter()
                .flat_map(|index| steps.map(|step| VECTORS[(index + step) % DIRECTIONS]))
                .collect()
        }
    }
}
