//! Moves of men that step or capture as pawns.

use super::locusts::Locusts;
use crate::board::geometry::{PawnPaths, PerSquare};
use crate::board::{Layout, Square, Squares};
use crate::position::Side;
use crate::position::movement::Ahead;

/// The moves of pawns of chess, from which those of other men are derived.
#[derive(Clone, Copy, Debug)]
pub struct PawnRules<'a, S> {
    /// The moves of pawns, by side.
    pub paths: &'a [PawnPaths<S>; 2],
    /// The greatest number of steps from the first rank.
    pub first_rank_steps: u8,
}

impl<'a, S> PawnRules<'a, S> {
    /// Returns the moves of the pawns of a side.
    pub(super) fn paths(self, side: Side) -> &'a PawnPaths<S> {
        &self.paths[side.index()]
    }
}

/// The steps of pawns, over empty squares.
#[derive(Clone, Debug)]
pub(super) struct PawnSteps {
    /// The squares in each direction in order, by square.
    lines: Vec<Vec<Vec<Square>>>,
}

impl PawnSteps {
    /// Returns the steps of a side.
    pub fn new<S: Squares>(layout: Layout, ahead: Ahead, pawns: PawnRules<'_, S>, side: Side) -> PawnSteps {
        let paths = pawns.paths(side);
        let next = squares_ahead(ahead, paths);
        let mut lines = vec![Vec::new(); Square::LIMIT];
        for from in layout.squares() {
            let steps = match from {
                _ if paths.double_rank.contains(from) => 2,
                _ if paths.first_rank.contains(from) => usize::from(pawns.first_rank_steps.max(1)),
                _ => 1,
            };
            let line = |to: Square| layout.ray(from, layout.vector(from, to)).take(steps).collect();
            lines[from.index()] = next[from.index()].iter().map(line).collect();
        }
        PawnSteps { lines }
    }

    /// Returns the squares that are reached, the first occupied one of each direction included.
    pub fn targets<S: Squares>(&self, from: Square, occupied: S) -> S {
        let mut reached = S::EMPTY;
        for line in &self.lines[from.index()] {
            for &to in line {
                reached |= S::of(to);
                if occupied.contains(to) {
                    break;
                }
            }
        }
        reached
    }

    /// Returns the empty squares that are reached over others.
    pub fn doubles<S: Squares>(&self, from: Square, occupied: S) -> S {
        let first = self.lines[from.index()].iter().filter_map(|line| line.first().copied());
        self.targets(from, occupied) & !S::from_squares(first) & !occupied
    }
}

/// Returns the next squares ahead, by square; none from which a pawn cannot move.
pub(super) fn squares_ahead<S: Squares>(ahead: Ahead, paths: &PawnPaths<S>) -> PerSquare<S> {
    match ahead {
        Ahead::Straight => paths.step,
        Ahead::Diagonally => paths.attacks,
    }
}

/// Returns the captures by hops over the next square diagonally ahead.
pub(super) fn hops<S: Squares>(layout: Layout, paths: &PawnPaths<S>) -> Locusts {
    let mut lines = vec![Vec::new(); Square::LIMIT];
    for from in layout.squares() {
        let hop = |victim: Square| Some(vec![victim, layout.offset(victim, layout.vector(from, victim))?]);
        lines[from.index()] = paths.attacks[from.index()].iter().filter_map(hop).collect();
    }
    Locusts::of_lines(lines)
}
