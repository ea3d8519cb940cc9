//! The solution in a JSON record as it is written: a root move or line at a time, so that a record takes no more memory than
//! the solution. The types are those that are read, with other fields for the play.

use serde::{Serialize, Serializer};

use super::play::{JsonLine, JsonNode, JsonPhase, JsonSide, JsonTwin};
use super::table::JsonTable;
use crate::board::Layout;
use crate::problem::Problem;
use crate::solution::changed_play::{PlayTable, ShownTries};
use crate::solution::{Line, MoveTree, Solution, TwinTree};

/// The twins of a solution, for writing.
#[derive(Clone, Copy, Debug)]
pub struct StreamedTwins<'a> {
    problem: &'a Problem,
    twins: &'a [TwinTree],
    /// The tries that tables of changed play show; `None` without tables.
    tables: Option<ShownTries>,
}

impl<'a> StreamedTwins<'a> {
    pub(super) fn new(problem: &'a Problem, solution: &'a Solution) -> StreamedTwins<'a> {
        StreamedTwins { problem, twins: &solution.twins, tables: None }
    }

    pub(super) fn with_tables(self, tries: ShownTries) -> StreamedTwins<'a> {
        StreamedTwins { tables: Some(tries), ..self }
    }

    fn twin(&self, twin: &'a TwinTree) -> JsonTwin<StreamedPhase<'a>> {
        let mut written = JsonTwin::new(self.problem, twin);
        if let Some(tries) = self.tables {
            add_tables(self.problem, twin, tries, &mut written.sides);
        }
        written
    }
}

impl Serialize for StreamedTwins<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.twins.iter().map(|twin| self.twin(twin)))
    }
}

/// Adds tables of changed play to the sides with such play.
fn add_tables<P>(problem: &Problem, twin: &TwinTree, tries: ShownTries, written: &mut [JsonSide<P>]) {
    let Ok(setting) = &twin.head.setting else { return };
    if !PlayTable::is_requested(setting, &problem.options) {
        return;
    }
    let layout = setting.diagram.layout();
    for (side, written) in twin.sides.iter().zip(written) {
        written.table = Some(JsonTable::new(&PlayTable::new(side, layout, tries), layout));
    }
}

/// A phase, for writing.
pub(super) type StreamedPhase<'a> = JsonPhase<Streamed<'a, MoveTree, JsonNode>, Streamed<'a, Line, JsonLine>>;

/// The trees of root moves, or the lines of help and series play, for writing: each becomes JSON when it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Streamed<'a, T, U> {
    pub parts: &'a [T],
    pub layout: Layout,
    pub to_json: fn(&T, Layout) -> U,
}

impl<T, U: Serialize> Serialize for Streamed<'_, T, U> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.parts.iter().map(|part| (self.to_json)(part, self.layout)))
    }
}
