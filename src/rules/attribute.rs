//! Attributes of men that act as rules. Each is in force if a man of the problem has it, and acts on men with its flag
//! only.
//!
//! Kamikazes and uncapturable and patrolling men need no rule: they are part of every capture.

mod anda;
mod chameleon_men;
mod functionary;
mod half_neutral;
mod jigger;
mod paralysing;
mod protean_men;
mod volage;

pub use anda::Anda;
pub use chameleon_men::ChameleonMen;
pub use functionary::Functionary;
pub use half_neutral::HalfNeutral;
pub use jigger::Jigger;
pub use paralysing::Paralysing;
pub use protean_men::ProteanMen;
pub use volage::Volage;

use super::condition::Condition;
use super::rebirth::transform::Cycle;
use crate::position::{ManFlags, Walk};

/// Returns the rules of the attributes among these flags.
pub fn rules_of(flags: ManFlags) -> impl Iterator<Item = Condition> {
    [
        (ManFlags::CHAMELEON, Condition::ChameleonMen(ChameleonMen(Cycle::USUAL))),
        (ManFlags::PROTEAN, Condition::ProteanMen(ProteanMen)),
        (ManFlags::HALF_NEUTRAL, Condition::HalfNeutral(HalfNeutral)),
        (ManFlags::VOLAGE, Condition::Volage(Volage)),
        (ManFlags::ANDA, Condition::Anda(Anda::Checkers)),
        (ManFlags::ANDA_INVERSE, Condition::Anda(Anda::Others)),
        (ManFlags::PARALYSING, Condition::Paralysing(Paralysing)),
        (ManFlags::FUNCTIONARY, Condition::Functionary(Functionary)),
        (ManFlags::JIGGER, Condition::Jigger(Jigger)),
    ]
    .into_iter()
    .filter(move |(flag, _)| flags.contains(*flag))
    .map(|(_, rule)| rule)
}

/// Returns the attributes of which a man can choose one, or none, when it promotes, by walk, where men have these flags.
pub fn promotion_marks(flags: ManFlags) -> Vec<(Walk, Vec<ManFlags>)> {
    if !flags.contains(ManFlags::CHAMELEON) {
        return Vec::new();
    }
    let choice = vec![ManFlags::NONE, ManFlags::CHAMELEON];
    Cycle::USUAL.walks().into_iter().map(|walk| (walk, choice.clone())).collect()
}
