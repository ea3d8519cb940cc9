//! Tables of changed play in a JSON record.

use serde::{Deserialize, Serialize};

use super::play::{JsonMove, pending};
use crate::board::Layout;
use crate::report::notation::{PieceNames, random_move};
use crate::solution::MoveRecord;
use crate::solution::changed_play::{Cell, Marks, PhaseKind, PlayTable, TablePhase, TableRow};

/// Set play, tries and keys next to each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonTable {
    /// The columns.
    pub phases: Vec<JsonTablePhase>,
    /// The rows.
    pub rows: Vec<JsonTableRow>,
    /// The trivial tries, which have no column unless they were requested.
    pub trivial_tries: Vec<JsonTablePhase>,
}

/// The head of a column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonTablePhase {
    /// `set`, `try` or `key`.
    pub kind: String,
    /// The try or the key; `None` in set play.
    #[serde(rename = "move")]
    pub first_move: Option<JsonMove>,
    /// `threat` or `zugzwang`; `None` in set play and after a check.
    pub pending: Option<String>,
    /// The threats.
    pub threats: Vec<JsonMove>,
    /// The refutations of a try.
    pub refutations: Vec<JsonMove>,
}

/// Defences with the same answers in each phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonTableRow {
    /// The random move, as in `Rd~`, if these are all other moves of the man.
    pub random: Option<String>,
    /// The defences.
    pub defences: Vec<JsonMove>,
    /// What follows, phase by phase, after those of the defences that are possible there.
    pub cells: Vec<JsonCell>,
}

/// What follows a defence in a phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonCell {
    /// `answered`, `unanswered`, `no-defence`, `impossible` or `reaches-goal`.
    pub status: String,
    /// The answers.
    pub answers: Vec<JsonMove>,
    /// `changed`, `transferred`, `reciprocal`.
    pub marks: Vec<String>,
}

impl JsonTable {
    pub(super) fn new(table: &PlayTable, layout: Layout) -> JsonTable {
        let phases =
            |phases: &[TablePhase]| phases.iter().map(|phase| JsonTablePhase::new(phase, layout)).collect();
        JsonTable {
            phases: phases(&table.phases),
            rows: table.rows.iter().map(|row| JsonTableRow::new(row, layout)).collect(),
            trivial_tries: phases(&table.trivial_tries),
        }
    }
}

impl JsonTablePhase {
    fn new(phase: &TablePhase, layout: Layout) -> JsonTablePhase {
        JsonTablePhase {
            kind: match phase.kind {
                PhaseKind::Set => "set",
                PhaseKind::Try => "try",
                PhaseKind::Key => "key",
            }
            .into(),
            first_move: phase.first_move.as_ref().map(|first| JsonMove::new(first, layout)),
            pending: phase.pending.map(|state| pending(state).into()),
            threats: moves(&phase.threats, layout),
            refutations: moves(&phase.refutations, layout),
        }
    }
}

impl JsonTableRow {
    fn new(row: &TableRow, layout: Layout) -> JsonTableRow {
        let random = row.random_man.as_ref();
        JsonTableRow {
            random: random.map(|random| random_move(random, layout, PieceNames::KnightS)),
            defences: moves(&row.defences, layout),
            cells: row.cells.iter().map(|cell| JsonCell::new(cell, layout)).collect(),
        }
    }
}

impl JsonCell {
    fn new(cell: &Cell, layout: Layout) -> JsonCell {
        let (status, answers) = match cell {
            Cell::Impossible => ("impossible", &[][..]),
            Cell::NoDefence => ("no-defence", &[][..]),
            Cell::Unanswered => ("unanswered", &[][..]),
            Cell::ReachesGoal => ("reaches-goal", &[][..]),
            Cell::Answered { answers, .. } => ("answered", &answers[..]),
        };
        JsonCell { status: status.into(), answers: moves(answers, layout), marks: names(cell.marks()) }
    }
}

fn moves(records: &[MoveRecord], layout: Layout) -> Vec<JsonMove> {
    records.iter().map(|mv| JsonMove::new(mv, layout)).collect()
}

fn names(marks: Marks) -> Vec<String> {
    let names =
        [(marks.changed, "changed"), (marks.transferred, "transferred"), (marks.reciprocal, "reciprocal")];
    names.into_iter().filter(|(set, _)| *set).map(|(_, name)| name.to_owned()).collect()
}
