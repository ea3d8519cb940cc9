//! Hunters, which move ahead as one man of chess and back as another.

use kirke::position::Walk;

use super::pawns::ahead;
use super::{BISHOP, KNIGHT, QUEEN, ROOK, Vector, View};
use crate::reference_rules::board::{Sq, rank};

/// Returns the men as which a hunter moves ahead and back, as its name states; `None` for other men.
fn parts(walk: Walk) -> Option<(&'static str, &'static str)> {
    walk.fairy()?.name.strip_prefix("hunter ")?.split_once('/')
}

/// Returns whether a man moves ahead as a pawn and back as another man.
pub fn is_pawn_hunter(walk: Walk) -> bool {
    parts(walk).is_some_and(|(ahead, _)| ahead == "pawn")
}

impl View<'_, '_> {
    /// Returns the squares that a hunter reaches, but those ahead of one that moves ahead as a pawn.
    pub fn hunters_moves(&self, walk: Walk) -> Vec<Sq> {
        let Some((forth, back)) = parts(walk) else { return Vec::new() };
        let forward = ahead(self.colour);
        let rises = |square: &Sq| forward * (rank(*square) - rank(self.from));
        let mut squares = self.moves_of(forth);
        squares.retain(|square| rises(square) > 0);
        squares.extend(self.moves_of(back).iter().filter(|square| rises(square) < 0));
        squares
    }

    fn moves_of(&self, name: &str) -> Vec<Sq> {
        let lines: &[Vector] = match name {
            "queen" => &QUEEN,
            "rook" => &ROOK,
            "bishop" => &BISHOP,
            "knight" => return self.leap(&KNIGHT),
            // It never moves back, and its steps ahead are those of a pawn.
            _ => &[],
        };
        self.ride(lines)
    }
}
