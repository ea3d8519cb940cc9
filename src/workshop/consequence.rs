//! What a change does to the play of a problem.

use std::collections::BTreeMap;

use serde::Serialize;

use super::intent::Intent;
use super::play::{PhaseKey, PhasePlay, Play};
use super::workbench::Obstacle;

/// What a change does to the play of a problem. Moves are in short notation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Consequence {
    /// Why the changed problem cannot be played.
    pub obstacle: Option<Obstacle>,
    /// The intended keys or lines that solve no longer.
    pub missing: Vec<String>,
    /// The keys and lines that are not intended and new.
    pub cooks: Vec<String>,
    /// The new duals that are defects.
    pub duals: Vec<String>,
    /// Variations and lines of set play of which the attacker's moves do not occur any more.
    pub lost: Vec<String>,
    /// Whether the search was stopped: there may be more of everything, and nothing is known to be missing.
    #[serde(rename = "incomplete")]
    pub is_incomplete: bool,
}

impl Consequence {
    /// Returns the consequence of a change from one play to another. If the latter was [cut](Play::is_cut), `solves` decides
    /// whether an intended key or line that is not in it solves.
    pub fn new(
        before: &Play,
        after: &Play,
        intent: &Intent,
        solves: &dyn Fn(PhaseKey, &str) -> bool,
    ) -> Consequence {
        let obstacle = match after.refusals.first() {
            _ if after.is_illegal => Some(Obstacle::Illegal),
            Some(reason) => Some(Obstacle::Refused(reason.clone())),
            None => None,
        };
        let mut found = Consequence { obstacle, is_incomplete: after.is_stopped, ..Consequence::default() };
        if found.obstacle.is_some() {
            return found;
        }
        let none = PhasePlay::default();
        for (&key, old) in &before.phases {
            let new = after.phases.get(&key).unwrap_or(&none);
            found.duals.extend(new.duals.difference(&old.duals).cloned());
            if key.is_set_play {
                found.add_lost(&old.solutions, &new.solutions);
            } else {
                let intended = old.solutions.iter().filter(|(moves, _)| intent.contains(key, moves));
                let may_solve = |moves: &String| {
                    after.is_stopped
                        || new.solutions.contains_key(moves)
                        || (after.is_cut && solves(key, moves))
                };
                let missing = intended.filter(|(moves, _)| !may_solve(moves));
                found.missing.extend(missing.map(|(_, text)| text.clone()));
                let cooks = new.solutions.iter().filter(|(moves, _)| !old.solutions.contains_key(*moves));
                found.cooks.extend(cooks.map(|(_, text)| text.clone()));
            }
            found.add_lost(&old.variations, &new.variations);
        }
        if after.is_cut {
            // Cooks are found; what a cut play lacks is not lost.
            found.lost.clear();
        }
        found
    }

    fn add_lost(&mut self, before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) {
        if !self.is_incomplete {
            let lost = before.iter().filter(|(moves, _)| !after.contains_key(*moves));
            self.lost.extend(lost.map(|(_, text)| text.clone()));
        }
    }

    /// Returns whether the solution stays, without any further one and without a new dual.
    pub fn keeps_soundness(&self) -> bool {
        self.obstacle.is_none()
            && !self.is_incomplete
            && [&self.missing, &self.cooks, &self.duals].iter().all(|list| list.is_empty())
    }
}
