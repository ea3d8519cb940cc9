//! The choice of the engine that plays the rules of a problem: two are specialised for the commonest
//! rules, one plays all.

use super::{Circe, ScopedRule};

/// An engine, and its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Orthodox chess, on any board.
    Orthodox,
    /// One rule of the Circe family.
    Circe(Circe),
    /// Any rules.
    General,
}

impl Engine {
    /// Returns the fastest engine for these rules. Men with attributes need [`Engine::General`] under any
    /// rules.
    pub fn of(rules: &[ScopedRule]) -> Engine {
        let mut effective = rules.iter().filter(|rule| !rule.is_board_only());
        match (effective.next(), effective.next()) {
            (None, _) => Engine::Orthodox,
            (Some(rule), None) => {
                rule.unscoped().and_then(Circe::from_condition).map_or(Engine::General, Engine::Circe)
            }
            _ => Engine::General,
        }
    }
}
