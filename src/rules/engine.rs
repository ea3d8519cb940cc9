//! Which of the engines plays the rules of a problem: two of them are made for what is mostly
//! asked for, and one plays everything.

use super::{Circe, Clause};

/// An engine, and what it is told of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Orthodox chess, on whatever board.
    Orthodox,
    /// One rule of the Circe family.
    Circe(Circe),
    /// Any rules.
    General,
}

impl Engine {
    /// The fastest engine for these rules, if men are of the usual kinds.
    pub fn of(clauses: &[Clause]) -> Engine {
        let mut rules = clauses.iter().filter(|clause| !clause.is_only_a_board());
        match (rules.next(), rules.next()) {
            (None, _) => Engine::Orthodox,
            (Some(clause), None) => {
                clause.unlimited().and_then(Circe::of).map_or(Engine::General, Engine::Circe)
            }
            _ => Engine::General,
        }
    }
}
