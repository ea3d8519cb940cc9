//! Attributes of men that act as rules. Each is in force if a man of the problem has it, and acts on men with its flag
//! only.
//!
//! Kamikazes and uncapturable and patrolling men need no rule: they are part of every capture.

mod anda;
mod chameleon_men;
mod functionary;
mod half_neutral;
mod hurdle_men;
mod jigger;
mod magic;
mod paralysing;
mod protean_men;
mod volage;

pub use anda::Anda;
pub use chameleon_men::ChameleonMen;
pub use functionary::Functionary;
pub use half_neutral::HalfNeutral;
pub use hurdle_men::HurdleMen;
pub use jigger::Jigger;
pub use magic::Magic;
pub use paralysing::Paralysing;
pub use protean_men::ProteanMen;
pub use volage::Volage;

use std::collections::{BTreeMap, BTreeSet};

use super::condition::Condition;
use super::movement::Alice;
use super::rebirth::transform::Cycle;
use crate::position::{Man, ManFlags, Walk};

/// Returns the rules of the attributes among these flags.
pub fn rules_of(flags: ManFlags) -> impl Iterator<Item = Condition> {
    [
        (ManFlags::CHAMELEON, Condition::ChameleonMen(ChameleonMen::USUAL)),
        (ManFlags::PROTEAN, Condition::ProteanMen(ProteanMen)),
        (ManFlags::HALF_NEUTRAL, Condition::HalfNeutral(HalfNeutral)),
        (ManFlags::VOLAGE, Condition::Volage(Volage)),
        (ManFlags::MAGIC, Condition::Magic(Magic)),
        (ManFlags::ANDA, Condition::Anda(Anda::Checkers)),
        (ManFlags::ANDA_INVERSE, Condition::Anda(Anda::Others)),
        (ManFlags::HURDLE_COLOUR_CHANGING, Condition::HurdleMen(HurdleMen::ChangesSides)),
        (ManFlags::BUL, Condition::HurdleMen(HurdleMen::MovesAsHopper)),
        (ManFlags::DOB, Condition::HurdleMen(HurdleMen::MovesByOwnWalk)),
        (ManFlags::PARALYSING, Condition::Paralysing(Paralysing)),
        (ManFlags::FUNCTIONARY, Condition::Functionary(Functionary::Marked)),
        (ManFlags::JIGGER, Condition::Jigger(Jigger)),
    ]
    .into_iter()
    .filter(move |(flag, _)| flags.contains(*flag))
    .map(|(_, rule)| rule)
    .chain(flags.meets(ManFlags::OF_TWO_BOARDS).then_some(Condition::Alice(Alice)))
}

/// Returns the attributes of which a man chooses one set when it promotes, by walk: a man with a walk of the cycle of
/// chameleons can become one if there is one, and a fairy man has the attributes of hurdles that men with its walk have.
pub fn promotion_marks(men: &[Man], cycle: Cycle) -> Vec<(Walk, Vec<ManFlags>)> {
    let mut marks: BTreeMap<Walk, BTreeSet<ManFlags>> = BTreeMap::new();
    if men.iter().any(|man| man.flags.contains(ManFlags::CHAMELEON)) {
        let choice = BTreeSet::from([ManFlags::NONE, ManFlags::CHAMELEON]);
        marks.extend(cycle.walks().iter().map(|&walk| (walk, choice.clone())));
    }
    for man in men.iter().filter(|man| man.walk.is_fairy()) {
        marks.entry(man.walk).or_default().insert(man.flags.common(ManFlags::OF_HURDLES));
    }
    let is_choice = |marks: &BTreeSet<ManFlags>| marks.iter().any(|&marks| marks != ManFlags::NONE);
    let marks = marks.into_iter().filter(|(_, marks)| is_choice(marks));
    marks.map(|(walk, marks)| (walk, marks.into_iter().collect())).collect()
}
