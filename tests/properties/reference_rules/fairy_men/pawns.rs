//! Men that step or capture as pawns.

use kirke::position::{Colour, Walk};

use super::hunters::is_pawn_hunter;
use super::{BISHOP, KNIGHT, ROOK, Vector, View};
use crate::reference_rules::board::{Board, Sq, file, pawn_rank, rank};
use crate::reference_rules::walks::QuietStep;

/// Returns the direction of a pawn's rank.
pub fn ahead(colour: Colour) -> i32 {
    if colour == Colour::White { 1 } else { -1 }
}

/// Returns the directions diagonally ahead.
fn diagonals(colour: Colour) -> [Vector; 2] {
    [(-1, ahead(colour)), (1, ahead(colour))]
}

/// Returns whether a man that attacks an empty square can capture there a pawn that has passed it.
pub fn captures_en_passant(walk: Walk, colour: Colour, from: Sq, to: Sq) -> bool {
    let is_diagonal_step = (file(from) - file(to)).abs() == 1 && (rank(from) - rank(to)).abs() == 1;
    match walk {
        Walk::Pawn | Walk::ReversedPawn | Walk::BerolinaPawn => true,
        Walk::Dragon | Walk::Ship => is_diagonal_step,
        walk if is_pawn_hunter(walk) => is_diagonal_step && ahead(colour) * (rank(to) - rank(from)) > 0,
        _ => false,
    }
}

impl Board<'_> {
    fn steps_in(&self, vectors: &[Vector], colour: Colour, from: Sq) -> Vec<QuietStep> {
        let mut ways = Vec::new();
        for &vector in vectors {
            let (mut square, mut passed) = (from, Vec::new());
            for _ in 0..self.pawn_range(pawn_rank(Walk::Pawn, colour, from)) {
                let Some(to) = View::step(square, vector).filter(|&to| self.men[to].is_none()) else { break };
                ways.push(QuietStep { to, passed: passed.clone() });
                passed.push(to);
                square = to;
            }
        }
        ways
    }

    /// Returns whether a pawn moves at all.
    fn pawn_moves(&self, colour: Colour, from: Sq) -> bool {
        self.pawn_range(pawn_rank(Walk::Pawn, colour, from)) > 0
    }

    /// Returns the moves without capture of a man that steps or captures as a pawn; `None` for other men.
    pub fn pawn_like_steps(&self, walk: Walk, colour: Colour, from: Sq) -> Option<Vec<QuietStep>> {
        let view = View { board: self, from, colour };
        let ahead = [(0, ahead(colour))];
        let empty = |squares: Vec<Sq>| -> Vec<QuietStep> {
            let empty = squares.into_iter().filter(|&to| self.men[to].is_none());
            empty.map(|to| QuietStep { to, passed: Vec::new() }).collect()
        };
        let mut ways = match walk {
            Walk::BerolinaPawn => self.steps_in(&diagonals(colour), colour, from),
            Walk::MarinePawn | Walk::Dragon | Walk::Gryphon => self.steps_in(&ahead, colour, from),
            walk if is_pawn_hunter(walk) => self.steps_in(&ahead, colour, from),
            Walk::Superpawn => empty(view.ride(&ahead)),
            Walk::BerolinaSuperpawn => empty(view.ride(&diagonals(colour))),
            Walk::Ship | Walk::MarineShip => empty(view.ride(&ROOK)),
            _ => return None,
        };
        match walk {
            Walk::Dragon => ways.extend(empty(view.leap(&KNIGHT))),
            Walk::Gryphon => ways.extend(empty(view.ride(&BISHOP))),
            walk if is_pawn_hunter(walk) => ways.extend(empty(view.hunters_moves(walk))),
            _ => {}
        }
        Some(ways)
    }

    /// Returns the squares on which a man that steps or captures as a pawn could capture; `None` for other men.
    pub fn pawn_like_attacks(&self, walk: Walk, colour: Colour, from: Sq) -> Option<Vec<Sq>> {
        let view = View { board: self, from, colour };
        let as_pawn = |vectors: &[Vector]| {
            if self.pawn_moves(colour, from) { view.leap(vectors) } else { Vec::new() }
        };
        Some(match walk {
            Walk::BerolinaPawn => as_pawn(&[(0, ahead(colour))]),
            Walk::Superpawn => view.ride(&diagonals(colour)),
            Walk::BerolinaSuperpawn => view.ride(&[(0, ahead(colour))]),
            Walk::Dragon => [as_pawn(&diagonals(colour)), view.leap(&KNIGHT)].concat(),
            Walk::Gryphon => view.ride(&BISHOP),
            walk if is_pawn_hunter(walk) => [as_pawn(&diagonals(colour)), view.hunters_moves(walk)].concat(),
            Walk::Ship => [as_pawn(&diagonals(colour)), view.ride(&ROOK)].concat(),
            Walk::MarinePawn | Walk::MarineShip => {
                self.pawn_like_hops(walk, colour, from)?.into_iter().map(|(victim, _)| victim).collect()
            }
            _ => return None,
        })
    }

    /// Returns the squares of possible victims of a marine pawn or ship, each with the arrival square; `None` for other men.
    pub fn pawn_like_hops(&self, walk: Walk, colour: Colour, from: Sq) -> Option<Vec<(Sq, Sq)>> {
        let view = View { board: self, from, colour };
        let hops = match walk {
            Walk::MarinePawn if !self.pawn_moves(colour, from) => Vec::new(),
            Walk::MarinePawn => view.hops_on_lines(&diagonals(colour), false),
            Walk::MarineShip => {
                [view.hops_on_lines(&ROOK, true), view.hops_on_lines(&diagonals(colour), false)].concat()
            }
            _ => return None,
        };
        Some(hops.into_iter().filter(|&(_, to)| to != from && self.men[to].is_none()).collect())
    }

    /// Returns the squares to which a marine pawn or ship hops over a square that a pawn has passed.
    pub fn hops_en_passant(&self, walk: Walk, colour: Colour, from: Sq) -> Vec<Sq> {
        if !matches!(walk, Walk::MarinePawn | Walk::MarineShip) || !self.pawn_moves(colour, from) {
            return Vec::new();
        }
        let view = View { board: self, from, colour };
        let hops = view.hops_on_lines(&diagonals(colour), false).into_iter();
        let passing = hops.filter(|&(over, to)| self.ep_squares.contains(&over) && self.men[to].is_none());
        passing.map(|(_, to)| to).collect()
    }
}
