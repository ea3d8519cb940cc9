//! Men that hop over the man that they capture.

use kirke::position::Walk;

use super::{BISHOP, KNIGHT, QUEEN, ROOK, Vector, View};
use crate::reference_rules::board::Sq;

/// A capture: the square of the victim, and that of the arrival.
type Hop = (Sq, Sq);

impl View<'_, '_> {
    fn can_arrive(&self, square: Sq) -> bool {
        square != self.from && self.board.men[square].is_none()
    }

    /// Hops over the first man of a line, or over the next square only if not `far`.
    pub(super) fn hops_on_lines(&self, vectors: &[Vector], far: bool) -> Vec<Hop> {
        let mut hops = Vec::new();
        for &vector in vectors {
            let mut square = self.from;
            while let Some(victim) = View::step(square, vector) {
                hops.extend(View::step(victim, vector).map(|to| (victim, to)));
                if !far || self.is_occupied(victim) {
                    break;
                }
                square = victim;
            }
        }
        hops
    }

    fn hops_on_circles(&self) -> Vec<Hop> {
        let mut hops = Vec::new();
        for circle in self.circles() {
            for pair in circle.windows(2) {
                let (victim, to) = (pair[0], pair[1]);
                hops.push((victim, to));
                if self.is_occupied(victim) {
                    break;
                }
            }
        }
        hops
    }

    /// Makes one of these steps to the victim and another one, so that both are the leap of a knight.
    fn hops_of_knight(&self, to_victim: &[Vector], after: &[Vector]) -> Vec<Hop> {
        let mut hops = Vec::new();
        for one in to_victim {
            for other in after.iter().filter(|other| KNIGHT.contains(&(one.0 + other.0, one.1 + other.1))) {
                let Some(victim) = View::step(self.from, *one) else { continue };
                hops.extend(View::step(victim, *other).map(|to| (victim, to)));
            }
        }
        hops
    }

    /// Returns the captures of a man that hops over its victim; `None` for other men.
    pub fn hops(&self, walk: Walk) -> Option<Vec<Hop>> {
        let hops = match walk {
            Walk::Locust | Walk::Siren => self.hops_on_lines(&QUEEN, true),
            Walk::RookLocust | Walk::Triton => self.hops_on_lines(&ROOK, true),
            Walk::BishopLocust | Walk::Nereid => self.hops_on_lines(&BISHOP, true),
            Walk::NightriderLocust => self.hops_on_lines(&KNIGHT, true),
            Walk::MarineKnight => self.hops_on_lines(&KNIGHT, false),
            Walk::Poseidon => self.hops_on_lines(&QUEEN, false),
            Walk::RoseLocust => self.hops_on_circles(),
            Walk::Skylla => self.hops_of_knight(&ROOK, &BISHOP),
            Walk::Charybdis => self.hops_of_knight(&BISHOP, &ROOK),
            _ => return None,
        };
        Some(hops.into_iter().filter(|(_, to)| self.can_arrive(*to)).collect())
    }
}
