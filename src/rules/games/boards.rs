//! Boards as conditions; they can be combined with other conditions.
//!
//! Reroute66: 66 squares. Between the fourth and the fifth rank the files are shifted, and at both
//! ends there is a switch: above a3 lie both a4 and A4, below h6 both h5 and H5.
//! See [`GraphBoard::reroute66`](crate::board::GraphBoard::reroute66).
//!
//! The small board has five files and eight ranks. Its game array has the officers of Reenterent
//! chess unless others are given.

use crate::board::{GameArray, Geometry, Layout, Square, Squares};
use crate::rules::rule::{CaptureEffect, Rule};

/// The board of 66 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reroute66 {
    /// No knight leaps between the two squares of a switch, A4 and a4, h5 and H5.
    pub no_leap_in_switch: bool,
    /// No knight leaps between b4 and A4, or g5 and H5, which look adjacent.
    pub no_leap_to_switch_neighbour: bool,
}

/// Five files and eight ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SmallBoard(pub GameArray);

impl Default for SmallBoard {
    fn default() -> SmallBoard {
        SmallBoard(GameArray::REENTERENT)
    }
}

impl Rule for Reroute66 {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }

    fn adjust_geometry<S: Squares>(&self, geometry: &mut Geometry<S>) {
        let pairs = [
            (self.no_leap_in_switch, [("A4", "a4"), ("H5", "h5")]),
            (self.no_leap_to_switch_neighbour, [("A4", "b4"), ("H5", "g5")]),
        ];
        let square = |name: &str| Layout::REROUTE66.square(name).unwrap_or(Square::new(0));
        for (one, other) in pairs.into_iter().filter(|pair| pair.0).flat_map(|pair| pair.1) {
            let (one, other) = (square(one), square(other));
            geometry.knight[one.index()] &= !S::of(other);
            geometry.knight[other.index()] &= !S::of(one);
        }
    }
}

impl Rule for SmallBoard {
    fn capture_effect(&self) -> CaptureEffect {
        CaptureEffect::None
    }
}
