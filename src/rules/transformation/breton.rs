//! Breton: with every capture a man like the captured one disappears as well, by the
//! mover's choice if there are several: one of the capturer's side, in Breton Adverse one
//! of the other side. The capturer itself may be it. In Breton Chromatic it changes sides
//! and stays. By Popeye's own reading (PY) that happens after the capturer has promoted,
//! has changed and has been reborn, otherwise before it promotes.

use crate::board::Squares;
use crate::position::{Change, Colour, Ledger};
use crate::rules::game_rules::Outcome;
use crate::rules::game_view::Field;
use crate::rules::move_context::Deed;
use crate::rules::rule::{Aftermath, Needs, Rule};

/// Breton in its forms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Breton {
    /// The man is one of the side that has lost one.
    pub adverse: bool,
    /// It changes sides and does not disappear.
    pub chromatic: bool,
    /// It is looked for after the capturer's own changes, and can be neutral.
    pub py: bool,
}

impl Breton {
    fn work<F: Field<Memory = Ledger>>(self, deed: &mut Deed<'_, F>) {
        let Some(victim) = deed.victim.filter(|victim| !victim.man.royal) else { return };
        let side = if self.adverse { deed.by.other() } else { deed.by };
        let mut like = deed.position.walk(victim.man.walk) & deed.position.of(side);
        if !self.py {
            like &= !deed.position.of(side.other());
        }
        let like: Vec<_> = like.iter().collect();
        // Where there is only one nothing is decided.
        let at = match like[..] {
            [] => return,
            [at] => at,
            _ => like[deed.choose(like.len())],
        };
        match deed.position.man(at) {
            Some(man) if self.chromatic && man.colour != Colour::Neutral => {
                let colour = man.colour.opposite();
                deed.apply(Change::Recoloured { man, at, colour, mover: false });
            }
            _ => deed.remove(at),
        }
    }
}

impl Rule for Breton {
    fn aftermath(&self) -> Aftermath {
        Aftermath::NothingForRoyals
    }

    fn needs(&self) -> Needs {
        Needs { late_promotion: !self.py, endangers_alike: true, ..Needs::default() }
    }

    fn takes_along<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        if !self.py {
            self.work(deed);
        }
        Outcome::Done
    }

    fn recolours<F: Field<Memory = Ledger>>(&self, deed: &mut Deed<'_, F>) -> Outcome {
        if self.py {
            self.work(deed);
        }
        Outcome::Done
    }
}
