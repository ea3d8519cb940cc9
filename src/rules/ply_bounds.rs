//! Upper bounds for the effects of one ply.
//!
//! A rule without bounds may do anything in one ply. The lower bound of proof games
//! (`search::lower_bound::proof_game`) relies on the bounds: they must hold
//! in every position, for men of one side without [attributes](crate::position::ManFlags::attributes).

use super::rebirth::Rebirth;

/// Upper bounds for the effects of one ply under a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyBounds {
    /// How many more than four squares a ply can empty, fill or change. Castling in orthodox chess changes four,
    /// and so does an en passant capture with a rebirth.
    pub extra_changes: u32,
    /// The maximum number of squares on which a ply can put another man than was there, not counting the
    /// arrival square of the move and that of the rook in castling.
    pub extra_arrivals: u32,
    /// Whether a ply captures at most one man, an enemy, no new man appears except by a [pending
    /// rebirth](PlyBounds::pending_rebirths), and no man changes sides.
    pub conserves_men: bool,
    /// The maximum number of men off the board that can be reborn in a later ply.
    pub pending_rebirths: u32,
    /// Whether no man becomes a pawn.
    pub no_new_pawns: bool,
    /// How men reach their squares, if moves are to be counted.
    pub displacement: Displacement,
}

/// How men reach their squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Displacement {
    /// As in orthodox chess, by their walks and by castling: the rule is a pure restriction.
    Orthodox,
    /// As in orthodox chess, and kings also move as other men do.
    KingsAsOthers,
    /// As in orthodox chess, and captured men reappear unchanged, at once or later, on the squares of
    /// this rebirth.
    Rebirth(Rebirth),
    /// In other ways.
    Any,
}

impl PlyBounds {
    /// The bounds of a rule that only forbids moves or makes them compulsory.
    pub const RESTRICTION: PlyBounds = PlyBounds {
        extra_changes: 0,
        extra_arrivals: 0,
        conserves_men: true,
        pending_rebirths: 0,
        no_new_pawns: true,
        displacement: Displacement::Orthodox,
    };

    /// The bounds of a rule under which men also reach squares in other ways than in orthodox chess, but
    /// one ply still moves one man to one square and captures at most one. If the
    /// [effect](super::CaptureEffect) of its captures is `None`, the capturer stays on the square of the
    /// capture.
    pub const FAIRY_MOVES: PlyBounds =
        PlyBounds { displacement: Displacement::Any, ..PlyBounds::RESTRICTION };

    /// Returns the bounds of two rules in one game.
    pub fn combined_with(self, other: PlyBounds) -> PlyBounds {
        let both_arrive = self.extra_arrivals > 0 && other.extra_arrivals > 0;
        PlyBounds {
            // An en passant capture may cause a rebirth under both rules.
            extra_changes: self.extra_changes + other.extra_changes + u32::from(both_arrive),
            extra_arrivals: self.extra_arrivals + other.extra_arrivals,
            // A man reborn under one rule could be reborn under the other once more.
            conserves_men: self.conserves_men && other.conserves_men && !both_arrive,
            pending_rebirths: self.pending_rebirths + other.pending_rebirths,
            no_new_pawns: self.no_new_pawns && other.no_new_pawns && !both_arrive,
            displacement: match (self.displacement, other.displacement) {
                (Displacement::Orthodox, displacement) | (displacement, Displacement::Orthodox) => {
                    displacement
                }
                (Displacement::KingsAsOthers, Displacement::KingsAsOthers) => Displacement::KingsAsOthers,
                _ => Displacement::Any,
            },
        }
    }
}
