//! Collects the features of a replayed solution.

use std::collections::BTreeMap;

use serde::Serialize;

use super::feature::Feature;
use super::picture::Picture;
use super::played::{PlayedLine, PlayedPhase};
use super::replay::Replay;
use crate::position::PieceNames;
use crate::solution::{Phase, Role};

/// A feature of a solution with the places where it occurs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FoundFeature {
    /// The feature.
    pub feature: Feature,
    /// How often it occurs.
    pub count: usize,
    /// Where it occurs first: lines, moves or men, at most [`MAX_EVIDENCE`].
    pub evidence: Vec<String>,
}

/// The number of places of a feature that are kept.
pub const MAX_EVIDENCE: usize = 8;

/// Collects features.
pub(super) struct Finder<'r> {
    pub phases: &'r [PlayedPhase],
    pub names: PieceNames,
    found: BTreeMap<Feature, Vec<String>>,
}

impl<'r> Finder<'r> {
    pub fn new(replay: &'r Replay, names: PieceNames) -> Finder<'r> {
        Finder { phases: &replay.phases, names, found: BTreeMap::new() }
    }

    /// Adds a place where a feature occurs, unless it is known.
    pub fn add(&mut self, feature: Feature, evidence: String) {
        let places = self.found.entry(feature).or_default();
        if !places.contains(&evidence) {
            places.push(evidence);
        }
    }

    /// Returns the lines of actual play, without tries.
    pub fn lines(&self) -> impl Iterator<Item = (&'r PlayedPhase, &'r PlayedLine)> + use<'r> {
        let actual = self.phases.iter().filter(|phase| phase.phase == Phase::Actual);
        let is_try = |line: &PlayedLine| line.first_role() == Some(Role::Try);
        actual
            .flat_map(move |phase| phase.lines.iter().map(move |line| (phase, line)))
            .filter(move |(_, line)| !is_try(line))
    }

    /// Returns the lines of help and series play.
    pub fn help_lines(&self) -> impl Iterator<Item = (&'r PlayedPhase, &'r PlayedLine)> + use<'r> {
        self.lines().filter(|(_, line)| line.counting.is_some())
    }

    /// Returns the lines of actual play with their final positions.
    pub fn pictures(&self) -> impl Iterator<Item = (&'r PlayedPhase, &'r PlayedLine, &'r Picture)> + use<'r> {
        self.lines().filter_map(|(phase, line)| Some((phase, line, line.picture.as_ref()?)))
    }

    /// Returns a line in short notation.
    pub fn text(&self, phase: &PlayedPhase, line: &PlayedLine) -> String {
        line.text(phase.layout(), self.names)
    }

    pub fn finish(self) -> Vec<FoundFeature> {
        let found = self.found.into_iter();
        let found = found.map(|(feature, mut evidence)| {
            let count = evidence.len();
            evidence.truncate(MAX_EVIDENCE);
            FoundFeature { feature, count, evidence }
        });
        found.collect()
    }
}
