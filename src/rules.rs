//! Rules: what a capture does besides capturing.
//!
//! [`table`] lists every rule with its names; [`Condition`] is one of them as a
//! problem states it; [`Rules`] is what play asks of them.

pub mod change;
pub mod choices;
pub mod circe;
pub mod clause;
mod combine;
pub mod condition;
pub mod deed;
mod engine;
pub mod example;
pub mod fate;
pub mod field;
pub mod games;
pub mod hooks;
pub mod orthodox;
pub mod pawn;
pub mod reach;
pub mod rebirth;
pub mod rule;
pub mod set;
pub mod shift;
pub mod table;
pub mod tally;
pub mod traced;
pub mod veto;

pub use choices::Choices;
pub use circe::{Circe, Form, Occupied, Royals};
pub use clause::{Clause, Term, TermWord};
pub use combine::misplaced;
pub use condition::Condition;
pub use deed::{Deed, KingsFate};
pub use engine::Engine;
pub use example::Example;
pub use fate::{Attacker, Fate, Fates, Peril, Shelter};
pub use field::Field;
pub use hooks::{Capture, Outcome, Rules};
pub use orthodox::Orthodox;
pub use rule::{Aftermath, Compulsion, Intent, Needs, Rule};
pub use set::RuleSet;
pub use tally::{Tally, Ways};
pub use traced::Traced;
