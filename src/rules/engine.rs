//! Which of the engines plays the rules of a problem: two of them are made for what is mostly
//! asked for, and one plays everything.

use super::{Circe, ScopedRule};

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
    pub fn of(clauses: &[ScopedRule]) -> Engine {
        let mut rules = clauses.iter().filter(|clause| !clause.is_board_only());
        match (rules.next(), rules.next()) {
            (None, _) => Engine::Orthodox,
            (Some(clause), None) => {
                clause.unscoped().and_then(Circe::from_condition).map_or(Engine::General, Engine::Circe)
            }
            _ => Engine::General,
        }
    }
}
