//! Snek chess: if a side loses an officer, another of its men, by the mover's choice the
//! one or the other, becomes what was lost: for a queen a rook does, for a rook a bishop,
//! for a bishop a knight, and for a knight the king, which stays royal and is a king again
//! when a pawn is lost. Snek circle: for a knight a queen does, and kings never change.

use crate::board::Squares;
use crate::position::{Ledger, Walk};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::{Deed, side_of};
use crate::rules::rule::{Aftermath, Rule};

/// Who becomes what was lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Snek {
    /// In the order queen, rook, bishop, knight, king.
    Chess,
    /// In the order queen, rook, bishop, knight, queen.
    Circle,
}

impl Snek {
    fn heir(self, lost: Walk) -> Option<Walk> {
        Some(match (lost, self) {
            (Walk::Queen, _) => Walk::Rook,
            (Walk::Rook, _) => Walk::Bishop,
            (Walk::Bishop, _) => Walk::Knight,
            (Walk::Knight, Snek::Chess) => Walk::King,
            (Walk::Knight, Snek::Circle) => Walk::Queen,
            _ => return None,
        })
    }
}

impl Rule for Snek {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn concerns_others<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let Some(victim) = deed.victim else { return Outcome::Done };
        let lost = victim.man.walk;
        let men = deed.position.of(side_of(victim.man, deed.by));
        if lost == Walk::Pawn && *self == Snek::Chess {
            if let Some(king) = (deed.position.royal & men).first() {
                deed.retype(king, Walk::King, false);
            }
        } else if let Some(heir) = self.heir(lost) {
            let heirs: Vec<_> = (deed.position.walk(heir) & men).iter().collect();
            if !heirs.is_empty() {
                let heir = heirs[deed.choose(heirs.len())];
                deed.retype(heir, lost, false);
            }
        }
        Outcome::Done
    }
}
