//! PAD: a man may capture once. When it captures again it disappears too; in its strict
//! form it may not. Kings may capture as often as they like, unless they are included:
//! then their second capture is illegal.

use crate::position::{Ledger, Marks};
use crate::rules::fast::circe::Royals;
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rule::{Aftermath, Rule};

/// PAD in its forms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pad {
    /// A second capture is illegal.
    pub strict: bool,
    /// Whether kings are concerned.
    pub royals: Royals,
}

impl Rule for Pad {
    fn aftermath(&self) -> Aftermath {
        match (self.strict, self.royals) {
            (false, Royals::Exclusive) => Aftermath::NothingForRoyals,
            _ => Aftermath::Anything,
        }
    }

    fn wears_out<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        let royal = deed.mover.royal;
        if deed.victim.is_none() || (royal && self.royals == Royals::Exclusive) {
            return Outcome::Done;
        }
        if deed.mover.marks.contains(Marks::HAS_CAPTURED) {
            if self.strict || royal {
                return Outcome::Forbidden;
            }
            if let Some(at) = deed.at {
                deed.remove(at);
            }
        } else if let Some((man, _)) = deed.capturer() {
            deed.mark_mover(man.marks.with(Marks::HAS_CAPTURED));
        }
        // Who comes back has everything before it.
        if self.strict
            && let Some(victim) = &mut deed.victim
        {
            victim.man.marks = victim.man.marks.without(Marks::HAS_CAPTURED);
        }
        Outcome::Done
    }
}
