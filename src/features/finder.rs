//! Collects the features of a replayed solution.

use std::collections::BTreeMap;

use serde::Serialize;

use super::feature::Feature;
use super::picture::Picture;
use super::played::{PlayedLine, PlayedPhase};
use super::replay::Replay;
use crate::position::PieceNames;
use crate::problem::Twin;
use crate::solution::{Phase, Role};
use crate::stipulation::Goal;

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

/// The features of a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// The features, in the order of [`Feature::ALL`].
    pub found: Vec<FoundFeature>,
    /// Whether there may be more: not every line, man or final position could be examined.
    pub is_partial: bool,
}

impl Features {
    /// Returns whether a feature was found.
    pub fn has(&self, feature: Feature) -> bool {
        self.found.iter().any(|found| found.feature == feature)
    }
}

/// The number of places of a feature that are kept.
pub const MAX_EVIDENCE: usize = 8;

/// Collects features.
pub(super) struct Finder<'r> {
    pub phases: &'r [PlayedPhase],
    pub names: PieceNames,
    found: BTreeMap<Feature, Vec<String>>,
    has_twins: bool,
    is_partial: bool,
}

impl<'r> Finder<'r> {
    pub fn new(replay: &'r Replay, names: PieceNames) -> Finder<'r> {
        let twin = replay.phases.first().map(|phase| phase.twin);
        let has_twins = replay.phases.iter().any(|phase| Some(phase.twin) != twin);
        let is_examined = |phase: &PlayedPhase| phase.lines.iter().all(|line| is_examined(phase, line));
        let is_partial = replay.is_incomplete || !replay.phases.iter().all(is_examined);
        Finder { phases: &replay.phases, names, found: BTreeMap::new(), has_twins, is_partial }
    }

    /// Notes that there may be more than what is found.
    pub fn leave_out(&mut self) {
        self.is_partial = true;
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

    /// Returns a line in short notation, below the name of its twin if there are several.
    pub fn text(&self, phase: &PlayedPhase, line: &PlayedLine) -> String {
        let text = line.text(phase.layout(), self.names);
        if self.has_twins { format!("{}) {text}", Twin::name(phase.twin)) } else { text }
    }

    pub fn finish(self) -> Features {
        let found = self.found.into_iter();
        let found = found.map(|(feature, mut evidence)| {
            let count = evidence.len();
            evidence.truncate(MAX_EVIDENCE);
            FoundFeature { feature, count, evidence }
        });
        Features { found: found.collect(), is_partial: self.is_partial }
    }
}

/// Returns whether it is known which man is which in a line, and its final position was examined if it is mate or stalemate.
fn is_examined(phase: &PlayedPhase, line: &PlayedLine) -> bool {
    let Some(last) = line.last() else { return true };
    let has_picture = matches!(last.record.reached, Some(Goal::Mate | Goal::Stalemate | Goal::Immobility));
    last.men.is_some() && (line.picture.is_some() || !has_picture) && phase.layout().is_rectangle()
}
