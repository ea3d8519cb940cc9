//! Moves and captures of men as if they were on a square, without a test for check.

use kirke::position::{Colour, Walk};

use crate::reference_rules::board::{Board, Sq, at, file, moves_up, pawn_rank, rank};

const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the directions and the range of a walk; no directions for pawns.
fn steps(walk: Walk) -> (Vec<(i32, i32)>, i32) {
    match walk {
        Walk::King => ([ORTHOGONAL, DIAGONAL].concat(), 1),
        Walk::Queen => ([ORTHOGONAL, DIAGONAL].concat(), 7),
        Walk::Rook => (ORTHOGONAL.to_vec(), 7),
        Walk::Bishop => (DIAGONAL.to_vec(), 7),
        Walk::Knight => (LEAPS.to_vec(), 1),
        // Pawns, and walks of fairy chess.
        _ => (Vec::new(), 0),
    }
}

/// A move without capture: its target, and the squares that a pawn passes.
pub struct QuietStep {
    pub to: Sq,
    pub passed: Vec<Sq>,
}

impl Board<'_> {
    /// Returns the moves without capture of a man of this walk and colour from a square. The man
    /// must have been removed from the board.
    pub fn quiet_steps(&self, walk: Walk, colour: Colour, from: Sq) -> Vec<QuietStep> {
        if let Some(ways) = self.pawn_like_steps(walk, colour, from) {
            return ways;
        }
        if walk.is_fairy() {
            let squares = self.fairy_quiet_moves(walk, colour, from).into_iter();
            return squares.map(|to| QuietStep { to, passed: Vec::new() }).collect();
        }
        let mut ways = Vec::new();
        let (directions, reach) = steps(walk);
        for (files, ranks) in directions {
            for distance in 1..=reach {
                let to = at(file(from) + distance * files, rank(from) + distance * ranks);
                let Some(to) = to.filter(|&to| self.men[to].is_none()) else { break };
                ways.push(QuietStep { to, passed: Vec::new() });
            }
        }
        if walk.is_pawn() {
            let ahead = if moves_up(walk, colour) { 1 } else { -1 };
            let mut passed = Vec::new();
            for distance in 1..=self.pawn_range(pawn_rank(walk, colour, from)) {
                let to = at(file(from), rank(from) + distance * ahead);
                let Some(to) = to.filter(|&to| self.men[to].is_none()) else { break };
                ways.push(QuietStep { to, passed: passed.clone() });
                passed.push(to);
            }
        }
        ways
    }

    /// Returns the range of a pawn from one of its ranks.
    pub fn pawn_range(&self, own_rank: i32) -> i32 {
        match own_rank {
            0 if self.rules.einstein().is_some() => 3,
            0 if !self.rules.first_rank_pawns_move() => 0,
            1 => 2,
            _ => 1,
        }
    }

    /// Returns the squares on which a man of this walk and colour could capture from a square,
    /// whether or not they are occupied. The man must have been removed from the board.
    pub fn attacked_squares(&self, walk: Walk, colour: Colour, from: Sq) -> Vec<Sq> {
        if let Some(squares) = self.pawn_like_attacks(walk, colour, from) {
            return squares;
        }
        if walk.is_fairy() {
            // A man on a closed line does not observe itself.
            let mut squares = self.fairy_captures(walk, colour, from);
            squares.retain(|&square| square != from);
            squares.sort_unstable();
            squares.dedup();
            return squares;
        }
        let mut squares = Vec::new();
        let (directions, reach) = steps(walk);
        for (files, ranks) in directions {
            for distance in 1..=reach {
                let Some(to) = at(file(from) + distance * files, rank(from) + distance * ranks) else {
                    break;
                };
                squares.push(to);
                if self.men[to].is_some() {
                    break;
                }
            }
        }
        if walk.is_pawn() && self.pawn_range(pawn_rank(walk, colour, from)) > 0 {
            let ahead = if moves_up(walk, colour) { 1 } else { -1 };
            squares.extend([-1, 1].iter().filter_map(|aside| at(file(from) + aside, rank(from) + ahead)));
        }
        squares
    }
}
